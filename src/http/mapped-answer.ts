/**
 * mappedAnswer :: a document with its map behind it → the body of an answer, multipart/mixed (RFC 2046 §5.1): the document, then
 * the map. Each part says how long it is.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Spool } from '../service/renderer-ports.ts';

export const MAPPED_TYPE = 'multipart/mixed';
const MAP_TYPE = 'application/json; charset=utf-8';

interface MappedFile {
  readonly document: Spool;
  /** Where in it the map begins. */
  readonly mapAt: number;
  /** Of the document by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** By which the request is known: what no document was made with. */
  readonly requestId: string;
}

export const mappedAnswer = ({ document, mapAt, headers, requestId }: MappedFile) => {
  // What is in a document is for its author to say, but not what the boundary of its answer is.
  const boundary = `platen-${createHash('sha256').update(`${requestId} ${document.size}`).digest('hex').slice(0, 40)}`;
  const head = partHead(boundary, headers, mapAt);
  const middle = `\r\n${partHead(boundary, { 'content-type': MAP_TYPE }, document.size - mapAt)}`;
  const tail = `\r\n--${boundary}--\r\n`;
  return {
    contentType: `${MAPPED_TYPE}; boundary=${boundary}`,
    size: document.size + Buffer.byteLength(head + middle + tail),
    stream: Readable.from(parted(document, mapAt, [head, middle, tail])),
  };
};

const partHead = (boundary: string, headers: Readonly<Record<string, string>>, length: number): string => {
  const lines = Object.entries({ ...headers, 'content-length': String(length) });
  return `--${boundary}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

async function* parted(
  document: Spool,
  mapAt: number,
  [head, middle, tail]: readonly [string, string, string],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  let at = 0;
  for await (const chunk of document.stream()) {
    const bytes = chunk as Uint8Array;
    const before = Math.max(0, Math.min(bytes.length, mapAt - at));
    yield bytes.subarray(0, before);
    if (at <= mapAt && at + bytes.length > mapAt) {
      yield Buffer.from(middle);
    }
    yield bytes.subarray(before);
    at += bytes.length;
  }
  yield Buffer.from(tail);
}

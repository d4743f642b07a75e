/**
 * readForm :: multipart body → fields, with everything that is wrong with it at once
 *
 * Each part is taken as raw bytes, text too: only so can text in a wrong encoding, a file where text belongs and the
 * reverse be told apart from what was meant. Parts that nobody asked for are read and dropped.
 */
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { PlatenError, type Problem } from '../../errors.ts';
import type { InFlight } from './in-flight.ts';
import { bodyTooLarge, eachChunk, expectContentType, joined } from './request-body.ts';

/** A templateKey of 200 characters is at most 800 bytes; this leaves room for spaces around it. */
const TEXT_BYTES = 16 * 1024;
const MOST_PARTS = 100;
const HEADER_BYTES = 16 * 1024;
/** What the other parts and the boundaries may add to the file. */
const OVERHEAD_BYTES = 1024 * 1024;

interface FormSpec {
  readonly text: readonly string[];
  readonly files: readonly string[];
  readonly fileBytes: number;
  /** JSON that may be long, sent as text or as a file: `-F request='{…}'` and `-F request=@order.json` alike. */
  readonly json?: { readonly name: string; readonly bytes: number };
  /** A file that does not stay in memory: each chunk is written before the next is read. */
  readonly streamed?: {
    readonly name: string;
    readonly bytes: number;
    write(chunk: Uint8Array): Promise<void>;
  };
}

export interface Form {
  readonly text: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** What the sender calls the files. */
  readonly fileNames: ReadonlyMap<string, string>;
  /** Undefined where it was not sent. */
  readonly json: Uint8Array<ArrayBuffer> | undefined;
  /** What the sender calls it, and says of it; undefined where it was not sent. */
  readonly streamed: Pick<Part, 'fileName' | 'contentType' | 'size'> | undefined;
  /** At most one for a field, which then has no value. */
  readonly problems: ReadonlyMap<string, Problem>;
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly chunks: Buffer[];
  size: number;
}

export const readForm = async (
  request: FastifyRequest,
  inFlight: InFlight,
  spec: FormSpec,
): Promise<Form> => {
  expectContentType(request, 'multipart/form-data');
  const parts = await readParts(request, inFlight, spec);
  const text = new Map<string, string>();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const fileNames = new Map<string, string>();
  const problems = new Map<string, Problem>();
  let json: Form['json'];
  let streamed: Form['streamed'];
  for (const name of namesOf(spec)) {
    const [part, another] = parts.filter((one) => one.name === name);
    if (part === undefined) continue;
    const refuse = (message: string): unknown =>
      problems.set(name, { code: 'bad_request', message: `${name} ${message}.`, path: name });
    const wantsFile = isFileName(spec, name);
    if (another !== undefined) refuse('was sent more than once');
    else if (name === spec.json?.name) json = joined(part.chunks);
    else if (wantsFile && !part.isFile) refuse('must be a file, not text');
    else if (!wantsFile && part.isFile) refuse('must be text, not a file');
    else if (!wantsFile && part.size > TEXT_BYTES) refuse('is too long');
    else if (name === spec.streamed?.name) streamed = part;
    else if (wantsFile) {
      files.set(name, joined(part.chunks));
      if (part.fileName !== undefined) fileNames.set(name, part.fileName);
    } else {
      const decoded = utf8(joined(part.chunks));
      if (decoded === undefined) refuse('is not valid UTF-8');
      else text.set(name, decoded);
    }
  }
  return { text, files, fileNames, json, streamed, problems };
};

const namesOf = ({ text, files, json, streamed }: FormSpec): readonly string[] => [
  ...text,
  ...files,
  ...(json === undefined ? [] : [json.name]),
  ...(streamed === undefined ? [] : [streamed.name]),
];

const isFileName = ({ files, streamed }: FormSpec, name: string): boolean =>
  files.includes(name) || name === streamed?.name;

const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const readParts = async (request: FastifyRequest, inFlight: InFlight, spec: FormSpec): Promise<Part[]> => {
  const parts: Part[] = [];
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  const unwritten: Buffer[] = [];
  const hold = ({ chunks }: Part, chunk: Buffer): void => {
    try {
      inFlight.take(request, chunk.length);
      chunks.push(chunk);
    } catch (error) {
      fail(error);
    }
  };
  const writeAll = async (): Promise<void> => {
    for (const chunk of unwritten.splice(0)) await spec.streamed?.write(chunk);
  };
  const busboy = makeBusboy(request);
  const wanted = new Set(namesOf(spec));

  busboy.on(
    'file',
    (name: string | undefined, stream: BusboyFileStream, filename, _encoding, contentType) => {
      stream.on('error', () => fail(brokenMultipart()));
      if (name === undefined || !wanted.has(name)) return void stream.resume();
      // A part without a file name is still a file where it says that it is not text, as some clients send blobs.
      const isFile = filename !== undefined || (isFileName(spec, name) && contentType !== 'text/plain');
      const part: Part = { name, isFile, fileName: filename, contentType, chunks: [], size: 0 };
      parts.push(part);
      const isJson = name === spec.json?.name;
      const isWanted = isJson || (isFile && isFileName(spec, name));
      const isStreamed = isWanted && name === spec.streamed?.name;
      const most = mostOf(spec, { name, isWanted });
      stream.on('data', (chunk: Buffer) => {
        part.size += chunk.length;
        if (part.size > most) {
          if (isWanted) fail(bodyTooLarge(`${isJson ? 'The part' : 'The file in'} ${name}`, most));
        } else if (isStreamed) unwritten.push(chunk);
        else hold(part, chunk);
      });
    },
  );
  busboy.on('partsLimit', () =>
    fail(new PlatenError('bad_multipart', `The form has more than ${MOST_PARTS} parts.`)),
  );
  const finished = new Promise<void>((resolve) => {
    busboy.on('finish', resolve);
    busboy.on('error', () => {
      fail(brokenMultipart());
      resolve();
    });
  });

  const limit = spec.fileBytes + (spec.json?.bytes ?? 0) + (spec.streamed?.bytes ?? 0) + OVERHEAD_BYTES;
  await eachChunk(request, inFlight, {
    limit,
    onChunk: (chunk) => {
      if (failure !== undefined) throw failure;
      busboy.write(chunk);
      return unwritten.length === 0 ? undefined : writeAll();
    },
  });
  busboy.end();
  await finished;
  await writeAll();
  if (failure !== undefined) throw failure;
  return parts;
};

const mostOf = (
  { json, streamed, fileBytes }: FormSpec,
  { name, isWanted }: { readonly name: string; readonly isWanted: boolean },
): number => {
  if (name === json?.name) return json.bytes;
  if (!isWanted) return TEXT_BYTES;
  return name === streamed?.name ? streamed.bytes : fileBytes;
};

const makeBusboy = (request: FastifyRequest) => {
  const { 'content-type': contentType } = request.headers;
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      isPartAFile: () => true,
      limits: { parts: MOST_PARTS, headerSize: HEADER_BYTES },
    });
  } catch (cause) {
    throw new PlatenError('bad_multipart', 'The Content-Type of the multipart body names no boundary.', {
      cause,
    });
  }
};

const brokenMultipart = (): PlatenError =>
  new PlatenError('bad_multipart', 'The multipart body is malformed or ended early.');

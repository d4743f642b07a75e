/**
 * unpack :: ZipEntry → its bytes, in pieces
 *
 * Counted as they come: an entry that unpacks to more than it says ends there. Runs in the server and in the browser.
 */
import type { ZipEntry } from '../../ooxml/zip-directory.ts';
import { damaged } from './refusals.ts';

const PIECE = 64 * 1024;

export async function* unpack(entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  let sum = 0xffffffff;
  for await (const piece of entry.method === 0 ? pieces(entry) : inflated(entry)) {
    size += piece.length;
    if (size > entry.size)
      throw damaged(`"${entry.name}" unpacks to more than the ${entry.size} bytes that it says.`);
    sum = added(sum, piece);
    yield piece;
  }
  if (size !== entry.size)
    throw damaged(`"${entry.name}" unpacks to ${size} bytes where it says ${entry.size}.`);
  if ((sum ^ 0xffffffff) >>> 0 !== entry.crc32) throw damaged(`The checksum of "${entry.name}" is wrong.`);
}

function* pieces({ compressed }: ZipEntry): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < compressed.length; at += PIECE)
    yield compressed.subarray(at, at + PIECE) as Uint8Array<ArrayBuffer>;
}

async function* inflated(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const source = pieces(entry);
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = source.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw damaged(`The data of "${entry.name}" cannot be unpacked.`, cause);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32, which browsers don't have. */
const added = (sum: number, bytes: Uint8Array): number => {
  let value = sum;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return value;
};

/**
 * decodeWebp :: WebP → RGBA pixels
 *
 * libwebp as WebAssembly. Only the `.wasm` file of @cwasm/webp is used, with a new instance for each picture: a
 * hostile file can corrupt nothing but its own memory, and that memory is given back.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { damaged } from '../image-error.ts';
import type { Pixels } from '../png-encode.ts';
import { type RiffChunk, riffChunks, webpChunks } from '../structure/riff-chunks.ts';

interface LibWebp {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  WebPDecodeRGBA(input: number, bytes: number, width: number, height: number): number;
}

let compiled: WebAssembly.Module | undefined;

/** The library is built with WASI's file functions, which a decoder that reads memory never calls. */
const noFiles = (): number => {
  throw new Error('libwebp tried to use a file');
};

const instantiate = (): LibWebp => {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@cwasm/webp/webp.wasm')),
  );
  const instance = new WebAssembly.Instance(compiled, {
    wasi_snapshot_preview1: { fd_close: noFiles, fd_seek: noFiles, fd_write: noFiles },
  });
  return instance.exports as unknown as LibWebp;
};

/** Where a frame's own chunks begin inside ANMF: offsets, size, duration and flags come first (RFC 9649 §2.7.1.1). */
const FRAME_HEADER_BYTES = 16;
const ALPHA_FLAG = 0x10;

const container = (chunks: readonly Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.byteLength + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
};

/** The decoder takes still pictures only: the first frame of an animation becomes a file of its own. */
const firstFrame = (bytes: Uint8Array, frame: RiffChunk): Uint8Array => {
  const inner = riffChunks(bytes, frame.data + FRAME_HEADER_BYTES, frame.end).filter((chunk) =>
    ['ALPH', 'VP8 ', 'VP8L'].includes(chunk.name),
  );
  const parts = inner.map((chunk) => bytes.subarray(chunk.start, chunk.end + ((chunk.end - chunk.data) & 1)));
  if (!inner.some((chunk) => chunk.name === 'ALPH')) return container(parts);
  const extended = Buffer.alloc(18);
  extended.write('VP8X', 0, 'latin1');
  extended.writeUInt32LE(10, 4);
  extended[8] = ALPHA_FLAG;
  // Canvas size: the frame's own, stored like the canvas's as 24 bits less one.
  extended.set(bytes.subarray(frame.data + 6, frame.data + 12), 12);
  return container([extended, ...parts]);
};

export const decodeWebp = (bytes: Uint8Array): Pixels => {
  try {
    const frame = webpChunks(bytes).find((chunk) => chunk.name === 'ANMF');
    const still = frame === undefined ? bytes : firstFrame(bytes, frame);
    const webp = instantiate();
    const input = webp.malloc(still.byteLength);
    new Uint8Array(webp.memory.buffer).set(still, input);
    const size = webp.malloc(8);
    const output = webp.WebPDecodeRGBA(input, still.byteLength, size, size + 4);
    if (output === 0) throw damaged('WebP', 'it cannot be decoded');
    const view = new DataView(webp.memory.buffer);
    const width = view.getInt32(size, true);
    const height = view.getInt32(size + 4, true);
    return {
      kind: 'rgba',
      width,
      height,
      data: new Uint8Array(webp.memory.buffer, output, width * height * 4),
    };
  } catch (error) {
    // A chunk that is cut off, a trap (out of bounds, unreachable) or an allocation that failed.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw damaged('WebP', 'it cannot be decoded');
    }
    throw error;
  }
};

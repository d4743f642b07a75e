/** measureWebp :: WebP → Measured (RFC 9649 §2). */
import { readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';

export interface RiffChunk {
  readonly name: string;
  /** Of the chunk's header, and of the data behind it. */
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** Chunks from an offset on; a chunk is padded to an even length. Throws RangeError where one is cut off. */
export const riffChunks = (bytes: Uint8Array, from: number, to: number): readonly RiffChunk[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, to);
  const chunks: RiffChunk[] = [];
  for (let at = from; at + 8 <= to; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const data = at + 8;
    const end = data + view.getUint32(at + 4, true);
    if (end > to) throw new RangeError('a chunk leaves its container');
    chunks.push({ name, start: at, data, end });
    at = end + ((end - data) & 1);
  }
  return chunks;
};

/** Chunks of the file; bytes behind the RIFF container are not part of the picture. */
export const webpChunks = (bytes: Uint8Array): readonly RiffChunk[] => {
  const declared = 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (declared > bytes.byteLength) throw new RangeError('the file is shorter than it says');
  return riffChunks(bytes, 12, declared);
};

const FOURTEEN_BITS = 0x3fff;

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

export const measureWebp = (bytes: Uint8Array): Measured => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = webpChunks(bytes);
  const exif = chunks.find((chunk) => chunk.name === 'EXIF');
  const orientation = exif === undefined ? 1 : readExif(bytes.subarray(exif.data, exif.end)).orientation;
  const first = chunks[0];
  switch (first?.name) {
    case 'VP8X':
      return {
        width: uint24(view, first.data + 4) + 1,
        height: uint24(view, first.data + 7) + 1,
        orientation,
      };
    case 'VP8L': {
      const bits = view.getUint32(first.data + 1, true);
      return { width: (bits & FOURTEEN_BITS) + 1, height: ((bits >>> 14) & FOURTEEN_BITS) + 1, orientation };
    }
    case 'VP8 ':
      return {
        width: view.getUint16(first.data + 6, true) & FOURTEEN_BITS,
        height: view.getUint16(first.data + 8, true) & FOURTEEN_BITS,
        orientation,
      };
    default:
      throw damaged('WebP', 'it holds no picture');
  }
};

/** measureWebp :: WebP → Measured (RFC 9649 §2). */
import { readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';
import { webpChunks } from './structure/riff-chunks.ts';

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

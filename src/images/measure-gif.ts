/** measureGif :: GIF → Measured (GIF89a §18 to §25). Walks to the end of the first image. */
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TABLE_FLAG = 0x80;

const tableBytes = (flags: number): number => ((flags & TABLE_FLAG) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const skipBlocks = (view: DataView, from: number): number => {
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length;
  return at + 1;
};

export const measureGif = (bytes: Uint8Array): Measured => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + tableBytes(view.getUint8(10));
  for (;;) {
    const kind = view.getUint8(at);
    if (kind === EXTENSION) {
      at = skipBlocks(view, at + 2);
    } else if (kind === IMAGE) {
      skipBlocks(view, at + 11 + tableBytes(view.getUint8(at + 9)));
      return { ...size, orientation: 1 };
    } else {
      throw damaged('GIF', 'it holds no picture');
    }
  }
};

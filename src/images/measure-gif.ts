/** measureGif :: GIF → Measured. Walks to the end of the first image, so that one that is cut off is known. */
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';
import { endOfBlocks, readGifBlocks } from './structure/gif-blocks.ts';

export const measureGif = (bytes: Uint8Array): Measured => {
  const blocks = readGifBlocks(bytes);
  if (blocks === undefined) throw damaged('GIF', 'it holds no picture');
  endOfBlocks(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), blocks.pixels);
  return { ...blocks.screen, orientation: 1 };
};

/**
 * encodeBmp :: BMP file → image object
 */
import { decodeDib } from './dib.ts';
import { type EncodedImage, guardImage } from './encoded-image.ts';
import { encodePixels } from './pixels.ts';

const FILE_HEADER = 14;

export const encodeBmp = (bytes: Uint8Array): EncodedImage =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return encodePixels(decodeDib(view, { header: FILE_HEADER, bits: view.getUint32(10, true) }));
  });

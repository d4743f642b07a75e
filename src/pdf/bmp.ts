/**
 * encodeBmp :: BMP file → image object
 */
import { decodeDib } from '../images/decode/dib.ts';
import { guardImage } from '../images/decode/guard.ts';
import type { EncodedImage } from './encoded-image.ts';
import { encodePixels } from './pixels.ts';

const FILE_HEADER = 14;

export const encodeBmp = (bytes: Uint8Array): EncodedImage =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return encodePixels(decodeDib(view, { header: FILE_HEADER, bits: view.getUint32(10, true) }));
  });

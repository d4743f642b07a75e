/**
 * encodeBmp :: BMP file → image object. The uncompressed kinds (1, 4, 8, 24 and 32 bits), which is what documents hold.
 */
import { checkPixels, damagedImage, type EncodedImage, guardImage } from './encoded-image.ts';
import { encodePixels } from './pixels.ts';

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;

export const encodeBmp = (bytes: Uint8Array): EncodedImage =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const dataAt = view.getUint32(10, true);
    const headerBytes = view.getUint32(14, true);
    const width = view.getInt32(18, true);
    const signedHeight = view.getInt32(22, true);
    const height = Math.abs(signedHeight);
    const bits = view.getUint16(28, true);
    const compression = view.getUint32(30, true);
    const plain = compression === UNCOMPRESSED || (compression === BIT_FIELDS && bits === 32);
    if (!plain || ![1, 4, 8, 24, 32].includes(bits)) throw damagedImage('BMP');
    checkPixels(width, height);
    const stride = Math.ceil((width * bits) / 32) * 4;
    const rgba = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) {
      // A positive height means that the last row comes first.
      const row = dataAt + (signedHeight > 0 ? height - 1 - y : y) * stride;
      for (let x = 0; x < width; x++) {
        const at =
          bits >= 24 ? row + (x * bits) / 8 : 14 + headerBytes + paletteIndex(view, row, x, bits) * 4;
        const target = (y * width + x) * 4;
        rgba[target] = view.getUint8(at + 2);
        rgba[target + 1] = view.getUint8(at + 1);
        rgba[target + 2] = view.getUint8(at);
        rgba[target + 3] = 255;
      }
    }
    return encodePixels({ width, height, kind: 'rgba', data: rgba });
  });

const paletteIndex = (view: DataView, row: number, x: number, bits: number): number => {
  const bit = x * bits;
  return (view.getUint8(row + (bit >> 3)) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
};

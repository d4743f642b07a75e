/**
 * passPng :: PNG file → image object that holds its data as it is; undefined where it must be decoded
 *
 * PDF's Flate with predictor 15 is PNG's own compression, so an opaque, non-interlaced PNG goes in as its IDAT bytes are,
 * palette and bit depth included. A transparent colour becomes a colour key mask.
 */
import { guardImage } from '../../images/decode/guard.ts';
import {
  PNG_CHANNELS,
  type PngParts,
  readPng,
  TYPE_GRAY_ALPHA,
  TYPE_PALETTE,
  TYPE_RGB,
  TYPE_RGBA,
} from '../../images/decode/png-parts.ts';
import type { EncodedImage } from './encoded-image.ts';
import { indexedSpace } from './pixels.ts';

export const passPng = (bytes: Uint8Array): EncodedImage | undefined =>
  guardImage(() => {
    const png = readPng(bytes);
    const mask = maskOf(png);
    if (png.interlaced || mask === undefined) return undefined;
    const channels = PNG_CHANNELS[png.type] ?? 1;
    const space =
      png.type === TYPE_PALETTE ? indexedSpace(png.palette) : channels === 1 ? '/DeviceGray' : '/DeviceRGB';
    return {
      entries:
        `/Width ${png.width}/Height ${png.height}/ColorSpace${space}/BitsPerComponent ${png.bits}${mask}/Filter/FlateDecode` +
        `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent ${png.bits}/Columns ${png.width}>>`,
      data: png.data.length === 1 ? (png.data[0] ?? new Uint8Array(0)) : Buffer.concat(png.data),
    };
  });

/** A colour key (§8.9.6.4) where one colour is transparent altogether; undefined where that cannot say it. */
const maskOf = ({ type, transparency, palette }: PngParts): string | undefined => {
  if (type === TYPE_GRAY_ALPHA || type === TYPE_RGBA) return undefined;
  if (transparency === undefined) return '';
  if (type === TYPE_PALETTE) {
    const alphas = [...transparency].slice(0, palette.length);
    const clear = alphas.flatMap((alpha, index) => (alpha === 255 ? [] : [index]));
    if (clear.length === 0) return '';
    const index = clear[0] ?? 0;
    return clear.length === 1 && alphas[index] === 0 ? `/Mask[${index} ${index}]` : undefined;
  }
  const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength);
  const samples = Array.from({ length: type === TYPE_RGB ? 3 : 1 }, (_, index) => view.getUint16(index * 2));
  return `/Mask[${samples.map((sample) => `${sample} ${sample}`).join(' ')}]`;
};

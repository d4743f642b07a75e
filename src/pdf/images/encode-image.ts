/**
 * encodeImage :: picture file → what a PDF's image object holds (ISO 32000-1 §8.9)
 *
 * A picture goes in as it came wherever PDF can read it: JPEG always, PNG unless it has an alpha channel or is interlaced.
 * Everything else is decoded, and encoded without loss.
 */

import { decodeBmp } from '../../images/decode/dib.ts';
import { badImage } from '../../images/decode/guard.ts';
import { decodePng } from '../../images/decode/png.ts';
import { decodeWebp } from '../../images/decode/webp.ts';
import { derived, digest } from '../../images/derived-cache.ts';
import { DEFAULT_IMAGE_LIMITS } from '../../images/limits.ts';
import { sniff } from '../../images/sniff.ts';
import { rasterizeSvg, readSvg } from '../../images/svg.ts';
import type { EncodedImage } from './encoded-image.ts';
import { encodeGif } from './gif.ts';
import { encodeJpeg } from './jpeg.ts';
import { encodePixels } from './pixels.ts';
import { passPng } from './png.ts';
import { encodeTiff } from './tiff.ts';

/** Sharp on paper at the sizes that drawings have (300 dpi at 4 inches); Word stores a PNG twin that is used first. */
const SVG_PIXELS = 1200;

export const encodeImage = (bytes: Uint8Array): EncodedImage => {
  const format = sniff(bytes);
  switch (format) {
    case 'jpeg':
      return encodeJpeg(bytes);
    case 'png':
      return passPng(bytes) ?? remembered(bytes, () => encodePixels(decodePng(bytes)));
    case 'gif':
      return remembered(bytes, () => encodeGif(bytes));
    case 'webp':
      return remembered(bytes, () => encodePixels(decodeWebp(bytes)));
    case 'svg':
      return remembered(bytes, () =>
        encodePixels(decodePng(rasterizeSvg(readSvg(bytes, DEFAULT_IMAGE_LIMITS), SVG_PIXELS))),
      );
    case 'bmp':
      return remembered(bytes, () => encodePixels(decodeBmp(bytes)));
    case 'tiff':
      return remembered(bytes, () => encodeTiff(bytes));
    case undefined:
      throw badImage('its format is not known');
    default:
      throw badImage(`its format, ${format.toUpperCase()}, is not supported`);
  }
};

/** Logos come back in every document of a template: what had to be decoded is kept for the next one. */
const remembered = (bytes: Uint8Array, encode: () => EncodedImage): EncodedImage =>
  derived(
    `pdf-image ${digest(bytes)}`,
    encode,
    (image) => image.data.byteLength + (image.softMask?.data.byteLength ?? 0),
  );

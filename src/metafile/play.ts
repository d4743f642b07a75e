/**
 * playMetafile :: EMF or WMF file → a drawing that a PDF holds as it is: lines, areas and text stay what they are
 */

import { gunzipSync } from 'node:zlib';
import type { FontLibrary } from '../fonts/font.ts';
import { guardImage } from '../images/decode/guard.ts';
import { DEFAULT_IMAGE_LIMITS } from '../images/limits.ts';
import type { Pixels } from '../images/png-encode.ts';
import { sniff } from '../images/sniff.ts';
import type { ImageId, Item } from '../layout/display-list.ts';
import { playEmf } from './emf.ts';
import { playWmf } from './wmf.ts';

export interface MetafileDrawing {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
  /** Bitmaps in it, by the names that the items call them. */
  readonly images: ReadonlyMap<ImageId, Pixels>;
}

export const isMetafile = (bytes: Uint8Array): boolean => {
  const format = sniff(unpacked(bytes));
  return format === 'emf' || format === 'wmf';
};

/** EMZ and WMZ are packed by gzip. */
const unpacked = (bytes: Uint8Array): Uint8Array => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return guardImage(() => gunzipSync(bytes, { maxOutputLength: DEFAULT_IMAGE_LIMITS.bytes }));
};

/** Throws `data_invalid` where it is damaged, or has something that cannot be drawn as Windows would. */
export const playMetafile = (bytes: Uint8Array, fonts: FontLibrary, image: ImageId): MetafileDrawing =>
  guardImage(() => {
    const file = unpacked(bytes);
    const device = sniff(file) === 'emf' ? playEmf(file, fonts, image) : playWmf(file, fonts, image);
    const { width, height } = device.frame;
    return { width, height, items: device.items, images: device.rasters.images };
  });

/** measureJpeg :: JPEG → Measured (JFIF 1.02, Exif 2.32 §4.5). */

import { dataError } from '../errors.ts';
import { type Exif, readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';
import { END_OF_IMAGE, isJpegFrame, jpegSegments, START_OF_SCAN } from './structure/jpeg-segments.ts';

const CENTIMETRES_PER_INCH = 2.54;
const APP0 = 0xe0;
const APP1 = 0xe1;

const isLossless = (marker: number): boolean => marker === 0xc3 || marker >= 0xc9;

const textAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const hasEnd = (bytes: Uint8Array, from: number): boolean => {
  for (let at = bytes.lastIndexOf(END_OF_IMAGE); at > from; at = bytes.lastIndexOf(END_OF_IMAGE, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
};

export const measureJpeg = (bytes: Uint8Array): Measured => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | undefined;
  let density: { dpiX: number; dpiY: number } | undefined;
  let exif: Exif | undefined;

  for (const { marker, follows, data, end } of jpegSegments(bytes)) {
    if (!follows) throw damaged('JPEG', 'its segments do not follow one another');
    if (end < data) throw damaged('JPEG', 'a segment has no length');
    if (marker === APP0 && textAt(bytes, data, 'JFIF\0')) {
      const unit = view.getUint8(data + 7);
      const perInch = unit === 1 ? 1 : unit === 2 ? CENTIMETRES_PER_INCH : undefined;
      if (perInch !== undefined) {
        density = { dpiX: view.getUint16(data + 8) * perInch, dpiY: view.getUint16(data + 10) * perInch };
      }
    } else if (marker === APP1 && exif === undefined && textAt(bytes, data, 'Exif\0\0')) {
      exif = readExif(bytes.subarray(data + 6, Math.min(end, bytes.byteLength)));
    } else if (isJpegFrame(marker)) {
      if (isLossless(marker)) throw dataError('The JPEG picture uses a coding that Word cannot show.');
      size = { width: view.getUint16(data + 3), height: view.getUint16(data + 1) };
    } else if (marker === START_OF_SCAN) {
      if (size === undefined) break;
      if (!hasEnd(bytes, end)) throw damaged('JPEG', 'it is cut off');
      const dpi = density ?? { dpiX: exif?.dpiX, dpiY: exif?.dpiY };
      return { ...size, ...dpi, orientation: exif?.orientation ?? 1 };
    }
  }
  throw damaged('JPEG', 'it holds no picture');
};

/** measureJpeg :: JPEG → Measured (ITU T.81 Annex B, JFIF 1.02, Exif 2.32 §4.5). */

import { dataError } from '../errors.ts';
import { type Exif, readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';

const CENTIMETRES_PER_INCH = 2.54;
const APP0 = 0xe0;
const APP1 = 0xe1;
const SOS = 0xda;
const EOI = 0xd9;

/** SOF0 to SOF15 but for the three codes among them that mean something else (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const isLossless = (marker: number): boolean => marker === 0xc3 || marker >= 0xc9;

const textAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const hasEnd = (bytes: Uint8Array, from: number): boolean => {
  for (let at = bytes.lastIndexOf(EOI); at > from; at = bytes.lastIndexOf(EOI, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
};

export const measureJpeg = (bytes: Uint8Array): Measured => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | undefined;
  let density: { dpiX: number; dpiY: number } | undefined;
  let exif: Exif | undefined;

  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw damaged('JPEG', 'its segments do not follow one another');
    const marker = view.getUint8(at + 1);
    // Fill bytes, and the markers that stand alone (TEM, RSTn, SOI).
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const data = at + 4;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < data) throw damaged('JPEG', 'a segment has no length');

    if (marker === APP0 && textAt(bytes, data, 'JFIF\0')) {
      const unit = view.getUint8(data + 7);
      const perInch = unit === 1 ? 1 : unit === 2 ? CENTIMETRES_PER_INCH : undefined;
      if (perInch !== undefined) {
        density = { dpiX: view.getUint16(data + 8) * perInch, dpiY: view.getUint16(data + 10) * perInch };
      }
    } else if (marker === APP1 && exif === undefined && textAt(bytes, data, 'Exif\0\0')) {
      exif = readExif(bytes.subarray(data + 6, Math.min(end, bytes.byteLength)));
    } else if (isFrame(marker)) {
      if (isLossless(marker)) throw dataError('The JPEG picture uses a coding that Word cannot show.');
      size = { width: view.getUint16(data + 3), height: view.getUint16(data + 1) };
    } else if (marker === SOS || marker === EOI) {
      if (size === undefined || marker === EOI) throw damaged('JPEG', 'it holds no picture');
      if (!hasEnd(bytes, end)) throw damaged('JPEG', 'it is cut off');
      const dpi = density ?? { dpiX: exif?.dpiX, dpiY: exif?.dpiY };
      return { ...size, ...dpi, orientation: exif?.orientation ?? 1 };
    }
    at = end;
  }
};

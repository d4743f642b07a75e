/** drawBitmap :: records that copy bitmaps → pictures ([MS-EMF] 2.3.1); false where it is none of them */

import { decodeDib } from '../images/decode/dib.ts';
import { badImage } from '../images/decode/guard.ts';
import type { Matrix } from '../layout/display-list.ts';
import { type EmfRecord, matrixAt } from './emf-record.ts';
import type { GdiDevice } from './gdi-device.ts';
import { SRCCOPY } from './gdi-rasters.ts';
import { fillOperation } from './pattern-fill.ts';

/** Where each record has the offsets of its bitmap: header, then its size, pixels. */
interface Places {
  readonly header: number;
  readonly bits: number;
}

const BLT: Places = { header: 84, bits: 92 };
const DIB: Places = { header: 48, bits: 56 };

export const drawBitmap = (record: EmfRecord, device: GdiDevice): boolean => {
  switch (record.type) {
    case 76:
    case 77:
      blt(record, device);
      return true;
    case 80:
    case 81:
      dib(record, device);
      return true;
    case 114:
      blend(record, device);
      return true;
    default:
      return false;
  }
};

export const bitmapOf = (view: DataView, places: Places, alpha = false) => {
  const [header, bits] = [view.getUint32(places.header, true), view.getUint32(places.bits, true)];
  return decodeDib(view, { header, bits, alpha });
};

const target = (view: DataView) => ({
  x: view.getInt32(24, true),
  y: view.getInt32(28, true),
  width: view.getInt32(32, true),
  height: view.getInt32(36, true),
});

const isPlain = ([a, b, c, d]: Matrix): boolean => a === 1 && b === 0 && c === 0 && d === 1;

/** What of the bitmap is meant, moved as the record says (the mapping of the screen it was copied from). */
const sourceOf = (view: DataView, size: { readonly width: number; readonly height: number }) => {
  const matrix = matrixAt(view, 52);
  if (!isPlain(matrix)) throw badImage('it takes a turned piece of a bitmap');
  return { x: view.getInt32(44, true) + matrix[4], y: view.getInt32(48, true) + matrix[5], ...size };
};

const blt = ({ type, view }: EmfRecord, device: GdiDevice): void => {
  const place = target(view);
  const operation = view.getUint32(40, true) & 0xffffff;
  if (view.getUint32(88, true) === 0) {
    const { x, y, width, height } = place;
    fillOperation(device, operation, { left: x, top: y, right: x + width, bottom: y + height });
    return;
  }
  const size =
    type === 77
      ? { width: view.getInt32(100, true), height: view.getInt32(104, true) }
      : { width: place.width, height: place.height };
  const pixels = bitmapOf(view, BLT);
  device.raster({ pixels, ...place, source: sourceOf(view, size), operation });
};

const dib = ({ type, view }: EmfRecord, device: GdiDevice): void => {
  const pixels = bitmapOf(view, DIB);
  const [width, height] = [view.getInt32(40, true), view.getInt32(44, true)];
  const below = view.getInt32(36, true);
  const stretched = type === 81;
  device.raster({
    pixels,
    x: view.getInt32(24, true),
    y: view.getInt32(28, true),
    width: stretched ? view.getInt32(72, true) : width,
    height: stretched ? view.getInt32(76, true) : height,
    // Rows are counted from below.
    source: { x: view.getInt32(32, true), y: pixels.height - below - height, width, height },
    operation: stretched ? view.getUint32(68, true) & 0xffffff : SRCCOPY,
  });
};

const blend = ({ view }: EmfRecord, device: GdiDevice): void => {
  const [opacity, format] = [view.getUint8(42) / 255, view.getUint8(43)];
  const size = { width: view.getInt32(100, true), height: view.getInt32(104, true) };
  const pixels = bitmapOf(view, BLT, format === 1);
  device.raster({ pixels, ...target(view), source: sourceOf(view, size), operation: SRCCOPY, opacity });
};

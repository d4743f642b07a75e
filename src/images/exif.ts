/**
 * readExif :: TIFF structure → orientation and resolution
 *
 * The block that JPEG (APP1), PNG (eXIf) and WebP (EXIF) carry: TIFF 6.0 §2, Exif 2.32 §4.6. Cameras write all kinds
 * of nonsense here, so whatever does not parse is as if it were absent.
 */
import type { Orientation } from './image-info.ts';

export interface Exif {
  readonly orientation: Orientation;
  readonly dpiX?: number;
  readonly dpiY?: number;
}

const TAG_ORIENTATION = 0x0112;
const TAG_X_RESOLUTION = 0x011a;
const TAG_Y_RESOLUTION = 0x011b;
const TAG_RESOLUTION_UNIT = 0x0128;
const TYPE_SHORT = 3;
const TYPE_RATIONAL = 5;
const UNIT_CENTIMETRE = 3;
const CENTIMETRES_PER_INCH = 2.54;

const isOrientation = (value: number): value is Orientation =>
  Number.isInteger(value) && value >= 1 && value <= 8;

export const readExif = (block: Uint8Array): Exif => {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const none: Exif = { orientation: 1 };
  if (block.byteLength < 8) return none;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return none;
  const little = order === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > block.byteLength) return none;

  const values = new Map<number, number>();
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > block.byteLength) break;
    const type = view.getUint16(entry + 2, little);
    if (type === TYPE_SHORT) values.set(view.getUint16(entry, little), view.getUint16(entry + 8, little));
    if (type === TYPE_RATIONAL) {
      const at = view.getUint32(entry + 8, little);
      if (at + 8 > block.byteLength) continue;
      values.set(view.getUint16(entry, little), view.getUint32(at, little) / view.getUint32(at + 4, little));
    }
  }

  const perInch = values.get(TAG_RESOLUTION_UNIT) === UNIT_CENTIMETRE ? CENTIMETRES_PER_INCH : 1;
  const dpiX = values.get(TAG_X_RESOLUTION);
  const dpiY = values.get(TAG_Y_RESOLUTION);
  const orientation = values.get(TAG_ORIENTATION) ?? 1;
  return {
    orientation: isOrientation(orientation) ? orientation : 1,
    ...(dpiX !== undefined && { dpiX: dpiX * perInch }),
    ...(dpiY !== undefined && { dpiY: dpiY * perInch }),
  };
};

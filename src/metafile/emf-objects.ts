/** makeObject :: records that make pens, brushes and fonts → objects by their numbers ([MS-EMF] 2.3.7) */
import { bitmapOf } from './emf-bitmaps.ts';
import type { EmfRecord } from './emf-record.ts';
import type { GdiDevice } from './gdi-device.ts';
import { averageOf } from './gdi-rasters.ts';
import { brushOf, colorRef, type GdiObject, OTHER, penOf, stockObject } from './gdi-state.ts';

const STOCK = 0x80000000;

export const stock = (index: number): GdiObject | undefined =>
  index >= STOCK ? stockObject(index - STOCK) : undefined;

export const makeObject = (record: EmfRecord, device: GdiDevice): boolean => {
  const { view } = record;
  const object = objectOf(record, device);
  if (object !== undefined) device.create(view.getUint32(8, true), object);
  return object !== undefined;
};

const objectOf = ({ type, view }: EmfRecord, device: GdiDevice): GdiObject | undefined => {
  const word = (at: number): number => view.getInt32(at, true);
  const { background } = device.state;
  switch (type) {
    case 38:
      return penOf(word(12), word(16), colorRef(word(24)));
    case 95: {
      const count = Math.min(word(48), 16, Math.floor((view.byteLength - 52) / 4));
      const entries = Array.from({ length: Math.max(0, count) }, (_, index) => word(52 + index * 4));
      // A cosmetic pen (not 0x10000) is as wide as a dot.
      return penOf(word(28), (word(28) & 0x10000) === 0 ? 0 : word(32), colorRef(word(40)), entries);
    }
    case 39:
      return brushOf(word(12), colorRef(word(16)), background);
    case 93:
    case 94:
      return {
        kind: 'brush',
        color: averageOf(bitmapOf(view, { header: 16, bits: 24 }).data),
      };
    case 82:
      return fontOf(view);
    case 49:
    case 99:
    case 122:
      return OTHER;
    default:
      return undefined;
  }
};

const fontOf = (view: DataView): GdiObject => {
  let family = '';
  for (let at = 40; at < Math.min(104, view.byteLength - 1); at += 2) {
    const unit = view.getUint16(at, true);
    if (unit === 0) break;
    family += String.fromCharCode(unit);
  }
  return {
    kind: 'font',
    height: view.getInt32(12, true),
    width: view.getInt32(16, true),
    escapement: view.getInt32(20, true),
    bold: view.getInt32(28, true) >= 600,
    italic: view.getUint8(32) !== 0,
    underline: view.getUint8(33) !== 0,
    strikeout: view.getUint8(34) !== 0,
    charset: view.getUint8(35),
    pitchAndFamily: view.getUint8(39),
    family,
  };
};

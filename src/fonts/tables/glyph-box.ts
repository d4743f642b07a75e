/** glyphBox :: face, glyph → what its ink covers, in em; undefined where the face does not say (CFF) */
import type { Face } from '../font.ts';
import { guardFont } from './sfnt.ts';

export interface GlyphBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const NO_INK: GlyphBox = { left: 0, right: 0, top: 0, bottom: 0 };

export const glyphBox = (face: Face, glyph: number): GlyphBox | undefined => {
  const sfnt = face.sfnt();
  const [glyf, loca, head] = [sfnt.table('glyf'), sfnt.table('loca'), sfnt.table('head')];
  if (glyf.byteLength === 0 || loca.byteLength === 0) return undefined;
  return guardFont(() => {
    const long = head.getInt16(50) !== 0;
    const offset = (index: number): number =>
      long ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2;
    const [at, end] = [offset(glyph), offset(glyph + 1)];
    if (end <= at) return NO_INK;
    const part = (index: number): number => glyf.getInt16(at + 2 + index * 2) / face.unitsPerEm;
    return { left: part(0), bottom: part(1), right: part(2), top: part(3) };
  });
};

/**
 * openFace :: font file → Face
 *
 * Tables are read when they are first needed: resolving a font costs its name, measuring costs cmap and hmtx.
 */

import type { Face } from './font.ts';
import { type CharacterMap, readCmap } from './tables/cmap.ts';
import { type FontUnits, FS_BOLD, FS_ITALIC, readMetrics } from './tables/metrics-tables.ts';
import { readNames } from './tables/name-table.ts';
import { badFont, guardFont, openSfnt, type Sfnt } from './tables/sfnt.ts';

interface FaceSource {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly index?: number;
}

/** Throws `font_invalid` where the file cannot be used. */
export const openFace = (source: FaceSource): Face => guardFont(() => new SfntFace(source));

/** Macintosh Roman and Windows symbol fonts put their characters here (OpenType 1.9, cmap, encoding 3.0). */
const SYMBOL_BASE = 0xf000;

class SfntFace implements Face {
  readonly id: string;
  readonly index: number;
  readonly family: string;
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  readonly outlines: 'truetype' | 'cff';
  readonly units: FontUnits;
  readonly #bytes: Uint8Array;
  readonly #sfnt: Sfnt;
  readonly #characters: CharacterMap;
  readonly #advances: DataView;
  readonly #advanceCount: number;

  constructor({ id, bytes, index = 0 }: FaceSource) {
    const sfnt = openSfnt(bytes, index);
    const names = readNames(sfnt.table('name'));
    const units = readMetrics(sfnt);
    const maxp = sfnt.table('maxp');
    if (maxp.byteLength < 6) throw badFont('it lacks the maxp table');
    if (sfnt.outlines === 'truetype' ? !sfnt.has('glyf') || !sfnt.has('loca') : !sfnt.has('CFF ')) {
      throw badFont('it has no outlines that a PDF can hold');
    }
    const selection = units.os2?.fsSelection;
    this.id = id;
    this.index = index;
    this.#bytes = bytes;
    this.#sfnt = sfnt;
    this.units = units;
    this.family = names.first(16) ?? names.first(1) ?? 'Unnamed';
    this.postscriptName = names.first(6) ?? this.family;
    this.bold = selection === undefined ? units.macBold : (selection & FS_BOLD) !== 0;
    this.italic = selection === undefined ? units.macItalic : (selection & FS_ITALIC) !== 0;
    this.unitsPerEm = units.unitsPerEm;
    this.glyphCount = maxp.getUint16(4);
    this.outlines = sfnt.outlines;
    this.#characters = readCmap(sfnt.table('cmap'));
    this.#advances = sfnt.table('hmtx');
    this.#advanceCount = Math.min(sfnt.table('hhea').getUint16(34), this.#advances.byteLength >> 2);
    if (this.#advanceCount === 0 || this.glyphCount === 0) throw badFont('it has no glyphs');
  }

  glyphFor(codePoint: number): number {
    return guardFont(() => {
      const glyph = this.#characters.glyphFor(codePoint);
      if (glyph !== 0) return glyph < this.glyphCount ? glyph : 0;
      if (!this.#characters.symbol || codePoint > 0xff) return 0;
      const symbol = this.#characters.glyphFor(SYMBOL_BASE + codePoint);
      return symbol < this.glyphCount ? symbol : 0;
    });
  }

  has(codePoint: number): boolean {
    return this.glyphFor(codePoint) !== 0;
  }

  advanceOfGlyph(glyph: number): number {
    // hhea: the last advance counts for all glyphs that follow it.
    const at = Math.min(Math.max(0, glyph), this.#advanceCount - 1);
    return this.#advances.getUint16(at * 4);
  }

  bytes(): Uint8Array {
    return this.#bytes;
  }

  sfnt(): Sfnt {
    return this.#sfnt;
  }
}

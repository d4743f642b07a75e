/**
 * readCmap :: cmap table → (code point → glyph)
 *
 * The formats that fonts use for Unicode (4 and 12, and 6, 10, 13 where they occur) and for symbol encodings (0, 4, 6).
 * Nothing is expanded: a look-up is a binary search in the table itself, so a hostile table can claim a million ranges
 * without costing a byte.
 */
import { badFont } from './sfnt.ts';

export interface CharacterMap {
  /** A symbol font's own encoding: its characters live at U+F000 to U+F0FF. */
  readonly symbol: boolean;
  /** 0 where the font lacks the character. */
  glyphFor(codePoint: number): number;
}

type LookUp = (codePoint: number) => number;

/** Preference by (platform, encoding): full Unicode, then the basic plane, then symbols, then Macintosh Roman. */
const preference = (platform: number, encoding: number): number => {
  if (platform === 3 && encoding === 10) return 6;
  if (platform === 0 && (encoding === 4 || encoding === 6)) return 5;
  if (platform === 3 && encoding === 1) return 4;
  if (platform === 0 && encoding !== 5) return 3;
  if (platform === 3 && encoding === 0) return 2;
  if (platform === 1 && encoding === 0) return 1;
  return 0;
};

export const readCmap = (table: DataView): CharacterMap => {
  const count = table.byteLength < 4 ? 0 : table.getUint16(2);
  const candidates: { rank: number; symbol: boolean; offset: number }[] = [];
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8;
    const platform = table.getUint16(at);
    const encoding = table.getUint16(at + 2);
    const rank = preference(platform, encoding);
    if (rank > 0) {
      candidates.push({ rank, symbol: platform === 3 && encoding === 0, offset: table.getUint32(at + 4) });
    }
  }
  candidates.sort((a, b) => b.rank - a.rank);
  for (const candidate of candidates) {
    const lookUp = readSubtable(table, candidate.offset);
    if (lookUp !== undefined) return { symbol: candidate.symbol, glyphFor: lookUp };
  }
  throw badFont('it has no character map that Platen can read');
};

const readSubtable = (table: DataView, offset: number): LookUp | undefined => {
  switch (table.getUint16(offset)) {
    case 0:
      return byteEncoding(table, offset);
    case 4:
      return segments(table, offset);
    case 6:
      return trimmed(table, { first: offset + 6, count: offset + 8, glyphs: offset + 10, wide: false });
    case 10:
      return trimmed(table, { first: offset + 12, count: offset + 16, glyphs: offset + 20, wide: true });
    case 12:
      return groups(table, offset, true);
    case 13:
      return groups(table, offset, false);
    default:
      return undefined;
  }
};

const byteEncoding =
  (table: DataView, offset: number): LookUp =>
  (codePoint) =>
    codePoint < 256 ? table.getUint8(offset + 6 + codePoint) : 0;

interface TrimmedLayout {
  readonly first: number;
  readonly count: number;
  readonly glyphs: number;
  readonly wide: boolean;
}

const trimmed = (table: DataView, layout: TrimmedLayout): LookUp => {
  const read = (at: number): number => (layout.wide ? table.getUint32(at) : table.getUint16(at));
  const first = read(layout.first);
  const count = read(layout.count);
  return (codePoint) => {
    const index = codePoint - first;
    return index >= 0 && index < count ? table.getUint16(layout.glyphs + index * 2) : 0;
  };
};

/** Format 4: parallel arrays of segment ends, starts, deltas and offsets into a glyph array behind them. */
const segments = (table: DataView, offset: number): LookUp => {
  const bytes = table.getUint16(offset + 6);
  const count = bytes >> 1;
  const ends = offset + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const rangeOffsets = deltas + bytes;
  if (rangeOffsets + bytes > table.byteLength) throw badFont('its character map is cut off');
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (table.getUint16(ends + middle * 2) < codePoint) low = middle + 1;
      else high = middle;
    }
    if (low >= count) return 0;
    const start = table.getUint16(starts + low * 2);
    if (codePoint < start) return 0;
    const delta = table.getUint16(deltas + low * 2);
    const rangeOffset = table.getUint16(rangeOffsets + low * 2);
    if (rangeOffset === 0) return (codePoint + delta) & 0xffff;
    const at = rangeOffsets + low * 2 + rangeOffset + (codePoint - start) * 2;
    // Old fonts end their last segment with an offset that points nowhere.
    const glyph = at + 2 <= table.byteLength ? table.getUint16(at) : 0;
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
};

/** Formats 12 and 13: (first, last, glyph) triples; in 13 the whole range is one glyph. */
const groups = (table: DataView, offset: number, counting: boolean): LookUp => {
  const count = table.getUint32(offset + 12);
  const first = offset + 16;
  if (count * 12 > table.byteLength - first) throw badFont('its character map is cut off');
  return (codePoint) => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (table.getUint32(first + middle * 12 + 4) < codePoint) low = middle + 1;
      else high = middle;
    }
    if (low >= count) return 0;
    const at = first + low * 12;
    const start = table.getUint32(at);
    if (codePoint < start) return 0;
    const glyph = table.getUint32(at + 8) + (counting ? codePoint - start : 0);
    return glyph > 0xffff ? 0 : glyph;
  };
};

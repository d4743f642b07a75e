/**
 * subsetTrueType :: face, glyphs in their new order → a font file with nothing else
 *
 * Six tables, which is what a PDF's CIDFontType2 needs: glyphs are renumbered in the order given, hinting programs are
 * dropped. A glyph that is drawn at another font's advance is stretched to it, outline and metrics alike, so the file's
 * widths agree with the PDF's (PDF/A asks for that) and letters keep their rhythm.
 */

import { PlatenError } from '../../errors.ts';
import type { Face } from '../font.ts';
import {
  encodeOutline,
  type GlyphData,
  heightened,
  isComposite,
  type Outline,
  readComponents,
  readOutline,
  stretch,
  withoutHints,
} from './glyf.ts';
import { guardFont, openSfnt, type Sfnt } from './sfnt.ts';

export interface SubsetGlyph {
  readonly id: number;
  /** As it is to be drawn, in em. */
  readonly advance: number;
  readonly fit?: Fit;
}

/** Keeps a number in the file free: nothing is drawn there, and it takes no room once packed. */
export const NO_GLYPH: SubsetGlyph = { id: -1, advance: 0 };

/**
 * How a glyph is brought to another width: letters get wider or narrower, a dot larger or smaller, so that it stays round, and a
 * sign stays as large as it is, unless it is wider than its place.
 */
export type Fit = 'letter' | 'dot' | 'sign';

/**
 * Letters stretched further than this look like another font; the rest of the difference goes around them. Narrowed, they
 * go further: a W in the half square of a Chinese font would stand in its neighbours.
 */
const LEAST_STRETCH = 0.45;
const MOST_STRETCH = 1.35;
/** Differences of a unit are rounding, not another width. */
const SAME_WITHIN_UNITS = 1.5;
const LARGEST_SHORT_LOCA = 0x1fffe;

/** `height`: how much higher outlines are drawn than the face has them. */
export const subsetTrueType = (face: Face, glyphs: readonly SubsetGlyph[], height = 1): Uint8Array =>
  guardFont(() => {
    const sfnt = face.sfnt();
    const source = sourceOf(face);
    face.drawGlyphs?.(glyphs.filter((glyph) => glyph !== NO_GLYPH).map(({ id }) => id));
    const slots: Slot[] = glyphs.map((glyph) => {
      const { id, advance, fit } = glyph;
      if (glyph === NO_GLYPH) return EMPTY_SLOT;
      const own = face.advanceOfGlyph(id);
      const wanted = Math.round(advance * face.unitsPerEm);
      const same = own === 0 || Math.abs(wanted - own) <= SAME_WITHIN_UNITS;
      return { id, advance: same ? own : wanted, own, fit, height };
    });
    return writeFont(sfnt, assemble(source, slots));
  });

/** An outline of a subset, and where in it the numbers of those stand that it is made of. */
export interface OutlinePart {
  readonly bytes: Uint8Array;
  readonly components: readonly { readonly at: number; readonly part: OutlinePart }[];
  /** Equal where what is drawn is. */
  readonly identity: string;
}

interface JoinedGlyph {
  /** Its number in the file. */
  readonly code: number;
  /** In units of the font. */
  readonly advance: number;
  readonly outline: OutlinePart;
}

/** A file with the glyphs of several subsets of one font, of which `subset` is one. */
export const joinTrueType = (subset: Uint8Array, glyphs: readonly JoinedGlyph[]): Uint8Array => {
  const pieces: Piece[] = [];
  const slots = new Map<string, number>();
  const queue: OutlinePart[] = [];
  const first = glyphs.reduce((most, { code }) => Math.max(most, code + 1), 0);
  const slotOf = (part: OutlinePart): number => {
    const known = slots.get(part.identity);
    if (known !== undefined) return known;
    slots.set(part.identity, first + queue.push(part) - 1);
    return first + queue.length - 1;
  };
  const drawn = ({ bytes, components }: OutlinePart): Uint8Array => {
    if (components.length === 0) return bytes;
    const copy = new Uint8Array(bytes);
    const view = new DataView(copy.buffer);
    for (const { at, part } of components) view.setUint16(at, slotOf(part));
    return copy;
  };
  for (let index = 0; index < first; index++) pieces.push(EMPTY_PIECE);
  for (const { code, advance, outline } of glyphs) pieces[code] = { advance, bytes: drawn(outline) };
  for (let index = 0; index < queue.length; index++)
    pieces.push({ advance: 0, bytes: drawn(queue[index] as OutlinePart) });
  return writeFont(openSfnt(subset), pieces);
};

/** Where a face's outlines are, and those that were drawn before: fonts outlive many documents. */
interface Source {
  readonly glyph: GlyphData;
  readonly plain: Map<number, Uint8Array>;
}

const SOURCES = new WeakMap<Face, Source>();

const sourceOf = (face: Face): Source => {
  let known = SOURCES.get(face);
  if (known === undefined) {
    known = { glyph: face.glyphData ?? glyphSource(face.sfnt(), face.glyphCount), plain: new Map() };
    SOURCES.set(face, known);
  }
  return known;
};

interface Slot {
  readonly id: number;
  readonly advance: number;
  readonly own: number;
  readonly fit?: Fit | undefined;
  readonly height?: number;
}

const EMPTY_SLOT: Slot = { id: NO_GLYPH.id, advance: 0, own: 0 };

interface Piece {
  readonly advance: number;
  readonly bytes: Uint8Array;
}

/** The outlines of all slots, and of the components that they are made of behind them. */
const assemble = (source: Source, slots: readonly Slot[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  const queue: Slot[] = [...slots];
  const componentSlots = new Map<number, number>();
  const slotOf = (component: number): number => {
    const known = componentSlots.get(component);
    if (known !== undefined) return known;
    queue.push({ id: component, advance: 0, own: 0 });
    componentSlots.set(component, queue.length - 1);
    return queue.length - 1;
  };
  for (let index = 0; index < queue.length; index++) {
    const slot = queue[index];
    if (slot !== undefined) pieces.push({ advance: slot.advance, bytes: drawSlot(source, slot, slotOf) });
  }
  return pieces;
};

const NO_OUTLINE = new Uint8Array(0);
const EMPTY_PIECE: Piece = { advance: 0, bytes: NO_OUTLINE };

/** A damaged glyph is left out: the rest of the document is worth more than it. */
const drawSlot = (source: Source, slot: Slot, slotOf: (component: number) => number): Uint8Array => {
  if (slot === EMPTY_SLOT) return NO_OUTLINE;
  const { height = 1 } = slot;
  const isPlain = slot.advance === slot.own && height === 1;
  const known = isPlain ? source.plain.get(slot.id) : undefined;
  if (known !== undefined) return known;
  try {
    const data = source.glyph(slot.id);
    if (data.byteLength < 10) return NO_OUTLINE;
    if (!isPlain) return stretched(source.glyph, slot);
    const bytes = withoutHints(data);
    if (isComposite(data)) {
      const view = new DataView(bytes.buffer);
      for (const { at, glyph } of readComponents(data)) view.setUint16(at, slotOf(glyph));
    } else source.plain.set(slot.id, bytes);
    return bytes;
  } catch (error) {
    if (error instanceof RangeError || error instanceof PlatenError) return NO_OUTLINE;
    throw error;
  }
};

const stretched = (source: GlyphData, { id, advance, own, fit, height = 1 }: Slot): Uint8Array => {
  const drawn = readOutline(source, id);
  if (fit === 'sign') return encodeOutline(fitted(drawn, advance));
  const scale = own === 0 ? 1 : Math.max(LEAST_STRETCH, Math.min(MOST_STRETCH, advance / own));
  const outline = stretch(drawn, scale, (advance - own * scale) / 2);
  if (height !== 1) return encodeOutline({ ...outline, ys: outline.ys.map((y) => Math.round(y * height)) });
  return encodeOutline(fit === 'dot' ? heightened(outline, scale) : outline);
};

/** In the middle of its place. */
const fitted = (outline: Outline, advance: number): Outline => {
  const [left, right] = [Math.min(...outline.xs), Math.max(...outline.xs)];
  const scale = right - left > advance ? advance / (right - left) : 1;
  return heightened(stretch(outline, scale, (advance - (left + right) * scale) / 2), scale);
};

export const glyphSource = (sfnt: Sfnt, glyphCount: number): GlyphData => {
  const glyf = sfnt.table('glyf');
  const loca = sfnt.table('loca');
  const long = sfnt.table('head').getInt16(50) !== 0;
  const offset = (index: number): number =>
    long ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2;
  const empty = new DataView(new ArrayBuffer(0));
  return (glyph) => {
    if (glyph >= glyphCount) return empty;
    const start = offset(glyph);
    const end = Math.min(offset(glyph + 1), glyf.byteLength);
    return end > start ? new DataView(glyf.buffer, glyf.byteOffset + start, end - start) : empty;
  };
};

const copyOf = (table: DataView, bytes = table.byteLength): Uint8Array => {
  const copy = new Uint8Array(bytes);
  copy.set(new Uint8Array(table.buffer, table.byteOffset, Math.min(bytes, table.byteLength)));
  return copy;
};

const writeFont = (sfnt: Sfnt, pieces: readonly Piece[]): Uint8Array => {
  const count = pieces.length;
  const glyfBytes = pieces.reduce((sum, piece) => sum + even(piece.bytes.byteLength), 0);
  const short = glyfBytes <= LARGEST_SHORT_LOCA;
  const glyf = new Uint8Array(glyfBytes);
  const loca = new DataView(new ArrayBuffer((count + 1) * (short ? 2 : 4)));
  const hmtx = new DataView(new ArrayBuffer(count * 4));
  let at = 0;
  let widest = 0;
  pieces.forEach(({ advance, bytes }, index) => {
    glyf.set(bytes, at);
    at += even(bytes.byteLength);
    if (short) loca.setUint16((index + 1) * 2, at / 2);
    else loca.setUint32((index + 1) * 4, at);
    const left = bytes.byteLength < 10 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getInt16(2);
    hmtx.setUint16(index * 4, Math.min(0xffff, advance));
    hmtx.setInt16(index * 4 + 2, left);
    widest = Math.max(widest, advance);
  });

  const head = copyOf(sfnt.table('head'), 54);
  const headView = new DataView(head.buffer);
  headView.setUint32(8, 0); // the checksum adjustment, set once the file is whole
  // Bit 1: the left side bearing is the outline's left edge, which is what was written above.
  headView.setUint16(16, headView.getUint16(16) | 0x0002);
  headView.setInt16(50, short ? 0 : 1);
  const hhea = copyOf(sfnt.table('hhea'), 36);
  const hheaView = new DataView(hhea.buffer);
  hheaView.setUint16(10, Math.min(0xffff, widest));
  hheaView.setUint16(34, count);

  return packTables([
    ['glyf', glyf],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', new Uint8Array(hmtx.buffer)],
    ['loca', new Uint8Array(loca.buffer)],
    ['maxp', writeMaxp(sfnt.table('maxp'), count)],
  ]);
};

const writeMaxp = (source: DataView, count: number): Uint8Array => {
  const maxp = copyOf(source, 32);
  const view = new DataView(maxp.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, count);
  // Composites may have become simple glyphs.
  view.setUint16(6, Math.max(view.getUint16(6), view.getUint16(10)));
  view.setUint16(8, Math.max(view.getUint16(8), view.getUint16(12)));
  view.setUint16(14, 1); // zones: no twilight zone without programs
  for (let at = 16; at <= 26; at += 2) view.setUint16(at, 0);
  return maxp;
};

const even = (length: number): number => (length + 1) & ~1;
const padded = (length: number): number => (length + 3) & ~3;

const checksum = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
};

/** Tables in alphabetical order, as the directory must have them. */
export const packTables = (tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array => {
  const directory = 12 + tables.length * 16;
  const file = new Uint8Array(tables.reduce((sum, [, bytes]) => sum + padded(bytes.byteLength), directory));
  const view = new DataView(file.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, tables.length * 16 - power * 16);
  let at = directory;
  let headAt = 0;
  let total = 0;
  tables.forEach(([tag, bytes], index) => {
    file.set(bytes, at);
    const record = 12 + index * 16;
    for (let letter = 0; letter < 4; letter++) view.setUint8(record + letter, tag.charCodeAt(letter));
    const sum = checksum(file.subarray(at, at + padded(bytes.byteLength)));
    total += sum;
    view.setUint32(record + 4, sum);
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, bytes.byteLength);
    if (tag === 'head') headAt = at;
    at += padded(bytes.byteLength);
  });
  // Of the whole file: sums of words add up.
  total += checksum(file.subarray(0, directory));
  view.setUint32(headAt + 8, (0xb1b0afba - total) >>> 0);
  return file;
};

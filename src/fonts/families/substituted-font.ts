/**
 * SubstitutedFont: a face with the numbers of the font that it stands for.
 *
 * Advances are asked for once a character and then for every letter of every document, so the answers for the basic Latin
 * and its neighbours sit in an array.
 */

import type {
  Face,
  Font,
  FontKey,
  LineMetrics,
  MatchQuality,
  Rule,
  ShapedGlyphs,
  ShapeOptions,
} from '../font.ts';
import type { Shaper } from '../shaper.ts';
import { lineOf } from '../tables/metrics-tables.ts';
import { joinedForm, nextLetter } from './joined-letters.ts';
import type { Kerning } from './kerning.ts';
import type { OriginalNumbers } from './proprietary-metrics.ts';
import type { BorrowedAdvances } from './substituted-advances.ts';
import { formOf, symbolToUnicode } from './symbol-encodings.ts';

interface DrawnFontParts {
  readonly key: FontKey;
  readonly face: Face;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly quality: MatchQuality;
  readonly substitute: string | undefined;
  /** Of the font that the face stands for; the face's own where absent. */
  readonly numbers: OriginalNumbers | undefined;
  readonly borrowed: BorrowedAdvances | undefined;
  /** The original's kerning, where it is known and the face's is another. */
  readonly kerning?: Kerning | undefined;
  /** Whether the face is a metric twin of the original. */
  readonly twin: boolean;
  readonly encoding: ReadonlyMap<number, number> | undefined;
  readonly shaper: Shaper;
  /** 1 where absent. */
  readonly letterHeight?: number;
  /** Of East Asian text, for what the face lacks. */
  readonly language?: string | undefined;
}

/** Latin, Greek and Cyrillic: below this, advances are in an array. */
const FAST_LIMIT = 0x500;
const UNKNOWN = -1;

/** Faces that are never made bolder than they are: nor does Word thicken Arial Black [M]. */
const BLACK = /\b(?:black|heavy)$/i;

/** Characters that a face may lack and that look the same as others. */
const LOOK_ALIKES: ReadonlyMap<number, readonly number[]> = new Map([
  [0x00a0, [0x20]],
  [0x202f, [0x2009, 0x20]],
  [0x00ad, [0x2d]],
  [0x2010, [0x2d]],
  [0x2011, [0x2010, 0x2d]],
  [0x2015, [0x2014]],
  [0x2126, [0x03a9]],
  [0x03a9, [0x2126]],
  [0x00b5, [0x03bc]],
  [0x03bc, [0x00b5]],
  [0x2206, [0x0394]],
  [0x0394, [0x2206]],
  [0x2215, [0x2044, 0x2f]],
  [0x2219, [0x22c5, 0xb7]],
  [0x22c5, [0x2219, 0xb7]],
  [0x02c9, [0xaf]],
]);

export class SubstitutedFont implements Font {
  readonly key: FontKey;
  readonly face: Face;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly quality: MatchQuality;
  readonly substitute: string | undefined;
  readonly synthetic: { readonly bold: boolean; readonly italic: boolean };
  readonly line: LineMetrics;
  readonly descriptor: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  readonly capHeight: number;
  readonly xHeight: number;
  readonly letterHeight: number;
  readonly underline: Rule;
  readonly strike: Rule;
  /** For fallback: the same numbers on another face. */
  readonly parts: DrawnFontParts;

  readonly #glyphs = new Int32Array(FAST_LIMIT).fill(UNKNOWN);
  readonly #fast = new Float64Array(FAST_LIMIT).fill(Number.NaN);
  readonly #slow = new Map<number, number>();
  /** Advances of glyphs that differ from the face's own, by glyph. */
  readonly #borrowedByGlyph = new Map<number, number>();

  constructor(parts: DrawnFontParts) {
    const { face } = parts;
    this.parts = parts;
    this.key = parts.key;
    this.face = face;
    this.family = parts.family;
    this.bold = parts.bold;
    this.italic = parts.italic;
    this.quality = parts.quality;
    this.substitute = parts.substitute;
    this.synthetic = {
      bold: parts.bold && !face.bold && !BLACK.test(face.family),
      italic: parts.italic && !face.italic,
    };
    const measures = parts.numbers === undefined ? measuresOfFace(face) : measuresOfOriginal(parts.numbers);
    this.line = measures.line;
    this.descriptor = measures.descriptor;
    this.capHeight = measures.capHeight;
    this.xHeight = measures.xHeight;
    this.letterHeight = parts.letterHeight ?? 1;
    this.underline = measures.underline;
    this.strike = measures.strike;
  }

  has(codePoint: number): boolean {
    return this.glyphFor(codePoint) !== 0;
  }

  unicodeFor(codePoint: number): number {
    return this.parts.encoding === undefined ? codePoint : symbolToUnicode(this.parts.encoding, codePoint);
  }

  glyphFor(codePoint: number): number {
    if (codePoint >= FAST_LIMIT) return this.#findGlyph(codePoint);
    const known = this.#glyphs[codePoint] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const glyph = this.#findGlyph(codePoint);
    this.#glyphs[codePoint] = glyph;
    return glyph;
  }

  #findGlyph(codePoint: number): number {
    const { encoding } = this.parts;
    // An installed Symbol or Wingdings has its own glyphs at U+F0xx.
    const own = this.face.glyphFor(codePoint);
    if (own !== 0 && (encoding === undefined || codePoint > 0xff)) return own;
    const shown = encoding === undefined ? codePoint : symbolToUnicode(encoding, codePoint);
    const form = encoding === undefined ? shown : formOf(encoding, shown);
    const glyph = shown === codePoint ? own : this.face.glyphFor(form) || this.face.glyphFor(shown);
    if (glyph !== 0) return glyph;
    for (const other of LOOK_ALIKES.get(shown) ?? []) {
      const alike = this.face.glyphFor(other);
      if (alike !== 0) return alike;
    }
    return 0;
  }

  advance(codePoint: number): number {
    const known = codePoint < FAST_LIMIT ? this.#fast[codePoint] : this.#slow.get(codePoint);
    if (known !== undefined && !Number.isNaN(known)) return known;
    const advance = this.#findAdvance(codePoint);
    if (codePoint < FAST_LIMIT) this.#fast[codePoint] = advance;
    else this.#slow.set(codePoint, advance);
    return advance;
  }

  #findAdvance(codePoint: number): number {
    const glyph = this.glyphFor(codePoint);
    const own = this.face.advanceOfGlyph(glyph) / this.face.unitsPerEm;
    // A symbol font's advances are kept under U+F0xx, whichever way the document writes the character.
    const kept = this.parts.encoding !== undefined && codePoint <= 0xff ? 0xf000 + codePoint : codePoint;
    const borrowed = this.#joinedAdvance(String.fromCodePoint(kept), 0) ?? this.parts.borrowed?.advance(kept);
    if (borrowed === undefined) return own;
    if (glyph !== 0 && !this.#borrowedByGlyph.has(glyph)) this.#borrowedByGlyph.set(glyph, borrowed);
    return borrowed;
  }

  advanceOfGlyph(glyph: number): number {
    return this.#borrowedByGlyph.get(glyph) ?? this.face.advanceOfGlyph(glyph) / this.face.unitsPerEm;
  }

  measure(text: string): number {
    let width = 0;
    for (let index = 0; index < text.length; index++) {
      let codePoint = text.charCodeAt(index);
      if (codePoint >= 0xd800 && codePoint < 0xdc00) {
        codePoint = text.codePointAt(index) ?? codePoint;
        if (codePoint > 0xffff) index++;
      }
      width += this.advance(codePoint);
    }
    return width;
  }

  shape(text: string, options: ShapeOptions = {}): ShapedGlyphs {
    if (this.face.glyphData !== undefined) return this.#sideBySide(text);
    // HarfBuzz looks glyphs up by itself: it must see the characters that are drawn.
    const shown = this.parts.encoding === undefined ? text : this.#unicodeText(text);
    const shaped = this.parts.shaper.shape(this.face, shown, options);
    return this.parts.borrowed === undefined
      ? shaped
      : this.#withBorrowedAdvances(shaped, shown, options.kerning === true ? this.parts.kerning : undefined);
  }

  /** Ideographs neither join nor kern. */
  #sideBySide(text: string): ShapedGlyphs {
    const ids: number[] = [];
    const advances: number[] = [];
    const clusters: number[] = [];
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      ids.push(this.glyphFor(codePoint));
      advances.push(this.advance(codePoint));
      clusters.push(index);
      if (codePoint > 0xffff) index++;
    }
    return { ids, advances, clusters };
  }

  #unicodeText(text: string): string {
    return Array.from(text, (character) =>
      String.fromCodePoint(this.unicodeFor(character.codePointAt(0) ?? 0)),
    ).join('');
  }

  /**
   * Characters get the original's advances. A twin's kerning is the original's as well; a look-alike's is not, and would
   * only move lines away from where they should break.
   */
  #withBorrowedAdvances(shaped: ShapedGlyphs, text: string, kerning: Kerning | undefined): ShapedGlyphs {
    const { unitsPerEm } = this.face;
    /** By cluster, how much wider its letter is than the face's: marks move along. */
    const widened = new Map<number, number>();
    const advances = shaped.advances.map((advance, index) => {
      const glyph = shaped.ids[index] ?? 0;
      const cluster = shaped.clusters[index] ?? 0;
      const codePoint = text.codePointAt(cluster) ?? 0;
      // A mark takes no room.
      if (advance === 0) return 0;
      const ofForm = codePoint >= 0x600 && codePoint < 0x700 ? this.#joinedAdvance(text, cluster) : undefined;
      const own = this.glyphFor(codePoint);
      const ownAdvance = this.face.advanceOfGlyph(own) / unitsPerEm;
      let borrowed: number;
      if (ofForm !== undefined) {
        borrowed = ofForm;
        if (!this.#borrowedByGlyph.has(glyph)) this.#borrowedByGlyph.set(glyph, borrowed);
      } else if (own === glyph) {
        borrowed = this.advance(codePoint) + (this.parts.twin ? advance - ownAdvance : 0);
        if (kerning !== undefined && cluster + 1 < text.length)
          borrowed += kerning(text.slice(cluster, cluster + 2));
      } else {
        // A ligature, an alternate, a part of a letter: by as much wider or narrower as the letter is.
        const ratio = own === 0 || ownAdvance === 0 ? 1 : this.advance(codePoint) / ownAdvance;
        borrowed = advance * ratio;
      }
      if (borrowed !== advance) widened.set(cluster, borrowed / advance);
      return borrowed;
    });
    const { offsets } = shaped;
    if (offsets === undefined || widened.size === 0) return { ...shaped, advances };
    return {
      ...shaped,
      advances,
      offsets: offsets.map(({ x, y }, index) => ({
        x: x * (widened.get(shaped.clusters[index] ?? 0) ?? 1),
        y,
      })),
    };
  }

  /** Of a letter of the Arabic script as it stands among others. */
  #joinedAdvance(text: string, at: number): number | undefined {
    if (this.parts.borrowed === undefined) return undefined;
    const joined = joinedForm(text, at);
    if (joined === undefined) return undefined;
    const { borrowed } = this.parts;
    const form = borrowed?.advance(joined.form);
    if (joined.ligature === undefined || form === undefined) return form;
    // What the ligature has beyond its alef, which gets the width of its own form.
    const alef = this.#joinedAdvance(text, nextLetter(text, at)) ?? 0;
    return Math.max(0, (borrowed?.advance(joined.ligature) ?? form + alef) - alef);
  }
}

interface Measures {
  readonly line: LineMetrics;
  readonly descriptor: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  readonly capHeight: number;
  readonly xHeight: number;
  readonly underline: Rule;
  readonly strike: Rule;
}

const lineMetrics = (ascent: number, descent: number): LineMetrics => ({
  ascent,
  descent,
  height: ascent + descent,
});

const measuresOfOriginal = (numbers: OriginalNumbers): Measures => {
  const { em, descriptor, underline, strike } = numbers;
  return {
    line: lineMetrics(numbers.ascent / em, numbers.descent / em),
    descriptor: { ascent: descriptor[0] / em, descent: descriptor[1] / em, capHeight: descriptor[2] / em },
    capHeight: numbers.capHeight / em,
    xHeight: numbers.xHeight / em,
    underline: { top: underline[0] / em, thickness: underline[1] / em },
    strike: { top: strike[0] / em, thickness: strike[1] / em },
  };
};

const measuresOfFace = (face: Face): Measures => {
  const { units, unitsPerEm: em } = face;
  const line = lineOf(units);
  const { os2, hhea } = units;
  // Typical of Latin faces, for fonts older than these fields.
  const xHeight = os2?.xHeight || em * 0.48;
  const capHeight = os2?.capHeight || em * 0.7;
  return {
    line: lineMetrics(line.ascent / em, line.descent / em),
    descriptor: {
      ascent: hhea.ascent / em,
      descent: (os2?.typoDescent ?? hhea.descent) / em,
      capHeight: (os2?.typoAscent ?? capHeight) / em,
    },
    capHeight: capHeight / em,
    xHeight: xHeight / em,
    underline: { top: units.underlinePosition / em, thickness: units.underlineThickness / em },
    strike: {
      top: (os2?.strikePosition ?? xHeight * 0.6) / em,
      thickness: (os2?.strikeThickness ?? units.underlineThickness) / em,
    },
  };
};

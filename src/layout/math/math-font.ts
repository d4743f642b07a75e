/**
 * MathFont: glyphs of formulas, their sizes, and the numbers that formulas are set by
 *
 * Word sets them in Cambria Math. Where that is not installed, STIX Two Math is drawn, at Cambria Math's advances as far as
 * they are known, and by those of its constants that can be read out of Word's own files.
 */
import type { Font, FontLibrary, ShapedGlyphs } from '../../fonts/font.ts';
import { type GlyphBox, glyphBox } from '../../fonts/tables/glyph-box.ts';
import { type MathConstant, type MathTable, mathTableOf } from '../../fonts/tables/math-table.ts';

/** Of Cambria Math, in em, measured in formulas that Word set [M]. */
const MEASURED: Partial<Record<MathConstant, number>> = {
  axisHeight: 0.2856,
  subscriptShiftDown: 0.2,
  superscriptShiftUp: 0.37,
  spaceAfterScript: 0.0415,
  fractionNumeratorDisplayStyleShiftUp: 0.76,
  fractionDenominatorDisplayStyleShiftDown: 0.67,
  fractionNumeratorShiftUp: 0.59,
  fractionDenominatorShiftDown: 0.5,
  fractionRuleThickness: 0.065,
};

/** Advances of Cambria Math in thousandths of the em [M]: italic, bold italic, bold digits, signs. */
const ADVANCES: readonly (readonly [characters: string, advance: number])[] = [
  ['𝐶', 597],
  ['𝐻', 728],
  ['𝐼', 379],
  ['𝐽', 382],
  ['𝑅', 637],
  ['𝑉', 625],
  ['𝑎', 557],
  ['𝑐', 460],
  ['𝑒', 496],
  ['𝑓', 550],
  ['𝑗', 359],
  ['𝑙', 316],
  ['𝑣', 544],
  ['𝑦', 560],
  ['𝜃', 563],
  ['𝜔', 726],
  ['𝜀', 455],
  ['𝑹', 697],
  ['𝒄', 505],
  ['𝒆', 549],
  ['𝒇', 563],
  ['𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', 598],
  ['∗', 483],
  ['∆', 596],
  ['+−=', 747],
];

const KNOWN_ADVANCES: ReadonlyMap<number, number> = new Map(
  ADVANCES.flatMap(([characters, advance]) =>
    [...characters].map((character) => [character.codePointAt(0) ?? 0, advance / 1000] as const),
  ),
);

/** A wider gap after a glyph, in em, would part words for who copies them. */
const MOST_GAP = 0.09;
/** Letters of scripts are drawn for their size, and wider: digits by less than letters [M]. */
const SMALL_DIGIT = 579 / 554;
const SMALL_LETTER = 1.1;

interface MathGlyph {
  readonly font: Font;
  readonly id: number;
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
  readonly italic: number;
  /** What its ink covers, from its own left edge. */
  readonly left: number;
  readonly right: number;
}

/** A glyph of some size, or several that make one. Lengths in em; y grows upwards. */
export interface Grown {
  readonly glyphs: ShapedGlyphs;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Parts of one sign: an arrow over a page needs no more. */
const MOST_PARTS = 300;

export class MathFont {
  readonly font: Font;
  readonly #table: MathTable;
  readonly #library: FontLibrary;
  /** Cambria's letters, for their advances; undefined where the font is itself. */
  readonly #letters: Font | undefined;
  readonly #glyphs = new Map<number, MathGlyph>();

  constructor(font: Font, table: MathTable, library: FontLibrary, letters: Font | undefined) {
    this.font = font;
    this.#table = table;
    this.#library = library;
    this.#letters = letters;
  }

  constant(name: MathConstant): number {
    return (this.#letters === undefined ? undefined : MEASURED[name]) ?? this.#table.constants[name];
  }

  glyph(codePoint: number): MathGlyph {
    let known = this.#glyphs.get(codePoint);
    if (known === undefined) {
      const font = this.font.has(codePoint) ? this.font : this.#library.fontFor(codePoint, this.font);
      known = this.#measured(font, font.glyphFor(codePoint), this.#advance(font, codePoint));
      this.#glyphs.set(codePoint, known);
    }
    return known;
  }

  #advance(font: Font, codePoint: number): number {
    if (font !== this.font || this.#letters === undefined) return font.advance(codePoint);
    const known = KNOWN_ADVANCES.get(codePoint);
    if (known !== undefined) return Math.min(known, font.advance(codePoint) + MOST_GAP);
    // Letters, digits and signs of the keyboard: the widths of the text font.
    return codePoint < 0x7f ? this.#letters.advance(codePoint) : font.advance(codePoint);
  }

  #measured(font: Font, id: number, advance: number): MathGlyph {
    const box: GlyphBox = glyphBox(font.face, id) ?? { left: 0, right: advance, top: 0.7, bottom: -0.2 };
    return {
      font,
      id,
      advance,
      ascent: box.top,
      descent: -box.bottom,
      italic: font === this.font ? this.#table.italicCorrection(id) : 0,
      left: box.left,
      right: box.right,
    };
  }

  /** In scripts, where Cambria Math has letters of their own. */
  smallAdvance(codePoint: number): number {
    const { advance, font } = this.glyph(codePoint);
    if (this.#letters === undefined || font !== this.font) return advance;
    const own = font.advance(codePoint) + MOST_GAP;
    if (codePoint >= 0x30 && codePoint <= 0x39) return Math.min(own, advance * SMALL_DIGIT);
    const letter = codePoint >= 0x1d400 && codePoint < 0x1d7cc;
    return letter ? Math.min(own, advance * SMALL_LETTER) : advance;
  }

  /** How much nearer something at this height may come to the lower right of a glyph; never further. */
  lowerKern(glyph: number, height: number): number {
    return Math.min(0, this.#table.lowerKern(glyph, height));
  }

  /** Where an accent's middle stands over a character. */
  accentPlace(codePoint: number): number {
    const { id, advance, font } = this.glyph(codePoint);
    return (font === this.font ? this.#table.accentPlace(id) : undefined) ?? advance / 2;
  }

  /** The smallest that is at least as high; the largest there is where none is. */
  tall(codePoint: number, height: number): Grown {
    const { id } = this.glyph(codePoint);
    const grown = this.#table.construction(id, 'vertical');
    const variant = grown?.variants.find(({ size }) => size >= height);
    if (variant !== undefined) return this.#single(variant.glyph, codePoint);
    const parts = grown === undefined ? [] : this.#assembled(grown.parts, height);
    if (parts.length === 0) return this.#single(grown?.variants.at(-1)?.glyph ?? id, codePoint);
    let y = 0;
    const ids: number[] = [];
    const offsets: { x: number; y: number }[] = [];
    const first = glyphBox(this.font.face, parts[0]?.glyph ?? 0)?.bottom ?? 0;
    let width = 0;
    for (const { glyph, size, join } of parts) {
      const bottom = glyphBox(this.font.face, glyph)?.bottom ?? 0;
      offsets.push({ x: 0, y: y - bottom + first });
      ids.push(glyph);
      width = Math.max(width, this.font.advanceOfGlyph(glyph));
      y += size - join;
    }
    const total = y + (parts.at(-1)?.join ?? 0);
    // Glyphs stand over each other: only the last one moves the pen.
    const advances = ids.map((_, index) => (index === ids.length - 1 ? width : 0));
    return {
      glyphs: { ids, advances, clusters: ids.map(() => 0), offsets },
      width,
      top: first + total,
      bottom: first,
    };
  }

  wide(codePoint: number, width: number): Grown {
    const { id } = this.glyph(codePoint);
    const grown = this.#table.construction(id, 'horizontal');
    const variant = grown?.variants.findLast(({ size }) => size <= width * 1.02);
    const parts = grown === undefined ? [] : this.#assembled(grown.parts, width);
    const largest = grown?.variants.at(-1)?.size ?? 0;
    if (parts.length === 0 || largest >= width) return this.#single(variant?.glyph ?? id, codePoint);
    const ids = parts.map(({ glyph }) => glyph);
    const advances = parts.map(({ size, join }, index) => (index === parts.length - 1 ? size : size - join));
    const boxes = ids.map((glyph) => glyphBox(this.font.face, glyph));
    return {
      glyphs: { ids, advances, clusters: ids.map(() => 0) },
      width: advances.reduce((sum, advance) => sum + advance, 0),
      top: Math.max(...boxes.map((box) => box?.top ?? 0)),
      bottom: Math.min(...boxes.map((box) => box?.bottom ?? 0)),
    };
  }

  #single(glyph: number, codePoint: number): Grown {
    const own = this.glyph(codePoint);
    const font = own.font;
    const box = glyphBox(font.face, glyph);
    const advance = glyph === own.id ? own.advance : font.advanceOfGlyph(glyph);
    return {
      glyphs: { ids: [glyph], advances: [advance], clusters: [0] },
      width: advance,
      top: box?.top ?? own.ascent,
      bottom: box?.bottom ?? -own.descent,
    };
  }

  /** Extenders as often as it takes, and joined as far as they may be. */
  #assembled(
    parts: readonly {
      readonly glyph: number;
      readonly size: number;
      readonly start: number;
      readonly end: number;
      readonly extender: boolean;
    }[],
    wanted: number,
  ): readonly { readonly glyph: number; readonly size: number; readonly join: number }[] {
    if (parts.length === 0) return [];
    const { overlap } = this.#table;
    for (let times = 0; times * parts.length < MOST_PARTS; times++) {
      const list = parts.flatMap((part) =>
        part.extender ? Array.from({ length: times }, () => part) : [part],
      );
      const most = list.reduce((sum, { size }) => sum + size, 0) - overlap * Math.max(0, list.length - 1);
      if (most < wanted || list.length === 0) continue;
      // What is too much is taken by joining them closer.
      const spare = list.length < 2 ? 0 : (most - wanted) / (list.length - 1);
      return list.map(({ glyph, size, end }, index) => {
        const next = list[index + 1];
        const limit = next === undefined ? 0 : Math.max(overlap, Math.min(end, next.start));
        return { glyph, size, join: next === undefined ? 0 : Math.min(overlap + spare, limit) };
      });
    }
    return [];
  }
}

const KNOWN = new WeakMap<FontLibrary, MathFont | null>();

/** Undefined where neither font is there. */
export const mathFontOf = (library: FontLibrary): MathFont | undefined => {
  let known = KNOWN.get(library);
  if (known === undefined) {
    known = find(library) ?? null;
    KNOWN.set(library, known);
  }
  return known ?? undefined;
};

const find = (library: FontLibrary): MathFont | undefined => {
  const cambria = library.resolve({ family: 'Cambria Math' });
  const own = mathTableOf(cambria.face);
  if (own !== undefined) return new MathFont(cambria, own, library, undefined);
  const stix = library.resolve({ family: 'STIX Two Math' });
  const table = mathTableOf(stix.face);
  return table === undefined ? undefined : new MathFont(stix, table, library, cambria);
};

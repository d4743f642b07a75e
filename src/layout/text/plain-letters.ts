/**
 * PlainLetters: Latin letters that a format's own font draws, each as wide as it always is. Most text is nothing else, and
 * is measured by adding them up.
 */

import type { Font } from '../../fonts/font.ts';
import { memoBy } from '../../memo.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import { scriptOf } from './scripts.ts';

/** How wide plain text is, without looking for the places where it breaks. */
export interface Extent {
  /** Where it ends in one line, and where its last letter does. */
  line: number;
  ink: number;
  /** The longest stretch without a blank, and the one that is going on. */
  longest: number;
  token: number;
}

/** The format that they are drawn in. */
export interface LetterFormat {
  readonly properties: RunProperties;
  /** Points. */
  readonly size: number;
  readonly fonts: Readonly<Record<'ascii' | 'hAnsi' | 'eastAsia' | 'complex', Font>>;
}

export class PlainLetters {
  readonly #of: LetterFormat;
  /** In em; not a number where nobody has asked yet. */
  readonly #advances: Float64Array;

  constructor(format: LetterFormat) {
    this.#of = format;
    this.#advances = tableOf(format);
  }

  /** Whether text is nothing else. */
  hold(text: string): boolean {
    for (let index = 0; index < text.length; index++)
      if (this.#advance(text.charCodeAt(index)) < 0) return false;
    return text !== '';
  }

  /** Negative for what is not plain. */
  #advance(unit: number): number {
    const at = unit < LATIN_END ? unit : unit - PUNCTUATION + LATIN_END;
    const known = at < LATIN_END && unit >= LATIN_END ? SPECIAL : (this.#advances[at] ?? SPECIAL);
    if (!Number.isNaN(known)) return known;
    const { ascii } = this.#of.fonts;
    const advance = this.#drawsItself(unit) ? ascii.advance(unit) : SPECIAL;
    this.#advances[at] = advance;
    return advance;
  }

  #drawsItself(codePoint: number): boolean {
    const { fonts, properties } = this.#of;
    const script = scriptOf(codePoint, properties.eastAsiaHint === true);
    // What is East Asian may be lent by another face, as a square.
    if (script === 'eastAsia') return false;
    return fonts[script] === fonts.ascii && fonts.ascii.has(codePoint) && !isUnseen(codePoint);
  }

  /** To the last digit what measuring its words would give: they are added up as a line adds them. */
  extend(extent: Extent, text: string): boolean {
    const { length } = text;
    if (length > MOST_ADDED) return false;
    const advances = this.#advances;
    let em = 0;
    let count = 0;
    let blank = false;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if ((unit === BLANK) !== blank) {
        if (count > 0) this.#add(extent, em, count, blank, false);
        em = 0;
        count = 0;
        blank = !blank;
      }
      // Read here where it can be: a fraction that a call hands back takes memory, for each letter of a document.
      let advance = unit < LATIN_END ? (advances[unit] as number) : Number.NaN;
      if (!(advance >= 0)) {
        advance = this.#advance(unit);
        if (advance < 0) return false;
      }
      em += advance;
      count += 1;
      if (isDash(unit) && dividesWord(unit, count, text.charCodeAt(index + 1))) {
        this.#add(extent, em, count, false, true);
        em = 0;
        count = 0;
      }
    }
    if (count > 0) this.#add(extent, em, count, blank, count > 1 && isDash(text.charCodeAt(length - 1)));
    return true;
  }

  #add(extent: Extent, em: number, count: number, blank: boolean, ends: boolean): void {
    const { size } = this.#of;
    const { spacing = 0, scale = 1 } = this.#of.properties;
    const width = em * size * scale + spacing * count;
    extent.line += width;
    if (blank) {
      extent.token = 0;
      return;
    }
    extent.ink = extent.line;
    extent.token += width;
    if (extent.token > extent.longest) extent.longest = extent.token;
    if (ends) extent.token = 0;
  }
}

/** Basic Latin to Latin Extended-B, dashes, quotes and currencies; what they are in a format is asked once. */
const LATIN_END = 0x250;
const [PUNCTUATION, PUNCTUATION_END] = [0x2010, 0x20d0];
/** In place of an advance: of a character that needs more than that. */
const SPECIAL = -1;
const [BLANK, HYPHEN, SOFT_HYPHEN] = [0x20, 0x2d, 0xad];
/** Longer texts may have words that are cut. */
const MOST_ADDED = 200;

/** Hyphens that may show, and marks of direction. */
const isUnseen = (unit: number): boolean => unit === SOFT_HYPHEN || (unit >= 0x2028 && unit <= 0x202e);

/** Behind which a word may be divided. */
const isDash = (unit: number): boolean =>
  unit === HYPHEN || (unit >= 0x2010 && unit <= 0x2014 && unit !== 0x2011);

/** A hyphen that begins a word is a sign; at its end there is nothing to divide. */
const dividesWord = (dash: number, count: number, next: number): boolean =>
  !(dash === HYPHEN && count === 1) && !Number.isNaN(next) && next !== BLANK && !isDash(next);

/** By font, of formats that draw all of Latin with one: the same in every document. */
const TABLES = new WeakMap<Font, Float64Array>();

const emptyTable = (): Float64Array =>
  new Float64Array(LATIN_END + PUNCTUATION_END - PUNCTUATION).fill(Number.NaN);

const tableOf = ({ fonts, properties }: LetterFormat): Float64Array => {
  if (fonts.hAnsi !== fonts.ascii || properties.eastAsiaHint === true) return emptyTable();
  return memoBy(TABLES, fonts.ascii, emptyTable);
};

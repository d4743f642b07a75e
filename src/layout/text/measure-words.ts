/**
 * WordMeasurer :: text in one format → words: stretches of one font each, as wide and high as they are drawn
 */
import type { Font, FontLibrary, LigatureKind, ShapedGlyphs } from '../../fonts/font.ts';
import type { FontUsage } from './font-usage.ts';
import { type Extent, type LetterFormat, PlainLetters } from './plain-letters.ts';
import { scriptOf } from './scripts.ts';

/** Text that no line may break inside, measured. */
export interface Word {
  /** Some of its letters run from right to left. */
  readonly rightToLeft?: boolean;
  readonly parts: readonly WordPart[];
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

export interface WordPart {
  readonly font: Font;
  readonly size: number;
  readonly text: string;
  readonly width: number;
  readonly glyphs: ShapedGlyphs | undefined;
}

/** Where a document says no size (§17.3.2.38). */
export const DEFAULT_SIZE = 10;
/** §17.3.2.33 [M]: lower case letters of small capitals. */
const SMALL_CAPS = 0.8;
/** That are shaped in the time of a line. */
const LETTERS_A_LINE = 8;
/** Most words kept of one format: a document of random letters must not fill memory. */
const MOST_WORDS = 20_000;

interface Measuring extends LetterFormat {
  readonly lineSize: number;
  readonly position: number;
  /** Above and below the letters, for their shadow. */
  readonly room: { readonly above: number; readonly below: number };
  readonly symbolFont: (family: string) => Font;
  readonly usage: FontUsage;
  readonly tick: (count?: number) => void;
}

export class WordMeasurer {
  readonly #library: FontLibrary;
  readonly #how: Measuring;
  readonly #words = new Map<string, Word>();
  /** Words that run from right to left. */
  readonly #turned = new Map<string, Word>();
  readonly #kerning: boolean;
  readonly #ligatures: readonly LigatureKind[];
  readonly #letters: PlainLetters;
  /** Whether they are as wide together as each by itself. */
  readonly #adds: boolean;

  constructor(library: FontLibrary, how: Measuring) {
    this.#library = library;
    this.#how = how;
    this.#letters = new PlainLetters(how);
    const { kerning, size, ligatures } = how.properties;
    // §17.3.2.19: from that size on, and never for 0.
    this.#kerning = kerning !== undefined && kerning > 0 && (size ?? DEFAULT_SIZE) >= kerning;
    this.#ligatures = ligatures ?? [];
    const { caps, smallCaps } = how.properties;
    this.#adds = caps !== true && smallCaps !== true && !this.#kerning && this.#ligatures.length === 0;
  }

  word(text: string): Word {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const word = this.#measure(text);
    if (this.#words.size < MOST_WORDS) this.#words.set(text, word);
    return word;
  }

  extend(extent: Extent, text: string): boolean {
    return this.#adds && this.#letters.extend(extent, text);
  }

  /** Shaped so whatever its letters are, its first part at the right. */
  turned(text: string): Word {
    const known = this.#turned.get(text);
    if (known !== undefined) return known;
    const parts = [...this.#byFont(text)]
      .map(({ font, text: same }) => this.#part(font, this.#how.size, same, true))
      .reverse();
    const word = this.#asHighAs(this.#wordOf(parts), this.#how.fonts.complex);
    if (this.#turned.size < MOST_WORDS) this.#turned.set(text, word);
    return word;
  }

  symbol(family: string, codePoint: number): Word {
    const preferred = this.#how.symbolFont(family);
    const font = this.#library.fontFor(codePoint, preferred);
    this.#how.usage.note(font, codePoint, scriptOf(codePoint, false));
    return this.#wordOf([this.#part(font, this.#how.size, String.fromCodePoint(codePoint))]);
  }

  #measure(text: string): Word {
    const { caps, smallCaps } = this.#how.properties;
    if (caps !== true && smallCaps !== true && this.#letters.hold(text)) return this.#plainWord(text);
    const parts: WordPart[] = [];
    const add = (piece: string, size: number): void => {
      for (const { font, text: same } of this.#byFont(piece)) parts.push(this.#part(font, size, same));
    };
    if (caps === true) add(text.toUpperCase(), this.#how.size);
    else if (smallCaps !== true) add(text, this.#how.size);
    else {
      for (const [piece] of text.matchAll(/\p{Ll}+|\P{Ll}+/gu)) {
        const upper = piece.toUpperCase();
        add(upper, upper === piece ? this.#how.size : this.#how.size * SMALL_CAPS);
      }
    }
    return this.#wordOf(parts);
  }

  #plainWord(text: string): Word {
    const { fonts, size, usage } = this.#how;
    usage.notePlain(fonts.ascii, text.length);
    return this.#wordOf([this.#part(fonts.ascii, size, text)]);
  }

  /** The original has these letters itself: what lends them does not make the line higher. */
  #asHighAs(word: Word, { line }: Font): Word {
    const { lineSize, position, room } = this.#how;
    return {
      ...word,
      ascent: line.ascent * lineSize + position + room.above,
      descent: line.descent * lineSize - position + room.below,
    };
  }

  #wordOf(parts: readonly WordPart[]): Word {
    const { lineSize, position, room } = this.#how;
    let [width, ascent, descent] = [0, 0, 0];
    for (const part of parts) {
      width += part.width;
      ascent = Math.max(ascent, part.font.line.ascent * lineSize + position + room.above);
      descent = Math.max(descent, part.font.line.descent * lineSize - position + room.below);
    }
    return this.#how.usage.rightToLeft > 0 && parts.some(({ text }) => RIGHT_TO_LEFT.test(text))
      ? { parts, width, ascent, descent, rightToLeft: true }
      : { parts, width, ascent, descent };
  }

  /** Stretches of one font: by script (§17.3.2.26), then by what the font can draw. */
  *#byFont(text: string): Generator<{ readonly font: Font; readonly text: string }> {
    let font: Font | undefined;
    let start = 0;
    let at = 0;
    const { fonts, properties } = this.#how;
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const script = scriptOf(codePoint, properties.eastAsiaHint === true);
      const lost = isLost(codePoint, fonts[script]);
      const preferred = lost ? this.#how.symbolFont('Symbol') : fonts[script];
      // A mark or a joiner stays with what it follows.
      const own: Font =
        font !== undefined && isAttached(codePoint)
          ? font
          : this.#library.fontFor(codePoint, preferred, script === 'eastAsia' && !lost);
      // Looking for a font that has a character takes as long as laying out a line.
      if (own !== preferred) this.#how.tick();
      this.#how.usage.note(own, codePoint, script);
      // A font that lends letters may come as another object for each of them.
      if (own !== font && own.key !== font?.key) {
        if (font !== undefined && at > start) yield { font, text: text.slice(start, at) };
        font = own;
        start = at;
      }
      at += character.length;
    }
    if (font !== undefined && at > start) yield { font, text: text.slice(start, at) };
  }

  #part(font: Font, size: number, text: string, turned = false): WordPart {
    const { spacing = 0, scale = 1 } = this.#how.properties;
    // Symbols neither kern nor join, and only the plain form says what a code of theirs stands for.
    const shaped =
      (turned || this.#kerning || this.#ligatures.length > 0 || needsShaping(text)) &&
      // Nor do ideographs.
      font.face.glyphData === undefined &&
      !SYMBOL_CODES.test(text);
    if (shaped) this.#how.tick(1 + text.length / LETTERS_A_LINE);
    const glyphs = shaped
      ? font.shape(text, {
          kerning: this.#kerning,
          // Scripts like Arabic have theirs whatever the document says of others.
          ligatures: turned ? OWN_LIGATURES : this.#ligatures,
          ...(turned && { direction: 'rtl' }),
        })
      : undefined;
    const em = glyphs === undefined ? font.measure(text) : glyphs.advances.reduce((sum, one) => sum + one, 0);
    const count = spacing === 0 ? 0 : glyphs === undefined ? [...text].length : glyphs.ids.length;
    return { font, size, text, width: em * size * scale + spacing * count, glyphs };
  }
}

/** Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a|\ud83b/;

const OWN_LIGATURES: readonly LigatureKind[] = ['standard', 'contextual'];

const SYMBOL_CODES = /[\uf000-\uf0ff]/;

/** Codes of symbol fonts in a font that has none of them: Word takes Symbol. Wingdings has its own, whoever draws them. */
const isLost = (codePoint: number, font: Font): boolean =>
  codePoint >= 0xf020 &&
  codePoint <= 0xf0ff &&
  font.unicodeFor(codePoint) === codePoint &&
  !font.has(codePoint);

const isAttached = (codePoint: number): boolean =>
  (codePoint >= 0x300 && codePoint < 0x370) ||
  codePoint === 0x200c ||
  codePoint === 0x200d ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f);

/** Scripts whose letters change with their neighbours, and marks that have to find their places. */
const needsShaping = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x300) continue;
    if (unit < 0x370 || (unit >= 0x590 && unit < 0x1100) || (unit >= 0x1780 && unit < 0x1800)) return true;
  }
  return false;
};

/**
 * UsedFont: one font of a PDF while pages are written. Each distinct (glyph, text) gets a code, so the file that is embedded at
 * the end holds exactly what the pages show, in two-byte codes of which the first is nearly always zero.
 *
 * A letter of Europe's scripts has its own code, whatever came before it; everything else gets the next one that no letter has.
 * So documents with the same letters in another order have the same font, which is made and packed once (write-font.ts), and
 * fonts of several documents can be put together without a change to their pages (join/joined-fonts.ts).
 */
import type { Font } from '../fonts/font.ts';
import { type CidOf, cidsOf } from '../fonts/tables/cff-charset.ts';
import { memoBy } from '../memo.ts';

export interface Code {
  readonly glyph: number;
  /** What it stands for; empty for the "missing" box. */
  readonly text: string;
  /** In em: as text is laid out. */
  readonly advance: number;
  /** In em: as the file says, which has to be what the font in it says. */
  readonly width: number;
}

/** Codes are two bytes. A document that needs more glyphs of one font than this does not exist; the rest would be boxes. */
const MOST_CODES = 0xffff;
const FAST_LIMIT = 0x500;
/** What Windows-1252 has in place of control characters: quotation marks, dashes, the euro. */
const FIRST_SIGN = 0x80;
const SIGNS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
const SIGN_CODES: ReadonlyMap<string, number> = new Map(
  [...SIGNS].flatMap((sign, index) => (sign === '\0' ? [] : [[sign, FIRST_SIGN + index] as const])),
);
/** Behind the letters that have their own numbers for codes: Latin, Greek, Cyrillic. */
const BEHIND_LETTERS = 0x500;
/** Codes that are nobody's, before those behind the letters. */
const FREE: readonly number[] = [
  0x7f,
  ...[...SIGNS].flatMap((sign, index) => (sign === '\0' ? [FIRST_SIGN + index] : [])),
  ...Array.from({ length: 0x1f }, (_, index) => index + 1),
];

/** The code that is a letter's own, whatever the document. */
const ownCode = (text: string): number | undefined => {
  if (text.length !== 1) return undefined;
  const letter = text.charCodeAt(0);
  const isOwn = (letter >= 0x20 && letter < 0x7f) || (letter >= 0xa0 && letter < BEHIND_LETTERS);
  return isOwn ? letter : SIGN_CODES.get(text);
};
/** The character for what cannot be shown, a square, a question mark. */
const INSTEAD = [0xfffd, 0x25a1, 0x3f];

interface FontRules {
  /** By the rules of PDF/A. */
  readonly archived?: boolean;
  /** U+F0xx of symbol fonts are copied as they are. */
  readonly symbolCodes?: boolean;
}

/** By font: letters with their own codes, as any document draws them. Nothing is asked or made for them again. */
const LETTERS = new WeakMap<Font, Map<number, Code>>();

export class UsedFont {
  readonly font: Font;
  /** The resource's name on every page. */
  readonly name: string;
  readonly object: number;
  readonly #cidOf: CidOf | undefined;
  readonly #codes = new Map<number, Code>();
  readonly #letters: Map<number, Code> | undefined;
  /** Of those that do not have their own codes. */
  readonly #byGlyphAndText = new Map<string, number>();
  readonly #fast = new Int32Array(FAST_LIMIT).fill(-1);
  readonly #slow = new Map<number, number>();
  /** In em, by code: looked at with every letter, so not behind a call, whose fraction would take memory. */
  readonly advances: number[] = [];
  readonly widths: number[] = [];
  /** How many codes were given to what has no letter's place. */
  #given = 0;

  /** Whether a character had to be drawn as the "missing" box. */
  usesMissing = false;
  /** Drawn in place of the "missing" box, which PDF/A does not allow (ISO 19005-2, 6.2.11.8). */
  readonly #instead: number;
  readonly #symbolCodes: boolean;

  constructor(font: Font, resource: string, object: number, { archived, symbolCodes }: FontRules = {}) {
    this.#symbolCodes = symbolCodes === true;
    this.#instead =
      archived === true ? (INSTEAD.map((point) => font.glyphFor(point)).find((glyph) => glyph > 0) ?? 0) : 0;
    this.font = font;
    this.name = resource;
    this.object = object;
    this.#cidOf = font.face.outlines === 'cff' ? cidsOf(font.face.sfnt().table('CFF ')) : undefined;
    this.#letters = this.#cidOf === undefined ? memoBy(LETTERS, font, () => new Map()) : undefined;
    // Code 0 is the "missing" box in every font.
    this.#register(0, { glyph: 0, text: '', advance: font.advanceOfGlyph(0), width: this.#width(0) });
  }

  /** The code of a character drawn by itself. */
  codeOf(codePoint: number): number {
    const known = codePoint < FAST_LIMIT ? (this.#fast[codePoint] ?? -1) : (this.#slow.get(codePoint) ?? -1);
    if (known >= 0) return known;
    const code = this.#takeLetter(codePoint) ? codePoint : this.#findCode(codePoint);
    if (codePoint < FAST_LIMIT) this.#fast[codePoint] = code;
    else this.#slow.set(codePoint, code);
    return code;
  }

  /** Whether it is drawn as another document has drawn it. */
  #takeLetter(codePoint: number): boolean {
    const letter = this.#letters?.get(codePoint);
    if (letter === undefined || this.#codes.has(codePoint)) return false;
    this.#register(codePoint, letter);
    return true;
  }

  #findCode(codePoint: number): number {
    const glyph = this.font.glyphFor(codePoint);
    const asIs = this.#symbolCodes && codePoint >= 0xf020 && codePoint <= 0xf0ff;
    const text = String.fromCodePoint(asIs ? codePoint : this.font.unicodeFor(codePoint));
    const code = this.codeOfGlyph(glyph, text, this.font.advance(codePoint));
    // What stands in place of the "missing" box is this document's matter.
    const drawn = glyph !== 0 && code === codePoint && ownCode(text) === code && this.#codes.get(code);
    if (drawn) this.#letters?.set(codePoint, drawn);
    return code;
  }

  /** The code of a glyph that shaping chose; `text` is what its cluster says. */
  codeOfGlyph(wanted: number, text: string, given?: number): number {
    const glyph = wanted === 0 ? this.#instead : wanted;
    if (glyph === 0) this.usesMissing = true;
    const own = this.#cidOf === undefined ? ownCode(text) : undefined;
    if (own !== undefined && this.#codes.get(own)?.glyph === glyph) return own;
    const id = `${glyph} ${text}`;
    const known = this.#byGlyphAndText.get(id);
    if (known !== undefined) return known;
    // A CFF font's codes are its glyphs: one text each.
    const code = this.#cidOf === undefined ? this.#freeCode(own) : this.#cidOf(glyph);
    if (code > MOST_CODES) return 0;
    if (code !== own) this.#byGlyphAndText.set(id, code);
    if (!this.#codes.has(code)) {
      const advance = given ?? this.#advance(glyph, text);
      const width = this.ownWidths ? this.#width(glyph) : advance;
      this.#register(code, { glyph, text, advance, width });
    }
    return code;
  }

  /** Another glyph of the same letter goes behind: the first that is drawn has the letter's place. */
  #freeCode(own: number | undefined): number {
    if (own !== undefined && !this.#codes.has(own)) return own;
    const place = this.#given++;
    return FREE[place] ?? BEHIND_LETTERS + place - FREE.length;
  }

  /**
   * A font knows a glyph's borrowed advance once it was asked for the character's, and the text may have been measured with
   * another name of the same font: the character is asked for first.
   */
  #advance(glyph: number, text: string): number {
    const codePoint = text.codePointAt(0);
    return codePoint !== undefined && this.font.glyphFor(codePoint) === glyph
      ? this.font.advance(codePoint)
      : this.font.advanceOfGlyph(glyph);
  }

  /** CFF outlines keep their widths; those of TrueType are written as they are needed. */
  get ownWidths(): boolean {
    return this.#cidOf !== undefined;
  }

  #width(glyph: number): number {
    return this.ownWidths
      ? this.font.face.advanceOfGlyph(glyph) / this.font.face.unitsPerEm
      : this.font.advanceOfGlyph(glyph);
  }

  #register(code: number, entry: Code): void {
    this.#codes.set(code, entry);
    this.advances[code] = entry.advance;
    this.widths[code] = entry.width;
  }

  widthOf(code: number): number {
    return this.widths[code] ?? 0;
  }

  get codes(): ReadonlyMap<number, Code> {
    return this.#codes;
  }
}

/**
 * TextFormat :: resolved run properties → fonts, sizes, paint; and the words measured in it
 *
 * One object for each distinct formatting of a document. It keeps its words: a document uses few of them, often.
 */
import type { Font, FontLibrary, LigatureKind, ShapedGlyphs } from '../../fonts/font.ts';
import type { Border } from '../../wml/borders.ts';
import { isDark } from '../../wml/colors.ts';
import type { FontInfo } from '../../wml/model.ts';
import type { RunProperties, Underline } from '../../wml/run-properties.ts';
import type { Color } from '../display-list.ts';
import { type LetterLook, letterLook } from '../draw/letter-look.ts';
import { isComplex, isEastAsian, isRightToLeft, scriptOf } from './scripts.ts';

export interface TextFormat {
  readonly properties: RunProperties;
  /** Points, as drawn. */
  readonly size: number;
  /** Points that the baseline is raised by. */
  readonly rise: number;
  /** Undefined: black, or white on a dark ground. */
  readonly color: Color | undefined;
  readonly underline: Underline | undefined;
  readonly strike: 'single' | 'double' | undefined;
  readonly highlight: Color | undefined;
  readonly border: Border | undefined;
  /** Outlined or shaded letters; undefined for most. */
  readonly letters: LetterLook | undefined;
  readonly spacing: number;
  readonly scale: number;
  /** Of a line with nothing else in it. */
  readonly ascent: number;
  readonly descent: number;
  /** The font of plain letters, for rules and marks. */
  readonly font: Font;
  readonly measureWord: (text: string, direction?: 'rightToLeft') => Word;
  /** Adds text to an extent; false where only measuring its words says how wide they are. */
  readonly extend: (extent: Extent, text: string) => boolean;
  /** Such text is going to be drawn. */
  readonly notePlain: (length: number) => void;
  readonly symbol: (font: string, codePoint: number) => Word;
}

/** How wide plain text is, without looking for the places where it breaks. */
export interface Extent {
  /** Where it ends in one line, and where its last letter does. */
  line: number;
  ink: number;
  /** The longest stretch without a blank, and the one that is going on. */
  longest: number;
  token: number;
}

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

/** Where a document says no size (§17.3.2.38) and no font. */
const DEFAULT_SIZE = 10;
const DEFAULT_FAMILY = 'Times New Roman';
/** §17.3.2.33 [M]: lower case letters of small capitals. */
const SMALL_CAPS = 0.8;
/** Raised and lowered text: size and shift as shares of the run's size [M]. */
const SCRIPT_SIZE = 0.65;
const SUPERSCRIPT_RISE = 0.34;
const SUBSCRIPT_DROP = 0.14;
/** Most words kept of one format: a document of random letters must not fill memory. */
const MOST_WORDS = 20_000;

/** What was drawn with fonts that are not the document's own, in characters of distinct words. */
export class FontUsage {
  total = 0;
  /** At advances that are nobody's but the substitute's: lines may break elsewhere. */
  similar = 0;
  /** In no font at all. */
  missing = 0;
  eastAsian = 0;
  complex = 0;
  rightToLeft = 0;

  note(font: Font, codePoint: number, script: ReturnType<typeof scriptOf>): void {
    this.total += 1;
    if (script === 'eastAsia' && isEastAsian(codePoint)) this.eastAsian += 1;
    else if (isComplex(codePoint)) this.complex += 1;
    else if (font.quality === 'similar') this.similar += 1;
    if (isRightToLeft(codePoint)) this.rightToLeft += 1;
    if (!font.has(codePoint) && codePoint > 0x20 && !isNobodys(codePoint, font)) this.missing += 1;
  }

  /** So many Latin letters that the font has. */
  notePlain(font: Font, count: number): void {
    this.total += count;
    if (font.quality === 'similar') this.similar += count;
  }
}

/** Control characters, and codes that Symbol has no sign for: Word draws the "missing" box, too [M]. */
const isNobodys = (codePoint: number, { family }: Font): boolean =>
  (codePoint >= 0x7f && codePoint < 0xa0) ||
  (codePoint >= 0xf000 && codePoint <= 0xf0ff && family.toLowerCase() === 'symbol');

export class TextFormats {
  readonly usage = new FontUsage();
  readonly #library: FontLibrary;
  readonly #fontTable: ReadonlyMap<string, FontInfo>;
  readonly #known = new Map<RunProperties, TextFormat>();

  readonly #language: string | undefined;

  /** `language` is that of East Asian text which says none itself. */
  constructor(library: FontLibrary, fontTable: ReadonlyMap<string, FontInfo>, language?: string) {
    this.#library = library;
    this.#fontTable = fontTable;
    this.#language = language;
  }

  of(properties: RunProperties): TextFormat {
    let known = this.#known.get(properties);
    if (known === undefined) {
      known = this.#make(asDrawn(properties));
      this.#known.set(properties, known);
    }
    return known;
  }

  #resolve(family: string, properties: RunProperties, language?: string): Font {
    return this.#library.resolve({
      family,
      ...(language !== undefined && { language }),
      bold: properties.bold === true,
      italic: properties.italic === true,
      ...this.#fontTable.get(family.toLowerCase()),
    });
  }

  /** Documents of the West say "en-US" of their East Asian text, which says nothing of it. */
  languageOf({ eastAsiaLanguage }: RunProperties): string | undefined {
    return eastAsiaLanguage !== undefined && /^(?:ja|ko|zh)/i.test(eastAsiaLanguage)
      ? eastAsiaLanguage
      : this.#language;
  }

  #make(properties: RunProperties): TextFormat {
    const full = properties.size ?? DEFAULT_SIZE;
    const script = properties.vertical === 'superscript' || properties.vertical === 'subscript';
    const size = script ? full * SCRIPT_SIZE : full;
    const shift =
      properties.vertical === 'superscript'
        ? full * SUPERSCRIPT_RISE
        : properties.vertical === 'subscript'
          ? -full * SUBSCRIPT_DROP
          : 0;
    const rise = shift + (properties.position ?? 0);
    const ascii = this.#resolve(properties.ascii ?? properties.hAnsi ?? DEFAULT_FAMILY, properties);
    const measurer = new WordMeasurer(this.#library, {
      properties,
      size,
      // A raised letter's line is as high as if it stood on it; a lowered one hangs below.
      lineSize: full,
      position: properties.position ?? 0,
      fonts: {
        ascii,
        hAnsi: this.#resolve(properties.hAnsi ?? properties.ascii ?? DEFAULT_FAMILY, properties),
        eastAsia: this.#resolve(
          properties.eastAsia ?? properties.ascii ?? DEFAULT_FAMILY,
          properties,
          this.languageOf(properties),
        ),
        complex: this.#resolve(properties.complex ?? properties.ascii ?? DEFAULT_FAMILY, properties),
      },
      symbolFont: (family) => this.#resolve(family, properties),
      usage: this.usage,
    });
    const { shading, highlight } = properties;
    const ground = highlight ?? shading ?? undefined;
    const automatic = ground !== undefined && isDark(ground) ? 0xffffff : undefined;
    return {
      properties,
      size,
      rise,
      color: properties.color === undefined || properties.color === 'auto' ? automatic : properties.color,
      underline: properties.underline?.style === 'none' ? undefined : properties.underline,
      strike: properties.doubleStrike === true ? 'double' : properties.strike === true ? 'single' : undefined,
      highlight: ground ?? undefined,
      border: properties.border,
      letters: letterLook(properties),
      spacing: properties.spacing ?? 0,
      scale: properties.scale ?? 1,
      ascent: ascii.line.ascent * full + (properties.position ?? 0),
      descent: ascii.line.descent * full - (properties.position ?? 0),
      font: ascii,
      measureWord: (text, direction) =>
        direction === undefined ? measurer.word(text) : measurer.turned(text),
      extend: (extent, text) => measurer.extend(extent, text),
      notePlain: (length) => this.usage.notePlain(ascii, length),
      symbol: (font, codePoint) => measurer.symbol(font, codePoint),
    };
  }
}

/** §17.3.2.26: a run of a complex script has that script's font, size and weight, whatever its characters are. */
const asDrawn = (properties: RunProperties): RunProperties => {
  const { rightToLeft, complexScript, complex, complexSize, complexBold, complexItalic } = properties;
  if (rightToLeft !== true && complexScript !== true) return properties;
  const { ascii, hAnsi, bold: _, italic: __, size, ...rest } = properties;
  const full = complexSize ?? size;
  return {
    ...rest,
    ...(complex === undefined
      ? { ...(ascii && { ascii }), ...(hAnsi && { hAnsi }) }
      : { ascii: complex, hAnsi: complex }),
    ...(complexBold === true && { bold: true }),
    ...(complexItalic === true && { italic: true }),
    ...(full !== undefined && { size: full }),
  };
};

interface Measuring {
  readonly properties: RunProperties;
  readonly size: number;
  readonly lineSize: number;
  readonly position: number;
  readonly fonts: Readonly<Record<'ascii' | 'hAnsi' | 'eastAsia' | 'complex', Font>>;
  readonly symbolFont: (family: string) => Font;
  readonly usage: FontUsage;
}

class WordMeasurer {
  readonly #library: FontLibrary;
  readonly #how: Measuring;
  readonly #words = new Map<string, Word>();
  /** Words that run from right to left. */
  readonly #turned = new Map<string, Word>();
  readonly #kerning: boolean;
  readonly #ligatures: readonly LigatureKind[];
  /** Advances of Latin characters that the format's own font draws, in em: most text is nothing else. */
  readonly #plain: Float64Array;
  /** Whether such text is as wide as its letters are. */
  readonly #adds: boolean;

  constructor(library: FontLibrary, how: Measuring) {
    this.#library = library;
    this.#how = how;
    this.#plain = plainTable(how);
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

  /** To the last digit what measuring its words would give: they are added up as a line adds them. */
  extend(extent: Extent, text: string): boolean {
    const { length } = text;
    if (!this.#adds || length > MOST_ADDED) return false;
    let [em, count, blank] = [0, 0, false];
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if ((unit === BLANK) !== blank) {
        if (count > 0) this.#add(extent, em, count, blank, false);
        [em, count, blank] = [0, 0, !blank];
      }
      const advance = this.#plainAdvance(unit);
      if (advance < 0) return false;
      em += advance;
      count += 1;
      if (isDash(unit) && dividesWord(unit, count, text.charCodeAt(index + 1))) {
        this.#add(extent, em, count, false, true);
        [em, count] = [0, 0];
      }
    }
    if (count > 0) this.#add(extent, em, count, blank, count > 1 && isDash(text.charCodeAt(length - 1)));
    return true;
  }

  #add(extent: Extent, em: number, count: number, blank: boolean, ends: boolean): void {
    const { size } = this.#how;
    const { spacing = 0, scale = 1 } = this.#how.properties;
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
    return this.#wordOf([this.#part(font, this.#how.size, String.fromCodePoint(codePoint))]);
  }

  #measure(text: string): Word {
    const { caps, smallCaps } = this.#how.properties;
    if (caps !== true && smallCaps !== true && this.#isPlain(text)) return this.#plainWord(text);
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

  #isPlain(text: string): boolean {
    for (let index = 0; index < text.length; index++)
      if (this.#plainAdvance(text.charCodeAt(index)) < 0) return false;
    return text !== '';
  }

  /** Negative for what is not plain. */
  #plainAdvance(unit: number): number {
    const at = unit < LATIN_END ? unit : unit - PUNCTUATION + LATIN_END;
    const known = at < LATIN_END && unit >= LATIN_END ? SPECIAL : (this.#plain[at] ?? SPECIAL);
    if (!Number.isNaN(known)) return known;
    const { ascii } = this.#how.fonts;
    const advance = this.#drawsItself(unit) ? ascii.advance(unit) : SPECIAL;
    this.#plain[at] = advance;
    return advance;
  }

  #drawsItself(codePoint: number): boolean {
    const { fonts, properties } = this.#how;
    const script = scriptOf(codePoint, properties.eastAsiaHint === true);
    return fonts[script] === fonts.ascii && fonts.ascii.has(codePoint) && !isUnseen(codePoint);
  }

  #plainWord(text: string): Word {
    const { fonts, size, usage } = this.#how;
    usage.notePlain(fonts.ascii, text.length);
    return this.#wordOf([this.#part(fonts.ascii, size, text)]);
  }

  /** The original has these letters itself: what lends them does not make the line higher. */
  #asHighAs(word: Word, { line }: Font): Word {
    const { lineSize, position } = this.#how;
    return {
      ...word,
      ascent: line.ascent * lineSize + position,
      descent: line.descent * lineSize - position,
    };
  }

  #wordOf(parts: readonly WordPart[]): Word {
    const { lineSize, position } = this.#how;
    let [width, ascent, descent] = [0, 0, 0];
    for (const part of parts) {
      width += part.width;
      ascent = Math.max(ascent, part.font.line.ascent * lineSize + position);
      descent = Math.max(descent, part.font.line.descent * lineSize - position);
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
      // Codes of symbol fonts in a font that has none of them: Word takes Symbol.
      const lost = codePoint >= 0xf020 && codePoint <= 0xf0ff && !fonts[script].has(codePoint);
      const preferred = lost ? this.#how.symbolFont('Symbol') : fonts[script];
      // A mark or a joiner stays with what it follows.
      const own: Font =
        font !== undefined && isAttached(codePoint)
          ? font
          : this.#library.fontFor(codePoint, preferred, script === 'eastAsia' && !lost);
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
const PLAIN_TABLES = new WeakMap<Font, Float64Array>();

const emptyTable = (): Float64Array =>
  new Float64Array(LATIN_END + PUNCTUATION_END - PUNCTUATION).fill(Number.NaN);

const plainTable = ({ fonts, properties }: Measuring): Float64Array => {
  if (fonts.hAnsi !== fonts.ascii || properties.eastAsiaHint === true) return emptyTable();
  let table = PLAIN_TABLES.get(fonts.ascii);
  if (table === undefined) {
    table = emptyTable();
    PLAIN_TABLES.set(fonts.ascii, table);
  }
  return table;
};

/** Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a|\ud83b/;

const OWN_LIGATURES: readonly LigatureKind[] = ['standard', 'contextual'];

const SYMBOL_CODES = /[\uf000-\uf0ff]/;

const isAttached = (codePoint: number): boolean =>
  (codePoint >= 0x300 && codePoint < 0x370) ||
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

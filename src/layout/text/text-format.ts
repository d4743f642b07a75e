/**
 * TextFormat :: resolved run properties → fonts, sizes, paint; and the words measured in it
 *
 * One object for each distinct formatting of a document. It keeps its words: a document uses few of them, often.
 */
import { eastAsianLanguage, STANDARD_FAMILY } from '../../fonts/families/east-asian-families.ts';
import type { Font, FontLibrary } from '../../fonts/font.ts';
import { Kept } from '../../memo.ts';
import { isDark } from '../../wml/colors.ts';
import type { FontInfo } from '../../wml/model.ts';
import type { Border } from '../../wml/properties/borders.ts';
import type { RunProperties, Underline } from '../../wml/properties/run-properties.ts';
import type { Color } from '../display-list.ts';
import { FontUsage } from './font-usage.ts';
import { type LetterLook, letterLook } from './letter-effects.ts';
import { DEFAULT_SIZE, type Word, WordMeasurer } from './measure-words.ts';
import type { Extent } from './plain-letters.ts';

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
  /** What others keep of text in this format. */
  readonly kept: Kept;
}

/** Most text has none of these, and looking for stretches of each costs more than the text. */
export const isAdorned = ({ highlight, underline, strike, border }: TextFormat): boolean =>
  highlight !== undefined || underline !== undefined || strike !== undefined || border !== undefined;

const NO_ROOM = { above: 0, below: 0 };

/** Where a document says none. */
const DEFAULT_FAMILY = 'Times New Roman';
/** Raised and lowered text: size and shift as shares of the run's size [M]. */
const SCRIPT_SIZE = 0.65;
const SUPERSCRIPT_RISE = 0.34;
const SUBSCRIPT_DROP = 0.14;
export class TextFormats {
  readonly usage = new FontUsage();
  readonly #library: FontLibrary;
  readonly #fontTable: ReadonlyMap<string, FontInfo>;
  readonly #known = new Map<RunProperties, TextFormat>();

  readonly #language: string | undefined;
  readonly #tick: (count?: number) => void;

  /** `language` is that of East Asian text which says none itself; `tick` is told of what takes long. */
  constructor(
    library: FontLibrary,
    fontTable: ReadonlyMap<string, FontInfo>,
    language: string | undefined,
    tick: (count?: number) => void,
  ) {
    this.#tick = tick;
    this.#library = library;
    this.#fontTable = fontTable;
    this.#language = language;
  }

  of(properties: RunProperties): TextFormat {
    let known = this.#known.get(properties);
    if (known === undefined) {
      known = this.#make(this.#inItsLanguage(asDrawn(properties)));
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

  /**
   * Letters whose own language (`w:lang w:val`, as programs for the web write it into the defaults) is one of East Asia have the
   * East Asian font, the paragraph's mark among them; where the author did not have it, the standard one of the language (one
   * document, 6 pages: Arial was drawn as Malgun Gothic, Arial Unicode MS as Batang) [M].
   */
  #inItsLanguage(properties: RunProperties): RunProperties {
    const { eastAsia, language, rightToLeft, complexScript } = properties;
    const own = eastAsianLanguage(language);
    if (own === undefined || eastAsia === undefined || rightToLeft === true || complexScript === true)
      return properties;
    const absent = this.#fontTable.get(eastAsia.toLowerCase())?.absent === true;
    const family = absent ? STANDARD_FAMILY[own] : eastAsia;
    return { ...properties, ascii: family, hAnsi: family };
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
    const family = properties.ascii ?? properties.hAnsi ?? DEFAULT_FAMILY;
    const ascii = this.#resolve(family, properties);
    // Most runs name one font for all that is not East Asian.
    const fontOf = (other: string): Font => (other === family ? ascii : this.#resolve(other, properties));
    const room = properties.shadowRoom ?? NO_ROOM;
    const measurer = new WordMeasurer(this.#library, {
      properties,
      size,
      // A raised letter's line is as high as if it stood on it; a lowered one hangs below.
      lineSize: full,
      position: properties.position ?? 0,
      room,
      fonts: {
        ascii,
        hAnsi: fontOf(properties.hAnsi ?? properties.ascii ?? DEFAULT_FAMILY),
        eastAsia: this.#resolve(
          properties.eastAsia ?? properties.ascii ?? DEFAULT_FAMILY,
          properties,
          this.languageOf(properties),
        ),
        complex: fontOf(properties.complex ?? properties.ascii ?? DEFAULT_FAMILY),
      },
      symbolFont: (family) => this.#resolve(family, properties),
      usage: this.usage,
      tick: this.#tick,
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
      ascent: ascii.line.ascent * full + (properties.position ?? 0) + room.above,
      descent: ascii.line.descent * full - (properties.position ?? 0) + room.below,
      font: ascii,
      measureWord: (text, direction) =>
        direction === undefined ? measurer.word(text) : measurer.turned(text),
      extend: (extent, text) => measurer.extend(extent, text),
      notePlain: (length) => this.usage.notePlain(ascii, length),
      symbol: (font, codePoint) => measurer.symbol(font, codePoint),
      kept: new Kept(),
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

/**
 * formatOf :: element × surrounding format → format of the text inside
 *
 * What Word can say of a run, in our own words: from tags, from inline styles, and from HTML's old attributes.
 */
import type { LinkTarget } from '../link-emit.ts';
import { type Declarations, readCssLength } from './css.ts';
import { readColour } from './css-colours.ts';
import type { HtmlElement } from './html.ts';

export interface Format {
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** `w:u`; "none" where a style's underline shall go. */
  readonly underline?: string;
  readonly strike?: boolean;
  readonly vertical?: 'subscript' | 'superscript' | 'baseline';
  /** RRGGBB. */
  readonly color?: string;
  readonly background?: string;
  readonly highlight?: boolean;
  readonly font?: string;
  /** Half-points. */
  readonly size?: number;
  readonly caps?: 'all' | 'small' | 'none';
  /** Twips between characters. */
  readonly spacing?: number;
  readonly code?: boolean;
  readonly link?: LinkTarget;
  readonly rightToLeft?: boolean;
}

/** Word's limits for a font's size: 1 to 1,638 points. */
const SMALLEST = 2;
const LARGEST = 3276;

const clampSize = (halfPoints: number): number =>
  Math.round(Math.min(LARGEST, Math.max(SMALLEST, halfPoints)));

const TAGS: Readonly<Record<string, Format>> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  dt: { bold: true },
  summary: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  address: { italic: true },
  u: { underline: 'single' },
  ins: { underline: 'single' },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { vertical: 'subscript' },
  sup: { vertical: 'superscript' },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  mark: { highlight: true },
};

/** CSS 2.1 §15.7 and HTML's `<font size>`, as shares of the surrounding or the medium size. */
const SIZE_WORDS: Readonly<Record<string, number>> = {
  'xx-small': 0.6,
  'x-small': 0.75,
  small: 0.89,
  medium: 1,
  large: 1.2,
  'x-large': 1.5,
  'xx-large': 2,
};
const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xx-large'];

const GENERIC_FONTS: Readonly<Record<string, string>> = {
  serif: 'Times New Roman',
  'sans-serif': 'Arial',
  monospace: 'Courier New',
  'ui-monospace': 'Courier New',
};
const NO_FONT =
  /^(?:inherit|initial|unset|revert|system-ui|ui-.*|-apple-system|blinkmacsystemfont|var\(.*)$/i;

/** A font's name in Word has 31 characters at most; what is longer names none. */
const readFont = (families: string | undefined): string | undefined => {
  for (const family of families?.split(',') ?? []) {
    const name = family
      .trim()
      .replace(/^["']|["']$/g, '')
      .trim();
    if (name === '' || NO_FONT.test(name) || name.length > 31) continue;
    return GENERIC_FONTS[name.toLowerCase()] ?? name;
  }
  return undefined;
};

const readSize = (text: string | undefined, around: number, medium: number): number | undefined => {
  const word = text?.trim().toLowerCase() ?? '';
  if (word === 'smaller') return clampSize(around / 1.2);
  if (word === 'larger') return clampSize(around * 1.2);
  const share = SIZE_WORDS[word];
  if (share !== undefined) return clampSize(medium * share);
  // Half-points to twips and back; `rem` is the document's size.
  const em = (word.endsWith('rem') ? medium : around) * 10;
  const twips = readCssLength(word, em, em);
  return twips === undefined || twips <= 0 ? undefined : clampSize(twips / 10);
};

const readWeight = (weight: string | undefined): boolean | undefined => {
  if (weight === undefined) return undefined;
  if (/^bold(?:er)?$/i.test(weight)) return true;
  if (/^(?:normal|lighter)$/i.test(weight)) return false;
  return /^\d+$/.test(weight) ? Number(weight) >= 600 : undefined;
};

const UNDERLINES: Readonly<Record<string, string>> = {
  double: 'double',
  dotted: 'dotted',
  dashed: 'dash',
  wavy: 'wave',
};

const readDecoration = (declarations: Declarations): Format => {
  const text = declarations.get('text-decoration') ?? declarations.get('text-decoration-line');
  if (text === undefined) return {};
  const words = text.toLowerCase().split(/\s+/);
  if (words.includes('none')) return { underline: 'none', strike: false };
  const kind =
    words.find((word) => UNDERLINES[word] !== undefined) ?? declarations.get('text-decoration-style') ?? '';
  return {
    ...(words.includes('underline') && { underline: UNDERLINES[kind.toLowerCase()] ?? 'single' }),
    ...(words.includes('line-through') && { strike: true }),
  };
};

const VERTICALS: Readonly<Record<string, Format['vertical']>> = {
  sub: 'subscript',
  super: 'superscript',
  baseline: 'baseline',
};

const given = <Key extends keyof Format>(key: Key, value: Format[Key] | undefined): Format =>
  value === undefined ? {} : { [key]: value };

const fromStyle = (declarations: Declarations, around: number, medium: number): Format => {
  const transform = declarations.get('text-transform')?.toLowerCase();
  const small = declarations.get('font-variant')?.toLowerCase().includes('small-caps');
  const slant = declarations.get('font-style')?.toLowerCase();
  const spacing = readCssLength(declarations.get('letter-spacing'), around * 10);
  const caps =
    transform === 'uppercase' ? 'all' : small === true ? 'small' : transform === 'none' ? 'none' : undefined;
  return {
    ...given('bold', readWeight(declarations.get('font-weight'))),
    ...given('italic', slant === undefined ? undefined : slant === 'italic' || slant.startsWith('oblique')),
    ...readDecoration(declarations),
    ...given('vertical', VERTICALS[declarations.get('vertical-align')?.toLowerCase() ?? '']),
    ...given('color', readColour(declarations.get('color') ?? '')),
    ...given('font', readFont(declarations.get('font-family'))),
    ...given('size', readSize(declarations.get('font-size'), around, medium)),
    ...given('caps', caps),
    // Half an inch is past anything readable.
    ...given('spacing', spacing === undefined || Math.abs(spacing) > 720 ? undefined : spacing),
    ...given(
      'rightToLeft',
      declarations.has('direction') ? declarations.get('direction') === 'rtl' : undefined,
    ),
  };
};

const fromAttributes = (element: HtmlElement, medium: number): Format => {
  const direction = element.attribute('dir')?.toLowerCase();
  const rightToLeft = direction === 'rtl' ? true : direction === 'ltr' ? false : undefined;
  if (element.name !== 'font') return given('rightToLeft', rightToLeft);
  const step = element.attribute('size')?.trim() ?? '';
  const index = /^[+-]\d$/.test(step) ? 2 + Number(step) : /^\d$/.test(step) ? Number(step) - 1 : Number.NaN;
  const word = Number.isNaN(index) ? undefined : FONT_SIZES[Math.max(0, Math.min(6, index))];
  return {
    ...given('rightToLeft', rightToLeft),
    ...given('color', readColour(element.attribute('color') ?? '')),
    ...given('font', readFont(element.attribute('face'))),
    ...given('size', readSize(word, medium, medium)),
  };
};

interface FormatContext {
  readonly around: Format;
  /** Size of the text that the tag stands in, in half-points. */
  readonly baseSize: number;
  /** Blocks paint their background on the paragraph or cell. */
  readonly isBlock: boolean;
}

const RELATIVE_SIZES: Readonly<Record<string, number>> = { small: 0.85, big: 1.2 };

export const formatOf = (
  element: HtmlElement,
  declarations: Declarations,
  { around, baseSize, isBlock }: FormatContext,
): Format => {
  const size = around.size ?? baseSize;
  const relative = RELATIVE_SIZES[element.name];
  const background = readColour(declarations.get('background-color') ?? declarations.get('background') ?? '');
  return {
    ...around,
    ...TAGS[element.name],
    ...(relative !== undefined && { size: clampSize(size * relative) }),
    ...fromAttributes(element, baseSize),
    ...fromStyle(declarations, size, baseSize),
    ...(!isBlock && background !== undefined && { background }),
  };
};

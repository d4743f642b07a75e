/**
 * Which families draw a character that the preferred font lacks, and which characters nobody needs to look for.
 */
import type { Original } from './proprietary-metrics.ts';

const SYMBOLS = ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'];
/** In black: the colours of emoji are nobody's here. An optional package. */
const EMOJI = 'Noto Emoji';
/** Those after the second are optional packages: each that is installed counts. */
const SCRIPTS = [
  'Noto Sans Arabic',
  'Noto Sans Thai',
  ...'Devanagari|Bengali|Gujarati|Gurmukhi|Oriya|Tamil|Telugu|Kannada|Malayalam|Sinhala|Lao|Khmer|Myanmar|Ethiopic|Georgian|Armenian'
    .split('|')
    .map((script) => `Noto Sans ${script}`),
];
const SERIF_FIRST = [
  'Tinos',
  'Gelasio',
  'Arimo',
  'Carlito',
  ...SCRIPTS,
  ...SYMBOLS,
  EMOJI,
  'Cousine',
  'Open Sans',
];
const SANS_FIRST = ['Arimo', 'Carlito', 'Open Sans', 'Tinos', ...SCRIPTS, ...SYMBOLS, EMOJI, 'Cousine'];

/** What the original is drawn with, then letters of its kind, then scripts and symbols; of emoji, all of one design. */
export const fallbackFamilies = (original: Original | undefined, emoji: boolean): readonly string[] => [
  ...(emoji ? [EMOJI] : []),
  ...(original?.draw ?? []),
  ...(original?.kind === 'roman' ? SERIF_FIRST : SANS_FIRST),
];

export const isSymbolFamily = (family: string): boolean => SYMBOLS.includes(family);
export const isEmojiFamily = (family: string): boolean => family === EMOJI;

/** Characters that are pictures in colour where nothing says otherwise (Unicode's UTS 51). */
export const isEmoji = (codePoint: number): boolean =>
  codePoint >= 0x231a && EMOJI_PRESENTATION.test(String.fromCodePoint(codePoint));
const EMOJI_PRESENTATION = /^\p{Emoji_Presentation}$/u;

/** Latin, Greek, Cyrillic and their punctuation: every family of a word processor has them. */
export const isEuropean = (codePoint: number): boolean =>
  codePoint < 0x530 ||
  (codePoint >= 0x1e00 && codePoint < 0x2070) ||
  (codePoint >= 0x20a0 && codePoint < 0x20d0);

export const isArabic = (codePoint: number): boolean =>
  (codePoint >= 0x600 && codePoint < 0x780) || (codePoint >= 0xfb50 && codePoint < 0xff00);

/** Joiners, marks of direction, byte order marks, variation selectors: nothing to draw, so nothing to look for. */
export const isInvisible = (codePoint: number): boolean =>
  codePoint < 0x20 ||
  (codePoint >= 0x200b && codePoint <= 0x200f) ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2060 && codePoint <= 0x206f) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
  codePoint === 0xfeff;

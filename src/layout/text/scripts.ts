/** Which of a run's four fonts a character belongs to (ECMA-376 §17.3.2.26), and which scripts need more than that. */
import { isEastAsianCharacter as isEastAsian } from '../../fonts/families/east-asian-families.ts';

export { isEastAsian };

export const scriptOf = (
  codePoint: number,
  eastAsiaHint: boolean,
): 'ascii' | 'hAnsi' | 'eastAsia' | 'complex' => {
  if (codePoint < 0x80) return 'ascii';
  if (isEastAsian(codePoint)) return 'eastAsia';
  if (codePoint >= 0x590 && codePoint < 0x900) return 'complex';
  if (codePoint >= 0xfb1d && codePoint < 0xfe00) return 'complex';
  // Quotes, dashes, arrows and the like, which both kinds of fonts have: the hint decides.
  if (eastAsiaHint && codePoint >= 0x2010 && codePoint < 0x2800) return 'eastAsia';
  if (eastAsiaHint && AMBIGUOUS_LATIN.has(codePoint)) return 'eastAsia';
  return 'hAnsi';
};

const AMBIGUOUS_LATIN: ReadonlySet<number> = new Set([
  0xa1, 0xa4, 0xa7, 0xa8, 0xaa, 0xad, 0xaf, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbc,
  0xbd, 0xbe, 0xbf, 0xd7, 0xf7,
]);

/** Letters that change with their neighbours, or have no blanks between their words. */
export const isComplex = (codePoint: number): boolean =>
  (codePoint >= 0x900 && codePoint < 0x1100) || (codePoint >= 0x1780 && codePoint < 0x1800);

export const isRightToLeft = (codePoint: number): boolean =>
  (codePoint >= 0x590 && codePoint < 0x900) ||
  (codePoint >= 0xfb1d && codePoint < 0xfe00) ||
  (codePoint >= 0xfe70 && codePoint < 0xff00) ||
  (codePoint >= 0x10800 && codePoint < 0x11000) ||
  (codePoint >= 0x1e800 && codePoint < 0x1f000);

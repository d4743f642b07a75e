/**
 * Marks around values in rendered text, which say which tag made them: for a map of the document, and for nobody else.
 *
 * Characters that Unicode keeps out of text (noncharacters), so that markup stays as it would be without them: an opening one, a number
 * in digits of their kind, and where the value ends a closing one. Only documents that are laid out to be looked at have them.
 */

export const OPEN = 0xfdd0;
export const CLOSE = 0xfdd1;
/** Sixteen of them, from here on. */
export const DIGIT = 0xfdd2;
export const BASE = 16;

export const ORIGIN_END = String.fromCharCode(CLOSE);

export const originStart = (id: number): string =>
  String.fromCharCode(
    OPEN,
    ...[...id.toString(BASE)].map((digit) => DIGIT + Number.parseInt(digit, BASE)),
    OPEN,
  );

const MARKS = /[\ufdd0-\ufde1]/;
const ALL_MARKS = /[\ufdd0-\ufde1]+/g;

export const withoutOrigins = (text: string): string =>
  MARKS.test(text) ? text.replace(ALL_MARKS, '') : text;

export const hasOrigins = (text: string): boolean => MARKS.test(text);

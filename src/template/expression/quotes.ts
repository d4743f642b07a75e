/**
 * The typographic characters that Word puts in place of the typed ones, and the plain forms that they count as inside
 * a tag. The tag lexer balances quotes by the same table, so the two can't disagree about where a string ends.
 */

/** Word's automatic quotes in any language it ships with, and the primes that some people type. */
const DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02';
const SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2032\u2039\u203a\uff07";

export type PlainQuote = '"' | "'" | '`';

export const plainQuote = (char: string): PlainQuote | undefined => {
  if (char === '"' || char === "'" || char === '`') return char;
  if (char < '\u00ab') return undefined;
  if (DOUBLE_QUOTES.includes(char)) return '"';
  return SINGLE_QUOTES.includes(char) ? "'" : undefined;
};

/** French Word puts a non-breaking space inside its guillemets; it belongs to the quote, not to the text. */
export const isGuillemet = (char: string): boolean =>
  char === '\u00ab' || char === '\u00bb' || char === '\u2039' || char === '\u203a';

/** Every space there is, and the marks without width that editors leave behind. */
export const isSpace = (char: string): boolean =>
  char === ' ' || (char >= '\t' && char <= '\r') || (char >= '\u00a0' && UNUSUAL_SPACE.test(char));

const UNUSUAL_SPACE = /[\s\u200b\u2060\u00ad\u0085]/;

export const isNoBreakSpace = (char: string): boolean =>
  char === '\u00a0' || char === '\u202f' || char === '\u2007';

/** A character of a text in quotes, in its plain form. */
export const plainCharacter = (char: string): string => {
  if (char < '\u00a0') return char;
  return isNoBreakSpace(char) ? ' ' : (plainQuote(char) ?? char);
};

/** Anything that `plainSource` would change. */
const NOT_PLAIN = /[\t\r\v\f\u0085\u00a0-\uffff]/;
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const WITHOUT_WIDTH = /[\u200b\u2060\ufeff\u00ad]/g;
const PADDED_GUILLEMETS = /([\u00ab\u2039])[\u00a0\u202f\u2007]|[\u00a0\u202f\u2007](?=([\u00bb\u203a]))/g;
const TYPOGRAPHIC = /[\s\u00a0-\uffff]/g;

/** What a tag says, in plain quotes and spaces. Lines stay lines: a statement or a comment may end with one. */
export const plainSource = (inner: string): string => {
  if (!NOT_PLAIN.test(inner)) return inner;
  return inner
    .replace(LINE_ENDS, '\n')
    .replace(WITHOUT_WIDTH, '')
    .replace(PADDED_GUILLEMETS, '$1')
    .replace(TYPOGRAPHIC, (char) => (char !== '\n' && /\s/.test(char) ? ' ' : (plainQuote(char) ?? char)));
};

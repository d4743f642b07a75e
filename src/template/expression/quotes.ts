/**
 * The typographic characters that Word puts in place of the typed ones, and the plain forms that they count as inside
 * a tag. The tag lexer balances quotes by the same table, so the two can't disagree about where a string ends.
 */

/** Word's automatic quotes in any language it ships with, and the primes that some people type. */
const DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02';
const SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2032\u2039\u203a\uff07";

type PlainQuote = '"' | "'" | '`';

export const plainQuote = (char: string): PlainQuote | undefined => {
  if (char === '"' || char === "'" || char === '`') return char;
  if (char < '\u00ab') return undefined;
  if (DOUBLE_QUOTES.includes(char)) return '"';
  return SINGLE_QUOTES.includes(char) ? "'" : undefined;
};

/** French Word puts a non-breaking space inside its guillemets; it belongs to the quote, not to the text. */
export const isGuillemet = (char: string): boolean =>
  char === '\u00ab' || char === '\u00bb' || char === '\u2039' || char === '\u203a';

/** What editors leave behind and nobody sees: soft hyphens, joints, and the marks that say which way text runs. */
const INVISIBLE = '\\u00ad\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
const INVISIBLE_MARKS = new RegExp(`[${INVISIBLE}]`, 'g');
const INVISIBLE_MARK = new RegExp(`[${INVISIBLE}]`);

export const isInvisible = (char: string): boolean => char >= '\u00ad' && INVISIBLE_MARK.test(char);

export const hasInvisible = (text: string): boolean => INVISIBLE_MARK.test(text);

/** A text as it is seen, for messages. */
export const visible = (text: string): string =>
  INVISIBLE_MARK.test(text) ? text.replaceAll(INVISIBLE_MARKS, '') : text;

/** Every space there is, and the marks without width. */
export const isSpace = (char: string): boolean =>
  char === ' ' || (char >= '\t' && char <= '\r') || (char >= '\u00a0' && UNUSUAL_SPACE.test(char));

const UNUSUAL_SPACE = new RegExp(`[\\s\\u0085${INVISIBLE}]`);

export const isNoBreakSpace = (char: string): boolean =>
  char === '\u00a0' || char === '\u202f' || char === '\u2007';

/** A character of a text in quotes, in its plain form. */
export const plainCharacter = (char: string): string => {
  if (char < '\u00a0') return char;
  return isNoBreakSpace(char) ? ' ' : (plainQuote(char) ?? char);
};

/**
 * Signs that keyboards and Word write for others, all of them as long as those: mathematical ones, dashes, and the wide
 * forms of a Chinese or Japanese keyboard (U+FF01 to U+FF5E are ASCII in wide).
 */
const SIGNS: Readonly<Record<string, string>> = {
  '\u00d7': '*',
  '\u2217': '*',
  '\u00f7': '/',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u3002': '.',
};
const SIGN =
  /[\u00d7\u00f7\u2010\u2011\u2013\u2014\u2212\u2217\u3002\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/;
const WIDE_OFFSET = 0xff01 - 0x21;

const plainSign = (char: string): string => {
  if (char < '\u00d7' || !SIGN.test(char)) return char;
  return SIGNS[char] ?? String.fromCharCode(char.charCodeAt(0) - WIDE_OFFSET);
};

/** An expression with plain signs outside of its texts; each character stays where it is. */
export const plainSigns = (source: string): string => {
  if (!SIGN.test(source)) return source;
  let result = '';
  let quote: PlainQuote | undefined;
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    const found = plainQuote(char);
    if (quote !== undefined && char === '\\') result += source.slice(at, ++at + 1);
    else result += quote === undefined && found === undefined ? plainSign(char) : char;
    if (char === '\\') continue;
    if (quote === undefined) quote = found;
    else if (found === quote) quote = undefined;
  }
  return result;
};

/** Whether a tag begins with it decides what the tag is. */
export const plainStart = (content: string): string => plainSign(content.charAt(0)) + content.slice(1);

/** Anything that `plainSource` would change. */
const NOT_PLAIN = /[\t\r\v\f\u0085\u00a0-\uffff]/;
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const PADDED_GUILLEMETS = /([\u00ab\u2039])[\u00a0\u202f\u2007]|[\u00a0\u202f\u2007](?=([\u00bb\u203a]))/g;
const TYPOGRAPHIC = /[\s\u00a0-\uffff]/g;

/** What a tag says, in plain quotes and spaces. Lines stay lines: a statement or a comment may end with one. */
export const plainSource = (inner: string): string => {
  if (!NOT_PLAIN.test(inner)) return inner;
  return inner
    .replace(LINE_ENDS, '\n')
    .replace(INVISIBLE_MARKS, '')
    .replace(PADDED_GUILLEMETS, '$1')
    .replace(TYPOGRAPHIC, (char) => (char !== '\n' && /\s/.test(char) ? ' ' : (plainQuote(char) ?? char)));
};

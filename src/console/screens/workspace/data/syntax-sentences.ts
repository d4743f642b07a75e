/** What is wrong with JSON, for people who do not read specifications. */

const quoted = (text: string): string => `“${text.length > 20 ? `${text.slice(0, 20)}…` : text}”`;

/** By the numbers of jsonc-parser's ParseErrorCode, a const enum that is not there at run time. */
const SENTENCES: Readonly<Record<number, (text: string) => string>> = {
  1: (text) => `${quoted(text)} is no value. Texts stand in double quotes.`,
  2: (text) => `${quoted(text)} is no number in JSON.`,
  3: () => 'A name in double quotes is expected here. Is there a comma too many before it?',
  4: () => 'A value is expected here. Is there a comma too many before it?',
  5: () => 'A colon is expected between the name and its value.',
  6: () => 'A comma is expected before this.',
  7: () => 'A closing brace } is missing.',
  8: () => 'A closing bracket ] is missing.',
  9: (text) => `The data ends before ${quoted(text)}; nothing may follow it.`,
  10: () => 'JSON has no comments.',
  11: () => 'JSON has no comments.',
  12: () => 'A text is not closed: a double quote is missing on this line.',
  13: () => 'This number is not finished.',
  14: () => 'After \\u, four hexadecimal digits are expected.',
  15: () =>
    'Only \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u may follow a backslash. A backslash itself is written twice.',
  16: () => 'A tab or line break inside a text is written as \\t or \\n.',
};

export const sentenceOf = (error: number, text: string): string =>
  SENTENCES[error]?.(text) ?? 'This is not valid JSON.';

/** A call of the API, as every language of the snippets writes it. */

export interface FormField {
  readonly name: string;
  readonly value: string;
  /** The value is the name of a file, whose bytes are sent. */
  readonly isFile?: boolean;
}

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  /** JSON as it is written, or the fields of a form. */
  readonly json?: string;
  readonly form?: readonly FormField[];
  /** The file that the answer is written to; without one it is text, and printed. */
  readonly file?: string;
}

/** Where the key comes from: the environment, never a file. */
export const KEY_VARIABLE = 'PLATEN_KEY';

/** What is left out leaves no empty line. */
export const lines = (...parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter((part) => part !== false && part !== undefined).join('\n')}\n`;

/** A text in double quotes, as C#, Java, Go and Python read it: JSON's escapes are theirs as well. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, unicodeEscape);

const unicodeEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const asciiOnly = (text: string): string => text.replace(/[\u007f-\uffff]/g, unicodeEscape);

export const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

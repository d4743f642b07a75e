/**
 * parseValue :: bytes → what a PDF's object says (ISO 32000-1 §7.3); write :: the same back, with other references
 *
 * Made for copying: a number, a name, a string, a word is the text that stands in the file, so nothing is lost on the way. Texts
 * have one byte in each character (Latin-1).
 */
import { PlatenError } from '../../errors.ts';

export class PdfRef {
  readonly object: number;

  constructor(object: number) {
    this.object = object;
  }
}

/** Keys are names as they are written: `/Type`. */
export type PdfDict = Map<string, PdfValue>;
export type PdfValue = string | PdfRef | readonly PdfValue[] | PdfDict;

export interface PdfStream {
  readonly dict: PdfDict;
  /** As the filters that the dictionary names left it. */
  readonly data: Uint8Array;
}

export const badPdf = (what: string): PlatenError =>
  new PlatenError('pdf_failed', `The PDF cannot be joined with others: ${what}.`);

const DEEPEST = 200;

/** What each byte is (§7.2.2): a look into a table, for every byte of every object is asked about. */
const REGULAR = 1;
const SPACE = 2;
const DELIMITER = 3;
const KINDS = new Uint8Array(256).fill(REGULAR);
for (const one of '\0\t\n\f\r ') KINDS[one.charCodeAt(0)] = SPACE;
for (const one of '()<>[]{}/%') KINDS[one.charCodeAt(0)] = DELIMITER;

/** Of a byte, or of a character that stands for one; not past the end. */
const isSpace = (byte: number | undefined): boolean => byte !== undefined && KINDS[byte] === SPACE;
const isRegular = (byte: number | undefined): boolean => byte !== undefined && KINDS[byte] === REGULAR;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

export class PdfReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** White space and comments. */
  skip(): void {
    const { bytes } = this;
    for (; ; this.at++) {
      const byte = bytes[this.at];
      if (byte === 0x25) while (this.at < bytes.length && !isLineEnd(bytes[this.at])) this.at++;
      else if (!isSpace(byte) || this.at >= bytes.length) return;
    }
  }

  /** A word of regular characters; empty where none begins. */
  word(): string {
    this.skip();
    const start = this.at;
    while (isRegular(this.bytes[this.at])) this.at++;
    return this.bytes.toString('latin1', start, this.at);
  }

  wholeNumber(): number {
    const word = this.word();
    if (!/^\d{1,15}$/.test(word)) throw badPdf('a number is missing where one should be');
    return Number(word);
  }

  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw badPdf('its objects are nested too deeply');
    this.skip();
    const { bytes } = this;
    switch (bytes[this.at]) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#string();
      case 0x3c:
        return bytes[this.at + 1] === 0x3c ? this.#dict(depth) : this.#hexString();
      case 0x5b:
        return this.#array(depth);
      default:
        return this.#numberOrWord();
    }
  }

  #name(): string {
    const start = this.at++;
    while (isRegular(this.bytes[this.at])) this.at++;
    return this.bytes.toString('latin1', start, this.at);
  }

  #string(): string {
    const { bytes } = this;
    const start = this.at;
    for (let open = 0; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at];
      if (byte === 0x5c) this.at++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29 && --open === 0) {
        this.at++;
        return bytes.toString('latin1', start, this.at);
      }
    }
    throw badPdf('a text in it has no end');
  }

  #hexString(): string {
    const start = this.at;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0) throw badPdf('a text in it has no end');
    this.at = end + 1;
    return this.bytes.toString('latin1', start, this.at);
  }

  #array(depth: number): PdfValue {
    const values: PdfValue[] = [];
    this.at++;
    for (;;) {
      this.skip();
      if (this.bytes[this.at] === 0x5d) break;
      values.push(this.value(depth + 1));
    }
    this.at++;
    return values;
  }

  #dict(depth: number): PdfDict {
    const dict: PdfDict = new Map();
    this.at += 2;
    for (;;) {
      this.skip();
      const byte = this.bytes[this.at];
      if (byte === 0x3e && this.bytes[this.at + 1] === 0x3e) break;
      if (byte !== 0x2f) throw badPdf('a dictionary in it is damaged');
      dict.set(this.#name(), this.value(depth + 1));
    }
    this.at += 2;
    return dict;
  }

  /** Two whole numbers and an R are a reference. */
  #numberOrWord(): PdfValue {
    const word = this.word();
    if (word === '') throw badPdf('an object in it is damaged');
    const { bytes } = this;
    let at = this.at;
    if (!isDigit(word.charCodeAt(0)) || !isSpace(bytes[at])) return word;
    while (isSpace(bytes[at])) at++;
    const second = at;
    while (isDigit(bytes[at])) at++;
    if (at === second || !isSpace(bytes[at])) return word;
    while (isSpace(bytes[at])) at++;
    if (bytes[at] !== 0x52 || isRegular(bytes[at + 1]) || !/^\d+$/.test(word)) return word;
    this.at = at + 1;
    return new PdfRef(Number(word));
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;

/** `refer` writes a reference; undefined for one that leads nowhere. */
export const valueText = (value: PdfValue, refer: (ref: PdfRef) => string): string => {
  if (typeof value === 'string') return value;
  if (value instanceof PdfRef) return refer(value);
  if (isDict(value)) return `<<${dictText(value, refer)}>>`;
  return `[${value.map((one) => valueText(one, refer)).join(' ')}]`;
};

/** The inside of a dictionary. */
export const dictText = (dict: PdfDict, refer: (ref: PdfRef) => string): string => {
  let text = '';
  for (const [key, value] of dict) text += entryText(key, valueText(value, refer));
  return text;
};

/** A key and its value, with a space where they would be one word. */
export const entryText = (key: string, value: string): string =>
  isRegular(value.charCodeAt(0)) ? `${key} ${value}` : key + value;

/** What a string that is written in either way stands for. */
export const stringBytes = (text: string): string => {
  if (text.startsWith('<')) {
    const digits = text.replace(/[^0-9a-f]/gi, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
  }
  return text
    .slice(1, -1)
    .replace(
      /\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|\r\n?/g,
      (all, octal: string | undefined, letter: string | undefined) => {
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
        if (letter === undefined) return '\n';
        return all.startsWith('\\') ? (LETTERS[letter] ?? letter) : all;
      },
    );
};

const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** A string for people (§7.9.2.2). PDFDocEncoding is read as Latin-1, which it is but for some signs. */
export const textOf = (value: PdfValue | undefined): string | undefined => {
  if (typeof value !== 'string' || !/^[(<]/.test(value)) return undefined;
  const bytes = stringBytes(value);
  if (bytes.startsWith('\xfe\xff')) return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
  if (bytes.startsWith('\xef\xbb\xbf')) return Buffer.from(bytes.slice(3), 'latin1').toString('utf8');
  return bytes;
};

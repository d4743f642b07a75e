/**
 * How numbers, names and strings are written in a PDF (ISO 32000-1 §7.3), as short as they can be. PDF text is built as
 * JavaScript strings of which each character is one byte (Latin-1).
 */

/** What stands behind a number's whole part, by hundredths: '', '.01', …, '.1', …, '.99'. */
const HUNDREDTHS = Array.from({ length: 100 }, (_, part) => String(part / 100).slice(1));
/** Beyond, hundredths are no longer exact. */
const LARGEST = 1e9;

/** Two decimals: 1/7,200 inch, finer than any printer, half the bytes of what binary fractions print as. */
export const num = (value: number): string => {
  const hundredths = Math.round(value * 100);
  if (!(Math.abs(hundredths) < LARGEST)) return large(value);
  if (hundredths < 0) return `-${unsigned(-hundredths)}`;
  return unsigned(hundredths);
};

/** From whole numbers, because fractions take V8 several times as long to print. */
const unsigned = (hundredths: number): string => {
  const part = hundredths % 100;
  const whole = (hundredths - part) / 100;
  return part !== 0 && whole === 0 ? (HUNDREDTHS[part] ?? '') : `${whole}${HUNDREDTHS[part] ?? ''}`;
};

/** As readers can hold it; there is no such place on any page. */
const MOST = 0x7fffffff;
const large = (value: number): string =>
  Number.isFinite(value) ? String(Math.max(-MOST, Math.min(MOST, Math.round(value)))) : '0';

/** For factors (matrices, scales, colours), where two decimals would be seen. */
export const fine = (value: number): string => {
  const rounded = Math.round(value * 1e5) / 1e5;
  if (!Number.isFinite(rounded) || rounded === 0) return '0';
  const text = Math.abs(rounded) < 1e-4 ? rounded.toFixed(5) : String(rounded);
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
};

export const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
  '\r': '\\r',
};

/** A carriage return would be read as a line feed; parentheses and the backslash are the syntax itself. */
const escapeBytes = (bytes: string): string => bytes.replace(/[\\()\r]/g, (byte) => ESCAPES[byte] ?? byte);

/** A string of bytes. */
export const literal = (bytes: string): string => `(${escapeBytes(bytes)})`;

/** A string for people: ASCII as it is, anything else as UTF-16 (§7.9.2.2). */
export const textString = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return literal(text);
  let bytes = '\xfe\xff';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes += String.fromCharCode(unit >> 8, unit & 0xff);
  }
  return literal(bytes);
};

export const name = (text: string): string => {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return `/${bytes.replace(/[^!-~]|[#%()/<>[\]{}]/g, (byte) => `#${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
};

export const reference = (object: number): string => `${object} 0 R`;

/** D:YYYYMMDDHHmmSSZ (§7.9.4); undefined for what is not a date. */
export const pdfDate = (iso: string): string | undefined => {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return undefined;
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  return `D:${date.replaceAll('-', '')}${clock.slice(0, 8).replaceAll(':', '')}Z`;
};

/** The three parts of a colour, 0 to 1. */
export const colorParts = (color: number): readonly [string, string, string] => [
  fine(Math.round((((color >> 16) & 0xff) / 255) * 1000) / 1000),
  fine(Math.round((((color >> 8) & 0xff) / 255) * 1000) / 1000),
  fine(Math.round(((color & 0xff) / 255) * 1000) / 1000),
];

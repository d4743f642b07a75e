/**
 * Text to and from XML: bytes to a string by their encoding, references to characters, and characters to references.
 */
import { PlatenError } from '../errors.ts';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Characters that XML 1.0 cannot carry in any form, and halves of surrogate pairs standing alone (§2.2). */
const FORBIDDEN_SOURCE = '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]';
const FORBIDDEN = new RegExp(FORBIDDEN_SOURCE);
const FORBIDDEN_OR_SPECIAL = new RegExp(`[&<>\\r\\ud800-\\udfff]|${FORBIDDEN_SOURCE}`);
const FORBIDDEN_ALL = new RegExp(
  `${FORBIDDEN_SOURCE}|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]`,
  'g',
);

/** The place of the first character that XML forbids, or -1. */
export const findForbidden = (source: string): number => source.search(FORBIDDEN);

const dropForbidden = (text: string): string => text.replace(FORBIDDEN_ALL, '');

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** For element content. Characters that XML forbids are dropped. */
export const escapeText = (text: string): string => {
  if (!FORBIDDEN_OR_SPECIAL.test(text)) return text;
  return dropForbidden(text).replace(/[&<>\r]/g, (char) => TEXT_ESCAPES[char] ?? char);
};

const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const ATTRIBUTE_SPECIAL = new RegExp(`[&<>"\\t\\n\\r\\ud800-\\udfff]|${FORBIDDEN_SOURCE}`);

/** For attribute values in double quotes; white space survives the reader's normalisation as references. */
export const escapeAttribute = (text: string): string => {
  if (!ATTRIBUTE_SPECIAL.test(text)) return text;
  return dropForbidden(text).replace(/[&<>"\t\n\r]/g, (char) => ATTRIBUTE_ESCAPES[char] ?? char);
};

/** Replaces references; undefined where one is malformed, unknown (a DTD's), or names a forbidden character. */
export const decodeReferences = (source: string): string | undefined => {
  let out = '';
  let at = 0;
  for (let amp = source.indexOf('&'); amp >= 0; amp = source.indexOf('&', at)) {
    const end = source.indexOf(';', amp);
    // The longest reference that means anything is &#x10FFFF; with a few leading zeros.
    if (end < 0 || end - amp > 16) return undefined;
    const char = decodeReference(source.slice(amp + 1, end));
    if (char === undefined) return undefined;
    out += source.slice(at, amp) + char;
    at = end + 1;
  }
  return out + source.slice(at);
};

const decodeReference = (name: string): string | undefined => {
  if (name.charCodeAt(0) !== 35) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const hex = name.charCodeAt(1) === 120;
  const digits = name.slice(hex ? 2 : 1);
  if (!(hex ? /^[0-9a-f]+$/i : /^[0-9]+$/).test(digits)) return undefined;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const char = String.fromCodePoint(code);
  return FORBIDDEN.test(char) ? undefined : char;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The bytes of a part as text: by byte order mark, by the look of UTF-16, by declaration, else UTF-8 (XML 1.0 §4.3.3
 * and appendix F). The declaration of the result says UTF-8, because that is what it will be written as.
 */
export const decodeXml = (bytes: Uint8Array, part: string): string => {
  const encoding = encodingOf(bytes);
  try {
    if (encoding === 'utf-8') return utf8.decode(bytes);
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.replace(DECLARED, (declaration, name: string) => declaration.replace(name, 'UTF-8'));
  } catch (cause) {
    throw new PlatenError('docx_damaged', `The text of "${part}" is not valid ${encoding.toUpperCase()}.`, {
      hint: 'Open it in Word and save it again as a Word document (.docx).',
      cause,
    });
  }
};

const DECLARED = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;

const encodingOf = (bytes: Uint8Array): string => {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const declared = DECLARED.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // Whoever could read a declaration of UTF-16 byte by byte knows that it is wrong.
  return declared === 'utf8' || declared.startsWith('utf-16') ? 'utf-8' : declared;
};

/** Headers whose values come from callers and documents, made safe and short. */
import { LastAnswers } from '../memo.ts';

/** Proxies refuse answers whose headers are long; 8 KiB for all of them is common. */
const LIST_BYTES = 2048;
const NAME_CHARACTERS = 150;
const OTHER_EXTENSION = /(?<=.)\.(?:docx|docm|dotx|dotm|pdf|zip)$/i;

/** `2; customer.vat, items%5B%5D.sku`: how many, then as many of them as fit. Undefined where there are none. */
export const listHeader = (items: readonly string[]): string | undefined => {
  if (items.length === 0) return undefined;
  let header = `${items.length};`;
  for (const [index, item] of items.entries()) {
    const next = `${header}${index === 0 ? ' ' : ', '}${encodeURIComponent(item.toWellFormed())}`;
    if (next.length > LIST_BYTES) break;
    header = next;
  }
  return header;
};

type Extension = 'docx' | 'pdf' | 'zip' | 'csv' | 'json';

/** Names of templates: few, and each of very many documents. */
const knownNames = new LastAnswers<string, string>(100);
/** A longer one is a caller's own, which may never come again. */
const KNOWN_CHARACTERS = 200;

/** RFC 6266, with `filename*` for what is not ASCII. The extension always tells the truth about the format. */
export const attachment = (name: string, extension: Extension): string => {
  if (name.length > KNOWN_CHARACTERS) return disposition(name, extension);
  const address = `${extension} ${name}`;
  const known = knownNames.get(address);
  if (known !== undefined) return known;
  const made = disposition(name, extension);
  knownNames.set(address, made);
  return made;
};

const disposition = (name: string, extension: Extension): string => {
  const harmless = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"<>|?*\\/:\u2028\u2029]+/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
    // Templates are often named as their file is: "Invoice.docx" makes "Invoice.pdf".
    .replace(OTHER_EXTENSION, (ending) => (ending.toLowerCase() === `.${extension}` ? ending : ''));
  const short = [...(harmless === '' ? 'document' : harmless)].slice(0, NAME_CHARACTERS).join('');
  const whole = short.toLowerCase().endsWith(`.${extension}`) ? short : `${short}.${extension}`;
  // Quotes and backslashes are gone by now, so nothing in the quoted form needs an escape.
  const ascii = whole
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
  const quoted = `attachment; filename="${ascii}"`;
  return ascii === whole ? quoted : `${quoted}; filename*=UTF-8''${extendedValue(whole)}`;
};

/** RFC 8187: what encodeURIComponent leaves alone but `attr-char` does not allow is encoded as well. */
const extendedValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 9110 §13.1.2: `*` is any file, and a proxy that compressed the answer has made the tag a weak one. */
export const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

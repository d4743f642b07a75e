/**
 * Which addresses may stay in a document. A link does nothing until somebody clicks it, and these do no harm then.
 * An address without a scheme is none of them: LibreOffice completes it with the folder it is working in, and the PDF
 * would tell its readers about the server.
 */
const SAFE_SCHEMES: ReadonlySet<string> = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'ftp',
  'ftps',
  'geo',
]);

/** Readers skip white space and control characters in front of, and even inside, a scheme. */
const IGNORED = /[\0-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]/g;

export const isSafeLink = (target: string): boolean => {
  const address = target.replace(IGNORED, '');
  if (address.startsWith('#')) return true;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1];
  return scheme !== undefined && SAFE_SCHEMES.has(scheme.toLowerCase());
};

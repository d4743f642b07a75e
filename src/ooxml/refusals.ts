/**
 * What people upload instead of a DOCX, each told apart and answered with the way out.
 */
import { type ErrorCode, PlatenError } from '../errors.ts';
import type { Relationship } from './relationships.ts';
import type { ZipArchive } from './zip-read.ts';
import { readEntry } from './zip-read.ts';

const refusal = (code: ErrorCode, message: string, hint: string): PlatenError =>
  new PlatenError(code, message, { hint });

const SAVE_AS = 'Open it in Word and save it as a Word document (.docx).';

interface Signature {
  readonly bytes: string;
  readonly what: string;
  readonly hint: string;
}

/** First bytes, in latin-1. */
const SIGNATURES: readonly Signature[] = [
  { bytes: '%PDF', what: 'a PDF file', hint: 'Upload the Word document that the PDF was made from.' },
  { bytes: '{\\rtf', what: 'an RTF file', hint: SAVE_AS },
  {
    bytes: '\x89PNG',
    what: 'a PNG picture',
    hint: 'Insert the picture into a Word document and upload that.',
  },
  {
    bytes: '\xff\xd8\xff',
    what: 'a JPEG picture',
    hint: 'Insert the picture into a Word document and upload that.',
  },
  { bytes: 'GIF8', what: 'a GIF picture', hint: 'Insert the picture into a Word document and upload that.' },
  { bytes: 'Rar!', what: 'a RAR archive', hint: 'Unpack it and upload the DOCX file inside.' },
  { bytes: '7z\xbc\xaf', what: 'a 7-Zip archive', hint: 'Unpack it and upload the DOCX file inside.' },
  { bytes: '\x1f\x8b', what: 'a gzip archive', hint: 'Unpack it and upload the DOCX file inside.' },
  { bytes: 'MZ', what: 'a Windows program', hint: 'Upload a Word document (.docx).' },
  { bytes: '\x7fELF', what: 'a program', hint: 'Upload a Word document (.docx).' },
  { bytes: 'MIME-Version:', what: 'a web archive (MHTML)', hint: SAVE_AS },
];

const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Before anything is parsed. A zip passes. */
export const refuseBySignature = (file: Uint8Array): void => {
  if (file.length === 0) throw refusal('not_docx', 'The file is empty.', 'Upload a Word document (.docx).');
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return;
  if (head.startsWith(COMPOUND_FILE)) throw compoundFile(bytes);
  for (const signature of SIGNATURES) {
    if (head.startsWith(signature.bytes)) {
      throw refusal('not_docx', `The file is ${signature.what}, not a DOCX file.`, signature.hint);
    }
  }
  throw textOrUnknown(bytes);
};

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Office's container before 2007, which today also wraps every encrypted document ([MS-OFFCRYPTO] §1.3.3). */
const compoundFile = (bytes: Buffer): PlatenError => {
  if (bytes.includes(utf16('EncryptedPackage'))) {
    return refusal(
      'docx_encrypted',
      'The document is protected with a password.',
      'Open it in Word, remove the password under File > Info > Protect Document, and save it.',
    );
  }
  if (bytes.includes(utf16('WordDocument'))) {
    return refusal('not_docx', 'The file is a Word 97–2003 document (.doc), not a DOCX file.', SAVE_AS);
  }
  if (bytes.includes(utf16('Workbook')) || bytes.includes(utf16('Book'))) {
    return refusal(
      'not_docx',
      'The file is an Excel workbook (.xls), not a DOCX file.',
      'Upload a Word document (.docx).',
    );
  }
  if (bytes.includes(utf16('PowerPoint Document'))) {
    return refusal(
      'not_docx',
      'The file is a PowerPoint presentation (.ppt), not a DOCX file.',
      'Upload a Word document (.docx).',
    );
  }
  return refusal('not_docx', 'The file is in an old Office format, not a DOCX file.', SAVE_AS);
};

/** A zip with something before it: Word does not open those, and a file that is two things at once is no accident. */
const hasZipInside = (bytes: Buffer): boolean =>
  bytes.includes('PK\x03\x04', 0, 'latin1') && bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') >= 0;

const textOrUnknown = (bytes: Buffer): PlatenError => {
  if (hasZipInside(bytes)) {
    return refusal(
      'docx_unsafe',
      'The file has other bytes before the document begins.',
      'Open it in Word and save it again as a Word document (.docx).',
    );
  }
  const start = decodeStart(bytes);
  if (start === undefined) {
    return refusal('not_docx', 'The file is not a DOCX file.', 'Upload a document that Word saved as .docx.');
  }
  if (/^\s*(<\?xml[^>]*>)?\s*(<\?mso-application[^>]*>)?\s*<(pkg:package|w:wordDocument)\b/.test(start)) {
    return refusal('not_docx', 'The file is a Word XML document (.xml), not a DOCX file.', SAVE_AS);
  }
  if (/^\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(start)) {
    return refusal('not_docx', 'The file is a web page (HTML), not a DOCX file.', SAVE_AS);
  }
  if (/^\s*</.test(start)) return refusal('not_docx', 'The file is XML, not a DOCX file.', SAVE_AS);
  return refusal('not_docx', 'The file is plain text, not a DOCX file.', SAVE_AS);
};

/** The first characters, where the file is text: no control characters but white space. */
const decodeStart = (bytes: Buffer): string | undefined => {
  const head = bytes.subarray(0, 1024);
  const wide = head[0] === 0xff && head[1] === 0xfe;
  const start = wide ? head.toString('utf16le', 2) : head.toString('utf8').replace(/^\ufeff/, '');
  return /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd](?!$)/.test(start) ? undefined : start;
};

const MIMETYPES: readonly { readonly start: string; readonly what: string; readonly hint: string }[] = [
  {
    start: 'application/vnd.oasis.opendocument.text',
    what: 'an OpenDocument text (.odt)',
    hint: 'Open it in LibreOffice or Word and save it as a Word document (.docx).',
  },
  {
    start: 'application/vnd.oasis.opendocument.spreadsheet',
    what: 'an OpenDocument spreadsheet (.ods)',
    hint: 'Upload a Word document (.docx).',
  },
  {
    start: 'application/vnd.oasis.opendocument.presentation',
    what: 'an OpenDocument presentation (.odp)',
    hint: 'Upload a Word document (.docx).',
  },
  {
    start: 'application/vnd.oasis.opendocument',
    what: 'an OpenDocument file',
    hint: 'Upload a Word document (.docx).',
  },
  { start: 'application/epub+zip', what: 'an EPUB book', hint: 'Upload a Word document (.docx).' },
];

/** Zips that are something else. An office file passes, also a damaged one. */
export const refuseByContent = (archive: ZipArchive): void => {
  const { entries } = archive;
  const names = [...entries.keys()];
  if (names.some((name) => name.toLowerCase() === '[content_types].xml')) return;
  const mimetype = entries.get('mimetype');
  if (mimetype !== undefined && mimetype.size < 200) {
    const type = Buffer.from(readEntry(mimetype)).toString('latin1');
    const known = MIMETYPES.find(({ start }) => type.startsWith(start));
    if (known !== undefined)
      throw refusal('not_docx', `The file is ${known.what}, not a DOCX file.`, known.hint);
  }
  if (names.some((name) => name.endsWith('.iwa'))) {
    throw refusal(
      'not_docx',
      'The file is an Apple Pages document, not a DOCX file.',
      'Open it in Pages and choose File > Export To > Word.',
    );
  }
  if (names.some((name) => name.toLowerCase().startsWith('word/'))) return;
  const inner = names.find((name) => /\.docx$/i.test(name));
  throw refusal(
    'not_docx',
    names.length === 0
      ? 'The file is an empty zip, not a DOCX file.'
      : 'The file is a zip, but not a DOCX file.',
    inner === undefined ? 'Upload a document that Word saved as .docx.' : `Unpack it and upload "${inner}".`,
  );
};

const DOCUMENT = /wordprocessingml\.(document|template)\.main\+xml$/;
const MACROS = /ms-word\.(document|template)\.macroEnabled/i;

const OTHER_OFFICE: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /spreadsheetml|ms-excel/i, what: 'an Excel workbook' },
  { pattern: /presentationml|ms-powerpoint/i, what: 'a PowerPoint presentation' },
  { pattern: /visio/i, what: 'a Visio drawing' },
];

const macros = (): PlatenError =>
  refusal(
    'docx_macros',
    'The document contains macros (.docm or .dotm).',
    'Open it in Word and save it as a Word document (.docx), which leaves the macros out.',
  );

/** By the content type of the main part: what kind of office file this is. */
export const refuseByMainType = (type: string, relationships: readonly Relationship[]): void => {
  if (MACROS.test(type)) throw macros();
  if (DOCUMENT.test(type)) {
    if (relationships.some(({ kind }) => kind === 'vbaProject')) throw macros();
    return;
  }
  const other = OTHER_OFFICE.find(({ pattern }) => pattern.test(type));
  if (other !== undefined) {
    throw refusal(
      'not_docx',
      `The file is ${other.what}, not a DOCX file.`,
      'Upload a Word document (.docx).',
    );
  }
  if (type === '' || type === 'application/xml') {
    throw refusal(
      'docx_damaged',
      'The document does not say the content type of its main part.',
      'Open it in Word and save it again as a Word document (.docx).',
    );
  }
  throw refusal('not_docx', `The main part of the file is of type "${type}", not a Word document.`, SAVE_AS);
};

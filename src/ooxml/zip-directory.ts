/**
 * openZip :: bytes → ZipArchive
 *
 * Reads the central directory and checks it against the local headers, so that no two readers of the same file can
 * see different contents. Entries stay deflated views into the file until asked for: a part that nobody touches is
 * copied to the output as it is. Asks nothing of Node.js: the console opens workbooks with it.
 */

import { PlatenError } from '../errors.ts';
import type { PackageLimits } from './limits.ts';
import { DEFAULT_PACKAGE_LIMITS } from './limits.ts';
import { checkEntryName } from './part-names.ts';

export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: 0 | 8;
  readonly crc32: number;
  /** Inflated. */
  readonly size: number;
  /** A view into the file. */
  readonly compressed: Uint8Array;
  /** It was made in this process and was never in a file, so there is nothing to hold it against. */
  readonly isOwn?: true;
}

export interface ZipArchive {
  /** In the order of the central directory; directories are left out. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const DESCRIPTOR = 0x08074b50;

const END_BYTES = 22;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const MAX_COMMENT = 0xffff;

const FLAG_ENCRYPTED = 0x1;
const FLAG_DESCRIPTOR = 0x8;
const FLAG_STRONG_ENCRYPTION = 0x40;
const ZIP64_EXTRA = 0x0001;

export const RESAVE = 'Open it in Word and save it again as a Word document (.docx).';

export const damaged = (message: string): PlatenError =>
  new PlatenError('docx_damaged', message, { hint: RESAVE });
const unsafe = (message: string): PlatenError => new PlatenError('docx_unsafe', message, { hint: RESAVE });

/** Where the central directory lies, by the end record or its zip64 form. */
interface Directory {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

interface Header {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

export const openZip = (file: Uint8Array, limits: PackageLimits = DEFAULT_PACKAGE_LIMITS): ZipArchive => {
  if (file.length > limits.fileBytes) {
    throw new PlatenError(
      'docx_too_big',
      `The file has ${file.length} bytes; the limit is ${limits.fileBytes}.`,
    );
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const directory = findDirectory(file, view);
  const headers = readDirectory(file, view, directory, limits);
  checkTotals(headers, limits);
  return { entries: locate(file, view, headers, directory.start) };
};

const findDirectory = (file: Uint8Array, view: DataView): Directory => {
  const at = findEnd(file, view);
  const disk = view.getUint16(at + 4, true);
  const count = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const start = view.getUint32(at + 16, true);
  const isZip64 = at >= 20 && view.getUint32(at - 20, true) === ZIP64_LOCATOR;
  if (isZip64 && (count === 0xffff || size === 0xffffffff || start === 0xffffffff)) {
    return findZip64Directory(view, at - 20);
  }
  if ((disk !== 0 && disk !== 0xffff) || view.getUint16(at + 8, true) !== count) {
    throw damaged('The file is one piece of a zip that was split over several.');
  }
  return directoryAt({ count, size, start, limit: at });
};

/** The end record ends the file, but for a comment whose length it tells, or padding with zeros by some mailers. */
const findEnd = (file: Uint8Array, view: DataView): number => {
  const lowest = Math.max(0, file.length - END_BYTES - MAX_COMMENT);
  let padded = -1;
  for (let at = file.length - END_BYTES; at >= lowest; at--) {
    if (file[at] !== 0x50 || view.getUint32(at, true) !== END) continue;
    const end = at + END_BYTES + view.getUint16(at + 20, true);
    if (end === file.length) return at;
    if (padded < 0 && end < file.length && file.subarray(end).every((byte) => byte === 0)) padded = at;
  }
  if (padded >= 0) return padded;
  throw damaged(
    'The file is incomplete: the directory at its end is missing. It may have been cut off on the way.',
  );
};

const findZip64Directory = (view: DataView, locator: number): Directory => {
  const at = wide(view, locator + 8);
  if (at + 56 > locator || view.getUint32(at, true) !== ZIP64_END) {
    throw damaged('The directory at the end of the file is damaged.');
  }
  return directoryAt({
    count: wide(view, at + 32),
    size: wide(view, at + 40),
    start: wide(view, at + 48),
    limit: at,
  });
};

const directoryAt = (place: { count: number; size: number; start: number; limit: number }): Directory => {
  const end = place.start + place.size;
  if (end < place.limit) {
    throw unsafe('The file has bytes before the package or between its parts that belong to nothing.');
  }
  if (end > place.limit) throw damaged('The directory at the end of the file is damaged.');
  return { count: place.count, start: place.start, end };
};

/** Sizes past 2^53 cannot be real; they turn into a number that fails every bound. */
const wide = (view: DataView, at: number): number => {
  if (at + 8 > view.byteLength) throw damaged('The directory at the end of the file is damaged.');
  return Number(view.getBigUint64(at, true));
};

const readDirectory = (
  file: Uint8Array,
  view: DataView,
  directory: Directory,
  limits: PackageLimits,
): Header[] => {
  if (directory.count > limits.entries) {
    throw new PlatenError(
      'docx_too_big',
      `The file holds ${directory.count} parts; the limit is ${limits.entries}.`,
    );
  }
  const headers: Header[] = [];
  let at = directory.start;
  while (at < directory.end) {
    if (at + CENTRAL_BYTES > directory.end || view.getUint32(at, true) !== CENTRAL) {
      throw damaged('The directory at the end of the file is damaged.');
    }
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + CENTRAL_BYTES + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > directory.end) throw damaged('The directory at the end of the file is damaged.');
    const nameBytes = file.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
    const sizes = widen(view, at, at + CENTRAL_BYTES + nameLength, extraLength);
    const name = checkEntryName(nameBytes, limits);
    headers.push({
      name,
      nameBytes,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      ...sizes,
    });
    if (headers.length > directory.count) break;
    at = next;
  }
  if (headers.length !== directory.count) throw damaged('The directory at the end of the file is damaged.');
  return headers;
};

/** The three numbers that zip64 may have moved from the central header into its extra field, in this order. */
const widen = (
  view: DataView,
  at: number,
  extra: number,
  extraLength: number,
): Pick<Header, 'size' | 'compressedSize' | 'offset'> => {
  let compressedSize = view.getUint32(at + 20, true);
  let size = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  if (compressedSize !== 0xffffffff && size !== 0xffffffff && offset !== 0xffffffff) {
    return { size, compressedSize, offset };
  }
  for (let field = extra; field + 4 <= extra + extraLength; ) {
    const end = field + 4 + view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === ZIP64_EXTRA && end <= extra + extraLength) {
      let from = field + 4;
      const take = (): number => {
        from += 8;
        if (from > end) throw damaged('The directory at the end of the file is damaged.');
        return wide(view, from - 8);
      };
      if (size === 0xffffffff) size = take();
      if (compressedSize === 0xffffffff) compressedSize = take();
      if (offset === 0xffffffff) offset = take();
    }
    field = end;
  }
  return { size, compressedSize, offset };
};

const checkTotals = (headers: readonly Header[], limits: PackageLimits): void => {
  let total = 0;
  for (const { name, size, compressedSize } of headers) {
    total += size;
    if (total > limits.unpackedBytes) {
      throw new PlatenError(
        'docx_too_big',
        `The file unpacks to more than ${limits.unpackedBytes} bytes, which is the limit.`,
      );
    }
    if (size > limits.ratioFloorBytes && size > compressedSize * limits.ratio) {
      throw new PlatenError(
        'docx_too_big',
        `"${name}" unpacks to ${size} bytes from ${compressedSize}: no document packs that well.`,
      );
    }
  }
};

/** Finds each entry's data, and refuses files in which entries share bytes, names or disagree with themselves. */
const locate = (
  file: Uint8Array,
  view: DataView,
  headers: readonly Header[],
  directoryStart: number,
): Map<string, ZipEntry> => {
  const entries = new Map<string, ZipEntry>();
  const seen = new Set<string>();
  const spans: { start: number; end: number; name: string }[] = [];
  for (const header of headers) {
    const { method, name, flags } = header;
    if (flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION)) {
      throw new PlatenError('docx_encrypted', `"${name}" in the file is protected with a password.`, {
        hint: 'Save the document without a password.',
      });
    }
    if (method !== 0 && method !== 8) {
      throw damaged(`"${name}" is packed with method ${method}; Word documents use deflate alone.`);
    }
    const start = dataStart(view, file, header, directoryStart);
    const end = start + header.compressedSize;
    if (end > directoryStart) throw damaged(`The data of "${name}" reaches past the end of the file.`);
    if (method === 0 && header.compressedSize !== header.size) {
      throw damaged(`"${name}" is not packed, yet its two sizes differ.`);
    }
    spans.push({ start: header.offset, end, name });
    if (name.endsWith('/') && header.size === 0) continue;
    // OPC part names are equal whatever the case of their ASCII letters (ECMA-376 part 2, §6.2.2.3).
    const key = name.toLowerCase();
    if (seen.has(key)) throw unsafe(`The file holds two parts of the name "${name}".`);
    seen.add(key);
    const compressed = file.subarray(start, end);
    entries.set(name, { name, method, crc32: header.crc32, size: header.size, compressed });
  }
  checkSpans(spans);
  return entries;
};

const dataStart = (view: DataView, file: Uint8Array, header: Header, directoryStart: number): number => {
  const { name, nameBytes, offset } = header;
  if (offset + LOCAL_BYTES > directoryStart || view.getUint32(offset, true) !== LOCAL) {
    throw damaged(`The data of "${name}" is not where the directory says.`);
  }
  const nameLength = view.getUint16(offset + 26, true);
  const start = offset + LOCAL_BYTES + nameLength + view.getUint16(offset + 28, true);
  if (start > directoryStart) throw damaged(`The data of "${name}" reaches past the end of the file.`);
  const localName = file.subarray(offset + LOCAL_BYTES, offset + LOCAL_BYTES + nameLength);
  if (localName.length !== nameBytes.length || localName.some((byte, at) => byte !== nameBytes[at])) {
    throw unsafe(`"${name}" has another name in its own header than in the directory.`);
  }
  if (view.getUint16(offset + 8, true) !== header.method) {
    throw unsafe(`"${name}" has another packing method in its own header than in the directory.`);
  }
  const described = (view.getUint16(offset + 6, true) & FLAG_DESCRIPTOR) !== 0;
  const differs = (at: number, value: number): boolean => {
    const local = view.getUint32(at, true);
    return local !== value && local !== 0xffffffff && !(described && local === 0);
  };
  if (
    differs(offset + 14, header.crc32) ||
    differs(offset + 18, header.compressedSize) ||
    differs(offset + 22, header.size)
  ) {
    throw unsafe(`"${name}" has other sizes in its own header than in the directory.`);
  }
  return start;
};

const checkSpans = (spans: { start: number; end: number; name: string }[]): void => {
  spans.sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    if (span.start < end) throw unsafe(`"${span.name}" shares bytes with another part of the file.`);
    end = span.end;
  }
};

/** For writers and tests: the signatures that both sides of the format agree on. */
export const ZIP_SIGNATURES = { LOCAL, CENTRAL, END, ZIP64_END, ZIP64_LOCATOR, DESCRIPTOR } as const;

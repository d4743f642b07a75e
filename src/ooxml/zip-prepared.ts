/**
 * prepareEntries :: entries → the bytes that stand for them in any archive, made once
 *
 * Most of a small document's parts are the template's own. Writing their headers anew for each document took longer
 * than writing their text: measured on an invoice of 20 rows, a tenth of a render.
 */
import { ownBytes } from '../own-bytes.ts';
import type { ZipEntry } from './zip-read.ts';
import { centralHeader, endRecords, FLAG_UTF8, localHeader, type WrittenEntry } from './zip-records.ts';

export interface PreparedEntries {
  readonly entries: readonly ZipEntry[];
  readonly names: ReadonlySet<string>;
  /** Headers and data, one after the other. */
  readonly chunks: readonly Uint8Array[];
  /** Offsets from the first chunk. */
  readonly written: readonly WrittenEntry[];
  /** Their records of the directory, as they would be with the first chunk at the archive's beginning. */
  readonly central: Uint8Array;
  /** Where in these records the offsets stand. */
  readonly offsetsAt: readonly number[];
}

/** Data from this size on stays where it is; what is smaller is put together. */
const LARGE = 64 * 1024;
const MAX_32 = 0xffffffff;
const CENTRAL_OFFSET_AT = 42;

const encoder = new TextEncoder();

export const prepareEntries = (entries: readonly ZipEntry[]): PreparedEntries => {
  const written: WrittenEntry[] = [];
  const chunks: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  let offset = 0;
  for (const { name, method, crc32, size, compressed } of entries) {
    const nameBytes = encoder.encode(name);
    const record = {
      nameBytes,
      flags: FLAG_UTF8,
      method,
      crc32,
      size,
      compressedSize: compressed.length,
      offset,
    };
    const header = localHeader(record);
    written.push(record);
    small.push(header);
    if (compressed.length < LARGE) small.push(compressed);
    else {
      chunks.push(ownBytes(Buffer.concat(small)), compressed);
      small = [];
    }
    offset += header.length + compressed.length;
  }
  if (small.length > 0) chunks.push(ownBytes(Buffer.concat(small)));
  const records = written.map(centralHeader);
  let at = 0;
  const offsetsAt = records.map((record) => {
    const start = at;
    at += record.length;
    return start + CENTRAL_OFFSET_AT;
  });
  const names = new Set(entries.map(({ name }) => name));
  return { entries, names, chunks, written, central: ownBytes(Buffer.concat(records)), offsetsAt };
};

/** One entry, or prepared ones and where the first of them stands. */
export type DirectoryPiece = WrittenEntry | { readonly entries: PreparedEntries; readonly base: number };

/** The directory, and the records behind it, for entries that end at `start`. */
export const directoryBytes = (pieces: readonly DirectoryPiece[], start: number): Uint8Array => {
  const parts: Uint8Array[] = [];
  let count = 0;
  let size = 0;
  for (const piece of pieces) {
    const part = 'base' in piece ? moved(piece.entries, piece.base) : centralHeader(piece);
    parts.push(part);
    count += 'base' in piece ? piece.entries.written.length : 1;
    size += part.length;
  }
  parts.push(endRecords(count, start, size));
  return Buffer.concat(parts);
};

const moved = (entries: PreparedEntries, base: number): Uint8Array => {
  if (base === 0) return entries.central;
  const last = entries.written.at(-1);
  if (last === undefined) return entries.central;
  if (base + last.offset >= MAX_32)
    return Buffer.concat(
      entries.written.map((record) => centralHeader({ ...record, offset: record.offset + base })),
    );
  const central = Buffer.from(entries.central);
  entries.offsetsAt.forEach((at, index) => {
    central.writeUInt32LE((entries.written[index] as WrittenEntry).offset + base, at);
  });
  return central;
};

/**
 * The records of a zip file as bytes (APPNOTE 6.3.10, §4.3): what the writer puts around the data of its entries.
 */
import { ZIP_SIGNATURES } from './zip-read.ts';

export const FLAG_DESCRIPTOR = 0x8;
export const FLAG_UTF8 = 0x800;

/** 1980-01-01 00:00, the oldest that DOS can write and what Word puts into its own files. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/**
 * Info-ZIP's unzip takes names of Zip64 entries for those of an old PC where they say nothing else, and complains of each that is
 * not ASCII. A file from Unix has rights as well: all may read it, its owner may write.
 */
const MADE_BY_UNIX = 3 << 8;
const UNIX_FILE = 0o100644 * 0x10000;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

export interface WrittenEntry {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: 0 | 8;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

/** Out of Node's pool: memory of its own for each would cost several times as much as what is written into it. */
const zeros = (length: number): Uint8Array => Buffer.allocUnsafe(length).fill(0);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

export const localHeader = (entry: Omit<WrittenEntry, 'offset'>): Uint8Array => {
  const { nameBytes } = entry;
  const big = entry.size >= MAX_32 || entry.compressedSize >= MAX_32;
  const extra = big ? 20 : 0;
  const bytes = zeros(30 + nameBytes.length + extra);
  const view = viewOf(bytes);
  view.setUint32(0, ZIP_SIGNATURES.LOCAL, true);
  view.setUint16(4, big ? VERSION_ZIP64 : VERSION, true);
  view.setUint16(6, entry.flags, true);
  view.setUint16(8, entry.method, true);
  view.setUint16(10, DOS_TIME, true);
  view.setUint16(12, DOS_DATE, true);
  view.setUint32(14, entry.crc32, true);
  view.setUint32(18, big ? MAX_32 : entry.compressedSize, true);
  view.setUint32(22, big ? MAX_32 : entry.size, true);
  view.setUint16(26, nameBytes.length, true);
  view.setUint16(28, extra, true);
  bytes.set(nameBytes, 30);
  if (big) setZip64Extra(view, 30 + nameBytes.length, [entry.size, entry.compressedSize]);
  return bytes;
};

const setZip64Extra = (view: DataView, at: number, values: readonly number[]): void => {
  view.setUint16(at, 0x0001, true);
  view.setUint16(at + 2, values.length * 8, true);
  values.forEach((value, index) => {
    view.setBigUint64(at + 4 + index * 8, BigInt(value), true);
  });
};

/** What follows the data of an entry whose sizes were unknown at its start. */
export const descriptor = (entry: WrittenEntry): Uint8Array => {
  const big = entry.size >= MAX_32 || entry.compressedSize >= MAX_32;
  const bytes = zeros(big ? 24 : 16);
  const view = viewOf(bytes);
  view.setUint32(0, ZIP_SIGNATURES.DESCRIPTOR, true);
  view.setUint32(4, entry.crc32, true);
  if (big) {
    view.setBigUint64(8, BigInt(entry.compressedSize), true);
    view.setBigUint64(16, BigInt(entry.size), true);
  } else {
    view.setUint32(8, entry.compressedSize, true);
    view.setUint32(12, entry.size, true);
  }
  return bytes;
};

export const centralHeader = (entry: WrittenEntry): Uint8Array => {
  const { nameBytes, size, compressedSize, offset } = entry;
  const wide = [size, compressedSize, offset].filter((value) => value >= MAX_32);
  const extra = wide.length === 0 ? 0 : 4 + wide.length * 8;
  const bytes = zeros(46 + nameBytes.length + extra);
  const view = viewOf(bytes);
  const version = wide.length === 0 ? VERSION : VERSION_ZIP64;
  view.setUint32(0, ZIP_SIGNATURES.CENTRAL, true);
  view.setUint16(4, wide.length === 0 ? version : MADE_BY_UNIX | version, true);
  view.setUint16(6, version, true);
  view.setUint16(8, entry.flags, true);
  view.setUint16(10, entry.method, true);
  view.setUint16(12, DOS_TIME, true);
  view.setUint16(14, DOS_DATE, true);
  view.setUint32(16, entry.crc32, true);
  view.setUint32(20, Math.min(compressedSize, MAX_32), true);
  view.setUint32(24, Math.min(size, MAX_32), true);
  view.setUint16(28, nameBytes.length, true);
  view.setUint16(30, extra, true);
  if (wide.length > 0) view.setUint32(38, UNIX_FILE, true);
  view.setUint32(42, Math.min(offset, MAX_32), true);
  bytes.set(nameBytes, 46);
  if (extra > 0) setZip64Extra(view, 46 + nameBytes.length, wide);
  return bytes;
};

export const endRecords = (count: number, start: number, size: number): Uint8Array => {
  const big = count >= MAX_16 || start >= MAX_32 || size >= MAX_32;
  const at = big ? 76 : 0;
  const bytes = zeros(at + 22);
  const view = viewOf(bytes);
  if (big) {
    view.setUint32(0, ZIP_SIGNATURES.ZIP64_END, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, VERSION_ZIP64, true);
    view.setUint16(14, VERSION_ZIP64, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(size), true);
    view.setBigUint64(48, BigInt(start), true);
    view.setUint32(56, ZIP_SIGNATURES.ZIP64_LOCATOR, true);
    view.setBigUint64(64, BigInt(start + size), true);
    view.setUint32(72, 1, true);
  }
  view.setUint32(at, ZIP_SIGNATURES.END, true);
  view.setUint16(at + 8, Math.min(count, MAX_16), true);
  view.setUint16(at + 10, Math.min(count, MAX_16), true);
  view.setUint32(at + 12, Math.min(size, MAX_32), true);
  view.setUint32(at + 16, Math.min(start, MAX_32), true);
  return bytes;
};

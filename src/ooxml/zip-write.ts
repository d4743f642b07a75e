/**
 * ZipWriter :: parts → bytes in a sink, forward only
 *
 * Synchronous and flat: an entry written piece by piece is encoded and deflated in blocks of 128 KiB and leaves at
 * once. Each block is deflated on its own with the 32 KiB before it as dictionary and ends on a byte boundary (sync
 * flush), so blocks joined together are one valid deflate stream that costs under 1 % more than a single pass.
 * Same input, same bytes: the date of every entry is fixed.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ZipEntry } from './zip-read.ts';
import { ZIP_SIGNATURES } from './zip-read.ts';

export interface ByteSink {
  /** The chunk belongs to the sink from now on; the writer never touches it again. */
  write(chunk: Uint8Array): void;
}

export interface EntryWriter {
  write(text: string | Uint8Array): void;
  close(): void;
}

export interface ZipWriterOptions {
  /** Deflate's 1 to 9. */
  readonly level?: number;
}

/** Bytes deflated at a time: smaller costs ratio, larger costs memory; 128 KiB is within 0.1 % of a single pass. */
const BLOCK = 128 * 1024;
/** How far back deflate can point. */
const WINDOW = 32 * 1024;
/** A UTF-16 unit takes at most three bytes in UTF-8, and text is gathered up to this many units before encoding. */
const PENDING = 32 * 1024;

/** 1980-01-01 00:00, the oldest that DOS can write: what Word itself puts into its files. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const FLAG_DESCRIPTOR = 0x8;
const FLAG_UTF8 = 0x800;

interface Written {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: 0 | 8;
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

const encoder = new TextEncoder();

export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #level: number;
  readonly #written: Written[] = [];
  readonly #names = new Set<string>();
  #offset = 0;
  #open: string | undefined;

  constructor(sink: ByteSink, options: ZipWriterOptions = {}) {
    this.#sink = sink;
    this.#level = options.level ?? 6;
  }

  /** Copies an entry of another archive without inflating it. */
  raw(name: string, entry: Pick<ZipEntry, 'method' | 'crc32' | 'size' | 'compressed'>): void {
    this.#whole(name, entry);
  }

  /** Bytes that deflate cannot make smaller (pictures) are stored. */
  add(name: string, bytes: Uint8Array | string): void {
    const content = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
    const deflated = isPacked(content) ? undefined : deflateRawSync(content, { level: this.#level });
    const smaller = deflated !== undefined && deflated.length < content.length;
    this.#whole(name, {
      method: smaller ? 8 : 0,
      crc32: crc32(content),
      size: content.length,
      compressed: smaller ? deflated : content.slice(),
    });
  }

  /** One entry, piece by piece. Nothing else may be written until it is closed. */
  open(name: string): EntryWriter {
    const nameBytes = this.#begin(name);
    this.#open = name;
    const offset = this.#offset;
    let buffer = new Uint8Array(BLOCK + 3 * PENDING);
    let filled = 0;
    let pending = '';
    let dictionary: Uint8Array | undefined;
    let check = 0;
    let size = 0;
    let compressedSize = 0;
    let started = false;

    const emit = (chunk: Uint8Array): void => {
      compressedSize += chunk.length;
      this.#emit(chunk);
    };
    const start = (known?: Pick<Written, 'crc32' | 'size' | 'compressedSize'>): void => {
      started = true;
      this.#emit(
        localHeader({
          nameBytes,
          flags: FLAG_UTF8 | (known === undefined ? FLAG_DESCRIPTOR : 0),
          method: 8,
          crc32: known?.crc32 ?? 0,
          size: known?.size ?? 0,
          compressedSize: known?.compressedSize ?? 0,
        }),
      );
    };
    const take = (bytes: Uint8Array): void => {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + buffer.length - filled);
        buffer.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled >= BLOCK) deflateBlocks();
      }
    };
    const encodePending = (all: boolean): void => {
      // Half of a surrogate pair waits for its other half, which may come with the next piece.
      const last = pending.charCodeAt(pending.length - 1);
      const keep = !all && last >= 0xd800 && last <= 0xdbff ? 1 : 0;
      const text = keep === 0 ? pending : pending.slice(0, -1);
      pending = keep === 0 ? '' : pending.slice(-1);
      if (text.length > PENDING) {
        take(encoder.encode(text));
        return;
      }
      filled += encoder.encodeInto(text, buffer.subarray(filled)).written;
      if (filled >= BLOCK) deflateBlocks();
    };
    const deflateBlocks = (): void => {
      if (!started) start();
      let at = 0;
      for (; filled - at >= BLOCK; at += BLOCK) {
        const block = buffer.subarray(at, at + BLOCK);
        check = crc32(block, check);
        size += BLOCK;
        emit(
          deflateRawSync(block, {
            level: this.#level,
            chunkSize: BLOCK / 2,
            finishFlush: constants.Z_SYNC_FLUSH,
            ...(dictionary !== undefined && { dictionary }),
          }),
        );
        dictionary = block.slice(BLOCK - WINDOW);
      }
      buffer.copyWithin(0, at, filled);
      filled -= at;
    };

    return {
      write: (text) => {
        if (typeof text === 'string') {
          pending += text;
          if (pending.length >= PENDING) encodePending(false);
        } else {
          if (pending !== '') encodePending(true);
          take(text);
        }
      },
      close: () => {
        if (pending !== '') encodePending(true);
        const rest = buffer.subarray(0, filled);
        check = crc32(rest, check);
        size += filled;
        const last = deflateRawSync(rest, {
          level: this.#level,
          ...(dictionary !== undefined && { dictionary }),
        });
        if (!started) start({ crc32: check, size, compressedSize: last.length });
        const streamed = compressedSize > 0;
        emit(last);
        buffer = new Uint8Array(0);
        filled = 0;
        const flags = FLAG_UTF8 | (streamed ? FLAG_DESCRIPTOR : 0);
        const written: Written = { nameBytes, flags, method: 8, crc32: check, size, compressedSize, offset };
        if (streamed) this.#emit(descriptor(written));
        this.#written.push(written);
        this.#open = undefined;
      },
    };
  }

  /** The directory. Nothing may follow. */
  finish(): void {
    if (this.#open !== undefined) throw new Error(`zip entry ${this.#open} is still open`);
    const start = this.#offset;
    for (const written of this.#written) this.#emit(centralHeader(written));
    this.#emit(endRecords(this.#written.length, start, this.#offset - start));
  }

  #begin(name: string): Uint8Array {
    if (this.#open !== undefined) throw new Error(`zip entry ${this.#open} is still open`);
    if (this.#names.has(name)) throw new Error(`zip entry ${name} is written twice`);
    this.#names.add(name);
    return encoder.encode(name);
  }

  #whole(name: string, entry: Pick<ZipEntry, 'method' | 'crc32' | 'size' | 'compressed'>): void {
    const nameBytes = this.#begin(name);
    const written: Written = {
      nameBytes,
      flags: FLAG_UTF8,
      method: entry.method,
      crc32: entry.crc32,
      size: entry.size,
      compressedSize: entry.compressed.length,
      offset: this.#offset,
    };
    this.#emit(localHeader(written));
    if (entry.compressed.length > 0) this.#emit(entry.compressed);
    this.#written.push(written);
  }

  #emit(chunk: Uint8Array): void {
    this.#offset += chunk.length;
    this.#sink.write(chunk);
  }
}

/** Formats that are packed already; deflating them again costs time and gains nothing. */
const isPacked = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  return (
    head.startsWith('\x89PNG') ||
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('GIF8') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
};

const localHeader = (entry: Omit<Written, 'offset'>): Uint8Array => {
  const { nameBytes } = entry;
  const big = entry.size >= MAX_32 || entry.compressedSize >= MAX_32;
  const extra = big ? 20 : 0;
  const bytes = new Uint8Array(30 + nameBytes.length + extra);
  const view = new DataView(bytes.buffer);
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
const descriptor = (entry: Written): Uint8Array => {
  const big = entry.size >= MAX_32 || entry.compressedSize >= MAX_32;
  const bytes = new Uint8Array(big ? 24 : 16);
  const view = new DataView(bytes.buffer);
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

const centralHeader = (entry: Written): Uint8Array => {
  const { nameBytes, size, compressedSize, offset } = entry;
  const wide = [size, compressedSize, offset].filter((value) => value >= MAX_32);
  const extra = wide.length === 0 ? 0 : 4 + wide.length * 8;
  const bytes = new Uint8Array(46 + nameBytes.length + extra);
  const view = new DataView(bytes.buffer);
  const version = wide.length === 0 ? VERSION : VERSION_ZIP64;
  view.setUint32(0, ZIP_SIGNATURES.CENTRAL, true);
  view.setUint16(4, version, true);
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
  view.setUint32(42, Math.min(offset, MAX_32), true);
  bytes.set(nameBytes, 46);
  if (extra > 0) setZip64Extra(view, 46 + nameBytes.length, wide);
  return bytes;
};

const endRecords = (count: number, start: number, size: number): Uint8Array => {
  const big = count >= MAX_16 || start >= MAX_32 || size >= MAX_32;
  const at = big ? 76 : 0;
  const bytes = new Uint8Array(at + 22);
  const view = new DataView(bytes.buffer);
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

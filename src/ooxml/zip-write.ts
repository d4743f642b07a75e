/**
 * ZipWriter :: parts → bytes in a sink, forward only
 *
 * Synchronous and flat: an entry written piece by piece is encoded and deflated in blocks of 192 KiB and leaves at
 * once. Each block is deflated on its own with the end of the one before as dictionary and ends on a byte boundary
 * (sync flush), so blocks joined together are one valid deflate stream that costs under 1 % more than a single pass.
 * Same input, same bytes: the date of every entry is fixed.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { deflateMemory, withoutRoom } from '../deflate-memory.ts';
import type { KnownMarkup } from './deflate/known-markup.ts';
import type { MarkedEntry } from './deflate/marked-entry.ts';
import { type DirectoryPiece, directoryBytes, type PreparedEntries } from './zip-prepared.ts';
import type { ZipEntry } from './zip-read.ts';
import { descriptor, FLAG_DESCRIPTOR, FLAG_UTF8, localHeader, type WrittenEntry } from './zip-records.ts';

export interface ByteSink {
  /** The chunk belongs to the sink from now on, but it may be a view of memory that others read: never write to it. */
  write(chunk: Uint8Array): void;
}

export interface EntryWriter {
  /** Whoever writes known markup tells where. */
  readonly marked?: MarkedEntry | undefined;
  write(text: string | Uint8Array): void;
  close(): void;
}

/** Where the parts of a package go, one after the other: into a ZIP, or to be read at once. */
export interface PackageWriter {
  /** Entries that were made ready once, for many packages. */
  copy(entries: PreparedEntries): void;
  /** An entry of another archive, as it is. */
  raw(name: string, entry: Content): void;
  add(name: string, bytes: Uint8Array | string): void;
  /** One entry, piece by piece, most of it markup that is known. Nothing else may be written until it is closed. */
  open(name: string, markup?: KnownMarkup): EntryWriter;
  /** Nothing may follow. */
  finish(): void;
}

interface ZipWriterOptions {
  /** Deflate's 1 to 9. */
  readonly level?: number;
}

/** Measured on document.xml with Node's zlib: as fast as 1, three times as fast as 6, and 2 % larger than 6. */
const DEFAULT_LEVEL = 3;
/** Bytes deflated at a time: larger costs memory, smaller costs ratio and time (128 KiB: 7 % more time). */
const BLOCK = 192 * 1024;
/**
 * Bytes before a block that it may point back to. Deflate could take 32 KiB, but reads them all anew for each block:
 * measured on document.xml, a MiB takes 2.3 ms with 32 KiB, 1.8 ms with 8 KiB (and 0.4 % more bytes), 1.6 ms with
 * none (and 5 % more bytes).
 */
const DICTIONARY = 8 * 1024;
/** Text is gathered up to this many UTF-16 units and encoded at once; each takes three bytes of UTF-8 at most. */
const PENDING = 32 * 1024;

/** The dictionary, then what is gathered: a block, and text that came on top of it. */
const BUFFER = DICTIONARY + BLOCK + 3 * PENDING;

/** A buffer between two entries; with the renderer's own it saves a small invoice a quarter of its time. */
let spare: Uint8Array | undefined;

export type Content = Pick<ZipEntry, 'method' | 'crc32' | 'size' | 'compressed'>;

const encoder = new TextEncoder();

export class ZipWriter implements PackageWriter {
  readonly #sink: ByteSink;
  readonly #level: number;
  readonly #directory: DirectoryPiece[] = [];
  readonly #names = new Set<string>();
  readonly #copied: PreparedEntries[] = [];
  #offset = 0;
  #open: string | undefined;

  constructor(sink: ByteSink, options: ZipWriterOptions = {}) {
    this.#sink = sink;
    this.#level = options.level ?? DEFAULT_LEVEL;
  }

  copy(entries: PreparedEntries): void {
    for (const name of entries.names) this.#check(name);
    this.#copied.push(entries);
    this.#directory.push({ entries, base: this.#offset });
    for (const chunk of entries.chunks) this.#emit(chunk);
  }

  /** Without inflating it. */
  raw(name: string, entry: Content): void {
    const written: WrittenEntry = {
      nameBytes: this.#begin(name),
      flags: FLAG_UTF8,
      method: entry.method,
      crc32: entry.crc32,
      size: entry.size,
      compressedSize: entry.compressed.length,
      offset: this.#offset,
    };
    this.#emit(localHeader(written));
    if (entry.compressed.length > 0) this.#emit(entry.compressed);
    this.#directory.push(written);
  }

  /** Bytes that deflate cannot make smaller (pictures) are stored, as a view of what was given. */
  add(name: string, bytes: Uint8Array | string): void {
    this.raw(name, packed(bytes, this.#level));
  }

  open(name: string, markup?: KnownMarkup): EntryWriter {
    const nameBytes = this.#begin(name);
    this.#open = name;
    return new DeflatedEntry(this.#level, markup?.entry(), {
      nameBytes,
      offset: this.#offset,
      emit: (chunk) => this.#emit(chunk),
      done: (written) => {
        this.#directory.push(written);
        this.#open = undefined;
      },
    });
  }

  /** The directory. */
  finish(): void {
    if (this.#open !== undefined) throw new Error(`zip entry ${this.#open} is still open`);
    this.#emit(directoryBytes(this.#directory, this.#offset));
  }

  #begin(name: string): Uint8Array {
    this.#check(name);
    this.#names.add(name);
    return encoder.encode(name);
  }

  #check(name: string): void {
    if (this.#open !== undefined) throw new Error(`zip entry ${this.#open} is still open`);
    if (this.#names.has(name) || this.#copied.some(({ names }) => names.has(name)))
      throw new Error(`zip entry ${name} is written twice`);
  }

  #emit(chunk: Uint8Array): void {
    this.#offset += chunk.length;
    this.#sink.write(chunk);
  }
}

/** What an open entry needs of its writer. */
interface EntryHost {
  readonly nameBytes: Uint8Array;
  readonly offset: number;
  readonly emit: (chunk: Uint8Array) => void;
  readonly done: (written: WrittenEntry) => void;
}

/** text → UTF-8 in the buffer → blocks of deflate. An entry of one block gets its sizes into its header at once. */
class DeflatedEntry implements EntryWriter {
  readonly #buffer: Uint8Array;
  readonly #level: number;
  readonly #host: EntryHost;
  readonly marked: MarkedEntry | undefined;
  #filled = DICTIONARY;
  #pending = '';
  /** A block has left, and its end stands at the beginning of the buffer. */
  #streamed = false;
  #crc32 = 0;
  #size = 0;
  #compressedSize = 0;
  #closed = false;

  constructor(level: number, marked: MarkedEntry | undefined, host: EntryHost) {
    this.marked = marked;
    this.#buffer = spare ?? Buffer.allocUnsafe(BUFFER);
    spare = undefined;
    this.#level = level;
    this.#host = host;
  }

  write(text: string | Uint8Array): void {
    if (this.#closed) throw new Error('zip entry is closed');
    if (typeof text === 'string') {
      this.#pending += text;
      if (this.#pending.length >= PENDING) this.#encode(false);
    } else {
      this.#encode(true);
      this.#take(text);
    }
    if (this.marked !== undefined) this.marked.base = this.#size + this.#filled - DICTIONARY;
  }

  close(): void {
    if (this.#closed) throw new Error('zip entry is closed');
    this.#closed = true;
    this.#encode(true);
    const streamed = this.#streamed;
    const last = this.#deflate(DICTIONARY, this.#filled, constants.Z_FINISH);
    spare = this.#buffer;
    const { nameBytes, offset, emit, done } = this.#host;
    const written: WrittenEntry = {
      nameBytes,
      flags: FLAG_UTF8 | (streamed ? FLAG_DESCRIPTOR : 0),
      method: 8,
      crc32: this.#crc32,
      size: this.#size,
      compressedSize: this.#compressedSize,
      offset,
    };
    if (!streamed) emit(localHeader(written));
    emit(last);
    if (streamed) emit(descriptor(written));
    done(written);
  }

  #encode(all: boolean): void {
    const pending = this.#pending;
    if (pending === '') return;
    // Half of a surrogate pair waits for its other half, which may come with the next piece.
    const last = pending.charCodeAt(pending.length - 1);
    const keep = !all && last >= 0xd800 && last <= 0xdbff ? 1 : 0;
    this.#pending = keep === 0 ? '' : pending.slice(-1);
    const text = keep === 0 ? pending : pending.slice(0, -1);
    if (text.length > PENDING) {
      this.#take(encoder.encode(text));
    } else {
      this.#filled += encoder.encodeInto(text, this.#buffer.subarray(this.#filled)).written;
      if (this.#filled >= DICTIONARY + BLOCK) this.#flush();
    }
  }

  #take(bytes: Uint8Array): void {
    if (this.#filled + bytes.length < DICTIONARY + BLOCK) {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + this.#buffer.length - this.#filled);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled >= DICTIONARY + BLOCK) this.#flush();
    }
  }

  /** Lets every full block go. */
  #flush(): void {
    if (!this.#streamed) {
      const { nameBytes } = this.#host;
      const unknown = { crc32: 0, size: 0, compressedSize: 0 };
      this.#host.emit(localHeader({ nameBytes, flags: FLAG_UTF8 | FLAG_DESCRIPTOR, method: 8, ...unknown }));
    }
    let at = DICTIONARY;
    for (; this.#filled - at >= BLOCK; at += BLOCK) {
      this.#host.emit(this.#deflate(at, at + BLOCK, constants.Z_SYNC_FLUSH));
      this.#streamed = true;
    }
    this.#buffer.copyWithin(0, at - DICTIONARY, this.#filled);
    this.#filled -= at - DICTIONARY;
  }

  #deflate(from: number, to: number, finishFlush: number): Uint8Array {
    const bytes = this.#buffer.subarray(from, to);
    const known = this.marked?.deflate(bytes, this.#size, finishFlush === constants.Z_FINISH);
    const deflated = known ?? this.#deflateUnknown(bytes, from, finishFlush);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#size += bytes.length;
    this.#compressedSize += deflated.length;
    return deflated;
  }

  #deflateUnknown(bytes: Uint8Array, from: number, finishFlush: number): Uint8Array {
    const settings = this.#streamed
      ? { dictionary: this.#buffer.subarray(from - DICTIONARY, from) }
      : deflateMemory(bytes.length);
    return withoutRoom(deflateRawSync(bytes, { level: this.#level, finishFlush, ...settings, info: true }));
  }
}

/** Deflated, or as it is where that gains nothing. */
export const packed = (bytes: Uint8Array | string, level = DEFAULT_LEVEL): Content => {
  const content = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
  const deflated = isPacked(content)
    ? content
    : withoutRoom(deflateRawSync(content, { level, ...deflateMemory(content.length), info: true }));
  const stored = deflated.length >= content.length;
  return {
    method: stored ? 0 : 8,
    crc32: crc32(content),
    size: content.length,
    compressed: stored ? content : deflated,
  };
};

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

/**
 * PartWriter :: a chunk's documents → one file; PartReader gives them back, each checked
 *
 * Documents stand one after the other, as they are; behind them an index (JSON), behind that where it begins and its CRC-32.
 * A file that was cut or changed is found out before anything is made of it: each document has its CRC-32 in the index.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { PlatenError } from '../errors.ts';
import { checkJoinable } from '../pdf/join/joined-pdf.ts';
import { openRecord } from './docx/joined-docx.ts';
import { GATHERED_BYTES, OutFile, type WrittenFile } from './out-file.ts';

export type Bundle = 'zip' | 'pdf' | 'docx';

interface PartDocument {
  /** 1 for the first of the batch. */
  readonly record: number;
  /** Of its file, without an ending; made unique where the bundle needs it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly pages?: number;
  /** Written by Platen itself a moment ago: such a file is looked at when it is bundled, not before as well. */
  readonly isOwn?: boolean;
}

export interface PartEntry extends Omit<PartDocument, 'bytes' | 'isOwn'> {
  readonly size: number;
  readonly crc32: number;
}

interface PartIndex {
  readonly bundle: Bundle;
  readonly documents: readonly PartEntry[];
}

const MAGIC = Buffer.from('PLATENP1', 'latin1');
/** Where the index begins (8 bytes), its CRC-32 (4), the magic again. */
const TAIL_BYTES = 20;

export class PartWriter {
  readonly #bundle: Bundle;
  readonly #out: OutFile;
  readonly #documents: PartEntry[] = [];

  private constructor(path: string, bundle: Bundle) {
    this.#bundle = bundle;
    this.#out = new OutFile(path);
    this.#out.write(MAGIC);
  }

  static open(path: string, bundle: Bundle): PartWriter {
    return new PartWriter(path, bundle);
  }

  /** Throws where the document could not go into the bundle. The bytes are the caller's again afterwards. */
  async add({ record, name, bytes, pages, isOwn = false }: PartDocument): Promise<void> {
    if (this.#bundle === 'pdf' && !isOwn) checkJoinable(bytes);
    if (this.#bundle === 'docx') openRecord(bytes);
    this.#documents.push({
      record,
      name,
      size: bytes.byteLength,
      crc32: crc32(bytes),
      ...(pages !== undefined && { pages }),
    });
    // A copy costs less than a system call; what is larger is written at once.
    this.#out.write(bytes.byteLength < GATHERED_BYTES ? Buffer.from(bytes) : bytes);
  }

  async finish(): Promise<WrittenFile & { readonly documents: number }> {
    const index: PartIndex = { bundle: this.#bundle, documents: this.#documents };
    const bytes = Buffer.from(JSON.stringify(index));
    const tail = Buffer.alloc(TAIL_BYTES);
    tail.writeBigUInt64LE(BigInt(this.#out.size), 0);
    tail.writeUInt32LE(crc32(bytes), 8);
    MAGIC.copy(tail, 12);
    this.#out.write(bytes);
    this.#out.write(tail);
    return { documents: this.#documents.length, ...this.#out.finish() };
  }

  /** Closes the file of a chunk that was given up; the file is the caller's to remove. */
  abandon(): void {
    this.#out.abandon();
  }
}

const damaged = (what: string): PlatenError =>
  new PlatenError('internal_error', `A part of the batch cannot be read: ${what}.`);

export class PartReader {
  readonly #fd: number;
  readonly #index: PartIndex;

  private constructor(fd: number) {
    this.#fd = fd;
    this.#index = this.#readIndex();
  }

  static open(path: string): PartReader {
    const fd = openSync(path, 'r');
    try {
      return new PartReader(fd);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  get bundle(): Bundle {
    return this.#index.bundle;
  }

  /** The first `count`, one at a time: only the one that is looked at is in memory. */
  *documents(count: number): Generator<PartEntry & { readonly bytes: Uint8Array }> {
    const { documents } = this.#index;
    if (count > documents.length)
      throw damaged(`${count} documents are wanted, and it has ${documents.length}`);
    let at = MAGIC.byteLength;
    for (const entry of documents.slice(0, count)) {
      const bytes = this.#read(at, entry.size);
      if (crc32(bytes) !== entry.crc32) throw damaged(`the document of record ${entry.record} has changed`);
      at += entry.size;
      yield { ...entry, bytes };
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #readIndex(): PartIndex {
    const { size } = fstatSync(this.#fd);
    if (size < MAGIC.byteLength + TAIL_BYTES) throw damaged('it is too short');
    const tail = this.#read(size - TAIL_BYTES, TAIL_BYTES);
    const start = Number(tail.readBigUInt64LE(0));
    const isPart = MAGIC.equals(tail.subarray(12)) && MAGIC.equals(this.#read(0, MAGIC.byteLength));
    if (!isPart || start < MAGIC.byteLength || start > size - TAIL_BYTES)
      throw damaged('it was cut, or is none');
    const bytes = this.#read(start, size - TAIL_BYTES - start);
    if (crc32(bytes) !== tail.readUInt32LE(8)) throw damaged('its index has changed');
    return JSON.parse(bytes.toString()) as PartIndex;
  }

  #read(at: number, size: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let filled = 0; filled < size; ) {
      const got = readSync(this.#fd, bytes, filled, size - filled, at + filled);
      if (got === 0) throw damaged('it ends early');
      filled += got;
    }
    return bytes;
  }
}

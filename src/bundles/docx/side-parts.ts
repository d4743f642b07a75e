/** SideParts: parts that are found while another entry of the archive is being written; on disk until their turn comes. */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import type { Content, EntryWriter, ZipWriter } from '../../ooxml/zip-write.ts';
import { OutFile } from '../out-file.ts';

interface Waiting {
  readonly name: string;
  readonly at: number;
  readonly length: number;
  /** As it was packed in its document; undefined for what is to be packed. */
  readonly packed: Omit<Content, 'compressed'> | undefined;
}

const PIECE_BYTES = 256 * 1024;

export class SideParts {
  readonly #path: string;
  readonly #file: OutFile;
  readonly #waiting: Waiting[] = [];

  constructor(path: string) {
    this.#path = path;
    this.#file = new OutFile(path);
  }

  add(name: string, bytes: Uint8Array): void {
    this.#waiting.push({ name, at: this.#file.size, length: bytes.byteLength, packed: undefined });
    this.#file.write(bytes);
  }

  raw(name: string, { compressed, method, crc32, size }: Content): void {
    const packed = { method, crc32, size };
    this.#waiting.push({ name, at: this.#file.size, length: compressed.byteLength, packed });
    this.#file.write(compressed);
  }

  writeTo(zip: ZipWriter): void {
    this.#file.flush();
    const fd = openSync(this.#path, 'r');
    try {
      for (const { name, at, length, packed } of this.#waiting) {
        const bytes = Buffer.allocUnsafeSlow(length);
        for (let filled = 0; filled < length; )
          filled += readSync(fd, bytes, filled, length - filled, at + filled);
        if (packed === undefined) zip.add(name, bytes);
        else zip.raw(name, { ...packed, compressed: bytes });
      }
    } finally {
      closeSync(fd);
    }
  }

  remove(): void {
    this.#file.abandon();
    rmSync(this.#path, { force: true });
  }
}

/** One text that grows while another entry is being written. */
export class SideText {
  readonly #path: string;
  readonly #file: OutFile;

  constructor(path: string) {
    this.#path = path;
    this.#file = new OutFile(path);
  }

  write(text: string): void {
    this.#file.write(Buffer.from(text));
  }

  writeTo(entry: EntryWriter): void {
    this.#file.flush();
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    const fd = openSync(this.#path, 'r');
    try {
      for (let got = readSync(fd, piece); got > 0; got = readSync(fd, piece))
        entry.write(piece.subarray(0, got));
    } finally {
      closeSync(fd);
    }
  }

  remove(): void {
    this.#file.abandon();
    rmSync(this.#path, { force: true });
  }
}

/** OutFile :: chunks → a file, written as they come, with its size and hash. Memory is bounded by what is gathered. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

export interface WrittenFile {
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Chunks of a bundle are small; a system call for each would cost more than the writing. A larger one is written at once. */
export const GATHERED_BYTES = 256 * 1024;

export class OutFile {
  readonly #fd: number;
  readonly #hash: Hash = createHash('sha256');
  #chunks: Uint8Array[] = [];
  #held = 0;
  #size = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'w');
  }

  get size(): number {
    return this.#size;
  }

  /** A chunk must not change until it is flushed: it is kept as it is. */
  write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#held += chunk.byteLength;
    this.#size += chunk.byteLength;
    if (this.#held >= GATHERED_BYTES) this.flush();
  }

  finish(): WrittenFile {
    try {
      this.flush();
    } finally {
      closeSync(this.#fd);
    }
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** After an error: what was written is the caller's to remove. */
  abandon(): void {
    closeSync(this.#fd);
  }

  flush(): void {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#held = 0;
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(this.#fd, bytes, at);
  }
}

/** Closed whatever happens. */
export const writeFile = (path: string, fill: (out: OutFile) => void): WrittenFile => {
  const out = new OutFile(path);
  try {
    fill(out);
  } catch (error) {
    out.abandon();
    throw error;
  }
  return out.finish();
};

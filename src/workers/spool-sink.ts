/** SpoolSink :: chunks → memory, past the threshold a file. The worker's half of a spool; spool.ts is the other. */
import { writeSync } from 'node:fs';
import { PlatenError } from '../errors.ts';
import type { ByteSink } from '../ooxml/zip-write.ts';

/** As the product says: what is larger goes to a file. */
export const SPOOL_MEMORY_BYTES = 8 * 1024 * 1024;
/** Chunks of a zip are small; a system call for each would cost more than the writing. */
const WRITE_BYTES = 256 * 1024;

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** A disk that is full is no mistake in this program, and no caller's. */
export const diskTrouble = (error: unknown): unknown =>
  FULL.has((error as NodeJS.ErrnoException).code)
    ? new PlatenError('not_ready', 'The disk that finished documents are kept on is full.', {
        retryAfter: 10,
        cause: error,
      })
    : error;

export class SpoolSink implements ByteSink {
  readonly #openFile: (() => number) | undefined;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #fd: number | undefined;

  /** `openFile` is called at most once; without it all stays in memory. */
  constructor(openFile?: () => number) {
    this.#openFile = openFile;
  }

  get size(): number {
    return this.#size;
  }

  write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    this.#size += chunk.length;
    try {
      if (this.#size > SPOOL_MEMORY_BYTES) this.#fd ??= this.#openFile?.();
      if (this.#fd !== undefined && this.#held >= WRITE_BYTES) this.#flush(this.#fd);
    } catch (error) {
      throw diskTrouble(error);
    }
  }

  /** The document, or undefined where it is in the file. */
  finish(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#fd === undefined) return this.#joined();
    try {
      this.#flush(this.#fd);
    } catch (error) {
      throw diskTrouble(error);
    }
    return undefined;
  }

  /** Forgets what was written, to begin again. */
  reset(): void {
    this.#chunks = [];
    this.#held = 0;
    this.#size = 0;
  }

  #flush(fd: number): void {
    const bytes = this.#joined();
    const start = this.#size - this.#held;
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, start + at);
    this.#chunks = [];
    this.#held = 0;
  }

  /** In a buffer of its own, not of Node's pool, so that it can be handed to another thread. */
  #joined(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#held);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

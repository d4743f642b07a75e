/**
 * Cleaner :: DOCX → neutralised DOCX, off the main thread
 *
 * Parsing a document of 50 MB takes seconds, and the thread that does it must not be the one that answers requests.
 * A thread of its own also bounds what a hostile document can take.
 */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { errorFromData, PlatenError } from '../../errors.ts';
import { EndableJobs } from '../../packing.ts';
import type { CleanAnswer, CleanTask } from './worker.ts';

export interface CleanedDocument {
  readonly docx: Uint8Array;
  readonly embedsFonts: boolean;
  readonly warnings: readonly string[];
}

export interface CleanerOptions {
  readonly threads: number;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

const MEBIBYTE = 1024 * 1024;

export class Cleaner {
  readonly #pool: Piscina<CleanTask, CleanAnswer>;
  readonly #timeoutMs: number;
  readonly #jobs = new EndableJobs();
  #closed = false;

  constructor({ threads, timeoutMs, memoryBytes }: CleanerOptions) {
    this.#timeoutMs = timeoutMs;
    this.#pool = new Piscina<CleanTask, CleanAnswer>({
      filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
      // Nothing is started for a task that the pool's gate has not let in, so this queue stays short.
      maxQueue: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / MEBIBYTE), stackSizeMb: 8 },
      trackUnmanagedFds: false,
      env: {},
    });
    // A thread that dies while it does nothing is replaced when the next document comes.
    this.#pool.on('error', () => undefined);
  }

  async clean(docx: Uint8Array): Promise<CleanedDocument> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const job = this.#jobs.start(timeout);
    let answer: CleanAnswer;
    try {
      answer = await this.#pool.run({ docx, packing: job.state }, { signal: job.signal });
    } catch (cause) {
      if (this.#closed) throw new PlatenError('shutting_down', 'This server is shutting down.');
      throw new PlatenError(
        'document_too_complex',
        timeout.aborted
          ? `The document could not be prepared for PDF conversion within ${this.#timeoutMs / 1000} s.`
          : 'The document is too large to be prepared for PDF conversion.',
        { cause },
      );
    } finally {
      job.done();
    }
    if (!answer.ok) throw errorFromData(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#jobs.stop();
    await this.#pool.destroy();
  }
}

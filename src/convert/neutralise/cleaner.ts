/**
 * Cleaner :: DOCX → neutralised DOCX, in a process of its own
 *
 * Parsing a document of 50 MB takes seconds, and the thread that does it must not be the one that answers requests.
 * A process of its own also bounds what a hostile document can take.
 */
import { PlatenError } from '../../errors.ts';
import { programFile } from '../../installation.mjs';
import { JobEnded, ProcessPool, processKilled } from '../../processes/process-pool.ts';
import type { CleanedDocument } from './tasks.ts';

interface CleanerOptions {
  /** Documents that may be cleaned at the same time. */
  readonly processes: number;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

export class Cleaner {
  readonly #pool: ProcessPool;
  readonly #timeoutMs: number;

  constructor({ processes, timeoutMs, memoryBytes }: CleanerOptions) {
    this.#timeoutMs = timeoutMs;
    this.#pool = new ProcessPool({
      module: programFile('convert/neutralise/tasks.ts'),
      settings: null,
      memoryBytes,
      processes,
      kept: 0,
    });
  }

  /** Rejects with the signal's reason once whoever wants the document is gone. */
  async clean(docx: Uint8Array, signal: AbortSignal | undefined): Promise<CleanedDocument> {
    try {
      return await this.#pool.run<CleanedDocument>({
        name: 'clean',
        input: docx,
        signal: signal ?? new AbortController().signal,
        milliseconds: this.#timeoutMs,
      });
    } catch (error) {
      if (!(error instanceof JobEnded)) throw error;
      if (error.reason === 'closed') throw new PlatenError('shutting_down', 'This server is shutting down.');
      if (error.reason === 'killed') throw processKilled(error);
      if (error.reason === 'late')
        throw new PlatenError(
          'pdf_timeout',
          `The document could not be prepared for PDF conversion within ${this.#timeoutMs / 1000} s.`,
          { cause: error },
        );
      throw new PlatenError(
        'document_too_complex',
        'The document is too large to be prepared for PDF conversion.',
        { cause: error },
      );
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

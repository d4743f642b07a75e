/**
 * The native engine: documents are laid out in threads, which bound what a hostile one can take.
 */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { errorFromData, PlatenError } from '../../errors.ts';
import type { FontLibraryOptions } from '../../fonts/library.ts';
import { EndableJobs } from '../../packing.ts';
import type { EngineOptions, EngineResult, PdfEngine } from '../engine.ts';
import { FairGate, gateLimits } from '../fair-gate.ts';
import type { NativeOptions, NativeResult } from './convert-native.ts';
import type { NativeAnswer, NativeTask } from './worker.ts';

export interface NativeConfig {
  readonly threads?: number;
  /** Documents that may wait for a thread. */
  readonly queue?: number;
  readonly timeoutMs?: number;
  readonly memoryBytes?: number;
  /** Start a thread now and keep one: modules and fonts are ready before the first document comes. */
  readonly warm?: boolean;
  readonly fonts?: Pick<FontLibraryOptions, 'folders' | 'system' | 'cacheFile'>;
  /** A module with the same task; tests bring one that misbehaves. */
  readonly thread?: URL;
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_MEMORY = 1024 * MEBIBYTE;
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_QUEUE = 200;
/** A thread that is asked to stop gets this long to notice by itself. */
const GRACE_MS = 2000;

export class NativeEngine implements PdfEngine {
  readonly name = 'native';
  readonly #pool: Piscina<NativeTask, NativeAnswer>;
  readonly #gate: FairGate;
  readonly #jobs = new EndableJobs();
  readonly #timeoutMs: number;
  #closed = false;

  constructor({
    threads = 2,
    queue = DEFAULT_QUEUE,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    memoryBytes = DEFAULT_MEMORY,
    warm = false,
    fonts,
    thread = new URL('./thread.mjs', import.meta.url),
  }: NativeConfig = {}) {
    this.#timeoutMs = timeoutMs;
    this.#gate = new FairGate(gateLimits(threads, queue), 'documents for PDF conversion');
    this.#pool = new Piscina<NativeTask, NativeAnswer>({
      filename: fileURLToPath(thread),
      minThreads: warm ? 1 : 0,
      // The last one is there for the organization that would otherwise wait behind another.
      maxThreads: threads + 1,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / MEBIBYTE), stackSizeMb: 8 },
      workerData: { fonts: fonts ?? {} },
      trackUnmanagedFds: false,
      env: {},
    });
    this.#pool.on('error', () => undefined);
  }

  /** Whatever the gate says: its reasons come as warnings. */
  async convert(docx: Uint8Array, options: EngineOptions): Promise<EngineResult> {
    const result = await this.attempt(docx, options, {});
    if (result.kind === 'declined') throw new PlatenError('internal_error', 'The native engine declined.');
    return {
      pdf: result.pdf,
      pages: result.pages,
      warnings: [...result.warnings, ...result.reasons.map(asWarning)],
    };
  }

  attempt(
    docx: Uint8Array,
    { organizationId, signal, watermark, pdf }: EngineOptions,
    options: NativeOptions,
  ): Promise<NativeResult> {
    const whole = { ...options, watermark, pdf };
    return this.#gate.run(organizationId, signal, () => this.#lay(docx, signal, whole));
  }

  async #lay(
    docx: Uint8Array,
    signal: AbortSignal | undefined,
    options: NativeOptions,
  ): Promise<NativeResult> {
    const timeout = AbortSignal.timeout(this.#timeoutMs + GRACE_MS);
    const limits = options.limits ?? { milliseconds: this.#timeoutMs, pages: 20_000, nesting: 30 };
    const job = this.#jobs.start(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
    let answer: NativeAnswer;
    try {
      answer = await this.#pool.run(
        { docx: ownMemory(docx), options: { ...options, limits }, packing: job.state },
        { signal: job.signal },
      );
    } catch (cause) {
      if (this.#closed) throw new PlatenError('shutting_down', 'This server is shutting down.');
      if (signal?.aborted === true) throw signal.reason;
      throw this.#explain(cause, timeout.aborted);
    } finally {
      job.done();
    }
    if (!answer.ok) throw errorFromData(answer.error);
    return answer.result;
  }

  #explain(cause: unknown, isLate: boolean): PlatenError {
    if (isLate)
      return new PlatenError(
        'pdf_timeout',
        `The document could not be laid out within ${this.#timeoutMs / 1000} s.`,
        { cause },
      );
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return new PlatenError(
        'document_too_complex',
        'The document needs more memory to be laid out than the limit allows.',
        { cause },
      );
    return new PlatenError('internal_error', 'The thread that lays out documents ended without an answer.', {
      cause,
    });
  }

  async health(): Promise<{ ok: boolean; message: string }> {
    return this.#closed
      ? { ok: false, message: 'the native engine is closed' }
      : {
          ok: true,
          message: `native: ${this.#pool.threads.length} threads, ${this.#pool.queueSize} waiting`,
        };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#gate.close();
    await this.#jobs.stop();
    await this.#pool.destroy();
  }
}

/** A view is sent along with all of the memory that it looks into. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

/** A reason of the gate in words, for who gets the document all the same. */
export const asWarning = (reason: string): string => `not laid out as Word would: ${reason}`;

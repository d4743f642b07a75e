/**
 * The native engine: documents are laid out in processes, which bound what a hostile one can take.
 */
import { PlatenError } from '../../errors.ts';
import type { FontLibraryOptions } from '../../fonts/library.ts';
import { programFile } from '../../installation.mjs';
import { DEFAULT_LAYOUT_LIMITS } from '../../layout/budget.ts';
import { JobEnded, ProcessPool, processKilled } from '../../processes/process-pool.ts';
import type { EngineOptions, EngineResult, PdfEngine } from '../engine.ts';
import { abortable, FairGate, gateLimits } from '../fair-gate.ts';
import { asWarning } from '../reasons.ts';
import type { NativeOptions, NativeResult } from './convert-native.ts';
import type { LayoutSettings, LayoutTask } from './tasks.ts';

export interface NativeConfig {
  /** Documents that may be laid out at the same time; one more for a second organization. */
  readonly processes?: number;
  /** Documents that may wait for a process. */
  readonly queue?: number;
  readonly timeoutMs?: number;
  readonly memoryBytes?: number;
  readonly fonts?: Pick<FontLibraryOptions, 'folders' | 'system' | 'cacheFile'>;
  /** A module with the same task; tests bring one that misbehaves. */
  readonly tasks?: URL;
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_MEMORY = 1024 * MEBIBYTE;
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_QUEUE = 200;
/** The layout looks at the clock itself and ends with a better message; its process is ended if it does not. */
const GRACE_MS = 2000;

export class NativeEngine implements PdfEngine {
  readonly name = 'native';
  readonly #pool: ProcessPool;
  readonly #gate: FairGate;
  readonly #timeoutMs: number;
  #closed = false;

  constructor({
    processes = 2,
    queue = DEFAULT_QUEUE,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    memoryBytes = DEFAULT_MEMORY,
    fonts,
    tasks = programFile('convert/native/tasks.ts'),
  }: NativeConfig = {}) {
    this.#timeoutMs = timeoutMs;
    this.#gate = new FairGate(gateLimits(processes, queue), 'documents for PDF conversion');
    this.#pool = new ProcessPool({
      module: tasks,
      settings: { fonts: fonts ?? {} } satisfies LayoutSettings,
      memoryBytes,
      // The last one is there for the organization that would otherwise wait behind another.
      processes: processes + 1,
      // A server lays out where it renders; files that come from elsewhere are few.
      kept: 0,
    });
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
    { organizationId, signal, watermark, pdf, pages }: EngineOptions,
    options: NativeOptions,
  ): Promise<NativeResult> {
    const whole = { ...options, watermark, pdf, pages };
    const work = this.#gate.run(organizationId, signal, () => this.#lay(docx, signal, whole));
    return abortable(work, signal);
  }

  async #lay(
    docx: Uint8Array,
    signal: AbortSignal | undefined,
    options: NativeOptions,
  ): Promise<NativeResult> {
    const limits = options.limits ?? { ...DEFAULT_LAYOUT_LIMITS, milliseconds: this.#timeoutMs };
    try {
      return await this.#pool.run<NativeResult>({
        name: 'lay',
        input: { docx, options: { ...options, limits } } satisfies LayoutTask,
        signal: signal ?? new AbortController().signal,
        milliseconds: this.#timeoutMs + GRACE_MS,
      });
    } catch (error) {
      throw error instanceof JobEnded ? layoutEnded(error, this.#timeoutMs) : error;
    }
  }

  async health(): Promise<{ ok: boolean; message: string }> {
    return this.#closed
      ? { ok: false, message: 'the native engine is closed' }
      : {
          ok: true,
          message: `native: ${this.#pool.size} processes, ${this.#gate.waiting} waiting`,
        };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#gate.close();
    await this.#pool.close();
  }
}

/** Why a process ended over a layout. */
export const layoutEnded = (ended: JobEnded, timeoutMs: number): PlatenError => {
  switch (ended.reason) {
    case 'late':
      return new PlatenError(
        'pdf_timeout',
        `The document could not be laid out within ${timeoutMs / 1000} s.`,
        { cause: ended },
      );
    case 'memory':
      return new PlatenError(
        'document_too_complex',
        'The document needs more memory to be laid out than the limit allows.',
        { cause: ended },
      );
    case 'closed':
      return new PlatenError('shutting_down', 'This server is shutting down.');
    case 'killed':
      return processKilled(ended);
    case 'not_started':
    case 'stopped':
      return new PlatenError('not_ready', 'A layout process did not start.', { retryAfter: 5, cause: ended });
    default:
      return new PlatenError(
        'internal_error',
        'The process that lays out documents ended without an answer.',
        {
          cause: ended,
        },
      );
  }
};

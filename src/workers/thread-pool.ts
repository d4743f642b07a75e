/**
 * ThreadPool :: task → outcome, in a worker thread that can be ended
 *
 * Piscina under limits of ours. A thread that runs too long or whose caller has gone is ended and replaced; one that
 * outgrows its memory ends itself. Who may come in, and when, is the gate's business in front of this.
 */
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { PlatenError } from '../errors.ts';
import { EndableJobs } from '../packing.ts';
import type { Outcome } from './protocol.ts';
import type { WorkerSettings } from './worker.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  /** The heap of one thread. */
  readonly memoryBytes: number;
  readonly settings: Omit<WorkerSettings, 'memoryBytes'>;
  /** A module with the same tasks; tests bring one that misbehaves. */
  readonly filename?: URL;
  readonly onError: (error: unknown) => void;
}

export interface TaskOptions {
  readonly name: 'generate' | 'validate' | 'compile' | 'check';
  readonly transfer: readonly Transferable[];
  readonly leash: Leash;
}

const MEBIBYTE = 1024 * 1024;
/** The deepest recursion is the layout of nested tables and the expression parser's; both count their levels. */
const STACK_MEBIBYTES = 4;
const RESERVE_IDLE_MS = 30_000;

export class ThreadPool {
  readonly #pool: Piscina<unknown, unknown>;
  readonly #leashes = new Set<Leash>();
  readonly #jobs = new EndableJobs();

  constructor({ threads, memoryBytes, settings, filename, onError }: ThreadPoolOptions) {
    this.#pool = new Piscina<unknown, unknown>({
      filename: fileURLToPath(filename ?? new URL('./thread.mjs', import.meta.url)),
      name: 'generate',
      // The last one is there for the organization that would otherwise wait behind another.
      minThreads: threads,
      maxThreads: threads + 1,
      idleTimeout: RESERVE_IDLE_MS,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.ceil(memoryBytes / MEBIBYTE),
        stackSizeMb: STACK_MEBIBYTES,
      },
      // Files are the main thread's; a worker's end must not close them under it.
      trackUnmanagedFds: false,
      workerData: { ...settings, memoryBytes } satisfies WorkerSettings,
      // Threads have no business with the server's secrets.
      env: {},
    });
    // A thread that dies without a task: mostly while it starts, and then Piscina lets the tasks that wait for it wait
    // for ever.
    this.#pool.on('error', (error: unknown) => {
      onError(error);
      for (const leash of this.#leashes) leash.endUnlessBegun();
    });
  }

  /** Rejects where the thread was ended, or ended itself, instead of answering. */
  async run<T>(task: object, { name, transfer, leash }: TaskOptions): Promise<Outcome<T>> {
    this.#leashes.add(leash);
    const job = this.#jobs.start(leash.signal);
    try {
      return (await this.#pool.run(
        { ...task, packing: job.state },
        { name, transferList: [...transfer] as never, signal: job.signal },
      )) as Outcome<T>;
    } catch (error) {
      throw explain(error, leash);
    } finally {
      this.#leashes.delete(leash);
      leash.loosen();
      job.done();
    }
  }

  async close(): Promise<void> {
    await this.#jobs.stop();
    await this.#pool.destroy();
  }
}

const explain = (error: unknown, leash: Leash): unknown => {
  if (leash.signal.aborted) return leash.signal.reason;
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new PlatenError('render_memory', 'Rendering needed more memory than the limit and was ended.', {
      hint: 'Send less data, or split it over several documents.',
      cause: error,
    });
  }
  return leash.begun ? error : notStarted(error);
};

const notStarted = (cause?: unknown): PlatenError =>
  new PlatenError('not_ready', 'A rendering thread did not start.', { retryAfter: 5, cause });

/** A thread loads its modules in half a second, and in a minute on a machine that is on its knees. */
const START_MS = 60_000;
/** The engine looks at the clock itself and ends with a better message; the thread is ended if it does not. */
const HARD_LIMIT_MS = 1_000;
/** A caller who has gone lets a render of this length finish: that costs less than a new thread. */
const ABANDONED_MS = 1_000;

/** How long a task may run: ended when its time is up, or a while after its caller has gone. */
export class Leash {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #hasBegun: () => boolean;
  readonly #abandon: () => void;
  #time: NodeJS.Timeout;
  #loose = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal, hasBegun: () => boolean) {
    this.#caller = caller;
    this.#hasBegun = hasBegun;
    this.#abandon = () => {
      this.#grace = setTimeout(() => this.#controller.abort(caller.reason), ABANDONED_MS);
    };
    this.#time = setTimeout(() => this.endUnlessBegun(), START_MS);
    if (caller.aborted) this.#abandon();
    else caller.addEventListener('abort', this.#abandon, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get begun(): boolean {
    return this.#hasBegun();
  }

  /** The task is at work, from now on for so long; a limit set before is forgotten. */
  limit(milliseconds: number): void {
    if (this.#loose) return;
    clearTimeout(this.#time);
    const late = (): void => {
      const message = `Rendering took longer than ${milliseconds / 1000} s and was ended.`;
      const hint = 'Send less data, or split it over several documents.';
      this.#controller.abort(new PlatenError('render_timeout', message, { hint }));
    };
    this.#time = setTimeout(late, milliseconds + HARD_LIMIT_MS);
  }

  endUnlessBegun(): void {
    if (!this.begun) this.#controller.abort(notStarted());
  }

  pause(): void {
    clearTimeout(this.#time);
  }

  /** The task is over. */
  loosen(): void {
    this.#loose = true;
    clearTimeout(this.#time);
    clearTimeout(this.#grace);
    this.#caller.removeEventListener('abort', this.#abandon);
  }
}

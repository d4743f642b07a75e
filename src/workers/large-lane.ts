/**
 * LargeLane :: job → its result, in a process that may end, when it is its organization's turn
 *
 * Whatever is not small waits at the gate and runs in a process. What a task asks on its way is passed on to whoever has
 * sent the job.
 */
import { FairGate, gateLimits } from '../convert/fair-gate.ts';
import { layoutEnded } from '../convert/native/native-engine.ts';
import { programFile } from '../installation.mjs';
import { JobEnded, ProcessPool } from '../processes/process-pool.ts';
import type { Question } from './protocol.ts';
import { renderEnded } from './render-ended.ts';
import type { TaskSettings } from './tasks.ts';

type TaskName =
  | (
      | 'generate'
      | 'map'
      | 'lint'
      | 'read'
      | 'validate'
      | 'evaluate'
      | 'compile'
      | 'join'
      | 'prelude'
      | 'check'
    )
  | 'compareWords'
  | ('countRecords' | 'split' | 'chunk' | 'bundle');

export interface LargeJob {
  readonly organizationId: string;
  /** One of `tasks.ts`, and what it takes. */
  readonly name: TaskName;
  readonly input: unknown;
  /** Aborted when whoever wants the result is gone. */
  readonly signal: AbortSignal;
  /** How long it may run where it is not a render. */
  readonly milliseconds?: number;
  /** Nobody waits for it, and no more than `background` of them come at once: it takes no place from those that somebody waits for. */
  readonly isBackground?: true;
  /** Rejecting ends the job with that error. */
  answer?(question: Question): Promise<unknown>;
}

export interface LargeLane {
  /** Settles when its process is done with it, also where nobody wants the result any more. */
  run<Result>(job: LargeJob): Promise<Result>;
  /** Jobs that wait for a process. */
  readonly waiting: number;
  /** Whether processes end before they are ready, again and again. */
  readonly isFailing: boolean;
  /** Starts what its first job would have to wait for; returns at once. */
  warm(): void;
  /** From now on what waits is refused. */
  stop(): void;
  /** Lets nothing finish: whoever closes has waited for what should. */
  close(): Promise<void>;
}

interface LargeLaneConfig {
  /** Jobs that may run at once, each in a process; one more starts for a second organization. */
  readonly processes: number;
  /** Jobs that may run beside those because nobody waits for them; none where left out. */
  readonly background?: number;
  /** Processes that are kept once they have started: one. */
  readonly kept?: number;
  /** Jobs that may wait; one organization's may be half of them. */
  readonly queue: number;
  /** Longest time of one render or compilation. */
  readonly renderMs: number;
  /** Longest time of one layout. */
  readonly layoutMs: number;
  readonly settings: TaskSettings;
  /** A module with the same tasks; tests bring one that misbehaves. */
  readonly tasks?: URL | undefined;
  /** Processes that have ended by themselves. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The engine looks at the clock itself and ends with a better message; the process is ended if it does not. */
const HARD_LIMIT_MS = 1_000;
/** One may have been killed by somebody; so many in a row have a reason that stays. */
const FAILING_STARTS = 3;

export const createLargeLane = (config: LargeLaneConfig): LargeLane => new ProcessLane(config);

class ProcessLane implements LargeLane {
  readonly #config: LargeLaneConfig;
  readonly #gate: FairGate;
  readonly #processes: ProcessPool;
  #isStopped = false;

  constructor(config: LargeLaneConfig) {
    const { processes, queue, settings, onError } = config;
    this.#config = config;
    this.#gate = new FairGate(gateLimits(processes, queue), 'documents');
    this.#processes = new ProcessPool({
      module: config.tasks ?? programFile('workers/tasks.ts'),
      settings,
      memoryBytes: settings.memoryBytes,
      // The last one is there for the organization that would otherwise wait behind another.
      processes: processes + 1 + (config.background ?? 0),
      kept: config.kept ?? 1,
      onCrash: (words) => onError?.(new Error(`a rendering process has ended: ${words}`)),
    });
  }

  get waiting(): number {
    return this.#gate.waiting;
  }

  get isFailing(): boolean {
    return this.#processes.failedStarts >= FAILING_STARTS;
  }

  run<Result>(job: LargeJob): Promise<Result> {
    if (job.isBackground && !this.#isStopped) return this.#run<Result>(job);
    return this.#gate.run(job.organizationId, job.signal, () => this.#run<Result>(job));
  }

  warm(): void {
    this.#processes.warm();
  }

  stop(): void {
    this.#isStopped = true;
    this.#gate.close();
  }

  async close(): Promise<void> {
    this.stop();
    await this.#processes.close();
  }

  async #run<Result>(job: LargeJob): Promise<Result> {
    const { renderMs, layoutMs } = this.#config;
    let isLayingOut = false;
    try {
      return await this.#processes.run<Result>({
        name: job.name,
        input: job.input,
        signal: job.signal,
        milliseconds: (job.milliseconds ?? renderMs) + HARD_LIMIT_MS,
        more: (asked) => {
          const question = asked as Question;
          isLayingOut ||= question.kind === 'layout';
          if (question.kind === 'progress') return question.milliseconds;
          return question.kind === 'layout' ? layoutMs + HARD_LIMIT_MS : 0;
        },
        ...(job.answer !== undefined && {
          answer: async (question: unknown) => job.answer?.(question as Question),
        }),
      });
    } catch (error) {
      if (!(error instanceof JobEnded)) throw error;
      throw isLayingOut ? layoutEnded(error, layoutMs) : renderEnded(error, renderMs);
    }
  }
}

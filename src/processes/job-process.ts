/** One process for jobs, as the server sees it: started, given one job at a time, and ended at any moment. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { programFile } from '../installation.mjs';
import { NODE_FLAGS } from '../node-flags.mjs';
import type { Order, Outcome, Word } from './protocol.ts';

export interface ProcessOptions {
  /** A module of tasks; see protocol.ts. */
  readonly module: URL;
  /** For the module's `prepare`: plain JSON. */
  readonly settings: unknown;
  /** The heap. */
  readonly memoryBytes: number;
}

export interface Job {
  readonly name: string;
  readonly input: unknown;
  /** Answers what the task asks; rejecting ends the job with that error. */
  readonly answer: (question: unknown) => Promise<unknown>;
  /** The process has the task. */
  readonly onBegun?: () => void;
  /** The task waits for an answer, and its time does not count; or it has its answer. */
  readonly onWaiting?: (isWaiting: boolean) => void;
}

/** Why a process has ended. */
export interface ProcessEnd {
  /** Whoever runs it has ended it. */
  readonly wasKilled: boolean;
  readonly outOfMemory: boolean;
  /** Somebody else has, by the one signal that no program gives itself: an operator, or a system that is out of memory. */
  readonly wasKilledFromOutside: boolean;
  /** For the log: how it ended and what it said last. */
  readonly words: string;
}

const MEBIBYTE = 1024 * 1024;
/** Kibibytes; half of what systems give a process. The deepest recursion is the layout of nested tables, which counts its levels. */
const STACK = 3_900;
/** Characters of what it wrote to standard error. */
const LAST_WORDS = 2_000;
/** Node.js says it in these words before it aborts. */
const HEAP_IS_FULL = /heap out of memory|Array buffer allocation failed|Allocation failed/;

/** Steps of priority below the server's: a quarter of a processor beside one who wants all of it, and all that nobody wants. */
const NICENESS = 5;
const LEAST_PRIORITY = 19;

/** What the server does in a moment is not to wait for what takes seconds. Before the process has threads, which take it over. */
const stepBack = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LEAST_PRIORITY, getPriority() + NICENESS));
  } catch {
    // It has ended already, or the system does not let us: it is slower for others then, and no less right.
  }
};

interface RunningJob extends Job {
  settle(outcome: Outcome): void;
  fail(error: unknown): void;
  /** Its question had no answer, for this reason. It is over when it says so, as any other. */
  refusal?: { readonly error: unknown };
}

export class ProcessEnded extends Error {
  readonly end: ProcessEnd;

  constructor(end: ProcessEnd) {
    super(end.words);
    this.end = end;
  }
}

export class JobProcess {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<ProcessEnd>();
  #lastWords = '';
  #end: ProcessEnd | undefined;
  #wasKilled = false;
  #job: RunningJob | undefined;
  #memory = 0;
  #isReady = false;

  constructor({ module, settings, memoryBytes }: ProcessOptions) {
    this.#child = fork(
      fileURLToPath(programFile('processes/child.mjs', module)),
      [module.href, JSON.stringify(settings ?? null)],
      {
        execArgv: [
          ...NODE_FLAGS,
          `--max-old-space-size=${Math.ceil(memoryBytes / MEBIBYTE)}`,
          `--stack-size=${STACK}`,
        ],
        // A job has no business with the server's secrets.
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    stepBack(this.#child.pid);
    // Nobody may be waiting for it when it fails.
    this.#ready.promise.catch(() => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
    this.#child.on('message', (word: Word) => this.#hear(word));
    this.#child.on('error', (error) => this.#onEnd(error.message));
    // `close` comes after its standard error was read to the end.
    this.#child.on('close', (code, signal) => this.#onEnd(signal ?? `code ${code}`));
  }

  /** Rejects where it ends before its modules are loaded. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get ended(): Promise<ProcessEnd> {
    return this.#ended.promise;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Bytes, after its last job. */
  get memory(): number {
    return this.#memory;
  }

  /** Somebody has killed it while it waited: it is gone before its last words are read. */
  get isGone(): boolean {
    return this.hasEnded || !this.#child.connected;
  }

  /** Somebody has stopped it, and it has not gone on. Linux alone tells. */
  get isStopped(): boolean {
    try {
      // The state stands behind the name, which is in parentheses.
      return /\) [Tt] /.test(readFileSync(`/proc/${this.#child.pid}/stat`, 'latin1'));
    } catch {
      return false;
    }
  }

  /** One at a time. Rejects with ProcessEnded where the process ends meanwhile. */
  run(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) reject(new ProcessEnded(this.#end));
      this.#job = { ...job, settle: resolve, fail: reject };
      this.#send({ kind: 'task', name: job.name, input: job.input });
    });
  }

  /** At once, whatever it is doing. */
  kill(): Promise<ProcessEnd> {
    this.#wasKilled = true;
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  #hear(word: Word): void {
    if (word.kind === 'ready') {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (word.kind === 'begun') this.#job?.onBegun?.();
    else if (word.kind === 'question') void this.#answer(word.question);
    else this.#finish(word);
  }

  #finish({ outcome, memory }: Extract<Word, { kind: 'done' }>): void {
    this.#memory = memory;
    const job = this.#job;
    this.#job = undefined;
    if (job?.refusal !== undefined) job.fail(job.refusal.error);
    else job?.settle(outcome);
  }

  async #answer(question: unknown): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    job.onWaiting?.(true);
    try {
      this.#send({ kind: 'answer', value: await job.answer(question) });
      job.onWaiting?.(false);
    } catch (error) {
      job.refusal = { error };
      this.#send({ kind: 'refusal' });
    }
  }

  #send(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  #onEnd(how: string): void {
    if (this.hasEnded) return;
    const words = `${how}${this.#lastWords === '' ? '' : `: ${this.#lastWords}`}`;
    const outOfMemory = how === 'SIGABRT' || HEAP_IS_FULL.test(this.#lastWords);
    this.#ready.reject(new Error(words));
    const wasKilled = this.#wasKilled;
    const wasKilledFromOutside = !wasKilled && how === 'SIGKILL';
    this.#end = { wasKilled, outOfMemory, wasKilledFromOutside, words };
    this.#ended.resolve(this.#end);
    // Told by hand: what waits for a promise that lives as long as the process does is kept for as long, with all its bytes.
    const job = this.#job;
    this.#job = undefined;
    job?.fail(new ProcessEnded(this.#end));
  }
}

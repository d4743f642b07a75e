/**
 * ProcessPool :: job → outcome, in a process that may end
 *
 * What can end a process runs only here: large renders, compilation, layout, whatever reads strangers' files. A job that
 * runs too long, or whose caller has been gone for a while, is ended with its process; one that outgrows its memory ends
 * its process itself; and the next job gets a new one. A job whose process somebody kills, or that does not take it because
 * somebody has stopped it, is begun again, once. Who may come in, and when, is the business of the gate in front.
 */
import { errorFromData, PlatenError } from '../errors.ts';
import { type Job, JobProcess, type ProcessEnd, ProcessEnded, type ProcessOptions } from './job-process.ts';

interface PoolOptions extends ProcessOptions {
  /** How many jobs may run at the same time; more wait. */
  readonly processes: number;
  /** How many are kept once they have started; the others, and those that have grown, end when nothing has come for a while. */
  readonly kept: number;
  /** How long a process may take to load its modules, and one that has loaded them to take a job: 60 s and 20 s. */
  readonly startMs?: number;
  readonly beginMs?: number;
  /** For the log: a process that has ended by itself. */
  readonly onCrash?: (words: string) => void;
}

interface PooledJob extends Omit<Job, 'onBegun' | 'onWaiting' | 'answer'> {
  /** As a job's; where it is left out, the task has no questions. */
  readonly answer?: Job['answer'];
  /** Aborted when whoever wants the result is gone. */
  readonly signal: AbortSignal;
  /** How long it may run; what it waits for answers does not count. */
  readonly milliseconds: number;
  /** What an answer adds to that, by its question. */
  readonly more?: (question: unknown) => number;
}

/** Why there is no outcome: each owner of a pool has its own words for it. */
type EndReason = 'late' | 'memory' | 'crashed' | 'killed' | 'not_started' | 'stopped' | 'closed';

export class JobEnded extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason, words = '') {
    super(`a job process has ended (${reason}${words === '' ? '' : `, ${words}`})`);
    this.reason = reason;
  }
}

/** The same words for every pool: what was worked on has nothing to do with it. */
export const processKilled = (ended: JobEnded): PlatenError =>
  new PlatenError('process_killed', 'The process that worked on this was killed from outside, twice.', {
    hint: 'Send it again; where it happens again, the machine may have too little memory for it.',
    retryAfter: RETRY_SECONDS,
    cause: ended,
  });

const RETRY_SECONDS = 5;
/** Modules load in half a second, and in a minute on a machine that is on its knees. */
const START_MS = 60_000;
/** It has nothing else to do; on such a machine it may wait for a processor. */
const BEGIN_MS = 20_000;
/** A caller who has gone lets a job of this length finish: that costs less than a new process. */
const ABANDONED_MS = 1_000;
const IDLE_MS = 30_000;
/** Three times what one begins with. What a job has left behind is given back by no collector, so the process goes, if nobody needs it. */
const GROWN_BYTES = 256 * 1024 * 1024;
const GROWN_IDLE_MS = 1_000;

interface Place {
  readonly process: JobProcess;
  idle: NodeJS.Timeout | undefined;
}

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #free: Place[] = [];
  readonly #all = new Set<Place>();
  readonly #waiting: PromiseWithResolvers<Place>[] = [];
  /** Whose process is starting: they take another one that is free sooner. */
  readonly #starting: PromiseWithResolvers<Place>[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Processes in a row that have ended before they were ready. */
  failedStarts = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the first one, so that no job has to wait for it. */
  warm(): void {
    if (this.#options.kept > 0 && this.#all.size === 0 && !this.#isClosed) this.#giveBack(this.#start());
  }

  get size(): number {
    return this.#all.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Rejects with what the task threw, with what `answer` rejected with, with the signal's reason, or with JobEnded. */
  run<Result>(job: PooledJob): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new JobEnded('closed'));
    const running = this.#runOnceMore(job);
    this.#running.add(running);
    const forget = (): void => void this.#running.delete(running);
    running.then(forget, forget);
    return running as Promise<Result>;
  }

  /** Lets nothing finish: whoever closes has waited for what should. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of [...this.#waiting.splice(0), ...this.#starting.splice(0)])
      reject(new JobEnded('closed'));
    await Promise.all([...this.#all].map(({ process }) => process.kill()));
    await Promise.allSettled(this.#running);
  }

  /**
   * Whoever kills a process does not mean the job, so that another one gets it; but not a third. A new one: those that stood by
   * may have been killed in the same breath.
   */
  async #runOnceMore(job: PooledJob): Promise<unknown> {
    try {
      return await this.#run(job);
    } catch (error) {
      if (!(error instanceof JobEnded) || !isNoFaultOfTheJob(error)) throw error;
      return this.#run(job, { isNew: true });
    }
  }

  async #run(job: PooledJob, wanted: { readonly isNew?: true } = {}): Promise<unknown> {
    job.signal.throwIfAborted();
    if (wanted.isNew) this.#endOneFree();
    let place = await this.#take(wanted);
    // Whoever stops a process does not mean the job either.
    const watch = new Watch(job, () => (place.process.isStopped ? 'stopped' : 'late'));
    try {
      watch.limit(this.#options.startMs ?? START_MS, 'not_started');
      place = await (wanted.isNew ? watch.until(readyOf(place)) : this.#firstReady(place, watch));
      watch.limit(this.#options.beginMs ?? BEGIN_MS, 'stopped');
      const outcome = await watch.until(
        place.process
          .run({
            ...job,
            answer: async (question) => {
              const answer = await (job.answer ?? noAnswer)(question);
              watch.add(job.more?.(question) ?? 0);
              return answer;
            },
            onBegun: () => watch.limit(job.milliseconds),
            onWaiting: (isWaiting) => watch.pause(isWaiting),
          })
          .catch((error: unknown) => {
            throw error instanceof ProcessEnded ? new JobEnded(reasonOf(error.end), error.message) : error;
          }),
      );
      if (!outcome.ok) throw errorFromData(outcome.error);
      return outcome.value;
    } catch (error) {
      // Only a task that has answered leaves its process fit for another; a refused one answers in a moment.
      if (watch.isOver || error instanceof JobEnded) await place.process.kill();
      if (this.#isClosed && error instanceof JobEnded) throw new JobEnded('closed');
      throw error;
    } finally {
      watch.end();
      this.#giveBack(place);
    }
  }

  #take({ isNew }: { readonly isNew?: true }): Promise<Place> {
    let place = isNew ? undefined : this.#free.pop();
    while (place?.process.isGone) place = this.#free.pop();
    if (place !== undefined) {
      clearTimeout(place.idle);
      return Promise.resolve(place);
    }
    if (this.#all.size < this.#options.processes) return Promise.resolve(this.#start());
    const waiting = Promise.withResolvers<Place>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  /**
   * The place itself once its process is ready, or one that others have given back before: nobody is to wait for a process that
   * starts while those who come later find a free one. What starts is for them then.
   */
  async #firstReady(place: Place, watch: Watch): Promise<Place> {
    if (place.process.isReady) return place;
    const sooner = Promise.withResolvers<Place>();
    this.#starting.push(sooner);
    const ready = readyOf(place);
    let first: Place | undefined;
    try {
      first = await watch.until(Promise.race([sooner.promise, ready]));
      return first;
    } finally {
      const at = this.#starting.indexOf(sooner);
      if (at >= 0) this.#starting.splice(at, 1);
      // Given in the very moment in which it was no longer needed.
      else
        sooner.promise.then(
          (other) => other !== first && this.#giveBack(other),
          () => undefined,
        );
      if (first !== undefined && first !== place) this.#giveBackOnceReady(place, ready);
    }
  }

  #giveBackOnceReady(place: Place, ready: Promise<Place>): void {
    const tooLong = setTimeout(() => void place.process.kill(), this.#options.startMs ?? START_MS).unref();
    const giveBack = (): void => {
      clearTimeout(tooLong);
      this.#giveBack(place);
    };
    ready.then(giveBack, giveBack);
  }

  /** Makes room for a new one. */
  #endOneFree(): void {
    const place = this.#all.size < this.#options.processes ? undefined : this.#free.pop();
    if (place === undefined) return;
    clearTimeout(place.idle);
    this.#all.delete(place);
    void place.process.kill();
  }

  #start(): Place {
    const place: Place = { process: new JobProcess(this.#options), idle: undefined };
    this.#all.add(place);
    place.process.ready.then(
      () => {
        this.failedStarts = 0;
      },
      () => {
        this.failedStarts += 1;
      },
    );
    void place.process.ended.then(({ wasKilled, words }) => {
      this.#all.delete(place);
      const at = this.#free.indexOf(place);
      if (at >= 0) this.#free.splice(at, 1);
      if (!wasKilled) this.#options.onCrash?.(words);
    });
    return place;
  }

  #giveBack(place: Place): void {
    if (place.process.hasEnded || this.#isClosed) {
      this.#all.delete(place);
      // Whoever waits gets a new one; after a close nobody does.
      this.#waiting.shift()?.resolve(this.#start());
      return;
    }
    const next = this.#starting.shift() ?? this.#waiting.shift();
    if (next !== undefined) {
      next.resolve(place);
      return;
    }
    this.#free.push(place);
    const idleMs = isGrown(place) ? GROWN_IDLE_MS : IDLE_MS;
    place.idle = setTimeout(() => this.#endIdle(place), idleMs).unref();
  }

  #endIdle(place: Place): void {
    if (this.#all.size <= this.#options.kept && !isGrown(place)) return;
    this.#all.delete(place);
    const at = this.#free.indexOf(place);
    if (at >= 0) this.#free.splice(at, 1);
    void place.process.kill();
    this.warm();
  }
}

const isNoFaultOfTheJob = ({ reason }: JobEnded): boolean => reason === 'killed' || reason === 'stopped';

const isGrown = ({ process }: Place): boolean => process.memory > GROWN_BYTES;

/** The clock of one job, and whoever wants its result. */
class Watch {
  readonly #signal: AbortSignal;
  readonly #over = Promise.withResolvers<never>();
  readonly #onAbort = (): void => {
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => this.#finish(this.#signal.reason), ABANDONED_MS);
  };
  #time: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;
  readonly #tooLate: () => EndReason;
  #rest = 0;
  #since = 0;
  isOver = false;

  constructor({ signal }: PooledJob, tooLate: () => EndReason) {
    this.#signal = signal;
    this.#tooLate = tooLate;
    this.#over.promise.catch(() => undefined);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Rejects early where the time is up, or its caller has been gone for a while. */
  until<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise]);
  }

  limit(milliseconds: number, reason?: EndReason): void {
    clearTimeout(this.#time);
    this.#rest = milliseconds;
    this.#since = performance.now();
    this.#time = setTimeout(() => this.#finish(new JobEnded(reason ?? this.#tooLate())), milliseconds);
  }

  /** While it waits. */
  add(milliseconds: number): void {
    this.#rest += milliseconds;
  }

  pause(isWaiting: boolean): void {
    clearTimeout(this.#time);
    if (isWaiting) this.#rest -= performance.now() - this.#since;
    else this.limit(Math.max(1, this.#rest));
  }

  end(): void {
    clearTimeout(this.#time);
    clearTimeout(this.#grace);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #finish(reason: unknown): void {
    this.isOver = true;
    this.#over.reject(reason);
  }
}

const reasonOf = ({ outOfMemory, wasKilledFromOutside }: ProcessEnd): EndReason => {
  if (wasKilledFromOutside) return 'killed';
  return outOfMemory ? 'memory' : 'crashed';
};

const noAnswer = (): never => {
  throw new Error('the job takes no questions');
};

const readyOf = async (place: Place): Promise<Place> => {
  await place.process.ready.catch(() => endedEarly(place.process));
  return place;
};

const endedEarly = async ({ ended }: JobProcess): Promise<never> => {
  const { wasKilledFromOutside, words } = await ended;
  throw new JobEnded(wasKilledFromOutside ? 'killed' : 'not_started', words);
};

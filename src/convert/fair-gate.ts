/**
 * FairGate :: organization → a place, when it is its turn
 *
 * In front of every pool stands one of these. Organizations take turns, whoever came first goes first within one,
 * and none may hold every place: `perOrganization` below `places` leaves room for whoever comes next while a hog's
 * long jobs run. What may wait is bounded in total and per organization; past that the answer is `busy` at once,
 * which costs the caller less than a place in a queue that it would time out in.
 */
import { PlatenError } from '../errors.ts';

interface GateLimits {
  /** Jobs that run at the same time. */
  readonly places: number;
  /** Of these, how many one organization may hold. */
  readonly perOrganization: number;
  /** Jobs that may wait. */
  readonly waiting: number;
  /** Of these, how many may be one organization's. */
  readonly waitingPerOrganization: number;
}

/** Gives the place back; calling it again does nothing. */
export type Release = () => void;

interface Waiter {
  readonly organizationId: string;
  readonly admit: (release: Release) => void;
  readonly refuse: (reason: unknown) => void;
}

const RETRY_LEAST_SECONDS = 1;
const RETRY_MOST_SECONDS = 60;
/** Weight of the newest job in the running mean: about the last ten jobs count. */
const MEAN_WEIGHT = 0.1;

export class FairGate {
  readonly #limits: GateLimits;
  readonly #what: string;
  /** Insertion order is the order of turns: whoever was served moves to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  readonly #held = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #meanMs = 200;
  #closed = false;

  /** `what` completes the sentence "Too many … are waiting". */
  constructor(limits: GateLimits, what: string) {
    this.#limits = limits;
    this.#what = what;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Rejects with `busy`, `shutting_down`, or the signal's reason. */
  enter(organizationId: string, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(closed());
    const queue = this.#queues.get(organizationId);
    if (queue === undefined && this.#hasRoomFor(organizationId)) {
      return Promise.resolve(this.#take(organizationId));
    }
    const { waiting, waitingPerOrganization } = this.#limits;
    if (this.#waiting >= waiting || (queue?.length ?? 0) >= waitingPerOrganization) {
      return Promise.reject(this.#busy());
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        organizationId,
        admit: (release) => {
          signal?.removeEventListener('abort', leave);
          resolve(release);
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      const leave = (): void => {
        this.#remove(waiter);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      if (queue === undefined) this.#queues.set(organizationId, [waiter]);
      else queue.push(waiter);
      this.#waiting += 1;
    });
  }

  /** Runs the task in a place. */
  async run<T>(organizationId: string, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    const release = await this.enter(organizationId, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Refuses whoever waits and whoever comes; those inside finish. */
  close(): void {
    this.#closed = true;
    const waiters = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#waiting = 0;
    for (const waiter of waiters) waiter.refuse(closed());
  }

  #hasRoomFor(organizationId: string): boolean {
    const held = this.#held.get(organizationId) ?? 0;
    return this.#running < this.#limits.places && held < this.#limits.perOrganization;
  }

  #take(organizationId: string): Release {
    this.#running += 1;
    this.#held.set(organizationId, (this.#held.get(organizationId) ?? 0) + 1);
    const since = performance.now();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#meanMs += MEAN_WEIGHT * (performance.now() - since - this.#meanMs);
      this.#running -= 1;
      const held = (this.#held.get(organizationId) ?? 1) - 1;
      if (held === 0) this.#held.delete(organizationId);
      else this.#held.set(organizationId, held);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    for (const [organizationId, queue] of this.#queues) {
      if (this.#running >= this.#limits.places) return;
      if (!this.#hasRoomFor(organizationId)) continue;
      const waiter = queue.shift();
      this.#queues.delete(organizationId);
      if (waiter === undefined) continue;
      // Back to the end of the turns. The loop meets it again there, should places still be free.
      if (queue.length > 0) this.#queues.set(organizationId, queue);
      this.#waiting -= 1;
      waiter.admit(this.#take(organizationId));
    }
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.organizationId);
    const at = queue?.indexOf(waiter) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.organizationId);
  }

  #busy(): PlatenError {
    const seconds = Math.ceil((this.#waiting * this.#meanMs) / this.#limits.places / 1000);
    return new PlatenError('busy', `Too many ${this.#what} are waiting.`, {
      hint: 'Send it again after the time in Retry-After.',
      retryAfter: Math.min(RETRY_MOST_SECONDS, Math.max(RETRY_LEAST_SECONDS, seconds)),
    });
  }
}

const closed = (): PlatenError => new PlatenError('shutting_down', 'This server is shutting down.');

/** Limits for a pool of `size`: one place more than one organization may hold, so that nobody waits behind a hog. */
export const gateLimits = (size: number, waiting: number): GateLimits => ({
  places: size + 1,
  perOrganization: size,
  waiting,
  waitingPerOrganization: Math.max(1, Math.ceil(waiting / 2)),
});

/** Rejects as soon as the signal does; the work goes on in its place, and its end is nobody's concern. */
export const abortable = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
};

/**
 * zlib, for threads that may be ended.
 *
 * Node ends the whole process where a thread is ended between the making of a zlib handle and its first use ("close
 * before init", Node 24): a caller who hangs up in the middle of a long document could stop the server. So a thread
 * tells when it packs, and who wants to end it waits for a moment in which it does not, which is milliseconds away.
 */
import * as zlib from 'node:zlib';

export { constants, crc32 } from 'node:zlib';

const IDLE = 0;
const PACKING = 1;
/** It packs, and may not begin another. */
const LAST = 2;
/** The thread is about to be ended, and begins nothing any more. */
const ENDING = 3;

const ASK_AGAIN_MS = 1;
/** No packing takes so long; a thread that has died in the middle of one still says that it packs. */
const MOST_ASKS = 2_000;

let told: Int32Array | undefined;

/** In a thread, when it begins a job: where it tells, from now on. */
export const tellPackingTo = (state: Int32Array): void => {
  told = state;
};

const telling =
  <Args extends readonly unknown[], Result>(pack: (...args: Args) => Result) =>
  (...args: Args): Result => {
    const state = told;
    if (state === undefined) return pack(...args);
    // Sleeps until it is ended.
    while (Atomics.compareExchange(state, 0, IDLE, PACKING) === ENDING) Atomics.wait(state, 0, ENDING);
    try {
      return pack(...args);
    } finally {
      if (Atomics.compareExchange(state, 0, PACKING, IDLE) === LAST) Atomics.store(state, 0, ENDING);
    }
  };

export const deflateSync = telling(zlib.deflateSync);
export const deflateRawSync = telling(zlib.deflateRawSync);
export const inflateSync = telling(zlib.inflateSync);
export const inflateRawSync = telling(zlib.inflateRawSync);
export const gunzipSync = telling(zlib.gunzipSync);
export const brotliDecompressSync = telling(zlib.brotliDecompressSync);

/** A job in a thread, as who may end that thread sees it. */
export interface EndableJob {
  /** For the thread, to tell in. */
  readonly state: Int32Array;
  /** Comes after the job's own, as soon as the thread may be ended. */
  readonly signal: AbortSignal;
  done(): void;
}

/** The jobs of one pool of threads. */
export class EndableJobs {
  readonly #states = new Set<Int32Array>();

  start(signal: AbortSignal): EndableJob {
    const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#states.add(state);
    const ender = new AbortController();
    const end = (): void => {
      void stopPacking(state).then(() => ender.abort(signal.reason));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return {
      state,
      signal: ender.signal,
      done: () => {
        this.#states.delete(state);
        signal.removeEventListener('abort', end);
      },
    };
  }

  /** Until all their threads may be ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#states].map(stopPacking));
  }
}

const stopPacking = async (state: Int32Array): Promise<void> => {
  for (let asks = 0; asks < MOST_ASKS; asks++) {
    const was = Atomics.compareExchange(state, 0, IDLE, ENDING);
    if (was === IDLE || was === ENDING) return;
    Atomics.compareExchange(state, 0, PACKING, LAST);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
};

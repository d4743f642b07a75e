/**
 * When previews are asked for: the first key at once, the next ones as soon as the last was answered, one at a time and the newest
 * alone; and never so often that what the server lets a person have in a minute runs out while typing.
 */
import { ApiError, isAborted } from '../../../api/errors.ts';
import { type AnswerFacts, factsOf } from './answer-facts.ts';

export interface Rendered {
  readonly bytes: Uint8Array;
  readonly facts: AnswerFacts;
  readonly milliseconds: number;
  /** The version of the text that it shows. */
  readonly version: number;
  /** What it was asked for with. */
  readonly body: Blob;
}

export type PreviewEvent =
  | { readonly type: 'started' }
  | { readonly type: 'rendered'; readonly result: Rendered }
  | { readonly type: 'failed'; readonly error: unknown; readonly version: number }
  | { readonly type: 'settled' };

interface PreviewRequest {
  readonly version: number;
  /** Written out only when it is sent. */
  readonly body: () => Blob;
}

type Send = (body: Blob, signal: AbortSignal) => Promise<{ blob: Blob; headers: Headers }>;

/** A preview that takes longer waits for a pause of that length, up to the second: it is not made anew between two words. */
const LONG_MS = 1000;
const LONGEST_PAUSE_MS = 1500;
/** One that has not answered for so long gives way to newer data: it may never answer. One that is known to take long has twice its time. */
const PATIENCE_MS = 3000;

export class PreviewRunner {
  readonly #send: Send;
  readonly #on: (event: PreviewEvent) => void;
  #next: PreviewRequest | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastTook = 0;
  #allowance: Allowance | undefined;

  constructor(send: Send, on: (event: PreviewEvent) => void) {
    this.#send = send;
    this.#on = on;
  }

  /** At once where nothing is under way, otherwise when that has answered; in place of what was to come next. */
  schedule(request: PreviewRequest): void {
    this.#next = request;
    this.#plan();
  }

  /** In place of what is under way. */
  now(request: PreviewRequest): void {
    this.#after(0, request);
  }

  cancel(): void {
    this.#next = undefined;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.cancel();
    this.#running?.abort();
  }

  #plan(): void {
    if (this.#next === undefined) return;
    const now = performance.now();
    if (this.#running !== undefined) {
      const patience = Math.max(PATIENCE_MS, 2 * this.#lastTook);
      this.#after(this.#lastStart + patience - now, this.#next);
      return;
    }
    const pause = this.#lastTook < LONG_MS ? 0 : Math.min(this.#lastTook, LONGEST_PAUSE_MS);
    const turn = nextTurn(this.#lastStart, this.#allowance) - now;
    this.#after(Math.max(pause, turn), this.#next);
  }

  #after(milliseconds: number, request: PreviewRequest): void {
    this.#next = request;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(request), milliseconds);
  }

  async #run(request: PreviewRequest): Promise<void> {
    this.#next = undefined;
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#lastStart = performance.now();
    if (this.#allowance !== undefined) this.#allowance.remaining -= 1;
    this.#on({ type: 'started' });
    try {
      const body = request.body();
      const { blob, headers } = await this.#send(body, controller.signal);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      if (this.#running !== controller) return;
      const milliseconds = performance.now() - this.#lastStart;
      this.#lastTook = milliseconds;
      this.#allowance = allowanceOf(headers);
      this.#on({
        type: 'rendered',
        result: { bytes, facts: factsOf(headers), milliseconds, version: request.version, body },
      });
    } catch (error) {
      if (this.#running !== controller || isAborted(error)) return;
      this.#on({ type: 'failed', error, version: request.version });
      if (error instanceof ApiError && error.status === 429) {
        this.#allowance = {
          limit: 1,
          remaining: 0,
          ends: performance.now() + (error.retryAfter ?? 5) * 1000,
        };
        this.#next ??= request;
      }
    } finally {
      if (this.#running === controller) {
        this.#running = undefined;
        this.#on({ type: 'settled' });
        this.#plan();
      }
    }
  }
}

/** What the server lets this person have, as its last answer said, and less what was asked for since. */
interface Allowance {
  readonly limit: number;
  remaining: number;
  /** Of the minute, on the clock of `performance.now()`. */
  readonly ends: number;
}

const allowanceOf = (headers: Headers): Allowance => ({
  limit: Number(headers.get('ratelimit-limit')),
  remaining: Number(headers.get('ratelimit-remaining')),
  ends: performance.now() + 1000 * Number(headers.get('ratelimit-reset')),
});

/** When the next one may go: at once for half of what there is, the other half is spread over the rest of the minute. */
const nextTurn = (lastStart: number, allowance: Allowance | undefined): number => {
  if (allowance === undefined || allowance.remaining > allowance.limit / 2) return lastStart;
  const { remaining, ends } = allowance;
  return lastStart + Math.max(0, ends - lastStart) / (Math.max(0, remaining) + 1);
};

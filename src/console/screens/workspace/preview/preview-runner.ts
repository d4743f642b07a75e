/**
 * When previews are asked for: some moments after the last change, one at a time, the newest alone, and never so often
 * that the person's allowance of sixty a minute runs out while typing.
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

const QUIET_MS = 250;
/** A preview that takes long waits for a longer pause, up to this: it is not begun between two words only to be thrown away. */
const LONG_QUIET_MS = 1500;
/** The server lets a person have 60 a minute. */
const APART_MS = 1050;

export class PreviewRunner {
  readonly #send: Send;
  readonly #on: (event: PreviewEvent) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastTook = 0;

  constructor(send: Send, on: (event: PreviewEvent) => void) {
    this.#send = send;
    this.#on = on;
  }

  schedule(request: PreviewRequest): void {
    const apart = this.#lastStart + APART_MS - performance.now();
    const quiet = Math.min(Math.max(QUIET_MS, this.#lastTook), LONG_QUIET_MS);
    this.#after(Math.max(quiet, apart), request);
  }

  now(request: PreviewRequest): void {
    this.#after(0, request);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    this.cancel();
    this.#running?.abort();
  }

  #after(milliseconds: number, request: PreviewRequest): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(request), milliseconds);
  }

  async #run(request: PreviewRequest): Promise<void> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#lastStart = performance.now();
    this.#on({ type: 'started' });
    try {
      const body = request.body();
      const { blob, headers } = await this.#send(body, controller.signal);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      if (this.#running !== controller) return;
      const milliseconds = performance.now() - this.#lastStart;
      this.#lastTook = milliseconds;
      this.#on({
        type: 'rendered',
        result: { bytes, facts: factsOf(headers), milliseconds, version: request.version, body },
      });
    } catch (error) {
      if (this.#running !== controller || isAborted(error)) return;
      this.#on({ type: 'failed', error, version: request.version });
      if (error instanceof ApiError && error.status === 429)
        this.#after((error.retryAfter ?? 5) * 1000, request);
    } finally {
      if (this.#running === controller) {
        this.#running = undefined;
        this.#on({ type: 'settled' });
      }
    }
  }
}

/** Asks the worker about the newest text, never about two at once: what was asked meanwhile is asked afterwards. */
import type { Schema } from '../../../../data-check/read-schema.ts';
import type { TextReport } from './check-text.ts';
import type { Answer, Question } from './check-worker.ts';

type Listener = (report: TextReport, version: number) => void;

export class Checker {
  readonly #worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  readonly #schema: Schema;
  readonly #listener: Listener;
  #isBusy = false;
  #next: { readonly read: () => string; readonly version: number } | undefined;

  constructor(schema: Schema, listener: Listener) {
    this.#schema = schema;
    this.#listener = listener;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      this.#isBusy = false;
      this.#listener(data.report, data.id);
      this.#go();
    });
  }

  /** The text is read only when it is its turn. */
  ask(read: () => string, version: number): void {
    this.#next = { read, version };
    this.#go();
  }

  close(): void {
    this.#worker.terminate();
  }

  #go(): void {
    if (this.#isBusy || this.#next === undefined) return;
    const { read, version } = this.#next;
    this.#next = undefined;
    this.#isBusy = true;
    const question: Question = { id: version, text: read(), schema: this.#schema };
    this.#worker.postMessage(question);
  }
}

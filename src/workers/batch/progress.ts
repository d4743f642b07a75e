/** The clock of a task that takes as long as there is work: each second that it has used it asks for anew. */
import type { Ask } from '../../processes/protocol.ts';
import type { BatchQuestion } from './batch-protocol.ts';

const EVERY_MS = 1_000;

export class Progress {
  readonly #ask: Ask;
  #since = performance.now();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** To be called between two pieces of work. */
  async tell(): Promise<void> {
    const milliseconds = performance.now() - this.#since;
    if (milliseconds < EVERY_MS) return;
    await this.#ask({ kind: 'progress', milliseconds } satisfies BatchQuestion);
    this.#since = performance.now();
  }
}

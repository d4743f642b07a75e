/** The clock of a task that takes as long as there is work: the time that it has used it asks for anew, and tells how far it is. */
import type { Ask } from '../../processes/protocol.ts';
import type { RecordsMade } from '../../service/jobs/job-ports.ts';
import type { BatchQuestion } from './batch-protocol.ts';

/** Whoever watches sees it move; a question takes a fraction of a millisecond. */
const EVERY_MS = 500;

export class Progress {
  readonly #ask: Ask;
  #since = performance.now();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** To be called between two pieces of work. */
  async tell(made?: RecordsMade): Promise<void> {
    const milliseconds = performance.now() - this.#since;
    if (milliseconds < EVERY_MS) return;
    await this.#ask({ kind: 'progress', milliseconds, ...(made && { made }) } satisfies BatchQuestion);
    this.#since = performance.now();
  }
}

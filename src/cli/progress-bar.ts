/** How far a batch is, as a line that is rewritten in place. */
import { startProgress } from './terminal.ts';

const BAR_COLUMNS = 30;
const BAR_MS = 100;

export class ProgressBar {
  readonly #total: number;
  readonly #what: string;
  readonly #progress = startProgress();
  readonly #start = performance.now();
  #shown = 0;

  /** `what` stands before the bar. */
  constructor(total: number, what = '') {
    this.#total = total;
    this.#what = what === '' ? '' : `${what} `;
  }

  async show(made: number, failed: number): Promise<void> {
    const now = performance.now();
    if (now - this.#shown < BAR_MS) return;
    this.#shown = now;
    const done = made + failed;
    const share = this.#total === 0 ? 1 : Math.min(1, done / this.#total);
    const filled = Math.round(share * BAR_COLUMNS);
    const rate = done / ((now - this.#start) / 1000);
    const left = Math.ceil((this.#total - done) / Math.max(rate, 0.01));
    this.#progress.step(
      `${this.#what}${'█'.repeat(filled)}${'░'.repeat(BAR_COLUMNS - filled)} ${done} / ${this.#total}${failed > 0 ? `, ${failed} failed` : ''}, ${rate.toFixed(rate < 10 ? 1 : 0)} a second, ${timeOf(left)} left`,
    );
    // Making documents leaves the loop no turn of its own to write the line in.
    await new Promise((resolve) => setImmediate(resolve));
  }

  done(): void {
    this.#progress.done();
  }
}

const timeOf = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

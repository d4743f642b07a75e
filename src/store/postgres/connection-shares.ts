/**
 * ConnectionShares :: holder, work → the work, once its holder may have another connection
 *
 * What writes may have to wait for a lock, and holds a connection meanwhile: an operator's open transaction on the rows of
 * one organization would take them all. So whoever holds some leaves at least as many to others (`shares.ts`). What only
 * reads waits for no row's lock, and does not come here.
 */
import { PlatenError } from '../../errors.ts';
import { Shares } from '../../shares.ts';

interface Waiting {
  readonly holder: string;
  start(): void;
}

export class ConnectionShares {
  readonly #shares: Shares;
  readonly #patienceMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor({ connections, patienceMs }: { readonly connections: number; readonly patienceMs: number }) {
    this.#shares = new Shares(connections);
    this.#patienceMs = patienceMs;
  }

  async run<Result>(holder: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#shares.take(holder, 1)) await this.#turn(holder);
    try {
      return await work();
    } finally {
      this.#shares.giveBack(holder, 1);
      this.#startWaiting();
    }
  }

  /** First come, first served, among those whose holders may have one more. */
  #startWaiting(): void {
    for (const waiting of this.#waiting) if (this.#shares.take(waiting.holder, 1)) waiting.start();
  }

  #turn(holder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        holder,
        start() {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(
          new PlatenError('not_ready', 'The database is busy with other requests of yours.', {
            retryAfter: 1,
          }),
        );
      }, this.#patienceMs);
      this.#waiting.add(waiting);
    });
  }
}

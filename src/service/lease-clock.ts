/**
 * The clock that leases go by: the database's, where servers have clocks of their own.
 *
 * A lease that one server writes is compared by others, and their clocks may differ by hours; so each reckons what the database's
 * says. It is asked now and then, and counted on from there by a clock that nobody sets: one that is set in between, or by an
 * hour at once, moves no lease.
 */

/** How often it is compared. */
const COMPARED_MS = 60_000;

export class LeaseClock {
  readonly #database: () => Promise<number | undefined>;
  readonly #now: () => number;
  /** What the database's clock says more than ours since the start; undefined where there is one machine, with one clock. */
  #ahead: number | undefined;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #comparing: Promise<void> | undefined;

  /** `database`: what its clock says; undefined where it has none of its own. `now`: this machine's. */
  constructor(database: () => Promise<number | undefined>, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Milliseconds. Rejects where the database has to be asked, and is away. */
  async now(): Promise<number> {
    if (performance.now() - this.#comparedAt >= COMPARED_MS) {
      this.#comparing ??= this.#compare().finally(() => {
        this.#comparing = undefined;
      });
      await this.#comparing;
    }
    return this.#ahead === undefined ? this.#now() : Math.round(performance.now() + this.#ahead);
  }

  async #compare(): Promise<void> {
    const before = performance.now();
    const clock = await this.#database();
    const after = performance.now();
    // It was read somewhere on the way.
    this.#ahead = clock === undefined ? undefined : clock - (before + after) / 2;
    this.#comparedAt = before;
  }
}

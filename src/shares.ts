/**
 * Shares :: a pool of bytes, connections or whatever that many take from, and nobody all of it
 *
 * The one rule: whoever holds something leaves at least as much free for the others. Alone, a holder gets to a half; a
 * second one to half of what is left, and so on, so that whoever comes next finds room whatever one of them does. Where
 * n take all they can at the same time, each gets the same and one share of n + 1 stays free.
 */
export class Shares {
  readonly #limit: number;
  readonly #held: Holdings;

  /** Where several threads take from one pool, what is held stands in memory that they share. */
  constructor(limit: number, held: Holdings = new LocalHoldings()) {
    this.#limit = limit;
    this.#held = held;
  }

  /** By this thread. */
  get held(): number {
    return this.#held.here;
  }

  /** False where that would be more than the holder leaves free; nothing is taken then. */
  take(holder: string, amount: number): boolean {
    return this.#held.alone(() => {
      const own = this.#held.of(holder) + amount;
      return own <= this.#limit - this.#held.total - amount && this.#held.add(holder, amount);
    });
  }

  /** For a holder with whom nobody has to share: false only where there is not so much left. */
  takeRest(holder: string, amount: number): boolean {
    return this.#held.alone(() => this.#held.total + amount <= this.#limit && this.#held.add(holder, amount));
  }

  giveBack(holder: string, amount: number): void {
    this.#held.alone(() => this.#held.add(holder, -amount));
  }
}

/** Who holds how much. */
export interface Holdings {
  /** Nobody else changes anything meanwhile. What follows is only asked inside of it, but for `here`. */
  alone<Result>(work: () => Result): Result;
  of(holder: string): number;
  readonly total: number;
  /** What this thread has added. */
  readonly here: number;
  /** False where there is no room for one more holder. */
  add(holder: string, amount: number): boolean;
}

class LocalHoldings implements Holdings {
  readonly #held = new Map<string, number>();
  total = 0;

  get here(): number {
    return this.total;
  }

  alone<Result>(work: () => Result): Result {
    return work();
  }

  of(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  add(holder: string, amount: number): boolean {
    const own = this.of(holder) + amount;
    if (own > 0) this.#held.set(holder, own);
    else this.#held.delete(holder);
    this.total += amount;
    return true;
  }
}

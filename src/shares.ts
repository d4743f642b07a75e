/**
 * Shares :: a pool of bytes, connections or whatever that many take from, and nobody all of it
 *
 * The one rule: whoever holds something leaves at least as much free for the others. Alone, a holder gets to a half; a
 * second one to half of what is left, and so on, so that whoever comes next finds room whatever one of them does. Where
 * n take all they can at the same time, each gets the same and one share of n + 1 stays free.
 */
export class Shares {
  readonly #limit: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#total;
  }

  /** False where that would be more than the holder leaves free; nothing is taken then. */
  take(holder: string, bytes: number): boolean {
    const own = (this.#held.get(holder) ?? 0) + bytes;
    if (own > this.#limit - this.#total - bytes) return false;
    this.#held.set(holder, own);
    this.#total += bytes;
    return true;
  }

  giveBack(holder: string, bytes: number): void {
    const own = (this.#held.get(holder) ?? 0) - bytes;
    if (own > 0) this.#held.set(holder, own);
    else this.#held.delete(holder);
    this.#total -= bytes;
  }
}

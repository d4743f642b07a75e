/**
 * SharedHoldings :: who holds how much, in memory that all threads share
 *
 * A table of rows, one a holder, found by a hash of its name; each thread has a column of its own, so that what a thread
 * held that has ended can be taken away. Short locks keep the threads apart: a row is found and changed in under a
 * microsecond.
 */
import type { Holdings } from '../shares.ts';

/** Words of 32 bits at the beginning: the lock, the seed of the hash, rows, columns. */
const LOCK = 0;
const SEED = 1;
const ROWS = 2;
const COLUMNS = 3;
const HEAD_BYTES = 16;
/** For whoever finds the lock taken: its holder may be waiting for a processor. */
const NAP_MS = 1;
/** A hash has two words; both zero is a row that nobody has. */
const HASH_WORDS = 2;

export type HoldingsTable = SharedArrayBuffer;

/** Room for `holders` at the same time, in as many threads. Memory that is not touched costs nothing. */
export const makeHoldingsTable = ({
  holders,
  threads,
}: {
  holders: number;
  threads: number;
}): HoldingsTable => {
  // Twice as many rows as can be needed: so nobody has far to look.
  const rows = 2 ** Math.ceil(Math.log2(Math.max(holders, 16) * 2));
  const numbers = (rows + 1) * threads;
  const table = new SharedArrayBuffer(HEAD_BYTES + numbers * 8 + rows * HASH_WORDS * 4);
  const head = new Uint32Array(table, 0, 4);
  // Nobody outside can choose names that fall together.
  head[SEED] = Math.floor(Math.random() * 2 ** 32);
  head[ROWS] = rows;
  head[COLUMNS] = threads;
  return table;
};

export class SharedHoldings implements Holdings {
  readonly #column: number;
  readonly #columns: number;
  readonly #mask: number;
  readonly #seed: number;
  readonly #lock: Int32Array;
  /** Of each thread, then of each row and thread. */
  readonly #amounts: Float64Array;
  readonly #hashes: Uint32Array;
  /** Of the name that was asked for last. */
  readonly #hash = new Uint32Array(HASH_WORDS);

  /** `thread`: whose column it writes, from 0. */
  constructor(table: HoldingsTable, thread: number) {
    const head = new Uint32Array(table, 0, 4);
    const rows = head[ROWS] ?? 0;
    this.#column = thread;
    this.#columns = head[COLUMNS] ?? 0;
    this.#mask = rows - 1;
    this.#seed = head[SEED] ?? 0;
    this.#lock = new Int32Array(table, LOCK, 1);
    const numbers = (rows + 1) * this.#columns;
    this.#amounts = new Float64Array(table, HEAD_BYTES, numbers);
    this.#hashes = new Uint32Array(table, HEAD_BYTES + numbers * 8);
  }

  alone<Result>(work: () => Result): Result {
    const own = this.#column + 1;
    for (let holder = this.#takeLock(own); holder !== 0; holder = this.#takeLock(own))
      Atomics.wait(this.#lock, 0, holder, NAP_MS);
    try {
      return work();
    } finally {
      Atomics.store(this.#lock, 0, 0);
      Atomics.notify(this.#lock, 0, 1);
    }
  }

  get total(): number {
    return this.#sum(0);
  }

  get here(): number {
    return this.alone(() => this.#amounts[this.#column] ?? 0);
  }

  of(holder: string): number {
    const row = this.#find(holder);
    return this.#isFree(row) ? 0 : this.#sum(row + 1);
  }

  add(holder: string, amount: number): boolean {
    const row = this.#find(holder);
    if (this.#isFree(row)) {
      if (amount <= 0) return true;
      // One stays free: that is where a search ends.
      if (!this.#isFree((row + 1) & this.#mask) && this.#isFull()) return false;
      this.#hashes.set(this.#hash, row * HASH_WORDS);
    }
    this.#change(row + 1, amount);
    this.#change(0, amount);
    if (this.#sum(row + 1) <= 0) this.#remove(row);
    return true;
  }

  /** What a thread has held that is not there any more, and the lock, where it ended with that in its hand. */
  forget(thread: number): void {
    Atomics.compareExchange(this.#lock, 0, thread + 1, 0);
    Atomics.notify(this.#lock, 0);
    this.alone(() => {
      const kept: { readonly hash: Uint32Array; readonly amounts: Float64Array }[] = [];
      for (let row = 0; row <= this.#mask; row += 1) {
        if (this.#isFree(row)) continue;
        this.#amounts[(row + 1) * this.#columns + thread] = 0;
        if (this.#sum(row + 1) > 0) kept.push(this.#rowAt(row));
      }
      this.#amounts[thread] = 0;
      this.#amounts.fill(0, this.#columns);
      this.#hashes.fill(0);
      for (const { hash, amounts } of kept) {
        this.#hash.set(hash);
        const row = this.#findHash();
        this.#hashes.set(hash, row * HASH_WORDS);
        this.#amounts.set(amounts, (row + 1) * this.#columns);
      }
    });
  }

  /** 0 where it is ours now; else whose it is. */
  #takeLock(own: number): number {
    return Atomics.compareExchange(this.#lock, 0, 0, own);
  }

  #isFree(row: number): boolean {
    return this.#hashes[row * HASH_WORDS] === 0 && this.#hashes[row * HASH_WORDS + 1] === 0;
  }

  /** Asked only where it is crowded. */
  #isFull(): boolean {
    let free = 0;
    for (let row = 0; row <= this.#mask && free < 2; row += 1) if (this.#isFree(row)) free += 1;
    return free < 2;
  }

  #rowAt(row: number): { readonly hash: Uint32Array; readonly amounts: Float64Array } {
    const at = (row + 1) * this.#columns;
    return {
      hash: this.#hashes.slice(row * HASH_WORDS, (row + 1) * HASH_WORDS),
      amounts: this.#amounts.slice(at, at + this.#columns),
    };
  }

  #sum(line: number): number {
    let sum = 0;
    for (let column = 0; column < this.#columns; column += 1)
      sum += this.#amounts[line * this.#columns + column] ?? 0;
    return sum;
  }

  #change(line: number, amount: number): void {
    const at = line * this.#columns + this.#column;
    this.#amounts[at] = (this.#amounts[at] ?? 0) + amount;
  }

  /** Its row, or the free one where it would stand. */
  #find(holder: string): number {
    // Two sums over the letters, each mixed by its own factor.
    let first = this.#seed ^ 0x9e3779b9;
    let second = this.#seed ^ 0x85ebca6b;
    for (let at = 0; at < holder.length; at += 1) {
      const letter = holder.charCodeAt(at);
      first = Math.imul(first ^ letter, 0x01000193);
      second = Math.imul(second ^ letter, 0x5bd1e995);
      second ^= second >>> 15;
    }
    first = Math.imul(first ^ (first >>> 16), 0xc2b2ae35);
    this.#hash[0] = first ^ (first >>> 13);
    this.#hash[1] = second;
    if (this.#hash[0] === 0 && this.#hash[1] === 0) this.#hash[1] = 1;
    return this.#findHash();
  }

  #findHash(): number {
    const [first = 0, second = 0] = this.#hash;
    let row = first & this.#mask;
    while (
      !this.#isFree(row) &&
      (this.#hashes[row * HASH_WORDS] !== first || this.#hashes[row * HASH_WORDS + 1] !== second)
    )
      row = (row + 1) & this.#mask;
    return row;
  }

  /** Rows behind it that had to step aside move up, so that a search never meets a gap before it should. */
  #remove(row: number): void {
    let gap = row;
    for (let at = (row + 1) & this.#mask; !this.#isFree(at); at = (at + 1) & this.#mask) {
      const home = (this.#hashes[at * HASH_WORDS] ?? 0) & this.#mask;
      if (((at - home) & this.#mask) < ((at - gap) & this.#mask)) continue;
      const { hash, amounts } = this.#rowAt(at);
      this.#hashes.set(hash, gap * HASH_WORDS);
      this.#amounts.set(amounts, (gap + 1) * this.#columns);
      gap = at;
    }
    this.#hashes.fill(0, gap * HASH_WORDS, (gap + 1) * HASH_WORDS);
    this.#amounts.fill(0, (gap + 1) * this.#columns, (gap + 2) * this.#columns);
  }
}

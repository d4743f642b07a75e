/**
 * Turns :: organization × work → its result, once it is the organization's turn
 *
 * Small documents are made on the thread that has their requests. Each waits until the thread has looked at all its
 * connections, for two reasons. What has come by then is done one after another, first the data of all read, then all documents
 * made: the code for it stays in the processor's caches, and takes half of what it takes between other code. And
 * organizations take turns, whoever took longer waits longer, and every few milliseconds the thread looks who else has
 * come. So an organization with many connections has the whole thread while nobody else wants it, and beside another one,
 * with however few connections that comes, no more than its turns.
 */

/** What an organization may take at a time. */
const TURN_MS = 0.5;
/** For how long work is done before the thread looks at its connections again. */
const SLICE_MS = 4;

interface Line {
  readonly waiting: (() => void)[];
  /** What is left of its turn, in milliseconds; less than nothing where something took longer than that. */
  rest: number;
}

export class Turns {
  readonly #now: () => number;
  readonly #later: (work: () => void) => void;
  /** Insertion order is the order of turns. */
  readonly #lines = new Map<string, Line>();
  #isExpected = false;

  constructor(now: () => number = () => performance.now(), later: (work: () => void) => void = setImmediate) {
    this.#now = now;
    this.#later = later;
  }

  /** `besideMs`: what the thread has to do for it before and after. */
  run<T>(organizationId: string, besideMs: number, work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const line = this.#lineOf(organizationId);
      line.waiting.push(() => {
        const started = this.#now();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        line.rest -= this.#now() - started + besideMs;
      });
      this.#expect();
    });
  }

  #lineOf(organizationId: string): Line {
    let line = this.#lines.get(organizationId);
    if (line === undefined) {
      line = { waiting: [], rest: TURN_MS };
      this.#lines.set(organizationId, line);
    }
    return line;
  }

  #expect(): void {
    if (this.#isExpected) return;
    this.#isExpected = true;
    this.#later(() => this.#slice());
  }

  /** Right after the thread has looked at its connections. */
  #slice(): void {
    this.#isExpected = false;
    for (let left = SLICE_MS; left > 0 && this.#lines.size > 0; ) left -= this.#oneTurn();
    if (this.#lines.size > 0) this.#expect();
  }

  /** What it took, in milliseconds. */
  #oneTurn(): number {
    for (const [organizationId, line] of this.#lines) {
      const before = line.rest;
      while (line.rest > 0 && line.waiting.length > 0) line.waiting.shift()?.();
      const took = before - line.rest;
      this.#lines.delete(organizationId);
      line.rest += TURN_MS;
      if (line.waiting.length > 0) this.#lines.set(organizationId, line);
      return took;
    }
    return 0;
  }
}

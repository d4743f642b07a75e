/**
 * Turns :: organization × work → its result, at once or when it is the organization's turn
 *
 * Small documents are made on the thread that has their requests. Who has been alone there for a while waits until the thread
 * has looked at all its connections; what has come by then is done one after another, first the data of all read, then all
 * documents made: the code for it stays in the processor's caches, and takes half of what it takes between other code.
 *
 * Where several come, they need no queue until more has come than the thread can do in a moment. Then organizations take
 * turns, whoever took longer waits longer, and every millisecond the thread looks who else has come. So an organization
 * with many connections has the whole thread while nobody else wants it, and beside another one, with however few
 * connections that comes, no more than its turns.
 */

/** What an organization may take at a time. */
const TURN_MS = 0.5;
/** For how long work is done before the thread looks at its connections again: beside others, and alone. */
const SLICE_MS = 1;
const SLICE_ALONE_MS = 4;
/** Whoever comes more rarely than that has not much to wait for. */
const ALONE_MS = 500;

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
  /** What was done at once since the thread has looked at its connections, by organization and in all. */
  readonly #taken = new Map<string, number>();
  #allTaken = 0;
  #isExpected = false;
  /** Who has come last, and when that was somebody else than before. */
  #last = '';
  #changed = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now(), later: (work: () => void) => void = setImmediate) {
    this.#now = now;
    this.#later = later;
  }

  /** `besideMs`: what the thread has to do for it before and after. Throws what the work throws where it is done at once. */
  run<T>(organizationId: string, besideMs: number, work: () => T): T | Promise<T> {
    this.#expect();
    this.#noteWho(organizationId);
    const taken = this.#taken.get(organizationId) ?? 0;
    const hasHadIts = taken >= TURN_MS || this.#allTaken >= SLICE_MS;
    if (this.#isAlone() || hasHadIts || this.#lines.has(organizationId))
      return this.#wait(organizationId, besideMs, work);
    const started = this.#now();
    try {
      return work();
    } finally {
      const cost = this.#now() - started + besideMs;
      this.#taken.set(organizationId, taken + cost);
      this.#allTaken += cost;
    }
  }

  #noteWho(organizationId: string): void {
    if (organizationId === this.#last) return;
    this.#last = organizationId;
    this.#changed = this.#now();
  }

  /** Nobody else has come for a while, nor waits. */
  #isAlone(): boolean {
    const others = this.#lines.size - (this.#lines.has(this.#last) ? 1 : 0);
    return others === 0 && this.#now() - this.#changed > ALONE_MS;
  }

  #wait<T>(organizationId: string, besideMs: number, work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const line = this.#lines.get(organizationId) ?? { waiting: [], rest: TURN_MS };
      line.waiting.push(() => {
        const started = this.#now();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        const cost = this.#now() - started + besideMs;
        line.rest -= cost;
        this.#allTaken += cost;
      });
      this.#lines.set(organizationId, line);
    });
  }

  #expect(): void {
    if (this.#isExpected) return;
    this.#isExpected = true;
    this.#later(() => this.#slice());
  }

  /** Right after the thread has looked at its connections. */
  #slice(): void {
    this.#isExpected = false;
    this.#taken.clear();
    this.#allTaken = 0;
    const most = this.#isAlone() ? SLICE_ALONE_MS : SLICE_MS;
    while (this.#lines.size > 0 && this.#allTaken < most) this.#oneTurn();
    this.#allTaken = 0;
    if (this.#lines.size > 0) this.#expect();
  }

  #oneTurn(): void {
    for (const [organizationId, line] of this.#lines) {
      while (line.rest > 0 && line.waiting.length > 0) line.waiting.shift()?.();
      this.#lines.delete(organizationId);
      line.rest += TURN_MS;
      if (line.waiting.length > 0) this.#lines.set(organizationId, line);
      return;
    }
  }
}

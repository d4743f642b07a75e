/**
 * What one render may use up. Templates and data are strangers' work: each of these ends a render with a 400 that
 * names the budget and the way out, long before the worker's own limits on time and memory would kill it.
 */
import { performance } from 'node:perf_hooks';
import { PlatenError } from '../../../errors.ts';
import { BYTES, bytesKept } from './memory.ts';
import type { Value } from './values.ts';

export interface BudgetLimits {
  /** Function calls, formatter calls, and elements that methods and formatters visit. */
  readonly steps: number;
  /** Turns of all loops together. */
  readonly turns: number;
  /** Characters of any one computed text. */
  readonly text: number;
  /** Bytes of everything that is computed, kept or not: texts, lists, objects, functions. See memory.ts. */
  readonly memory: number;
  /** Elements of any one computed list. */
  readonly list: number;
  /** Characters written to the document's parts. */
  readonly output: number;
  /** Bytes for parsers and decoders that can't be asked to stop: HTML, Markdown, pictures, barcodes. */
  readonly parsed: number;
  /** Levels of nested calls, weighted by the depth of the called expression; bounds the stack. */
  readonly nesting: number;
  /** Milliseconds of wall-clock time. */
  readonly time: number;
}

/**
 * A million rows of twenty values with formatters use about 40 million steps and 200 MiB of memory: well inside.
 * `memory` is about what a rendering thread of 1 GiB has to give; threads pass what they have.
 * `nesting` is measured: a stack of 984 KiB, which Node gives a thread, holds four times that in the worst form known.
 */
export const DEFAULT_BUDGETS: BudgetLimits = {
  steps: 100_000_000,
  turns: 2_000_000,
  text: 16 * 1024 * 1024,
  memory: 640 * 1024 * 1024,
  list: 5_000_000,
  output: 1024 * 1024 * 1024,
  // Each has limits of its own; this one is for whoever has no time to wait for them.
  parsed: Number.POSITIVE_INFINITY,
  nesting: 2_000,
  time: 30_000,
};

const WORDS: Record<keyof BudgetLimits, { what: (limit: string) => string; hint: string }> = {
  steps: {
    what: (limit) => `${limit} steps of evaluation`,
    hint: 'Compute less per document, for example by preparing sums in the data.',
  },
  turns: {
    what: (limit) => `${limit} loop turns`,
    hint: 'Split the data over several documents, or limit the list with `| limit:n`.',
  },
  text: {
    what: (limit) => `${limit} characters in one text`,
    hint: 'Look for a text that is repeated, padded or joined to itself.',
  },
  memory: {
    what: (limit) => `${limit} bytes of data, texts, lists and objects`,
    hint: 'Send less data, or look for a text or a list that the template copies or extends in a loop.',
  },
  list: {
    what: (limit) => `${limit} elements in one list`,
    hint: 'Look for a list that is made or joined by the template itself.',
  },
  output: {
    what: (limit) => `${limit} characters of output`,
    hint: 'Split the data over several documents.',
  },
  parsed: {
    what: (limit) => `${limit} bytes of rich text, pictures and barcodes`,
    hint: 'Split the data over several documents.',
  },
  nesting: {
    what: (limit) => `${limit} levels of nesting`,
    hint: 'Look for a function that calls itself.',
  },
  time: {
    what: (limit) => `${limit} milliseconds`,
    hint: 'Compute less per document, or split the data over several.',
  },
};

/** Looking at the clock costs more than a step, so it is done once in so many. */
const STEPS_PER_LOOK = 8192;

export class Budget {
  readonly limits: BudgetLimits;
  #steps: number;
  #turns: number;
  #memory: number;
  #output: number;
  #parsed: number;
  #nesting: number;
  #untilLook = STEPS_PER_LOOK;
  readonly #deadline: number;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...DEFAULT_BUDGETS, ...limits };
    this.#steps = this.limits.steps;
    this.#turns = this.limits.turns;
    this.#memory = this.limits.memory;
    this.#output = this.limits.output;
    this.#parsed = this.limits.parsed;
    this.#nesting = this.limits.nesting;
    this.#deadline = performance.now() + this.limits.time;
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) this.#exceeded('steps');
    this.#untilLook -= count;
    if (this.#untilLook < 0) this.checkTime();
  }

  turn(count = 1): void {
    this.#turns -= count;
    if (this.#turns < 0) this.#exceeded('turns');
    this.step();
  }

  /** Before that many bytes of anything are made. */
  memory(bytes: number): void {
    this.#memory -= bytes;
    if (this.#memory < 0) this.#exceeded('memory');
  }

  /** Before a text of that many characters is made. */
  text(length: number): void {
    this.textFits(length);
    this.memory(BYTES.text + length * BYTES.character);
  }

  /** Before a text is made that can get so long, but mostly does not: nothing is charged yet. */
  textFits(longest: number): void {
    if (longest > this.limits.text) this.#exceeded('text');
    if (longest * BYTES.character > this.#memory) this.#exceeded('memory');
  }

  /** Before a list of that many elements is made. */
  list(length: number): void {
    if (length > this.limits.list) this.#exceeded('list');
    this.step(length);
    this.memory(BYTES.list + length * BYTES.element);
  }

  /** While a list grows. */
  listSize(length: number): void {
    if (length > this.limits.list) this.#exceeded('list');
  }

  /** Before an object with so many properties is made. */
  object(properties: number): void {
    this.step(properties);
    this.memory(BYTES.object + properties * BYTES.property);
  }

  /** Bytes that are gone again when the work is done. */
  borrow<T>(bytes: number, work: () => T): T {
    this.memory(bytes);
    const made = work();
    this.release(bytes);
    return made;
  }

  release(bytes: number): void {
    this.#memory += bytes;
  }

  /** What a list or an object keeps, where it was made for it: short texts and dates are free until then. */
  keep(value: Value): Value {
    this.memory(bytesKept(value));
    return value;
  }

  /** Characters that are about to be written. */
  output(length: number): void {
    this.#output -= length;
    if (this.#output < 0) this.#exceeded('output');
  }

  /** Before a parser or a decoder gets so many bytes. */
  parsed(bytes: number): void {
    this.#parsed -= bytes;
    if (this.#parsed < 0) this.#exceeded('parsed');
  }

  enter(weight: number): void {
    this.#nesting -= weight;
    if (this.#nesting < 0) this.#exceeded('nesting');
  }

  leave(weight: number): void {
    this.#nesting += weight;
  }

  /** For whoever goes on with other work at the same cost. */
  get left(): Pick<BudgetLimits, 'time' | 'memory'> {
    return { time: Math.max(0, this.#deadline - performance.now()), memory: this.#memory };
  }

  get turnsTaken(): number {
    return this.limits.turns - this.#turns;
  }

  checkTime(): void {
    this.#untilLook = STEPS_PER_LOOK;
    if (performance.now() > this.#deadline) this.#exceeded('time');
  }

  #exceeded(which: keyof BudgetLimits): never {
    const { what, hint } = WORDS[which];
    const limit = this.limits[which].toLocaleString('en-US');
    throw new PlatenError('render_budget', `Rendering used up its budget \`${which}\`: ${what(limit)}.`, {
      hint,
    });
  }
}

/**
 * What laying out one document may cost. A hostile document meets a limit and becomes an error; it never hangs.
 */
import { PlatenError } from '../errors.ts';

export interface LayoutLimits {
  readonly milliseconds: number;
  readonly pages: number;
  /** Of tables in tables, boxes in boxes. */
  readonly nesting: number;
  /** Paragraphs, lines, rows and pieces on pages together; without a limit where absent. */
  readonly steps?: number;
  /** Of hyphenation: those that are in memory already, or any where absent. */
  readonly patterns?: 'loaded';
  /** Milliseconds since the work began; the time that passes from now on where absent. */
  readonly clock?: () => number;
}

export const DEFAULT_LAYOUT_LIMITS: LayoutLimits = { milliseconds: 60_000, pages: 20_000, nesting: 30 };

/** Looking at the clock costs a tenth of laying out a line: every so many steps is often enough. */
const STEPS_PER_LOOK = 16;

export class LayoutBudget {
  readonly limits: LayoutLimits;
  readonly #now: () => number;
  readonly #end: number;
  readonly #most: number;
  #steps = 0;
  #nextLook = STEPS_PER_LOOK;

  constructor(limits: LayoutLimits = DEFAULT_LAYOUT_LIMITS) {
    this.limits = limits;
    this.#now = limits.clock ?? (() => performance.now());
    this.#end = limits.milliseconds + (limits.clock === undefined ? this.#now() : 0);
    this.#most = limits.steps ?? Number.POSITIVE_INFINITY;
  }

  /** `count`: of what takes as long as so many lines. */
  step(count = 1): void {
    this.#steps += count;
    if (this.#steps < this.#nextLook) return;
    this.#nextLook = this.#steps + STEPS_PER_LOOK;
    if (this.#steps >= this.#most)
      throw new PlatenError('document_too_complex', 'The document has too much in it to be laid out.');
    if (this.#now() < this.#end) return;
    const seconds = this.limits.milliseconds / 1000;
    throw new PlatenError('pdf_timeout', `The document could not be laid out within ${seconds} s.`, {
      hint: 'Make the document smaller, or generate it in parts.',
    });
  }

  page(count: number): void {
    if (count <= this.limits.pages) return;
    throw new PlatenError('document_too_complex', `The document has more than ${this.limits.pages} pages.`);
  }
}

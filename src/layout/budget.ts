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
  /** What `milliseconds` are counted by; the time that passes where absent. */
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

  constructor(limits: LayoutLimits = DEFAULT_LAYOUT_LIMITS) {
    this.limits = limits;
    this.#now = limits.clock ?? (() => performance.now());
    this.#end = this.#now() + limits.milliseconds;
    this.#most = limits.steps ?? Number.POSITIVE_INFINITY;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps % STEPS_PER_LOOK !== 0) return;
    if (this.#steps < this.#most && this.#now() < this.#end) return;
    throw new PlatenError('document_too_complex', 'The document takes too long to lay out.', {
      hint: 'Split it, or raise the limit.',
    });
  }

  page(count: number): void {
    if (count <= this.limits.pages) return;
    throw new PlatenError('document_too_complex', `The document has more than ${this.limits.pages} pages.`);
  }
}

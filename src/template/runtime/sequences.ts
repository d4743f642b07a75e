/** Sequences :: captions as they are written → their numbers (ECMA-376 §17.16.5.56) */
import type { SequenceOp } from '../program.ts';

export class Sequences {
  readonly #counts = new Map<string, { value: number; headings: number }>();
  /** Headings so far, by level; those of higher levels included. */
  readonly #headings: number[] = [];

  heading(level: number): void {
    for (let at = level; at < 10; at++) this.#headings[at] = (this.#headings[at] ?? 0) + 1;
  }

  next({ name, reset, repeats, level }: SequenceOp): number {
    const count = this.#counts.get(name) ?? { value: 0, headings: 0 };
    this.#counts.set(name, count);
    const headings = level === undefined ? count.headings : (this.#headings[level] ?? 0);
    if (headings !== count.headings) count.value = 0;
    count.headings = headings;
    if (reset !== undefined) count.value = reset;
    else if (repeats !== true) count.value += 1;
    return count.value;
  }
}

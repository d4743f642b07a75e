/**
 * What must be there. A place that is reached whatever the data are needs its fields; one inside a condition needs them
 * only if the condition holds, so the data may lack them. But where the condition asks for `customer`, there is a
 * customer inside it, who must then have a name.
 */
import type { FieldNode } from './field-tree.ts';

export class Certainty {
  /** Fields that are there for certain at this place: the data, the items of the loops around, what a condition asked for. */
  readonly #there: ReadonlySet<FieldNode>;
  /** Needed here, but not there for certain: needed after all where every branch needs it. */
  readonly #wanted: Set<FieldNode>;

  constructor(there: Iterable<FieldNode>, wanted: Set<FieldNode> = new Set()) {
    this.#there = new Set(there);
    this.#wanted = wanted;
  }

  need(field: FieldNode): void {
    const way: FieldNode[] = [];
    for (let at: FieldNode | undefined = field; at !== undefined; at = at.parent) {
      if (this.#there.has(at)) {
        for (const step of way) step.isRequired = true;
        return;
      }
      way.push(at);
    }
    this.#wanted.add(field);
  }

  /** The body of a loop, an entered object: its item is there. */
  with(items: readonly FieldNode[]): Certainty {
    return items.length === 0 ? this : new Certainty([...this.#there, ...items], this.#wanted);
  }

  /** The body of a condition that asked for these fields, and so for everything on the way to them. */
  when(asked: readonly FieldNode[]): Certainty {
    const there = new Set<FieldNode>();
    for (const field of asked)
      for (let at: FieldNode | undefined = field; at?.parent !== undefined; at = at.parent) there.add(at);
    return new Certainty(there);
  }

  /** One of these branches is taken: what all of them need is needed. */
  oneOf(branches: readonly Certainty[]): void {
    const [first, ...others] = branches;
    if (first === undefined) return;
    for (const field of first.#wanted)
      if (others.every((branch) => branch.#wanted.has(field))) this.need(field);
  }
}

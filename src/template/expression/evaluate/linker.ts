/** What the linking functions share: where they are (local names, position), and how to link what is inside. */

import type { Expression } from '../tree.ts';
import type { RunContext, Scope } from '../values/scope.ts';
import type { Value } from '../values/values.ts';

/** The values of local names: the parameters of an arrow function, or the `const`/`let` of a tag. */
export class Frame {
  readonly values: Value[];
  readonly outer: Frame | undefined;

  constructor(values: Value[], outer: Frame | undefined) {
    this.values = values;
    this.outer = outer;
  }
}

/** Evaluate, with the local names of the place; `frame` is there exactly where the linker has locals. */
export type Linked = (scope: Scope, run: RunContext, frame?: Frame) => Value;

/**
 * Whether a missing value is reported (value positions, loop operands), only taken down as asked for (conditions, what
 * `??` satisfies), or not at all.
 */
export type Position = 'value' | 'condition' | 'silent';

type LinkNode = (node: Expression, linker: Linker) => Linked;

interface LocalNames {
  readonly names: string[];
  readonly outer: LocalNames | undefined;
}

export class Linker {
  readonly position: Position;
  readonly #linkNode: LinkNode;
  readonly #locals: LocalNames | undefined;

  constructor(linkNode: LinkNode, position: Position, locals?: LocalNames) {
    this.#linkNode = linkNode;
    this.position = position;
    this.#locals = locals;
  }

  link(node: Expression): Linked {
    return this.#linkNode(node, this);
  }

  /** For operands that decide rather than show. */
  linkQuietly(node: Expression): Linked {
    return this.#linkNode(
      node,
      this.position === 'value' ? new Linker(this.#linkNode, 'condition', this.#locals) : this,
    );
  }

  /** For what may well be missing. */
  linkSilently(node: Expression): Linked {
    return this.#linkNode(node, new Linker(this.#linkNode, 'silent', this.#locals));
  }

  /** What is missing inside a function is the function's business. */
  inside(names: readonly string[], position: Position = 'condition'): Linker {
    return new Linker(this.#linkNode, position, { names: [...names], outer: this.#locals });
  }

  /** From here on; what was linked before still sees the outer name. */
  declare(name: string): number {
    const names = this.#locals?.names;
    if (names === undefined) throw new Error('A declaration stands outside of a sequence.');
    return names.push(name) - 1;
  }

  resolve(name: string): { readonly depth: number; readonly index: number } | undefined {
    let depth = 0;
    for (let locals = this.#locals; locals !== undefined; locals = locals.outer) {
      const index = locals.names.lastIndexOf(name);
      if (index >= 0) return { depth, index };
      depth += 1;
    }
    return undefined;
  }
}

export const frameAt = (frame: Frame | undefined, depth: number): Frame | undefined => {
  let found = frame;
  for (let left = depth; left > 0; left -= 1) found = found?.outer;
  return found;
};

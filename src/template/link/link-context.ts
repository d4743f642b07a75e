/** What linking an operation needs of what is around it, and how its expressions become closures. */

import type { KnownMarkup } from '../../ooxml/deflate/known-markup.ts';
import { linkExpression, type Position } from '../expression/evaluate/link.ts';
import type { Expression } from '../expression/tree.ts';
import { BYTES } from '../expression/values/memory.ts';
import type { Evaluate } from '../expression/values/scope.ts';
import type { Op, PartProgram, Program, TagRef } from '../program.ts';
import type { LinkedNote, Step } from '../runtime/state.ts';

/** What linking an operation may need of what is around it. */
export interface LinkContext {
  readonly program: Program;
  readonly part: PartProgram;
  /** Inside a text box's drawing values are remembered, inside its fallback they are repeated. */
  readonly tape: 'record' | 'replay' | undefined;
  /** The expression of each tag, filled while linking: an error then can name the path. */
  readonly trees: Map<TagRef, Expression>;
  /** Notes that are written where they are referenced; filled while their parts are linked. */
  readonly notes: Map<string, LinkedNote>;
  /** A part of the template's file. */
  readonly file?: ((part: string) => Uint8Array | undefined) | undefined;
  /** Around every operation, for whoever looks for all that is wrong with the data. */
  readonly guard?: ((step: Step) => Step) | undefined;
  /** Values are marked with their origins. */
  readonly isMapped?: boolean | undefined;
  /** What the parts are made of, filled while linking. */
  readonly markup: KnownMarkup;
  /** Inside of a loop. */
  readonly isRepeated?: boolean | undefined;
  /** Links what stands inside an operation. */
  readonly ops: (ops: readonly Op[], context: LinkContext) => Step;
}

/** An expression as a closure, on tape where the context says so. */
export const linkTree = (
  tree: Expression,
  position: Position,
  context: LinkContext,
  tag: TagRef,
): EvaluateIn => {
  context.trees.set(tag, tree);
  const evaluate: Evaluate = linkExpression(tree, position);
  if (context.tape === undefined) return (state) => evaluate(state.scope, state);
  if (context.tape === 'record') {
    return (state) => {
      const value = evaluate(state.scope, state);
      state.budget.memory(BYTES.element);
      state.tape?.values.push(state.budget.keep(value));
      return value;
    };
  }
  return (state) => {
    const { tape } = state;
    return tape === undefined ? undefined : tape.values[tape.at++];
  };
};

export type EvaluateIn = (state: Parameters<Step>[0]) => ReturnType<Evaluate>;

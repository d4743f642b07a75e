/** What stands before the first `|` of an expression, and the same formatters behind something else. */
import type { Expression } from './tree.ts';

export const pipedInput = (tree: Expression): Expression =>
  tree.type === 'pipe' ? pipedInput(tree.input) : tree;

export const withPipedInput = (tree: Expression, input: Expression): Expression =>
  tree.type === 'pipe' ? { ...tree, input: withPipedInput(tree.input, input) } : input;

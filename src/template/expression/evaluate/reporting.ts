/** Telling the engine what is missing: each path where it is read, and the whole where no single path is to blame. */

import type { Expression } from '../tree.ts';
import type { Evaluate, PathRead, RunContext } from '../values/scope.ts';
import type { Linked } from './linker.ts';

/** Counted across all renders of this thread; evaluation is synchronous, so only differences matter. */
let reports = 0;

/** Without a path, the tag itself says what is missing. */
export const reportMissing = (run: RunContext, path: PathRead | undefined): void => {
  reports += 1;
  run.missing?.(path);
};

export const reportingWhole = (tree: Expression, evaluate: Linked): Evaluate => {
  if (tree.type === 'path' || isSatisfied(tree)) return evaluate;
  return (scope, run) => {
    if (run.missing === undefined) return evaluate(scope, run);
    const before = reports;
    const value = evaluate(scope, run);
    if (value === undefined && reports === before) run.missing(undefined);
    return value;
  };
};

/** Whether a missing result is what the author provided for, or has been reported where it arose. */
const isSatisfied = (node: Expression): boolean => {
  switch (node.type) {
    case 'missing':
    case 'logical': // decided by a condition; its last operand reports for itself
    case 'assign':
    case 'declare':
      return true;
    case 'path':
      return node.optional;
    case 'access':
    case 'method':
      return node.optional || isSatisfied(node.object);
    case 'call':
      return isSatisfied(node.callee);
    case 'conditional':
      return isSatisfied(node.then) || isSatisfied(node.otherwise);
    case 'unary':
      return isSatisfied(node.operand);
    case 'binary':
      return isSatisfied(node.left) || isSatisfied(node.right);
    case 'ambiguous':
      return isSatisfied(node.expression);
    case 'pipe':
      return node.name === 'default' || isSatisfied(node.input);
    case 'sequence': {
      const last = node.statements.at(-1);
      return last === undefined || isSatisfied(last);
    }
    default:
      return false;
  }
};

/** linkAmbiguous :: `first-name`, `terms and conditions` → the expression, or the key where the data has that instead */

import type { Expression, PathExpression } from '../tree.ts';
import { toNumber } from '../values/operators.ts';
import type { Value } from '../values/values.ts';
import type { Linked, Linker } from './linker.ts';
import { reportMissing } from './reporting.ts';

type Ambiguous = Extract<Expression, { type: 'ambiguous' }>;

export const linkAmbiguous = ({ expression, path }: Ambiguous, linker: Linker): Linked => {
  const value = linker.linkSilently(expression);
  const key = linker.linkSilently(path);
  const reported = linker.link(expression);
  const operands = operandsOf(expression).map((operand) => linker.linkSilently(operand));
  // Of words the key is meant wherever there is one: a comparison of what is missing would be false, not missing.
  const isArithmetic = expression.type === 'binary' && expression.op === '-';
  const isChoice = expression.type === 'logical' && expression.op === '||';
  const counts = (found: Value): boolean => (isArithmetic ? toNumber(found) : found) !== undefined;
  return (scope, run, frame) => {
    if (isArithmetic) {
      const found = value(scope, run, frame);
      if (found !== undefined) return found;
    }
    const found = key(scope, run, frame);
    if (found !== undefined) return found;
    const isExpression = isChoice || operands.some((operand) => counts(operand(scope, run, frame)));
    if (isExpression) return reported(scope, run, frame);
    if (linker.position === 'value') reportMissing(run, path);
    else if (linker.position === 'condition') run.absent?.(path);
    return linker.position === 'value' ? undefined : value(scope, run, frame);
  };
};

/** The names in it; numbers are none. */
export const operandsOf = (node: Expression): readonly PathExpression[] => {
  switch (node.type) {
    case 'path':
      return [node];
    case 'binary':
    case 'logical':
      return [...operandsOf(node.left), ...operandsOf(node.right)];
    case 'unary':
      return operandsOf(node.operand);
    default:
      return [];
  }
};

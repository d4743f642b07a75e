/**
 * What may be one name or an expression, without data to tell: names with hyphens between them are taken for one name,
 * what has a number in it (`address-2`) or a word for an operator (`a or b`) for an expression. Data that have it the
 * other way are as good, which `instead` tells.
 */
import { operandsOf } from '../evaluate/link-ambiguous.ts';
import type { Shape } from '../shapes.ts';
import type { Expression, PathExpression } from '../tree.ts';
import type { ReferenceReader, Use } from './reference-reader.ts';

type Ambiguous = Extract<Expression, { type: 'ambiguous' }>;

export const referencesOfAmbiguous = (
  { expression, path }: Ambiguous,
  use: Use,
  reader: ReferenceReader,
): Shape => {
  const [first, ...others] = operandsOf(expression);
  const isSubtraction = expression.type === 'binary' && expression.op === '-';
  if (!isSubtraction || first === undefined) return reader.read(expression, use);
  if ([first, ...others].some((operand) => reader.isVariable(operand))) return reader.read(expression, use);
  if (hasNumber(expression)) {
    // `e-mail-2`: what would do for which of the names is more than a schema can say.
    if (others.length > 0) return reader.path(path, { ...use, optional: true });
    const shape = reader.read(expression, use);
    reader.path(first, { kind: 'number', optional: use.optional, instead: [lastKey(path)] });
    return shape;
  }
  if (others.some(({ keys }) => keys.length > 0)) return reader.path(path, { ...use, optional: true });
  // `customer.first-name`: of the customer, `first` is what tells the two apart; `name` would be of the data.
  const around = path.keys.length === 0 ? others.map(({ name }) => name) : [];
  return reader.path(path, { ...use, instead: [lastKey(first), ...around] });
};

const lastKey = ({ name, keys }: PathExpression): string => String(keys.at(-1) ?? name);

const hasNumber = (node: Expression): boolean =>
  node.type === 'literal' || (node.type === 'binary' && (hasNumber(node.left) || hasNumber(node.right)));

/** parse :: string → Expression, or the first problem and where it is. Never throws. */
import type { ExpressionMode, ParsedExpression } from './tree.ts';

export const parseExpression = (_source: string, _mode: ExpressionMode): ParsedExpression => {
  throw new Error('being written');
};

/** link :: Expression → closures, once per worker and template. */
import type { Evaluate } from './scope.ts';
import type { Expression } from './tree.ts';

/**
 * `value`: paths that turn out missing are reported to `run.missing` (value positions, loop operands).
 * `condition`: they are not.
 */
export type Position = 'value' | 'condition';

export const linkExpression = (_tree: Expression, _position: Position = 'value'): Evaluate => {
  throw new Error('being written');
};

/** How lexing and parsing stop: thrown inside, caught at the entry, never seen outside. */
import type { ExpressionProblem, ExpressionProblemCode } from '../tree.ts';

export class ExpressionFailure extends Error {
  readonly problem: ExpressionProblem;

  constructor(problem: ExpressionProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export const failure = (
  at: number,
  message: string,
  hint?: string,
  code: ExpressionProblemCode = 'bad_expression',
): ExpressionFailure =>
  new ExpressionFailure(hint === undefined ? { code, message, at } : { code, message, hint, at });

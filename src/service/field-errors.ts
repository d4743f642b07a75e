/** FieldErrors :: fields of a request → their values, or one error that holds everything that is wrong with any of them. */
import { PlatenError, type Problem } from '../errors.ts';

export class FieldErrors {
  readonly #found: { readonly error: PlatenError; readonly problem: Problem }[] = [];

  /** The field's value, or `otherwise` where `read` refuses it; `throwIfAny` throws in the end, so nobody sees that. */
  field<T>(path: string, read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      const { code, message, hint } = error;
      const problem = { code, message, ...(hint !== undefined && { hint }), path };
      this.#found.push({ error, problem });
      return otherwise;
    }
  }

  /** A single problem keeps its own code, which is more use to a program than a list of one. */
  throwIfAny(): void {
    const [first, ...others] = this.#found;
    if (first === undefined) return;
    const details = this.#found.map(({ problem }) => problem);
    if (others.length > 0) throw allProblems(details);
    const { code, message, hint } = first.error;
    throw new PlatenError(code, message, { details, ...(hint !== undefined && { hint }) });
  }
}

/** One problem is the error; several are listed under it. */
export const allProblems = (details: readonly Problem[]): PlatenError =>
  new PlatenError('bad_request', details.map(({ message }) => message).join(' '), { details });

export const required = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) throw new PlatenError('bad_request', `${field} is required.`);
  return value;
};

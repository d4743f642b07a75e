/**
 * dataErrors :: a render that failed → the error with everything that is wrong with the data
 *
 * A render stops at the first value that it cannot use. Only then are the parts linked once more, with a guard around
 * every operation, and written to nowhere: a document that comes out pays nothing for it.
 */
import { PlatenError, type Problem } from '../../errors.ts';
import type { Expression } from '../expression/tree.ts';
import { linkParts } from '../link/link-parts.ts';
import type { Program, TagRef } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';

/** Enough for whoever mends the data; a list of other things would answer with megabytes. */
const MOST = 100;

/** Ends the search. */
class Enough extends Error {}

interface FailedRender {
  readonly program: Program;
  readonly trees: ReadonlyMap<TagRef, Expression>;
  readonly error: unknown;
  readonly state: RenderState;
  /** What is missing is wrong, too. */
  readonly missingIsError: boolean;
  /** A render of the same data from the beginning, with what is left of its time. */
  again(): RenderState;
}

export const dataErrors = ({
  program,
  trees,
  error,
  state,
  missingIsError,
  again,
}: FailedRender): unknown => {
  const found = new Found(trees);
  try {
    found.add(error, state);
  } catch (other) {
    return other;
  }
  const second = again();
  try {
    const guard = (step: Step): Step => guarded(step, found);
    for (const { part, write } of linkParts(program, { guard }).parts) {
      second.begin(part.name, NOWHERE);
      write(second);
      second.end();
    }
  } catch (other) {
    // What was found so far stands, whatever ended the search: enough of them, or a budget.
    if (!(other instanceof Enough) && !(other instanceof PlatenError)) throw other;
  }
  const missing = missingIsError ? [...second.missingPaths].map(missingProblem) : [];
  return found.error([...found.problems.values(), ...missing].slice(0, MOST), error);
};

const NOWHERE = { write: (): void => {}, close: (): void => {} };

const guarded =
  (step: Step, found: Found): Step =>
  (state) => {
    const { scope } = state;
    try {
      step(state);
    } catch (error) {
      found.add(error, state);
      state.scope = scope;
    }
  };

/** Those of the items of a list are one: they have one tag and one path. */
class Found {
  readonly problems = new Map<string, Problem>();
  readonly #trees: ReadonlyMap<TagRef, Expression>;

  constructor(trees: ReadonlyMap<TagRef, Expression>) {
    this.#trees = trees;
  }

  add(error: unknown, state: RenderState): void {
    if (!(error instanceof PlatenError) || error.code !== 'data_invalid') throw error;
    const path = state.pathOfTag(this.#trees);
    const key = `${state.tag} ${path ?? ''}`;
    if (this.problems.has(key)) return;
    if (this.problems.size === MOST) throw new Enough();
    this.problems.set(key, {
      code: error.code,
      message: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
      ...state.program.tags[state.tag],
      ...(path !== undefined && { path }),
    });
  }

  error(details: readonly Problem[], cause: unknown): PlatenError {
    const [first] = details;
    const tag = first?.tag === undefined ? '' : `${first.tag}: `;
    const count = details.length === MOST ? `${MOST} errors or more` : `${details.length} errors`;
    const message =
      details.length === 1
        ? `${tag}${first?.message ?? ''}`
        : `The data has ${count}; the first: ${tag}${first?.message ?? ''}`;
    return new PlatenError('data_invalid', message, {
      ...(details.length === 1 && first?.hint !== undefined && { hint: first.hint }),
      details,
      cause,
    });
  }
}

const missingProblem = (path: string): Problem => ({
  code: 'missing',
  message: `\`${path}\` is not in the data.`,
  path,
});

export const dataMissing = (paths: readonly string[]): PlatenError =>
  new PlatenError(
    'data_missing',
    `The data lacks ${paths.length === 1 ? 'a value' : `${paths.length} values`} that the template uses: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}.`,
    { details: paths.map(missingProblem) },
  );

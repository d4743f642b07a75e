/** What only rendering shows: values that were missing when it came to it, and errors that name a tag and a path. */

import { firstPlace, type Place, readPath, writePath } from '../../../data-check/paths.ts';
import { ApiError } from '../../api/errors.ts';
import type { Inspection, Problem } from '../../api/types.ts';
import type { DataProblem, Range } from './data/check-text.ts';
import { finder } from './data/edit-text.ts';
import type { TextStore } from './data/text-store.ts';
import type { Checked } from './data/use-report.ts';
import type { PreviewState } from './preview/use-preview.ts';

export const renderedProblems = (
  { result, failure }: Pick<PreviewState, 'result' | 'failure'>,
  checked: Checked | undefined,
  store: TextStore,
): DataProblem[] => {
  if (checked === undefined) return [];
  const known = new Set(
    checked.report.problems.filter(({ kind }) => kind === 'missing').map(({ path }) => path),
  );
  const missing =
    failure === undefined && result?.version === checked.version
      ? result.facts.missing.items.filter((path) => !known.has(path))
      : [];
  // What the check has found before is not said twice.
  const mistyped = new Set(
    checked.report.problems.filter(({ kind }) => kind === 'mistyped').map(({ place }) => writePath(place)),
  );
  const errors =
    failure?.version === checked.version && isAboutData(failure.error) ? failure.error.details : [];
  const find = finder(() => store.text);
  return [
    ...errors
      .filter(({ path }) => path !== undefined && !mistyped.has(path))
      .map(({ path = '', message, hint }) => {
        const range = find(placeOf(path));
        const sentence = `${message}${hint === undefined ? '' : ` ${hint}`}`;
        return problem('rendering', path, sentence, range === undefined ? [] : [range]);
      }),
    ...missing.map((path) => problem('missing', path, 'was missing when the document was made', [])),
  ];
};

/** Paths of a request that was not understood lead into the request: `options.locale` is no field. */
const isAboutData = (error: unknown): error is ApiError =>
  error instanceof ApiError && !REQUEST_ERRORS.has(error.code);

const REQUEST_ERRORS: ReadonlySet<string> = new Set(['bad_request', 'bad_option', 'bad_template_key']);

const placeOf = (path: string): Place => firstPlace(readPath(path) ?? []);

const problem = (
  kind: DataProblem['kind'],
  path: string,
  message: string,
  ranges: readonly Range[],
): DataProblem => ({ kind, path, message, count: 1, place: placeOf(path), ranges });

/** An error of the data names its path, or the tag that it happened in, which some field is read by. */
export const fieldOf = (
  error: unknown,
  { path, tag, part, paragraph }: Problem,
  { fields }: Inspection,
): string | undefined => {
  if (!isAboutData(error)) return undefined;
  return (
    path ??
    fields.find(({ usedIn }) =>
      usedIn.some(
        (use) =>
          use.tag === tag &&
          (part === undefined || use.part === part) &&
          (paragraph === undefined || use.paragraph === paragraph.number),
      ),
    )?.path
  );
};

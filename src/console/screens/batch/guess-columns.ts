/**
 * guessColumns :: names of columns, fields of the template → where each column goes
 *
 * A name that is a path goes there. Otherwise "Customer Name" is taken for `customer.name`, and "Name" for it too where no
 * other field is called so, or where most of the other columns go to the same object. What is left goes nowhere.
 */
import { folded } from '../../../data-check/did-you-mean.ts';
import { EACH, readPath, writePath } from '../../../data-check/paths.ts';
import type { Field } from '../../api/types.ts';

/** Leaves a column out. */
export const NOWHERE = '';

/** Fields that a cell can be for: of lists there is one for each item, which only the name of a column can tell. */
export const singleFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ path, kind }) => kind !== 'list' && kind !== 'object' && !path.includes('[]'));

/** `lines[0].text` where the template has `lines[].text`; undefined for what it has not. */
const ownPath = (name: string, paths: ReadonlySet<string>): string | undefined => {
  const steps = readPath(name.trim());
  if (steps === undefined || steps.length === 0 || steps.includes(EACH)) return undefined;
  const general = writePath(steps.map((step) => (typeof step === 'number' ? EACH : step)));
  return paths.has(general) ? writePath(steps) : undefined;
};

export const guessColumns = (
  names: readonly string[],
  fields: readonly Field[],
): Readonly<Record<string, string>> => {
  const paths = new Set(fields.map(({ path }) => path));
  const single = singleFields(fields).map(({ path }) => path);
  const guessed = new Map<string, string>();
  const taken = new Set<string>();
  const give = (name: string, path: string | undefined): void => {
    if (path === undefined || guessed.has(name) || taken.has(path)) return;
    guessed.set(name, path);
    taken.add(path);
  };
  const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);
  for (const name of names) give(name, ownPath(name, paths));
  for (const name of names) give(name, only(single.filter((path) => folded(path) === folded(name))));
  for (const name of names)
    give(name, only(single.filter((path) => !taken.has(path) && folded(lastName(path)) === folded(name))));
  for (const name of names)
    give(
      name,
      likeliest(
        single.filter((path) => !taken.has(path) && folded(lastName(path)) === folded(name)),
        taken,
      ),
    );
  return Object.fromEntries(names.map((name) => [name, guessed.get(name) ?? NOWHERE]));
};

/** Of fields with one name, the one beside which most columns have found theirs; undefined where two are alike. */
const likeliest = (paths: readonly string[], taken: ReadonlySet<string>): string | undefined => {
  const ranked = paths
    .map((path) => ({
      path,
      beside: [...taken].filter((other) => parentOf(other) === parentOf(path)).length,
    }))
    .sort((a, b) => b.beside - a.beside);
  const [first, second] = ranked;
  return first !== undefined && first.beside > (second?.beside ?? 0) ? first.path : undefined;
};

const parentOf = (path: string): string => writePath(readPath(path)?.slice(0, -1) ?? []);

const lastName = (path: string): string => {
  const last = readPath(path)?.at(-1);
  return typeof last === 'string' ? last : path;
};

/** validateData :: schema of an inspection, data → what `POST /template/validate` answers: each problem with its first place */
import { checkData } from '../../data-check/check-data.ts';
import type { FoundProblem, MissingProblem, TypeProblem } from '../../data-check/data-problems.ts';
import { writePath } from '../../data-check/paths.ts';

/** A problem with its first place written out, `items[3].sku`, instead of all of them. */
type Told<Problem extends FoundProblem> = Omit<Problem, 'places'> & { readonly first: string };

export interface DataReport {
  /** Nothing is missing or mistyped. */
  readonly valid: boolean;
  readonly missing: readonly Told<MissingProblem>[];
  readonly mistyped: readonly Told<TypeProblem>[];
  readonly unused: readonly Told<FoundProblem>[];
  /** More distinct paths were found than are listed. */
  readonly truncated: boolean;
}

export const validateData = (schema: Readonly<Record<string, unknown>>, data: unknown): DataReport => {
  const { missing, mistyped, unused, truncated } = checkData(schema, data, 1);
  return {
    valid: missing.length === 0 && mistyped.length === 0,
    missing: missing.map(told),
    mistyped: mistyped.map(told),
    unused: unused.map(told),
    truncated,
  };
};

const told = <Problem extends FoundProblem>({ path, places, ...rest }: Problem) => ({
  path,
  first: writePath(places[0] ?? []),
  ...rest,
});

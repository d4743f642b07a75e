/** firstText :: Inspection, example of that key → the data a template opens with when nothing was typed yet. */

import { checkData } from '../../../../data-check/check-data.ts';
import type { Inspection } from '../../../api/types.ts';
import type { OpenedSampleSet } from '../../../api/version-types.ts';
import type { CallOptions } from '../snippets/call.ts';

/** Data to begin with, and what the document is made with where nothing else is chosen. */
export interface Sample {
  readonly name: string;
  readonly text: string;
  readonly options: CallOptions;
}

/** A set that was saved. */
export const sampleOf = ({ name, data, options }: OpenedSampleSet): Sample => ({
  name,
  text: JSON.stringify(data, null, 2),
  options: options as CallOptions,
});

export const sampleText = ({ sample }: Pick<Inspection, 'sample'>): string => JSON.stringify(sample, null, 2);

/** An example's own data reads better than what is made up, but only if the template is still the example. */
export const fittingExample = ({ schema }: Inspection, data: unknown): string | undefined => {
  if (data === undefined) return undefined;
  const { missing, mistyped } = checkData(schema, data, 1);
  return missing.length === 0 && mistyped.length === 0 ? JSON.stringify(data, null, 2) : undefined;
};

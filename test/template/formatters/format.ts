/** A formatter on a value, and the error where it refuses it. */
import { PlatenError } from '../../../src/errors.ts';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { type Circumstances, evaluate } from '../expression/evaluate.ts';

export const format = (value: Value, pipe: string, circumstances: Circumstances = {}): Value =>
  evaluate(`value | ${pipe}`, { value }, circumstances);

/** With ordinary spaces in place of the special ones that Intl puts between signs. */
export const formatPlain = (value: Value, pipe: string, circumstances: Circumstances = {}): Value => {
  const text = format(value, pipe, circumstances);
  return typeof text === 'string' ? text.replaceAll(/[\u00a0\u202f]/g, ' ') : text;
};

export const errorOf = (value: Value, pipe: string, circumstances: Circumstances = {}): PlatenError => {
  try {
    format(value, pipe, circumstances);
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error(`${pipe} did not refuse the value`);
};

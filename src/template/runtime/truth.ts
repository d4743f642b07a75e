import { isList, type Value } from '../expression/values/values.ts';

/** Outside of `IF`, an empty list is nothing. */
export const isTrue = (value: Value, truth: 'js' | 'loose'): boolean =>
  truth === 'loose' && isList(value) ? value.length > 0 : Boolean(value);

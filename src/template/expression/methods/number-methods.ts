/** Methods of numbers and of true and false. */
import { inRange, integer, invalid, type Method, optionalText } from '../values/arguments.ts';
import { numberFormat } from '../values/intl.ts';
import { isObject, type Value, type ValueObject } from '../values/values.ts';

export const NUMBER_METHODS: ReadonlyMap<string, Method<number>> = new Map<string, Method<number>>([
  ['toFixed', (receiver, [digits]) => receiver.toFixed(inRange(integer(digits, 0), [0, 100], DIGITS))],
  [
    'toPrecision',
    (receiver, [digits]) =>
      digits === undefined
        ? String(receiver)
        : receiver.toPrecision(inRange(integer(digits, 1), [1, 100], DIGITS)),
  ],
  [
    'toExponential',
    (receiver, [digits]) =>
      digits === undefined
        ? receiver.toExponential()
        : receiver.toExponential(inRange(integer(digits, 0), [0, 100], DIGITS)),
  ],
  ['toString', (receiver, [radix]) => receiver.toString(inRange(integer(radix, 10), [2, 36], 'The base'))],
  [
    'toLocaleString',
    (receiver, [locale, options], run) =>
      numberFormat(optionalText(locale, run) ?? run.locale, intlOptions(options)).format(receiver),
  ],
  ['valueOf', (receiver) => receiver],
]);

const DIGITS = 'The number of digits';

export const BOOLEAN_METHODS: ReadonlyMap<string, Method<boolean>> = new Map<string, Method<boolean>>([
  ['toString', (receiver) => String(receiver)],
  ['valueOf', (receiver) => receiver],
]);

/** More than Intl knows. */
const MAX_OPTIONS = 50;

/** The options of `toLocaleString`, scalars only, so that Intl never meets an object that poses as a text. */
export const intlOptions = (options: Value): Record<string, string | number | boolean> => {
  const result: Record<string, string | number | boolean> = {};
  if (!isObject(options)) return result;
  const entries = Object.entries(options satisfies ValueObject);
  if (entries.length > MAX_OPTIONS) throw invalid(`There are no more than ${MAX_OPTIONS} options.`);
  for (const [key, value] of entries) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      result[key] = value;
  }
  return result;
};

/** Reading the arguments of methods and built-in functions: converted as JavaScript would, refused where it would throw. */
import { PlatenError } from '../../../errors.ts';
import { toNumber } from './operators.ts';
import type { RunContext } from './scope.ts';
import { textOf } from './text.ts';
import { Callable, describeKind, type Value } from './values.ts';

export type Args = readonly Value[];

/** A built-in on a receiver. */
export type Method<Receiver> = (receiver: Receiver, args: Args, run: RunContext) => Value;

export const invalid = (message: string, hint?: string): PlatenError =>
  new PlatenError('data_invalid', message, hint === undefined ? {} : { hint });

/** A whole number, towards zero; the fallback where the argument is left out, zero where it is no number. */
export const integer = (value: Value, fallback: number): number =>
  value === undefined ? fallback : Math.trunc(toNumber(value) ?? 0);

export const inRange = (value: number, [least, most]: readonly [number, number], what: string): number => {
  if (value >= least && value <= most) return value;
  throw invalid(`${what} has to be between ${least} and ${most}, but is ${value}.`);
};

export const text = (value: Value, run: RunContext): string => textOf(value, run);

export const optionalText = (value: Value, run: RunContext): string | undefined =>
  value === undefined || value === null ? undefined : textOf(value, run);

export const callback = (value: Value, method: string): ((...args: Value[]) => Value) => {
  if (value instanceof Callable) return (...args) => value.call(args);
  throw invalid(
    `\`${method}\` needs a function, but got ${describeKind(value)}.`,
    `Write ${method}(item => item.name).`,
  );
};

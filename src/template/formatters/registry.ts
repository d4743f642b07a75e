/** Every formatter by name; one file per family. */
import { PlatenError } from '../../errors.ts';
import type { Value } from '../expression/values/values.ts';
import { contentFormatters } from './content.ts';
import { dateFormatters } from './date.ts';
import { type Format, type Formatter, showShort } from './formatter.ts';
import { listFormatters } from './list.ts';
import { logicFormatters } from './logic.ts';
import { numberFormatters } from './number.ts';
import type { Param } from './params.ts';
import { textFormatters } from './text.ts';
import { translationFormatters } from './translation.ts';

export const FORMATTERS: ReadonlyMap<string, Formatter> = new Map(
  [
    ...textFormatters,
    ...numberFormatters,
    ...dateFormatters,
    ...listFormatters,
    ...logicFormatters,
    ...contentFormatters,
    ...translationFormatters,
  ].map((formatter) => [formatter.name, formatter]),
);

export const formatterOf = (name: string): Formatter | undefined => FORMATTERS.get(name);

export const paramAt = (formatter: Formatter, index: number): Param | undefined =>
  formatter.params[index] ?? formatter.rest;

/** What is wrong with an argument, to follow "The argument `digits` of `round`"; undefined where nothing is. */
export const complaint = (param: Param, value: Value): string | undefined => {
  if (param.optional && value === undefined) return undefined;
  const verdict = param.accepts(value);
  if (verdict === true) return undefined;
  return verdict === false ? `has to be ${param.expected}` : verdict;
};

/** The arguments as the formatter reads them. */
export const readArguments = (formatter: Formatter, args: readonly Value[]): readonly Value[] =>
  args.map((value, index) => paramAt(formatter, index)?.read?.(value) ?? value);

export const bindFormatter = (formatter: Formatter, args: readonly Value[]): Format =>
  formatter.bind(readArguments(formatter, args));

/** For arguments that come from data; literals were checked when the template was compiled. */
export const checkValues = (formatter: Formatter, args: readonly Value[]): void => {
  args.forEach((value, index) => {
    const param = paramAt(formatter, index);
    const wrong = param === undefined ? undefined : complaint(param, value);
    if (wrong === undefined) return;
    throw new PlatenError(
      'data_invalid',
      `The argument \`${param?.name}\` of the formatter \`${formatter.name}\` ${wrong}, but is ${showShort(value)}.`,
    );
  });
};

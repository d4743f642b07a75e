/** checkFormatter :: (name, argument trees) → what is wrong, at compile time. */
import { suggest } from '../expression/suggest.ts';
import type { Expression } from '../expression/tree.ts';
import type { Formatter } from './formatter.ts';
import { complaint, FORMATTERS, formatterOf, paramAt } from './registry.ts';

export interface FormatterProblem {
  readonly code: 'unknown_formatter' | 'bad_argument';
  readonly message: string;
  readonly hint?: string;
  /** Which argument, from 0. */
  readonly argument?: number;
}

/** What other engines call it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  uppercase: 'upper',
  uppercased: 'upper',
  touppercase: 'upper',
  ucase: 'upper',
  lowercase: 'lower',
  tolowercase: 'lower',
  lcase: 'lower',
  ucfirst: 'capitalize',
  ucwords: 'title',
  titlecase: 'title',
  formatd: 'date',
  formatdate: 'date',
  dateformat: 'date',
  moment: 'date',
  formatn: 'number',
  formatnumber: 'number',
  numberformat: 'number',
  decimal: 'number',
  tofixed: 'round',
  formatc: 'currency',
  formatcurrency: 'currency',
  money: 'currency',
  length: 'count',
  size: 'count',
  len: 'count',
  orderby: 'sortBy',
  sort: 'sortBy',
  sorted: 'sortBy',
  filter: 'where',
  average: 'avg',
  mean: 'avg',
  total: 'sum',
  uniq: 'unique',
  distinct: 'unique',
  take: 'limit',
  skip: 'offset',
  flat: 'flatten',
  ifempty: 'default',
  ifnull: 'default',
  fallback: 'default',
  prepend: 'prefix',
  append: 'suffix',
  ellipsis: 'truncate',
  urlescape: 'urlencode',
  encodeuricomponent: 'urlencode',
  padl: 'pad',
  padstart: 'pad',
  convcrlf: 'replace',
  translate: 't',
  qrcode: 'qr',
  img: 'image',
  md: 'markdown',
  age: 'diff',
  fromnow: 'relative',
  timeago: 'relative',
};

export const checkFormatter = (name: string, args: readonly Expression[]): FormatterProblem | undefined => {
  const formatter = formatterOf(name);
  if (formatter === undefined) return unknownFormatter(name);
  return countProblem(formatter, args.length) ?? argumentProblem(formatter, args);
};

const unknownFormatter = (name: string): FormatterProblem => {
  const key = name.toLowerCase();
  const known = Object.hasOwn(ELSEWHERE, key) ? ELSEWHERE[key] : suggest(name, FORMATTERS.keys());
  const hint =
    known === undefined
      ? `There are: ${[...FORMATTERS.keys()].join(', ')}.`
      : `Did you mean \`${known}\`, as in ${FORMATTERS.get(known)?.example ?? known}?`;
  return { code: 'unknown_formatter', message: `There is no formatter \`${name}\`.`, hint };
};

const countProblem = (formatter: Formatter, given: number): FormatterProblem | undefined => {
  const { name, params, rest } = formatter;
  const needed = params.filter((param) => !param.optional).length;
  const hint = `For example: ${formatter.example}`;
  if (given < needed) {
    const lacking = params[given]?.name ?? 'argument';
    return {
      code: 'bad_argument',
      message: `The formatter \`${name}\` lacks its argument \`${lacking}\`.`,
      hint,
    };
  }
  if (rest === undefined && given > params.length) {
    const most = params.length === 0 ? 'no arguments' : `at most ${params.length}`;
    const message = `The formatter \`${name}\` takes ${most}, but got ${given}.`;
    return { code: 'bad_argument', message, hint, argument: params.length };
  }
  return undefined;
};

const argumentProblem = (formatter: Formatter, args: readonly Expression[]): FormatterProblem | undefined => {
  for (const [index, arg] of args.entries()) {
    const param = paramAt(formatter, index);
    if (param === undefined || arg.type !== 'literal') continue;
    const wrong = complaint(param, arg.value);
    if (wrong === undefined) continue;
    return {
      code: 'bad_argument',
      message: `The argument \`${param.name}\` of the formatter \`${formatter.name}\` ${wrong}.`,
      hint: `For example: ${formatter.example}`,
      argument: index,
    };
  }
  return undefined;
};

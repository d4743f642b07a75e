/** checkArguments :: (formatter, argument trees) → what is wrong, at compile time. */
import { PlatenError } from '../../errors.ts';
import { suggest } from '../expression/suggest.ts';
import type { Argument } from '../expression/tree.ts';
import { constantsOf } from '../expression/values/constants.ts';
import type { Formatter } from './formatter.ts';
import type { Param } from './params.ts';
import { bindFormatter, complaint, FORMATTERS, paramAt } from './registry.ts';

interface FormatterProblem {
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
  convertdate: 'date',
  convertdatelocale: 'date',
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
  converthtml: 'html',
  rawhtml: 'html',
  age: 'diff',
  fromnow: 'relative',
  timeago: 'relative',
};

export const checkArguments = (
  formatter: Formatter,
  args: readonly Argument[],
): FormatterProblem | undefined =>
  countProblem(formatter, args.length) ?? argumentProblem(formatter, args) ?? bindingProblem(formatter, args);

export const unknownFormatter = (name: string): FormatterProblem => {
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

export const wrongArgument = (formatter: Formatter, param: Param, wrong: string): string =>
  `The argument \`${param.name}\` of the formatter \`${formatter.name}\` ${wrong}.`;

const argumentProblem = (formatter: Formatter, args: readonly Argument[]): FormatterProblem | undefined => {
  for (const [index, arg] of args.entries()) {
    const param = paramAt(formatter, index);
    if (param === undefined || arg.type !== 'literal') continue;
    const wrong = complaint(param, arg.value);
    if (wrong === undefined) continue;
    return {
      code: 'bad_argument',
      message: wrongArgument(formatter, param, wrong),
      hint: `For example: ${formatter.example}`,
      argument: index,
    };
  }
  return undefined;
};

const literal = (value: string): Argument => ({ type: 'literal', value });

/** What arguments that are written out may be wrong in together: `where:"a":"near":5`. */
const bindingProblem = (formatter: Formatter, args: readonly Argument[]): FormatterProblem | undefined => {
  const constants = constantsOf(args.map((arg) => (arg.type === 'word' ? literal(arg.text) : arg)));
  if (constants === undefined) return undefined;
  try {
    bindFormatter(formatter, constants);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    return { code: 'bad_argument', message: error.message, hint: `For example: ${formatter.example}` };
  }
};

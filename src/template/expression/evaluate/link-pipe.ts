/** linkPipe :: `value | formatter:argument` → closure. Where every argument is constant, the formatter is bound to them once. */
import type { Formatter } from '../../formatters/formatter.ts';
import type { Param } from '../../formatters/params.ts';
import { bindFormatter, checkValues, formatterOf, paramAt } from '../../formatters/registry.ts';
import type { Argument, Expression, Word } from '../tree.ts';
import { reader } from '../values/access.ts';
import { constantsOf } from '../values/constants.ts';
import type { RunContext } from '../values/scope.ts';
import { isList, isObject, type Value } from '../values/values.ts';
import type { Linked, Linker } from './linker.ts';
import { reportMissing } from './reporting.ts';

type Pipe = Extract<Expression, { type: 'pipe' }>;

export const linkPipe = ({ input, name, args }: Pipe, linker: Linker): Linked => {
  const formatter = formatterOf(name);
  if (formatter === undefined) throw new Error(`The program uses the unknown formatter ${name}.`);
  const value = formatter.satisfiesMissing === undefined ? linker.link(input) : linker.linkQuietly(input);
  const constants = constantsOf(args);
  if (constants !== undefined) {
    const format = bindFormatter(formatter, constants);
    const tell = tellAbsent(formatter, linker)(constants);
    return (scope, run, frame) => {
      run.budget.step();
      const found = value(scope, run, frame);
      tell?.(found, run);
      return format(found, run);
    };
  }
  const bound = bindingOf(formatter);
  const tell = tellAbsent(formatter, linker);
  const given = args.map((arg, index) => linkArgument(arg, paramAt(formatter, index), linker));
  return (scope, run, frame) => {
    run.budget.step();
    const found = value(scope, run, frame);
    if (formatter.satisfiesMissing?.(found) === false) return found;
    const values = given.map((argument) => argument(found, scope, run, frame));
    // What is made with something missing is missing, as in arithmetic.
    if (values.some((argument, index) => argument === undefined && needs(formatter, index, args)))
      return undefined;
    tell(values)?.(found, run);
    return bound(values, run)(found, run);
  };
};

/** An argument, for what is formatted. */
type LinkedArgument = (input: Value, ...where: Parameters<Linked>) => Value;

const linkArgument = (arg: Argument, param: Param | undefined, linker: Linker): LinkedArgument => {
  if (arg.type === 'word') return linkWord(arg, param, linker);
  const value = linker.link(arg);
  // As in a concatenation, a missing text is an empty one.
  if (param?.bare === 'text') return (_input, ...where) => value(...where) ?? '';
  return (_input, ...where) => value(...where);
};

/** A field that will do goes before the word; but where the elements have such a property, it is the one meant. */
const linkWord = ({ text, field }: Word, param: Param | undefined, linker: Linker): LinkedArgument => {
  const value = linker.linkQuietly(field);
  const chosen: LinkedArgument = (_input, ...where) => {
    const found = value(...where);
    return found !== undefined && found !== null && param?.accepts(found) === true ? found : text;
  };
  if (param?.bare !== 'property') return chosen;
  const has = propertyTest(text);
  return (input, ...where) => (isList(input) && input.some(has) ? text : chosen(input, ...where));
};

const propertyTest = (path: string): ((item: Value) => boolean) => {
  const reads = path.split('.').map((key) => reader(key));
  return (item) => reads.reduce((at, read) => read(at), item) !== undefined;
};

/** `items | sum:"prise"`: a property that no element has is missing, though the sum of nothing is 0. */
const tellAbsent = ({ property }: Formatter, { position }: Linker) => {
  const isTold = property !== undefined && property.optional !== true && position === 'value';
  return (args: readonly Value[]): ((input: Value, run: RunContext) => void) | undefined => {
    const path = isTold ? args[property.argument] : undefined;
    if (typeof path !== 'string') return undefined;
    const has = propertyTest(path);
    return (input, run) => {
      if (run.missing !== undefined && isList(input) && input.length > 0 && !input.some(has))
        reportMissing(run, undefined);
    };
  };
};

/** Whether there is no result without it; `undefined` that is written out is meant. */
const needs = (formatter: Formatter, index: number, args: readonly Argument[]): boolean =>
  args[index]?.type !== 'missing' && paramAt(formatter, index)?.accepts(undefined) !== true;

/** In a loop the arguments are mostly the same in each turn (a currency, a width): the formatter is bound once to them. */
const bindingOf = (formatter: Formatter) => {
  let last: readonly Value[] | undefined;
  let bound: ReturnType<typeof bindFormatter> | undefined;
  return (values: readonly Value[], run: RunContext): ReturnType<typeof bindFormatter> => {
    if (bound === undefined || last === undefined || !sameValues(last, values)) {
      checkValues(formatter, values);
      // Options may be copied from data, and content keeps them.
      for (const value of values) if (isObject(value)) run.budget.object(Object.keys(value).length);
      last = values;
      bound = bindFormatter(formatter, values);
    }
    return bound;
  };
};

const sameValues = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

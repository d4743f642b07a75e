/** linkPipe :: pipe → closure. A formatter with constant arguments is bound to them once. */
import type { Formatter } from '../formatters/formatter.ts';
import { checkValues, complaint, formatterOf, paramAt } from '../formatters/registry.ts';
import { linkItems } from './link-calls.ts';
import type { Linked, Linker } from './linker.ts';
import type { Expression } from './tree.ts';
import type { Value } from './values.ts';

type Pipe = Extract<Expression, { type: 'pipe' }>;

export const linkPipe = ({ input, name, args }: Pipe, linker: Linker): Linked => {
  const formatter = formatterOf(name);
  if (formatter === undefined) throw new Error(`The program uses the unknown formatter ${name}.`);
  const value = formatter.satisfiesMissing === true ? linker.linkQuietly(input) : linker.link(input);
  const constants = constantsOf(args);
  if (constants !== undefined) {
    const format = formatter.bind(constants);
    return (scope, run, frame) => {
      run.budget.step();
      return format(value(scope, run, frame), run);
    };
  }

  const values = linkItems(args, linker);
  let last: readonly Value[] | undefined;
  let bound: ReturnType<typeof formatter.bind> | undefined;
  return (scope, run, frame) => {
    const given = values(scope, run, frame);
    run.budget.step();
    // What is made with something missing is missing, as in arithmetic; the input is still read, for what it lacks.
    if (given.some((argument, index) => argument === undefined && needs(formatter, index))) {
      value(scope, run, frame);
      return undefined;
    }
    // In a loop the arguments are mostly the same in each turn (a currency, a width).
    if (bound === undefined || last === undefined || !sameValues(last, given)) {
      checkValues(formatter, given);
      last = given;
      bound = formatter.bind(given);
    }
    return bound(value(scope, run, frame), run);
  };
};

const needs = (formatter: Formatter, index: number): boolean => {
  const param = paramAt(formatter, index);
  return param !== undefined && complaint(param, undefined) !== undefined;
};

const sameValues = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** The arguments of a pipe that need no data; undefined where one does. */
export const constantsOf = (nodes: readonly Expression[]): readonly Value[] | undefined => {
  const values: Value[] = [];
  for (const node of nodes) {
    const constant = constantOf(node);
    if (constant === undefined) return undefined;
    values.push(constant.value);
  }
  return values;
};

/** The value of a node that needs no data. */
const constantOf = (node: Expression): { readonly value: Value } | undefined => {
  switch (node.type) {
    case 'literal':
      return { value: node.value };
    case 'missing':
      return { value: undefined };
    case 'object': {
      const result: Record<string, Value> = Object.create(null);
      for (const entry of node.entries) {
        const constant = 'key' in entry ? constantOf(entry.value) : undefined;
        if (constant === undefined || !('key' in entry)) return undefined;
        result[entry.key] = constant.value;
      }
      return { value: result };
    }
    default:
      return undefined;
  }
};

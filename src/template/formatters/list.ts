/** Formatters of lists. None changes the list that it is given. */

import {
  emptyList,
  filtered,
  flattenInto,
  joinTexts,
  sliced,
  sortedBy,
} from '../expression/methods/list-methods.ts';
import type { Test } from '../expression/shapes.ts';
import type { ComparisonOperator } from '../expression/tree.ts';
import { reader } from '../expression/values/access.ts';
import { collator } from '../expression/values/intl.ts';
import { BYTES } from '../expression/values/memory.ts';
import { comparison, deciding, finite } from '../expression/values/operators.ts';
import { RunningSum } from '../expression/values/running-sum.ts';
import type { RunContext } from '../expression/values/scope.ts';
import { isList, isObject, type Value } from '../expression/values/values.ts';
import {
  type Format,
  type Formatter,
  isEmpty,
  type KnownArguments,
  numberArgument,
  numberOf,
  onList,
  type SampleRules,
  textArgument,
  unusable,
} from './formatter.ts';
import { anyParam, choiceParam, optional, propertyParam, textParam, wholeParam } from './params.ts';

/** `"product.price"` → reads it from an element; without a path, the element itself. */
const propertyReader = (path: Value): ((item: Value) => Value) => {
  const reads = (textArgument(path)?.split('.') ?? []).map((key) => reader(key));
  return (item) => reads.reduce((value, read) => read(value), item);
};

/** Empty elements count for nothing, rather than as zero. */
function* numbersOf(
  name: string,
  list: readonly Value[],
  read: (item: Value) => Value,
): IterableIterator<number> {
  for (const item of list) {
    const value = read(item);
    if (!isEmpty(value)) yield numberOf(name, value);
  }
}

const sumOf = (numbers: Iterable<number>): RunningSum => {
  const total = new RunningSum();
  for (const value of numbers) total.add(value);
  return total;
};

/** Numbers by size, dates by time, texts as the language sorts them (with numbers in them by value). */
const ordering = (run: RunContext): ((a: Value, b: Value) => number) => {
  const texts = collator(run.locale, { numeric: true });
  return (a, b) => {
    const rank = rankOf(a) - rankOf(b);
    if (rank !== 0) return rank;
    if (typeof a === 'string' && typeof b === 'string') return texts.compare(a, b);
    return Number(a ?? 0) - Number(b ?? 0);
  };
};

const rankOf = (value: Value): number => {
  if (typeof value === 'number' || value instanceof Date || typeof value === 'boolean') return 0;
  return typeof value === 'string' ? 1 : 2;
};

const extreme = (name: 'min' | 'max', sign: 1 | -1): Formatter => ({
  name,
  family: 'list',
  params: [optional(propertyParam())],
  input: 'list',
  result: 'value',
  output: 'unknown',
  property: { argument: 0, kind: 'unknown' },
  summary: `The ${name === 'min' ? 'smallest' : 'largest'} number, date or text.`,
  example: `{items | ${name}:"price"}`,
  bind: ([path]) => {
    const read = propertyReader(path);
    return onList(name, (list, run) => {
      const order = ordering(run);
      let best: Value;
      for (const item of list) {
        const value = read(item);
        if (isEmpty(value)) continue;
        if (typeof value === 'object' && !(value instanceof Date))
          throw unusable(name, 'numbers, dates or texts', value);
        if (best === undefined || sign * order(value, best) < 0) best = value;
      }
      return best;
    });
  },
});

const total = (name: 'sum' | 'avg', summary: string, compute: (total: RunningSum) => number): Formatter => ({
  name,
  family: 'list',
  params: [optional(propertyParam())],
  input: 'list',
  result: 'value',
  output: 'number',
  property: { argument: 0, kind: 'number' },
  summary,
  example: `{items | ${name}:"price"}`,
  bind: ([path]) => {
    const read = propertyReader(path);
    return onList(name, (list) => finite(compute(sumOf(numbersOf(name, list, read)))));
  },
});

interface PartSpec {
  readonly name: string;
  readonly sample?: SampleRules;
  readonly summary: string;
  readonly example: string;
  readonly part: (list: readonly Value[], count: number, run: RunContext) => readonly Value[];
}

const part = ({ name, sample, summary, example, part: take }: PartSpec): Formatter => ({
  name,
  family: 'list',
  params: [wholeParam('count', { min: 0 })],
  input: 'list',
  result: 'same',
  ...(sample !== undefined && { sample }),
  summary,
  example,
  bind: ([count]) => {
    const wanted = numberArgument(count) ?? 0;
    return onList(name, (list, run) => take(list, wanted, run));
  },
});

const OPERATORS = ['==', '!=', '>', '>=', '<', '<=', 'contains'] as const;

/** `where:"a"`, `where:"a":value`, `where:"price":">":10`. */
const condition = (args: readonly Value[]): ((value: Value, run: RunContext) => boolean) => {
  if (args.length < 2) return (value, run) => Boolean(deciding(value, run));
  if (args.length === 2) return (value, run) => comparison('==', value, args[1], run);
  const operator = textArgument(args[1]) as ComparisonOperator;
  return (value, run) => comparison(operator, value, args[2], run);
};

const whereFormat = (args: readonly Value[]): Format => {
  const read = propertyReader(args[0]);
  const holds = condition(args);
  if (args.length > 2 && !(OPERATORS as readonly Value[]).includes(args[1])) {
    throw unusable('where', `one of ${OPERATORS.join(' ')} as its second argument of three`, args[1]);
  }
  return onList('where', (list, run) => filtered(list, run, (item) => holds(read(item), run)));
};

/** `where:"price":">":10`; without an operator the two are to be equal. */
const whereTest = (args: KnownArguments): Test | undefined => {
  const value = args.length > 1 ? args.at(-1) : undefined;
  return value === undefined ? undefined : ({ op: args.length > 2 ? args[1] : '==', value } as Test);
};

export const listFormatters: readonly Formatter[] = [
  {
    name: 'join',
    family: 'list',
    params: [optional(textParam('separator')), optional(textParam('last'))],
    input: 'list',
    result: 'value',
    sample: { elements: 'text' },
    summary: 'One text out of a list; a second separator stands before the last element.',
    example: '{tags | join:", ":" and "}',
    bind: ([separator, last]) => {
      const between = separator === undefined ? ', ' : String(separator ?? '');
      return onList('join', (list, run) => {
        if (isEmpty(last) || list.length < 2) return joinTexts(list, between, run);
        const front = run.budget.borrow(list.length * BYTES.element, () =>
          joinTexts(list.slice(0, -1), between, run),
        );
        return joinTexts([front, list.at(-1)], String(last), run);
      });
    },
  },
  total('sum', 'The sum of the elements, or of a property of each.', ({ sum }) => sum),
  total('avg', 'The average; missing where there is nothing to average.', ({ sum, count }) => sum / count),
  extreme('min', 1),
  extreme('max', -1),
  {
    name: 'count',
    family: 'list',
    params: [],
    input: 'list',
    result: 'value',
    output: 'number',
    summary: 'How many elements a list has, or properties an object.',
    example: '{items | count}',
    bind: () => (value) => {
      if (isEmpty(value)) return value;
      if (isList(value)) return value.length;
      if (isObject(value)) return Object.keys(value).length;
      throw unusable('count', 'a list', value);
    },
  },
  {
    name: 'sortBy',
    family: 'list',
    params: [optional(propertyParam()), optional(choiceParam('direction', ['asc', 'desc']))],
    input: 'list',
    result: 'same',
    property: { argument: 0, kind: 'unknown' },
    summary: 'Sorted by a property: numbers by size, texts as the language sorts them, empty ones last.',
    example: '{FOR item IN items | sortBy:"price":"desc"}',
    bind: ([path, direction]) => {
      const read = propertyReader(path);
      const sign = direction === 'desc' ? -1 : 1;
      return onList('sortBy', (list, run) => {
        const order = ordering(run);
        return sortedBy(list, run, read, (a, b) => {
          const empties = Number(isEmpty(a)) - Number(isEmpty(b));
          return empties !== 0 ? empties : sign * order(a, b);
        });
      });
    },
  },
  {
    name: 'groupBy',
    family: 'list',
    params: [propertyParam()],
    input: 'list',
    result: 'groups',
    property: { argument: 0, kind: 'unknown' },
    summary: 'A list of groups, each with `key` and `items`, in the order of their first elements.',
    example: '{FOR group IN items | groupBy:"category"}',
    bind: ([path]) => {
      const read = propertyReader(path);
      return onList('groupBy', (list, run) => {
        const groups = new Map<Value, { key: Value; items: Value[] }>();
        for (const item of list) {
          const key = read(item);
          const identity = key instanceof Date ? key.getTime() : (key ?? null);
          const group = groups.get(identity);
          run.budget.memory(BYTES.element);
          if (group === undefined) {
            run.budget.memory(BYTES.entry + BYTES.small + BYTES.list);
            groups.set(identity, { key: key ?? null, items: [item] });
          } else group.items.push(item);
        }
        run.budget.list(groups.size);
        return [...groups.values()];
      });
    },
  },
  {
    name: 'where',
    family: 'list',
    params: [propertyParam(), optional(anyParam('value')), optional(anyParam('value'))],
    input: 'list',
    result: 'same',
    property: { argument: 0, kind: 'unknown', optional: true },
    sample: { propertyTest: whereTest },
    summary:
      'The elements whose property is true, equals a value, or compares to it: `where:"price":">":10`.',
    example: '{FOR item IN items | where:"status":"open"}',
    bind: whereFormat,
  },
  {
    name: 'unique',
    family: 'list',
    params: [optional(propertyParam())],
    input: 'list',
    result: 'same',
    property: { argument: 0, kind: 'unknown' },
    summary: 'Each element once, or one for each value of a property.',
    example: '{tags | unique}',
    bind: ([path]) => {
      const read = propertyReader(path);
      return onList('unique', (list, run) => {
        const seen = new Set<Value>();
        return filtered(list, run, (item) => {
          const value = read(item);
          const identity = value instanceof Date ? value.getTime() : value;
          if (seen.has(identity)) return false;
          run.budget.memory(BYTES.entry);
          seen.add(identity);
          return true;
        });
      });
    },
  },
  {
    name: 'first',
    family: 'list',
    params: [],
    input: 'list',
    result: 'element',
    summary: 'The first element.',
    example: '{(contacts | first).name}',
    bind: () => onList('first', (list) => list[0]),
  },
  {
    name: 'last',
    family: 'list',
    params: [],
    input: 'list',
    result: 'element',
    summary: 'The last element.',
    example: '{(events | last).date}',
    bind: () => onList('last', (list) => list.at(-1)),
  },
  part({
    name: 'limit',
    summary: 'At most so many elements from the front.',
    example: '{FOR item IN items | limit:10}',
    part: (list, count, run) => sliced(list, 0, count, run),
  }),
  part({
    name: 'offset',
    sample: { inputLength: ([count]) => (typeof count === 'number' ? count + 1 : undefined) },
    summary: 'Without so many elements from the front.',
    example: '{FOR item IN items | offset:10}',
    part: (list, count, run) => sliced(list, count, list.length, run),
  }),
  {
    name: 'pluck',
    family: 'list',
    params: [propertyParam()],
    input: 'list',
    result: 'plucked',
    property: { argument: 0, kind: 'unknown' },
    summary: 'A property of each element.',
    example: '{authors | pluck:"name" | join:", "}',
    bind: ([path]) => {
      const read = propertyReader(path);
      return onList('pluck', (list, run) => {
        run.budget.list(list.length);
        return list.map(read);
      });
    },
  },
  {
    name: 'flatten',
    family: 'list',
    params: [],
    input: 'list',
    result: 'flat',
    summary: 'A list of lists as one list.',
    example: '{orders | pluck:"items" | flatten | count}',
    bind: () =>
      onList('flatten', (list, run) => {
        const result = emptyList(run);
        flattenInto(result, list, 1, run);
        return result;
      }),
  },
  {
    name: 'chunk',
    family: 'list',
    params: [wholeParam('size', { min: 1 })],
    input: 'list',
    result: 'chunks',
    summary: 'A list of lists with so many elements each.',
    example: '{FOR row IN photos | chunk:3}',
    bind: ([size]) => {
      const width = numberArgument(size) ?? 1;
      return onList('chunk', (list, run) => {
        const length = Math.ceil(list.length / width);
        run.budget.list(length);
        return Array.from({ length }, (_, index) => sliced(list, index * width, (index + 1) * width, run));
      });
    },
  },
];

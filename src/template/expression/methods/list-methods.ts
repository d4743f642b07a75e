/** Methods of lists: JavaScript's own, without those that change the list; `sort` and `reverse` copy. */
import { type Args, callback, integer, invalid, type Method, optionalText } from '../values/arguments.ts';
import { BYTES } from '../values/memory.ts';
import { deciding, strictEqual, toNumber } from '../values/operators.ts';
import type { RunContext } from '../values/scope.ts';
import { joined, textOf } from '../values/text.ts';
import { Callable, describeKind, isList, type Value } from '../values/values.ts';

type List = readonly Value[];
type Visit = (item: Value, index: number) => Value;

/** Of what a function answers for each element, whether it is true. */
const decider = (receiver: List, args: Args, method: string, run: RunContext): Visit => {
  const visit = visitor(receiver, args, method);
  return (item, index) => deciding(visit(item, index), run);
};

const visitor = (receiver: List, args: Args, method: string): Visit => {
  const call = callback(args[0], method);
  return (item, index) => call(item, index, receiver);
};

/** Methods that call a function for each element; the calls themselves are charged where they happen. */
const visiting: Readonly<Record<string, Method<List>>> = {
  every: (receiver, args, run) => receiver.every(decider(receiver, args, 'every', run)),
  filter: (receiver, args, run) => filtered(receiver, run, decider(receiver, args, 'filter', run)),
  find: (receiver, args, run) => receiver.find(decider(receiver, args, 'find', run)),
  findIndex: (receiver, args) => receiver.findIndex(visitor(receiver, args, 'findIndex')),
  findLast: (receiver, args) => receiver.findLast(visitor(receiver, args, 'findLast')),
  findLastIndex: (receiver, args) => receiver.findLastIndex(visitor(receiver, args, 'findLastIndex')),
  flatMap: (receiver, args, run) => {
    const visit = visitor(receiver, args, 'flatMap');
    const result = emptyList(run);
    for (const [index, item] of receiver.entries())
      flattenInto(result, [run.budget.keep(visit(item, index))], 1, run);
    return result;
  },
  forEach: (receiver, args) => {
    receiver.forEach(visitor(receiver, args, 'forEach'));
    return undefined;
  },
  map: (receiver, args, run) => {
    run.budget.list(receiver.length);
    const visit = visitor(receiver, args, 'map');
    return receiver.map((item, index) => run.budget.keep(visit(item, index)));
  },
  reduce: (receiver, args, run) => fold(receiver, args, { method: 'reduce', run }),
  reduceRight: (receiver, args, run) => fold(receiver, args, { method: 'reduceRight', run }),
  some: (receiver, args, run) => receiver.some(decider(receiver, args, 'some', run)),
};

const fold = (
  receiver: List,
  args: Args,
  { method, run }: { method: 'reduce' | 'reduceRight'; run: RunContext },
): Value => {
  const call = callback(args[0], method);
  run.budget.step(receiver.length);
  const hasStart = args.length > 1;
  const last = receiver.length - 1;
  let result = hasStart ? args[1] : receiver[method === 'reduce' ? 0 : last];
  for (let turn = hasStart ? 0 : 1; turn <= last; turn += 1) {
    const index = method === 'reduce' ? turn : last - turn;
    result = call(result, receiver[index], index, receiver);
  }
  return result;
};

const plain: Readonly<Record<string, Method<List>>> = {
  at: (receiver, [index]) => receiver.at(integer(index, 0)),
  concat: (receiver, args, run) => {
    const result = emptyList(run);
    flattenInto(result, receiver, 0, run);
    for (const part of args) flattenInto(result, [run.budget.keep(part)], 1, run);
    return result;
  },
  flat: (receiver, [depth], run) => {
    const result = emptyList(run);
    flattenInto(result, receiver, Math.min(integer(depth, 1), MAX_FLAT_DEPTH), run);
    return result;
  },
  includes: (receiver, [item], run) => indexOf(receiver, item, run) >= 0,
  indexOf: (receiver, [item], run) => indexOf(receiver, item, run),
  join: (receiver, [separator], run) => joinTexts(receiver, optionalText(separator, run) ?? ',', run),
  lastIndexOf: (receiver, [item], run) => {
    run.budget.step(receiver.length);
    return receiver.findLastIndex((element) => strictEqual(element, item));
  },
  reverse: (receiver, _args, run) => reversed(receiver, run),
  slice: (receiver, [start, end], run) =>
    sliced(receiver, integer(start, 0), integer(end, receiver.length), run),
  sort: (receiver, args, run) => sorted(receiver, args, run),
  toReversed: (receiver, _args, run) => reversed(receiver, run),
  toSorted: (receiver, args, run) => sorted(receiver, args, run),
  toString: (receiver: List, _args: Args, run: RunContext) => joinTexts(receiver, ',', run),
};

const indexOf = (receiver: List, item: Value, run: RunContext): number => {
  run.budget.step(receiver.length);
  return receiver.findIndex((element) => strictEqual(element, item));
};

const reversed = (receiver: List, run: RunContext): List => {
  run.budget.list(receiver.length);
  return receiver.toReversed();
};

/** As JavaScript counts: a negative place is one from the end. */
export const sliced = (receiver: List, start: number, end: number, run: RunContext): List => {
  const place = (at: number): number =>
    Math.min(at < 0 ? Math.max(receiver.length + at, 0) : at, receiver.length);
  run.budget.list(Math.max(place(end) - place(start), 0));
  return receiver.slice(start, end);
};

export const emptyList = (run: RunContext): Value[] => {
  run.budget.list(0);
  return [];
};

/** Only what stays is charged as an element. */
export const filtered = (receiver: List, run: RunContext, stays: Visit): List => {
  const result = emptyList(run);
  run.budget.step(receiver.length);
  for (const [index, item] of receiver.entries()) {
    if (!stays(item, index)) continue;
    run.budget.memory(BYTES.element);
    run.budget.listSize(result.push(item));
  }
  return result;
};

/** Deeper lists are refused rather than followed: `flat(Infinity)` may not take the stack with it. */
const MAX_FLAT_DEPTH = 100;

export const flattenInto = (result: Value[], items: List, depth: number, run: RunContext): void => {
  run.budget.step(items.length);
  for (const item of items) {
    if (isList(item) && depth > 0) {
      flattenInto(result, item, depth - 1, run);
    } else {
      run.budget.memory(BYTES.element);
      run.budget.listSize(result.push(item));
    }
  }
};

export const joinTexts = (items: List, separator: string, run: RunContext): string =>
  joined(items, separator, run, (item) => textOf(item, run));

/** As in JavaScript: by the function, or else by text; missing elements last. */
const sorted = (receiver: List, [by]: Args, run: RunContext): List => {
  const { budget } = run;
  if (by instanceof Callable) {
    budget.list(receiver.length);
    return budget.borrow(receiver.length * BYTES.element, () =>
      receiver.toSorted((a, b) => {
        budget.step();
        return toNumber(by.call([a, b])) ?? 0;
      }),
    );
  }
  if (by !== undefined) throw invalid(`\`sort\` needs a function, but got ${describeKind(by)}.`);
  const keyOf = (item: Value): Value => (item === undefined ? undefined : sortKey(item, run));
  return sortedBy(receiver, run, keyOf, (a, b) => {
    if (typeof a !== 'string' || typeof b !== 'string')
      return Number(a === undefined) - Number(b === undefined);
    return a < b ? -1 : Number(a > b);
  });
};

/** Each comparison is a step: sorting looks at the clock. The engine sorts a copy, with a second one beside it. */
export const sortedBy = (
  receiver: List,
  run: RunContext,
  keyOf: (item: Value) => Value,
  order: (a: Value, b: Value) => number,
): List => {
  const { budget } = run;
  budget.list(receiver.length);
  return budget.borrow(receiver.length * (BYTES.small + 2 * BYTES.element), () => {
    const keyed = receiver.map((item) => ({ item, key: budget.keep(keyOf(item)) }));
    keyed.sort((a, b) => {
      budget.step();
      return order(a.key, b.key);
    });
    return keyed.map(({ item }) => item);
  });
};

/** JavaScript sorts `null` as the text it is written with. */
const sortKey = (item: Value, run: RunContext): string => (item === null ? 'null' : textOf(item, run));

export const LIST_METHODS: ReadonlyMap<string, Method<List>> = new Map(
  Object.entries({ ...visiting, ...plain }),
);

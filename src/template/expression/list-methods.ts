/** Methods of lists: JavaScript's own, without those that change the list; `sort` and `reverse` copy. */
import { type Args, callback, integer, invalid, type Method, optionalText } from './arguments.ts';
import { strictEqual, toNumber } from './operators.ts';
import type { RunContext } from './scope.ts';
import { textOf } from './text.ts';
import { Callable, describeKind, isList, type Value } from './values.ts';

type List = readonly Value[];
type Visit = (item: Value, index: number) => Value;

const visitor = (receiver: List, args: Args, method: string): Visit => {
  const call = callback(args[0], method);
  return (item, index) => call(item, index, receiver);
};

/** Methods that call a function for each element; the calls themselves are charged where they happen. */
const visiting: Readonly<Record<string, Method<List>>> = {
  every: (receiver, args) => receiver.every(visitor(receiver, args, 'every')),
  filter: (receiver, args, run) => {
    run.budget.list(receiver.length);
    return receiver.filter(visitor(receiver, args, 'filter'));
  },
  find: (receiver, args) => receiver.find(visitor(receiver, args, 'find')),
  findIndex: (receiver, args) => receiver.findIndex(visitor(receiver, args, 'findIndex')),
  findLast: (receiver, args) => receiver.findLast(visitor(receiver, args, 'findLast')),
  findLastIndex: (receiver, args) => receiver.findLastIndex(visitor(receiver, args, 'findLastIndex')),
  flatMap: (receiver, args, run) => {
    const visit = visitor(receiver, args, 'flatMap');
    const result: Value[] = [];
    for (const [index, item] of receiver.entries()) flattenInto(result, [visit(item, index)], 1, run);
    return result;
  },
  forEach: (receiver, args) => {
    receiver.forEach(visitor(receiver, args, 'forEach'));
    return undefined;
  },
  map: (receiver, args, run) => {
    run.budget.list(receiver.length);
    return receiver.map(visitor(receiver, args, 'map'));
  },
  reduce: (receiver, args, run) => fold(receiver, args, { method: 'reduce', run }),
  reduceRight: (receiver, args, run) => fold(receiver.toReversed(), args, { method: 'reduceRight', run }),
  some: (receiver, args) => receiver.some(visitor(receiver, args, 'some')),
};

const fold = (
  receiver: List,
  args: Args,
  { method, run }: { method: 'reduce' | 'reduceRight'; run: RunContext },
): Value => {
  const call = callback(args[0], method);
  run.budget.step(receiver.length);
  const hasStart = args.length > 1;
  let result = hasStart ? args[1] : receiver[0];
  for (let index = hasStart ? 0 : 1; index < receiver.length; index += 1) {
    const original = method === 'reduce' ? index : receiver.length - 1 - index;
    result = call(result, receiver[index], original, receiver);
  }
  return result;
};

const plain: Readonly<Record<string, Method<List>>> = {
  at: (receiver, [index]) => receiver.at(integer(index, 0)),
  concat: (receiver, args, run) => {
    run.budget.list(
      args.reduce((length: number, part) => length + (isList(part) ? part.length : 1), receiver.length),
    );
    return [...receiver, ...args.flat()];
  },
  flat: (receiver, [depth], run) => {
    const result: Value[] = [];
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
  slice: (receiver, [start, end], run) => {
    const part = receiver.slice(integer(start, 0), integer(end, receiver.length));
    run.budget.list(part.length);
    return part;
  },
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

/** Deeper lists are refused rather than followed: `flat(Infinity)` may not take the stack with it. */
const MAX_FLAT_DEPTH = 100;

export const flattenInto = (result: Value[], items: List, depth: number, run: RunContext): void => {
  run.budget.step(items.length);
  for (const item of items) {
    if (isList(item) && depth > 0) {
      flattenInto(result, item, depth - 1, run);
    } else {
      result.push(item);
      run.budget.listSize(result.length);
    }
  }
};

/** Measured while it goes, before the text is made. */
export const joinTexts = (items: List, separator: string, run: RunContext): string => {
  run.budget.step(items.length);
  let length = 0;
  const texts = items.map((item) => {
    const text = textOf(item, run);
    length += text.length + separator.length;
    if (length > run.budget.limits.text) run.budget.text(length);
    return text;
  });
  run.budget.text(length);
  return texts.join(separator);
};

/** As in JavaScript: by the function, or else by text; missing elements last. */
const sorted = (receiver: List, [by]: Args, run: RunContext): List => {
  const { length } = receiver;
  run.budget.list(length);
  run.budget.step(length * Math.ceil(Math.log2(length + 1)));
  if (by instanceof Callable) {
    return receiver.toSorted((a, b) => toNumber(by.call([a, b])) ?? 0);
  }
  if (by !== undefined) throw invalid(`\`sort\` needs a function, but got ${describeKind(by)}.`);
  const keyed = receiver.map((item) => ({ item, key: item === undefined ? undefined : sortKey(item, run) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined);
    return a.key < b.key ? -1 : Number(a.key > b.key);
  });
  return keyed.map(({ item }) => item);
};

/** JavaScript sorts `null` as the text it is written with. */
const sortKey = (item: Value, run: RunContext): string => (item === null ? 'null' : textOf(item, run));

export const LIST_METHODS: ReadonlyMap<string, Method<List>> = new Map(
  Object.entries({ ...visiting, ...plain }),
);

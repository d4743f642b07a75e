/**
 * One account for everything that a render makes: whatever a template calls, over and over, and keeps, stays within it
 * or ends by it. What can be called is taken from the registries, so that what is added there is tried here.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import { linkExpression } from '../../../src/template/expression/evaluate/link.ts';
import { BUILTIN_FUNCTIONS } from '../../../src/template/expression/methods/builtins.ts';
import { DATE_METHODS } from '../../../src/template/expression/methods/date-methods.ts';
import { LIST_METHODS } from '../../../src/template/expression/methods/list-methods.ts';
import { BOOLEAN_METHODS, NUMBER_METHODS } from '../../../src/template/expression/methods/number-methods.ts';
import { TEXT_METHODS } from '../../../src/template/expression/methods/text-methods.ts';
import type {
  BinaryOperator,
  LogicalOperator,
  UnaryOperator,
} from '../../../src/template/expression/tree.ts';
import {
  Callable,
  isList,
  type Value,
  type ValueObject,
} from '../../../src/template/expression/values/values.ts';
import { FORMATTERS } from '../../../src/template/formatters/registry.ts';
import { heapInUse } from '../../support/heap.ts';
import { evaluate, parsed, runContext, TestScope } from './evaluate.ts';

const MEBIBYTE = 1024 * 1024;
const COUNT = 4000;
const some = <T>(make: (index: number) => T): T[] => Array.from({ length: COUNT }, (_, index) => make(index));

const LISTS = {
  numbers: some((index) => index),
  fractions: some((index) => index + 0.25),
  texts: some((index) => `text ${index % 7}`),
  lists: some((index) => [index, index + 1]),
  objects: some((index) => ({ price: index, name: `n${index}`, tags: [index] })),
  mixed: some((index) => (index % 2 === 0 ? index / 3 : 'x')),
};
const TEXTS = { text: 'ab cd, '.repeat(COUNT), wide: 'ß\ufdfa😀 '.repeat(COUNT) };
const OBJECT = Object.fromEntries(LISTS.numbers.map((index) => [`key ${index}`, index]));
const DATA = { ...LISTS, ...TEXTS, object: OBJECT, n: 12_345.678, day: '2024-03-05', yes: true } as const;

const ARGUMENTS = [
  ...[
    '',
    '2',
    '-3',
    '0, 3900',
    '"a"',
    '""',
    '"", "xyz"',
    '"a", "bbbbbb"',
    '20000',
    '20000, "xy"',
    'Infinity',
  ],
  ...['x => x', 'x => [x, x, "y" + x]', 'x => ({ a: x, ["k" + x]: [x], ...objects[0] })', 'x => () => x'],
  ...['(a, b) => [a, b]', '(a, b) => [...[a].flat(), b]', '(a, b) => 1', '(a, i) => a + "," + i', 'String'],
  ...['numbers', '...numbers', 'lists, fractions, objects', '...text', 'object', 'texts', 'wide', '"NFKD"'],
  ...[
    '"de"',
    '"en", { minimumFractionDigits: 20 }',
    '"price"',
    'null, 4',
    '{ length: 5000 }, (x, i) => "y" + i',
  ],
];

/** Every value of the data and everything inside it: what a result shares with these was not made. */
const shared = new Set<unknown>();
const share = (value: unknown): void => {
  if (shared.has(value)) return;
  shared.add(value);
  if (typeof value === 'object' && value !== null)
    [...Object.keys(value), ...Object.values(value)].forEach(share);
};

/** Less than what values take, and nothing for what they share. They may be nested as deep as a list is long. */
const sizeOf = (values: readonly Value[]): number => {
  const seen = new Set<unknown>();
  const left: Value[] = [...values];
  let size = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (shared.has(value) || seen.has(value)) continue;
    if (typeof value === 'string') size += isPart(value) ? 0 : 16 + value.length;
    if (typeof value !== 'object' || value === null) continue;
    seen.add(value);
    size += 16;
    if (value instanceof Date || value instanceof Callable) continue;
    const inside = isList(value) ? value : Object.values(value as ValueObject);
    size += inside.length * 8;
    for (const item of inside) left.push(item);
  }
  return size;
};
const isPart = (text: string): boolean => TEXTS.text.includes(text) || TEXTS.wide.includes(text);

const TURNS = 60;

/** What a template could keep of one expression, evaluated again and again, before its account ends it. */
const hold = (source: string, memory: number, turns: number): Value[] => {
  const run = runContext({ budgets: { memory } });
  const scope = new TestScope([DATA as unknown as Value]);
  const evaluateOnce = linkExpression(parsed(source));
  const held: Value[] = [];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      run.budget.memory(24);
      held.push(run.budget.keep(evaluateOnce(scope, run)));
    }
  } catch (error) {
    if (!(error instanceof PlatenError)) throw new Error(`${source} threw`, { cause: error });
    expect(['render_budget', 'data_invalid'], `${source}: ${error.message}`).toContain(error.code);
  }
  return held;
};

const check = (source: string): void => {
  expect(sizeOf(hold(source, MEBIBYTE, TURNS)), source).toBeLessThanOrEqual(MEBIBYTE);
};

const RECEIVERS = {
  text: { methods: TEXT_METHODS, sources: Object.keys(TEXTS) },
  list: { methods: LIST_METHODS, sources: Object.keys(LISTS) },
  number: { methods: NUMBER_METHODS, sources: ['n'] },
  boolean: { methods: BOOLEAN_METHODS, sources: ['yes'] },
  date: { methods: DATE_METHODS, sources: ['new Date(n)'] },
} as const;

const CALLS = Object.entries(RECEIVERS).flatMap(([kind, { methods, sources }]) =>
  [...methods.keys()].map((name) => ({
    what: `${kind}.${name}`,
    of: (given: string) => sources.map((source) => `${source}.${name}(${given})`),
  })),
);
const FUNCTIONS = [...BUILTIN_FUNCTIONS.keys()].map((name) => ({
  what: name,
  of: (given: string) => [
    `${name}(${given})`,
    ...Object.keys(DATA).map((source) => `${name}(${source}${given === '' ? '' : `, ${given}`})`),
  ],
}));
/** The example's arguments, behind everything that there is. */
const FORMATS = [...FORMATTERS.values()].map(({ name, example }) => {
  const written = new RegExp(`\\| ${name}((?::(?:"[^"]*"|[^\\s:|)}]+))*)`).exec(example)?.[1] ?? '';
  return {
    what: `| ${name}`,
    of: (given: string) => {
      const quoted = /^(?:"[^"]*"|\d+)$/.test(given) ? [`:${given}`] : [];
      return Object.keys(DATA).flatMap((source) =>
        ['', written, ...quoted].map((args) => `(${source} | ${name}${args})`),
      );
    },
  };
});

describe('what is kept of', () => {
  beforeAll(() => share(DATA));

  const formattersTake = (source: string): boolean => {
    try {
      parsed(source);
      return true;
    } catch {
      return false;
    }
  };

  it.each([...CALLS, ...FUNCTIONS, ...FORMATS])('$what is within the account', ({ of }) => {
    const sources = ARGUMENTS.flatMap(of).filter(
      (source, at, all) => all.indexOf(source) === at && formattersTake(source),
    );
    expect(sources.length).toBeGreaterThan(0);
    fc.assert(fc.property(fc.constantFrom(...sources), check), { numRuns: 15 });
  });

  const BINARY: Record<BinaryOperator | LogicalOperator, true> = {
    ...{ '+': true, '-': true, '*': true, '/': true, '%': true, '**': true, '<': true, '<=': true },
    ...{ '>': true, '>=': true, '==': true, '!=': true, '===': true, '!==': true, in: true, contains: true },
    ...{ '&&': true, '||': true, '??': true },
  };
  const UNARY: Record<UnaryOperator, true> = { '!': true, '-': true, '+': true, typeof: true };
  const operand = fc.constantFrom(...Object.keys(DATA), '"a"', '7', 'null', 'texts[3]');

  it.each([...Object.keys(BINARY), '? :'])('%s is within the account', (op) => {
    const infix = op === '? :' ? ['?', ': n'] : [op, ''];
    fc.assert(
      fc.property(operand, operand, (a, b) => check(`${a} ${infix[0]} ${b} ${infix[1]}`)),
      { numRuns: 30 },
    );
  });
  it.each(Object.keys(UNARY))('%s is within the account', (op) => {
    fc.assert(
      fc.property(operand, (a) => check(`${op} ${a}`)),
      { numRuns: 20 },
    );
  });

  it.each([
    '[numbers, text]',
    '[...numbers, ...texts]',
    '[...text]',
    '({ a: numbers, b: { c: [1] } })',
    '({ ...object })',
    '({ ...numbers })',
    '({ [text]: 1 })',
    ['`$', '{text}$', '{n}`'].join(''),
    'x => x',
    'numbers.map(x => y => z => x)',
    'numbers.map(x => ({ x, y: [x] }))',
    'numbers.reduce((all, x) => [...all, x], [])',
    'numbers.reduce((all, x) => ({ ...all, [x]: x }), {})',
    'numbers.map(x => new Date(x))',
    'numbers.map(x => x.toFixed(90))',
    'numbers.map(x => (x | html))',
    'numbers.map(x => (text | image: object))',
  ])('%s is within the account', (source) => check(source));
});

describe('the prices', () => {
  it.each([
    'numbers.slice(0, 3900)',
    'fractions.concat("x")',
    'mixed.slice(1)',
    'numbers.filter(x => x % 2)',
    'numbers.map(x => x / 3)',
    'numbers.map(x => "number " + x)',
    'numbers.map(x => [x, x])',
    'numbers.map(x => [...lists[x]])',
    'numbers.map(x => ({ x }))',
    'numbers.map(x => ({ a: x, b: x, c: x, d: x, e: x, f: x, g: x, h: x }))',
    'numbers.map(x => ({ ["key" + x]: x }))',
    'numbers.map(x => y => x)',
    'numbers.map(x => new Date(x))',
    'numbers.map(x => x.toFixed(80))',
    'numbers.map(x => (n | currency))',
    'numbers.map(x => text.slice(x, x + 40))',
    'lists.flat()',
    'fractions.toSorted((a, b) => b - a)',
    'texts.sort()',
    'text.split(" ")',
    'text.split("")',
    'wide.split("")',
    '[...wide]',
    'text.replaceAll("a", "cc") + n',
    'wide.toUpperCase()',
    'text.repeat(3)',
    'Object.entries(object)',
    'Object.keys(numbers)',
    '({ ...object })',
    'objects | groupBy:"name"',
    'objects | chunk:2',
    'objects | sortBy:"name"',
    'objects | pluck:"name"',
    'fractions | unique',
    'text | title',
    'text | upper',
    'JSON.stringify(objects)',
    'Array.from({ length: 3000 }, (x, i) => i / 7)',
  ])('%s takes no more of the heap than is charged', (source) => {
    const before = heapInUse();
    const held = hold(source, 8 * MEBIBYTE, 100_000);
    const grown = heapInUse() - before;
    expect(held.length).toBeGreaterThan(2);
    expect(held.length).toBeLessThan(100_000);
    expect(grown, `${held.length} of them`).toBeLessThanOrEqual(8.5 * MEBIBYTE);
  });

  it('leave room for what templates do', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      price: index,
      name: `Item ${index}`,
      kind: index % 50,
    }));
    const source =
      '(rows | where:"price":">":10 | sortBy:"name" | groupBy:"kind").map(g => g.items.map(i => ({ ...i, label: i.name.toUpperCase() + ", " + i.price })).length)';
    expect(evaluate(source, { rows })).toHaveLength(50);
    expect(
      evaluate('rows.slice(0, 5000).reduce((all, row) => [...all, row.name], []).length', { rows }),
    ).toBe(5000);
  });
});

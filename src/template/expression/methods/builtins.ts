/** The functions that exist by name, as in JavaScript: `Math.max`, `Number`, `Object.keys`… and nothing else. */
import { type Args, integer, optionalText, text } from '../values/arguments.ts';
import { stringifyJson } from '../values/json.ts';
import { BYTES } from '../values/memory.ts';
import { finite, toNumber } from '../values/operators.ts';
import type { RunContext } from '../values/scope.ts';
import { urlEncoded } from '../values/text.ts';
import { Callable, isList, isObject, type Value } from '../values/values.ts';

type Builtin = (args: Args, run: RunContext) => Value;

export const MATH_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['PI', Math.PI],
  ['E', Math.E],
  ['LN2', Math.LN2],
  ['LN10', Math.LN10],
  ['SQRT2', Math.SQRT2],
]);

/** A function of numbers: missing where any of them is, like arithmetic. */
const numeric =
  (compute: (values: readonly number[]) => number): Builtin =>
  (args, run) => {
    run.budget.step(1 + args.length);
    return run.budget.borrow(args.length * BYTES.element, () => {
      const values: number[] = [];
      for (const arg of args) {
        const value = toNumber(arg);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values.length === 0 ? undefined : finite(compute(values));
    });
  };

/** Looks at nothing but its first argument: `.map(Math.floor)` passes three. */
const first =
  (compute: (value: number) => number): Builtin =>
  ([arg]) => {
    const value = toNumber(arg);
    return value === undefined ? undefined : finite(compute(value));
  };

const MATH: readonly (readonly [string, Builtin])[] = [
  ['abs', first(Math.abs)],
  ['cbrt', first(Math.cbrt)],
  ['ceil', first(Math.ceil)],
  ['cos', first(Math.cos)],
  ['exp', first(Math.exp)],
  ['floor', first(Math.floor)],
  ['hypot', numeric((values) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)))],
  ['log', first(Math.log)],
  ['log10', first(Math.log10)],
  ['log2', first(Math.log2)],
  ['max', numeric((values) => values.reduce((a, b) => Math.max(a, b)))],
  ['min', numeric((values) => values.reduce((a, b) => Math.min(a, b)))],
  ['pow', numeric(([base = Number.NaN, exponent = Number.NaN]) => base ** exponent)],
  ['round', first(Math.round)],
  ['sign', first(Math.sign)],
  ['sin', first(Math.sin)],
  ['sqrt', first(Math.sqrt)],
  ['tan', first(Math.tan)],
  ['trunc', first(Math.trunc)],
];

const parseFloatOf: Builtin = ([value], run) => finite(Number.parseFloat(leading(text(value, run))));
const parseIntOf: Builtin = ([value, radix], run) =>
  finite(Number.parseInt(leading(text(value, run)), integer(radix, 0)));

/** A number's worth of a text that may be megabytes long. */
const leading = (value: string): string => value.trimStart().slice(0, 400);

/** What `Number(x)` makes of it; beside arithmetic, null and "" are 0 and true is 1, as in JavaScript. */
const numberOf: Builtin = (args) => {
  const [value] = args;
  if (args.length === 0 || value === null || value === '') return 0;
  return toNumber(value);
};

const isNotNumber: Builtin = (args, run) =>
  numberOf(args.length === 0 ? [undefined] : args, run) === undefined;

const keysOf = (value: Value, run: RunContext): readonly string[] => {
  if (isList(value)) {
    run.budget.list(value.length);
    return Array.from(value.keys(), (key) => kept(String(key), run));
  }
  if (typeof value === 'string') return keysOf(charactersOf(value, run), run);
  if (!isObject(value)) return [];
  // How many there are is known only by making them; they take a part of what their object does, which was charged.
  const keys = Object.keys(value);
  run.budget.list(keys.length);
  return keys;
};

const kept = (value: string, run: RunContext): string => {
  run.budget.keep(value);
  return value;
};

const charactersOf = (value: string, run: RunContext): readonly string[] => {
  run.budget.list(value.length);
  run.budget.memory(value.length * BYTES.text);
  return Array.from(value);
};

const valuesOf = (value: Value, run: RunContext): readonly Value[] => {
  if (isList(value)) return value;
  if (typeof value === 'string') return charactersOf(value, run);
  if (!isObject(value)) return [];
  const keys = keysOf(value, run);
  run.budget.list(keys.length);
  return keys.map((key) => value[key]);
};

const entriesOf = (value: Value, run: RunContext): readonly Value[] => {
  const values = valuesOf(value, run);
  const keys = keysOf(value, run);
  run.budget.list(keys.length);
  run.budget.memory(keys.length * (BYTES.list + 2 * BYTES.element));
  return keys.map((key, index) => [key, values[index]]);
};

/** `Array.from`: lists, texts, and `{ length: n }`. */
const listFrom: Builtin = ([source, by], run) => {
  const items = itemsOf(source, run);
  if (!(by instanceof Callable)) return items;
  run.budget.list(items.length);
  return items.map((item, index) => run.budget.keep(by.call([item, index])));
};

const itemsOf = (source: Value, run: RunContext): readonly Value[] => {
  if (isList(source)) return source;
  if (typeof source === 'string') return charactersOf(source, run);
  if (!isObject(source)) return [];
  const length = Math.max(integer(source['length'], 0), 0);
  run.budget.list(length);
  return Array.from({ length }, (_, index) => source[String(index)]);
};

const stringify: Builtin = ([value, _replacer, space], run) => {
  const indent =
    typeof space === 'number'
      ? ' '.repeat(Math.min(Math.max(Math.trunc(space), 0), 10))
      : (optionalText(space, run) ?? '');
  return stringifyJson(value, indent.slice(0, 10), run);
};

const encodeUri: Builtin = ([value], run) => urlEncoded(text(value, run), run);

export const BUILTIN_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...MATH.map(([name, compute]) => [`Math.${name}`, compute] as const),
  ['Number', numberOf],
  ['Number.isInteger', ([value]) => Number.isInteger(value)],
  ['Number.isFinite', ([value]) => Number.isFinite(value)],
  ['Number.isNaN', () => false],
  ['Number.parseFloat', parseFloatOf],
  ['Number.parseInt', parseIntOf],
  ['String', ([value], run) => text(value, run)],
  ['Boolean', ([value]) => Boolean(value)],
  ['parseInt', parseIntOf],
  ['parseFloat', parseFloatOf],
  ['isNaN', isNotNumber],
  ['isFinite', (args, run) => isNotNumber(args, run) === false],
  ['encodeURIComponent', encodeUri],
  ['JSON.stringify', stringify],
  ['Array.isArray', ([value]) => isList(value)],
  ['Array.from', listFrom],
  [
    'Array.of',
    (args, run) => {
      run.budget.list(args.length);
      for (const arg of args) run.budget.keep(arg);
      return args;
    },
  ],
  ['Object.keys', ([value], run) => keysOf(value, run)],
  ['Object.values', ([value], run) => valuesOf(value, run)],
  ['Object.entries', ([value], run) => entriesOf(value, run)],
  ['Date.now', (_args, run) => run.now],
]);

/** Names with functions in them; unknown ones (`Math.foo(1)`) are refused at compile time. */
export const BUILTIN_NAMESPACES: ReadonlySet<string> = new Set(
  [...BUILTIN_FUNCTIONS.keys()].flatMap((name) =>
    name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [],
  ),
);

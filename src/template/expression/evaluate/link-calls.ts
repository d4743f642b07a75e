/** Calls, arrow functions, and the lists and objects that templates make. */
import { PlatenError } from '../../../errors.ts';
import { BUILTIN_FUNCTIONS } from '../methods/builtins.ts';
import { linkMethod } from '../methods/methods.ts';
import type { Expression, Item, ObjectEntry } from '../tree.ts';
import { readName } from '../values/access.ts';
import { invalid } from '../values/arguments.ts';
import { BYTES } from '../values/memory.ts';
import type { RunContext, Scope } from '../values/scope.ts';
import { Callable, describeKind, isContent, isList, isObject, type Value } from '../values/values.ts';
import { Frame, type Linked, type Linker } from './linker.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;
type LinkedItems = (scope: Scope, run: RunContext, frame?: Frame) => Value[];

type Take = (value: Value, run: RunContext) => Value;

/** Arguments of calls: their list is short-lived, so that only what is spread into it counts. */
const linkItems = (items: readonly Item[], linker: Linker, take: Take = (value) => value): LinkedItems => {
  const parts = items.map((item) =>
    item.type === 'spread'
      ? { spread: true, value: linker.link(item.value) }
      : { spread: false, value: linker.link(item) },
  );
  const [only] = parts;
  if (parts.length === 0) return () => [];
  if (parts.length === 1 && only !== undefined && !only.spread) {
    return (scope, run, frame) => [take(only.value(scope, run, frame), run)];
  }
  return (scope, run, frame) => {
    const result: Value[] = [];
    for (const { spread, value } of parts) {
      const found = value(scope, run, frame);
      if (spread) pushAll(result, found, run);
      else result.push(take(found, run));
    }
    return result;
  };
};

/** A missing list spreads to nothing, as a missing collection is an empty one. */
const pushAll = (result: Value[], spread: Value, run: RunContext): void => {
  if (spread === undefined || spread === null) return;
  if (!isList(spread) && typeof spread !== 'string') {
    throw invalid(`\`...\` needs a list, but got ${describeKind(spread)}.`);
  }
  const isText = typeof spread === 'string';
  run.budget.listSize(result.length + spread.length);
  run.budget.step(spread.length);
  run.budget.memory(spread.length * (isText ? BYTES.element + BYTES.text : BYTES.element));
  for (const item of spread) result.push(item);
};

export const linkArray = ({ items }: Of<'array'>, linker: Linker): Linked => {
  const keeping = linkItems(items, linker, (value, run) => run.budget.keep(value));
  return (scope, run, frame) => {
    run.budget.list(items.length);
    return keeping(scope, run, frame);
  };
};

export const linkObject = ({ entries }: Of<'object'>, linker: Linker): Linked => {
  const writers = entries.map((entry) => linkEntry(entry, linker));
  return (scope, run, frame) => {
    run.budget.object(entries.length);
    // Without a prototype, so that `__proto__` is a key like any other.
    const result: Record<string, Value> = Object.create(null);
    for (const write of writers) write(result, scope, run, frame);
    return result;
  };
};

type Write = (target: Record<string, Value>, scope: Scope, run: RunContext, frame: Frame | undefined) => void;

const linkEntry = (entry: ObjectEntry, linker: Linker): Write => {
  if ('spread' in entry) {
    const value = linker.link(entry.spread);
    return (target, scope, run, frame) => copyInto(target, value(scope, run, frame), run);
  }
  const value = linker.link(entry.value);
  if ('key' in entry) {
    const { key } = entry;
    return (target, scope, run, frame) => {
      target[key] = run.budget.keep(value(scope, run, frame));
    };
  }
  const computed = linker.link(entry.computed);
  return (target, scope, run, frame) => {
    const key = computed(scope, run, frame);
    if (typeof key === 'object' && key !== null) throw invalid(`A key cannot be ${describeKind(key)}.`);
    run.budget.keep(key);
    target[String(key)] = run.budget.keep(value(scope, run, frame));
  };
};

const copyInto = (target: Record<string, Value>, source: Value, run: RunContext): void => {
  if (!isObject(source) && !isList(source)) return;
  const keys = Object.keys(source);
  run.budget.step(keys.length);
  run.budget.memory(keys.length * BYTES.property);
  for (const key of keys) target[key] = readName(source, key);
};

/** What a call adds to the stack beyond the depth of the function's body: the method, its loop, the call itself. */
const CALL_WEIGHT = 4;

export const linkArrow = ({ params, body }: Of<'arrow'>, linker: Linker): Linked => {
  const evaluate = linker.inside(params).link(body);
  const weight = depthOf(body) + CALL_WEIGHT;
  return (scope, run, frame) => {
    // A function keeps alive what it can see.
    run.budget.memory(BYTES.function + (frame?.values.length ?? 0) * BYTES.element);
    for (const value of frame?.values ?? []) run.budget.keep(value);
    return new Callable((args) => {
      run.budget.step();
      run.budget.enter(weight);
      try {
        return evaluate(scope, run, new Frame(args, frame));
      } finally {
        run.budget.leave(weight);
      }
    });
  };
};

/** Parsing has bounded it, so recursion is safe here. */
const depthOf = (node: object): number => {
  let deepest = 0;
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) deepest = Math.max(deepest, depthOf(child));
  }
  return deepest + 1;
};

export const linkCallOf = ({ callee, args }: Of<'call'>, linker: Linker): Linked => {
  const target = linker.linkQuietly(callee);
  const values = linkItems(args, linker);
  const name = callee.type === 'path' ? [callee.name, ...callee.keys].join('.') : 'The value';
  return (scope, run, frame) => {
    const called = target(scope, run, frame);
    if (called instanceof Callable) return called.call(values(scope, run, frame));
    throw invalid(
      `\`${name}\` is called like a function, but is ${describeKind(called)}.`,
      'Only functions that the template itself sets can be called: {SET double = (x) => x * 2}.',
    );
  };
};

export const linkBuiltin = ({ name, args }: Of<'builtin'>, linker: Linker): Linked => {
  const builtin = BUILTIN_FUNCTIONS.get(name);
  if (builtin === undefined) throw new Error(`The program calls the unknown function ${name}.`);
  if (args === null) {
    return (_scope, run) => {
      run.budget.memory(BYTES.function);
      return new Callable((values) => {
        run.budget.step();
        return guarded(name, () => builtin(values, run));
      });
    };
  }
  const values = linkItems(args, linker);
  return (scope, run, frame) => {
    const found = values(scope, run, frame);
    run.budget.step();
    return guarded(name, () => builtin(found, run));
  };
};

export const linkMethodCall = ({ object, name, args, optional }: Of<'method'>, linker: Linker): Linked => {
  const receiver = optional ? linker.linkQuietly(object) : linker.link(object);
  const values = linkItems(args, linker);
  const call = linkMethod(name);
  return (scope, run, frame) => {
    const found = receiver(scope, run, frame);
    if (found === undefined || found === null) return undefined;
    if (isContent(found)) throw invalid(`The method \`${name}\` cannot be used on ${describeKind(found)}.`);
    const given = values(scope, run, frame);
    return guarded(name, () => call(found, given, run));
  };
};

/** Whatever JavaScript itself refuses (a locale that does not exist, a unit that Intl lacks) is the template's error. */
const guarded = (name: string, call: () => Value): Value => {
  try {
    return call();
  } catch (error) {
    if (error instanceof PlatenError || !(error instanceof RangeError || error instanceof TypeError))
      throw error;
    throw new PlatenError(
      'data_invalid',
      `\`${name}\` cannot work with what it was given: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
};

/** Which methods there are, by the type of their receiver. The prototype of a value is never asked. */
import { invalid, type Method } from '../values/arguments.ts';
import type { RunContext } from '../values/scope.ts';
import { charged } from '../values/text.ts';
import { describeKind, isList, type Value } from '../values/values.ts';
import { DATE_METHODS } from './date-methods.ts';
import { LIST_METHODS } from './list-methods.ts';
import { BOOLEAN_METHODS, NUMBER_METHODS } from './number-methods.ts';
import { TEXT_METHODS } from './text-methods.ts';

const TABLES = [
  { receivers: 'texts', methods: TEXT_METHODS },
  { receivers: 'numbers', methods: NUMBER_METHODS },
  { receivers: 'true and false', methods: BOOLEAN_METHODS },
  { receivers: 'dates', methods: DATE_METHODS },
  { receivers: 'lists', methods: LIST_METHODS },
] as const;

export const METHOD_NAMES: ReadonlySet<string> = new Set(
  TABLES.flatMap(({ methods }) => [...methods.keys()]),
);

export const CHANGING_METHODS: ReadonlySet<string> = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'fill', 'copyWithin'],
  ...['setDate', 'setMonth', 'setFullYear', 'setHours', 'setMinutes', 'setSeconds', 'setTime'],
]);

type CallMethod = (receiver: Value, args: readonly Value[], run: RunContext) => Value;

/** Looked up once per place; what is left at run time is a choice by type. A missing receiver makes a missing result. */
export const linkMethod = (name: string): CallMethod => {
  const onText = TEXT_METHODS.get(name);
  const onNumber = NUMBER_METHODS.get(name);
  const onBoolean = BOOLEAN_METHODS.get(name);
  const onDate = DATE_METHODS.get(name);
  const onList = LIST_METHODS.get(name);

  return (receiver, args, run) => {
    if (receiver === undefined || receiver === null) return undefined;
    if (typeof receiver === 'string') return apply(onText, receiver, args, run);
    if (isList(receiver)) return apply(onList, receiver, args, run);
    if (typeof receiver === 'number') return apply(onNumber, receiver, args, run);
    if (receiver instanceof Date) return apply(onDate, receiver, args, run);
    if (typeof receiver === 'boolean') return apply(onBoolean, receiver, args, run);
    throw wrongReceiver(name, receiver);
  };

  function apply<Receiver extends Value>(
    method: Method<Receiver> | undefined,
    receiver: Receiver,
    args: readonly Value[],
    run: RunContext,
  ): Value {
    if (method === undefined) throw wrongReceiver(name, receiver);
    run.budget.step();
    const made = method(receiver, args, run);
    // Digits, at most a few hundred; texts and lists ask before they make anything.
    if (typeof receiver === 'number' && typeof made === 'string') return charged(made, run);
    return made;
  }
};

const wrongReceiver = (name: string, receiver: Value) => {
  const takers = TABLES.filter(({ methods }) => methods.has(name)).map(({ receivers }) => receivers);
  const hint =
    typeof receiver === 'string' && NUMBER_METHODS.has(name) ? `Write Number(x).${name}(…).` : undefined;
  return invalid(
    `The method \`${name}\` works on ${takers.join(' and ')}, but the value is ${describeKind(receiver)}.`,
    hint,
  );
};

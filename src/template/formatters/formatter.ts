/** What a formatter is, and the pieces that the families share. */
import { dataError, type PlatenError } from '../../errors.ts';
import type { Example, ReferenceKind, Test } from '../expression/shapes.ts';
import type { NumberWriter } from '../expression/values/number-writer.ts';
import { toNumber } from '../expression/values/operators.ts';
import type { RunContext } from '../expression/values/scope.ts';
import { charged, exact } from '../expression/values/text.ts';
import { describeKind, isList, type Value } from '../expression/values/values.ts';
import type { Param } from './params.ts';

type Family = 'text' | 'number' | 'date' | 'list' | 'logic' | 'content' | 'translation';

/**
 * Where the result comes from, for inspection. `same`: the input itself (or a part of the list); `element`: one of
 * its elements; `groups`: a list of `{ key, items }`; `chunks`: a list of such lists; `plucked`: the named property
 * of each element; `flat`: the elements' elements; `value`: something new.
 */
type ResultKind = 'value' | 'same' | 'element' | 'groups' | 'chunks' | 'plucked' | 'flat';

export type Format = (value: Value, run: RunContext) => Value;

/** Arguments by place; undefined where only the data have one. */
export type KnownArguments = readonly (Example | undefined)[];

/** Each only where not every value of the kind will do. */
export interface SampleRules {
  /** Inputs that the formatter takes. */
  readonly inputs?: (args: KnownArguments) => readonly Example[];
  /** What the input is compared with. */
  readonly inputTests?: (args: KnownArguments) => readonly Test[];
  /** Elements that the input needs for something to be left of it. */
  readonly inputLength?: (args: KnownArguments) => number | undefined;
  /** What the elements of the input are printed as. */
  readonly elements?: ReferenceKind;
  /** What `property` is compared with. */
  readonly propertyTest?: (args: KnownArguments) => Test | undefined;
}

export interface Formatter {
  readonly name: string;
  readonly family: Family;
  readonly params: readonly Param[];
  /** Takes any number of further arguments of this kind. */
  readonly rest?: Param;
  /** What it expects before its `|`; inspection derives the kinds of fields from it. */
  readonly input: ReferenceKind;
  readonly result: ResultKind;
  /** What it makes, where the result is a new value; a text unless given. */
  readonly output?: ReferenceKind;
  /** The argument that names a property of the elements, what that property has to be, and whether all may lack it. */
  readonly property?: {
    readonly argument: number;
    readonly kind: 'unknown' | 'number';
    readonly optional?: true;
  };
  /** What inspection cannot tell from the kinds alone, given the arguments that are known without data. */
  readonly sample?: SampleRules;
  /** `default`: a missing input is provided for; where this says no, the value stays and no argument is looked at. */
  readonly satisfiesMissing?: (value: Value) => boolean;
  /** One line for the documentation, and an example. */
  readonly summary: string;
  readonly example: string;
  /** Called once for constant arguments: whatever can be prepared, is prepared here. */
  readonly bind: (args: readonly Value[]) => Format;
  /** What writes the numbers it is given, where that is all it does with them. */
  readonly writer?: (args: readonly Value[]) => ChooseWriter | undefined;
}

export type ChooseWriter = (run: RunContext) => NumberWriter;

/** What passes through a formatter as it is: missing stays missing, null and "" stay empty. */
export const isEmpty = (value: Value): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

const SHOWN_CHARACTERS = 40;

/** A value in an error message: short, and nothing of an object's inside. */
export const showShort = (value: Value): string => {
  if (typeof value === 'string') {
    const text =
      value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : value;
    return `the text "${text}"`;
  }
  if (typeof value === 'number') return `the number ${value}`;
  return describeKind(value);
};

export const unusable = (name: string, expected: string, value: Value, hint?: string): PlatenError =>
  dataError(`The formatter \`${name}\` needs ${expected}, but got ${showShort(value)}.`, hint);

/** Numbers, and texts that are one. */
export const numberOf = (name: string, value: Value): number => {
  const isCandidate = typeof value === 'number' || typeof value === 'string';
  const number = isCandidate ? toNumber(value) : undefined;
  if (number === undefined) throw unusable(name, 'a number', value);
  return number;
};

export const onNumber =
  (name: string, format: (value: number, run: RunContext) => Value): Format =>
  (value, run) =>
    isEmpty(value) ? value : digits(format(exact(numberOf(name, value), run), run), run);

/** With a pattern's own text they may be a few hundred. */
const digits = (made: Value, run: RunContext): Value =>
  typeof made === 'string' ? charged(made, run) : made;

/** A list that is only read; who makes another one asks for that. */
export const onList =
  (name: string, format: (value: readonly Value[], run: RunContext) => Value): Format =>
  (value, run) => {
    if (isEmpty(value)) return value;
    if (!isList(value)) throw unusable(name, 'a list', value);
    run.budget.step(value.length);
    return format(value, run);
  };

/** Remembers the last one made: within a render the locale is nearly always the same. */
export const lastMade = <Made>(make: (key: string) => Made): ((key: string) => Made) => {
  let lastKey: string | undefined;
  let last: Made | undefined;
  return (key) => {
    if (last === undefined || key !== lastKey) {
      last = make(key);
      lastKey = key;
    }
    return last;
  };
};

/** An optional argument that is a text. */
export const textArgument = (value: Value): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const numberArgument = (value: Value): number | undefined => toNumber(value);

/** The parameters of formatters: what an argument has to be, checked at compile time where it is a literal. */
import { isCurrency, isLocale, isTimezone } from '../../regional.ts';
import type { ReferenceKind } from '../expression/shapes.ts';
import { isObject, type Value } from '../expression/values/values.ts';

/**
 * What an argument without quotes is. `word`: that word, where it will do (`currency:EUR`, `date:dd.MM.yyyy`), else a
 * field. `property`: a name that the elements of the list have, else a field. `text`: a field, or signs alone
 * (`prefix:$`); where the field is missing, an empty text. `value`: the same, but what is missing is missing.
 */
type Bare = 'word' | 'property' | 'text' | 'value';

export interface Param {
  readonly name: string;
  readonly optional: boolean;
  /** For the documentation: "a whole number", "one of a, b". */
  readonly expected: string;
  /** What inspection may conclude of a field that is passed here. */
  readonly kind: ReferenceKind;
  /** Whether the value will do; a text says what is wrong instead of "has to be …". */
  readonly accepts: (value: Value) => boolean | string;
  readonly bare: Bare;
  /** What a word without quotes consists of, where less than `accepts` takes: no pattern ends in a calculation. */
  readonly spelling?: RegExp;
  /** What is meant as such a word even where it won't do: no field has such a name. */
  readonly attempt?: RegExp;
  /** The value as the formatter reads it: `DESC` is `desc`. */
  readonly read?: (value: Value) => Value;
}

type Rest = Partial<Pick<Param, 'kind' | 'bare' | 'spelling' | 'attempt' | 'read'>>;

const param = (name: string, expected: string, accepts: Param['accepts'], rest: Rest = {}): Param => ({
  name,
  kind: 'text',
  optional: false,
  expected,
  accepts,
  bare: 'value',
  ...rest,
});

export const optional = (required: Param): Param => ({ ...required, optional: true });

const isScalar = (value: Value): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export const anyParam = (name: string, kind: ReferenceKind = 'unknown'): Param =>
  param(name, 'any value', () => true, { kind });

/** Numbers do as texts: `prefix:5`. */
export const textParam = (name: string): Param => param(name, 'a text', isScalar, { bare: 'text' });

/** As many as a text could ever need; the budget catches what is still too much. */
const MAX_COUNT = 1_000_000;

export const wholeParam = (name: string, range: { min: number; max?: number }): Param => {
  const max = range.max ?? MAX_COUNT;
  const expected =
    range.max === undefined
      ? `a whole number from ${range.min}`
      : `a whole number from ${range.min} to ${max}`;
  return param(
    name,
    expected,
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= max,
    { kind: 'number' },
  );
};

export const numberParam = (name: string): Param =>
  param(name, 'a number', (value) => typeof value === 'number', { kind: 'number' });

const small = (value: Value): Value => (typeof value === 'string' ? value.toLowerCase() : value);

/** Small letters all; authors may write capitals. */
export const choiceParam = (name: string, choices: readonly string[]): Param =>
  param(
    name,
    `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`,
    (value) => typeof value === 'string' && choices.includes(value.toLowerCase()),
    { bare: 'word', read: small },
  );

/** Characters: longer than any path, short enough to follow for each element. */
const MAX_PATH = 500;

/** The name of a property, or a path with points. */
export const propertyParam = (name = 'property'): Param =>
  param(
    name,
    'the name of a property, such as "price" or "product.price"',
    (value) => typeof value === 'string' && value !== '' && value.length <= MAX_PATH,
    { bare: 'property' },
  );

const knownParam = (name: string, expected: string, isKnown: (text: string) => boolean): Param =>
  param(name, expected, (value) => typeof value === 'string' && isKnown(value), { bare: 'word' });

export const localeParam = knownParam('locale', 'a locale such as "de-DE"', isLocale);

export const timezoneParam = knownParam('timezone', 'a time zone such as "Europe/Berlin"', isTimezone);

export const currencyParam = knownParam('currency', 'a currency code such as "EUR"', isCurrency);

export const objectParam = (name: string): Param =>
  param(name, 'an object, as in { a: 1 }', isObject, { kind: 'object' });

interface PatternSpec extends Pick<Param, 'name' | 'expected'>, Pick<Rest, 'spelling' | 'attempt' | 'read'> {
  /** What is wrong with a pattern. */
  readonly check: (value: Value) => string | undefined;
}

/** A text with a grammar of its own. */
export const patternParam = ({ name, expected, check, ...rest }: PatternSpec): Param =>
  param(name, expected, (value) => check(value) ?? true, { bare: 'word', ...rest });

/** The parameters of formatters: what an argument has to be, checked at compile time where it is a literal. */
import { isCurrency, isLocale, isTimezone } from '../expression/intl.ts';
import type { ReferenceKind } from '../expression/shapes.ts';
import { isObject, type Value } from '../expression/values.ts';

export interface Param {
  readonly name: string;
  readonly optional: boolean;
  /** For the documentation: "a whole number", "one of a, b". */
  readonly expected: string;
  /** What inspection may conclude of a field that is passed here. */
  readonly kind: ReferenceKind;
  /** Whether the value will do; a text says what is wrong instead of "has to be …". */
  readonly accepts: (value: Value) => boolean | string;
}

const param = (
  name: string,
  expected: string,
  accepts: Param['accepts'],
  kind: ReferenceKind = 'text',
): Param => ({
  name,
  kind,
  optional: false,
  expected,
  accepts,
});

export const optional = (required: Param): Param => ({ ...required, optional: true });

const isScalar = (value: Value): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export const anyParam = (name: string, kind: ReferenceKind = 'unknown'): Param =>
  param(name, 'any value', () => true, kind);

/** Numbers do as texts: `prefix:5`. */
export const textParam = (name: string): Param => param(name, 'a text', isScalar);

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
    'number',
  );
};

export const numberParam = (name: string): Param =>
  param(name, 'a number', (value) => typeof value === 'number', 'number');

export const choiceParam = (name: string, choices: readonly string[]): Param =>
  param(
    name,
    `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`,
    (value) => typeof value === 'string' && choices.includes(value),
  );

/** Characters: longer than any path, short enough to follow for each element. */
const MAX_PATH = 500;

/** The name of a property, or a path with points. */
export const propertyParam = (name = 'property'): Param =>
  param(
    name,
    'the name of a property in quotes, such as "price" or "product.price"',
    (value) => typeof value === 'string' && value !== '' && value.length <= MAX_PATH,
  );

export const localeParam: Param = param('locale', 'a locale such as "de-DE"', (value) =>
  typeof value === 'string' ? isLocale(value) : false,
);

export const timezoneParam: Param = param('timezone', 'a time zone such as "Europe/Berlin"', (value) =>
  typeof value === 'string' ? isTimezone(value) : false,
);

export const currencyParam: Param = param('currency', 'a currency code such as "EUR"', (value) =>
  typeof value === 'string' ? isCurrency(value) : false,
);

export const objectParam = (name: string): Param =>
  param(name, 'an object, as in { a: 1 }', isObject, 'object');

/** A text with a grammar of its own: `check` says what is wrong with it. */
export const patternParam = (
  name: string,
  expected: string,
  check: (value: Value) => string | undefined,
): Param => param(name, expected, (value) => check(value) ?? true);

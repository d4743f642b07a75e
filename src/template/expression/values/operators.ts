/** What the operators do. JavaScript, but for missing values, for dates, and for objects that pose as numbers or texts. */

import { PlatenError } from '../../../errors.ts';
import type { ArithmeticOperator, ComparisonOperator } from '../tree.ts';
import { readKey } from './access.ts';
import { toDate } from './dates.ts';
import { FREE_TEXT } from './memory.ts';
import type { RunContext } from './scope.ts';
import { textOf } from './text.ts';
import { Callable, isList, isObject, type Value } from './values.ts';

/** NaN and the infinities are missing: a document has no use for them, and never shows "NaN". */
export const finite = (value: number): Value => (value - value === 0 ? value : undefined);

/** What arithmetic takes as a number; undefined for what is missing or not numeric, null and "" among it. */
export const toNumber = (value: Value): number | undefined => {
  if (typeof value === 'number') return value - value === 0 ? value : undefined;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return numberFromText(value);
  if (value instanceof Date) return value.getTime();
  return undefined;
};

const numberFromText = (text: string): number | undefined => {
  if (text.length > 400 || text.trim() === '') return undefined;
  const value = Number(text);
  return value - value === 0 ? value : undefined;
};

export const concat = (left: string, right: string, run: RunContext): string => {
  const length = left.length + right.length;
  if (length > FREE_TEXT) run.budget.text(length);
  return left + right;
};

export const add = (left: Value, right: Value, run: RunContext): Value => {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right);
  const isText =
    typeof left === 'string' || typeof right === 'string' || left instanceof Date || right instanceof Date;
  if (!isText) return arithmetic('+', left, right);
  if (run.doubt !== undefined && looksNumeric(left) && looksNumeric(right))
    run.doubt(
      () =>
        `joins ${shown(left)} and ${shown(right)} as texts; to add them, send numbers, or write \`Number(a) + Number(b)\`; to a date, \`addDays\` adds.`,
    );
  return concat(textOf(left, run), textOf(right, run), run);
};

/** An amount in whichever way of writing (12.50, 12,50, 1'200), or a date. */
const NUMERIC = /^[-+]?\d[\d.,'-]{0,20}$/;

const looksNumeric = (value: Value): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 24 && NUMERIC.test(value));

const shown = (value: Value): string => JSON.stringify(value);

/** Texts that stand for no, and that are true like any other. */
const NEGATIVE: ReadonlySet<string> = new Set(['false', '0', 'no', 'null', 'undefined']);

/** Before a value decides something: data that came by way of a form or a spreadsheet has "false" for false. */
export const deciding = (value: Value, run: RunContext): Value => {
  if (typeof value === 'string' && value.length <= 9 && NEGATIVE.has(value.toLowerCase()))
    run.doubt?.(
      () =>
        `met the text ${JSON.stringify(value)}, which counts as true: send false, or compare with the text.`,
    );
  return value;
};

export const arithmetic = (op: ArithmeticOperator, left: Value, right: Value): Value => {
  const a = toNumber(left);
  const b = toNumber(right);
  if (a === undefined || b === undefined) return undefined;
  switch (op) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return finite(a / b);
    case '%':
      return finite(a % b);
    case '**':
      return finite(a ** b);
  }
};

const compare = (op: '<' | '<=' | '>' | '>=', left: Value, right: Value, run: RunContext): boolean => {
  if (typeof left === 'string' && typeof right === 'string') return inOrder(op, left, right);
  const a = comparable(left, right, run);
  const b = comparable(right, left, run);
  return inOrder(op, a, b); // NaN is in no order with anything
};

const inOrder = <T extends string | number>(op: '<' | '<=' | '>' | '>=', a: T, b: T): boolean => {
  switch (op) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
};

/** As JavaScript does; beyond it, a text beside a date is read as a date (`$now > dueDate`). */
const comparable = (value: Value, other: Value, run: RunContext): number => {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return Number.NaN;
  if (other instanceof Date) return (toDate(value, run) ?? noDate(value))?.getTime() ?? Number.NaN;
  const number = value.length > 400 ? Number.NaN : Number(value);
  if (Number.isNaN(number) && typeof other === 'number')
    run.doubt?.(() => `compares ${JSON.stringify(value.slice(0, 40))}, which is no number, with a number.`);
  return number;
};

/** A comparison with what nobody can read as a date would be false whatever was meant; with nothing, it is. */
const noDate = (text: string): undefined => {
  if (text.trim() === '') return undefined;
  throw new PlatenError(
    'data_invalid',
    `${JSON.stringify(text.slice(0, 40))} cannot be compared with a date.`,
    { hint: 'Send dates as ISO 8601, for example 2026-03-16.' },
  );
};

/** `===`. Dates are equal when they are the same moment: nobody means the identity of two objects. */
export const strictEqual = (left: Value, right: Value): boolean =>
  left === right || (left instanceof Date && right instanceof Date && left.getTime() === right.getTime());

export const looseEqual = (left: Value, right: Value): boolean => {
  if (strictEqual(left, right)) return true;
  if (left === undefined || left === null) return right === undefined || right === null;
  if (right === undefined || right === null) return false;
  if (typeof left === 'object' || typeof right === 'object' || typeof left === typeof right) return false;
  return Number(left) === Number(right);
};

/**
 * Before a text is searched for another. The engine's search is quick on anything people write, but takes the product
 * of the lengths on texts made for it ("aaaa…" in "aaaa…baaaa…"), where a megabyte would take hours.
 */
export const chargeSearch = (text: string, wanted: string, run: RunContext): void =>
  run.budget.step(1 + Math.floor((text.length * wanted.length) / 64));

const contains = (container: Value, item: Value, run: RunContext): boolean => {
  if (typeof container === 'string') {
    if (item === undefined || item === null) return false;
    const wanted = textOf(item, run);
    chargeSearch(container, wanted, run);
    return container.includes(wanted);
  }
  if (isList(container)) {
    run.budget.step(container.length);
    return container.some((element) => strictEqual(element, item));
  }
  return isObject(container) && readKey(container, item) !== undefined;
};

/** What is compared with `other`: the text "true" is not equal to true, in no language of these templates. */
const told = (value: Value, other: Value, run: RunContext): Value => {
  const text = typeof value === 'boolean' ? other : typeof other === 'boolean' ? value : undefined;
  if (typeof text === 'string' && text.length <= 5 && /^(?:true|false)$/i.test(text))
    run.doubt?.(
      () => `compares the text "${text}" with true or false, and they are never equal: send true or false.`,
    );
  return value;
};

export const comparison = (op: ComparisonOperator, left: Value, right: Value, run: RunContext): boolean => {
  switch (op) {
    case '==':
      return looseEqual(left, told(right, left, run));
    case '!=':
      return !looseEqual(left, told(right, left, run));
    case '===':
      return strictEqual(left, told(right, left, run));
    case '!==':
      return !strictEqual(left, told(right, left, run));
    case 'in':
      // Not JavaScript's, which asks a list for its indexes: nobody means those.
      return contains(right, left, run);
    case 'contains':
      return contains(left, right, run);
    default:
      return compare(op, left, right, run);
  }
};

export const typeOf = (value: Value): string => (value instanceof Callable ? 'function' : typeof value);

/** textOf :: Value → string. How a value prints where text is expected. */
import { PlatenError } from '../../../errors.ts';
import { BYTES, bytesKept, FREE_TEXT } from './memory.ts';
import type { RunContext } from './scope.ts';
import { describeKind, isList, type Value } from './values.ts';

/**
 * Binary fractions print as the decimal that was meant: 0.1 + 0.2 is 0.3. Only where 15 significant digits make the
 * number much shorter is the rest noise of the arithmetic; 3.141592653589793 from the data prints as it came.
 */
const NOISE_MIN_LENGTH = 17; // the shortest noisy spelling: sixteen digits and a point
const CLEAN_MAX_LENGTH = 13;

export const textOfNumber = (value: number): string => {
  if (Number.isInteger(value)) return value === 0 ? '0' : String(value);
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  if (text.length < NOISE_MIN_LENGTH) return text;
  const clean = String(Number(value.toPrecision(15)));
  return clean.length <= CLEAN_MAX_LENGTH ? clean : text;
};

/** Account numbers and ids of other systems: JSON's reader has rounded the last digits of a longer number away. */
export const exact = (value: number, run: RunContext): number => {
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)
    run.doubt?.(
      () =>
        `shows a number of more digits than JSON's readers keep (${value}): send it as a text where each digit counts.`,
    );
  return value;
};

export const textOf = (value: Value, run: RunContext): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return textOfNumber(exact(value, run));
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (isList(value)) return textOfList(value, run, MAX_LIST_DEPTH);
  throw notText(value);
};

/** Data may be nested to any depth that its own limits allow, and may not take the stack with it. */
const MAX_LIST_DEPTH = 20;

const textOfList = (list: readonly Value[], run: RunContext, depth: number): string => {
  if (depth === 0) throw notText(list);
  return joined(list, ', ', run, (item) =>
    isList(item) ? textOfList(item, run, depth - 1) : textOf(item, run),
  );
};

/** One text out of many; measured while it goes, before it is made. */
export const joined = (
  items: readonly Value[],
  separator: string,
  run: RunContext,
  write: (item: Value) => string,
): string => {
  run.budget.step(items.length);
  return run.budget.borrow(items.length * (BYTES.element + BYTES.text), () => {
    let length = 0;
    const texts = items.map((item) => {
      const text = write(item);
      length += text.length + separator.length;
      run.budget.textFits(length);
      return text;
    });
    if (length > FREE_TEXT) run.budget.text(length);
    return texts.join(separator);
  });
};

/** A text that may get several times as long as what it is made of: how long, shows when it is made. */
export const grown = (longest: number, run: RunContext, make: () => string): string => {
  if (longest > FREE_TEXT) run.budget.textFits(longest);
  return charged(make(), run);
};

/** A character of three bytes becomes nine characters. */
export const urlEncoded = (text: string, run: RunContext): string =>
  grown(text.length * 9, run, () => encodeURIComponent(text.toWellFormed()));

/** One letter may become three in another case (ΐ in capitals). */
export const inCase = (text: string, run: RunContext, convert: (text: string) => string): string =>
  grown(text.length * 3, run, () => convert(text));

/** A text that has been made, and is bounded by what makes it. */
export const charged = (text: string, run: RunContext): string => {
  if (text.length > FREE_TEXT) run.budget.text(text.length);
  return text;
};

/** Every match replaced, one after the other, so that each is counted before the next is looked for. */
export const replaceMatches = (
  text: string,
  pattern: RegExp,
  run: RunContext,
  replace: (match: RegExpExecArray) => string,
): string => {
  const parts: string[] = [];
  let borrowed = 0;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const made = [text.slice(at, match.index), replace(match)] as const;
    const bytes = 2 * BYTES.element + bytesKept(made[0]) + bytesKept(made[1]);
    run.budget.step();
    run.budget.memory(bytes);
    borrowed += bytes;
    parts.push(...made);
    at = match.index + match[0].length;
  }
  if (parts.length === 0) return text;
  parts.push(text.slice(at));
  const replaced = joined(parts, '', run, String);
  run.budget.release(borrowed);
  return replaced;
};

const notText = (value: Value): PlatenError =>
  new PlatenError('data_invalid', `Text is expected here, but the value is ${describeKind(value)}.`, {
    hint: isList(value) ? 'Loop over it, or join a shallower list.' : hintOf(value),
  });

/** Names that a hint tells, and how much of each. */
const TOLD_NAMES = 5;
const TOLD_CHARACTERS = 40;

/** easy-template-x's `_type` says what an object is; of its kinds, raw XML is one that Platen has not. */
const hintOf = (value: Value): string => {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (names.includes('_type'))
    return 'Of `_type`, "image", "link", "html" and "markdown" exist; raw XML does not: send HTML instead.';
  if (names.length === 0) return 'Name the property to show, as in `customer.name`.';
  return `Name the property to show: it has ${someNames(value as object)}.`;
};

/** For hints: the first names of an object. */
export const someNames = (object: object): string => {
  const names = Object.keys(object);
  const told = names.slice(0, TOLD_NAMES).map((name) => `\`${name.slice(0, TOLD_CHARACTERS)}\``);
  return `${told.join(', ')}${names.length > TOLD_NAMES ? ', …' : ''}`;
};

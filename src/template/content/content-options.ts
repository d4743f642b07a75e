/**
 * Which options each content tag takes. One table for two readers: the compiler, which checks names and literal
 * values when a template is uploaded, and the emitters, which check values that come from expressions.
 */

import { dataError } from '../../errors.ts';
import { BARCODE_TYPE_HINT, symbolType } from './barcode-symbol.ts';
import type { ContentKind, ContentOptions } from './content-value.ts';
import { inShort } from './in-short.ts';

import { isLength, LENGTH_HINT } from './lengths.ts';

interface OptionKind {
  /** Undefined where the literal is fine, else what it should be. */
  check(text: string): string | undefined;
}

const length: OptionKind = { check: (text) => (isLength(text) ? undefined : LENGTH_HINT) };
const text: OptionKind = { check: () => undefined };
const symbol: OptionKind = {
  check: (given) => (symbolType(given) === undefined ? BARCODE_TYPE_HINT : undefined),
};
const choice = (...choices: readonly string[]): OptionKind => ({
  check: (given) =>
    choices.includes(given.toLowerCase()) ? undefined : `Choices are ${choices.join(', ')}.`,
});
const number = (from: number, to: number): OptionKind => ({
  check: (given) => {
    const value = given.trim() === '' ? Number.NaN : Number(given);
    return value >= from && value <= to ? undefined : `It is a number from ${from} to ${to}.`;
  },
});

const FITS = ['contain', 'cover', 'stretch'] as const;
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
const SWITCH = choice('true', 'false', 'yes', 'no');

const PICTURE = {
  width: length,
  height: length,
  fit: choice(...FITS),
  alt: text,
  align: choice(...ALIGNMENTS),
} as const;

const OPTIONS: Readonly<Record<ContentKind, Readonly<Record<string, OptionKind>>>> = {
  image: { ...PICTURE, rotation: number(-360, 360), caption: text },
  link: { label: text, tooltip: text },
  html: {},
  markdown: {},
  qr: { ...PICTURE, size: length, ecc: choice('l', 'm', 'q', 'h'), margin: number(0, 50) },
  barcode: { ...PICTURE, size: length, type: symbol, text: SWITCH, margin: number(0, 50) },
};

/** Whether any text will do. */
export const isTextOption = (kind: ContentKind, name: string): boolean => OPTIONS[kind][name] === text;

interface OptionProblem {
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with an option, before there is data. `literal` is its text; leave it out where the value is an expression. */
export const checkOption = (kind: ContentKind, name: string, literal?: string): OptionProblem | undefined => {
  const known = OPTIONS[kind];
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (option === undefined) {
    const names = Object.keys(known);
    const hint = names.length === 0 ? 'It takes none.' : `Its options are ${names.join(', ')}.`;
    return { message: `${kind.toUpperCase()} has no option "${name}".`, hint };
  }
  const hint = literal === undefined ? undefined : option.check(literal);
  return hint === undefined
    ? undefined
    : { message: `${inShort(literal)} is not a value for ${name}.`, hint };
};

/** Options whose values are there, all checked; names that do not exist are the caller's mistake by now. */
export const checkedOptions = (
  kind: ContentKind,
  options: ContentOptions,
): Readonly<Record<string, string>> => {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw dataError(`The option ${name} is ${inShort(value)}, not text or a number.`);
    }
    const problem = checkOption(kind, name, String(value));
    if (problem !== undefined) throw dataError(problem.message, problem.hint);
    checked[name] = String(value);
  }
  return checked;
};

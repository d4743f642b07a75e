/**
 * numberWriter :: locale × options → number → text, as Intl.NumberFormat writes it, at a tenth of its cost
 *
 * Nearly all amounts have the same look: a sign, groups of three, a decimal sign, something before or after. That
 * look is learned from Intl itself and then written by hand. Whether the two agree is tried out on numbers of every
 * kind when the writer is made; where they differ anywhere (other digits, other groups), Intl does all the work.
 */
import { numberPutter, type PutNumber } from './number-bytes.ts';
import { roundedWhole } from './number-rounding.ts';

export interface NumberWriter {
  format(value: number): string;
  /** The same, straight into a buffer; there for the looks that allow it. */
  readonly put?: PutNumber | undefined;
}

interface Look {
  readonly before: string;
  readonly after: string;
  readonly negativeBefore: string;
  readonly negativeAfter: string;
  readonly group: string;
  readonly decimal: string;
  readonly minDigits: number;
  readonly maxDigits: number;
  readonly scale: number;
  /** Numbers from here on are left to Intl. */
  readonly limit: number;
  /** What follows the whole number, by the number that its digits make (`.05` at 5); where there are few of them. */
  readonly fractions: readonly string[] | undefined;
}

/** Digits, before and after the point together, that a double counts without gaps. */
const SAFE_DIGITS = 15;

/** Ties, carries, borders of groups, and what rounds to nothing. */
const PROBES = [
  0,
  1,
  9,
  10,
  99,
  100,
  999,
  1000,
  1234,
  9999,
  10_000,
  99_999,
  123_456,
  999_999,
  1_000_000,
  1_234_567,
  123_456_789_012,
  0.1,
  0.5,
  0.25,
  0.75,
  0.005,
  0.015,
  0.045,
  1.005,
  2.675,
  0.995,
  9.995,
  99.995,
  999.995,
  1.45,
  1.55,
  12.345,
  1234.5,
  0.1 + 0.2,
  1e-7,
  0.0449999,
];

export const numberWriter = (locale: string, options: Intl.NumberFormatOptions): NumberWriter => {
  const intl = new Intl.NumberFormat(locale, options);
  const look = lookOf(intl);
  if (look === undefined) return intl;
  const format = (value: number): string => written(look, value) ?? intl.format(value);
  const agrees = PROBES.every(
    (probe) => format(probe) === intl.format(probe) && format(-probe) === intl.format(-probe),
  );
  if (!agrees) return intl;
  const { fractions } = look;
  const put = fractions === undefined || look.scale !== 1 ? undefined : numberPutter({ ...look, fractions });
  return { format, put };
};

const lookOf = (intl: Intl.NumberFormat): Look | undefined => {
  const {
    notation,
    style,
    roundingPriority,
    minimumFractionDigits,
    maximumFractionDigits,
    minimumIntegerDigits,
    ...rest
  } = intl.resolvedOptions();
  if (notation !== 'standard' || roundingPriority !== 'auto' || minimumIntegerDigits !== 1) return undefined;
  if (
    rest.minimumSignificantDigits !== undefined ||
    minimumFractionDigits === undefined ||
    maximumFractionDigits === undefined
  ) {
    return undefined;
  }
  const positive = affixes(intl.formatToParts(1_234_567.5));
  const negative = affixes(intl.formatToParts(-1_234_567.5));
  return {
    before: positive.before,
    after: positive.after,
    negativeBefore: negative.before,
    negativeAfter: negative.after,
    group: positive.group,
    decimal: positive.decimal,
    minDigits: minimumFractionDigits,
    maxDigits: maximumFractionDigits,
    scale: style === 'percent' ? 100 : 1,
    limit: 10 ** (SAFE_DIGITS - maximumFractionDigits),
    fractions: fractionsOf(minimumFractionDigits, maximumFractionDigits, positive.decimal),
  };
};

/** Digits after the point, up to which all that can follow it is written down. */
const FEW_DIGITS = 3;

const fractionsOf = (min: number, max: number, decimal: string): readonly string[] | undefined => {
  if (max > FEW_DIGITS) return undefined;
  return Array.from({ length: 10 ** max }, (_, number) => {
    const digits = String(number).padStart(max, '0');
    let end = max;
    while (end > min && digits.charCodeAt(end - 1) === ZERO) end--;
    return end === 0 ? '' : decimal + digits.slice(0, end);
  });
};

const affixes = (
  parts: readonly Intl.NumberFormatPart[],
): { before: string; after: string; group: string; decimal: string } => {
  const isDigits = ({ type }: Intl.NumberFormatPart): boolean =>
    type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction';
  const first = parts.findIndex(isDigits);
  const last = parts.findLastIndex(isDigits);
  const text = (some: readonly Intl.NumberFormatPart[]): string => some.map(({ value }) => value).join('');
  return {
    before: text(parts.slice(0, first)),
    after: text(parts.slice(last + 1)),
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
  };
};

const ZERO = 48;
const FIVE = 53;
/** All numbers below 1,000, as they are and as the groups of a larger one. */
const SMALL = Array.from({ length: 1000 }, (_, number) => String(number));
const GROUPS = SMALL.map((text) => text.padStart(3, '0'));

/** What rounds to nothing has no digit but zero. */
const NOTHING = /^[^1-9]*$/;

/** Undefined where only Intl knows: signs of nothing, numbers too large, what is no number. */
const written = (look: Look, value: number): string | undefined => {
  // A percentage is rounded after it is multiplied, which a double does not do exactly.
  if (look.scale !== 1 && !Number.isInteger(value)) return undefined;
  const size = Math.abs(value) * look.scale;
  if (!(size < look.limit)) return undefined;
  const digits = writtenByParts(look, size) ?? writtenByDigits(look, size);
  if (digits === undefined) return undefined;
  if (value > 0 || (value === 0 && !Object.is(value, -0))) return look.before + digits + look.after;
  return NOTHING.test(digits) ? undefined : look.negativeBefore + digits + look.negativeAfter;
};

/**
 * Put together from texts that are there already: a table with two amounts a row takes a quarter less time than with
 * decimals taken apart. Undefined where the rounding is too close to call, or the digits are too many.
 */
const writtenByParts = ({ fractions, group }: Look, size: number): string | undefined => {
  if (fractions === undefined) return undefined;
  const power = fractions.length;
  const all = roundedWhole(size, power);
  if (all < 0) return undefined;
  let whole = Math.floor(all / power);
  let text = fractions[all - whole * power] as string;
  if (group === '') return String(whole) + text;
  while (whole >= 1000) {
    const next = Math.floor(whole / 1000);
    text = group + GROUPS[whole - next * 1000] + text;
    whole = next;
  }
  return SMALL[whole] + text;
};

const writtenByDigits = (look: Look, size: number): string | undefined => {
  const all = rounded(size, look.maxDigits);
  if (all === undefined) return undefined;
  const point = all.length - look.maxDigits;
  let end = all.length;
  while (end > point + look.minDigits && all.charCodeAt(end - 1) === ZERO) end--;
  let digits = all.slice(0, point);
  if (look.group !== '' && point > 3) digits = grouped(digits, look.group);
  return end > point ? digits + look.decimal + all.slice(point, end) : digits;
};

/**
 * Rounded away from zero at half, as Intl does it: on the shortest decimal that stands for the double (1.005 becomes
 * 1.01), not on the double itself (which is a little less). Undefined where that decimal has an exponent.
 */
const rounded = (size: number, digits: number): string | undefined => {
  const text = String(size);
  const point = text.indexOf('.');
  if (point < 0) return text.includes('e') ? undefined : text + zeros(digits);
  if (text.includes('e', point)) return undefined;
  const whole = text.slice(0, point);
  const given = text.length - point - 1;
  if (given <= digits) return whole + text.slice(point + 1) + zeros(digits - given);
  const kept = whole + text.slice(point + 1, point + 1 + digits);
  if (text.charCodeAt(point + 1 + digits) < FIVE) return kept;
  return String(Number(kept) + 1).padStart(kept.length, '0');
};

const zeros = (count: number): string => (count === 2 ? '00' : '0'.repeat(count));

const grouped = (whole: string, group: string): string => {
  let at = whole.length % 3 || 3;
  let out = whole.slice(0, at);
  for (; at < whole.length; at += 3) out += group + whole.slice(at, at + 3);
  return out;
};

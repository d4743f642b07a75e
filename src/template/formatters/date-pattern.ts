/**
 * compilePattern :: "dd MMM yyyy" → (date, zone, locale) → text. The letters are Unicode's (UTS #35); Luxon writes
 * them. Numbers and names, which is nearly everything, are written here from tables that Luxon filled once: a table
 * of 200,000 dates would otherwise take seconds.
 */
import { DateTime } from 'luxon';
import { inZone, isUtc, zoneOffset } from '../expression/values/dates.ts';
import { dateTimeFormat } from '../expression/values/intl.ts';
import { lastMade } from './formatter.ts';

interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

type Piece = { readonly literal: string } | { readonly token: string };

/** Unicode's token → Luxon's, where they differ. */
const LUXON_TOKENS: ReadonlyMap<string, string> = new Map([
  ['y', 'y'],
  ['yy', 'yy'],
  ['yyyy', 'yyyy'],
  ...['M', 'MM', 'MMM', 'MMMM', 'MMMMM', 'L', 'LL', 'LLL', 'LLLL', 'LLLLL'].map((t) => [t, t] as const),
  ...['d', 'dd', 'H', 'HH', 'h', 'hh', 'm', 'mm', 's', 'ss', 'S', 'SSS', 'a'].map((t) => [t, t] as const),
  ['E', 'EEE'],
  ['EE', 'EEE'],
  ['EEE', 'EEE'],
  ['EEEE', 'EEEE'],
  ['EEEEE', 'EEEEE'],
  ['ccc', 'ccc'],
  ['cccc', 'cccc'],
  ['Q', 'q'],
  ['q', 'q'],
  ['w', 'W'],
  ['ww', 'WW'],
  ['Y', 'kkkk'],
  ['D', 'o'],
  ['DDD', 'ooo'],
  ['G', 'G'],
  ['GGGG', 'GG'],
  ['z', 'ZZZZ'],
  ['zzzz', 'ZZZZZ'],
  ['VV', 'z'],
  ['Z', 'ZZZ'],
  ['ZZZZZ', 'ZZ'],
  ['X', 'ZZZ'],
  ['XXX', 'ZZ'],
]);

const PIECE = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/** The text says what is wrong with the pattern. */
export const parsePattern = (pattern: string): readonly Piece[] | string => {
  if (pattern.length > 200) return 'is too long for a date pattern';
  if (/DD|YY/.test(pattern)) {
    const meant = pattern.replaceAll(/D+/g, (d) => d.toLowerCase()).replaceAll(/Y+/g, (y) => y.toLowerCase());
    return `uses capital DD or YYYY, which mean something else in Unicode patterns: write "${meant}"`;
  }
  const pieces: Piece[] = [];
  for (const [text, quoted, letter] of pattern.matchAll(PIECE)) {
    if (quoted !== undefined) pieces.push({ literal: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (text === "'") return 'has a quote that is not closed';
    else if (letter === undefined) pieces.push({ literal: text });
    else if (LUXON_TOKENS.has(text)) pieces.push({ token: text });
    else return `has the letters "${text}", which stand for nothing: put words in single quotes`;
  }
  const letters = pieces.flatMap((piece) => ('token' in piece ? [piece.token.charAt(0)] : []));
  if (letters.length === 0) return 'has no letters that stand for a part of the date';
  return mistakenLetter(pattern, new Set(letters)) ?? pieces;
};

/** Hours up to twelve without a word on which half of the day; false for what is no pattern. */
export const tellsHalfDay = (pattern: string): boolean => {
  const pieces = parsePattern(pattern);
  if (typeof pieces === 'string') return false;
  const letters = new Set(pieces.map((piece) => ('token' in piece ? piece.token.charAt(0) : '')));
  return letters.has('h') && !letters.has('a');
};

/** A letter that means something else than its neighbours show: the minutes of a year, the months of an hour. */
const mistakenLetter = (pattern: string, letters: ReadonlySet<string>): string | undefined => {
  const has = (...some: readonly string[]): boolean => some.some((letter) => letters.has(letter));
  const written = (from: RegExp, to: string): string =>
    `"${pattern.replaceAll(from, (run) => to.repeat(run.length))}"`;
  const hasMonth = has('M', 'L');
  const hasHour = has('H', 'h');
  if (has('Y') && (has('d') || hasMonth)) {
    return `uses Y, which is the year of a week, with a day or a month: write ${written(/Y/g, 'y')}`;
  }
  if (has('m') && !hasMonth && (has('y') || (has('d') && !hasHour))) {
    return `uses m, which are minutes, and has no month: write ${written(/(?<![Hh][^A-Za-z]*)m+/g, 'M')}`;
  }
  if (has('M') && hasHour && !has('m', 'd', 'y')) {
    return `uses M, which are months, with hours: write ${written(/M+/g, 'm')}`;
  }
  return undefined;
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Written without Luxon, in locales with the usual digits. */
const NUMERIC: ReadonlyMap<string, (fields: Fields) => string> = new Map<string, (fields: Fields) => string>([
  ['y', ({ year }) => String(year)],
  ['yy', ({ year }) => two(year % 100)],
  ['yyyy', ({ year }) => String(year).padStart(4, '0')],
  ['M', ({ month }) => String(month)],
  ['MM', ({ month }) => two(month)],
  ['L', ({ month }) => String(month)],
  ['LL', ({ month }) => two(month)],
  ['d', ({ day }) => String(day)],
  ['dd', ({ day }) => two(day)],
  ['H', ({ hour }) => String(hour)],
  ['HH', ({ hour }) => two(hour)],
  ['h', ({ hour }) => String(hour % 12 || 12)],
  ['hh', ({ hour }) => two(hour % 12 || 12)],
  ['m', ({ minute }) => String(minute)],
  ['mm', ({ minute }) => two(minute)],
  ['s', ({ second }) => String(second)],
  ['ss', ({ second }) => two(second)],
]);

const MONTH_NAMES = new Set(['MMM', 'MMMM', 'MMMMM', 'LLL', 'LLLL', 'LLLLL']);
const WEEKDAY_NAMES = new Set(['E', 'EE', 'EEE', 'EEEE', 'EEEEE', 'ccc', 'cccc']);

/** A token as a function of the fields; undefined where only Luxon knows. */
const quick = (token: string, locale: string): ((fields: Fields) => string) | undefined => {
  const luxon = LUXON_TOKENS.get(token) ?? token;
  if (MONTH_NAMES.has(token)) {
    const names = Array.from({ length: 12 }, (_, month) => {
      const date = DateTime.utc(2024, month + 1, 10).setLocale(locale);
      const name = date.toFormat(luxon);
      // Where the name is a number with a suffix (3月), Luxon keeps only the number.
      if (!/^\d+$/.test(name)) return name;
      const style = ({ 3: 'short', 4: 'long' } as const)[token.length] ?? 'narrow';
      return dateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(date.toJSDate());
    });
    return ({ month }) => names[month - 1] ?? '';
  }
  if (WEEKDAY_NAMES.has(token)) {
    // 1 January 2024 was a Monday.
    const names = Array.from({ length: 7 }, (_, day) =>
      DateTime.utc(2024, 1, day + 1)
        .setLocale(locale)
        .toFormat(luxon),
    );
    return ({ weekday }) => names[weekday - 1] ?? '';
  }
  if (token === 'a') {
    const names = [0, 12].map((hour) => DateTime.utc(2024, 1, 1, hour).setLocale(locale).toFormat('a'));
    return ({ hour }) => names[hour < 12 ? 0 : 1] ?? '';
  }
  const hasUsualDigits = dateTimeFormat(locale, {}).resolvedOptions().numberingSystem === 'latn';
  return hasUsualDigits ? NUMERIC.get(token) : undefined;
};

const fieldsOf = (date: Date, zone: string): Fields => {
  const local = isUtc(zone) ? date : new Date(date.getTime() + zoneOffset(zone, date.getTime()));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay() || 7,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
};

export type WriteDate = (date: Date, zone: string, locale: string) => string;

export const compilePattern = (pieces: readonly Piece[]): WriteDate => {
  const forLocale = lastMade((locale) =>
    pieces.map((piece) => {
      if ('literal' in piece) return () => piece.literal;
      const luxon = LUXON_TOKENS.get(piece.token) ?? piece.token;
      return quick(piece.token, locale) ?? ((_fields: Fields, date: DateTime) => date.toFormat(luxon));
    }),
  );
  return (date, zone, locale) => {
    const writers = forLocale(locale);
    let made: DateTime | undefined;
    const dateTime = (): DateTime => {
      made ??= inZone(date, zone, locale);
      return made;
    };
    const fields = date.getUTCFullYear() > 1 ? fieldsOf(date, zone) : dateTime();
    let result = '';
    for (const write of writers)
      result += write.length > 1 ? write(fields, dateTime()) : write(fields, NO_DATE);
    return result;
  };
};

/** For writers that don't look at it. */
const NO_DATE = DateTime.utc(2000);

/** toDate :: Value → Date. What counts as a date, and in which time zone it is read. */
import { DateTime, IANAZone } from 'luxon';
import type { RunContext } from './scope.ts';
import type { Value } from './values.ts';

/**
 * A number below this is in seconds, from it on in milliseconds. 1e11 seconds are the year 5138, 1e11 milliseconds
 * March 1973: nothing that a document dates with an epoch number lies on the wrong side but milliseconds of 1966–1973.
 */
const SECONDS_BELOW = 1e11;

/** A year, a day's number out of a spreadsheet: as seconds, they would all be some hour of the first of January 1970. */
const NO_EPOCH_BELOW = 1e5;
const DAY_SECONDS = 86_400;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;
const EPOCH_TEXT = /^-?(?:\d{10}|\d{13})$/;

export const isDateOnly = (value: Value): value is string =>
  typeof value === 'string' && DATE_ONLY.test(value);

/** A date without a time, as midnight in UTC; undefined for anything else. */
export const dateOnly = (value: Value): Date | undefined => {
  if (typeof value !== 'string' || !DATE_ONLY.test(value)) return undefined;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
};

export const isUtc = (zone: string): boolean => zone === 'UTC' || zone === 'Etc/UTC' || zone === 'utc';

/**
 * Date values, ISO 8601 (and its SQL spelling, RFC 2822 and HTTP dates), and epoch numbers. A text without an offset
 * is a time in the render's zone, so `2024-03-01` is the first of March wherever the reader is.
 */
export const toDate = (value: Value, run: Pick<RunContext, 'timezone'>): Date | undefined => {
  if (value instanceof Date) return valid(value);
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return (
    fromIso(text, run.timezone) ??
    (EPOCH_TEXT.test(text) ? fromEpoch(Number(text)) : fromOther(text, run.timezone))
  );
};

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);

const fromEpoch = (value: number): Date | undefined =>
  Math.abs(value) < NO_EPOCH_BELOW && value % DAY_SECONDS !== 0
    ? undefined
    : valid(new Date(Math.abs(value) < SECONDS_BELOW ? value * 1000 : value));

/** The usual spellings without Luxon, where no zone has to be asked: ten times as fast. */
const fromIso = (text: string, zone: string): Date | undefined => {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const offset = match[8];
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const isMidnight = hour === 24 && minute === 0 && second === 0;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 59) return undefined;
  const fraction = match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3));
  const shift = offsetMinutes(offset);
  if (shift === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - shift, second, fraction);
  return offset === undefined && !isUtc(zone) ? fromLocal(date.getTime(), zone) : date;
};

/** A zone's clock reading as a moment. In the hour that a change of clocks skips, the reading is moved on. */
const fromLocal = (reading: number, zone: string): Date => {
  const first = zoneOffset(zone, reading);
  const guess = reading - first;
  const second = zoneOffset(zone, guess);
  if (first === second) return new Date(guess);
  const corrected = reading - second;
  const third = zoneOffset(zone, corrected);
  return new Date(third === second ? corrected : reading - Math.min(second, third));
};

/** Clocks change at full quarters of an hour, so between them an offset can be remembered. */
const QUARTER_HOUR = 15 * 60 * 1000;
const MAX_OFFSETS = 20_000;
const offsets = new Map<string, Map<number, number>>();
let offsetCount = 0;

/** Milliseconds that the zone's clocks are ahead of UTC. Asking Intl takes microseconds, and tables ask a lot. */
export const zoneOffset = (zone: string, time: number): number => {
  if (isUtc(zone)) return 0;
  const quarter = Math.floor(time / QUARTER_HOUR);
  const known = offsets.get(zone)?.get(quarter);
  if (known !== undefined) return known;
  if (offsetCount >= MAX_OFFSETS) {
    offsets.clear();
    offsetCount = 0;
  }
  const found = IANAZone.create(zone).offset(time) * 60_000;
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, ofZone.set(quarter, found));
  offsetCount += 1;
  return found;
};

const daysInMonth = (year: number, month: number): number => {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
};

const offsetMinutes = (offset: string | undefined): number | undefined => {
  if (offset === undefined || offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  if (minutes > 14 * 60) return undefined;
  return offset.startsWith('-') ? -minutes : minutes;
};

/** A year of four digits, a clock time or a name; `12` alone would be noon today, `16.3.2026` is tried for nothing. */
const POSSIBLE = /^[+-]?\d{4}|[A-Za-z:]/;

const fromOther = (text: string, zone: string): Date | undefined => {
  if (text.length > 64 || !POSSIBLE.test(text)) return undefined;
  return (
    fromLuxon(DateTime.fromISO(text, { zone })) ??
    fromLuxon(DateTime.fromSQL(text, { zone })) ??
    fromLuxon(DateTime.fromRFC2822(text)) ??
    fromLuxon(DateTime.fromHTTP(text))
  );
};

const fromLuxon = (dateTime: DateTime): Date | undefined =>
  dateTime.isValid ? dateTime.toJSDate() : undefined;

/** `new Date(2024, 1, 29)`: the month counts from 0, parts run over, and a year below 100 is one of the 1900s. */
export const dateFromParts = (parts: readonly (number | undefined)[], zone: string): Date | undefined => {
  if (parts.some((part) => part === undefined)) return undefined;
  const [year = 0, month = 0, day = 1, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts.map(
    (part) => Math.trunc(part ?? 0),
  );
  const fullYear = year >= 0 && year < 100 ? 1900 + year : year;
  const start = DateTime.fromObject({ year: fullYear }, { zone });
  return fromLuxon(
    start.plus({ months: month, days: day - 1 }).plus({ hours, minutes, seconds, milliseconds }),
  );
};

/** The calendar and the clock of a zone. */
export const inZone = (date: Date, zone: string, locale?: string): DateTime =>
  DateTime.fromJSDate(date, { zone }).setLocale(locale ?? 'en-US');

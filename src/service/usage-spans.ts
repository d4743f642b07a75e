/**
 * readUsageQuery :: fields of a request → UsageQuery
 * usageSpans :: from × to × hours or days of a time zone → UsageSpan[]
 *
 * The store adds up hours into buckets of equal length. Days are that but for two in a year: so days of equal length
 * that follow each other are one span, and a day of 23 or 25 hours is one of its own.
 */
import { DateTime } from 'luxon';
import { PlatenError } from '../errors.ts';
import { timezoneOf } from '../regional.ts';
import { check, isCount, LAST_TIME } from './admin-rules.ts';
import { FieldErrors } from './field-errors.ts';
import type { UsageSpan } from './ports.ts';

interface UsageQuery {
  /** Epoch ms; the bucket that it falls into is counted whole. */
  readonly from: number;
  /** Likewise, where it is not the start of a bucket. */
  readonly to: number;
  readonly step: 'hour' | 'day';
  /** IANA; for days. */
  readonly timezone: string;
}

/** As it came. */
export interface SentUsageQuery {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly step?: unknown;
  readonly timezone?: unknown;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What a chart can show, and what is counted up in a blink. */
const MOST_HOURS = 31 * 24;
const MOST_DAYS = 400;
const USUAL_DAYS = 30;

export const readUsageQuery = (
  sent: SentUsageQuery,
  otherwise: { readonly now: number; readonly timezone: string },
): UsageQuery => {
  const fieldErrors = new FieldErrors();
  const timezone = fieldErrors.field('timezone', () => zoneOf(sent.timezone ?? otherwise.timezone), 'UTC');
  const step = fieldErrors.field('step', () => stepOf(sent.step ?? 'day'), 'day');
  const time = (name: 'from' | 'to', usual: number): number =>
    fieldErrors.field(
      name,
      () => (sent[name] === undefined ? usual : timeOf(sent[name], name, timezone)),
      usual,
    );
  const to = time('to', otherwise.now);
  const from = time('from', to - USUAL_DAYS * DAY_MS);
  fieldErrors.throwIfAny();
  return { from, to, step, timezone };
};

const stepOf = (value: unknown): 'hour' | 'day' => {
  check(value === 'hour' || value === 'day', 'step must be hour or day');
  return value;
};

const zoneOf = (value: unknown): string => {
  try {
    return timezoneOf(value);
  } catch (error) {
    throw new PlatenError(
      'bad_option',
      `timezone must be ${error instanceof Error ? error.message : 'another one'}.`,
    );
  }
};

/** A time without an offset, or a date, is one of the time zone that is asked for. */
const timeOf = (value: unknown, name: string, zone: string): number => {
  const at = typeof value === 'string' ? DateTime.fromISO(value, { zone }).toMillis() : Number.NaN;
  check(isCount(at, LAST_TIME), `${name} must be a time in ISO 8601, from 1970 to 9999`);
  return at;
};

export const usageSpans = ({ from, to, step, timezone }: UsageQuery): readonly UsageSpan[] => {
  check(
    Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to,
    'The span must end after it starts',
  );
  if (step === 'hour') {
    const start = Math.floor(from / HOUR_MS) * HOUR_MS;
    const end = Math.ceil(to / HOUR_MS) * HOUR_MS;
    check(end - start <= MOST_HOURS * HOUR_MS, `The span must be at most ${MOST_HOURS / 24} days of hours`);
    return [{ from: start, to: end, step: HOUR_MS }];
  }
  check(to - from <= MOST_DAYS * DAY_MS, `The span must be at most ${MOST_DAYS} days`);
  return spansOf(daysOf(from, to, timezone));
};

/** Midnights from the one before `from` to the one after `to`, both included. */
const daysOf = (from: number, to: number, timezone: string): readonly number[] => {
  let day = DateTime.fromMillis(from, { zone: timezone }).startOf('day');
  check(day.isValid, 'The time zone is not known');
  const days = [day.toMillis()];
  while (day.toMillis() < to) {
    const next = day.plus({ days: 1 }).startOf('day');
    // Where a day was left out (Samoa, December 2011) its name leads back to the one before.
    day = next > day ? next : day.plus({ days: 2 }).startOf('day');
    days.push(day.toMillis());
  }
  return days;
};

const spansOf = (days: readonly number[]): readonly UsageSpan[] => {
  const spans: UsageSpan[] = [];
  for (const [index, from] of days.slice(0, -1).entries()) {
    const to = days[index + 1] ?? from;
    const last = spans.at(-1);
    if (last?.step === to - from) spans[spans.length - 1] = { ...last, to };
    else spans.push({ from, to, step: to - from });
  }
  return spans;
};

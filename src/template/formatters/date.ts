/** Formatters of dates: ISO texts, epoch numbers and dates, in the render's zone and language or in those given. */
import type { DateTime, DateTimeUnit, DurationLikeObject } from 'luxon';
import { dateOnly, inZone, isDateOnly, toDate } from '../expression/values/dates.ts';
import { dateTimeFormat } from '../expression/values/intl.ts';
import type { RunContext } from '../expression/values/scope.ts';
import { charged } from '../expression/values/text.ts';
import type { Value } from '../expression/values/values.ts';
import { compilePattern, parsePattern, type WriteDate } from './date-pattern.ts';
import {
  type Format,
  type Formatter,
  isEmpty,
  lastMade,
  numberArgument,
  textArgument,
  unusable,
} from './formatter.ts';
import {
  anyParam,
  choiceParam,
  localeParam,
  numberParam,
  optional,
  patternParam,
  timezoneParam,
} from './params.ts';

const STYLES = ['short', 'medium', 'long', 'full'] as const;
type Style = (typeof STYLES)[number];
const isStyle = (text: string): text is Style => (STYLES as readonly string[]).includes(text.toLowerCase());

const formatParam = patternParam({
  name: 'format',
  expected: 'a pattern such as "dd MMM yyyy", or "short", "medium", "long", "full"',
  spelling: /^[\p{L}'’.,/_ -]+$/u,
  // Runs of a pattern's letters with something between them: `DD.MM.YYYY`.
  attempt: /^([DdMmYyHhSsE])\1*(?:[.,/ -]+([DdMmYyHhSsE])\2*)+$/,
  check: (value) => {
    if (typeof value !== 'string') return 'has to be a pattern such as "dd MMM yyyy", in quotes';
    if (isStyle(value)) return undefined;
    const pieces = parsePattern(value);
    return typeof pieces === 'string' ? pieces : undefined;
  },
  read: (value) => (typeof value === 'string' && isStyle(value) ? value.toLowerCase() : value),
});

const dateOf = (name: string, value: Value, run: RunContext): Date => {
  const date = toDate(value, run);
  if (date !== undefined) return date;
  throw unusable(name, 'a date', value, 'Dates are ISO texts such as 2024-12-31, or epoch numbers.');
};

/** A date without a time is that date everywhere: it is read and written in UTC, whatever the zone. */
const placed = (
  name: string,
  value: Value,
  run: RunContext,
  zone: string | undefined,
): { date: Date; zone: string } => {
  const day = dateOnly(value);
  if (day !== undefined) return { date: day, zone: 'UTC' };
  return { date: dateOf(name, value, run), zone: zone ?? run.timezone };
};

const byStyle = (options: Intl.DateTimeFormatOptions): WriteDate => {
  const formats = lastMade((key) => {
    const [locale = 'en-US', timeZone = 'UTC'] = key.split(' ');
    return dateTimeFormat(locale, { ...options, timeZone });
  });
  return (date, zone, locale) => formats(`${locale} ${zone}`).format(date);
};

const writerOf = (format: string, styled: (style: Style) => Intl.DateTimeFormatOptions): WriteDate => {
  if (isStyle(format)) return byStyle(styled(format));
  const pieces = parsePattern(format);
  if (typeof pieces === 'string') throw unusable('date', 'a pattern such as "dd MMM yyyy"', format);
  return compilePattern(pieces);
};

interface WrittenSpec {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly fallback: Style;
  readonly styled: (style: Style) => Intl.DateTimeFormatOptions;
}

const written = ({ name, summary, example, fallback, styled }: WrittenSpec): Formatter => ({
  name,
  family: 'date',
  params: [optional(formatParam), optional(localeParam), optional(timezoneParam)],
  input: 'date',
  result: 'value',
  summary,
  example,
  bind: ([format, locale, timezone]) => {
    const write = writerOf(textArgument(format) ?? fallback, styled);
    const fixedLocale = textArgument(locale);
    const fixedZone = textArgument(timezone);
    return (value, run) => {
      if (isEmpty(value)) return value;
      const { date, zone } = placed(name, value, run, fixedZone);
      return charged(write(date, zone, fixedLocale ?? run.locale), run);
    };
  },
});

/** Whole days keep a date without time what it is, so that nothing shifts when it is written in another zone. */
const moved =
  (name: string, move: (date: DateTime) => DateTime, keepsDay: boolean): Format =>
  (value, run) => {
    if (isEmpty(value)) return value;
    const { date, zone } = placed(name, value, run, undefined);
    const result = move(inZone(date, zone));
    if (!result.isValid) throw unusable(name, 'a date within the calendar', value);
    return keepsDay && isDateOnly(value) ? result.toISODate() : result.toJSDate();
  };

const ADDED: readonly (readonly [string, keyof DurationLikeObject, boolean])[] = [
  ['addYears', 'years', true],
  ['addMonths', 'months', true],
  ['addWeeks', 'weeks', true],
  ['addDays', 'days', true],
  ['addHours', 'hours', false],
  ['addMinutes', 'minutes', false],
  ['addSeconds', 'seconds', false],
];

const adding: readonly Formatter[] = ADDED.map(([name, unit, keepsDay]) => ({
  name,
  family: 'date',
  params: [numberParam(unit)],
  input: 'date',
  result: 'value',
  output: 'date',
  summary: `So many ${unit} later (earlier where negative).`,
  example: `{issued | ${name}:14 | date:"long"}`,
  bind: ([count]) => {
    const amount = numberArgument(count) ?? 0;
    return moved(name, (date) => date.plus({ [unit]: amount }), keepsDay);
  },
}));

const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

const edgeUnits = choiceParam('unit', UNITS);
const isUnit = (text: string): text is (typeof UNITS)[number] => (UNITS as readonly string[]).includes(text);

const unitOf = (value: Value): DateTimeUnit => {
  const singular = (textArgument(value) ?? 'days').replace(/s$/, '');
  return isUnit(singular) ? singular : 'day';
};

const edge = (name: 'startOf' | 'endOf', summary: string): Formatter => ({
  name,
  family: 'date',
  params: [edgeUnits],
  input: 'date',
  result: 'value',
  output: 'date',
  summary,
  example: `{issued | ${name}:"month" | date:"long"}`,
  bind: ([unit]) => moved(name, (date) => date[name](unitOf(unit)), true),
});

export const dateFormatters: readonly Formatter[] = [
  written({
    name: 'date',
    summary: 'By a pattern of Unicode tokens, or in the locale’s own short, medium, long or full form.',
    example: '{issued | date:"dd MMM yyyy"}',
    fallback: 'medium',
    styled: (dateStyle) => ({ dateStyle }),
  }),
  written({
    name: 'time',
    summary: 'The time of day.',
    example: '{start | time:"HH:mm"}',
    fallback: 'short',
    styled: (timeStyle) => ({ timeStyle }),
  }),
  written({
    name: 'datetime',
    summary: 'Date and time.',
    example: '{created | datetime:"short"}',
    fallback: 'medium',
    styled: (style) => ({
      dateStyle: style,
      timeStyle: style === 'short' || style === 'medium' ? 'short' : 'medium',
    }),
  }),
  {
    name: 'relative',
    family: 'date',
    params: [optional(localeParam)],
    input: 'date',
    result: 'value',
    summary: 'As seen from the time of the request: "in 3 days", "yesterday".',
    example: '{due | relative}',
    bind: ([locale]) => {
      const fixed = textArgument(locale);
      return (value, run) => {
        if (isEmpty(value)) return value;
        const options = { locale: fixed ?? run.locale };
        const here = inZone(new Date(run.now), run.timezone);
        const date = inZone(dateOf('relative', value, run), run.timezone);
        return isDateOnly(value)
          ? date.toRelativeCalendar({ ...options, base: here })
          : date.toRelative({ ...options, base: here });
      };
    },
  },
  ...adding,
  edge('startOf', 'The first moment of the year, quarter, month, week (Monday), day, hour or minute.'),
  edge('endOf', 'The last moment of the year, quarter, month, week (Sunday), day, hour or minute.'),
  {
    name: 'diff',
    family: 'date',
    params: [
      anyParam('other', 'date'),
      optional(choiceParam('unit', [...UNITS.map((unit) => `${unit}s`), ...UNITS])),
    ],
    input: 'date',
    result: 'value',
    output: 'number',
    summary: 'How many whole days (or other units) after the other date this one is; negative where before.',
    example: '{due | diff:issued:"days"}',
    bind: ([other, unit]) => {
      const chosen = unitOf(unit);
      const plural = `${chosen}s` as `${typeof chosen}s`;
      return (value, run) => {
        if (isEmpty(value)) return value;
        if (isEmpty(other)) return undefined;
        const to = inZone(dateOf('diff', value, run), run.timezone);
        const from = inZone(dateOf('diff', other, run), run.timezone);
        // Adding zero turns -0 into 0.
        return Math.trunc(to.diff(from, plural).as(plural)) + 0;
      };
    },
  },
];

/** Methods of dates. What JavaScript calls local is the render's time zone. */
import { type Args, type Method, optionalText } from '../values/arguments.ts';
import { inZone } from '../values/dates.ts';
import { dateTimeFormat } from '../values/intl.ts';
import type { RunContext } from '../values/scope.ts';
import { intlOptions } from './number-methods.ts';

const local = (date: Date, run: RunContext) => inZone(date, run.timezone);

const localized = (
  date: Date,
  [locale, options]: Args,
  { run, style }: { run: RunContext; style: Intl.DateTimeFormatOptions },
): string => {
  const chosen = intlOptions(options) as Intl.DateTimeFormatOptions;
  const hasFields = Object.keys(chosen).some(
    (key) => key !== 'timeZone' && key !== 'hour12' && key !== 'calendar',
  );
  const timeZone = chosen.timeZone ?? run.timezone;
  return dateTimeFormat(optionalText(locale, run) ?? run.locale, {
    ...(hasFields ? {} : style),
    ...chosen,
    timeZone,
  }).format(date);
};

const NUMERIC_DATE = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const NUMERIC_TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;

export const DATE_METHODS: ReadonlyMap<string, Method<Date>> = new Map<string, Method<Date>>([
  ['getFullYear', (date, _args, run) => local(date, run).year],
  ['getMonth', (date, _args, run) => local(date, run).month - 1],
  ['getDate', (date, _args, run) => local(date, run).day],
  ['getDay', (date, _args, run) => local(date, run).weekday % 7],
  ['getHours', (date, _args, run) => local(date, run).hour],
  ['getMinutes', (date, _args, run) => local(date, run).minute],
  ['getSeconds', (date, _args, run) => local(date, run).second],
  ['getMilliseconds', (date) => date.getUTCMilliseconds()],
  ['getTime', (date) => date.getTime()],
  ['getTimezoneOffset', (date, _args, run) => -local(date, run).offset],
  ['getUTCFullYear', (date) => date.getUTCFullYear()],
  ['getUTCMonth', (date) => date.getUTCMonth()],
  ['getUTCDate', (date) => date.getUTCDate()],
  ['getUTCDay', (date) => date.getUTCDay()],
  ['getUTCHours', (date) => date.getUTCHours()],
  ['getUTCMinutes', (date) => date.getUTCMinutes()],
  ['getUTCSeconds', (date) => date.getUTCSeconds()],
  ['getUTCMilliseconds', (date) => date.getUTCMilliseconds()],
  ['toISOString', (date) => date.toISOString()],
  ['toJSON', (date) => date.toISOString()],
  ['toString', (date) => date.toISOString()],
  ['toLocaleDateString', (date, args, run) => localized(date, args, { run, style: NUMERIC_DATE })],
  ['toLocaleTimeString', (date, args, run) => localized(date, args, { run, style: NUMERIC_TIME })],
  [
    'toLocaleString',
    (date, args, run) => localized(date, args, { run, style: { ...NUMERIC_DATE, ...NUMERIC_TIME } }),
  ],
  ['valueOf', (date) => date.getTime()],
]);

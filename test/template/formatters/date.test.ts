import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { evaluate } from '../expression/evaluate.ts';
import { DATES, NO_DATES } from '../inspect/dates.ts';
import { errorOf, format, formatPlain } from './format.ts';

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'ja-JP'] as const;
const DAY = '2024-03-01';
const MOMENT = '2024-03-01T15:04:05Z';

describe('formatters of dates, by locale', () => {
  it.each<[Value, string, [string, string, string, string]]>([
    [DAY, 'date', ['Mar 1, 2024', '01.03.2024', '1 mars 2024', '2024/03/01']],
    [DAY, 'date:"short"', ['3/1/24', '01.03.24', '01/03/2024', '2024/03/01']],
    [DAY, 'date:"long"', ['March 1, 2024', '1. März 2024', '1 mars 2024', '2024年3月1日']],
    [
      DAY,
      'date:"full"',
      ['Friday, March 1, 2024', 'Freitag, 1. März 2024', 'vendredi 1 mars 2024', '2024年3月1日金曜日'],
    ],
    [DAY, 'date:"dd MMM yyyy"', ['01 Mar 2024', '01 März 2024', '01 mars 2024', '01 3月 2024']],
    [DAY, 'date:"EEEE d. MMMM"', ['Friday 1. March', 'Freitag 1. März', 'vendredi 1. mars', '金曜日 1. 3月']],
    [MOMENT, 'time', ['4:04 PM', '16:04', '16:04', '16:04']],
    [MOMENT, 'time:"HH:mm:ss"', ['16:04:05', '16:04:05', '16:04:05', '16:04:05']],
    [
      MOMENT,
      'datetime:"short"',
      ['3/1/24, 4:04 PM', '01.03.24, 16:04', '01/03/2024 16:04', '2024/03/01 16:04'],
    ],
    [MOMENT, 'relative', ['3 days ago', 'vor 3 Tagen', 'il y a 3 jours', '3 日前']],
    ['2024-03-06', 'relative', ['tomorrow', 'morgen', 'demain', '明日']],
  ])('%j | %s', (value, pipe, expected) => {
    expect(LOCALES.map((locale) => formatPlain(value, pipe, { locale, timezone: 'Europe/Berlin' }))).toEqual(
      expected,
    );
  });
});

describe('date', () => {
  it.each<[Value, string, string]>([
    // What counts as a date
    ['2024-03-01T15:04:05+05:00', 'date:"yyyy-MM-dd HH:mm"', '2024-03-01 10:04'],
    ['2024-03-01T15:04', 'date:"HH:mm"', '15:04'],
    ['2024-03-01 15:04:05', 'date:"HH:mm:ss"', '15:04:05'],
    ['2024-03-01T15:04:05.678Z', 'date:"ss.SSS"', '05.678'],
    ['20240301', 'date:"d/M/yy"', '1/3/24'],
    ['2024-W09-5', 'date:"d/M/yy"', '1/3/24'],
    ['Fri, 01 Mar 2024 15:04:05 GMT', 'date:"d/M/yy"', '1/3/24'],
    [1709305445, 'date:"yyyy-MM-dd"', '2024-03-01'],
    [1709305445000, 'date:"yyyy-MM-dd"', '2024-03-01'],
    ['1709305445', 'date:"yyyy-MM-dd"', '2024-03-01'],
    [0, 'date:"yyyy"', '1970'],
    [-86400, 'date:"yyyy-MM-dd"', '1969-12-31'],
    // Tokens
    [MOMENT, 'date:"d.M.yy, H:m:s"', '1.3.24, 15:4:5'],
    [MOMENT, 'date:"hh:mm a"', '03:04 PM'],
    ['2024-03-01T00:30Z', 'date:"h:mm a"', '12:30 AM'],
    [MOMENT, 'date:"EEE, LLL d"', 'Fri, Mar 1'],
    [MOMENT, `date:"d 'of' MMMM"`, '1 of March'],
    [MOMENT, `date:"h 'o''clock'"`, "3 o'clock"],
    [MOMENT, 'date:"\'Q\'q yyyy"', 'Q1 2024'],
    [MOMENT, 'date:"w"', '9'],
    [MOMENT, 'date:"D"', '61'],
    [MOMENT, 'date:"yyyy-MM-dd\'T\'HH:mmZ"', '2024-03-01T15:04+0000'],
    ['0099-03-01', 'date:"yyyy"', '0099'],
    // Locale and zone as arguments
    [DAY, 'date:"long":"de-DE"', '1. März 2024'],
    [MOMENT, 'date:"HH:mm":"en-US":"Asia/Tokyo"', '00:04'],
    [MOMENT, 'date("HH:mm", "en-US", "Asia/Tokyo")', '00:04'],
  ])('%j | %s → %s', (value, pipe, expected) => {
    expect(format(value, pipe)).toBe(expected);
  });

  it('without a time is the same day in every zone', () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'UTC']) {
      expect(format(DAY, 'date:"dd.MM.yyyy"', { timezone })).toBe('01.03.2024');
      expect(format(DAY, 'date:"long"', { timezone })).toBe('March 1, 2024');
      expect(format(DAY, 'addDays:1 | date:"dd.MM.yyyy"', { timezone })).toBe('02.03.2024');
    }
  });

  it('with an offset is written in the zone of the render', () => {
    expect(format('2024-03-01T23:30:00Z', 'date:"yyyy-MM-dd HH:mm"', { timezone: 'Europe/Berlin' })).toBe(
      '2024-03-02 00:30',
    );
    expect(format('2024-07-01T12:00', 'date:"HH:mm"', { timezone: 'America/New_York' })).toBe('12:00');
    expect(format('2024-07-01T12:00Z', 'date:"HH:mm z"', { timezone: 'America/New_York' })).toBe('08:00 EDT');
  });

  it('writes what Luxon writes, quick tables or not', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
    const tokens = [
      'yyyy',
      'yy',
      'M',
      'MM',
      'MMM',
      'MMMM',
      'd',
      'dd',
      'EEE',
      'EEEE',
      'H',
      'HH',
      'h',
      'hh',
      'm',
      'mm',
      's',
      'ss',
      'a',
    ];
    // Every eleven days and a bit, over the changes of clocks of two years.
    for (let time = Date.UTC(2023, 0, 1); time < Date.UTC(2025, 0, 1); time += 11.37 * 86_400_000) {
      for (const timezone of zones) {
        for (const locale of ['en-US', 'de-DE', 'ar-EG', 'ru-RU']) {
          const expected = tokens.map((token) =>
            DateTime.fromMillis(time, { zone: timezone }).setLocale(locale).toFormat(token),
          );
          expect(format(Math.round(time), `date:"${tokens.join('|')}"`, { timezone, locale })).toBe(
            expected.join('|'),
          );
        }
      }
    }
  });

  it('reads local times as Luxon does, at the changes of clocks too', () => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      for (const day of [
        '2024-03-31',
        '2024-10-27',
        '2024-03-10',
        '2024-11-03',
        '2024-04-07',
        '2024-10-06',
        '2024-06-01',
      ]) {
        for (const clock of ['00:30', '01:30', '01:45', '02:15', '02:30', '03:00', '12:00']) {
          const text = `${day}T${clock}`;
          const found = evaluate('new Date(text).getTime()', { text }, { timezone });
          const expected = DateTime.fromISO(text, { zone: timezone });
          // In the doubled hour either moment is right.
          const shown = DateTime.fromMillis(Number(found), { zone: timezone }).toFormat('HH:mm');
          expect(shown, `${text} ${timezone}`).toBe(expected.toFormat('HH:mm'));
        }
      }
    }
  });
});

describe('date arithmetic', () => {
  it.each<[Value, string, Value]>([
    [DAY, 'addDays:30', '2024-03-31'],
    [DAY, 'addDays:-1', '2024-02-29'],
    ['2024-01-31', 'addMonths:1', '2024-02-29'],
    ['2024-02-29', 'addYears:1', '2025-02-28'],
    [DAY, 'addWeeks:2', '2024-03-15'],
    [DAY, 'addHours:5', new Date('2024-03-01T05:00:00Z')],
    [MOMENT, 'addMinutes:-4', new Date('2024-03-01T15:00:05Z')],
    [MOMENT, 'addSeconds:55', new Date('2024-03-01T15:05:00Z')],
    [DAY, 'addDays:30 | date:"long"', 'March 31, 2024'],
    [DAY, 'endOf:"month"', '2024-03-31'],
    [DAY, 'startOf:"year"', '2024-01-01'],
    [DAY, 'startOf:"week"', '2024-02-26'],
    [MOMENT, 'startOf:"hour"', new Date('2024-03-01T15:00:00Z')],
    [DAY, 'diff:"2024-02-28"', 2],
    [DAY, 'diff:"2024-02-28":"days"', 2],
    [DAY, 'diff:"2024-03-03"', -2],
    ['2024-03-15', 'diff:"1990-05-20":"years"', 33],
    [DAY, 'diff:"2023-12-31":"months"', 2],
    [MOMENT, 'diff:"2024-03-01":"hours"', 15],
    [DAY, 'diff:$now:"days"', -4],
    [DAY, 'diff:nowhere', undefined],
  ])('%j | %s', (value, pipe, expected) => {
    expect(format(value, pipe)).toEqual(expected);
  });

  it('keeps the clock over a change of clocks', () => {
    const timezone = 'Europe/Berlin';
    expect(format('2024-03-30T12:00', 'addDays:1 | time:"HH:mm"', { timezone })).toBe('12:00');
    expect(format('2024-03-30T12:00', 'addHours:24 | time:"HH:mm"', { timezone })).toBe('13:00');
  });
});

describe('what is no date', () => {
  it.each(['date', 'time', 'datetime', 'relative', 'addDays:1', 'startOf:"day"', 'diff:$now'])(
    '%s lets through what is missing or empty, and refuses the rest',
    (pipe) => {
      expect([format(undefined, pipe), format(null, pipe), format('', pipe)]).toEqual([undefined, null, '']);
      const name = pipe.split(':')[0];
      for (const value of [
        'tomorrow',
        '2024-02-30',
        '2024-13-01',
        '2024-03-01T25:00',
        true,
        [DAY],
        { a: 1 },
        1e300,
        '  ',
      ]) {
        const error = errorOf(value, pipe);
        expect(error.code).toBe('data_invalid');
        expect(error.message).toContain(`The formatter \`${name}\` needs a date, but got `);
        expect(error.hint).toMatch(/ISO/);
      }
    },
  );

  it.each(DATES)('is not %j', (value) => {
    expect(() => format(value as Value, 'date')).not.toThrow();
  });

  it.each(NO_DATES)('is %j', (value) => {
    expect(errorOf(value as Value, 'date').code).toBe('data_invalid');
  });

  it('is named', () => {
    // An hour without minutes would be one of today, whenever that is.
    expect(errorOf('12', 'date').message).toMatch(/needs a date/);
    expect(errorOf('31.12.2024', 'date').message).toBe(
      'The formatter `date` needs a date, but got the text "31.12.2024".',
    );
  });
});

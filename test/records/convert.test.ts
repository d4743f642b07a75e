/** Texts of a table become what the template takes, as the locale writes it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CSV, dataOf, read, schemaOf } from './support.ts';

/** One column with one value, as a template with that tag takes it. */
const convertedFrom = async (value: string, locale: string, tag: string): Promise<unknown> => {
  const written = `x\n"${value.replaceAll('"', '""')}"`;
  const [first] = await dataOf(written, { ...CSV, separator: ';' }, { schema: schemaOf(tag), locale });
  return typeof first === 'string' ? first : (first as { x?: unknown }).x;
};

const NUMBER = '{x | number}';
const DATE = '{x | date}';
const YES_NO = '{IF x}a{END-IF}';

describe('numbers', () => {
  test.each([
    ['en', '1,234.56', 1234.56],
    ['en', '1234.56', 1234.56],
    ['en', '-0.5', -0.5],
    ['en', '.5', 0.5],
    ['en', '1,234,567', 1234567],
    ['en', ' 7 ', 7],
    ['en', '00123', 123],
    ['en', '19%', 0.19],
    ['en', '1.5E+3', 1500],
    ['de', '1.234,56', 1234.56],
    ['de', '1.234', 1234],
    ['de', '−12,5', -12.5],
    ['de', '12,5 %', 0.125],
    ['de-AT', '1.234,56', 1234.56],
    ['de-AT', '1 234,56', 1234.56],
    ['de-CH', '1’234.56', 1234.56],
    ['de-CH', "1'234.56", 1234.56],
    ['fr', '1 234,56', 1234.56],
    ['fr', '1\u202f234,56', 1234.56],
    ['en-IN', '12,34,567.5', 1234567.5],
    ['ar-EG', '١٬٢٣٤٫٥', 1234.5],
  ])('%s: %s', async (locale, written, expected) => {
    expect(await convertedFrom(written, locale, NUMBER)).toBe(expected);
  });

  test.each([
    ['de', '12.50'],
    ['de', '1,234.56'],
    ['de', '1.23.456'],
    ['en', '1,5'],
    ['en', '1.234.567'],
    ['en', '12,34,567'],
    ['en', '1,234 567'],
    ['en', 'abc'],
    ['en', '-'],
    ['en', '1e999'],
    ['en', '12345678901234567890'],
    ['en', '5 €'],
    ['en', '#N/A'],
  ])('%s: %s is none, and never goes on as text', async (locale, written) => {
    expect(await convertedFrom(written, locale, NUMBER)).toBe('value_unreadable');
  });

  test('what Intl writes is read back, in any locale', async () => {
    const locales = [
      'en',
      'de',
      'de-AT',
      'de-CH',
      'fr',
      'es',
      'pl',
      'sv',
      'pt-BR',
      'en-IN',
      'ar-EG',
      'ja',
      'hi',
      'nb',
      'fi',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...locales),
        fc.integer({ min: 0, max: 999_999_999 }),
        async (locale, cents) => {
          const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
          expect(await convertedFrom(format.format(cents / 100), locale, NUMBER)).toBe(cents / 100);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('dates', () => {
  test.each([
    ['de', '16.03.2026', '2026-03-16'],
    ['de', '1.3.2026', '2026-03-01'],
    ['de', '16. März 2026', '2026-03-16'],
    ['de', '16.03.2026 14:30', '2026-03-16T14:30:00'],
    ['en', '3/16/2026', '2026-03-16'],
    ['en', '3/16/2026, 2:30 PM', '2026-03-16T14:30:00'],
    ['en', 'Mar 16, 2026', '2026-03-16'],
    ['en', 'March 16, 2026', '2026-03-16'],
    ['en-GB', '16/03/2026', '2026-03-16'],
    ['fr', '16 mars 2026', '2026-03-16'],
    ['nl', '16-3-2026', '2026-03-16'],
    ['hu', '2026. 03. 16.', '2026-03-16'],
    ['ja', '2026/3/16', '2026-03-16'],
    ['ru', '16 марта 2026 г.', '2026-03-16'],
    ['en', '2026-03-16', '2026-03-16'],
    ['de', '2026-03-16T14:30:00+02:00', '2026-03-16T14:30:00+02:00'],
    ['de', '2026-03-16 14:30', '2026-03-16 14:30'],
  ])('%s: %s', async (locale, written, expected) => {
    expect(await convertedFrom(written, locale, DATE)).toBe(expected);
  });

  test.each([
    ['de', '03/04/2026'],
    ['de', '30.02.2026'],
    ['de', '16.03.26'],
    ['en', '16/03/2026'],
    ['en', '2026-02-30'],
    ['en', '3/16/2026 25:00'],
    ['en', '46097'],
    ['en', 'tomorrow'],
    ['th', '16/3/2569'],
  ])('%s: %s is none', async (locale, written) => {
    expect(await convertedFrom(written, locale, DATE)).toBe('value_unreadable');
  });

  test('what Intl writes is read back, in any locale', async () => {
    const locales = [
      'en',
      'en-GB',
      'de',
      'fr',
      'es',
      'it',
      'nl',
      'pl',
      'sv',
      'pt-BR',
      'cs',
      'fi',
      'hu',
      'ja',
      'ko',
      'zh',
      'ru',
      'tr',
      'el',
    ];
    const styles: Intl.DateTimeFormatOptions[] = [
      { year: 'numeric', month: 'numeric', day: 'numeric' },
      { year: 'numeric', month: '2-digit', day: '2-digit' },
      { year: 'numeric', month: 'short', day: 'numeric' },
      { dateStyle: 'long' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...locales),
        fc.constantFrom(...styles),
        fc.integer({ min: 0, max: 40_000 }),
        async (locale, style, day) => {
          const date = new Date(day * 86_400_000);
          const written = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(date);
          expect(await convertedFrom(written, locale, DATE)).toBe(date.toISOString().slice(0, 10));
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe('yes and no', () => {
  test.each([
    ['en', 'TRUE', true],
    ['en', 'no', false],
    ['en', '0', false],
    ['en', 'x', true],
    ['de', 'Ja', true],
    ['de', 'FALSCH', false],
    ['de', 'false', false],
    ['fr', 'non', false],
    ['pl', 'Tak', true],
  ])('%s: %s', async (locale, written, expected) => {
    expect(await convertedFrom(written, locale, YES_NO)).toBe(expected);
  });

  test('a word that is neither is the record’s problem: as text it would count as yes', async () => {
    expect(await convertedFrom('nein', 'en', YES_NO)).toBe('value_unreadable');
    expect(await convertedFrom('2', 'de', YES_NO)).toBe('value_unreadable');
  });
});

describe('what the template says', () => {
  test('texts stay as they are, with their zeros, and so does what it does not ask for', async () => {
    const written = 'zip,number,other\n00123,0042,1.50';
    expect(await dataOf(written, CSV, { schema: schemaOf('{zip} {number}') })).toEqual([
      { zip: '00123', number: '0042', other: '1.50' },
    ]);
  });

  test('a field that it compares with texts may be one', async () => {
    const schema = schemaOf(
      '{IF x == "open"}a{ELSE}{x | number}{END-IF}',
      '{IF y == "soon"}a{ELSE}{y | date}{END-IF}',
    );
    expect(await dataOf('x,y\nopen,soon\n"1,000",3/4/2026', CSV, { schema })).toEqual([
      { x: 'open', y: 'soon' },
      { x: 1000, y: '2026-03-04' },
    ]);
  });

  test('a section around a text is about a text', async () => {
    expect(await convertedFrom('no', 'en', '{#x}{x}{/x}')).toBe('no');
  });

  test('an empty cell is no value, whatever is taken there', async () => {
    expect(await dataOf('amount,due,paid,note,customer.name\n,,,," "\n" "," "," ",a,b', CSV)).toEqual([
      { customer: { name: ' ' } },
      { note: 'a', customer: { name: 'b' } },
    ]);
  });

  test('the problem names the record, the path, the column, the value and what it should be', async () => {
    expect(
      await read('Betrag;note\n1,5;a\nviel;b', { ...CSV, columns: { Betrag: 'amount' } }, { locale: 'de' }),
    ).toEqual([
      { record: 1, data: { amount: 1.5, note: 'a' } },
      {
        record: 2,
        problem: {
          code: 'value_unreadable',
          path: 'amount',
          message:
            'The record that ends on line 3, column "Betrag": "viel" is no number as de writes it (such as 1.234,56).',
        },
      },
    ]);
  });
});

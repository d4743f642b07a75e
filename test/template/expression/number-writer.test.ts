import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_BYTES } from '../../../src/template/expression/values/number-bytes.ts';
import { numberWriter } from '../../../src/template/expression/values/number-writer.ts';

const LOCALES = [
  'en-US',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'en-IN',
  'de-CH',
  'ja-JP',
  'ar-EG',
  'hi-IN',
  'pt-BR',
  'sv-SE',
  'he-IL',
  'fa-IR',
];
const OPTIONS: Intl.NumberFormatOptions[] = [
  {},
  { style: 'currency', currency: 'EUR' },
  { style: 'currency', currency: 'JPY', signDisplay: 'negative' },
  { style: 'currency', currency: 'USD', currencySign: 'accounting' },
  { style: 'percent', maximumFractionDigits: 1 },
  { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' },
  { maximumFractionDigits: 3, useGrouping: false },
  { notation: 'compact' },
  { maximumSignificantDigits: 3 },
];

describe('numberWriter', () => {
  it('puts amounts into a buffer, and leaves to others what only Intl can tell', () => {
    const put = (value: number, options: Intl.NumberFormatOptions, locale = 'en-US'): string | undefined => {
      const bytes = Buffer.alloc(NUMBER_BYTES);
      const end = numberWriter(locale, options).put?.(value, bytes, 0) ?? -1;
      return end < 0 ? undefined : bytes.toString('utf8', 0, end);
    };
    const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    expect(put(1234567.8, twoDigits)).toBe('1,234,567.80');
    expect(put(-0.5, twoDigits)).toBe('-0.50');
    expect(put(0, twoDigits)).toBe('0.00');
    expect(put(12_000_007, {}, 'fr-FR')).toBe('12\u202f000\u202f007');
    expect(put(1234.5, { style: 'currency', currency: 'EUR' }, 'de-DE')).toBe('1.234,50\u00a0€');
    expect(put(-1234.5, { style: 'currency', currency: 'USD', currencySign: 'accounting' })).toBe(
      '($1,234.50)',
    );
    for (const value of [-0, -0.001, 1.005, 1e15, Number.NaN, Number.POSITIVE_INFINITY])
      expect(put(value, twoDigits)).toBeUndefined();
    expect(put(0.5, { style: 'percent' })).toBeUndefined();
    expect(put(1234, { notation: 'compact' })).toBeUndefined();
  });

  it.each(LOCALES)('writes as Intl does in %s', (locale) => {
    for (const options of OPTIONS) {
      const intl = new Intl.NumberFormat(locale, options);
      const writer = numberWriter(locale, options);
      const numbers = fc.oneof(
        fc.double(),
        fc.integer(),
        fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
        fc.integer().map((n) => n / 1000),
      );
      fc.assert(
        fc.property(numbers, (value) => writer.format(value) === intl.format(value)),
        { numRuns: 300, seed: 3 },
      );
      fc.assert(
        fc.property(numbers, (value) => {
          const bytes = Buffer.alloc(NUMBER_BYTES + 10, '#');
          const end = writer.put?.(value, bytes, 10) ?? -1;
          // What it leaves to others, it leaves alone but for the room that it was given.
          if (end < 0) return true;
          return (
            end - 10 <= NUMBER_BYTES &&
            bytes.toString('utf8', 10, end) === intl.format(value) &&
            bytes.toString('utf8', 0, 10) === '##########' &&
            bytes.subarray(end).every((byte) => byte === 35)
          );
        }),
        { numRuns: 300, seed: 3 },
      );
    }
    expect(numberWriter(locale, { style: 'currency', currency: 'EUR' }).format(1234.5)).toBe(
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(1234.5),
    );
  });
});

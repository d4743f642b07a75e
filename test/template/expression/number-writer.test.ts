import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberWriter } from '../../../src/template/expression/number-writer.ts';

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
    }
    expect(numberWriter(locale, { style: 'currency', currency: 'EUR' }).format(1234.5)).toBe(
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(1234.5),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { errorOf, format, formatPlain } from './format.ts';

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'ja-JP'] as const;

describe('formatters of numbers, by locale', () => {
  it.each<[Value, string, [string, string, string, string]]>([
    [1234567.891, 'number', ['1,234,567.891', '1.234.567,891', '1 234 567,891', '1,234,567.891']],
    [1234567.891, 'number:2', ['1,234,567.89', '1.234.567,89', '1 234 567,89', '1,234,567.89']],
    [1234567.891, 'number:"0,0.00"', ['1,234,567.89', '1.234.567,89', '1 234 567,89', '1,234,567.89']],
    [0.1234, 'number:"0.0%"', ['12.3%', '12,3%', '12,3%', '12.3%']],
    [1234.5, 'currency', ['$1,234.50', '1.234,50 $', '1 234,50 $US', '$1,234.50']],
    [1234.5, 'currency:"EUR"', ['€1,234.50', '1.234,50 €', '1 234,50 €', '€1,234.50']],
    [-1234.5, 'currency:"EUR"', ['-€1,234.50', '-1.234,50 €', '-1 234,50 €', '-€1,234.50']],
    [0.1234, 'percent', ['12%', '12 %', '12 %', '12%']],
    [0.1234, 'percent:1', ['12.3%', '12,3 %', '12,3 %', '12.3%']],
    [1, 'ordinal', ['1st', '1.', '1er', '1番目']],
    [22, 'ordinal', ['22nd', '22.', '22e', '22番目']],
    [1536, 'bytes', ['1.5 KB', '1,5 KB', '1,5 KB', '1.5 KB']],
    [
      1234.05,
      'words',
      [
        'one thousand two hundred thirty-four point zero five',
        'eintausendzweihundertvierunddreißig Komma null fünf',
        'mille deux cent trente-quatre virgule zéro cinq',
        '千二百三十四・〇五',
      ],
    ],
  ])('%j | %s', (value, pipe, expected) => {
    expect(LOCALES.map((locale) => formatPlain(value, pipe, { locale }))).toEqual(expected);
  });
});

describe('formatters of numbers', () => {
  it.each<[Value, string, Value]>([
    // Patterns
    [1234.5, 'number:"0"', '1235'],
    [1234.5, 'number:"0.00"', '1234.50'],
    [1234.5, 'number:"#,##0.00"', '1,234.50'],
    [1234.5, 'number:"0,0.##"', '1,234.5'],
    [1234, 'number:"0,0.##"', '1,234'],
    [1234.5, 'number:"0,0.0[00]"', '1,234.5'],
    [1234, 'number:"0,0[.]00"', '1,234'],
    [1234.5, 'number:"0,0[.]00"', '1,234.50'],
    [7, 'number:"000"', '007'],
    [7, 'number:"000.0"', '007.0'],
    [0.5, 'number:".00"', '0.50'],
    [5, 'number:"$0,0.00"', '$5.00'],
    [-5, 'number:"$0,0.00"', '-$5.00'],
    [5, 'number:"0.0 kg"', '5.0 kg'],
    [0.256, 'number:"0%"', '26%'],
    [-0.001, 'number:"0.00"', '0.00'],
    [1234.5, 'number:2:"de-DE"', '1.234,50'],
    ['1234.5', 'number:1', '1,234.5'],
    // Money
    [5, 'currency:"JPY"', '¥5'],
    [1.005, 'currency', '$1.01'],
    [5, 'currency:"EUR":"de-DE"', '5,00\u00a0€'],
    [5, 'currency:"EUR":"en-US":0', '€5'],
    [-0.001, 'currency', '$0.00'],
    [5, 'currency("EUR", "en-US")', '€5.00'],
    // Rounding in decimal
    [1.005, 'round:2', 1.01],
    [-1.005, 'round:2', -1.01],
    [2.5, 'round', 3],
    [-2.5, 'round', -3],
    [1234, 'round:-2', 1200],
    [1.1e-7, 'round:8', 1.1e-7],
    [1e21, 'round:2', 1e21],
    [1.0001, 'ceil', 2],
    [-1.5, 'ceil', -1],
    [1.231, 'ceil:2', 1.24],
    [1.999, 'floor', 1],
    [-1.2, 'floor', -2],
    [-0.4, 'round', 0],
    [-5, 'abs', 5],
    // Names of numbers
    [0, 'words', 'zero'],
    [13, 'words', 'thirteen'],
    [40, 'words', 'forty'],
    [101, 'words', 'one hundred one'],
    [-21, 'words', 'minus twenty-one'],
    [1_000_000, 'words', 'one million'],
    [
      1_234_567_890_123,
      'words',
      'one trillion two hundred thirty-four billion five hundred sixty-seven million eight hundred ninety thousand one hundred twenty-three',
    ],
    [0.1 + 0.2, 'words', 'zero point three'],
    [11, 'ordinal', '11th'],
    [112, 'ordinal', '112th'],
    [103, 'ordinal', '103rd'],
    [1000, 'ordinal', '1,000th'],
    [2, 'ordinal:"de-DE"', '2.'],
    [3, 'ordinal:"sv-SE"', '3:e'],
    [1, 'ordinal:"es-ES"', '1.º'],
    [0, 'bytes', '0 B'],
    [1023, 'bytes', '1,023 B'],
    [1024, 'bytes', '1 KB'],
    [123_456_789, 'bytes', '117.7 MB'],
    [123_456_789, 'bytes:0', '118 MB'],
    [1024 ** 3 - 1, 'bytes', '1 GB'],
    [1999, 'roman', 'MCMXCIX'],
    [4, 'roman:"lower"', 'iv'],
    [3999, 'roman', 'MMMCMXCIX'],
  ])('%j | %s → %j', (value, pipe, expected) => {
    expect(format(value, pipe)).toEqual(expected);
  });

  it.each<[number, string]>([
    [1, 'eins'],
    [16, 'sechzehn'],
    [21, 'einundzwanzig'],
    [101, 'einhunderteins'],
    [1001, 'eintausendeins'],
    [1_000_000, 'eine Million'],
    [2_000_001, 'zwei Millionen eins'],
    [1_001_000_000, 'eine Milliarde eine Million'],
  ])('%i in German words', (value, words) => {
    expect(format(value, 'words', { locale: 'de-AT' })).toBe(words);
  });

  it.each<[number, string]>([
    [21, 'vingt-et-un'],
    [70, 'soixante-dix'],
    [71, 'soixante-et-onze'],
    [77, 'soixante-dix-sept'],
    [80, 'quatre-vingts'],
    [81, 'quatre-vingt-un'],
    [91, 'quatre-vingt-onze'],
    [99, 'quatre-vingt-dix-neuf'],
    [100, 'cent'],
    [200, 'deux cents'],
    [201, 'deux cent un'],
    [1000, 'mille'],
    [80_000, 'quatre-vingt mille'],
    [200_000, 'deux cent mille'],
    [2_000_000, 'deux millions'],
  ])('%i in French words', (value, words) => {
    expect(format(value, 'words', { locale: 'fr-FR' })).toBe(words);
  });

  it('take locale and currency of the request', () => {
    expect(format(5, 'currency', { currency: 'GBP' })).toBe('£5.00');
    expect(formatPlain(5, 'currency', { currency: 'GBP', locale: 'de-DE' })).toBe('5,00 £');
  });

  it.each([
    'number',
    'number:2',
    'number:"0.0"',
    'currency',
    'percent',
    'round',
    'ceil',
    'floor',
    'abs',
    'ordinal',
    'words',
    'bytes',
    'roman',
  ])('%s lets through what is missing or empty, and refuses what is no number', (pipe) => {
    expect([format(undefined, pipe), format(null, pipe), format('', pipe)]).toEqual([undefined, null, '']);
    const name = pipe.split(':')[0];
    const refusals: readonly (readonly [Value, string])[] = [
      ['abc', 'the text "abc"'],
      ['x'.repeat(100), `the text "${'x'.repeat(40)}…"`],
      [true, 'true or false'],
      [[1], 'a list'],
      [{ a: 1 }, 'an object'],
    ];
    for (const [value, shown] of refusals) {
      const error = errorOf(value, pipe);
      expect(error.code).toBe('data_invalid');
      expect(error.message).toBe(`The formatter \`${name}\` needs a number, but got ${shown}.`);
    }
  });

  it('refuse numbers that they cannot write', () => {
    expect(errorOf(0, 'roman').message).toMatch(/whole number from 1 to 3999/);
    expect(errorOf(4000, 'roman').message).toMatch(/3999/);
    expect(errorOf(1.5, 'roman').message).toMatch(/3999/);
    expect(errorOf(1.5, 'ordinal').message).toMatch(/whole number/);
    expect(errorOf(1, 'ordinal', { locale: 'ar-EG' })).toMatchObject({
      message: 'The formatter `ordinal` has no ordinals for the locale ar-EG.',
      hint: expect.stringMatching(/^There are: bs, cs, da, de, /),
    });
    expect(errorOf(1e15, 'words').message).toMatch(/below/);
  });
});

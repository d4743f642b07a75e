import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { errorOf, format } from './format.ts';

describe('formatters of texts', () => {
  it.each<[Value, string, Value]>([
    ['straße', 'upper', 'STRASSE'],
    ['ÀÉ', 'lower', 'àé'],
    ['istanbul', 'upper:"tr-TR"', 'İSTANBUL'],
    ['new york', 'capitalize', 'New york'],
    ['JOHN o’neil-smith von der leyen', 'title', 'John O’neil-Smith Von Der Leyen'],
    ['été à paris', 'title', 'Été À Paris'],
    ['  x y \n', 'trim', 'x y'],
    ['abcdefghij', 'truncate:5', 'abcd…'],
    ['abcdefghij', 'truncate:10', 'abcdefghij'],
    ['abcdefghij', 'truncate:6:"..."', 'abc...'],
    ['abcdefghij', 'truncate:4:""', 'abcd'],
    ['one two three', 'truncate:5', 'one…'],
    ['👩‍👩‍👧‍👦👍🏽é', 'truncate:3', '👩‍👩‍👧‍👦👍🏽é'],
    ['👩‍👩‍👧‍👦👍🏽éx', 'truncate:3', '👩‍👩‍👧‍👦👍🏽…'],
    [7, 'pad:3:"0"', '007'],
    ['ab', 'pad:5', '   ab'],
    ['ab', 'pad:5:".":"end"', 'ab...'],
    ['abc', 'pad:2', 'abc'],
    ['a.b.c', 'replace:".":"-"', 'a-b-c'],
    ['aaa', 'replace:"a":"$&"', '$&$&$&'],
    ['abc', 'replace:"":"x"', 'abc'],
    ['+49 30 1', 'replace:" ":""', '+49301'],
    [undefined, 'default:"-"', '-'],
    [null, 'default:"-"', '-'],
    ['', 'default:"-"', '-'],
    [[], 'default:"-"', '-'],
    [0, 'default:"-"', 0],
    [false, 'default:"-"', false],
    ['x', 'default:"-"', 'x'],
    [undefined, 'upper | default:"-"', '-'],
    ['5', 'prefix:"No. "', 'No. 5'],
    [5, 'suffix:" kg"', '5 kg'],
    ['x', 'prefix:1', '1x'],
    ['a b&ü', 'urlencode', 'a%20b%26%C3%BC'],
    ['\ud800', 'urlencode', '%EF%BF%BD'],
    [12.5, 'upper', '12.5'],
    [['a', 'b'], 'upper', 'A, B'],
  ])('%j | %s → %j', (value, pipe, expected) => {
    expect(format(value, pipe)).toEqual(expected);
  });

  it('follow the locale', () => {
    expect(format('istanbul', 'upper', { locale: 'tr-TR' })).toBe('İSTANBUL');
    expect(format('istanbul', 'capitalize', { locale: 'tr-TR' })).toBe('İstanbul');
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ja-JP']) {
      expect(format('straße', 'upper', { locale })).toBe('STRASSE');
    }
  });

  it.each([
    'upper',
    'lower',
    'capitalize',
    'title',
    'trim',
    'truncate:3',
    'pad:3',
    'replace:"a":"b"',
    'prefix:"a"',
    'suffix:"a"',
    'urlencode',
  ])('%s lets through what is missing or empty', (pipe) => {
    expect([format(undefined, pipe), format(null, pipe), format('', pipe)]).toEqual([undefined, null, '']);
  });

  it('refuse objects', () => {
    expect(errorOf({ a: 1 }, 'upper')).toMatchObject({ code: 'data_invalid' });
    expect(errorOf([{ a: 1 }], 'trim')).toMatchObject({ code: 'data_invalid' });
  });
});

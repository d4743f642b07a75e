import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { evaluate } from '../expression/evaluate.ts';
import { errorOf, format } from './format.ts';

const ITEMS = [
  { name: 'Pen', price: 2.5, kind: 'office', tags: ['a', 'b'], maker: { city: 'Cork' }, on: '2024-03-02' },
  { name: 'äpfel', price: 10, kind: 'food', tags: ['b'], maker: { city: 'Bonn' }, on: '2024-03-01' },
  { name: 'Zebra', price: null, kind: 'office', tags: [], maker: null, on: '' },
  { name: 'book 10', price: 7, kind: 'office', tags: ['c'], maker: { city: 'Cork' } },
  { name: 'book 9', price: '7.5', kind: 'food', tags: ['c'], maker: { city: 'Aix' } },
];

const names = (pipe: string, circumstances = {}): Value =>
  format(ITEMS, `${pipe} | pluck:"name"`, circumstances);

describe('formatters of lists', () => {
  it.each<[Value, string, Value]>([
    [['a', 'b', 'c'], 'join', 'a, b, c'],
    [['a', 'b', 'c'], 'join:"/"', 'a/b/c'],
    [['a', 'b', 'c'], 'join:", ":" and "', 'a, b and c'],
    [['a', 'b'], 'join:", ":" and "', 'a and b'],
    [['a'], 'join:", ":" and "', 'a'],
    [[], 'join', ''],
    [[1, null, 2], 'join:"-"', '1--2'],
    [[1, 2, 3], 'sum', 6],
    [[], 'sum', 0],
    [Array.from({ length: 10 }, () => 0.1), 'sum', 1],
    [[1e16, 1, -1e16], 'sum', 1],
    [ITEMS, 'sum:"price"', 27],
    [[1, 2, 4, null], 'avg', 7 / 3],
    [[], 'avg', undefined],
    [ITEMS, 'avg:"price"', 6.75],
    [[3, 1, 2], 'min', 1],
    [[3, 1, 2], 'max', 3],
    [ITEMS, 'min:"price"', 2.5],
    [ITEMS, 'max:"on"', '2024-03-02'],
    [['b', 'a'], 'min', 'a'],
    [[], 'max', undefined],
    [ITEMS, 'count', 5],
    [{ a: 1, b: 2 }, 'count', 2],
    [[], 'count', 0],
    [ITEMS, 'pluck:"maker.city"', ['Cork', 'Bonn', undefined, 'Cork', 'Aix']],
    [[3, 1, 2], 'first', 3],
    [[3, 1, 2], 'last', 2],
    [[], 'first', undefined],
    [[3, 1, 2], 'limit:2', [3, 1]],
    [[3, 1, 2], 'limit:9', [3, 1, 2]],
    [[3, 1, 2], 'offset:1', [1, 2]],
    [[3, 1, 2], 'offset:9', []],
    [[1, 2, 1, '1'], 'unique', [1, 2, '1']],
    [[[1, [2]], 3], 'flatten', [1, [2], 3]],
    [ITEMS, 'pluck:"tags" | flatten | unique | join', 'a, b, c'],
    [[1, 2, 3, 4, 5], 'chunk:2', [[1, 2], [3, 4], [5]]],
    [[], 'chunk:2', []],
    [[3, 1, 2], 'sortBy', [1, 2, 3]],
    [[10, 9, 1], 'sortBy', [1, 9, 10]],
    [['b', 'a', null, 'C'], 'sortBy', ['a', 'b', 'C', null]],
  ])('%j | %s → %j', (value, pipe, expected) => {
    expect(format(value, pipe)).toEqual(expected);
  });

  it('sortBy: numbers by size, texts as the language sorts, what is empty last in both directions', () => {
    expect(names('sortBy:"price"')).toEqual(['Pen', 'book 10', 'äpfel', 'book 9', 'Zebra']);
    expect(names('where:"kind":"office" | sortBy:"price":"desc"')).toEqual(['book 10', 'Pen', 'Zebra']);
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ja-JP']) {
      expect(names('sortBy:"name"', { locale })).toEqual(['äpfel', 'book 9', 'book 10', 'Pen', 'Zebra']);
    }
    expect(names('sortBy:"name"', { locale: 'sv-SE' })).toEqual([
      'book 9',
      'book 10',
      'Pen',
      'Zebra',
      'äpfel',
    ]);
    expect(names('sortBy:"kind"')).toEqual(['äpfel', 'book 9', 'Pen', 'Zebra', 'book 10']);
  });

  it('where: true, equal, or compared', () => {
    expect(names('where:"kind":"food"')).toEqual(['äpfel', 'book 9']);
    expect(names('where:"maker"')).toEqual(['Pen', 'äpfel', 'book 10', 'book 9']);
    expect(names('where:"maker.city":"Cork"')).toEqual(['Pen', 'book 10']);
    expect(names('where:"price":">=":7')).toEqual(['äpfel', 'book 10', 'book 9']);
    expect(names('where:"price":7.5')).toEqual(['book 9']);
    expect(names('where:"tags":"contains":"b"')).toEqual(['Pen', 'äpfel']);
    expect(names('where:"kind":"!=":"food"')).toEqual(['Pen', 'Zebra', 'book 10']);
    expect(errorOf(ITEMS, 'where:"price":("~" + ""):7').message).toMatch(/one of == != > >= < <= contains/);
  });

  it('groupBy gives key and items, in the order of first appearance', () => {
    const groups = format(ITEMS, 'groupBy:"kind"');
    expect(groups).toMatchObject([
      { key: 'office', items: [{ name: 'Pen' }, { name: 'Zebra' }, { name: 'book 10' }] },
      { key: 'food', items: [{ name: 'äpfel' }, { name: 'book 9' }] },
    ]);
    expect(format(ITEMS, 'groupBy:"maker.city" | pluck:"key"')).toEqual(['Cork', 'Bonn', null, 'Aix']);
    expect(format(ITEMS, 'groupBy:"kind" | where:"key":"food" | pluck:"items" | flatten | count')).toBe(2);
  });

  it('unique by a property keeps the first of each', () => {
    expect(names('unique:"kind"')).toEqual(['Pen', 'äpfel']);
  });

  it('take what an expression yields, and yield what expressions take', () => {
    expect(evaluate('(items | where:"kind":"food").length + (items | count)', { items: ITEMS })).toBe(7);
    expect(evaluate('items.filter(i => i.price > 5) | count', { items: ITEMS })).toBe(3);
    expect(evaluate('(items | first).maker.city', { items: ITEMS })).toBe('Cork');
    expect(evaluate('items | limit:n | count', { items: ITEMS, n: 2 })).toBe(2);
  });

  it('change nothing', () => {
    const items = structuredClone(ITEMS);
    for (const pipe of ['sortBy:"name"', 'groupBy:"kind"', 'unique', 'limit:1', 'flatten', 'chunk:2'])
      format(items, pipe);
    expect(items).toEqual(ITEMS);
  });

  it.each([
    'join',
    'sum',
    'avg',
    'min',
    'max',
    'count',
    'sortBy',
    'groupBy:"a"',
    'where:"a"',
    'unique',
    'first',
    'last',
    'limit:1',
    'offset:1',
    'pluck:"a"',
    'flatten',
    'chunk:2',
  ])('%s lets through what is missing or empty, and refuses what is no list', (pipe) => {
    expect([format(undefined, pipe), format(null, pipe), format('', pipe)]).toEqual([undefined, null, '']);
    const name = pipe.split(':')[0];
    expect(errorOf('abc', pipe)).toMatchObject({
      code: 'data_invalid',
      message: `The formatter \`${name}\` needs a list, but got the text "abc".`,
    });
    expect(errorOf(5, pipe).message).toContain('the number 5');
  });

  it('sum and the like refuse elements that are no numbers', () => {
    expect(errorOf([1, 'x'], 'sum').message).toBe(
      'The formatter `sum` needs a number, but got the text "x".',
    );
    expect(errorOf([{ p: 'free' }], 'avg:"p"').message).toContain('the text "free"');
    expect(errorOf([[1], [2]], 'min').message).toContain('numbers, dates or texts');
  });
});

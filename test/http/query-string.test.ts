import { expect, test } from 'vitest';
import { parseQuery } from '../../src/http/query-string.ts';

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a=x+y%2Bz&=&&c', { a: 'x y+z', '': '', c: '' }],
  ['k=caf%C3%A9', { k: 'café' }],
  ['k=%FF', { k: '\uD800' }],
  ['k=%', { k: '\uD800' }],
])('%s', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query);
});

test('names of the prototype chain are names like any other', () => {
  const query = parseQuery('__proto__=1&constructor=2&toString=3');
  expect(Object.entries(query)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ]);
  expect(({} as Record<string, unknown>)['1']).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/template/expression/values/text.ts';
import { Callable, content, type Value } from '../../../src/template/expression/values/values.ts';
import { runContext } from './evaluate.ts';

describe('how values print', () => {
  it.each<[Value, string]>([
    ['a\nb', 'a\nb'],
    [undefined, ''],
    [null, ''],
    ['', ''],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1e+21'],
    [9007199254740991, '9007199254740991'],
    // Noise of binary fractions goes; digits that were meant stay.
    [0.1 + 0.2, '0.3'],
    [1.1 * 3, '3.3'],
    [4.35 * 100, '435'],
    [-0.7 - 0.1, '-0.8'],
    [1 / 3, '0.3333333333333333'],
    [Math.PI, '3.141592653589793'],
    [1234567.891234567, '1234567.891234567'],
    [Number.POSITIVE_INFINITY, ''],
    [Number.NaN, ''],
    [[1, 'a', true], '1, a, true'],
    [[1, null, undefined, 2], '1, , , 2'],
    [[[1, 2], [3]], '1, 2, 3'],
    [[], ''],
    [[null], ''],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), ''],
  ])('%j → %j', (value, expected) => {
    expect(textOf(value, runContext())).toBe(expected);
  });

  it.each<[string, Value]>([
    ['an object', { a: 1 }],
    ['an object', [{ a: 1 }]],
    ['a function', new Callable(() => 1)],
    ['html content', content('html', 'x', {})],
  ])('%s is refused', (kind, value) => {
    expect(() => textOf(value, runContext())).toThrow(`Text is expected here, but the value is ${kind}.`);
  });
});

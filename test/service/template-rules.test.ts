import { describe, expect, test } from 'vitest';
import { delimiterOf, templateKeyOf, templateNameOf } from '../../src/service/template-rules.ts';

describe('a template key', () => {
  test.each([
    ['invoice', 'invoice'],
    ['  spaces around \t', 'spaces around'],
    ['cafe\u0301', 'caf\u00e9'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['合同/α 🙂', '合同/α 🙂'],
    ['🙂'.repeat(200), '🙂'.repeat(200)],
    ['e\u0301'.repeat(200), 'é'.repeat(200)],
    ['__proto__', '__proto__'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(templateKeyOf(sent)).toBe(kept);
  });

  test.each([
    ['', 'must not be empty'],
    [' \n ', 'must not be empty'],
    ['x'.repeat(201), 'longer than 200'],
    ['x'.repeat(1_000_000), 'longer than 200'],
    ['a\u0000b', 'control characters'],
    ['a\nb', 'control characters'],
    ['a\u0085b', 'control characters'],
    ['a\uD800b', 'not valid Unicode'],
    [7, 'must be a string'],
    [null, 'must be a string'],
    [['a'], 'must be a string'],
  ])('%j is refused', (sent, why) => {
    expect(() => templateKeyOf(sent)).toThrow(
      expect.objectContaining({ code: 'bad_template_key', message: expect.stringContaining(why) }),
    );
  });
});

test('a name may be longer than a key, and has its own code', () => {
  expect(templateNameOf('n'.repeat(300))).toHaveLength(300);
  expect(() => templateNameOf('n'.repeat(301))).toThrow(
    expect.objectContaining({ code: 'bad_template_name' }),
  );
});

test('delimiters are the four of the specification, as they are written there', () => {
  expect(['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'].map(delimiterOf)).toHaveLength(
    4,
  );
  expect(() => delimiterOf('braces')).toThrow(expect.objectContaining({ code: 'bad_delimiter' }));
  expect(() => delimiterOf('toString')).toThrow(expect.objectContaining({ code: 'bad_delimiter' }));
});

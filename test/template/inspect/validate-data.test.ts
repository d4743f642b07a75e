import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../src/template/index.ts';
import { validateData } from '../../../src/template/inspect/validate-data.ts';
import { docx, p } from '../../support/build.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';

const schemaOf = (...paragraphs: string[]): Readonly<Record<string, unknown>> =>
  compileTemplate(docx(...paragraphs.map((text) => p(text))), { delimiter: 'BRACES' }).inspection.schema;

const invoice = schemaOf(
  '{customer.name} {customer.vat ?? "none"} {IMAGE logo} {anything?.at.all}',
  '{FOR item IN items}{$item.sku} {$item.price | currency} {END-FOR}',
);

test('data that fit are valid, optional fields left out or not', () => {
  const data = { customer: { name: 'Ada' }, items: [{ sku: 1, price: 2 }], logo: null };
  expect(validateData(invoice, data)).toEqual({
    valid: true,
    missing: [],
    mistyped: [],
    unused: [],
    truncated: false,
  });
});

test('every missing, mistyped and unused path, once each, with its first place and how often', () => {
  const data = {
    customer: { nam: 'Ada' },
    items: [
      { sku: 'A', price: 1 },
      { sku: 'B', price: 'cheap' },
      { price: 'dear', 'unit price': 4 },
      'text',
      {},
    ],
    logo: 5,
    extra: null,
  };
  expect(validateData(invoice, data)).toEqual({
    valid: false,
    missing: [
      { path: 'customer.name', first: 'customer.name', count: 1 },
      { path: 'items[].sku', first: 'items[2].sku', count: 2 },
      { path: 'items[].price', first: 'items[4].price', count: 1 },
    ],
    mistyped: [
      { path: 'logo', first: 'logo', count: 1, expected: 'string or object', found: 'number' },
      { path: 'items[].price', first: 'items[1].price', count: 2, expected: 'number', found: 'string' },
      { path: 'items[]', first: 'items[3]', count: 1, expected: 'object', found: 'string' },
    ],
    unused: [
      { path: 'customer.nam', first: 'customer.nam', count: 1 },
      { path: 'items[]["unit price"]', first: 'items[2]["unit price"]', count: 1 },
      { path: 'extra', first: 'extra', count: 1 },
    ],
    truncated: false,
  });
});

describe('as the renderer would take them', () => {
  test.each<[string, string, unknown, string]>([
    ['null is there', '{name}', { name: null }, ''],
    ['null is no object to have names', '{a.b}', { a: null }, 'missing a'],
    ['a text may be a number, a yes, or a list of them', '{a}{b}{c}', { a: 1, b: true, c: ['x', 2] }, ''],
    ['a text is no list of objects', '{a}', { a: [{}] }, 'a[] object, not string or number or boolean'],
    ['a text is no object', '{a}', { a: {} }, 'a object, not text'],
    ['an object that says what it is, is shown', '{a}', { a: { _type: 'image', source: '' } }, ''],
    ['a text that is a number is one', '{a | currency}', { a: ' -1.5e3 ' }, ''],
    ['an empty text is an empty number', '{a | currency}', { a: '' }, ''],
    ['a yes is no amount', '{a | currency}', { a: true }, 'a boolean, not number'],
    ['a date is a text or a number', '{a | date}{b | date}', { a: '2026-01-01', b: 1_700_000_000 }, ''],
    ['a date is no object', '{a | date}', { a: {} }, 'a object, not date'],
    ['a date is no other text', '{a | date}', { a: '16.3.2026' }, 'a string, not date'],
    ['what may be a text is one', '{IF a == "now"}x{ELSE}{a | date}{END-IF}', { a: 'now' }, ''],
    ['a condition takes anything', '{IF a}x{END-IF}{#b}y{/b}', { a: [], b: {} }, ''],
    ['FOR takes null for an empty list', '{FOR x IN a}{$x.b}{END-FOR}', { a: null }, ''],
    ['FOR takes no text', '{FOR x IN a}{$x.b}{END-FOR}', { a: 'b' }, 'a string, not array'],
    ['FOR takes a count where items have no names', '{FOR x IN a}{$x}{END-FOR}', { a: 3 }, ''],
    [
      'FOR goes through names',
      '{FOR x IN a}{$x.key}{$x.value.b}{END-FOR}',
      { a: { k: {} } },
      'missing a[].b',
    ],
    ['#each goes through names', '{#each a}{b}{/each}', { a: { k: { b: 1 }, l: {} } }, 'missing a[].b'],
    ['a section enters an object', '{#people}{b}{c}{/people}', { people: { b: 1 } }, 'missing people.c'],
    ['a section is a condition, with its names outside', '{#a}{b}{c}{/a}', { a: true, b: 1, c: 2 }, ''],
    ['and misses them there', '{#a}{b}{c}{/a}', { a: true, b: 1 }, 'missing c'],
    ['names behind a condition that does not hold are used', '{#a}{b}{c}{/a}', { a: false, c: 1 }, ''],
    ['items leave names to the data around', '{#a}{b}{c}{/a}', { a: [{ b: 1 }, { c: 3 }], b: 2, c: 2 }, ''],
    ['items that are no objects leave all of them', '{#a}{b}{/a}', { a: [1, 2], b: 1 }, ''],
    ['and are no items where nothing has the names', '{#a}{b}{/a}', { a: [1, 2] }, 'a[] number, not object'],
    [
      'an item of FOR leaves nothing',
      '{FOR x IN a}{$x.b}{END-FOR}',
      { a: [{}], b: 1 },
      'missing a[].b, unused b',
    ],
    ['a name in a condition is used', '{IF a}x{END-IF}', { a: 1, b: 2 }, 'unused b'],
    [
      'whole objects are used as they are',
      '{FOR k IN Object.keys(a)}{$k}{END-FOR}',
      { a: { b: {}, c: 1 } },
      '',
    ],
  ])('%s', (_rule, template, data, expected) => {
    const { missing, mistyped, unused } = validateData(schemaOf(template), data);
    const found = [
      ...missing.map(({ path }) => `missing ${path}`),
      ...mistyped.map((one) => `${one.path} ${one.found}, not ${one.expected}`),
      ...unused.map(({ path }) => `unused ${path}`),
    ];
    expect(found.join(', ')).toBe(expected);
  });
});

test('hostile data stay bounded, and names of the prototype chain are names', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
  const report = validateData(invoice, { ...many, ...JSON.parse('{"__proto__": {"customer": 1}}') });
  expect(report.unused).toHaveLength(1000);
  expect(report.truncated).toBe(true);
  expect(report.missing.map(({ path }) => path)).toEqual(['customer', 'logo', 'items']);
  expect(
    validateData(schemaOf('{a}'), JSON.parse('{"a": 1, "__proto__": 1, "constructor": 2}')).unused,
  ).toEqual([
    { path: '__proto__', first: '__proto__', count: 1 },
    { path: 'constructor', first: 'constructor', count: 1 },
  ]);
});

test('time grows with the data alone', () => {
  const items = Array.from({ length: 300_000 }, (_, index) => ({ sku: index, [`x${index}`]: index }));
  const start = cpuMilliseconds();
  const report = validateData(invoice, { customer: { name: 'x' }, items, logo: null });
  expect(report.missing).toEqual([{ path: 'items[].price', first: 'items[0].price', count: 300_000 }]);
  expect(report.unused).toHaveLength(1000);
  expect(cpuMilliseconds() - start).toBeLessThan(5000);
});

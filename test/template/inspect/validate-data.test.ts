import { expect, test } from 'vitest';
import { validateData } from '../../../src/template/inspect/validate-data.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  required: ['customer', 'items'],
  properties: {
    customer: { type: 'object', required: ['name'], properties: { name: text, vat: text } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sku', 'price'],
        properties: { sku: { type: ['string', 'number'] }, price: { type: 'number' } },
      },
    },
    logo: { anyOf: [text, { type: 'object', required: ['data'], properties: { data: text } }] },
    anything: {},
  },
};

test('data that fits is valid, optional fields left out or not', () => {
  const data = { customer: { name: 'Ada' }, items: [{ sku: 1, price: 2 }], anything: [{ x: 1 }] };
  expect(validateData(schema, data)).toEqual({
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
    items: [{ sku: 'A', price: 1 }, { sku: 'B', price: '2' }, { price: '3', 'unit price': 4 }, 'text', {}],
    logo: {},
    extra: null,
  };
  expect(validateData(schema, data)).toEqual({
    valid: false,
    missing: [
      { path: 'customer.name', first: 'customer.name', count: 1 },
      { path: 'items[].sku', first: 'items[2].sku', count: 2 },
      { path: 'items[].price', first: 'items[4].price', count: 1 },
      { path: 'logo.data', first: 'logo.data', count: 1 },
    ],
    mistyped: [
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

test('hostile data stays bounded, and names of the prototype chain are names', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
  const report = validateData(schema, { ...many, ...JSON.parse('{"__proto__": {"customer": 1}}') });
  expect(report.unused).toHaveLength(1000);
  expect(report.truncated).toBe(true);
  expect(report.missing.map(({ path }) => path)).toEqual(['customer', 'items']);
  expect(validateData({ type: 'object', properties: {} }, JSON.parse('{"__proto__": 1}')).unused).toEqual([
    { path: '__proto__', first: '__proto__', count: 1 },
  ]);
});

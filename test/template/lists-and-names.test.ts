/** A name of a list: an error that says to loop; and names that are almost those of the data: "did you mean". */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { docx, p } from '../support/build.ts';
import { failureOf, render } from './engine.ts';

const show = (text: string, data: JsonObject): string => render(docx(p(text)), data).text.join('|');
const items = [
  { name: 'a', price: 1 },
  { name: 'b', price: 2 },
];

describe('a list has no names of its own', () => {
  it.each<[string, JsonObject, string, string]>([
    ['{items.name}', { items }, '`items` is a list', '`name`'],
    ['{order.items.name}', { order: { items } }, '`order.items` is a list', '`price`'],
    ['{IF items.name}x{END-IF}', { items }, '`items` is a list', 'Loop'],
    ['{IF items.name == "a"}x{END-IF}', { items }, '`items` is a list', 'Loop'],
    ['{#items.name}x{/items.name}', { items }, '`items` is a list', 'Loop'],
    ['{items.name | upper}', { items }, '`items` is a list', 'Loop'],
    ['{items.name ?? "none"}', { items }, '`items` is a list', 'Loop'],
    ['{FOR o IN orders}{$o.items.name}{END-FOR}', { orders: [{ items }] }, '`$o.items` is a list', 'Loop'],
    ['{orders.map(o => o.items.name)}', { orders: [{ items }] }, '`o.items` is a list', 'Loop'],
    ['{items.count}', { items }, '`items` is a list', '`items | count`'],
    ['{tags.name}', { tags: ['x'] }, '`tags` is a list', 'Loop'],
  ])('%s with %j', (text, data, message, hint) => {
    const failure = failureOf(docx(p(text)), data);
    expect(failure.code).toBe('data_invalid');
    expect(failure.details).toMatchObject([
      {
        code: 'data_invalid',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
        part: 'document',
      },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['{items.length}', { items }, '2'],
    ['{items[0].name}{items.1.name}', { items }, 'ab'],
    ['{items | pluck:"name"}', { items }, 'a, b'],
    ['{items | sum:"price"}', { items }, '3'],
    ['{items.map(i => i.name).join("+")}', { items }, 'a+b'],
    ['{items?.name}', { items }, ''],
    ['{items[5].name}', { items }, ''],
    ['{items.name}', { items, 'items.name': 'flat' }, 'flat'],
    // PHP writes an empty object as an empty list.
    ['{customer.name}', { customer: [] }, ''],
    ['{IF customer.name}x{END-IF}', { customer: [] }, ''],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it('an empty list lacks the name', () => {
    expect(render(docx(p('{customer.name}')), { customer: [] }).report.missing).toEqual(['customer.name']);
  });
});

describe('did you mean', () => {
  const warningsOf = (text: string, data: JsonObject): string[] =>
    render(docx(p(text)), data).report.warnings;

  it.each<[string, JsonObject, string, string]>([
    ['{Status}', { status: 'x' }, 'Status', 'status'],
    ['{first_name}', { firstName: 'x' }, 'first_name', 'firstName'],
    ['{first-name}', { first_name: 'x' }, 'first-name', 'first_name'],
    ['{First name}', { 'first-name': 'x' }, 'First name', 'first-name'],
    ['{customer.Name}', { customer: { name: 'x' } }, 'customer.Name', 'customer.name'],
    ['{Customer.Name}', { customer: { name: 'x' } }, 'Customer.Name', 'customer.name'],
    ['{#items}{Name}{/items}', { items }, 'items[].Name', 'items[].name'],
    ['{FOR i IN items}{$i.Name}{END-FOR}', { items }, 'items[].Name', 'items[].name'],
    ['{#items}{Title}{/items}', { items, title: 'x' }, 'items[].Title', 'title'],
    ['{#each Items}x{/each}', { items }, 'Items', 'items'],
    ['{Straße | upper}', { straße: 'x' }, 'Straße', 'straße'],
  ])('%s with %j', (text, data, missing, meant) => {
    expect(render(docx(p(text)), data).report).toMatchObject({
      missing: [missing],
      warnings: [`\`${missing}\` is missing; did you mean \`${meant}\`?`],
    });
  });

  it.each<[string, JsonObject, string, string]>([
    ['{IF Flag}x{END-IF}', { flag: true }, 'Flag', 'flag'],
    ['{If Flag}x{END-IF}', { flag: false }, 'Flag', 'flag'],
    ['{IF a}x{ELSE-IF Is_Paid == 1}y{END-IF}', { isPaid: 1 }, 'Is_Paid', 'isPaid'],
    ['{#Flag}x{/Flag}', { flag: true }, 'Flag', 'flag'],
    ['{^Items}none{/Items}', { items }, 'Items', 'items'],
    ['{IF Customer.vip}x{END-IF}', { customer: { vip: true } }, 'Customer.vip', 'customer.vip'],
    ['{FOR i IN items}{IF $i.Name}x{END-IF}{END-FOR}', { items }, 'items[].Name', 'items[].name'],
    ['{#items}{#if Name}x{/if}{/items}', { items }, 'items[].Name', 'items[].name'],
    ['{DROP paragraph IF Draft}', { draft: true }, 'Draft', 'draft'],
    ['{Draft ? "yes" : "no"}', { draft: true }, 'Draft', 'draft'],
  ])('a condition asks for what is not there: %s with %j', (text, data, asked, meant) => {
    expect(warningsOf(`a ${text}`, data)).toEqual([
      `\`${asked}\` is asked for and not in the data; did you mean \`${meant}\`?`,
    ]);
  });

  it.each<[string, JsonObject]>([
    ['{Status}', { state: 'x' }],
    ['{Status}', { Status: '', status: 'x' }],
    ['{customer.Name}', { name: 'x', customer: {} }],
    ['{IF Flag}x{END-IF}', { other: 1 }],
    ['{IF flag}x{END-IF}', { flag: false, Flag: true }],
    ['{Name ?? name}', { name: 'x' }],
    ['{IF Name || name}x{END-IF}', { name: 'x' }],
    ['{user?.Name}', { user: { name: 'x' } }],
  ])('%s with %j says nothing', (text, data) => {
    expect(warningsOf(text, data)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['{IF status == paid}x{END-IF}', { status: 'paid' }],
    ['{IF status != paid}x{END-IF}', { status: 'paid' }],
    ['{IF status eq paid}x{END-IF}', { status: 'paid' }],
    ['{IF paid == order.status}x{END-IF}', { order: { status: 'paid' } }],
    ['{IF tags contains paid}x{END-IF}', { tags: ['paid'] }],
    ['{IF status in [paid, "open"]}x{END-IF}', { status: 'paid' }],
    ['{FOR i IN list}{IF $i.status == paid}x{END-IF}{END-FOR}', { list: [{ status: 'paid' }] }],
    ['{status == paid ? "yes" : "no"}', { status: 'paid' }],
  ])('a text without quotes is asked for in vain: %s', (text, data) => {
    expect(warningsOf(`a ${text}`, data)).toEqual([
      '`paid` is compared and not in the data; if it is a text, write `"paid"`.',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['{IF status == paid}x{END-IF}', {}],
    ['{IF status == paid}x{END-IF}', { status: 'x', paid: 'x' }],
    ['{IF status == "paid"}x{END-IF}', { status: 'x' }],
    ['{IF discount == 0}x{END-IF}', {}],
    ['{IF discount > limit}x{END-IF}', { discount: 5 }],
    ['{IF status == other.status}x{END-IF}', { status: 'x' }],
  ])('%s with %j is no such thing', (text, data) => {
    expect(warningsOf(`a ${text}`, data)).toEqual([]);
  });

  it('is told once for a thousand entries', () => {
    const many = Array.from({ length: 1000 }, () => ({ name: 'x' }));
    expect(warningsOf('{#items}{Name}{IF Name}{END-IF}{/items}', { items: many })).toHaveLength(1);
  });

  it('a formatter in front of its value is a missing name, with what to write', () => {
    expect(warningsOf('{upper name}', { name: 'x' })).toEqual([
      '`upper name` is missing; to format a value, write `name | upper`.',
    ]);
    expect(warningsOf('{date of birth}', { 'date of birth': 'x' })).toEqual([]);
  });

  it('is in the report of validate', () => {
    const { schema } = compileTemplate(docx(p('{Status} {#lines}{Sku}{/lines} {first-name} {gone}')), {
      delimiter: 'BRACES',
    }).inspection;
    const report = validateData(schema, { status: 'x', lines: [{ sku: 1 }, { sku: 2 }], first_name: 'x' });
    expect(report.missing).toEqual([
      { path: 'Status', first: 'Status', count: 1, suggestion: 'status' },
      { path: 'lines[].Sku', first: 'lines[0].Sku', count: 2, suggestion: 'lines[].sku' },
      { path: '["first-name"]', first: '["first-name"]', count: 1, suggestion: 'first_name' },
      { path: 'gone', first: 'gone', count: 1 },
    ]);
  });
});

describe('what SET could not make', () => {
  it.each<[string, JsonObject, string[]]>([
    ['{SET x = customer.vat}{x}', {}, ['customer.vat']],
    ['{SET x = a * b}{x}', { a: 2 }, ['b']],
    ['{FOR i IN items}{SET t = $i.qty * 2}{t}{END-FOR}', { items }, ['items[].qty']],
    ['{SET x = a}{SET y = x}{y}', {}, ['a']],
    ['{SET x = a}{SET x = 1}{x}', {}, []],
  ])('%s with %j lacks %j', (text, data, missing) => {
    expect(render(docx(p(text)), data).report.missing).toEqual(missing);
  });
});

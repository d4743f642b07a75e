/** How names find their data: keys that are numbers, names of several words, hyphens and dots, other spellings. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { docx, p } from '../support/build.ts';
import { render } from './engine.ts';

const show = (text: string, data: JsonObject): string =>
  render(docx(p(`[${text}]`)), data)
    .text.join('|')
    .slice(1, -1);
const inspect = (...texts: string[]) =>
  compileTemplate(docx(...texts.map((text) => p(text))), { delimiter: 'BRACES' }).inspection;
const pathsOf = (...texts: string[]): string[] => inspect(...texts).fields.map(({ path }) => path);

describe('a section whose name is a number', () => {
  it.each<[string, JsonObject, string]>([
    ['{#123}{t}{/123}', { '123': { t: 'entered' } }, 'entered'],
    ['{#123}{t}{/123}', { '123': [{ t: 'a' }, { t: 'b' }] }, 'ab'],
    ['{#123}never{/123}', { '123': [] }, ''],
    ['{#123}never{/123}', {}, ''],
    ['{^456}none{/456}', {}, 'none'],
    ['{^456}none{/456}', { '456': true }, ''],
    ['{#2075650}{result}{/2075650}', { '2075650': { result: '+' } }, '+'],
    ['{#007}{t}{/007}', { '007': { t: 'Bond' } }, 'Bond'],
    ['{#list}{#1}{t}{/1}{/list}', { list: [{ '1': { t: 'own' } }, {}], '1': { t: 'outer' } }, 'ownouter'],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it.each([
    ['{FOR i IN 3}{$i}{END-FOR}', '123'],
    ['{#if 1}yes{/if}', 'yes'],
    ['{IF 0}yes{ELSE}no{END-IF}', 'no'],
    ['{INS 12}{= 12}{(12)}{12 + 1}{12.5 | round}', '1212121313'],
  ])('elsewhere a number is a number: %s', (text, expected) => {
    expect(show(text, { '1': false, '3': ['x'], '0': true })).toBe(expected);
  });

  it('is a field of the schema and of the sample', () => {
    const { sample, schema } = inspect('{#2075650}{result}{/2075650}');
    expect(pathsOf('{#2075650}{result}{/2075650}')).toEqual(['["2075650"]', '["2075650"][].result']);
    expect(show('{#2075650}{result}{/2075650}', sample as JsonObject)).not.toBe('');
    expect(validateData(schema, sample)).toMatchObject({ valid: true, unused: [] });
  });
});

describe('a value whose name is a number', () => {
  it('is the key of the data, as in docxtemplater, easy-template-x and Handlebars, or missing', () => {
    const file = docx(p('{1} {2} {2024.1}'), p('{#rows}{1};{/rows}'));
    const { text, report } = render(file, { '1': 'one', rows: [{ '1': 'a' }, {}], '2024.1': 'dotted' });
    expect(text).toEqual(['one  dotted', 'a;one;']);
    expect(report.missing).toEqual(['2']);
  });

  it('is a field of the schema and of the sample', () => {
    expect(pathsOf('{1}{QR 123}{BARCODE 4006381333931 height=(2)}')).toEqual(['["1"]']);
    expect(show('{1}', inspect('{1}').sample as JsonObject)).not.toBe('');
  });
});

describe('a name that begins with "not"', () => {
  it.each<[string, JsonObject, string]>([
    ['{not applicable}', { 'not applicable': '–' }, '–'],
    ['{not paid}', { paid: true }, 'false'],
    ['{#not paid}open{/}', { paid: false }, 'open'],
    ['{#not paid}open{/}', {}, 'open'],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it('is missing where the data has neither the key nor the field', () => {
    expect(render(docx(p('{not applicable}')), {}).report.missing).toEqual(['not applicable']);
  });
});

describe("Handlebars' brackets around a name", () => {
  it.each<[string, JsonObject, string]>([
    ['{[first name]}', { 'first name': 'Ann' }, 'Ann'],
    ['{user.[first name]}', { user: { 'first name': 'Ann' } }, 'Ann'],
    ['{[my user].[first name].length}', { 'my user': { 'first name': 'Ann' } }, '3'],
    [
      '{#each [line items]}{[unit price]}{../[full name]};{/each}',
      { 'line items': [{ 'unit price': 2 }], 'full name': 'A B' },
      '2A B;',
    ],
    ['{#if [is paid?]}yes{/if}', { 'is paid?': true }, 'yes'],
    ['{items.[0]}{items.[1]}', { items: ['a', 'b'] }, 'ab'],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });
});

describe('signs of Chinese and Japanese in a name', () => {
  it('are part of it where they can be nothing else', () => {
    const data = { '附件列表：字段名': 'A', '金额（元）': 12 };
    expect(show('{附件列表：字段名} {金额（元）}', data)).toBe('A 12');
    expect(pathsOf('{附件列表：字段名}')).toEqual(['["附件列表：字段名"]']);
  });
});

describe('a tag that shows nothing and does nothing', () => {
  it.each(['{comment text}', '{Query 1}', '{Exec summary}', '{EXEC summary}', '{SET total}'])(
    '%s is warned about: a field may be meant',
    (tag) => {
      expect(inspect(`x ${tag}`).warnings).toMatchObject([{ code: 'no_effect', tag, part: 'document' }]);
    },
  );

  it.each(['{COMMENT text}', '{QUERY one}', '{// text}', '{! text}', '{SET a = 1}{a}'])(
    '%s is meant so',
    (text) => {
      expect(inspect(`{x} ${text}`).warnings).toEqual([]);
    },
  );
});

describe('a name with hyphens', () => {
  it.each<[string, JsonObject, string]>([
    ['{first-name}', { 'first-name': 'Ann' }, 'Ann'],
    ['{e-mail | upper}', { 'e-mail': 'a@b' }, 'A@B'],
    ['{first-name}', { 'first-name': 'Ann', first: 'x', name: 'Smith' }, 'Ann'],
    ['{a.b-c}', { a: { 'b-c': 1 } }, '1'],
    ['{a-b.c}', { 'a-b': { c: 2 } }, '2'],
    ['{one-two-three}', { 'one-two-three': 3 }, '3'],
    ['{address-2}', { 'address-2': 'Mill Lane' }, 'Mill Lane'],
    [
      '{#line-items}{unit-price}{/line-items}',
      { 'line-items': [{ 'unit-price': 1 }, { 'unit-price': 2 }] },
      '12',
    ],
    ['{#items}{unit-price}{/items}', { items: [{}, { 'unit-price': 2 }], 'unit-price': 9 }, '92'],
    ['{#items}{../unit-price}{/items}', { items: [{ 'unit-price': 2 }], 'unit-price': 9 }, '9'],
    ['{FOR i IN line-items}{$i.unit-price}{END-FOR}', { 'line-items': [{ 'unit-price': 1 }] }, '1'],
    ['{#each line-items as |i|}{i.unit-price}{/each}', { 'line-items': [{ 'unit-price': 1 }] }, '1'],
    [
      '{items.map(i => i.unit-price).join("+")}',
      { items: [{ 'unit-price': 1 }, { 'unit-price': 2 }] },
      '1+2',
    ],
    ['{IF is-paid}yes{END-IF}', { 'is-paid': true }, 'yes'],
    ['{IF not is-paid}open{END-IF}', { 'is-paid': true }, ''],
    ['{IF order-state == "open" and e-mail}yes{END-IF}', { 'order-state': 'open', 'e-mail': 'x' }, 'yes'],
    ['{^line-items}none{/line-items}', { 'line-items': [] }, 'none'],
    ['{SET full = `${first-name}!`}{full}', { 'first-name': 'Ann' }, 'Ann!'],
    ['{first–name}', { 'first-name': 'Ann' }, 'Ann'],
    ['{fax-number}', { 'fax-number': null }, ''],
    ['{start-date} {end-date} {End-Date}', { 'start-date': 1, 'end-date': 2, 'End-Date': 3 }, '1 2 3'],
    ['{e-mail-2}', { 'e-mail-2': 'x' }, 'x'],
  ])('%s with %j gives %j', (text, data, expected) => {
    const file = docx(p(`[${text}]`));
    const { text: shown, report } = render(file, data);
    expect(shown.join('|').slice(1, -1)).toBe(expected);
    expect(report.missing).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['{gross-net}', { gross: 119, net: 100 }, '19'],
    ['{gross-net}', { gross: 119, net: 100, 'gross-net': 'x' }, '19'],
    ['{total-1}', { total: 5 }, '4'],
    ['{first - name}', { 'first-name': 'Ann', 'first - name': 'Ann' }, ''],
    ['{FOR i IN items}{$index-1}{END-FOR}', { items: [1, 2] }, '-10'],
    ['{items.length-1}', { items: [1, 2] }, '1'],
  ])('where it can be computed, it is a subtraction: %s with %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it.each<[string, JsonObject, string[]]>([
    ['{first-name}', {}, ['first-name']],
    ['{first-name}', { name: 'Smith' }, ['first-name']],
    ['{gross-net}', { gross: 5 }, ['net']],
    ['{gross-net}', { gross: 'x', net: 'y' }, ['gross-net']],
    ['{#items}{unit-price}{/items}', { items: [{}] }, ['items[].unit-price']],
    ['{#each line-items}x{/each}', {}, ['line-items']],
  ])('%s with %j lacks %j', (text, data, missing) => {
    expect(render(docx(p(text)), data).report.missing).toEqual(missing);
  });

  it('is one field of the schema, of the sample and of the list', () => {
    const texts = ['{first-name} {name}', '{#line-items}{unit-price | currency} {total-1}{/line-items}'];
    expect(pathsOf(...texts)).toEqual([
      '["first-name"]',
      'name',
      '["line-items"]',
      '["line-items"][]["unit-price"]',
      '["line-items"][].total',
    ]);
    const { sample } = inspect(...texts);
    expect(render(docx(...texts.map((text) => p(text))), sample as JsonObject).report.missing).toEqual([]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['{first-name}', { 'first-name': 'Ann' }, []],
    ['{first-name}', { first: 3, name: 2 }, []],
    ['{first-name}', { name: 2 }, ['["first-name"]']],
    ['{address-2}', { 'address-2': 'x' }, []],
    ['{address-2}', { address: 3 }, []],
    ['{a.b-c}', { a: { 'b-c': 1 } }, []],
    ['{a.b-c}', { a: { b: 1 }, c: 2 }, []],
    [
      '{#line-items}{unit-price}{/line-items}',
      { 'line-items': [{ 'unit-price': 2 }, { unit: 2, price: 1 }] },
      [],
    ],
    ['{#line-items}{unit-price}{/line-items}', { 'line-items': [{}] }, ['["line-items"][]["unit-price"]']],
    ['{first-name ?? "x"}', {}, []],
    ['{e-mail-2}', { 'e-mail-2': 'x' }, []],
    ['{a-b-2}', { a: 5, b: 1 }, []],
  ])('neither reading is missing to validate: %s with %j', (text, data, missing) => {
    const report = validateData(inspect(text).schema, data);
    expect(report.missing.map(({ path }) => path)).toEqual(missing);
    if (missing.length === 0) expect(report).toMatchObject({ valid: true, mistyped: [] });
  });
});

describe('a name with points', () => {
  it.each<[string, JsonObject, string]>([
    ['{user.name}', { 'user.name': 'Ann' }, 'Ann'],
    ['{user.name | upper}', { 'user.name': 'Ann' }, 'ANN'],
    ['{user.name}', { 'user.name': 'flat', user: { name: 'nested' } }, 'nested'],
    ['{user.name}', { 'user.name': null }, ''],
    ['{client.court.file}', { 'client.court.file': 'T' }, 'T'],
    ['{client.court.file}', { 'client.court': { file: 'T' } }, 'T'],
    ['{client.court.file}', { client: { 'court.file': 'T' } }, 'T'],
    ['{#items}{user.name}{/items}', { items: [{ 'user.name': 'a' }, {}], 'user.name': 'b' }, 'ab'],
    ['{FOR i IN order.items}{$i.unit.price}{END-FOR}', { 'order.items': [{ 'unit.price': 1 }] }, '1'],
    ['{#order.items}{n}{/order.items}', { 'order.items': [{ n: 1 }, { n: 2 }] }, '12'],
    ['{IF user.active}yes{END-IF}', { 'user.active': true }, 'yes'],
    ['{items.map(i => i.unit.price).join()}', { items: [{ 'unit.price': 1 }] }, '1'],
    ['{user.first-name}', { 'user.first-name': 'Ann' }, 'Ann'],
  ])('%s with %j gives %j', (text, data, expected) => {
    const { text: shown, report } = render(docx(p(`[${text}]`)), data);
    expect(shown.join('|').slice(1, -1)).toBe(expected);
    expect(report.missing).toEqual([]);
  });

  it('is missing where neither is there', () => {
    expect(render(docx(p('{user.name}{user?.name}')), { 'user.names': 1 }).report.missing).toEqual([
      'user.name',
    ]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['{user.name}', { 'user.name': 'Ann' }, []],
    ['{user.name} {user.city}', { 'user.name': 'Ann' }, ['user.city']],
    ['{client.court.file}', { 'client.court.file': 'T' }, []],
    ['{client.court.file}', { 'client.court': { file: 'T' } }, []],
    ['{#order.items}{n}{/order.items}', { 'order.items': [{ n: 1 }, {}] }, ['order.items[].n']],
    ['{user.name}', { user: {} }, ['user.name']],
  ])('validate: %s with %j', (text, data, missing) => {
    const report = validateData(inspect(text).schema, data);
    expect(report.missing.map(({ path }) => path)).toEqual(missing);
    expect(report.unused).toEqual([]);
  });
});

describe('words with an operator among them', () => {
  it.each<[string, JsonObject, string]>([
    ['{terms and conditions}', { 'terms and conditions': 'T' }, 'T'],
    ['{place in city}', { 'place in city': 'P' }, 'P'],
    [
      '{#terms and conditions}{t}{/terms and conditions}',
      { 'terms and conditions': [{ t: 1 }, { t: 2 }] },
      '12',
    ],
    ['{nickname or name}', { name: 'Ann' }, 'Ann'],
    ['{paid and shipped}', { paid: true, shipped: 'yes' }, 'yes'],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it('are missing as one name where none of them is there', () => {
    expect(
      render(docx(p('{terms and conditions}{place in city}{nickname or name}')), {}).report.missing,
    ).toEqual(['terms and conditions', 'place in city', 'name']);
  });
});

describe('letters that can be written in two ways', () => {
  const composed = 'f\u00e4llig';
  const decomposed = composed.normalize('NFD');
  // As Vietnamese keyboards type it: one mark composed, the other not.
  const half = 'ti\u00ea\u0301ng';

  it.each<[string, JsonObject, string]>([
    [`{${decomposed}}`, { [composed]: 1 }, '1'],
    [`{${composed}}`, { [decomposed]: 1 }, '1'],
    [`{${decomposed}}`, { [decomposed]: 1 }, '1'],
    [`{${half}}`, { [half]: 1 }, '1'],
    [`{a.${composed}.b}`, { a: { [decomposed]: { b: 1 } } }, '1'],
    [`{#${composed}}{x}{/${decomposed}}`, { [decomposed]: [{ x: 1 }] }, '1'],
    [`{FOR ${composed} IN list}{${decomposed}}{END-FOR}`, { list: [1, 2] }, '12'],
    [`{SET ${composed} = 5}{${decomposed}}`, {}, '5'],
    [`{#list}{${composed}}{/list}`, { list: [{ [decomposed]: 1 }, {}], [decomposed]: 2 }, '12'],
    [`{IF ${composed}}yes{END-IF}`, { [decomposed]: true }, 'yes'],
    [`{a.${composed}}`, { [`a.${decomposed}`]: 1 }, '1'],
    [`{${composed}-${composed}}`, { [`${decomposed}-${decomposed}`]: 1 }, '1'],
    [`{Erste ${composed}}`, { [`Erste ${decomposed}`]: 1 }, '1'],
    [`{this["${decomposed}"]}`, { [composed]: 1 }, '1'],
    [
      `{${composed}}`,
      { ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, n])), [decomposed]: 1 },
      '1',
    ],
  ])('%s with %j gives %j', (text, data, expected) => {
    const { text: shown, report } = render(docx(p(`[${text}]`)), data);
    expect(shown.join('|').slice(1, -1)).toBe(expected);
    expect(report.missing).toEqual([]);
  });

  it('are one field, and not missing to validate', () => {
    expect(pathsOf(`{${composed}} {${decomposed}}`)).toEqual([composed]);
    const { schema } = inspect(`{${composed}}`);
    expect(validateData(schema, { [decomposed]: 1 })).toMatchObject({ valid: true, unused: [] });
  });
});

/** Conditions that are written as people speak, or as other engines' helpers: refused, with what to write instead. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type DelimiterName, type JsonObject } from '../../src/template/index.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { docx, p } from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

const show = (text: string, data: JsonObject): string =>
  render(docx(p(`[${text}]`)), data)
    .text.join('|')
    .slice(1, -1);
const warningsOf = (text: string, delimiter: DelimiterName = 'BRACES') =>
  compileTemplate(docx(p(text)), { delimiter }).inspection.warnings;

describe('names of several words are no condition', () => {
  it.each([
    ['status is paid', 'status == "paid"'],
    ['status is not paid', 'status != "paid"'],
    ['status is "paid"', 'status == "paid"'],
    ['order.status equals paid', 'order.status == "paid"'],
    ['status is equal to partly paid', 'status == "partly paid"'],
    ['price greater than 50', 'price > 50'],
    ['price is greater than or equal to 50.5', 'price >= 50.5'],
    ['price is less than limit', 'price < limit'],
    ['age is at least 18', 'age >= 18'],
    ['price between 1 and 200', 'price >= 1 and price <= 200'],
    ['items is empty', 'not (items.length > 0)'],
    ['items is not empty', 'items.length > 0'],
    ['tags does not contain urgent', 'not (tags contains "urgent")'],
    ['name starts with A', 'name.startsWith("A")'],
    ['status is one of paid, open', 'status in ["paid", "open"]'],
    ['status not in states', 'not (status in states)'],
    ['customer exists', 'customer'],
    ['first name is Ann', 'this["first name"] == "Ann"'],
    ['status is paid and price greater than 50', 'status == "paid" and price > 50'],
  ])('IF %s: write %s', (words, expression) => {
    for (const [open, close] of [
      ['IF ', 'END-IF'],
      ['#if ', '/if'],
      ['#unless ', '/if'],
    ]) {
      const problems = problemsOf(docx(p(`{${open}${words}}x{${close}}`)));
      expect(problems).toEqual([
        expect.objectContaining({
          code: 'bad_expression',
          hint: expect.stringContaining(`\`${expression}\``),
          tag: `{${open}${words}}`,
        }),
      ]);
    }
    // What is proposed has to be right.
    expect(problemsOf(docx(p(`{IF ${expression}}x{END-IF}`)))).toEqual([]);
  });

  it.each([
    '{IF a}x{ELSE-IF status is paid}y{END-IF}',
    '{DROP paragraph IF status is paid}',
    '{KEEP paragraph IF status is paid}',
    '{#status is paid}x{/status is paid}',
    '{^status is paid}x{/status is paid}',
  ])('nor in %s', (text) => {
    expect(problemsOf(docx(p(`a ${text}`)))).toMatchObject([
      { code: 'bad_expression', hint: expect.stringContaining('`status == "paid"`') },
    ]);
  });

  it('with no comparison in it, the hint tells how a field with spaces is asked', () => {
    expect(problemsOf(docx(p('{IF gold customer}x{END-IF}')))).toMatchObject([
      {
        message: expect.stringContaining('gold customer'),
        hint: expect.stringContaining('this["gold customer"]'),
      },
    ]);
    expect(show('{IF this["gold customer"]}x{END-IF}', { 'gold customer': true })).toBe('x');
  });

  it('as values, and as the operands of loops and sections, they stay fields', () => {
    const data = {
      'first name': 'Ann',
      'date of birth': '2000',
      'line items': [{ n: 1 }, { n: 2 }],
      'is gold': true,
    };
    expect(show('{first name} {date of birth}', data)).toBe('Ann 2000');
    expect(show('{#line items}{n}{/line items}', data)).toBe('12');
    expect(show('{FOR i IN line items}{$i.n}{END-FOR}{#each line items}{n}{/each}', data)).toBe('1212');
    expect(show('{^line items}none{/line items}', data)).toBe('');
  });
});

describe("another engine's helper as the first of several words", () => {
  it.each([
    ['{{p subdoc}}', 'HTML subdoc'],
    ['{{r rich_text}}', 'HTML rich_text'],
    ['{{lookup names 1}}', 'names[1]'],
    ['{{eq a b}}', 'a == b'],
  ])('%s is a field, with a warning', (text, hint) => {
    expect(warningsOf(text, 'DOUBLE_BRACES')).toMatchObject([
      { code: 'foreign_helper', tag: text, hint: expect.stringContaining(hint), part: 'document' },
    ]);
  });

  it('is told once, however often it stands there', () => {
    expect(warningsOf('{p a} {p a} {p a}')).toHaveLength(1);
  });

  it('and no other name is', () => {
    expect(warningsOf('{first name}{date of birth}{number of items}{upper name}{P number}')).toEqual([]);
  });
});

describe("Handlebars' helpers do not exist", () => {
  it.each([
    ['{{#if (eq a "b")}}x{{/if}}', 'a == "b"'],
    ["{{#if (eq status 'paid')}}x{{/if}}", "status == 'paid'"],
    ['{{#unless (or (gt a 1) (not b.c))}}x{{/unless}}', '(a > 1) or (not b.c)'],
    ['{{#eq a "b"}}x{{/eq}}', '#if a == "b"'],
    ['{{#ifEquals a b}}x{{/ifEquals}}', '#if a == b'],
    ['{{lookup list "key"}}', 'list["key"]'],
    ['{{lookup (lookup a 0) @index}}', 'a[0][@index]'],
    ['{{#each (lookup groups @key)}}x{{/each}}', 'groups[@key]'],
  ])('%s: write %s', (text, expression) => {
    expect(problemsOf(docx(p(text)), 'DOUBLE_BRACES')).toMatchObject([
      {
        code: 'unsupported',
        message: expect.stringContaining('elper'),
        hint: expect.stringContaining(`\`${expression}\``),
      },
    ]);
  });

  it('of one that nobody knows, the hint is the formatter', () => {
    expect(problemsOf(docx(p('{{formatDate due "dd.MM.yyyy"}}')), 'DOUBLE_BRACES')).toMatchObject([
      {
        code: 'unsupported',
        message: expect.stringContaining('`formatDate`'),
        hint: expect.stringContaining('|'),
      },
    ]);
  });
});

describe('signs of other languages', () => {
  it.each([
    ['{"a" & b}', '`+`'],
    ['{price * 1,19}', '`1.19`'],
    ['{(1,5 + x) * 2}', '`1.5`'],
    ['{SET gross = price * 1,19}', '`1.19`'],
    ['{price | round:1,5}', '`1.5`'],
    ['{{@picture}}', 'IMAGE picture'],
    ['{status is paid ? 1 : 2}', '`==`'],
  ])('%s: %s', (text, hint) => {
    const problems = problemsOf(docx(p(text)), text.startsWith('{{') ? 'DOUBLE_BRACES' : 'BRACES');
    expect(problems.filter(({ code }) => code !== 'foreign_tags')).toMatchObject([
      { hint: expect.stringContaining(hint) },
    ]);
  });

  it('a comma between other things is a comma', () => {
    expect(show('{[1,19].length}{Math.max(1,19)}{SET a = 1, b = 2}{b}', {})).toBe('2192');
  });
});

describe('in is membership', () => {
  it.each<[string, JsonObject, boolean]>([
    ['status in ["paid", "open"]', { status: 'paid' }, true],
    ['status in ["paid", "open"]', { status: 'late' }, false],
    ['not (status in ["paid", "open"])', { status: 'late' }, true],
    ['2 in [1, 2]', {}, true],
    ['0 in [5]', {}, false],
    ['"admin" in roles', { roles: ['user', 'admin'] }, true],
    ['"admin" in roles', { roles: [] }, false],
    ['"admin" in roles', {}, false],
    ['"nn" in name', { name: 'Ann' }, true],
    ['"vat" in customer', { customer: { vat: null } }, true],
    ['"vat" in customer', { customer: {} }, false],
    ['"constructor" in customer', { customer: {} }, false],
    ['missing in roles', { roles: ['a'] }, false],
  ])('%s with %j is %j', (test, data, expected) => {
    expect(show(`{IF ${test}}yes{ELSE}no{END-IF}`, data)).toBe(expected ? 'yes' : 'no');
  });

  it('the sample shows what stands behind it, and the schema takes lists, texts and objects', () => {
    const { sample, schema } = compileTemplate(
      docx(
        p(
          '{IF status in ["paid", "open"]}{a}{END-IF}{IF "vip" in roles}{b}{END-IF}{IF "vat" in customer}{c}{END-IF}',
        ),
      ),
      { delimiter: 'BRACES' },
    ).inspection;
    expect(sample).toMatchObject({ status: 'paid', roles: expect.arrayContaining(['vip']) });
    for (const customer of [{ vat: 1 }, ['vat'], 'vat'])
      expect(validateData(schema, { ...sample, customer })).toMatchObject({ mistyped: [] });
    expect(validateData(schema, { ...sample, roles: { vip: true } })).toMatchObject({ mistyped: [] });
  });
});

describe('a comparison with a date', () => {
  it('reads texts as dates, is false for nothing, and never false for what is no date', () => {
    const past = (due: unknown) => show('{IF due < $now}late{ELSE}fine{END-IF}', { due } as JsonObject);
    expect(past('1950-01-01')).toBe('late');
    expect(past('2999-01-01')).toBe('fine');
    expect(past('')).toBe('fine');
    expect(() => past('16.3.2026')).toThrow(/"16\.3\.2026" cannot be compared with a date/);
  });
});

describe('a comparison with a number', () => {
  it('that a text which is none makes false is told', () => {
    const file = docx(p('{IF price > 10}dear{ELSE}cheap{END-IF}'));
    const told = (price: unknown) => render(file, { price } as JsonObject).report.warnings;
    expect(told(12.5)).toEqual([]);
    expect(told('12.5')).toEqual([]);
    expect(told(null)).toEqual([]);
    expect(told('12,50')).toEqual(['{IF price > 10} compares "12,50", which is no number, with a number.']);
  });
});

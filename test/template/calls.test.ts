/** Names that only the template itself could give: functions, and variables with a `$`. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { docx, endnote, footnote, header, p, picture, r, row, table } from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

const show = (text: string, data: JsonObject): string => render(docx(p(text)), data).text.join('|');

describe('data has no functions', () => {
  it.each([
    ['{upper(name)}', '`name | upper`'],
    ['{uppercase(customer.name)}', '`customer.name | upper`'],
    ['{sum(items.price)}', '`items | sum:"price"`'],
    ['{sum(order.items.price)}', '`order.items | sum:"price"`'],
    ['{count(items)}', '`items | count`'],
    ['{len(items)}', '`items | count`'],
    ['{round(total, 2)}', '`total | round:2`'],
    ['{join(tags, ", ")}', '`tags | join:", "`'],
    ['{formatDate(due, "dd.MM.yyyy")}', '`due | date:"dd.MM.yyyy"`'],
    ['{today()}', '`$now | date`'],
    ['{now()}', '`$now | date`'],
    ['{concat(first, last)}', '`first + last`'],
    ['{frobnicate(x)}', 'SET frobnicate = '],
    ['{IF isEmpty(items)}x{END-IF}', 'SET isEmpty = '],
    ['{#each sorted(items)}x{/each}', '`items | sortBy`'],
    ['{items.map(i => upper(i))}', '`i | upper`'],
    ['{HTML render(x)}', 'SET render = '],
    ['{QR url size=(pick(a))}', 'SET pick = '],
  ])('%s: %s', (text, hint) => {
    expect(problemsOf(docx(p(text)))).toMatchObject([
      {
        code: 'bad_expression',
        message: expect.stringContaining('function'),
        hint: expect.stringContaining(hint),
        part: 'document',
      },
    ]);
  });

  it('in every part, each with its place', () => {
    expect(
      problemsOf(docx(header(p('{upper(a)}')), table(row('{upper(b)}')), p('{upper(c)}'))),
    ).toMatchObject([
      { part: 'document', cell: expect.anything() },
      { part: 'document', tag: '{upper(c)}' },
      { part: 'header 1' },
    ]);
  });

  it.each<[string, string]>([
    ['{SET double = (x) => x * 2}{double(4)}', '8'],
    ['{SET f = x => y => x + y}{f(1)(2)}', '3'],
    ['{SET f = x => g(x)}{SET g = x => x + 1}{f(1)}', '2'],
    ['{SET fs = [x => x + 1]}{fs[0](1)}', '2'],
    ['{[1].map(x => Number(x))}{Math.max(1, 2)}{parseInt("3")}', '123'],
    ['{INS const f = x => x * 2; f(3)}', '6'],
    ['{[x => x].map(f => f(5))}', '5'],
  ])('what the template sets can be called: %s', (text, expected) => {
    expect(show(text, {})).toBe(expected);
  });
});

describe('variables that nobody gives', () => {
  const warningsOf = (...blocks: Parameters<typeof docx>) =>
    compileTemplate(docx(...blocks), { delimiter: 'BRACES' }).inspection.warnings;

  it.each([
    '{$x.name}',
    '{IF $x.name}y{END-IF}',
    '{#if $x == 1}y{/if}',
    '{FOR y IN items}{$x.name}{END-FOR}',
    '{FOR x IN items}{END-FOR}{$x.name}',
    '{FOR x IN $x}{END-FOR}',
    '{items.map(y => $x)}',
    '{a | default:$x}',
  ])('%s is warned about', (text) => {
    expect(warningsOf(p(text))).toMatchObject([
      { code: 'unknown_variable', message: expect.stringContaining('`$x`'), part: 'document' },
    ]);
  });

  it('says what is near: the variable of a loop, or what SET has set', () => {
    expect(warningsOf(p('{FOR item IN items}{$itme.name}{END-FOR}'))[0]?.hint).toContain('`$item`');
    expect(warningsOf(p('{SET vat = 1}{$vat}'))[0]?.hint).toContain('`vat`');
  });

  it.each([
    '{FOR x IN items}{$x.name}{IF $x.a}{END-IF}{FOR y IN $x.list}{$x.b}{$y}{END-FOR}{END-FOR}',
    '{#each items as |x i|}{$x}{$i}{/each}',
    '{#with a as |x|}{$x}{/with}',
    '{FOR x IN items}{$index}{$idx}{$number}{$length}{$now}{END-FOR}{$now}',
    '{SET $x = 1}{$x}',
    '{items.map($x => $x.a)}',
    '{#items}{$parent.a}{/items}',
    '{$100}{price€}',
  ])('%s is not', (text) => {
    expect(warningsOf(p(text))).toEqual([]);
  });

  it('a note and an alternative text see the loops that they stand in', () => {
    const note = p('{FOR x IN items}', r('a'), footnote('{$x.name}'), endnote('{$x.name}'), '{END-FOR}');
    expect(warningsOf(note)).toEqual([]);
    expect(warningsOf(p('{FOR x IN items}', picture({ alt: '{IMAGE $x.photo}' }), '{END-FOR}'))).toEqual([]);
  });

  it('as a key of the data it is found, and missing it is reported', () => {
    expect(show('{$x.name}', { $x: { name: 'Ann' } })).toBe('Ann');
    expect(render(docx(p('{$x.name}')), {}).report.missing).toEqual(['$x.name']);
  });
});

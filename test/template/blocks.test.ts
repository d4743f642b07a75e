/** Values, blocks and scopes: every spelling, and what names mean inside them. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { failureOf, problemsOf, render } from './engine.ts';

const data: JsonObject = {
  name: 'root',
  items: [
    { name: 'a', n: 1 },
    { name: 'b', n: null },
  ],
  words: ['x', 'y'],
  none: [],
  object: { k: 1, l: 2 },
  on: true,
  zero: 0,
  empty: '',
  nothing: null,
  link: 'L',
  image: 'I',
  not: 'N',
  'First name': 'Ann',
  if: { x: 'kw' },
};
const show = (text: string): string =>
  render(docx(p(`[${text}]`)), data)
    .text.join('|')
    .slice(1, -1);

describe('values', () => {
  it.each([
    ['{name}', 'root'],
    ['{INS name}{= name}{=name}', 'rootrootroot'],
    ['{name | upper}', 'ROOT'],
    ['{on ? "y" : "n" | upper}', 'Y'],
    ['{SET v = 2}{v * 3}{EXEC v = v + 1}{v}{! v = 10}{v}', '6310'],
    ['{ALIAS n INS name}{*n}', 'root'],
    ['{// c}{COMMENT c}{! c}{!-- c --}{QUERY q}{}', ''],
    ['{link}{image}{LINK}{not}', 'LIN'],
    ['{INS [1, 2].length}{INS [3, 4].map((n) => n * 2).join("-")}{INS +"2" + 1}{INS -zero + 1}', '26-831'],
    ['{link[0]}{link + 1}{image | lower}', 'LL1i'],
    ['{First name}', 'Ann'],
    ['{nothing}{empty}{missing}', ''],
    ['{"a" + missing + "b"}', 'ab'],
    [['{`', '{missing}x`}'].join('$'), 'x'],
    ['{missing * 2}{name * 2}', ''],
    ['{words}', 'x, y'],
    ['{on}{zero}', 'true0'],
    ['{0.1 + 0.2}', '0.3'],
    ['{toString}{constructor ?? ""}', ''],
  ])('%s → %s', (tag, expected) => {
    expect(show(tag)).toBe(expected);
  });

  it('an object is an error that names the tag and the path', () => {
    const failure = failureOf(docx(p('{#items}{FOR o IN [this]}{$o}{END-FOR}{/items}')), data);
    expect(failure).toMatchObject({ code: 'data_invalid' });
    expect(failure.details).toMatchObject([{ tag: '{$o}', part: 'document', paragraph: { number: 1 } }]);
    expect(failureOf(docx(p('{items[0]}')), data).details).toMatchObject([
      { path: 'items[0]', tag: '{items[0]}' },
    ]);
  });

  it('SET never changes data, and assigning to a property is an error', () => {
    const own = { a: { b: 1 } };
    render(docx(p('{SET a = 5}{a}')), own);
    expect(own).toEqual({ a: { b: 1 } });
    expect(problemsOf(docx(p('{SET a.b = 5}')))).toMatchObject([{ code: 'bad_expression' }]);
    expect(problemsOf(docx(p('{! a.b = 5}')))).toMatchObject([{ code: 'bad_expression' }]);
  });

  it('SET updates the nearest variable, else defines one for the whole document', () => {
    expect(show('{FOR w IN words}{SET w = w + "!"}{w}{SET last = w}{END-FOR}{last}')).toBe('x!y!y!');
  });
});

describe('blocks', () => {
  it.each([
    ['{FOR w IN words}{$w}{w};{END-FOR w}', 'xx;yy;'],
    ['{for w in words}{$w}{end-for}', 'xy'],
    ['{FOR w IN words}{$w}{END-FOR words}', 'xy'],
    ['{FOR w IN words}{$w}{END-FOR anything}', 'xy'],
    ['{FOR $w IN words}{$w}{END-FOR $w}', 'xy'],
    ['{#each words as w}{w}{/each}', 'xy'],
    ['{#each words as |w i|}{i}{w}{/each}', '0x1y'],
    ['{#each words}{.}{this}{@index}{/each}', 'xx0yy1'],
    ['{#words}{.}{/words}', 'xy'],
    ['{#words}{.}{/}', 'xy'],
    ['{#items}{name}{/items}', 'ab'],
    ['{#object}{k}{l}{/object}', '12'],
    ['{#with object}{k}{/with}', '1'],
    ['{#with object as o}{o.k}{/with}', '1'],
    ['{#this.if}{x}{/this.if}', 'kw'],
    ['{FOR i IN 3}{$i}{END-FOR}', '123'],
    ['{FOR e IN object}{e.key}{e.value}{END-FOR}', 'k1l2'],
    ['{#each object}{@key}{this}{/each}', 'k1l2'],
    ['{FOR x IN missing}a{END-FOR}{FOR x IN nothing}b{END-FOR}', ''],
    ['{FOR x IN none}a{ELSE}none{END-FOR}', 'none'],
    ['{#none}a{else}none{/none}', 'none'],
    ['{IF 1 > 3}a{ELSE-IF 2 > 1}b{ELSE}c{END-IF}', 'b'],
    ['{IF 1 > 3}a{ELSE IF 1 > 2}b{else}c{END-IF}', 'c'],
    ['{IF on}a{END-IF on}', 'a'],
    ['{#words}{IF .}{.}{END-IF}{IF . == "x"}!{END-IF}{/words}', 'x!y'],
    ['{#if on}a{else if zero}b{else}c{/if}', 'a'],
    ['{#if zero}a{#elseif on}b{#else}c{/if}', 'b'],
    ['{#if zero}a{else}c{/if}', 'c'],
    ['{#unless zero}a{else}b{/unless}', 'a'],
    ['{#on}a{/on}{#zero}b{/zero}', 'a'],
    ['{^none}a{/none}{^items}b{/items}{^zero}c{/zero}', 'ac'],
    ['{#on}{^zero}n{/zero}{/on}', 'n'],
    // Truth: IF follows JavaScript, the others take an empty list as false.
    ['{IF none}a{END-IF}{#if none}b{/if}{#none}c{/none}{#unless none}d{/unless}{^none}e{/none}', 'ade'],
    ['{IF not zero}a{END-IF}{IF items | count}b{END-IF}', 'ab'],
  ])('%s → %s', (tags, expected) => {
    expect(show(tags)).toBe(expected);
  });

  it('~ trims white space beside a control tag', () => {
    expect(show('a  {~#if on~}  b  {~else~}  c  {~/if~}  d')).toBe('abd');
    expect(show('a {#if on~} b {~/if} c')).toBe('a b c');
  });
});

describe('scope', () => {
  it.each([
    // FOR binds its variable and nothing else.
    ['{FOR i IN items}{name}{$i.name}{END-FOR}', 'rootarootb'],
    // Sections and #each enter the item: its names first, then outward.
    ['{#items}{name}{link}{/items}', 'aLbL'],
    ['{#items}{../name}{$parent.name}{/items}', 'rootrootrootroot'],
    // Past conditions.
    ['{#items}{#if on}{../name}{/if}{IF on}{../name}{END-IF}{/items}', 'rootrootrootroot'],
    ['{#items}{#words}{../name}{../../name}{/words}{/items}', 'arootarootbrootbroot'],
    // An item's own null does not fall back.
    ['{#items}<{n}>{/items}', '<1><>'],
    ['{#items}{@root.name}{/items}', 'rootroot'],
    // Loop names.
    [
      '{#words}{$index}{$idx}{@index}{$number}{@first}{@last}{$length};{/words}',
      '0001truefalse2;1112falsetrue2;',
    ],
    ['{FOR w IN words}{$index}{FOR v IN words}{$index}{END-FOR v}{END-FOR w}', '001101'],
  ])('%s → %s', (tags, expected) => {
    expect(show(tags)).toBe(expected);
  });

  it('$x is first a loop variable, then a loop name, then a data key', () => {
    expect(
      render(docx(p('{$index}{FOR index IN w}{$index}{END-FOR}')), { $index: 'd', w: ['v'] }).text,
    ).toEqual(['dv']);
  });
});

describe('missing', () => {
  const file = docx(
    p(
      '{customer.vat}{#items}{sku}{FOR x IN parts}{END-FOR}{/items}{FOR i IN items}{$i.size}{END-FOR}{IF gone}{END-IF}{a ?? "x"}{b?.c}{d | default:"y"}',
    ),
  );
  const own: JsonObject = { customer: {}, items: [{}, {}] };
  const paths = ['customer.vat', 'items[].sku', 'items[].parts', 'items[].size'];

  it('is empty and reported by default: values and loop operands, not conditions', () => {
    const { report, text } = render(file, own);
    expect(report.missing).toEqual(paths);
    expect(text).toEqual(['xy']);
  });

  it('keep leaves the tag in place', () => {
    expect(render(docx(p('a {customer.vat | upper} b')), {}, { missing: 'keep' }).text).toEqual([
      'a {customer.vat | upper} b',
    ]);
  });

  it('error lists every path', () => {
    const failure = failureOf(file, own, { missing: 'error' });
    expect(failure.code).toBe('data_missing');
    expect(failure.details?.map(({ path }) => path)).toEqual(paths);
  });
});

describe('budgets', () => {
  it('turns, output and time end a render with a clear error', () => {
    const loops = docx(p('{FOR i IN 1000}{FOR j IN 1000}{END-FOR}{END-FOR}'));
    expect(failureOf(loops, {}, { budgets: { turns: 5000 } })).toMatchObject({ code: 'render_budget' });
    const long = docx(p('{FOR i IN 100000}some text{END-FOR}'));
    expect(failureOf(long, {}, { budgets: { output: 100_000 } })).toMatchObject({ code: 'render_budget' });
  });
});

it('a loop over a text or a flag is an error of the data', () => {
  const failure = failureOf(docx(p('{FOR i IN name}{END-FOR}')), data);
  expect(failure).toMatchObject({
    code: 'data_invalid',
    details: [{ path: 'name', tag: '{FOR i IN name}' }],
  });
});

describe('an empty list is true to IF, which says so', () => {
  const warningsOf = (...texts: string[]): string[] =>
    render(docx(...texts.map((text) => p(text))), { none: [], some: [1], on: true }).report.warnings;

  it.each([
    '{IF none}x{END-IF}',
    '{IF on and none}x{END-IF}',
    '{IF !none}x{END-IF}',
    '{IF not none}x{END-IF}',
    '{DROP paragraph IF none}x',
    '{IF !on}x{ELSE-IF none}y{END-IF}',
  ])('%s', (text) => {
    const tag = /\{[^}]*none\}/.exec(text)?.[0] ?? '';
    expect(warningsOf(text)).toEqual([expect.stringContaining(`${tag} met an empty list`)]);
  });

  it('once, however often it is met', () => {
    expect(warningsOf('{FOR i IN 5}{IF none}x{END-IF}{END-FOR}')).toHaveLength(1);
  });

  it.each([
    '{IF none.length}x{END-IF}',
    '{#if none}x{/if}',
    '{#none}x{/none}',
    '{IF some}x{END-IF}',
    '{IF gone}x{END-IF}',
  ])('not %s', (text) => {
    expect(warningsOf(text)).toEqual([]);
  });

  it('what it decides is as before', () => {
    const decided = docx(p('{IF !none}a{ELSE}b{END-IF}{IF not some}c{ELSE}d{END-IF}{IF !gone}e{END-IF}'));
    expect(render(decided, { none: [], some: [1] }).text).toEqual(['bde']);
  });
});

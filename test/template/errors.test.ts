/** All of a template's errors at once, each with code, message, hint and place. */
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../src/template/problems.ts';
import { docx, footer, footnote, header, p, row, table, textBox } from '../support/build.ts';
import { failureOf, problemsOf } from './engine.ts';

const codes = (...texts: string[]): string[] =>
  problemsOf(docx(...texts.map((text) => p(text)))).map(({ code }) => code);

describe('codes', () => {
  it.each([
    ['unclosed_tag', ['{name']],
    ['unclosed_tag', ['{a {b} c']],
    ['unclosed_block', ['{#a}']],
    ['unclosed_block', ['{FOR i IN x}', 'y']],
    ['unexpected_close', ['{/a}']],
    ['unexpected_close', ['{END-IF}']],
    ['unexpected_close', ['{ELSE}']],
    ['unexpected_close', ['{IF a}{ELSE}{ELSE}{END-IF}']],
    ['mismatched_close', ['{#a}{/b}']],
    ['mismatched_close', ['{IF a}{END-FOR}']],
    ['bad_expression', ['{a +}']],
    ['bad_expression', ['{a b c d = }']],
    ['bad_expression', ['{FOR x}']],
    ['foreign_tags', ['Dear {{name}}']],
    ['bad_expression', ['Dear {{name}}, {greeting}']],
    ['unknown_command', ['{LOOP x over y}']],
    ['unknown_command', ['{END-LOOP}']],
    ['unknown_formatter', ['{a | nope}']],
    ['unsafe_name', ['{a.constructor.constructor("x")}']],
    ['unknown_alias', ['{*n}']],
    ['unsupported', ['{@raw}']],
    ['bad_expression', ['{> key a=b}']],
    ['bad_expression', ['{INCLUDE terms}']],
    ['bad_expression', ['{INCLUDE "key" WITH }']],
    ['bad_place', ['{CHART sales}']],
  ])('%s: %s', (code, texts) => {
    expect(codes(...texts)).toEqual([code]);
  });

  it('are all in the registry', () => {
    for (const code of codes('{name', '{#a}', '{x | nope}', '{/z}'))
      expect(Object.keys(PROBLEM_CODES)).toContain(code);
  });
});

describe('places', () => {
  it('name the part, the paragraph, the cell and the tag, and all arrive together', () => {
    const file = docx(
      header(p('{#open}')),
      footer(p('{a | nope}')),
      p('fine'),
      p('Dear {name | uper}, hello', footnote('{b +}')),
      table(row('x', 'y'), row('{/z}', 'w')),
      p(textBox(p('{@box}'))),
    );
    const problems = problemsOf(file);
    expect(problems).toMatchObject([
      {
        code: 'unknown_formatter',
        part: 'document',
        paragraph: { number: 2, text: 'Dear {name | uper}, hello' },
        tag: '{name | uper}',
      },
      { code: 'unsupported', part: 'document', tag: '{@box}' },
      { code: 'unexpected_close', part: 'document', cell: { row: 2, column: 1 }, tag: '{/z}' },
      { code: 'bad_expression', part: 'footnotes', tag: '{b +}' },
      { code: 'unclosed_block', part: 'header 1', tag: '{#open}' },
      { code: 'unknown_formatter', part: 'footer 1' },
    ]);
    expect(problems[0]?.hint).toContain('upper');
    for (const { message } of problems) expect(message).toMatch(/\.$/);
  });

  it('a forgotten inner end is told once, at the right tag', () => {
    expect(codes('{#a}{IF b}x{/a}')).toEqual(['mismatched_close']);
  });

  describe('one wrong end hides nothing', () => {
    it.each([
      [
        'inner ends that were forgotten',
        ['{#a}{FOR i IN l}{IF b}x{/a}'],
        ['mismatched_close {/a}', 'unclosed_block {FOR i IN l}'],
      ],
      [
        'and what follows',
        ['{#a}{IF b}x{/a}', '{/z}', '{#c}'],
        ['mismatched_close {/a}', 'unexpected_close {/z}', 'unclosed_block {#c}'],
      ],
      [
        'an end of nothing between the two of a block',
        ['{#a}', '{IF b}', '{/z}', '{END-IF}', '{/a}'],
        ['mismatched_close {/z}'],
      ],
      ['an end with a wrong name', ['{#a}', '{IF b}', '{/z}', '{/a}'], ['mismatched_close {/z}']],
      [
        'an unclosed FOR and an unclosed IF around it',
        ['{FOR i IN l}', '{IF b}', '{#c}', '{/d}'],
        ['mismatched_close {/d}', 'unclosed_block {FOR i IN l}', 'unclosed_block {IF b}'],
      ],
    ])('%s', (_, texts, problems) => {
      const found = problemsOf(docx(...texts.map((text) => p(text))));
      expect(found.map(({ code, tag }) => `${code} ${tag}`)).toEqual(problems);
    });

    it('blocks beyond the limit are not gone into', () => {
      const found = codes('{#if a}'.repeat(5000), '{/if}'.repeat(5000));
      expect(new Set(found)).toEqual(new Set(['too_deep']));
    });

    it('nor do other errors hide blocks that cut each other', () => {
      const file = docx(
        p('{x | nope}'),
        p('{#open}'),
        table(row('{#if on}{DROP row IF x}{/if}a')),
        p('{name'),
      );
      expect(
        problemsOf(file)
          .map(({ code }) => code)
          .sort(),
      ).toEqual(['block_crosses', 'unclosed_block', 'unclosed_tag', 'unknown_formatter']);
    });
  });

  it('a wrong expression in an opening tag does not make its end a second error', () => {
    expect(codes('{IF a +}x{END-IF}')).toEqual(['bad_expression']);
  });

  it('a loop variable in a header is an error', () => {
    const file = docx(header(p('{$i.name}')), p('{FOR i IN items}'), p('{$i.name}'), p('{END-FOR}'));
    expect(problemsOf(file)).toMatchObject([
      { code: 'scope', part: 'header 1', tag: '{$i.name}', hint: expect.stringContaining('StyleRef') },
    ]);
  });
});

it('a data error names tag and path the same way', () => {
  const file = docx(table(row('{#items}{price | currency:code}', '{/items}')));
  const failure = failureOf(file, { items: [{ price: { a: 1 } }], code: 'EUR' });
  expect(failure).toMatchObject({ code: 'data_invalid' });
  expect(failure.details).toMatchObject([
    { part: 'document', cell: { row: 1, column: 1 }, tag: '{price | currency:code}' },
  ]);
  expect(failure.message).toContain('{price | currency:code}');
});

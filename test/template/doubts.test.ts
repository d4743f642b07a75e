/** What can be done and is probably not what was meant: the document comes, and its answer says so. */
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

const of = (tag: string, data: Record<string, unknown>, settings = {}) => {
  const { text, report } = render(docx(p(tag)), data as never, settings);
  return { text: text[0], warnings: report.warnings };
};

describe('money', () => {
  it('in a currency that nobody named is told', () => {
    const { text, warnings } = of('{a | currency}{a | currency:EUR}', { a: 5 });
    expect(text).toBe('$5.00€5.00');
    expect(warnings).toEqual([expect.stringContaining('{a | currency} is written in USD')]);
    expect(of('{a | currency}', { a: 5 }, { currency: 'USD' }).warnings).toEqual([]);
    expect(of('{a | currency}', {}).warnings).toEqual([]);
  });

  it('that came as texts is joined, and that is told', () => {
    expect(of('{net + tax}', { net: '100', tax: '19' })).toEqual({
      text: '10019',
      warnings: [expect.stringContaining('joins "100" and "19" as texts')],
    });
    expect(of('{net + tax}', { net: 100, tax: '19,50' }).warnings).toHaveLength(1);
    expect(of('{due + 30}', { due: '2026-03-16' }).warnings).toEqual([
      expect.stringContaining('`addDays` adds'),
    ]);
    expect(of('{a + " " + b}', { a: '1', b: '2' }).warnings).toEqual([]);
    expect(of('{a + b}', { a: 'No. ', b: 7 }).warnings).toEqual([]);
    expect(of('{Number(net) + Number(tax)}', { net: '100', tax: '19' })).toEqual({
      text: '119',
      warnings: [],
    });
  });

  it('of a whole list is told once', () => {
    const items = Array.from({ length: 500 }, (_, index) => ({ q: `${index}`, p: '2' }));
    expect(of('{#items}{q + p}{/items}', { items }).warnings).toHaveLength(1);
  });
});

describe('rates', () => {
  it.each([
    [0.135, '14%', 'rounds 13.5 % to whole percents: write `percent:1`'],
    [0.0775, '8%', 'rounds 7.75 % to whole percents: write `percent:2`'],
    [19, '1,900%', 'writes 19 as 1900 %'],
  ])('%d', (rate, text, warning) => {
    expect(of('{rate | percent}', { rate })).toEqual({ text, warnings: [expect.stringContaining(warning)] });
  });

  it.each([0.19, 1 / 3, 1.5, -0.2, 0])('%d is written without a word', (rate) => {
    expect(of('{rate | percent}', { rate }).warnings).toEqual([]);
  });

  it('that say how many digits they want are rounded without a word', () => {
    expect(of('{rate | percent:0}', { rate: 0.135 }).warnings).toEqual([]);
  });
});

describe('conditions', () => {
  it.each([
    '{IF x}yes{END-IF}',
    '{#x}yes{/x}',
    '{#if x}yes{/if}',
    '{x ? "yes" : "no"}',
    '{IF x && true}yes{END-IF}',
    '{IF [x].some(y => y)}yes{END-IF}',
    '{IF ([{ x: x }] | where:"x").length}yes{END-IF}',
  ])('%s is true for the text "false", and that is told', (tag) => {
    const { text, warnings } = of(tag, { x: 'false' });
    expect(text).toBe('yes');
    expect(warnings).toEqual([expect.stringContaining('met the text "false", which counts as true')]);
    expect(of(tag, { x: true }).warnings).toEqual([]);
    expect(of(tag, { x: 'falsehood' }).warnings).toEqual([]);
  });

  it.each(['{IF x == true}a{ELSE}b{END-IF}', '{IF true === x}a{ELSE}b{END-IF}', '{IF x != false}b{END-IF}'])(
    '%s is not equal for the text "true", and that is told',
    (tag) => {
      const { text, warnings } = of(tag, { x: 'true' });
      expect(text).toBe('b');
      expect(warnings).toEqual([expect.stringContaining('compares the text "true" with true or false')]);
    },
  );
});

describe('numbers', () => {
  it.each([2026, 46_097, 1, -5])('%d is no date: as seconds, it would be the beginning of 1970', (day) => {
    expect(() => of('{day | date}', { day })).toThrow('needs a date');
  });

  it('of more digits than JSON keeps are told, wherever they are shown', () => {
    const account = Number('12345678901234567890');
    for (const tag of ['{a}', '{a | number}', '{"No. " + a}', '{[a] | join}'])
      expect(of(tag, { a: account }).warnings, tag).toEqual([expect.stringContaining('send it as a text')]);
    expect(of('{a}', { a: '12345678901234567890' })).toEqual({ text: '12345678901234567890', warnings: [] });
    expect(of('{a}', { a: Number.MAX_SAFE_INTEGER }).warnings).toEqual([]);
  });

  it('divided as in Python are refused: the rest would be a comment', () => {
    for (const tag of ['{n // 2}', '{n // step + 1}'])
      expect(problemsOf(docx(p(tag)))[0], tag).toMatchObject({ hint: expect.stringContaining('Math.floor') });
    const { inspection } = compileTemplate(docx(p('{n // step}{m // all of it}{x + "http://a"}')), {
      delimiter: 'BRACES',
    });
    expect(inspection.warnings).toMatchObject([{ code: 'no_effect', tag: '{n // step}' }]);
    expect(problemsOf(docx(p('{n // all of them}{// a note}{EXEC a = 1; // the first one\n}')))).toEqual([]);
  });
});

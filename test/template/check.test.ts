/** Which delimiter a file seems to use, and what is wrong with it under that one. */
import { describe, expect, test } from 'vitest';
import { checkTemplate, compileTemplate } from '../../src/template/index.ts';
import { cell, docx, p, r, row, table, textBox } from '../support/build.ts';
import { refused } from '../support/refused.ts';

const proposal = (...texts: string[]) => checkTemplate(docx(...texts.map((text) => p(text))), {}).proposed;

describe('the proposed delimiter', () => {
  test.each([
    ['{a}', 'BRACES'],
    ['{#a}{b}{/a}', 'BRACES'],
    ['{{a}}', 'DOUBLE_BRACES'],
    ['{{FOR x IN y}} {{x.z}} {{END-FOR x}}', 'DOUBLE_BRACES'],
    ['[[a]]', 'DOUBLE_SQUARE_BRACKETS'],
    ['+++a+++', 'TRIPLE_PLUS'],
    // More tags win over fewer.
    ['{a} and {{b}} {{c}}', 'DOUBLE_BRACES'],
    ['[[a]] and [[b]] {c', 'DOUBLE_SQUARE_BRACKETS'],
    // Nothing is right yet, but it can be seen what was meant.
    ['{broken', 'BRACES'],
    ['{{broken', 'DOUBLE_BRACES'],
    ['[[broken', 'DOUBLE_SQUARE_BRACKETS'],
    ['+++broken', 'TRIPLE_PLUS'],
    ['no tag at all, only (brackets) and 1 + 1', null],
    ['', null],
  ])('of %j is %s', (text, expected) => {
    expect(proposal(text)).toBe(expected);
  });

  test('counts across runs, paragraphs, tables and text boxes, each tag once', () => {
    const file = docx(
      p(r('[[na'), r('me]]')),
      table(row(cell('[[a]]'), cell('{b}'))),
      p(textBox('[[boxed]]')),
    );
    const { delimiters, proposed } = checkTemplate(file, {});
    expect(proposed).toBe('DOUBLE_SQUARE_BRACKETS');
    expect(delimiters).toEqual([
      { delimiter: 'BRACES', tags: 1, problems: 0 },
      { delimiter: 'DOUBLE_BRACES', tags: 0, problems: 0 },
      { delimiter: 'DOUBLE_SQUARE_BRACKETS', tags: 3, problems: 0 },
      { delimiter: 'TRIPLE_PLUS', tags: 0, problems: 0 },
    ]);
  });
});

describe('the report', () => {
  test('is what compiling would refuse the file with', () => {
    const file = docx(p('Dear {name'), p('{FOR x IN y}'), p('{a | nosuch}'));
    const { problems, inspection, delimiter } = checkTemplate(file, {});
    expect(delimiter).toBe('BRACES');
    expect(inspection).toBeNull();
    expect(problems).toEqual(refused(() => compileTemplate(file, { delimiter: 'BRACES' })).details);
    expect(problems.length).toBeGreaterThan(2);
    expect(problems[0]).toMatchObject({ paragraph: { number: 1, text: 'Dear {name' } });
  });

  test('is what compiling would find where all is well', () => {
    const file = docx(p('{{customer.name}}'));
    const { problems, inspection, delimiter } = checkTemplate(file, {});
    expect([delimiter, problems]).toEqual(['DOUBLE_BRACES', []]);
    expect(inspection).toEqual(compileTemplate(file, { delimiter: 'DOUBLE_BRACES' }).inspection);
  });

  test('is about the delimiter that was asked for', () => {
    const checked = checkTemplate(docx(p('{{a}}')), { delimiter: 'BRACES' });
    expect(checked).toMatchObject({ proposed: 'DOUBLE_BRACES', delimiter: 'BRACES', inspection: null });
    expect(checked.problems).toHaveLength(1);
    const other = checkTemplate(docx(p('{{a}}')), { delimiter: 'TRIPLE_PLUS' });
    expect(other).toMatchObject({ delimiter: 'TRIPLE_PLUS', problems: [{ code: 'foreign_tags' }] });
    const meant = checkTemplate(docx(p('{{a}}')), { delimiter: 'TRIPLE_PLUS', static: true });
    expect(meant).toMatchObject({ delimiter: 'TRIPLE_PLUS', problems: [], inspection: { fields: [] } });
  });

  test('a file that is no DOCX is refused as ever', () => {
    expect(refused(() => checkTemplate(new TextEncoder().encode('plain'), {})).code).toBe('not_docx');
  });
});

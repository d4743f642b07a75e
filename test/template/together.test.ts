/** What stays on one page: TOGETHER, by Word's own means. */
import { describe, expect, it } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { cell, docx, p, row, table } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { problemsOf, render } from './engine.ts';

const ITEMS = { items: ['a', 'b', 'c'], n: 1 };
const kept = (body: string): (readonly [string, boolean, boolean])[] =>
  [...body.matchAll(/<w:p(?: [^>]*)?>.*?<\/w:p>/g)].map(
    ([paragraph]) =>
      [
        paragraph.replace(/<[^>]+>/g, ''),
        paragraph.includes('<w:keepNext/>'),
        paragraph.includes('<w:keepLines/>'),
      ] as const,
  );

describe('TOGETHER', () => {
  it('keeps paragraphs with the next, the last one whole', () => {
    const { body } = render(
      docx('before', '{TOGETHER}', '{FOR i IN items}', '{$i}', '{END-FOR}', 'Sum', '{END-TOGETHER}', 'after'),
      ITEMS,
    );
    expect(kept(body)).toEqual([
      ['before', false, false],
      ['a', true, true],
      ['b', true, true],
      ['c', true, true],
      ['Sum', false, true],
      ['after', false, false],
    ]);
  });

  it('keeps rows of a table, and not the last with what follows', () => {
    const rows = (...texts: string[]) => texts.map((text) => row(cell(p(text)), cell(p('x'))));
    const { body } = render(
      docx(table(...rows('head', '{TOGETHER}{n}', 'two', 'three{END-TOGETHER}', 'tail')), 'after'),
      ITEMS,
    );
    const marked = [...body.matchAll(/<w:tr(?: [^>]*)?>.*?<\/w:tr>/g)].map(([one]) => [
      one.includes('<w:cantSplit/>'),
      (one.match(/<w:keepNext\/>/g) ?? []).length,
    ]);
    expect(marked).toEqual([
      [false, 0],
      [true, 2],
      [true, 2],
      [true, 0],
      [false, 0],
    ]);
  });

  it('in a loop keeps each turn for itself', () => {
    const { body } = render(
      docx('{FOR i IN items}', '{TOGETHER}', '{$i}', 'end {$i}', '{END-TOGETHER}', '{END-FOR}'),
      ITEMS,
    );
    expect(kept(body).map(([, next]) => next)).toEqual([true, false, true, false, true, false]);
  });

  it.skipIf(noPoppler)('moves to the next page as a whole', async () => {
    const lines = Array.from({ length: 45 }, (_, at) => `line ${at}`);
    const block = ['{TOGETHER}', ...Array.from({ length: 8 }, (_, at) => `signed ${at}`), '{END-TOGETHER}'];
    const { bytes } = render(docx(...lines, '{n}', ...block), ITEMS);
    const result = convertNatively(bytes, await openFontLibrary({}));
    if (result.kind === 'declined') throw new Error('declined');
    const pages = pdfText(result.pdf).split('\f');
    const on = pages.map((page) => (page.match(/signed/g) ?? []).length).filter((count) => count > 0);
    expect(on).toEqual([8]);
  });

  it('has an end, and no ELSE', () => {
    expect(problemsOf(docx('{TOGETHER}', '{n}'))).toMatchObject([
      { code: 'unclosed_block', hint: 'Add `END-TOGETHER` after it.' },
    ]);
    expect(problemsOf(docx('{TOGETHER}', '{n}', '{ELSE}', '{END-TOGETHER}'))).toMatchObject([
      { code: 'unexpected_close', message: expect.stringContaining('no ELSE') },
    ]);
  });

  it('in small letters is a field', () => {
    expect(render(docx('{together}'), { together: 'we' }).text).toEqual(['we']);
  });
});

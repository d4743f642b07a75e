/** Numbers beside lines. */
import { describe, expect, test } from 'vitest';
import {
  cell,
  docx,
  footnote,
  lastSection,
  p,
  pageBreak,
  r,
  row,
  section,
  styles,
  table,
} from '../support/build.ts';
import { find, LEFT, layout, type Page, widthIn } from './table-support.ts';

const numbered = (attributes = '') => ({ xml: `<w:lnNumType w:countBy="1" ${attributes}/>` });
const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => p(`line ${index + from}`));

/** What stands left of the text. */
const numbers = (page: Page | undefined): readonly string[] =>
  page?.texts.filter(({ text, x }) => x < LEFT && /^\d+$/.test(text)).map(({ text }) => text) ?? [];

describe('line numbers', () => {
  test('stand on the baselines of their lines, their ends a quarter of an inch before the text', () => {
    const [page] = layout(docx(...lines(11), lastSection(numbered())));
    expect(numbers(page)).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    for (const text of ['1', '11']) {
      expect(find(page, text).y).toBe(find(page, `line ${text}`).y);
      expect(find(page, text).x + widthIn(find(page, text), text)).toBeCloseTo(LEFT - 18, 2);
    }
  });

  test('every third, from a number and at a distance of the section', () => {
    const own = { xml: '<w:lnNumType w:countBy="3" w:start="4" w:distance="600"/>' };
    const [page] = layout(docx(...lines(6), lastSection(own)));
    expect(numbers(page)).toEqual(['6', '9']);
    expect(find(page, '6').y).toBe(find(page, 'line 2').y);
    expect(find(page, '6').x + widthIn(find(page, '6'), '6')).toBeCloseTo(LEFT - 30, 2);
  });

  test('of a paragraph in several lines each has one, empty ones too', () => {
    const [page] = layout(docx(p('word '.repeat(40)), p(), p('End'), lastSection(numbered())));
    expect(numbers(page).length).toBe(5);
    expect(find(page, '5').y).toBe(find(page, 'End').y);
  });

  test('tables, notes and paragraphs that say so are not counted', () => {
    const [page] = layout(
      docx(
        p(r('One'), footnote('Note')),
        p({ xml: '<w:suppressLineNumbers/>' }, 'None'),
        table(row(cell('Cell'))),
        p('Two'),
        lastSection(numbered()),
      ),
    );
    expect(numbers(page)).toEqual(['1', '2']);
    expect(find(page, '2').y).toBe(find(page, 'Two').y);
  });

  test('begin again on each page, with each section, or never', () => {
    const pages = (restart: string) =>
      layout(
        docx(
          p('a'),
          p('b', pageBreak()),
          p('c'),
          section(numbered(restart)),
          p('d'),
          lastSection(numbered(restart)),
        ),
      ).map(numbers);
    // The empty paragraph that holds the section's end is no line.
    expect(pages('')).toEqual([['1', '2'], ['1'], ['1']]);
    expect(pages('w:restart="newSection"')).toEqual([['1', '2'], ['3'], ['1']]);
    expect(pages('w:restart="continuous"')).toEqual([['1', '2'], ['3'], ['4']]);
  });

  test('look as their style says', () => {
    const own = styles(
      '<w:style w:type="character" w:styleId="LN"><w:name w:val="line number"/><w:rPr><w:sz w:val="14"/><w:color w:val="FF0000"/></w:rPr></w:style>',
    );
    const [page] = layout(docx(own, p('Text'), lastSection(numbered())));
    expect(find(page, '1')).toMatchObject({ size: 7, color: 0xff0000 });
  });

  test('without a count there are none', () => {
    const none = { xml: '<w:lnNumType w:start="3"/>' };
    expect(numbers(layout(docx(p('Text'), lastSection(none)))[0])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { cell, docx, p, r, row, table } from '../support/build.ts';
import { find, LEFT, LINE, layout, levels, MARGIN, steps, THIN, TOP } from './table-support.ts';

const height = (value: number, rule?: string): { xml: string } => ({
  xml: `<w:trHeight w:val="${value}"${rule === undefined ? '' : ` w:hRule="${rule}"`}/>`,
});
const heights = (file: Uint8Array): readonly number[] => steps(levels(layout(file)[0]));
const align = (value: string): { xml: string } => ({ xml: `<w:vAlign w:val="${value}"/>` });

describe('row heights', () => {
  it('are the highest cell and the line above', () => {
    const file = docx(table(row('a', 'b'), row('a', cell('b', 'c', 'd'))));
    const [one = 0, three = 0] = heights(file);
    expect(one).toBeCloseTo(LINE + THIN, 1);
    expect(three).toBeCloseTo(3 * LINE + THIN, 1);
  });

  it('add the line to a least height, and have it inside an exact one', () => {
    const file = docx(table(row(height(600), 'a'), row(height(600, 'exact'), 'a'), row('a')));
    const [least = 0, exact = 0] = heights(file);
    expect(least).toBeCloseTo(30 + THIN, 2);
    expect(exact).toBeCloseTo(30, 2);
  });

  it('add margins to a least height', () => {
    const margins =
      '<w:tblCellMar><w:top w:w="100" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/></w:tblCellMar>';
    const file = docx(table({ xml: margins }, row(height(600), 'a')));
    expect(heights(file)[0]).toBeCloseTo(30 + THIN + 5 + 3, 2);
    expect(find(layout(file)[0], 'a').y).toBeCloseTo(find(layout(docx(table(row('a'))))[0], 'a').y + 5, 2);
  });

  it('clip what an exact height has no room for', () => {
    const file = docx(table(row(height(300, 'exact'), cell('a', 'b', 'c')), row('below')));
    expect(heights(file)[0]).toBeCloseTo(15, 2);
  });

  it('give what a merged cell lacks to its last row', () => {
    const file = docx(
      table(
        row(cell({ merge: 'restart' }, 'a', 'b', 'c', 'd', 'e'), 'x'),
        row(cell({ merge: 'continue' }), 'y'),
        row(cell({ merge: 'continue' }), 'z'),
        row('after', 'w'),
      ),
    );
    const page = layout(file)[0];
    expect(find(page, 'y').y - find(page, 'x').y).toBeCloseTo(LINE + THIN, 1);
    expect(find(page, 'z').y - find(page, 'y').y).toBeCloseTo(LINE + THIN, 1);
    expect(find(page, 'after').y - find(page, 'x').y).toBeCloseTo(5 * LINE + THIN, 1);
    expect(find(page, 'e').y - find(page, 'a').y).toBeCloseTo(4 * LINE, 1);
  });

  it('take the gap of the paragraph above and leave none below', () => {
    const file = docx(p({ xml: '<w:spacing w:after="200"/>' }, 'above'), table(row('a')), p('below'));
    const page = layout(file)[0];
    expect(find(page, 'a').y - find(page, 'above').y).toBeCloseTo(LINE + 10 + THIN, 1);
    expect(find(page, 'below').y - find(page, 'a').y).toBeCloseTo(LINE + THIN, 1);
  });

  it('leave out hidden rows', () => {
    const hidden = cell(p({ xml: '<w:rPr><w:vanish/></w:rPr>' }, r('secret', { hidden: true })));
    const file = docx(table(row('a'), row({ xml: '<w:hidden/>' }, hidden), row('b')));
    const page = layout(file)[0];
    expect(find(page, 'b').y - find(page, 'a').y).toBeCloseTo(LINE + THIN, 1);
    expect(() => find(page, 'secret')).toThrow();
  });

  it('show what is not hidden of a row whose mark is', () => {
    const page = layout(docx(table(row('a'), row({ xml: '<w:hidden/>' }, 'shown'), row('b'))))[0];
    expect(find(page, 'shown').y - find(page, 'a').y).toBeCloseTo(LINE + THIN, 1);
  });
});

describe('cells', () => {
  it('stand at the top, in the middle or at the bottom', () => {
    const file = docx(
      table(
        row(height(1200, 'exact'), cell('top'), cell(align('center'), 'mid'), cell(align('bottom'), 'low')),
      ),
    );
    const page = layout(file)[0];
    const spare = 60 - THIN - LINE;
    const top = find(page, 'top').y;
    expect(top - TOP).toBeLessThan(LINE + THIN);
    expect(find(page, 'mid').y - top).toBeCloseTo(spare / 2, 1);
    expect(find(page, 'low').y - top).toBeCloseTo(spare, 1);
  });

  it('align merged cells over all of their rows', () => {
    const file = docx(
      table(
        row(cell({ merge: 'restart', ...align('center') }, 'mid'), 'x'),
        row(cell({ merge: 'continue' }), 'y'),
        row(cell({ merge: 'continue' }), 'z'),
      ),
    );
    const page = layout(file)[0];
    expect(find(page, 'mid').y).toBeCloseTo(find(page, 'y').y, 1);
  });

  it('have margins of their own over those of the table', () => {
    const margins = '<w:tblCellMar><w:left w:w="200" w:type="dxa"/></w:tblCellMar>';
    const own = { xml: '<w:tcMar><w:left w:w="400" w:type="dxa"/></w:tcMar>' };
    const file = docx(table({ xml: margins }, row('table'), row(cell(own, 'own'))));
    const page = layout(file)[0];
    expect(find(page, 'table').x).toBeCloseTo(LEFT + THIN / 2 + 10, 2);
    expect(find(page, 'own').x).toBeCloseTo(LEFT + THIN / 2 + 20, 2);
  });

  it('begin after the columns that a row leaves out', () => {
    const before = { xml: '<w:gridBefore w:val="1"/><w:wBefore w:w="2000" w:type="dxa"/>' };
    const wide = (text: string) => cell({ width: 2000 }, text);
    const file = docx(table({ widths: [2000, 2000] }, row(wide('a'), wide('b')), row(before, wide('c'))));
    const page = layout(file)[0];
    expect(find(page, 'c').x).toBeCloseTo(find(page, 'b').x, 2);
  });

  it('hold tables, which stand at their edge and push the row open', () => {
    const inner = table({ widths: [1000] }, row('one'), row('two'));
    const file = docx(table({ widths: [4000] }, row(cell({ width: 4000 }, inner)), row('after')));
    const page = layout(file)[0];
    expect(find(page, 'one').x).toBeCloseTo(LEFT + THIN / 2 + MARGIN + THIN / 2 + MARGIN, 2);
    expect(find(page, 'two').y - find(page, 'one').y).toBeCloseTo(LINE + THIN, 1);
    // The paragraph that has to end a cell is no line; the inner table's last line and the outer one's are.
    expect(find(page, 'after').y - find(page, 'two').y).toBeCloseTo(LINE + 2 * THIN, 1);
  });
});

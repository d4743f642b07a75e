import { describe, expect, it } from 'vitest';
import { cell, docx, p, row, table } from '../support/build.ts';
import { BOTTOM, find, LEFT, LINE, layout, MARGIN, THIN, TOP, WIDTH, words } from './table-support.ts';

const at = (attributes: string): string => `<w:tblpPr ${attributes}/>`;
const float = (attributes: string, width = 2000, rows = 2) =>
  table(
    { widths: [width], xml: at(attributes) },
    ...Array.from({ length: rows }, (_, index) => row(cell({ width }, `t${index}`))),
  );
const LONG = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
const leftmost = (page: ReturnType<typeof layout>[number] | undefined, prefix: string): number =>
  Math.min(...(page?.texts ?? []).filter(({ text }) => text.startsWith(prefix)).map(({ x }) => x));

describe('floating tables', () => {
  it('stand at the top of the paragraph that follows, whose text goes around them', () => {
    const file = docx(
      p('before'),
      float('w:vertAnchor="text" w:horzAnchor="text" w:rightFromText="200"'),
      p(LONG),
    );
    const page = layout(file)[0];
    expect(find(page, 't0').x).toBeCloseTo(LEFT + MARGIN, 2);
    const first = page?.texts.find(({ text }) => text.startsWith('word0'));
    expect(first?.x).toBeCloseTo(LEFT + 100 + 10, 1);
    expect(Math.abs((first?.y ?? 0) - find(page, 't0').y)).toBeLessThan(1);
    expect(leftmost(page, 'word')).toBeCloseTo(LEFT, 1);
  });

  it('are placed against margins and pages', () => {
    const file = docx(
      float('w:vertAnchor="page" w:horzAnchor="margin" w:tblpXSpec="right" w:tblpY="6000"'),
      p('text'),
    );
    const page = layout(file)[0];
    expect(find(page, 't0').x).toBeCloseTo(LEFT + WIDTH - 100 + MARGIN, 2);
    expect(find(page, 't0').y).toBeGreaterThan(300);
    expect(find(page, 't0').y).toBeLessThan(300 + LINE + THIN);
    expect(find(page, 'text').y).toBeLessThan(TOP + LINE);
  });

  it('leave no text beside them where there is no room', () => {
    const file = docx(float('w:vertAnchor="text" w:horzAnchor="text" w:tblpY="200"', 9000), p('text'));
    const page = layout(file)[0];
    expect(find(page, 't0').y).toBeLessThan(TOP + 10 + LINE + THIN);
    expect(find(page, 'text').y - find(page, 't1').y).toBeGreaterThan(LINE - 1);
  });

  it('go to the next page along with their paragraph', () => {
    const lines = Array.from({ length: 49 }, (_, index) => p(`line${index}`));
    const pages = layout(docx(...lines, float('w:vertAnchor="text"', 2000, 4), p('anchor')));
    expect(words(pages[0])).not.toContain('anchor');
    expect(words(pages[1])).toEqual(expect.arrayContaining(['t0', 't3', 'anchor']));
  });

  it('move up where they would reach below the text of the page', () => {
    const pages = layout(
      docx(p('before'), float('w:vertAnchor="text" w:tblpY="13600"', 2000, 3), p('anchor')),
    );
    expect(pages).toHaveLength(1);
    const last = find(pages[0], 't2').y;
    expect(last).toBeLessThan(BOTTOM);
    expect(last).toBeGreaterThan(BOTTOM - LINE);
    expect(find(pages[0], 'anchor').y).toBeLessThan(TOP + 2 * LINE);
  });

  it('run through pages where they are higher than one', () => {
    const pages = layout(docx(float('w:vertAnchor="text"', 2000, 120), p('after')));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(words).filter((word) => word.startsWith('t'))).toHaveLength(120);
    for (const page of pages) for (const { y } of page.texts) expect(y).toBeLessThan(BOTTOM);
  });
});

import { describe, expect, it } from 'vitest';
import { cell, docx, p, row, styles, table } from '../support/build.ts';
import { BOTTOM, find, LINE, layout, levels, THIN, TOP, words } from './table-support.ts';

const many = (count: number, name = 'row'): ReturnType<typeof row>[] =>
  Array.from({ length: count }, (_, at) => row(`${name}${at}`));
/** So many lines that few more fit. */
const filler = (lines: number) => Array.from({ length: lines }, (_, at) => p(`line${at}`));
const ROOM = BOTTOM - TOP;
const FIT = Math.floor(ROOM / LINE);

describe('tables over several pages', () => {
  it('go on where the page ends, closed below and above', () => {
    const pages = layout(docx(table(...many(100))));
    expect(pages.length).toBe(2);
    const all = pages.flatMap(words);
    expect(all).toHaveLength(100);
    expect(new Set(all).size).toBe(100);
    for (const page of pages) {
      const last = page.texts.at(-1);
      expect(levels(page)[0]).toBeCloseTo(TOP, 2);
      expect(levels(page).at(-1)).toBeGreaterThan(last?.y ?? 0);
      expect((levels(page).at(-1) ?? 0) + THIN).toBeLessThanOrEqual(BOTTOM + 0.1);
    }
  });

  it('repeat their header rows on each page, the leading ones only', () => {
    const header = (text: string) => row({ header: true }, text);
    const pages = layout(docx(table(header('H1'), header('H2'), ...many(150), header('late'), row('end'))));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(words(page).slice(0, 2)).toEqual(['H1', 'H2']);
    expect(pages.flatMap(words).filter((word) => word === 'late')).toHaveLength(1);
    expect(pages.flatMap(words).filter((word) => word.startsWith('row'))).toHaveLength(150);
  });

  it('repeat nothing where every row is a header', () => {
    const pages = layout(
      docx(table(...Array.from({ length: 80 }, (_, at) => row({ header: true }, `h${at}`)))),
    );
    expect(pages.flatMap(words)).toHaveLength(80);
  });

  it('move their header rows to the next page together, with the first row below them [M]', () => {
    const headers = Array.from({ length: 4 }, (_, at) => row({ header: true }, `h${at}`));
    for (const rows of [headers, [row({ header: true }, 'h'), ...many(4)]]) {
      const pages = layout(docx(...filler(FIT - 1 - (rows === headers ? 2 : 0)), table(...rows)));
      expect(words(pages[0]).filter((word) => /^(h|row)\d?$/.test(word))).toEqual([]);
      expect(words(pages[1])).toHaveLength(rows.length);
    }
    const lines = Array.from({ length: FIT + 9 }, (_, at) => `l${at}`);
    const high = layout(docx(p('above'), table(row({ header: true }, cell(...lines)), row('below'))));
    expect(words(high[0])).toEqual(['above']);
    expect(high.flatMap(words)).toEqual(['above', ...lines, 'below']);
  });

  it('divide a row between lines', () => {
    const file = docx(
      ...filler(FIT - 5),
      table(row(cell('a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'), 'b')),
    );
    const [first, second] = layout(file);
    expect(words(first)).toContain('a2');
    expect(words(first)).toContain('b');
    expect(words(second)).toContain('a7');
    expect([...words(first), ...words(second)].filter((word) => /^a\d$/.test(word))).toHaveLength(8);
    expect(find(second, words(second)[0] ?? '').y).toBeLessThan(TOP + LINE + THIN);
  });

  it('divide a paragraph with regard to widows from Word 2013 on', () => {
    const text = Array.from({ length: 6 }, (_, at) => `long${at} ${'x'.repeat(60)}`).join(' ');
    const long = table({ widths: [9000] }, row(cell({ width: 9000 }, text)));
    const lines = words(layout(docx(long))[0]).length;
    const onPages = (count: number, mode: number): readonly number[] =>
      layout(docx(...filler(count), long), mode).map((page) => words(page).length);
    expect(onPages(FIT - 1, 14)).toEqual([FIT, lines - 1]);
    expect(onPages(FIT - 1, 15)).toEqual([FIT - 1, lines]);
    expect(onPages(FIT - lines + 1, 14)).toEqual([FIT, 1]);
    expect(onPages(FIT - lines + 1, 15)).toEqual([FIT - 1, 2]);
  });

  it('keep a row together that must not be divided', () => {
    const file = docx(
      ...filler(FIT - 3),
      table(row({ cantSplit: true }, cell('a0', 'a1', 'a2', 'a3', 'a4'))),
    );
    const [first, second] = layout(file);
    expect(words(first)).not.toContain('a0');
    expect(words(second)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  });

  it('keep rows together, and repeat the first, where the style of the table says so', () => {
    const style = styles(
      '<w:style w:type="table" w:styleId="Whole"><w:name w:val="Whole"/><w:trPr><w:cantSplit/></w:trPr>' +
        '<w:tblStylePr w:type="firstRow"><w:trPr><w:tblHeader/></w:trPr></w:tblStylePr></w:style>',
    );
    const look = '<w:tblLook w:val="0020" w:firstRow="1"/>';
    const lines = row(cell('a0', 'a1', 'a2', 'a3', 'a4'));
    const file = docx(
      style,
      ...filler(FIT - 3),
      table(
        { style: 'Whole', xml: look },
        row(cell('head')),
        lines,
        row({ xml: '<w:cantSplit w:val="0"/>' }, cell('b0')),
      ),
    );
    const [first, second] = layout(file);
    expect(words(first)).not.toContain('a0');
    expect(words(second)).toEqual(['head', 'a0', 'a1', 'a2', 'a3', 'a4', 'b0']);
  });

  it('move a row of which one cell could show nothing', () => {
    const tall = p({ xml: '<w:spacing w:line="1200" w:lineRule="exact"/>' }, 'tall');
    const file = docx(...filler(FIT - 3), table(row(cell('a0', 'a1', 'a2', 'a3'), cell(tall))));
    const [first, second] = layout(file);
    expect(words(first)).not.toContain('a0');
    expect(words(second)).toContain('tall');
  });

  it('move a row whose least height does not fit, and divide one whose height does', () => {
    const lines = ['a0', 'a1', 'a2', 'a3', 'a4'];
    const least = (lineCount: number) =>
      docx(
        ...filler(FIT - 3),
        table(
          row({ xml: `<w:trHeight w:val="${Math.round(lineCount * LINE * 20)}"/>` }, cell(...lines), 'b'),
        ),
      );
    const [first, second] = layout(least(4));
    expect(words(first)).not.toContain('a0');
    expect(words(second)).toEqual([...lines, 'b']);
    const [above, below] = layout(least(2));
    expect(words(above)).toEqual(expect.arrayContaining(['a0', 'a1', 'b']));
    expect(words(below)).toContain('a4');
  });

  it('divide a row that is higher than a page, even one that must not be', () => {
    const lines = Array.from({ length: 130 }, (_, at) => `a${at}`);
    for (const format of [{}, { cantSplit: true }]) {
      const pages = layout(
        docx(table(row({ header: true }, 'head'), row(format, cell(...lines)), row('end'))),
      );
      expect(pages.length).toBe('cantSplit' in format ? 4 : 3);
      expect(pages.flatMap(words).filter((word) => word.startsWith('a'))).toHaveLength(130);
      for (const page of pages) expect(words(page)[0]).toBe('head');
    }
  });

  it('divide tables inside of cells', () => {
    const inner = table({ widths: [2000] }, ...many(70, 'inner'));
    const pages = layout(docx(table(row(cell(inner), 'beside'))));
    expect(pages.length).toBe(2);
    expect(pages.flatMap(words).filter((word) => word.startsWith('inner'))).toHaveLength(70);
    for (const page of pages) for (const { y } of page.texts) expect(y).toBeLessThan(BOTTOM);
  });

  it('carry a merged cell over with its rows', () => {
    const lines = Array.from({ length: 90 }, (_, at) => `m${at}`);
    const rows = Array.from({ length: 90 }, (_, at) =>
      row(at === 0 ? cell({ merge: 'restart' }, ...lines) : cell({ merge: 'continue' }), `x${at}`),
    );
    const pages = layout(docx(table(...rows)));
    const all = pages.flatMap(words);
    expect(all.filter((word) => word.startsWith('m'))).toHaveLength(90);
    expect(pages.length).toBe(2);
    expect(words(pages[1]).some((word) => word.startsWith('m'))).toBe(true);
    for (const page of pages) for (const { y } of page.texts) expect(y).toBeLessThan(BOTTOM + LINE);
  });

  it('keep a row with the next where its paragraph says so', () => {
    const kept = (text: string) => row(cell(p({ keepNext: true }, text)));
    const file = docx(...filler(FIT - 2), table(kept('k1'), kept('k2'), row(cell('end'))));
    const [first, second] = layout(file);
    expect(words(first)).not.toContain('k1');
    expect(words(second)).toEqual(['k1', 'k2', 'end']);
  });
});

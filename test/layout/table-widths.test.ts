import { describe, expect, it } from 'vitest';
import { cell, docx, p, r, row, table } from '../support/build.ts';
import { find, LEFT, layout, MARGIN, steps, THIN, uprights, WIDTH } from './table-support.ts';

/** What a table in mode 15 has for its columns: half of each outer line stands beside them. */
const WITHIN = WIDTH - THIN;
const FIXED = '<w:tblLayout w:type="fixed"/>';
const tableOf = (properties: string, grid: readonly number[], ...rows: ReturnType<typeof row>[]) =>
  table({ widths: grid, xml: properties }, ...rows);

const columns = (file: Uint8Array, mode = 15): readonly number[] => steps(uprights(layout(file, mode)[0]));
const near = (widths: readonly number[], expected: readonly number[], digits = 1): void => {
  expect(widths).toHaveLength(expected.length);
  for (const [index, one] of expected.entries()) expect(widths[index]).toBeCloseTo(one, digits);
};

describe('fixed tables', () => {
  it('take what the first row says, the grid where it says nothing', () => {
    const file = docx(
      tableOf(
        FIXED,
        [2000, 2000, 2000],
        row(cell({ width: 1000 }, 'a'), cell('b'), cell({ width: 3000 }, 'c')),
      ),
    );
    near(columns(file), [50, 100, 150]);
  });

  it('are scaled to a share of the column', () => {
    const file = docx(
      table(
        { widths: [2000, 2000], width: [2500, 'pct'], xml: FIXED },
        row(cell({ width: 1000 }, 'a'), cell({ width: 3000 }, 'b')),
      ),
    );
    near(columns(file), [WITHIN / 8, (WITHIN * 3) / 8]);
  });

  it('do not ask what their words need', () => {
    const file = docx(tableOf(FIXED, [400, 4000], row('Donaudampfschifffahrt', 'b')));
    near(columns(file), [20, 200]);
  });

  it('give the columns under a spanning cell what is left of its width', () => {
    const spanning = row(cell({ span: 2, width: 4000 }, 'over both'), cell({ width: 1000 }, 'c'));
    const file = docx(tableOf(FIXED, [100, 100, 100], spanning, row(cell({ width: 1500 }, 'a'), 'b', 'c')));
    near(columns(file), [75, 125, 50]);
  });
});

describe('fitted tables', () => {
  it('that ask for more than there is are as wide as their longest words all the same [M]', () => {
    const line = '_'.repeat(98);
    const asks = (width: number) =>
      docx(table({ width: [width, 'dxa'], widths: [width] }, row(cell({ width }, line))));
    // 98 of 5.48 pt and the margins: 547.7, as Word saved the column of a document that asked for 545.15.
    expect(columns(asks(10_903))).toEqual([expect.closeTo(547.7, 1)]);
    expect(columns(asks(11_903))).toEqual([expect.closeTo(595.15, 1)]);
    // Not those that would have had room: their words are cut at the edge of the text.
    expect(columns(asks(5000))).toEqual([expect.closeTo(WIDTH - THIN, 0)]);
  });

  it('have the same columns whichever row has the longest words', () => {
    const texts = [
      '12.50',
      'a long line of short words',
      'Donaudampfschifffahrt',
      'SPACED',
      '1-2-3-4-5-6',
      '',
    ];
    const formats = [{}, {}, {}, { xml: '<w:spacing w:val="60"/>' }, {}, {}];
    const rows = texts.map((text, index) => row(cell(p(r(text, formats[index] ?? {}))), cell(p(r('x')))));
    const alone = texts.map((text, index) =>
      docx(table({}, row(cell(p(r(text, formats[index] ?? {}))), 'x'))),
    );
    const widest = Math.max(...alone.map((file) => columns(file)[0] ?? 0));
    for (let turn = 0; turn < rows.length; turn++) {
      const turned = [...rows.slice(turn), ...rows.slice(0, turn)];
      expect(columns(docx(table({}, ...turned)))[0]).toBeCloseTo(widest, 2);
    }
  });

  it('are as wide as their content, whatever the grid says', () => {
    const file = docx(table({ widths: [100, 100] }, row('short', 'rather longer than that')));
    const [first = 0, second = 0] = columns(file);
    expect(first).toBeGreaterThan(2 * MARGIN + 20);
    expect(first).toBeLessThan(40);
    expect(second).toBeGreaterThan(100);
  });

  it('have the widths that cells prefer, and more where a word needs it', () => {
    const file = docx(
      table(
        { widths: [100, 100] },
        row(cell({ width: 2000 }, 'a'), cell({ width: 400 }, 'Donaudampfschifffahrtsgesellschaft')),
      ),
    );
    const [first = 0, second = 0] = columns(file);
    expect(first).toBeCloseTo(100, 1);
    expect(second).toBeGreaterThan(150);
  });

  it('shrink to what is there, each column by the same share of what it can spare', () => {
    const long = 'many words that would like to have a line for themselves but cannot have it at all';
    const file = docx(table({ widths: [100, 100, 100] }, row('x', long, long)));
    const widths = columns(file);
    expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(WITHIN, 1);
    expect(widths[1]).toBeCloseTo(widths[2] ?? 0, 1);
    expect(widths[0]).toBeLessThan(20);
  });

  it('take from columns without a width before those that name one', () => {
    const long = 'many words that would like to have a line for themselves but cannot have it at all';
    const quarter = cell({ xml: '<w:tcW w:w="1250" w:type="pct"/>' }, long);
    const file = docx(table({ widths: [100, 100], width: [5000, 'pct'] }, row(quarter, cell(long))));
    near(columns(file), [WITHIN / 4, (WITHIN * 3) / 4]);
  });

  it('are wider than they say where their words need it, up to what is there', () => {
    const word = 'x'.repeat(25);
    const narrow = (text: string) => table({ widths: [100, 100], width: [2000, 'dxa'] }, row(text, text));
    const [first = 0, second = 0] = columns(docx(narrow(word)));
    expect(first + second).toBeGreaterThan(200);
    expect(columns(docx(narrow('x')))).toEqual([50, 50]);
    near(columns(docx(narrow('x'.repeat(120)))), [WITHIN / 2, WITHIN / 2]);
  });

  it('have room for the distances of cells that stand apart', () => {
    const spaced = '<w:tblCellSpacing w:w="40" w:type="dxa"/>';
    const wide = (text: string) => cell({ width: 2000 }, text);
    const apart = layout(docx(table({ widths: [100, 100, 100], xml: spaced }, row('a', wide('b'), 'c'))))[0];
    const outer = uprights(apart);
    const together = columns(docx(table({ widths: [100, 100, 100] }, row('a', wide('b'), 'c'))));
    const width = together.reduce((sum, one) => sum + one, 0);
    // And for their lines, where a cell names no width.
    expect((outer.at(-1) ?? 0) - (outer[0] ?? 0)).toBeCloseTo(width + 8 * 2 + 2 * 2 * THIN, 1);
  });

  it('break words where not even those fit', () => {
    const word = 'x'.repeat(120);
    const widths = columns(docx(table({ widths: [100, 100] }, row(word, word))));
    near(widths, [WITHIN / 2, WITHIN / 2]);
  });

  it('take a percentage of the column, cells a percentage of the table', () => {
    const half = (share: number): string => `<w:tcW w:w="${share}" w:type="pct"/>`;
    const file = docx(
      table(
        { widths: [100, 100], width: [2500, 'pct'] },
        row(cell({ xml: half(1000) }, 'a'), cell({ xml: half(4000) }, 'b')),
      ),
    );
    near(columns(file), [WITHIN * 0.5 * 0.2, WITHIN * 0.5 * 0.8]);
  });

  it('ask nested tables for what they need', () => {
    const inner = table({ widths: [100] }, row(cell({ width: 4000 }, 'inner')));
    const file = docx(table({ widths: [100, 100] }, row(cell(inner), 'b')));
    const [first = 0] = columns(file);
    expect(find(layout(file)[0], 'b').x).toBeGreaterThan(LEFT + 200);
    expect(first).toBeGreaterThan(0);
  });

  it('leave an empty column its margins, whatever its indents', () => {
    const file = docx(
      table({ widths: [100, 100] }, row(cell(p({ xml: '<w:ind w:left="720"/>' })), cell('b'))),
    );
    expect(columns(file)[0]).toBeCloseTo(2 * MARGIN, 1);
  });
});

describe('the place of a table', () => {
  const text = (file: Uint8Array, mode: number): number => find(layout(file, mode)[0], 'here').x;
  const bare = (properties = ''): Uint8Array =>
    docx(table({ widths: [4000], xml: properties }, row(cell({ width: 4000 }, 'here'))));

  it('is its line from mode 15 on, its text before', () => {
    expect(text(bare(), 15)).toBeCloseTo(LEFT + THIN / 2 + MARGIN, 2);
    expect(text(bare(), 14)).toBeCloseTo(LEFT, 2);
  });

  it('is moved by an indent, negative ones too', () => {
    const indent = (value: number): string => `<w:tblInd w:w="${value}" w:type="dxa"/>`;
    expect(text(bare(indent(720)), 15)).toBeCloseTo(LEFT + 36 + THIN / 2 + MARGIN, 2);
    expect(text(bare(indent(-720)), 14)).toBeCloseTo(LEFT - 36, 2);
  });

  it('is the middle or the end of the column where the table is aligned', () => {
    expect(text(bare('<w:jc w:val="center"/>'), 15)).toBeCloseTo(LEFT + (WIDTH - 200) / 2 + MARGIN, 2);
    expect(text(bare('<w:jc w:val="right"/>'), 15)).toBeCloseTo(LEFT + WIDTH - 200 + MARGIN, 2);
  });

  it('lets all of the column be more in old documents: their margins hang out', () => {
    const whole = docx(table({ widths: [100], width: [5000, 'pct'] }, row('a')));
    near(columns(whole, 15), [WITHIN]);
    near(columns(whole, 14), [WIDTH + 2 * MARGIN]);
    const margins = '<w:tcMar><w:left w:w="200" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tcMar>';
    const own = docx(table({ widths: [100], width: [5000, 'pct'] }, row(cell({ xml: margins }, 'a'))));
    near(columns(own, 14), [WIDTH + 10]);
  });
});

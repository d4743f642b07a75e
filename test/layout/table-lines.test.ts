import { describe, expect, it } from 'vitest';
import { cell, docx, row, styles, table } from '../support/build.ts';
import { find, LINE, layout, layoutList, type Page, THIN } from './table-support.ts';

type Line = readonly [style: string, eighths: number, color?: string];

const borders = (sides: Readonly<Record<string, Line>>): { xml: string } => ({
  xml: `<w:tcBorders>${Object.entries(sides)
    .map(
      ([side, [style, size, color = 'auto']]) =>
        `<w:${side} w:val="${style}" w:sz="${size}" w:color="${color}"/>`,
    )
    .join('')}</w:tcBorders>`,
});

const level = (page: Page | undefined, y: number) =>
  (page?.rects ?? []).filter((rect) => rect.width > 6 && rect.height < 8 && Math.abs(rect.y - y) < 0.1);
const between = (page: Page | undefined): { thickness: number; color: number }[] => {
  const bottom = find(page, 'below').y - 4;
  const top = find(page, 'above').y;
  return (page?.rects ?? [])
    .filter((rect) => rect.width > 6 && rect.height < 8 && rect.y > top && rect.y < bottom)
    .map((rect) => ({ thickness: rect.height, color: rect.fill }));
};

const stacked = (upper: { xml: string }, lower: { xml: string }): Page | undefined =>
  layout(docx(table(row(cell(upper, 'above')), row(cell(lower, 'below')))))[0];

describe('lines between cells', () => {
  it("are the table's where no cell says otherwise", () => {
    expect(between(stacked({ xml: '' }, { xml: '' }))).toEqual([{ thickness: THIN, color: 0 }]);
  });

  it("are a cell's own over the table's, thinner ones too, and none where it says none", () => {
    const red = borders({ bottom: ['single', 2, 'FF0000'] });
    expect(between(stacked(red, { xml: '' }))).toEqual([{ thickness: 0.25, color: 0xff0000 }]);
    expect(between(stacked(borders({ bottom: ['nil', 0] }), { xml: '' }))).toEqual([]);
  });

  it('are the thicker of two, then the darker', () => {
    const thick = borders({ bottom: ['single', 12, 'FF0000'] });
    const thin = borders({ top: ['single', 4, '000000'] });
    expect(between(stacked(thick, thin))).toEqual([{ thickness: 1.5, color: 0xff0000 }]);
    const pale = borders({ bottom: ['single', 8, 'CCCCCC'] });
    const dark = borders({ top: ['single', 8, '333333'] });
    expect(between(stacked(pale, dark))).toEqual([{ thickness: 1, color: 0x333333 }]);
  });

  it('take their thickness from the row below', () => {
    const thick = stacked(borders({ bottom: ['single', 24] }), { xml: '' });
    const thin = stacked({ xml: '' }, { xml: '' });
    expect(find(thick, 'below').y - find(thin, 'below').y).toBeCloseTo(3 - THIN, 2);
    expect(find(thick, 'above').y).toBeCloseTo(find(thin, 'above').y, 2);
  });

  it('are two strokes where they are double, dashes where they are dashed', () => {
    const double = between(stacked(borders({ bottom: ['double', 6] }), { xml: '' }));
    expect(double.map(({ thickness }) => thickness)).toEqual([0.75, 0.75]);
    const dashed = layout(
      docx(table(row(cell(borders({ bottom: ['dashed', 8] }), 'above')), row('below'))),
    )[0];
    expect(
      (dashed?.rects ?? []).filter(({ width, height }) => height === 1 && width <= 4).length,
    ).toBeGreaterThan(1);
  });

  it('are not drawn inside merged cells', () => {
    const page = layout(
      docx(
        table(
          { widths: [2000, 2000] },
          row(cell({ merge: 'restart', width: 2000 }, 'above'), cell({ width: 2000 }, 'x')),
          row(cell({ merge: 'continue', width: 2000 }), cell({ width: 2000 }, 'below')),
        ),
      ),
    )[0];
    const inner = (page?.rects ?? []).filter(
      (rect) =>
        rect.width > 6 && rect.height < 8 && rect.y > find(page, 'above').y && rect.y < find(page, 'below').y,
    );
    expect(inner).toHaveLength(1);
    expect(inner[0]?.width).toBeCloseTo(100 + THIN, 1);
  });

  it('run over the corners and are drawn once', () => {
    const page = layout(
      docx(table({ widths: [2000, 2000] }, row(cell({ width: 2000 }, 'a'), cell({ width: 2000 }, 'b')))),
    )[0];
    const top = level(page, 72);
    expect(top).toHaveLength(1);
    expect(top[0]?.width).toBeCloseTo(200 + THIN, 2);
    expect(page?.rects).toHaveLength(5);
  });
});

const SHADE = (fill: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
const condition = (type: string, cellXml: string, runXml = ''): string =>
  `<w:tblStylePr w:type="${type}">${runXml === '' ? '' : `<w:rPr>${runXml}</w:rPr>`}<w:tcPr>${cellXml}</w:tcPr></w:tblStylePr>`;
const STYLE = styles(
  `<w:style w:type="table" w:styleId="Banded"><w:name w:val="Banded"/><w:basedOn w:val="TableGrid"/><w:tblPr><w:tblStyleRowBandSize w:val="2"/></w:tblPr>${[
    condition('firstRow', SHADE('111111'), '<w:b/><w:color w:val="FFFFFF"/>'),
    condition('lastRow', SHADE('222222')),
    condition('firstCol', SHADE('333333')),
    condition('band1Horz', SHADE('EEEEEE')),
    condition('band2Horz', SHADE('DDDDDD')),
    condition('nwCell', SHADE('444444')),
  ].join('')}</w:style>`,
);
const banded = (look: string): Page | undefined =>
  layout(
    docx(
      STYLE,
      table(
        { style: 'Banded', widths: [2000, 2000], xml: `<w:tblLook ${look}/>` },
        ...Array.from({ length: 6 }, (_, at) =>
          row(cell({ width: 2000 }, `a${at}`), cell({ width: 2000 }, `b${at}`)),
        ),
      ),
    ),
  )[0];
const ground = (page: Page | undefined, text: string): string | undefined => {
  const { x, y } = find(page, text);
  const under = (page?.rects ?? []).findLast(
    (rect) =>
      rect.height > 8 && rect.x <= x && rect.x + rect.width > x && rect.y < y && rect.y + rect.height > y,
  );
  return under?.fill.toString(16);
};

describe('conditional formats', () => {
  it('colour rows, columns, bands and corners, the later over the earlier', () => {
    const page = banded(
      'w:firstRow="1" w:lastRow="1" w:firstColumn="1" w:lastColumn="0" w:noHBand="0" w:noVBand="1"',
    );
    expect(ground(page, 'a0')).toBe('444444');
    expect(ground(page, 'b0')).toBe('111111');
    expect(ground(page, 'a1')).toBe('333333');
    expect([1, 2, 3, 4].map((at) => ground(page, `b${at}`))).toEqual([
      'eeeeee',
      'eeeeee',
      'dddddd',
      'dddddd',
    ]);
    expect(ground(page, 'b5')).toBe('222222');
  });

  it('apply where the look says so only', () => {
    const page = banded(
      'w:firstRow="0" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"',
    );
    expect(ground(page, 'a0')).toBeUndefined();
    expect(ground(page, 'b3')).toBeUndefined();
  });

  it('reach the text', () => {
    const page = banded('w:firstRow="1" w:noHBand="1" w:noVBand="1"');
    expect(find(page, 'b0').color).toBe(0xffffff);
    expect(find(page, 'b0').font).not.toBe(find(page, 'b1').font);
    expect(find(page, 'b1').color).toBe(0);
  });
});

describe('shading', () => {
  it('lies under text that reaches over rows', () => {
    const file = docx(
      table(
        { widths: [2000, 2000] },
        row(cell({ merge: 'restart', width: 2000, shade: 'FFFF00' }, 'one', 'two', 'three'), 'x'),
        row(cell({ merge: 'continue', width: 2000, shade: 'FFFF00' }), 'y'),
      ),
    );
    const page = layout(file)[0];
    expect(ground(page, 'one')).toBe('ffff00');
    expect(ground(page, 'three')).toBe('ffff00');
    expect((page?.rects ?? []).filter(({ fill }) => fill === 0xffff00)).toHaveLength(1);
  });

  it('turns automatic text white where it is dark, and joins neighbours of one colour', () => {
    const page = layout(docx(table(row(cell({ shade: '000080' }, 'a'), cell({ shade: '000080' }, 'b')))))[0];
    expect(find(page, 'a').color).toBe(0xffffff);
    expect((page?.rects ?? []).filter(({ fill }) => fill === 0x80)).toHaveLength(1);
  });
});

describe('cells apart', () => {
  it('have lines of their own, and the table has others around them', () => {
    const spaced = '<w:tblCellSpacing w:w="40" w:type="dxa"/>';
    const wide = (text: string) => cell({ width: 2000 }, text);
    const page = layout(
      docx(
        table({ widths: [2000, 2000], xml: spaced }, row(wide('a'), wide('b')), row(wide('c'), wide('d'))),
      ),
    )[0];
    const together = layout(
      docx(table({ widths: [2000, 2000] }, row(wide('a'), wide('b')), row(wide('c'), wide('d')))),
    )[0];
    // Two lines of half a point and twice two points between rows, instead of one line.
    const pitch = (one: Page | undefined): number => find(one, 'c').y - find(one, 'a').y;
    expect(pitch(page) - pitch(together)).toBeCloseTo(4 + THIN, 1);
    // To the table's own lines it is as far as from cell to cell; its text is behind its line.
    expect(find(page, 'a').x - find(together, 'a').x).toBeCloseTo(4 + THIN, 1);
    expect(find(page, 'a').y - find(together, 'a').y).toBeCloseTo(4 + THIN, 1);
    const uprights = (page?.rects ?? []).filter(({ width, height }) => width === THIN && height > 6);
    expect(uprights).toHaveLength(2 * 2 * 2 + 2 * 2);
  });
});

describe('lines of several strokes', () => {
  const bordered = (style: string, size: number): Uint8Array =>
    docx(
      table(
        {
          xml: `<w:tblBorders><w:top w:val="${style}" w:sz="${size}" w:color="FF0000"/></w:tblBorders>`,
          style: 'none',
        },
        row('a'),
      ),
    );
  /** Heights of the strokes above the table, from above. */
  const strokes = (style: string, size: number): readonly number[] =>
    (layout(bordered(style, size))[0]?.rects ?? [])
      .filter(({ fill }) => fill === 0xff0000)
      .map(({ height }) => Math.round(height * 100) / 100);

  it('are as wide as their style has them', () => {
    expect(strokes('single', 24)).toEqual([3]);
    expect(strokes('double', 8)).toEqual([1, 1]);
    expect(strokes('thinThickSmallGap', 24)).toEqual([0.75, 3]);
    expect(strokes('thickThinMediumGap', 24)).toEqual([3, 1.5]);
    expect(strokes('thinThickThinSmallGap', 24)).toEqual([0.75, 3, 0.75]);
  });

  it('are dashes and dots in turns', () => {
    const widths = (layout(bordered('dotDash', 8))[0]?.rects ?? [])
      .filter(({ fill }) => fill === 0xff0000)
      .map(({ width }) => width);
    expect(widths.slice(0, 4)).toEqual([4, 1, 4, 1]);
  });
});

describe('diagonal lines', () => {
  it('run from corner to corner of their cell', () => {
    const crossed =
      '<w:tcBorders><w:tl2br w:val="single" w:sz="8" w:color="FF0000"/><w:tr2bl w:val="single" w:sz="8" w:color="0000FF"/></w:tcBorders>';
    const file = docx(table(row('a', cell({ width: 2000, xml: crossed }, 'b'))));
    const paths = (layoutList(file).pages[0]?.items ?? []).filter((item) => item.kind === 'path');
    const ends = paths.map(({ path }) => path.map(([, , y]) => y ?? 0));
    expect(paths.map(({ stroke }) => stroke)).toEqual([
      { color: 0xff0000, width: 1 },
      { color: 0x0000ff, width: 1 },
    ]);
    expect((ends[0]?.[1] ?? 0) - (ends[0]?.[0] ?? 0)).toBeCloseTo(LINE, 0);
    expect(ends[1]).toEqual(ends[0]?.toReversed());
  });
});

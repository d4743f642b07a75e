/** Tags in the cells of the sheet behind a chart: its rows, what the chart shows of them, and what stays of the workbook. */
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { bars, chart, IDS, valAxis } from '../layout/chart-support.ts';
import { docx, p } from '../support/build.ts';
import { bookSeries, type ChartBook, withBook } from '../support/chart-book.ts';
import { failureOf, problemsOf, render } from './engine.ts';

const made = (file: Uint8Array, data: JsonObject) => {
  const { bytes, report } = render(file, data);
  const out = openDocx(bytes);
  const names = [...out.archive.entries.keys()];
  const charts = names.filter((name) => /charts\/[^/]*\.xml$/.test(name)).map((name) => out.text(name));
  const books = names.filter((name) => name.endsWith('.xlsx')).map((name) => readEntry(out.entry(name)));
  return { charts, books, report };
};

const shown = (xml: string, name: string): string[][] =>
  [...xml.matchAll(new RegExp(`<c:${name}>(.*?)</c:${name}>`, 'gs'))].map(([, inner = '']) => [
    /<c:f>([^<]*)/.exec(inner)?.[1] ?? '',
    ...[...inner.matchAll(/<c:v>([^<]*)/g)].map(([, value = '']) => value),
  ]);

const sheetsOf = async (book: Uint8Array | undefined) => {
  const { sheets } = await readXlsx(book as Uint8Array);
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) }));
};

const rows = ['Jan', 'Feb', 'Mar'].map((month, index) => ({
  month,
  sales: index + 1,
  costs: `${10 - index}`,
}));

/** Categories in the first column, a series in each further one. */
const BOOK: ChartBook = {
  sheet: [
    ['', '{own} sales', '{other}'],
    ['{#rows}{month}', '{sales}', '{costs}{/rows}'],
  ],
  others: { Notes: [['kept', 7]] },
  hasTable: true,
};
const TWO = [
  bookSeries(0, { tx: '$B$1', cat: '$A$2:$A$2', val: '$B$2:$B$2' }),
  bookSeries(1, { tx: '$C$1', cat: '$A$2:$A$2', val: '$C$2:$C$2' }),
].join('');

describe('tags in the cells of a chart', () => {
  it('repeat rows; the chart and the workbook say the same, and further sheets stay', async () => {
    const { charts, books, report } = made(docx(...withBook(bars(TWO), BOOK)), {
      own: 'Our',
      other: 'Costs',
      rows,
    });
    expect(report.missing).toEqual([]);
    const [xml = ''] = charts;
    expect(shown(xml, 'tx')).toEqual([
      ['Sheet1!$B$1', 'Our sales'],
      ['Sheet1!$C$1', 'Costs'],
    ]);
    expect(shown(xml, 'cat')[1]).toEqual(['Sheet1!$A$2:$A$4', 'Jan', 'Feb', 'Mar']);
    expect(shown(xml, 'val')).toEqual([
      ['Sheet1!$B$2:$B$4', '1', '2', '3'],
      ['Sheet1!$C$2:$C$4', '10', '9', '8'],
    ]);
    expect(books).toHaveLength(1);
    expect(await sheetsOf(books[0])).toEqual([
      {
        name: 'Sheet1',
        rows: [
          [null, 'Our sales', 'Costs'],
          ['Jan', 1, 10],
          ['Feb', 2, 9],
          ['Mar', 3, 8],
        ],
      },
      { name: 'Notes', rows: [['kept', 7]] },
    ]);
    // A table knows its cells by their addresses and names.
    expect([...openZip(books[0] as Uint8Array).entries.keys()].join()).not.toMatch(/table|calcChain/);
  });

  it('in a loop, and in what is included with data, see what is around the chart', async () => {
    const file = docx(p('{#years}'), ...withBook(bars(TWO), BOOK), p('{/years}'));
    const years = [
      { own: 'A', other: 'x', rows },
      { own: 'B', other: 'y', rows: rows.slice(2) },
    ];
    const { charts, books } = made(file, { years });
    expect(charts.map((xml) => shown(xml, 'tx')[0]?.[1])).toEqual(['A sales', 'B sales']);
    expect(charts.map((xml) => shown(xml, 'val')[0]?.slice(1))).toEqual([['1', '2', '3'], ['3']]);
    expect((await sheetsOf(books[1]))[0]?.rows).toHaveLength(2);
  });

  it('may stand in rows of their own, be conditions, and have rows behind them', async () => {
    const sheet = [
      ['', 'Sales'],
      ['{FOR r IN rows}'],
      ['{IF r.sales > 1}'],
      ['{r.month}', '{r.sales}'],
      ['{END-IF}'],
      ['{END-FOR r}'],
      ['Goal', 5],
    ];
    const series = bookSeries(0, { tx: '$B$1', cat: '$A$2:$A$7', val: '$B$2:$B$7' });
    const { charts, books } = made(docx(...withBook(bars(series), { sheet })), { rows });
    expect(shown(charts[0] ?? '', 'cat')).toEqual([['Sheet1!$A$2:$A$4', 'Feb', 'Mar', 'Goal']]);
    expect(shown(charts[0] ?? '', 'val')).toEqual([['Sheet1!$B$2:$B$4', '2', '3', '5']]);
    expect((await sheetsOf(books[0]))[0]?.rows.at(-1)).toEqual(['Goal', 5]);
  });

  it('a row for each series gives any number of series; without rows the chart is empty, with a warning', () => {
    const sheet = [
      ['', 'Q1', 'Q2'],
      ['{#regions}{name}', '{first}', '{second}{/regions}'],
    ];
    const series = bookSeries(0, { tx: '$A$2', cat: '$B$1:$C$1', val: '$B$2:$C$2' });
    const file = docx(...withBook(bars(series), { sheet }));
    const regions = ['N', 'S', 'E'].map((name, index) => ({ name, first: index, second: 2 * index }));
    const [xml = ''] = made(file, { regions }).charts;
    expect(shown(xml, 'tx').map(([, name]) => name)).toEqual(['N', 'S', 'E']);
    expect(shown(xml, 'val')[2]).toEqual(['Sheet1!$B$4:$C$4', '2', '4']);
    expect(shown(xml, 'cat')[2]).toEqual(['Sheet1!$B$1:$C$1', 'Q1', 'Q2']);
    expect(xml).toContain('<a:schemeClr val="accent3"/>');
    expect(made(file, { regions: [] }).report.warnings.join()).toMatch(/has no data/);
    const upright = made(docx(...withBook(bars(TWO), BOOK)), { own: '', other: '', rows: [] });
    expect(shown(upright.charts[0] ?? '', 'val')[0]).toEqual(['Sheet1!$B$2']);
  });

  it('points have x, y and sizes from their columns; categories may have several levels', () => {
    const sheet = [
      ['x', 'y', 'size'],
      ['{#rows}{sales}', '{costs}', '{sales * 2}{/rows}'],
    ];
    const dots = bookSeries(0, { tx: '$B$1', xVal: '$A$2', yVal: '$B$2', bubbleSize: '$C$2' });
    const bubble = `<c:bubbleChart><c:varyColors val="0"/>${dots}${IDS}</c:bubbleChart>${valAxis({}, 1)}${valAxis()}`;
    const [xml = ''] = made(docx(...withBook(bubble, { sheet })), { rows }).charts;
    expect(['xVal', 'yVal', 'bubbleSize'].map((name) => shown(xml, name)[0]?.slice(1))).toEqual([
      ['1', '2', '3'],
      ['10', '9', '8'],
      ['2', '4', '6'],
    ]);
    const levels = bookSeries(0, { cat: '$A$2:$B$2', val: '$C$2' });
    const wide = {
      sheet: [
        ['', '', ''],
        ['{#rows}{costs}', '{month}', '{sales}{/rows}'],
      ],
    };
    const [both = ''] = made(docx(...withBook(bars(levels), wide)), { rows }).charts;
    expect(shown(both, 'lvl').map((level) => level.slice(1))).toEqual([
      ['Jan', 'Feb', 'Mar'],
      ['10', '9', '8'],
    ]);
  });

  it('the schema knows them, and which are numbers', () => {
    const { inspection } = compileTemplate(docx(...withBook(bars(TWO), BOOK)), { delimiter: 'BRACES' });
    expect(inspection.fields.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'own text',
      'other text',
      'rows list',
      'rows[].month text',
      'rows[].sales number',
      'rows[].costs number',
    ]);
    expect(inspection.warnings).toEqual([]);
  });
});

describe('what is wrong in cells', () => {
  const file = (sheet: NonNullable<ChartBook['sheet']>, val = '$B$2') =>
    docx(...withBook(bars(bookSeries(0, { cat: '$A$2', val })), { sheet }));

  it('is told with the cell', () => {
    const failure = failureOf(docx(...withBook(bars(TWO), BOOK)), {
      own: '',
      other: '',
      rows: [{ month: 'Jan', sales: 'many', costs: 1 }],
    });
    expect(failure.details?.[0]).toMatchObject({
      code: 'data_invalid',
      part: 'the workbook of chart 1',
      cell: { row: 2, column: 2 },
    });
    expect(failure.message).toContain('B2 of the chart\'s sheet is "many"');
  });

  it.each([
    ['a tag that cannot be read', [[''], ['{a +}', 1]], 'bad_expression', '$B$2'],
    ['a block that is not closed', [[''], ['{#rows}{a}', '{b}']], 'unclosed_block', '$B$2'],
    ['two blocks in a row', [[''], ['{#a}{x}', '{/a}{#b}{y}', '{/b}']], 'bad_place', '$B$2'],
    ['rows of which the chart has some', [[''], ['{#a}{x}', '{y}'], ['{z}', '{y}{/a}']], 'bad_place', '$B$2'],
    ['a range of another kind', [[''], ['{x}', '{y}']], 'bad_place', '($B$2,$B$3)'],
    ['a formula', [[''], ['{x}', '=1+1']], 'bad_place', '$B$2'],
  ])('%s is refused at upload', (_, sheet, code, val) => {
    expect(problemsOf(file(sheet, val))[0]).toMatchObject({ code, part: 'the workbook of chart 1' });
  });

  it('of what was stored before, it is a warning, and cells stay as they are', () => {
    const stored = docx(
      p('{name}'),
      ...withBook(bars(bookSeries(0, { val: '$B$2' })), { sheet: [['{a +}']] }),
    );
    const { inspection } = compileTemplate(stored, { delimiter: 'BRACES', static: true });
    expect(inspection.warnings).toMatchObject([{ code: 'unread_tag', part: 'the workbook of chart 1' }]);
  });

  it('a workbook that cannot be read is left as it is', () => {
    const plain = docx(...withBook(bars(TWO), { bytes: new Uint8Array([1, 2]) }), p(chart(bars(TWO))));
    expect(problemsOf(plain)).toEqual([]);
  });
});

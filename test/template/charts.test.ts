/** CHART: series, categories, titles and bounds by data, in the chart part and in the workbook behind it. */
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readEntry } from '../../src/ooxml/zip-read.ts';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { bars, chart, IDS, series, title as TITLE, valAxis } from '../layout/chart-support.ts';
import { docx, type Piece, p, part } from '../support/build.ts';
import { failureOf, problemsOf, render } from './engine.ts';

const TAG = '{CHART rows category=month series=(sales as &quot;Sales&quot;, costs)}';
const LOOK = series('Old', [1, 2], { color: 'AA0000', format: '0.0' });
const rows = ['Jan', 'Feb', 'Mar'].map((month, index) => ({ month, sales: index + 1, costs: 10 - index }));

/** A chart with a workbook behind it. */
const withBook = (plot: string, alt: string, title = ''): (Piece | ReturnType<typeof part>)[] => [
  part((build) => {
    build.file(
      'word/embeddings/book.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      new Uint8Array([1]),
    );
    build.file(
      'word/charts/_rels/book.xml.rels',
      'application/vnd.openxmlformats-package.relationships+xml',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package" Target="../embeddings/book.xlsx"/></Relationships>',
    );
  }),
  p(chart(plot, { alt, title, name: 'book', space: '<c:externalData r:id="rId1"/>' })),
];

const made = (file: Uint8Array, data: JsonObject) => {
  const { bytes, report, body } = render(file, data);
  const out = openDocx(bytes);
  const names = [...out.archive.entries.keys()];
  const charts = names.filter((name) => /charts\/[^/]*\.xml$/.test(name)).map((name) => out.text(name));
  const books = names.filter((name) => name.endsWith('.xlsx')).map((name) => readEntry(out.entry(name)));
  return { charts, books, names, body, report };
};

const valuesIn = (xml: string, name: string): string[][] =>
  [...xml.matchAll(new RegExp(`<c:${name}>(.*?)</c:${name}>`, 'gs'))].map(([, inner = '']) =>
    [...inner.matchAll(/<c:v>([^<]*)/g)].map(([, value = '']) => value),
  );

describe('a chart of rows', () => {
  it('has the series, categories and names of the data, and so has its workbook', async () => {
    const { charts, books, names } = made(docx(...withBook(bars(LOOK), TAG)), { rows });
    expect(charts).toHaveLength(1);
    const [xml = ''] = charts;
    expect(valuesIn(xml, 'cat')).toEqual([
      ['Jan', 'Feb', 'Mar'],
      ['Jan', 'Feb', 'Mar'],
    ]);
    expect(valuesIn(xml, 'val')).toEqual([
      ['1', '2', '3'],
      ['10', '9', '8'],
    ]);
    expect(valuesIn(xml, 'tx').map(([name]) => name)).toEqual(['Sales', 'Series 2']);
    expect(xml).toContain('<c:formatCode>0.0</c:formatCode>');
    // The first keeps its look, the next has the next colour of the theme.
    expect(xml).toContain('AA0000');
    expect(xml).toContain('<a:schemeClr val="accent2"/>');
    expect(names).not.toContain('word/embeddings/book.xlsx');
    const book = await readXlsx(books[0] as Uint8Array);
    expect(book.sheets[0]?.rows.map((row) => [...row])).toEqual([
      [null, 'Sales', 'Series 2'],
      ['Jan', 1, 10],
      ['Feb', 2, 9],
      ['Mar', 3, 8],
    ]);
  });

  it('may say so in its title, which then goes, and has bounds and a title by data', () => {
    const tag = '{CHART rows category=month series=(sales)}';
    const [gone = ''] = made(docx(p(chart(bars(LOOK), { title: TITLE(tag) }))), { rows }).charts;
    expect(gone).not.toContain('c:title');
    expect(gone).toContain('<c:autoTitleDeleted val="1"/>');
    const alt = '{CHART rows category=month series=(sales) title=(t) min=0 max=(top)}';
    const file = docx(p(chart(bars(LOOK), { title: TITLE('old'), alt })));
    const [xml = ''] = made(file, { rows, t: 'A & B', top: 50 }).charts;
    expect(xml).toContain('<a:t>A &amp; B</a:t>');
    expect(xml).toContain('<c:max val="50"/><c:min val="0"/>');
  });

  it('in a loop each turn has a chart of its own, with its own texts', () => {
    const alt = '{CHART rows category=month series=(sales)}';
    const file = docx(p('{#years}'), p(chart(bars(LOOK), { title: TITLE('Year {y}'), alt })), p('{/years}'));
    const years = [
      { y: 1, rows },
      { y: 2, rows: rows.slice(1) },
    ];
    const { charts, names } = made(file, { years });
    expect(charts.map((xml) => /<a:t>([^<]*)/.exec(xml)?.[1])).toEqual(['Year 1', 'Year 2']);
    expect(charts.map((xml) => valuesIn(xml, 'val'))).toEqual([[['1', '2', '3']], [['2', '3']]]);
    expect(names.filter((name) => name.startsWith('word/charts/')).length).toBe(2);
  });

  it('points of a pie beyond the template have the next colours; missing values are gaps', () => {
    const dot = (index: number): string =>
      `<c:dPt><c:idx val="${index}"/><c:bubble3D val="0"/><c:spPr><a:solidFill><a:schemeClr val="accent${index + 1}"/></a:solidFill></c:spPr></c:dPt>`;
    const pie = `<c:pieChart><c:varyColors val="1"/>${series('P', [1, 2], { before: dot(0) + dot(1) }).replace('<c:invertIfNegative val="0"/>', '')}</c:pieChart>`;
    const file = docx(p(chart(pie, { alt: '{CHART rows category=month series=(sales)}' })));
    const [xml = ''] = made(file, { rows: [...rows, { month: 'Apr' }] }).charts;
    expect([...xml.matchAll(/accent(\d)/g)].map(([, accent]) => accent)).toEqual(['1', '2', '3', '4']);
    expect(valuesIn(xml, 'val')).toEqual([['1', '2', '3']]);
    expect(xml).toContain('<c:ptCount val="4"/>');
  });

  it('points have x, y and sizes; lines beside columns stay lines', () => {
    const bubble = `<c:bubbleChart><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/></c:ser>${IDS}</c:bubbleChart>${valAxis({}, 1)}${valAxis()}`;
    const file = docx(p(chart(bubble, { alt: '{CHART rows x=sales y=(costs) size=sales}' })));
    const [xml = ''] = made(file, { rows }).charts;
    expect([valuesIn(xml, 'xVal'), valuesIn(xml, 'yVal'), valuesIn(xml, 'bubbleSize')]).toEqual([
      [['1', '2', '3']],
      [['10', '9', '8']],
      [['1', '2', '3']],
    ]);
    const both =
      bars(LOOK, { axes: '' }) +
      `<c:lineChart><c:grouping val="standard"/>${series('L', [1], { index: 1 }).replace('<c:invertIfNegative val="0"/>', '')}${IDS}</c:lineChart>${valAxis()}`;
    const [mixed = ''] = made(docx(p(chart(both, { alt: TAG }))), { rows }).charts;
    expect(/<c:lineChart>.*<\/c:lineChart>/s.exec(mixed)?.[0].match(/<c:ser>/g)).toHaveLength(1);
    expect(valuesIn(mixed, 'tx').map(([name]) => name)).toEqual(['Sales', 'L']);
  });
});

describe('a chart of an object', () => {
  it('has any number of series', () => {
    const file = docx(p(chart(bars(LOOK), { alt: '{CHART sales}' })));
    const sales = {
      categories: ['a', 'b'],
      series: Array.from({ length: 9 }, (_, index) => ({ name: `S${index}`, values: [index, null] })),
      title: 'T',
      max: 9,
    };
    const [xml = ''] = made(file, { sales }).charts;
    expect(xml.match(/<c:ser>/g)).toHaveLength(9);
    expect(xml).toContain('<a:schemeClr val="accent3"><a:lumMod val="60000"/></a:schemeClr>');
    expect(xml).toContain('<a:t>T</a:t>');
  });
});

describe('what is wrong', () => {
  const file = docx(p(chart(bars(LOOK), { alt: TAG })));

  it('text where numbers belong, and too many points, are located errors', () => {
    const failure = failureOf(file, { rows: [{ month: 'Jan', sales: 'many' }] });
    expect(failure.details?.[0]).toMatchObject({ code: 'data_invalid', part: 'document' });
    expect(failure.message).toContain('"Sales" of row 1 is "many", where the chart needs a number');
    const many = Array.from({ length: 32_001 }, () => ({ month: 'x', sales: 1, costs: 1 }));
    expect(failureOf(file, { rows: many }).message).toMatch(/32001 points/);
    const bounds = docx(p(chart(bars(LOOK), { alt: '{CHART rows series=(sales) min=(a) max=1}' })));
    expect(failureOf(bounds, { rows, a: 3 }).message).toMatch(/not above/);
  });

  it('no data and thousands of points are warnings', () => {
    expect(made(file, { rows: [] }).report.warnings.join()).toMatch(/has no data/);
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      month: `m${index}`,
      sales: index,
      costs: 1,
    }));
    const { charts, report } = made(file, { rows: many });
    expect(report.warnings.join()).toMatch(/10000 points/);
    expect(valuesIn(charts[0] ?? '', 'val')[0]).toHaveLength(10_000);
  });

  it.each([
    ['{CHART rows catgory=month series=(a)}', 'bad_argument', /Did you mean `category`/],
    ['{CHART rows category=month}', 'bad_argument', /which series/],
  ])('%s is refused at upload', (alt, code, said) => {
    const [problem] = problemsOf(docx(p(chart(bars(LOOK), { alt }))));
    expect(problem?.code).toBe(code);
    expect(`${problem?.message} ${problem?.hint}`).toMatch(said);
  });

  it('where there is no chart, or none with a series', () => {
    expect(problemsOf(docx(p('{CHART rows series=(a)}')))[0]?.code).toBe('bad_place');
    expect(problemsOf(docx(p(chart(bars(''), { alt: TAG }))))[0]?.code).toBe('bad_place');
  });

  it('the schema knows rows and numbers, and the sample renders', () => {
    const { inspection } = compileTemplate(file, { delimiter: 'BRACES' });
    expect(inspection.fields.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'rows list',
      'rows[].month text',
      'rows[].sales number',
      'rows[].costs number',
    ]);
    expect(made(file, inspection.sample as JsonObject).report.missing).toEqual([]);
  });
});

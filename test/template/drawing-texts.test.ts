/** Tags in texts that stand outside of paragraphs: watermarks, charts, diagrams, codes of links, screen tips. */
import { describe, expect, it, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { bars, catAxis, chart, series, valAxis } from '../layout/chart-support.ts';
import { docx, header, type Piece, p, part, r, raw, runOf, simpleField } from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

const warningsOf = (file: Uint8Array) => compileTemplate(file, { delimiter: 'BRACES' }).inspection.warnings;
const fieldsOf = (file: Uint8Array) =>
  compileTemplate(file, { delimiter: 'BRACES' }).inspection.fields.map(({ path }) => path);

const watermark = (text: string): Piece =>
  p(
    runOf(
      `<w:pict><v:shape id="WaterMark1" type="#_x0000_t136" style="width:400pt;height:100pt"><v:textpath style="font-family:&quot;Calibri&quot;" string="${text}"/></v:shape></w:pict>`,
    ),
  );

const title = (...runs: string[]): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr/></a:pPr>${runs
    .map((text, index) => `<a:r><a:rPr lang="en-US"${index > 0 ? ' b="1"' : ''}/><a:t>${text}</a:t></a:r>`)
    .join('')}</a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

const textsIn = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);

const chartOf = (bytes: Uint8Array): string => {
  const file = openDocx(bytes);
  const name = [...file.archive.entries.keys()].find((one) => one.startsWith('word/charts/'));
  return file.text(name ?? '');
};

describe('watermarks and WordArt', () => {
  test('are filled, in a header and in a loop', () => {
    const file = docx(
      header(watermark('{status | upper} &amp; more')),
      p('{#items}'),
      watermark('{name}'),
      p('{/items}'),
    );
    const { part: partOf, body } = render(file, { status: 'draft', items: [{ name: 'a"b' }, { name: 'c' }] });
    expect(partOf('word/header1.xml')).toContain('string="DRAFT &amp; more"');
    expect([...body.matchAll(/string="([^"]*)"/g)].map(([, text]) => text)).toEqual(['a&quot;b', 'c']);
    expect(fieldsOf(file)).toEqual(['items', 'items[].name', 'status']);
    expect(warningsOf(file)).toEqual([]);
  });

  test('and what shapes are described by take text alone', () => {
    const shape = (alt: string) =>
      p(runOf(`<w:pict><v:shape id="s1" style="width:9pt;height:9pt" alt='${alt}'/></w:pict>`));
    expect(warningsOf(docx(shape('{IMAGE logo}')))).toMatchObject([
      { code: 'unread_tag', tag: '{IMAGE logo}' },
    ]);
    // The template's own quotes may be single ones.
    expect(render(docx(shape('{name}')), { name: `it's "so"` }).body).toContain(`alt="it's &quot;so&quot;"`);
  });

  test('report their errors, with the part', () => {
    expect(problemsOf(docx(header(watermark('{status | nosuch}')), p('x')))).toMatchObject([
      { code: 'unknown_formatter', part: 'header 1' },
    ]);
  });
});

describe('charts', () => {
  const plot = bars(series('{year}', [1, 2], { categories: ['{first}', 'South'] }), {
    axes: catAxis({ xml: title('{axis}') }) + valAxis(),
  });
  const data: JsonObject = { sales: 'Sales & more', year: 2026, first: 'North', axis: 'Region', unit: '€' };

  test('have titles, names of series, categories and axes filled, also over several runs', () => {
    const file = docx(p(chart(plot, { title: title('{sa', 'les} in {un', 'it}') })));
    const xml = chartOf(render(file, data).bytes);
    expect(textsIn(xml, 'a:t').join('')).toBe('Sales &amp; more in €Region');
    expect(textsIn(xml, 'c:v')).toEqual(['2026', 'North', 'South', '1', '2']);
    expect(fieldsOf(file).sort()).toEqual(['axis', 'first', 'sales', 'unit', 'year']);
  });

  test('keep the formatting of runs that no tag joins', () => {
    const file = docx(p(chart(plot, { title: title('{sales}', ' bold {unit}') })));
    const xml = chartOf(render(file, data).bytes);
    expect(xml).toContain('<a:rPr lang="en-US"/><a:t>Sales &amp; more</a:t>');
    expect(xml).toContain('<a:rPr lang="en-US" b="1"/><a:t> bold €</a:t>');
  });

  test('know conditions and loops within a text, and escaped braces', () => {
    const file = docx(
      p(chart(bars(series('\\{x} {a}', [1])), { title: title('{#l}{.}', ';{/l}{IF a}!{END-IF}') })),
    );
    const xml = chartOf(render(file, { a: 1, l: [1, 2] }).bytes);
    expect(textsIn(xml, 'a:t').join('')).toBe('1;2;!');
    expect(textsIn(xml, 'c:v')[0]).toBe('{x} 1');
  });

  test('see the data alone: missing values and errors are told', () => {
    const file = docx(p(chart(plot, { title: title('{nothing}') })));
    expect(render(file, { year: 1, first: 1, axis: 1 }).report.missing).toEqual(['nothing']);
    expect(problemsOf(docx(p(chart(plot, { title: title('{a +}') })), p('x')))).toMatchObject([
      { code: 'bad_expression', part: 'chart 1', tag: '{a +}' },
    ]);
    expect(warningsOf(docx(p(chart(plot, { title: title('{IMAGE a}') }))))).toMatchObject([
      { code: 'unread_tag', part: 'chart 1', tag: '{IMAGE a}' },
    ]);
  });

  test('are those of the turn where a loop repeats them', () => {
    const inLoop = (open: string, close: string, text: string) =>
      docx(p(open), p(chart(bars(series('A', [1])), { title: title(text) })), p(close));
    const file = inLoop('{FOR i IN items}', '{END-FOR i}', '{$i.name} {$idx}');
    expect(warningsOf(file)).toEqual([]);
    const { bytes, part: partOf } = render(file, { items: [{ name: 'a' }, { name: 'b' }] });
    const charts = [...openDocx(bytes).archive.entries.keys()].filter((name) => name.includes('/charts/'));
    expect(charts.map((name) => textsIn(partOf(name), 'a:t')[0])).toEqual(['a 0', 'b 1']);
    expect(warningsOf(inLoop('{IF items}', '{END-IF}', '{name}'))).toEqual([]);
    expect(warningsOf(inLoop('{#items}', '{/items}', 'plain'))).toEqual([]);
  });

  test('keep their workbook, which is warned about', () => {
    const space = '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData>';
    expect(warningsOf(docx(p(chart(bars(series('{year}', [1])), { space }))))).toMatchObject([
      { code: 'unread_tag', part: 'the workbook of chart 1', tag: '{year}' },
    ]);
    // A title that is text of its own does not stand in the workbook.
    expect(warningsOf(docx(p(chart(bars(series('A', [1])), { space, title: title('{a}') }))))).toEqual([]);
  });

  test('that were stored with a tag that cannot be read stay as they are, with a warning', () => {
    const file = docx(p('{name}'), p(chart(plot, { title: title('{a +}') })), header(watermark('{b +}')));
    expect(problemsOf(file)).toHaveLength(2);
    const { inspection } = compileTemplate(file, { delimiter: 'BRACES', static: true });
    expect(inspection.warnings).toMatchObject([
      { code: 'unread_tag', part: 'header 1', tag: '{b +}' },
      { code: 'unread_tag', part: 'chart 1', tag: '{a +}' },
    ]);
    const { bytes } = render(file, { ...data, name: 'x' }, { static: true });
    expect(textsIn(chartOf(bytes), 'a:t')[0]).toBe('{a +}');
  });

  test('without tags are copied as they are', () => {
    const file = docx(p('{name}'), p(chart(bars(series('Plain', [1])), { name: 'chart1' })));
    const { program } = compileTemplate(file, { delimiter: 'BRACES' });
    expect(Buffer.from(program).toString('latin1')).not.toContain('charts/chart1.xml');
  });
});

test('SmartArt is filled in its data and in its drawing', () => {
  const drawing = (root: string, uri: string): string =>
    `<x:${root} xmlns:x="${uri}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><x:t><a:p><a:r><a:t>{na</a:t></a:r><a:r><a:t>me}</a:t></a:r></a:p></x:t></x:${root}>`;
  const file = docx(
    p('x'),
    part((build) => {
      build.relate('diagramData', 'diagrams/data1.xml');
      build.relate(
        'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing',
        'diagrams/drawing1.xml',
      );
      build.file(
        'word/diagrams/data1.xml',
        'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml',
        drawing('dataModel', 'http://schemas.openxmlformats.org/drawingml/2006/diagram'),
      );
      build.file(
        'word/diagrams/drawing1.xml',
        'application/vnd.ms-office.drawingml.diagramDrawing+xml',
        drawing('drawing', 'http://schemas.microsoft.com/office/drawing/2008/diagram'),
      );
    }),
  );
  const { part: partOf } = render(file, { name: 'Ada' });
  for (const name of ['data1', 'drawing1'])
    expect(textsIn(partOf(`word/diagrams/${name}.xml`), 'a:t').join('')).toBe('Ada');
});

test('SmartArt is shared by the turns of a loop: its variable is refused, other names are warned about', () => {
  const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
  const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const diagram =
    (text: string): Piece =>
    (build) => {
      const id = build.relate('diagramData', 'diagrams/data1.xml');
      build.file(
        'word/diagrams/data1.xml',
        'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml',
        `<x:dataModel xmlns:x="${DIAGRAM}" xmlns:a="${A}"><x:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></x:t></x:dataModel>`,
      );
      return build.render([
        runOf(
          `<w:drawing><wp:inline><wp:extent cx="100" cy="100"/><wp:docPr id="7" name="D"/><a:graphic xmlns:a="${A}"><a:graphicData uri="${DIAGRAM}"><dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing>`,
        ),
      ]);
    };
  const inLoop = (open: string, close: string, text: string) => docx(p(open), p(diagram(text)), p(close));
  for (const name of ['$i.name', 'i.name'])
    expect(problemsOf(inLoop('{FOR i IN items}', '{END-FOR i}', `{${name}}`))).toMatchObject([
      { code: 'scope', part: 'diagram 1', tag: `{${name}}` },
    ]);
  expect(warningsOf(inLoop('{#items}', '{/items}', '{name}'))).toMatchObject([
    { code: 'shared_text', part: 'diagram 1', tag: '{name}' },
  ]);
  expect(warningsOf(inLoop('{IF items}', '{END-IF}', '{name}'))).toEqual([]);
});

describe('codes of HYPERLINK fields', () => {
  const codes = (xml: string): string =>
    [...xml.matchAll(/<w:instrText[^>]*>([^<]*)<\/w:instrText>/g)].map(([, text = '']) => text).join('');
  const cut = (...pieces: string[]): Piece =>
    raw(
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces
        .map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`)
        .join(
          '',
        )}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>link {id}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
    );

  it.each([
    ['one run', cut(' HYPERLINK "https://example.com/{id}?q={q}" \\t "_blank" ')],
    ['several runs', cut(' HYPER', 'LINK "https://example.com/{i', 'd}?q=', '{q}" \\t "_blank" ')],
    [
      'percent signs, as Word writes them',
      cut(' HYPERLINK "https://example.com/%7bid%7d?q=%7Bq%7D" \\t "_blank" '),
    ],
  ])('are filled: %s', (_, content) => {
    const { body, text } = render(docx(content), { id: 7, q: 'a b"c' });
    expect(codes(body).trim()).toBe('HYPERLINK &quot;https://example.com/7?q=a%20b%22c&quot; \\t "_blank"');
    expect(text).toEqual(['link 7']);
  });

  it('in loops, and in simple fields', () => {
    const file = docx(p('{#l}'), p(simpleField('HYPERLINK "{url}"', r('x'))), p('{/l}'));
    const { body } = render(file, { l: [{ url: 'https://a.example/' }, { url: '#chapter' }] });
    expect([...body.matchAll(/w:instr="([^"]*)"/g)].map(([, code]) => code)).toEqual([
      'HYPERLINK &quot;https://a.example/&quot;',
      'HYPERLINK \\l &quot;chapter&quot;',
    ]);
  });

  it('lead only where links may', () => {
    const file = docx(cut('HYPERLINK "{url}"'));
    expect(() => render(file, { url: 'javascript:alert(1)' })).toThrow(/not an address/);
    expect(() => render(file, { url: 'https://x.example/" \\l "y', id: 1 })).not.toThrow();
    expect(codes(render(file, { url: 'https://x.example/a\\b" \\l "y', id: 1 }).body)).not.toMatch(/\\l/);
  });

  it('whose other arguments have tags keep those, with a warning', () => {
    const file = docx(cut('HYPERLINK "https://example.com/{id}" \\o "{tip}"'));
    expect(warningsOf(file)).toMatchObject([{ code: 'unread_tag', tag: '{tip}' }]);
    expect(codes(render(file, { id: 1 }).body)).toContain('\\o "{tip}"');
  });
});

test('screen tips, and alternative texts of shapes and tables, are filled', () => {
  const shape = (id: number): string =>
    `<w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr id="${id}" name="Group"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvPr id="9" name="Shape" descr="{tip}"/><wps:cNvSpPr/><wps:spPr/><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const file = docx(
    raw('<w:p><w:hyperlink w:anchor="x" w:tooltip="{tip}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>'),
    p(runOf(shape(1))),
    raw(
      '<w:tbl><w:tblPr><w:tblCaption w:val="{tip}"/><w:tblDescription w:val="{tip}"/></w:tblPr><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc><w:tcPr/><w:p/></w:tc></w:tr></w:tbl>',
    ),
  );
  const { body } = render(file, { tip: 'A & B' });
  expect(body).not.toContain('{tip}');
  expect(body.match(/A &amp; B/g)).toHaveLength(4);
  expect(warningsOf(file)).toEqual([]);
});

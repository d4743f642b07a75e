/** STYLE and MERGE: looks by data, as properties in the document that comes out. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { cell, docx, p, r, raw, row, styles, table } from '../support/build.ts';
import { failureOf, grid, problemsOf, render } from './engine.ts';

const STYLES = styles(
  '<w:style w:type="paragraph" w:styleId="Warn1"><w:name w:val="Warning"/></w:style><w:style w:type="character" w:styleId="Loud"><w:name w:val="Loud letters"/></w:style>',
);

describe('STYLE text', () => {
  it('holds from its tag to END-STYLE, over values and runs', () => {
    const file = docx(p('a {STYLE text color=(c) bold}b {x}{END-STYLE} c'));
    const { body, text } = render(file, { c: 'red', x: 'X' });
    expect(text).toEqual(['a b X c']);
    const look = '<w:rPr><w:b/><w:bCs/><w:color w:val="FF0000"/></w:rPr>';
    expect(body).toMatch(new RegExp(`<w:r>${look}<w:t[^>]*>b X</w:t></w:r><w:r><w:t[^>]*> c</w:t>`));
    expect(body).not.toContain('platen');
  });

  it('ends with its paragraph, and keeps what the runs have', () => {
    const file = docx(p('{STYLE text strike}a', r('b', { bold: true, size: 9 })), p('c'));
    const { body } = render(file, {});
    expect(body).toContain('<w:rPr><w:b/><w:strike/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>');
    expect(body).toMatch(/<w:r><w:t[^>]*>c</);
  });

  it('is nested, conditional and in loops', () => {
    const file = docx(
      p('{#rows}{STYLE text bold IF due}{n}{STYLE text italic}!{END-STYLE}{END-STYLE} {/rows}'),
    );
    const { body } = render(file, {
      rows: [
        { n: 'a', due: true },
        { n: 'b', due: false },
      ],
    });
    const runs = [...body.matchAll(/<w:r>(.*?)<w:t[^>]*>([^<]*)/g)].map(([, look, text]) => [text, look]);
    expect(runs).toEqual([
      ['a', '<w:rPr><w:b/><w:bCs/></w:rPr>'],
      ['!', '<w:rPr><w:b/><w:bCs/><w:i/><w:iCs/></w:rPr>'],
      [' ', ''],
      ['b', ''],
      ['!', '<w:rPr><w:i/><w:iCs/></w:rPr>'],
      [' ', ''],
    ]);
  });

  it('takes a style of letters by name or id', () => {
    for (const name of ['Loud letters', 'Loud']) {
      const { body } = render(docx(STYLES, p(`{STYLE text style="${name}"}a`)), {});
      expect(body).toContain('<w:rPr><w:rStyle w:val="Loud"/></w:rPr>');
    }
  });
});

describe('STYLE paragraph', () => {
  it('takes a style where its condition holds', () => {
    const file = docx(
      STYLES,
      p('{#rows BY paragraph}{n}{STYLE paragraph style="Warning" align=center IF late}{/rows}'),
    );
    const { body } = render(file, {
      rows: [
        { n: 1, late: true },
        { n: 2, late: false },
      ],
    });
    expect(body).toContain('<w:p><w:pPr><w:pStyle w:val="Warn1"/><w:jc w:val="center"/></w:pPr>');
    expect(body.match(/pStyle/g)).toHaveLength(1);
  });

  it('has letters, a border and a fill, and the mark of the paragraph has the letters too', () => {
    const { body } = render(docx(p('{STYLE paragraph bold border="1pt red" fill=#eee}a')), {});
    const line = 'w:val="single" w:sz="8" w:space="0" w:color="FF0000"/>';
    expect(body).toContain(
      `<w:pPr><w:pBdr><w:top ${line}<w:left ${line}<w:bottom ${line}<w:right ${line}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="EEEEEE"/><w:rPr><w:b/><w:bCs/></w:rPr></w:pPr>`,
    );
  });
});

describe('STYLE cell and row', () => {
  const rows = {
    rows: [
      { n: 'a', late: true },
      { n: 'b', late: false },
    ],
  };

  it('colours the cell that the tag stands in, and none leaves it bare', () => {
    const file = docx(
      table(row('{#rows}{n}{STYLE cell fill=(late ? "#FDD" : none)}', cell({ shade: '00FF00' }, 'x{/rows}'))),
    );
    const { body } = render(file, rows);
    expect([...body.matchAll(/w:fill="(\w+)"/g)].map(([, fill]) => fill)).toEqual([
      'FFDDDD',
      '00FF00',
      '00FF00',
    ]);
  });

  it('may be chosen by a block inside the cell', () => {
    const file = docx(table(row('{#rows}{#if late}{STYLE cell fill=red}{/if}{n}', 'x{/rows}')));
    expect([...render(file, rows).body.matchAll(/w:fill/g)]).toHaveLength(1);
  });

  it('a row says it to all its cells, and a cell over its row', () => {
    const file = docx(
      table(row('{STYLE row fill=blue bold height=1cm}a', '{STYLE cell fill=red bold=false}b')),
    );
    const { body } = render(file, {});
    expect([...body.matchAll(/w:fill="(\w+)"/g)].map(([, fill]) => fill)).toEqual(['0000FF', 'FF0000']);
    expect(body).toContain('<w:trPr><w:trHeight w:val="567" w:hRule="atLeast"/></w:trPr>');
    expect(body.match(/<w:b\/>/g)).toHaveLength(2);
    expect(body).toContain('<w:b w:val="0"/>');
  });

  it('sides of a border join those that are there', () => {
    const own = '<w:tcBorders><w:left w:val="double" w:sz="4" w:space="0" w:color="auto"/></w:tcBorders>';
    const file = docx(table(row(cell({ xml: own }, '{STYLE cell border-top="2pt dashed #00f"}a'))));
    expect(render(file, {}).body).toContain(
      '<w:tcBorders><w:top w:val="dashed" w:sz="16" w:space="0" w:color="0000FF"/><w:left w:val="double"',
    );
  });

  it('a cell takes as many columns as it is told to', () => {
    const file = docx(
      table({ widths: [1000, 2000, 3000] }, row('{colspan n}a', 'b', 'c'), row('1', '2', '3')),
    );
    const out = render(file, { n: 2 });
    expect(grid(out)).toEqual([
      ['a', 'c'],
      ['1', '2', '3'],
    ]);
    expect(out.body).toContain('<w:tcW w:w="3000" w:type="dxa"/><w:gridSpan w:val="2"/>');
  });

  it('a column has a width, which its cells and what spans it follow', () => {
    const file = docx(
      table(
        { widths: [1000, 2000, 3000] },
        row('{STYLE column width=(w) align=right}a', 'b', 'c'),
        row(cell({ span: 2 }, '1'), '2'),
      ),
    );
    const { body } = render(file, { w: '2cm' });
    expect(body).toContain(
      '<w:tblGrid><w:gridCol w:w="1134"/><w:gridCol w:w="2000"/><w:gridCol w:w="3000"/></w:tblGrid>',
    );
    expect([...body.matchAll(/<w:tcW w:w="(\d+)"/g)].map(([, width]) => Number(width))).toEqual(
      expect.arrayContaining([1134, 3134]),
    );
    expect(body.match(/<w:jc w:val="right"\/>/g)).toHaveLength(1);
  });
});

describe('MERGE', () => {
  const data = { rows: 'N1 N2 S3 S3 N4'.split(' ').map(([region = '', n]) => ({ region, n: Number(n) })) };

  it('equal neighbours of a column become one cell', () => {
    const file = docx(table(row('Region', 'N'), row('{#rows}{region}{MERGE}', '{n}{/rows}')));
    const out = render(file, data);
    expect(grid(out)).toEqual([
      ['Region', 'N'],
      ['N', '1'],
      ['', '2'],
      ['S', '3'],
      ['', '3'],
      ['N', '4'],
    ]);
    const merges = [...out.body.matchAll(/<w:vMerge( w:val="restart")?\/>/g)].map(
      ([, is]) => is !== undefined,
    );
    expect(merges).toEqual([true, false, true, false, true]);
  });

  it('compares by an expression, only where its condition holds; what is empty equals nothing', () => {
    const by = docx(table(row('{#rows}{n}{MERGE BY region IF n > 1}', 'x{/rows}')));
    expect(grid(render(by, data)).map(([first]) => first)).toEqual(['1', '2', '3', '', '4']);
    const empty = docx(table(row('{#rows}{none ?? ""}{MERGE}', 'x{/rows}')));
    expect(render(empty, data).body).not.toContain('vMerge');
  });

  it('a row without the tag ends the cell', () => {
    const file = docx(table(row('{#rows}{MERGE}a', '1'), row('sum', '{n}{/rows}')));
    expect(render(file, data).body).not.toContain('<w:vMerge/>');
  });

  it('across, cells of a row, with their widths', () => {
    const file = docx(
      table(
        { widths: [1000, 1000, 1000] },
        row('{a}{MERGE across}', '{b}{MERGE across}', '{c}{MERGE across}'),
      ),
    );
    const out = render(file, { a: 'x', b: 'x', c: 'y' });
    expect(grid(out)).toEqual([['x', 'y']]);
    expect(out.body).toContain('<w:tcW w:w="2000" w:type="dxa"/><w:gridSpan w:val="2"/>');
  });

  it("docxtpl's vm and hm merge the cells of a loop whatever is in them", () => {
    const file = docx(table(row('{% vm %}{#rows}{n}', 'x{/rows}')));
    expect(grid(render(file, data)).map(([first]) => first)).toEqual(['1', '', '', '', '']);
  });
});

const SHAPE = (text: string, descr = ''): ReturnType<typeof raw> =>
  raw(
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="7" name="S" descr="${descr}"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:gradFill/><a:ln w="1"/></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>`,
  );

describe('STYLE shape', () => {
  it.each([
    ['in its text', '{STYLE shape fill=(c) border=&quot;2pt blue&quot;}a', ''],
    ['as its alternative text', 'a', '{STYLE shape fill=(c) border=&quot;2pt blue&quot;}'],
  ])('%s', (_, text, descr) => {
    const { body } = render(docx(p(SHAPE(text, descr))), { c: '#123456' });
    expect(body).toContain(
      '</a:prstGeom><a:solidFill><a:srgbClr val="123456"/></a:solidFill><a:ln w="25400"><a:solidFill><a:srgbClr val="0000FF"/></a:solidFill></a:ln></wps:spPr>',
    );
    expect(body).not.toContain('mc:Fallback');
    expect(body).not.toContain('STYLE');
  });
});

describe('STYLE shape of an older drawing', () => {
  const pict = (name: string, text: string, more: string): ReturnType<typeof raw> =>
    raw(
      `<w:r><w:pict><v:shapetype id="_x0000_t202"/><v:${name} id="b" style="width:90pt;height:40pt" ${more}><v:fill type="gradient"/><v:textbox><w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent></v:textbox></v:${name}></w:pict></w:r>`,
    );
  const TAG = '{STYLE shape fill=(c) border=&quot;2pt dashed blue&quot;}';

  it.each([
    ['in its text', pict('shape', `${TAG}a`, 'type="#_x0000_t202" fillcolor="red"')],
    ['as its alternative text', pict('rect', 'a', `alt="${TAG}" fillcolor="red"`)],
  ])('%s', (_, drawing) => {
    const { body } = render(docx(p(drawing)), { c: '#123456' });
    expect(body).toMatch(/<v:(?:shape|rect) [^>]*fillcolor="#123456"/);
    expect(body).toMatch(/<v:(?:shape|rect) [^>]*filled="t"/);
    expect(body).toMatch(/<v:(?:shape|rect) [^>]*strokecolor="#0000FF"/);
    expect(body).toMatch(/<v:(?:shape|rect) [^>]*strokeweight="2pt"/);
    expect(body).toContain('<v:stroke dashstyle="dash"/><v:textbox>');
    expect(body).not.toMatch(/STYLE|gradient|platen/);
    expect(render(docx(p(drawing)), { c: 'none' }).body).toMatch(/filled="f"/);
  });
});

describe('looks of other engines', () => {
  it("docxtpl's cellbg, jsreport's docxStyle, pwndoc's cellColor", () => {
    const shading = '<w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="0A0B0C"/></w:tcPr>';
    const file = docx(table(row('{cellbg c}a', '{% cellbg c %}b', '{@x.cellColor}c')));
    const fills = [
      ...render(file, { c: 'FF0000', x: { cellColor: shading } }).body.matchAll(/w:fill="(\w+)"/g),
    ];
    expect(fills.map(([, fill]) => fill)).toEqual(['FF0000', 'FF0000', '0A0B0C']);
    const styled = docx(
      p('{{#docxStyle textColor=c}}a{{/docxStyle}}b'),
      table(row('{{#docxStyle backgroundColor="00FF00" target="cell"}}c{{/docxStyle}}')),
    );
    const { body, text } = render(styled, { c: '#0000ff' }, { delimiter: 'DOUBLE_BRACES' });
    expect(text.slice(0, 2)).toEqual(['ab', 'c']);
    expect(body).toMatch(/<w:color w:val="0000FF"\/><\/w:rPr><w:t[^>]*>a<.*w:fill="00FF00"/);
  });
});

describe('what is wrong', () => {
  it.each([
    ['{STYLE cell fill=red}a', 'bad_place', /no table/],
    ['{STYLE shape fill=red}a', 'bad_place', /no shape/],
    ['{MERGE}a', 'bad_place', /no table/],
    ['a{END-STYLE}', 'unexpected_close', /STYLE text/],
    ['{STYLE text colur=red}a', 'bad_argument', /Did you mean `color`/],
    ['{STYLE text color=late}a', 'bad_argument', /parentheses/],
    ['{STYLE paragraph style="Warnin"}a', 'unknown_style', /Near it are Warning/],
    ['{STYLE text style="Warning"}a', 'unknown_style', /Loud letters/],
    ['{STYLE line bold}a', 'bad_argument', /units are text/],
    ['{STYLE text}a', 'bad_argument', /which look/],
    ['{STYLE text bold=(}a', 'bad_expression', /./],
  ])('%s is refused at upload', (text, code, said) => {
    const [problem] = problemsOf(docx(STYLES, p(text)));
    expect(problem).toMatchObject({ code, paragraph: { number: 1 } });
    expect(`${problem?.message} ${problem?.hint}`).toMatch(said);
  });

  it.each([
    [{ c: 'reddish' }, /reddish.* is not a value for fill/],
    [{ c: { a: 1 } }, /an object/],
    [{ c: 'red', h: '-3cm' }, /height/],
    [{ c: 'red', s: 'Nope' }, /no paragraph style .*Nope/],
  ])('%j is a located error of the data', (data, said) => {
    const file = docx(
      STYLES,
      table(row('{STYLE cell fill=(c)}{STYLE row height=(h)}{STYLE cell style=(s)}a')),
    );
    const failure = failureOf(file, data);
    expect(failure.code).toBe('data_invalid');
    expect(JSON.stringify([failure.message, failure.details])).toMatch(said);
    expect(JSON.stringify(failure.details)).toContain('"part":"document"');
  });

  it('a missing value leaves the look as it is, and the sample renders', () => {
    const file = docx(
      STYLES,
      table(
        row(
          '{STYLE cell fill=(c) style=(s) size=(z) bold=(b)}{STYLE row height=(h) IF late}a',
          cell({ shade: '00FF00' }, '{STYLE cell fill=(d)}b'),
        ),
      ),
    );
    const { body, report } = render(file, {});
    expect(report.missing).toEqual([]);
    expect(body).toContain('w:fill="00FF00"');
    const { inspection } = compileTemplate(file, { delimiter: 'BRACES' });
    expect(render(file, inspection.sample as JsonObject).body).toContain('w:pStyle');
  });

  it('a template without looks has no trace of them', () => {
    const { program } = compileTemplate(docx(p('{a}')), { delimiter: 'BRACES' });
    expect(Buffer.from(program).toString('latin1')).not.toContain('look');
  });
});

import { describe, expect, it } from 'vitest';
import { type ContentShape, RichContent } from '../../../src/template/content/content-value.ts';
import { emitContent } from '../../../src/template/content/emitters.ts';
import { dataUri, png } from '../../images/pictures.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { inlineText, outline } from './outline.ts';
import { TestPackage, type TestPackageOptions } from './test-package.ts';

const STYLES = [
  '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>',
  '<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="Heading 2"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Paragraph"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Vorformatiert"><w:name w:val="HTML Preformatted"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>',
  '<w:style w:type="character" w:styleId="Link"><w:name w:val="Hyperlink"/></w:style>',
  '<w:style w:type="character" w:styleId="Quelltext"><w:name w:val="HTML Code"/></w:style>',
  '<w:style w:type="table" w:styleId="Gitter"><w:name w:val="Table Grid"/></w:style>',
].join('');

const emit = (
  source: string,
  options: TestPackageOptions & { language?: 'html' | 'markdown'; shape?: ContentShape } = {},
) => {
  const { language = 'html', shape = 'blocks', ...rest } = options;
  const pkg = new TestPackage(rest);
  const emitted = emitContent(new RichContent(language, source), shape, pkg.context);
  const body = shape === 'inline' ? `<w:p>${emitted.xml}</w:p>` : emitted.xml;
  // A table may not end the body.
  expect(checkDocx(pkg.docx(`${body}<w:p/>`))).toEqual([]);
  return { ...emitted, pkg };
};

const blocks = (source: string, options: Parameters<typeof emit>[1] = {}) =>
  outline(emit(source, options).xml);

describe('text', () => {
  it.each([
    ['white space as browsers show it', '<p>  a \n b<b> c </b> d </p>', 'a b<b> c </b>d'],
    ['a space between two inline elements', '<p><b>a</b> <i>b</i></p>', '<b>a</b> <i>b</i>'],
    ['non-breaking spaces', '<p>a&nbsp;&nbsp;b</p>', 'a\u00a0\u00a0b'],
    ['entities', '<p>&lt;&amp;&gt; &euro; &#x1F600; &copy</p>', '<&> € 😀 ©'],
    ['line breaks, none at the end', '<p>a <br> b<br></p>', 'a↵b'],
    ['soft and fixed hyphens', '<p>a&shy;b\u2011c</p>', 'a[-]b[=]c'],
    ['quotes', '<p><q>hi</q></p>', '“hi”'],
    ['pre-line', '<p style="white-space:pre-line">a  b\nc</p>', 'a b↵c'],
    ['text without a paragraph', 'just text', 'just text'],
    ['characters that XML forbids', '<p>a\u0001b\uffff</p>', 'ab'],
  ])('%s', (_name, source, expected) => {
    expect(blocks(source)).toEqual([expected]);
  });

  it.each([
    ['<strong>x</strong>', '<b>x</b>'],
    ['<em>x</em>', '<i>x</i>'],
    ['<u>x</u><ins>x</ins>', '<u=single>xx</u>'],
    ['<s>x</s>', '<strike>x</strike>'],
    [
      'H<sub>2</sub>O<sup>+</sup>',
      'H<vertAlign=subscript>2</vertAlign>O<vertAlign=superscript>+</vertAlign>',
    ],
    ['<mark>x</mark>', '<highlight=yellow>x</highlight>'],
    ['<code>x</code>', '<font=Courier New><shd=F2F2F2>x</shd></font>'],
    ['<small>x</small>', '<sz=17>x</sz>'],
    ['<b style="font-weight:normal">x</b>', '<b=0>x</b>'],
    ['<span style="color: rgb(255, 0, 0)">x</span>', '<color=FF0000>x</color>'],
    ['<span style="color: hsl(120, 100%, 25%)">x</span>', '<color=008000>x</color>'],
    ['<span style="color:rgba(0,0,0,.5)">x</span>', '<color=808080>x</color>'],
    ['<span style="background:lightyellow">x</span>', '<shd=FFFFE0>x</shd>'],
    [`<span style="font-family:'Times New Roman', serif">x</span>`, '<font=Times New Roman>x</font>'],
    ['<span style="font-size:14pt">x</span>', '<sz=28>x</sz>'],
    ['<span style="font-size:2em">x</span>', '<sz=40>x</sz>'],
    ['<span style="text-decoration:underline wavy line-through">x</span>', '<strike><u=wave>x</u></strike>'],
    ['<span style="text-transform:uppercase">x</span>', '<caps><smallCaps=0>x</smallCaps></caps>'],
    [
      '<font color="#00f" size="5" face="Arial">x</font>',
      '<font=Arial><color=0000FF><sz=30>x</sz></color></font>',
    ],
    ['<span style="color:nonsense;font-size:-3px;font-family:inherit">x</span>', 'x'],
    ['<span style="color:red;;:;b;background:url(javascript:alert(1))">x</span>', '<color=FF0000>x</color>'],
  ])('%s', (source, expected) => {
    expect(blocks(`<p>${source}</p>`)).toEqual([expected]);
  });

  it('keeps the tag’s own run properties under the text’s', () => {
    const runProperties = '<w:rPr><w:rFonts w:ascii="Arial"/><w:b/><w:sz w:val="30"/></w:rPr>';
    expect(blocks('<p>a<i>b</i><span style="font-size:50%">c</span></p>', { runProperties })).toEqual([
      '<font=Arial><b><sz=30>a</sz></b></font><font=Arial><b><i><sz=30>b</sz></i></b></font><font=Arial><b><sz=15>c</sz></b></font>',
    ]);
  });

  it('takes sizes relative to the document’s own size', () => {
    expect(blocks('<p><span style="font-size:200%">x</span></p>', { styles: STYLES })).toEqual([
      '<sz=48>x</sz>',
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<style>p{color:red}</style>',
    '<!-- comment -->',
    '<iframe src="http://127.0.0.1"></iframe>',
    '<object data="x">y</object>',
    '<svg><text>no</text></svg>',
    '<p style="display:none">no</p>',
    '<p hidden>no</p>',
    '<select><option>no</option></select>',
    '<input type="text" value="no">',
    '',
    '   \n ',
    '<p></p><div> </div>',
    '<title>no</title>',
  ])('leaves nothing of %j', (source) => {
    expect(emit(source)).toMatchObject({ xml: '', startsWithTable: false, endsWithTable: false });
  });
});

describe('blocks', () => {
  it('headings take the template’s styles, found by their built-in names', () => {
    expect(blocks('<h1>A</h1><h2>B <em>c</em></h2>', { styles: STYLES })).toEqual([
      '(berschrift1) A',
      '(berschrift2) B <i>c</i>',
    ]);
  });

  it('headings without styles are formatted directly, and still show in the outline', () => {
    expect(blocks('<h1>A</h1><h6>B</h6>')).toEqual([
      '{keepNext= outlineLvl=0} <b><sz=32>A</sz></b>',
      '{keepNext= outlineLvl=5} <b><i><sz=22>B</sz></i></b>',
    ]);
  });

  it('a heading’s style is not overruled by the tag’s run', () => {
    const runProperties = '<w:rPr><w:color w:val="FF0000"/><w:sz w:val="18"/><w:lang w:val="de-DE"/></w:rPr>';
    expect(blocks('<h1>A</h1>', { styles: STYLES, runProperties })).toEqual([
      '(berschrift1) <lang=de-DE>A</lang>',
    ]);
  });

  it('paragraphs have the tag’s paragraph properties, those for one paragraph only once', () => {
    const paragraphProperties =
      '<w:pPr><w:pStyle w:val="Body"/><w:pageBreakBefore/><w:ind w:left="200"/><w:jc w:val="both"/></w:pPr>';
    expect(blocks('<p>a</p>b<div>c</div>', { paragraphProperties })).toEqual([
      '(Body) {pageBreakBefore= ind=200 jc=both} a',
      '(Body) {ind=200 jc=both} b',
      '(Body) {ind=200 jc=both} c',
    ]);
  });

  it.each([
    [
      'alignment',
      '<p style="text-align:center">a</p><p align=right>b</p>',
      ['{jc=center} a', '{jc=right} b'],
    ],
    ['margins', '<p style="margin-left:1in;margin-right:72pt">a</p>', ['{ind=1440,1440} a']],
    ['first line', '<p style="text-indent:1cm">a</p>', ['{ind=0,567} a']],
    [
      'nested indents',
      '<div style="padding-left:20px"><div style="margin:0 0 0 10px">a</div></div>',
      ['{ind=450} a'],
    ],
    ['background', '<div style="background:#eee">a</div>', ['{shd=EEEEEE} a']],
    ['borders', '<p style="border:1px solid red">a</p>', ['{pBdr=top,left,bottom,right} a']],
    [
      'page breaks',
      '<p>a</p><div style="page-break-before:always"><p>b</p><p>c</p></div>',
      ['a', '{pageBreakBefore=} b', 'c'],
    ],
    ['page breaks after', '<div style="break-after:page">a</div><p>b</p>', ['a', '{pageBreakBefore=} b']],
    ['right to left', '<p dir=rtl>a</p>', ['{bidi=} <rtl>a</rtl>']],
    ['an empty line as editors write it', '<p>a</p><p><br></p><p>b</p>', ['a', '', 'b']],
    ['a rule', 'a<hr>b', ['a', '{pBdr=bottom}', 'b']],
    ['definitions', '<dl><dt>T<dd>D</dl>', ['{keepNext=} <b>T</b>', '{ind=720} D']],
    [
      'quotation',
      '<blockquote>a<blockquote>b</blockquote></blockquote>',
      ['{pBdr=left ind=400} a', '{pBdr=left ind=800} b'],
    ],
    ['block inside inline', '<b>a<div>b</div>c</b>', ['<b>a</b>', '<b>b</b>', '<b>c</b>']],
    ['tags that are never closed', '<p>a<p>b<b>c', ['a', 'b<b>c</b>']],
  ])('%s', (_name, source, expected) => {
    expect(blocks(source)).toEqual(expected);
  });

  it('line height and space above and below', () => {
    const { xml } = emit(
      '<p style="margin:12px 0 6pt;line-height:1.5">a</p><p style="line-height:20pt">b</p>',
    );
    expect(xml).toContain('<w:spacing w:before="180" w:after="120" w:line="360" w:lineRule="auto"/>');
    expect(xml).toContain('<w:spacing w:line="400" w:lineRule="exact"/>');
  });

  it('preformatted text keeps spaces, tabs and lines', () => {
    expect(blocks('<pre>\n a\tb\n   c\n</pre>', { styles: STYLES })).toEqual(['(Vorformatiert)  a→b↵   c']);
    expect(blocks('<pre>x</pre>')).toEqual([
      '{shd=F5F5F5 jc=left} <font=Courier New><noProof><sz=19>x</sz></noProof></font>',
    ]);
  });

  it('uses the template’s quotation, code and hyperlink styles', () => {
    const { xml, pkg } = emit(
      '<blockquote>a <code>b</code> <a href="https://x.test/?a=1&amp;b=2">c</a></blockquote>',
      {
        styles: STYLES,
      },
    );
    expect(outline(xml)).toEqual([
      '(Zitat) a <rStyle=Quelltext>b</rStyle> [link rId10 <rStyle=Link>c</rStyle>]',
    ]);
    expect(pkg.relationships).toMatchObject([
      { id: 'rId10', target: 'https://x.test/?a=1&b=2', external: true },
    ]);
  });
});

describe('links', () => {
  it('one link whatever its formats; bookmarks; relationships shared', () => {
    expect(
      blocks(
        '<p><a href="http://a.test">x <b>y</b></a><a href="#top">z</a><a href="http://a.test">w</a></p>',
        { styles: STYLES },
      ),
    ).toEqual([
      '[link rId10 <rStyle=Link>x </rStyle><rStyle=Link><b>y</b></rStyle>][link #top <rStyle=Link>z</rStyle>][link rId10 <rStyle=Link>w</rStyle>]',
    ]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'relative/page', 'data:text/html,x', ' vbscript:x'])(
    'keeps the text of a link to %s, without the link, and says so',
    (address) => {
      const { xml, pkg } = emit(`<p><a href="${address}">x</a></p>`);
      expect(outline(xml)).toEqual(['x']);
      expect(pkg.warnings).toHaveLength(1);
      expect(pkg.relationships).toEqual([]);
    },
  );

  it('makes no link inside a link of the template', () => {
    expect(blocks('<a href="http://a.test">x</a>', { allowsHyperlinks: false })).toEqual(['x']);
  });
});

describe('lists', () => {
  it('nest, continue after a nested list, and mix kinds', () => {
    expect(blocks('<ol><li>a<ul><li>b</ul><li>c<ol type=a><li>d</ol></ol>', { styles: STYLES })).toEqual([
      '(Liste) #100.0 a',
      '(Liste) #101.1 b',
      '(Liste) #100.0 c',
      '(Liste) #102.1 d',
    ]);
  });

  it('restart: every ordered list counts for itself, bullets share one numbering', () => {
    const { xml, pkg } = emit('<ol><li>a</ol><ul><li>b</ul><p>x</p><ol start=7><li>c</ol><ul><li>d</ul>');
    expect(outline(xml)).toEqual(['#100.0 a', '#101.0 b', 'x', '#102.0 c', '#101.0 d']);
    expect(new TextDecoder().decode(pkg.docx(xml)).length).toBeGreaterThan(0);
  });

  it('a value starts another count for the rest', () => {
    expect(blocks('<ol><li>a<li value=9>b<li>c</ol>')).toEqual(['#100.0 a', '#101.0 b', '#101.0 c']);
  });

  it('further paragraphs of an item stand under its text', () => {
    expect(blocks('<ul><li><p>a</p><p>b</p></li></ul>')).toEqual(['#100.0 a', '{ind=720} b']);
  });

  it('inside a quotation or an indented tag the indents add up', () => {
    expect(blocks('<blockquote><ul><li>a</ul></blockquote>')).toEqual(['#100.0 {pBdr=left ind=1120,360} a']);
    const paragraphProperties = '<w:pPr><w:ind w:left="500"/></w:pPr>';
    expect(blocks('<ul><li>a</ul>', { paragraphProperties })).toEqual(['#100.0 {ind=1220,360} a']);
  });

  it('empty items, items that begin with a list, stray items', () => {
    expect(blocks('<ul><li></li><li>a</li></ul>')).toEqual(['#100.0', '#100.0 a']);
    expect(blocks('<ul><li><ul><li>a</ul></ul>')).toEqual(['#100.0', '#100.1 a']);
    expect(blocks('<li>a</li>')).toEqual(['#100.0 a']);
  });

  it('without markers', () => {
    expect(blocks('<ul style="list-style:none"><li>a</ul>')).toEqual(['{ind=720} a']);
  });

  it('tasks show a box instead of a marker', () => {
    expect(blocks('- [x] done\n- [ ] open', { language: 'markdown' })).toEqual([
      '{ind=720,360} ☒ done',
      '{ind=720,360} ☐ open',
    ]);
  });

  it('go deeper than Word’s nine levels without breaking', () => {
    const source = `${'<ul><li>x'.repeat(12)}${'</li></ul>'.repeat(12)}`;
    const lines = blocks(source);
    expect(lines[8]).toContain('.8');
    expect(lines.slice(9).every((line) => line.startsWith('#100.8'))).toBe(true);
  });

  it('use the template’s list styles: bullets as they are, numbers restarted', () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>';
    const styled = (id: string, name: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr></w:style>`;
    const styles = styled('LB', 'List Bullet') + styled('LN', 'List Number');
    expect(blocks('<ul><li>a</ul><ol><li>b</ol><ol><li>c<ul><li>d</ul></ol>', { styles, numbering })).toEqual(
      ['(LB) a', '(LN) #100.0 b', '(LN) #101.0 c', '#102.1 d'],
    );
  });
});

describe('what editors write', () => {
  it('Quill: flat lists whose kind and depth are attributes, alignment by class', () => {
    const item = (kind: string, depth: number, text: string) =>
      `<li data-list="${kind}"${depth === 0 ? '' : ` class="ql-indent-${depth}"`}><span class="ql-ui"></span>${text}</li>`;
    const source = `<ol>${item('ordered', 0, 'a')}${item('ordered', 1, 'b')}${item('ordered', 0, 'c')}${item('ordered', 1, 'd')}${item('bullet', 1, 'e')}${item('checked', 0, 'f')}</ol><p class="ql-align-center">g</p>`;
    expect(blocks(source)).toEqual([
      '#100.0 a',
      '#101.1 b',
      '#100.0 c',
      '#102.1 d',
      '#103.1 e',
      '{ind=720,360} ☒ f',
      '{jc=center} g',
    ]);
  });

  it('Google Docs: everything in spans inside a bold that is not bold', () => {
    const source =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p style="line-height:1.38"><span style="color:#000000;background-color:transparent;font-weight:700;white-space:pre-wrap">Hello  world</span></p></b>';
    expect(blocks(source)).toEqual(['<b><color=000000>Hello  world</color></b>']);
  });

  it('Word: conditional comments and elements of its own', () => {
    const source =
      '<p class=MsoNormal style=\'margin:0cm;font-family:"Calibri",sans-serif\'><span lang=EN-US>Hello<o:p></o:p></span></p><![if !supportLists]>x<![endif]>';
    expect(blocks(source)).toEqual(['<font=Calibri>Hello</font>', 'x']);
  });
});

describe('tables', () => {
  it('spans of both kinds, ragged rows filled', () => {
    expect(
      blocks(
        '<table><tr><th>A<th>B<th>C</tr><tr><td rowspan=2>1<td colspan=2>2</tr><tr><td>3</tr><tr><td>4</table>',
        { styles: STYLES },
      ),
    ).toEqual([
      '| <b>A</b> | <b>B</b> | <b>C</b> |',
      '| {restart} 1 | {span2} 2 |',
      '| {continue} | 3 |  |',
      '| 4 | {span2} |',
    ]);
  });

  it('says what stands at its edges, and keeps tables apart', () => {
    const emitted = emit('<table><tr><td>a</table><table><tr><td>b</table>');
    expect(emitted).toMatchObject({ startsWithTable: true, endsWithTable: true });
    expect(outline(emitted.xml)).toEqual(['| a |', '', '| b |']);
  });

  it('header rows repeat, by section or by cells', () => {
    const { xml } = emit('<table><thead><tr><td>a</thead><tbody><tr><td>b</table>');
    expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(1);
    expect(emit('<table><tr><th>a<tr><td>b</table>').xml).toContain('<w:tblHeader/>');
    expect(emit('<table><tr><th>a<td>b</table>').xml).not.toContain('<w:tblHeader/>');
  });

  it('the template’s grid style, or lines of its own, or none', () => {
    expect(emit('<table><tr><td>a</table>', { styles: STYLES }).xml).toContain(
      '<w:tblStyle w:val="Gitter"/>',
    );
    expect(emit('<table><tr><td>a</table>').xml).toContain('<w:insideH w:val="single"');
    expect(emit('<table border=0><tr><td>a</table>').xml).not.toContain('w:tblBorders');
    expect(emit('<table><tr><td style="border-bottom:2px solid #f00">a</table>').xml).toContain(
      '<w:tcBorders><w:bottom w:val="single" w:sz="12" w:space="0" w:color="FF0000"/></w:tcBorders>',
    );
  });

  const widths = (source: string) =>
    [...emit(source, { columnWidth: 6350 * 1000 }).xml.matchAll(/<w:gridCol w:w="(\d+)"\/>/g)].map((match) =>
      Number(match[1]),
    );

  it('columns share the room by what is in them', () => {
    const [narrow = 0, wide = 0] = widths(`<table><tr><td>12<td>${'word '.repeat(40)}</table>`);
    expect(narrow + wide).toBe(10_000);
    expect(wide).toBeGreaterThan(narrow * 4);
  });

  it('widths that are given are kept', () => {
    expect(widths('<table><tr><td style="width:25%">a<td>b</table>')).toEqual([2500, 7500]);
    expect(
      widths('<table width="50%"><colgroup><col width="100"><col></colgroup><tr><td>a<td>b</table>'),
    ).toEqual([1500, 3500]);
    expect(widths('<table><tr><td width="1000000">a<td>b</table>').reduce((a, b) => a + b)).toBe(10_000);
  });

  it('cells hold blocks of all kinds, and end with a paragraph', () => {
    expect(
      blocks('<table><tr><td><h1>h</h1><ul><li>i</ul><table><tr><td>n</table></table>', { styles: STYLES }),
    ).toEqual(['| (berschrift1) h / (Liste) #100.0 i / | n | / |']);
  });

  it('captions stand before them', () => {
    expect(blocks('<table><caption>C</caption><tr><td>a</table>', { styles: STYLES })).toEqual([
      '(Beschriftung) {keepNext=} C',
      '| a |',
    ]);
  });

  it('backgrounds, vertical alignment, alignment by row', () => {
    const { xml } = emit(
      '<table><tr bgcolor="#eee" align=right valign=top><td valign=middle>a<td style="background:red">b</table>',
    );
    expect(xml).toContain('w:fill="EEEEEE"/><w:vAlign w:val="center"/>');
    expect(xml).toContain('w:fill="FF0000"');
    expect(xml.match(/<w:jc w:val="right"\/>/g)).toHaveLength(2);
  });

  it('refuses more columns than Word has', () => {
    expect(() => emit(`<table><tr>${'<td>x'.repeat(64)}</table>`)).toThrow('more than 63 columns');
    expect(() => emit('<table><tr><td colspan=900>x</table>')).not.toThrow();
  });
});

describe('images', () => {
  const picture = dataUri(png({ width: 96, height: 48 }), 'image/png');

  it('with their size, never wider than their room', () => {
    const { xml } = emit(
      `<p><img src="${picture}"><img src="${picture}" width=48><img src="${picture}" style="width:50%"></p>`,
      {
        columnWidth: 914_400,
      },
    );
    expect(
      [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/g)].map((match) => [match[1], match[2]]),
    ).toEqual([
      ['914400', '457200'],
      ['457200', '228600'],
      ['457200', '228600'],
    ]);
    const wide = emit(`<img src="${picture}" width=9600 height=4800>`, { columnWidth: 914_400 }).xml;
    expect(wide).toContain('<wp:extent cx="914400" cy="457200"/>');
  });

  it('one that cannot be shown leaves its alternative text and a warning', () => {
    const { xml, pkg } = emit(
      '<p>a <img src="https://x.test/a.png" alt="logo"> b <img src="data:image/png;base64,AAAA"></p>',
    );
    expect(outline(xml)).toEqual(['a logo b']);
    expect(pkg.warnings).toHaveLength(2);
    expect(pkg.warnings[0]).toContain('https://x.test/a.png');
  });

  it('one that was fetched is shown', () => {
    const { xml } = emit('<img src="https://x.test/a.png">', {
      remote: { 'https://x.test/a.png': { bytes: png() } },
    });
    expect(outline(xml)).toEqual(['[image]']);
  });
});

describe('inline places', () => {
  const inline = (source: string, options: TestPackageOptions = {}) =>
    inlineText(emit(source, { ...options, shape: 'inline' }).xml);

  it.each([
    ['one paragraph', '<p>a <b>b</b></p>', 'a <b>b</b>'],
    ['several', '<p>a</p><p>b</p>', 'a↵b'],
    ['headings', '<h1>a</h1>b', '<b>a</b>↵b'],
    ['lists', '<ol type=i start=3><li>a<ul><li>b</ul><li>c</ol>', 'iii. a↵• b↵iv. c'],
    ['tables', '<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'a→b↵c→d'],
    ['nothing', '<p></p>', ''],
  ])('%s', (_name, source, expected) => {
    expect(inline(source)).toBe(expected);
  });
});

describe('Markdown', () => {
  it('becomes the same as the HTML it stands for', () => {
    const source = [
      '# Title',
      'Some *em*, **strong**, `code`, ~~gone~~ and <https://x.test/>.  ',
      'Second line',
      '',
      '1. one',
      '   - nested',
      '2. two',
      '',
      '> quoted',
      '',
      '| A | B |',
      '|---|--:|',
      '| 1 | 2 |',
      '',
      '```',
      'a  b',
      '```',
      '',
      '---',
    ].join('\n');
    expect(blocks(source, { language: 'markdown', styles: STYLES })).toEqual([
      '(berschrift1) Title',
      'Some <i>em</i>, <b>strong</b>, <rStyle=Quelltext>code</rStyle>, <strike>gone</strike> and [link rId10 <rStyle=Link>https://x.test/</rStyle>].↵Second line',
      '(Liste) #100.0 one',
      '(Liste) #101.1 nested',
      '(Liste) #100.0 two',
      '(Zitat) quoted',
      '| <b>A</b> | {jc=right} <b>B</b> |',
      '| 1 | {jc=right} 2 |',
      '(Vorformatiert) <rStyle=Quelltext>a  b</rStyle>',
      '{pBdr=bottom}',
    ]);
  });

  it('raw HTML inside is no more trusted than elsewhere', () => {
    expect(blocks('a <script>alert(1)</script> <b>b</b>', { language: 'markdown' })).toEqual(['a <b>b</b>']);
  });
});

describe('limits', () => {
  it('refuses depth and length with a sentence', () => {
    expect(() => emit('<div>'.repeat(5000))).toThrow('nested deeper than 200');
    expect(() => emit('x'.repeat(5_000_001), { language: 'markdown' })).toThrow('5000000 is the limit');
    expect(() => emit('x'.repeat(10_000_001))).toThrow('10000000 is the limit');
  });

  it('reads long text in linear time', () => {
    const paragraphs = `<p>${'word <b>bold</b> '.repeat(20)}</p>`.repeat(1000);
    const started = cpuMilliseconds();
    const pkg = new TestPackage();
    emitContent(new RichContent('html', paragraphs), 'blocks', pkg.context);
    expect(cpuMilliseconds() - started).toBeLessThan(5000);
  });

  it.each(['**a_', '_a', '> ', '[', '![', '`', '* ', '<!--', '~~a '])(
    'Markdown of nothing but %j ends soon',
    (piece) => {
      const started = cpuMilliseconds();
      const emitAll = () =>
        emitContent(new RichContent('markdown', piece.repeat(20_000)), 'blocks', new TestPackage().context);
      if (piece === '> ') expect(emitAll).toThrow('nested deeper than 100');
      else emitAll();
      expect(cpuMilliseconds() - started).toBeLessThan(5000);
    },
  );

  it('an object is not text', () => {
    const pkg = new TestPackage();
    expect(() => emitContent(new RichContent('html', { a: 1 }), 'blocks', pkg.context)).toThrow(
      'an object is not html text',
    );
    expect(
      emitContent(new RichContent('html', { _type: 'html', value: '<b>x</b>' }), 'inline', pkg.context).xml,
    ).toContain('<w:b/>');
    expect(emitContent(new RichContent('html', null), 'blocks', pkg.context).xml).toBe('');
  });
});

describe('strict documents', () => {
  it('say start and end', () => {
    const { xml } = emit(
      '<p style="margin-left:1in;text-align:right">a</p><ul><li>b</ul><table><tr><td>c</table>',
      { dialect: 'strict' },
    );
    expect(xml).toContain('<w:ind w:start="1440"/>');
    expect(xml).toContain('<w:jc w:val="end"/>');
    expect(xml).not.toMatch(/w:left|"right"/);
  });
});

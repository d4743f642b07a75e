/** Tags as Word leaves them: "Tags" of the template language, sentence by sentence. */
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import {
  bookmark,
  cell,
  controlAround,
  controlBlock,
  controlInline,
  deleted,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  inserted,
  movedFrom,
  movedTo,
  PIXEL,
  p,
  picture,
  proof,
  properties,
  r,
  raw,
  row,
  runOf,
  simpleField,
  table,
  textBox,
} from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { failureOf, problemsOf, render } from './engine.ts';

const v = { name: 'Ann', a: { b: [['deep']] }, u: 'https://example.com/x' };
const textOf = (file: Uint8Array, data: Parameters<typeof render>[1] = v): string[] =>
  render(file, data).text;

describe('split tags', () => {
  it('over runs, with proofing marks, bookmarks, smart tags, breaks and tabs in between', () => {
    const file = docx(
      p(
        r('{'),
        proof('spellStart'),
        r('na', { bold: true }),
        bookmark('b', r('m')),
        proof('spellEnd'),
        r('e'),
        runOf('<w:tab/>'),
        runOf('<w:br/>'),
        r('}!'),
      ),
      p(r('{na'), raw('<w:smartTag w:uri="x" w:element="y"><w:r><w:t>me</w:t></w:r></w:smartTag>'), r('}')),
    );
    const { text, body } = render(file, v);
    expect(text).toEqual(['Ann!', 'Ann']);
    expect(body).toContain('<w:bookmarkStart');
  });

  it('over field leftovers', () => {
    expect(textOf(docx(p(r('{na'), field('MERGEFIELD x', r('me')), r('}'))))[0]).toBe('Ann');
    expect(textOf(docx(p(simpleField('AUTHOR', r('{name}')))))).toEqual(['Ann']);
  });

  it('the result takes the formatting of the run after the opening delimiter', () => {
    const { body } = render(
      docx(p(r('{', { bold: true }), r('na', { italic: true }), r('me}', { bold: true }))),
      v,
    );
    expect(body).toContain('<w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">Ann</w:t></w:r>');
  });

  it('over up to 20 paragraphs of one container, which it joins', () => {
    expect(textOf(docx(p('A {name'), p(''), p('} B'), p('C')))).toEqual(['A Ann B', 'C']);
    expect(textOf(docx(p('{a'), p('.b'), p('[0]'), p('}')))).toEqual(['deep']);
    const many = (count: number): Uint8Array =>
      docx(p('{name'), ...Array.from({ length: count }, () => p('')), p('}'));
    expect(textOf(many(18))).toEqual(['Ann']);
    expect(problemsOf(many(25))).toMatchObject([{ code: 'unclosed_tag', tag: '{name' }]);
  });

  it('never over a table or a section break', () => {
    expect(problemsOf(docx(p('{name'), table(row('x')), p('}')))).toMatchObject([{ code: 'unclosed_tag' }]);
    const broken = docx(p('{name', ''), p({ xml: '<w:sectPr/>' }, ''), p('}'));
    expect(problemsOf(broken)).toMatchObject([{ code: 'unclosed_tag' }]);
  });
});

describe('quotes and spaces', () => {
  it.each([
    '{name == “Ann” ? ‘yes’ : “no”}',
    '{name\u00a0==\u202f„Ann“ ? «yes» : "no"}',
    "{name == 'Ann' ? `yes` : 'no'}",
    '{name == «\u00a0Ann\u00a0» ? ‹\u202fyes\u202f› : "no"}',
    '{na\u00adme\u200b == ″Ann″\t? ‚yes‘ : "no"}',
  ])('%s', (tag) => {
    expect(textOf(docx(p(tag)))).toEqual(['yes']);
  });
});

describe('lines inside a tag', () => {
  it.each([
    ['statements without semicolons', ['{EXEC a = 1', 'b = a + 1', '}{b}'], '2'],
    ['by line breaks', ['{EXEC a = 1\nb = a + 1\n}{b}'], '2'],
    ['a comment ends with its line', ["{EXEC // it's a (comment", 'a = 1 // one', '}{a}'], '1'],
    ['a comment of several lines', ["{EXEC /* don't", '} */ a = 1}{a}'], '1'],
    ['a comment ends with its tag', ['{name // who}!'], 'Ann!'],
    ['a value goes on in the next line', ['{INS name // who', ' + "!"}'], 'Ann!'],
    ['a condition, too', ['{IF name // who', ' == "Ann"}yes{END-IF}'], 'yes'],
    ['a text goes on in the next line', ['{"a\nb"}'], 'a b'],
    ['a name of several words', ['{First\nname}'], 'Bea'],
    ['sections', ['{#First\nname}x{/First name}'], 'x'],
    ['keywords', ['{FOR\nx\nIN\n[1, 2]}{$x}{END-FOR\nx}'], '12'],
    ['an address is no comment', ['{"http://x"}'], 'http://x'],
  ])('%s', (_, texts, expected) => {
    expect(textOf(docx(...texts.map((text) => p(text))), { ...v, 'First name': 'Bea' })).toEqual([expected]);
  });
});

describe('delimiters', () => {
  it.each([
    ['BRACES', '{name}', 'Ann'],
    ['BRACES', '{a.b[0][0]}', 'deep'],
    ['BRACES', "{({x: {y: 'z'}}).x.y}", 'z'],
    ['BRACES', '{\'}\'}{"{"}', '}{'],
    ['BRACES', '} {name} }', '} Ann }'],
    ['BRACES', '\\{name} {name}', '{name} Ann'],
    ['DOUBLE_BRACES', '{{name}} {x} }}', 'Ann {x} }}'],
    ['DOUBLE_BRACES', '{{{name}}} {{&name}} {{& name }}', 'Ann Ann Ann'],
    ['DOUBLE_BRACES', "{{({x: {y: 'z'}}).x.y}}", 'z'],
    ['DOUBLE_SQUARE_BRACKETS', '[[a.b[0][0]]] [x]', 'deep [x]'],
    ['DOUBLE_SQUARE_BRACKETS', '[[[[1],[2]][1][0]]]', '2'],
    ['TRIPLE_PLUS', '+++name+++ + ++ +++= name+++', 'Ann + ++ Ann'],
    ['TRIPLE_PLUS', '+++INS name+++\\+++', 'Ann+++'],
  ] as const)('%s %s', (delimiter, text, expected) => {
    expect(render(docx(p(text)), v, { delimiter }).text).toEqual([expected]);
  });

  it('a Mustache delimiter change is an error', () => {
    expect(problemsOf(docx(p('{{=<% %>=}}')), 'DOUBLE_BRACES')).toMatchObject([{ code: 'delimiter_change' }]);
    expect(problemsOf(docx(p('{=[[ ]]=}')))).toMatchObject([{ code: 'delimiter_change' }]);
  });

  it('an unbalanced quote or bracket ends at the first closing delimiter, and is reported there', () => {
    expect(problemsOf(docx(p('{IF name == "a} text {name}')))).toMatchObject([
      { code: 'bad_expression', tag: '{IF name == "a}' },
    ]);
    expect(problemsOf(docx(p('{(name} text')))).toMatchObject([{ code: 'bad_expression', tag: '{(name}' }]);
  });

  it('comments and queries end at the first closing delimiter, whatever they contain', () => {
    const file = docx(
      p("a{// it's (not \"balanced}b{COMMENT don't [}c{!-- ' --}d{QUERY { me}e{! remember Bob's}f"),
    );
    expect(textOf(file)).toEqual(['abcdef']);
  });
});

describe('values', () => {
  it('line breaks become line breaks, tabs tabs, spaces are kept, forbidden characters are dropped', () => {
    const { body, text } = render(docx(p('[{x}]')), { x: ' a\nb\tc\r\nd  e\u0000\u000b\ud800f<&> ' });
    expect(text).toEqual(['[ a\nb\tc\nd  e\nf<&> ]']);
    expect(body).toContain('<w:br/>');
    expect(body).toContain('<w:tab/>');
    expect(body).toContain('xml:space="preserve"');
    expect(body).toContain('&lt;&amp;&gt;');
  });

  it('a value that looks like a tag stays text', () => {
    expect(textOf(docx(p('{x}')), { x: '{y}' })).toEqual(['{y}']);
  });

  it('white space that Word ignores does not come to life', () => {
    expect(textOf(docx(p(raw('<w:r><w:t>  {name}\n </w:t></w:r>'))))).toEqual(['Ann']);
  });
});

describe('where tags work', () => {
  it('headers, footers, notes, text boxes, content controls', () => {
    const file = docx(
      header(p('h {name}')),
      footer(p('f {name}')),
      p('x', footnote('n {name}'), endnote('e {name}')),
      p(textBox(p('box {name}'))),
      controlBlock(p('c {name}')),
      p(controlInline('i {name}')),
      table(row(cell(p('{name}')))),
    );
    const rendered = render(file, v);
    expect(rendered.text.filter((text) => text.includes('Ann'))).toEqual([
      'box Ann',
      'c Ann',
      'i Ann',
      'Ann',
    ]);
    for (const name of ['header1', 'footer1', 'footnotes', 'endnotes']) {
      expect(
        rendered.textOf(`word/${name}.xml`).some((text) => text.includes('Ann')),
        name,
      ).toBe(true);
    }
  });

  it('link targets, percent-encoded; the result is http, https, mailto, tel, or a bookmark', () => {
    const file = docx(
      p(hyperlink('%7Bu%7D', 'one')),
      p('{#list}'),
      p(hyperlink('https://example.com/%7Bid%7D', '{id}')),
      p('{/list}'),
      p(hyperlink('{mark}', 'two')),
    );
    const rendered = render(file, { ...v, list: [{ id: 1 }, { id: 'a b' }], mark: '#here' });
    const relationships = rendered.part('word/_rels/document.xml.rels');
    for (const target of [
      'https://example.com/x',
      'https://example.com/1',
      'https://example.com/a%20b',
      '#here',
    ]) {
      expect(relationships).toContain(`Target="${target}"`);
    }
    expect(relationships).not.toContain('%7B');
    expect(() => render(docx(p(hyperlink('http://{u}', 'x'))), { u: 'javascript:alert(1)' })).toThrow(
      'address that a link may have',
    );
    expect(() => render(docx(p(hyperlink('{u}', 'x'))), { u: 'javascript:alert(1)' })).toThrow(
      /not an address/,
    );
  });

  it('alternative text', () => {
    const { body } = render(docx(p(picture({ alt: 'Photo of {name} & co' }))), v);
    expect(body).toContain('descr="Photo of Ann &amp; co"');
  });

  it('document properties', () => {
    const file = docx(properties({ title: 'For {name | upper}', subject: 'half a {ta' }), p('x'));
    const core = render(file, v).part('docProps/core.xml');
    expect(core).toContain('For ANN');
    expect(core).toContain('half a {ta');
  });

  it('are evaluated in the order body, notes, headers, footers, properties', () => {
    const file = docx(
      header(p('{SET n = n + "h"}{n}')),
      footer(p('{SET n = n + "f"}{n}')),
      properties({ title: '{n}p' }),
      p('{SET n = "b"}{n}', footnote('{SET n = n + "n"}{n}')),
    );
    const rendered = render(file, {});
    expect(rendered.text[0]).toBe('b');
    expect(rendered.textOf('word/header1.xml')).toEqual(['bnh']);
    expect(rendered.textOf('word/footer1.xml')).toEqual(['bnhf']);
    expect(rendered.part('docProps/core.xml')).toContain('bnhfp');
  });
});

describe('text boxes', () => {
  it('the fallback shows what the drawing got; nothing is evaluated twice', () => {
    const { body } = render(
      docx(p(textBox(p('{SET n = (n ?? 0) + 1}{n} {#l}{.};{/l}{IF n > 1}twice{END-IF}'))), p('{n}')),
      { l: ['x', 'y'] },
    );
    // Drawing, fallback, and the paragraph after: one assignment.
    expect(body.match(/<w:t xml:space="preserve">1/g)).toHaveLength(3);
    expect(body.match(/>y;</g)).toHaveLength(2);
    expect(body.match(/<w:txbxContent>/g)).toHaveLength(2);
    expect(body).not.toContain('twice');
  });

  it('where the two do not carry the same tags, the fallback is dropped', () => {
    const file = docx(
      p(
        raw(
          '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="1000000" cy="500000"/><wp:docPr id="7" name="Box"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/><wps:txbx><w:txbxContent><w:p><w:r><w:t>{name}</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>{other}</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>',
        ),
      ),
    );
    const { body } = render(file, v);
    expect(body).toContain('Ann');
    expect(body).not.toContain('mc:Fallback');
  });
});

describe('content controls', () => {
  it('that hold a tag lose their binding and placeholder mark', () => {
    const file = docx(
      controlBlock({ binding: '/x', placeholder: true }, p('{name}')),
      controlBlock({ binding: '/y' }, p('plain')),
      table(controlAround({ placeholder: true }, row('{name}'))),
    );
    const { body } = render(file, v);
    expect(body.match(/<w:dataBinding/g)).toHaveLength(1);
    expect(body).not.toContain('<w:showingPlcHdr');
  });
});

describe('equations', () => {
  const math = (inner: string) => raw(`<m:oMathPara><m:oMath>${inner}</m:oMath></m:oMathPara>`);
  const mr = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`;
  const power = (base: string, exponent: string): string =>
    `<m:sSup><m:sSupPr><m:ctrlPr/></m:sSupPr><m:e>${base}</m:e><m:sup>${exponent}</m:sup></m:sSup>`;

  it('plain values, with the properties of their run, also where the tag is split', () => {
    const bold = '<m:rPr><m:sty m:val="b"/></m:rPr><w:rPr><w:b/></w:rPr>';
    const file = docx(p(math(power(mr('{x}', bold), mr('{') + mr('n + 1', bold) + mr('}')) + mr(' = {y}'))));
    const { body, text } = render(file, { x: 'a<\nb', n: 2 });
    expect(text).toEqual(['a<\nb3= ']);
    expect(body).toContain(`<m:r>${bold}<m:t xml:space="preserve">a&lt;\nb</m:t></m:r></m:e>`);
    expect(body).toContain(`<m:sup><m:r>${bold}<m:t xml:space="preserve">3</m:t></m:r></m:sup>`);
  });

  it('blocks inside one part of an equation; a part stays though it is empty', () => {
    const file = docx(p(math(power(mr('{#l}') + mr('{.}+') + mr('{/l}'), mr('{IF no}1{END-IF}')))));
    const { body, text } = render(file, { l: [1, 2] });
    expect(text).toEqual(['1+2+']);
    expect(body).toMatch(/<m:sup>(?:<m:r><\/m:r>)?<\/m:sup>/);
    const all = docx(p('a'), p(math(mr('{IF no}x{END-IF}'))), p('b'));
    expect(render(all, {}).body).not.toContain('m:oMath');
  });

  it.each([
    ['a block that leaves its part', 'block_crosses', power(mr('{#l}'), mr('{/l}'))],
    ['a tag that leaves its part', 'unclosed_tag', power(mr('{l'), mr('}'))],
    ['a picture', 'unsupported', mr('{IMAGE x}')],
    ['a page break', 'unsupported', mr('{PAGE-BREAK}')],
    ['rich text', 'unsupported', mr('{HTML x}')],
  ])('%s is an error', (_, code, inner) => {
    expect(problemsOf(docx(p(math(inner)))).map((problem) => problem.code)).toEqual([code]);
  });

  it('data that are rich are an error, too', () => {
    const file = docx(p(math(mr('{x}'))), p(math(mr('{y | html}'))));
    expect(failureOf(file, { x: { _type: 'html', content: 'b' } })).toMatchObject({ code: 'data_invalid' });
    expect(failureOf(file, { x: '', y: '<b>x</b>' })).toMatchObject({ code: 'data_invalid' });
  });
});

describe('tracked changes', () => {
  it('inserted and moved-to text counts, deleted and moved-from text does not', () => {
    const file = docx(
      p(inserted(r('{na')), deleted('xx'), inserted(r('me}'))),
      p(movedTo(r('{name}'))),
      p(deleted('{nope'), movedFrom(r('{/nope}')), 'x'),
    );
    const { text } = render(file, v);
    expect(text[0]).toBe('Ann');
    expect(text[1]).toBe('Ann');
  });

  it('deleted rows do not count', () => {
    const file = docx(table(row({ xml: '<w:del w:id="90" w:author="a"/>' }, '{#open}'), row('{name}')));
    expect(textOf(file)).toContain('Ann');
  });

  describe('paragraphs whose mark is deleted run on into the next', () => {
    const gone = (id: number) => ({ xml: `<w:rPr><w:del w:id="${id}" w:author="a"/></w:rPr>` });
    it.each([
      ['a block is inline', [p(gone(90), 'a {#l}'), p('{.},{/l} b')], ['a 1,2, b']],
      ['over several', [p(gone(90), '{#l}'), p(gone(91), '{.}'), p(',{/l}')], ['1,2,']],
      ['a tag, too', [p(gone(90), '{na'), p('me}'), p('x')], ['Ann', 'x']],
      ['a tag that goes on after it', [p(gone(90), '{na'), p('me'), p('+ "!"}')], ['Ann!']],
      ['a tag that begins before it', [p('{"!" +'), p(gone(90), 'na'), p('me}')], ['!Ann']],
      ['the last of a container', [p('x {name}'), p(gone(90), 'y {name}')], ['x Ann', 'y Ann']],
      ['before a table', [p(gone(90), '{name}'), table(row('{name}')), p('z')], ['Ann', 'Ann', 'z']],
      ['in a loop over paragraphs', [p('{#l}'), p(gone(90), 'a{.}'), p('b'), p('{/l}')], ['a1b', 'a2b']],
      ['that says nothing but tags', [p(gone(90), '{#l}{/l}'), p('{SET x = 1}'), p('x')], ['x']],
      ['without tags it stays as it is', [p(gone(90), 'a'), p('b'), p('{name}')], ['a', 'b', 'Ann']],
    ])('%s', (_, content, expected) => {
      const { text, body } = render(docx(...content), { ...v, l: [1, 2] });
      expect(text).toEqual(expected);
      // What is joined is not deleted a second time.
      if (expected.length === 1) expect(body).not.toContain('<w:del ');
    });
  });
});

describe('other writers', () => {
  const base = docx(
    p(r('Hi {name}, {~h}', { bold: true })),
    p('{#l}'),
    p('{.}'),
    p('{/l}'),
    table(row('{#l}{.}', 'x{/l}')),
    p('{HTML h}'),
  );
  const data = { name: 'A\nB', l: ['1', '2'], h: '<b>y</b>' };
  const xml = partText(base);

  it.each([
    [
      'another prefix',
      xml
        .replaceAll('<w:', '<ns0:')
        .replaceAll('</w:', '</ns0:')
        .replaceAll(' w:', ' ns0:')
        .replace('xmlns:w=', 'xmlns:ns0='),
    ],
    [
      'no prefix for elements',
      xml
        .replaceAll('<w:', '<')
        .replaceAll('</w:', '</')
        .replace('xmlns:w=', 'xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w='),
    ],
    ['UTF-16', xml],
  ])('%s', (name, source) => {
    const text = name === 'UTF-16' ? source.replace('UTF-8', 'UTF-16') : source;
    const part = name === 'UTF-16' ? new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')) : text;
    const rendered = render(withParts(base, { 'word/document.xml': part }), data);
    expect(rendered.text).toEqual(['Hi A\nB, y', '1', '2', '1', 'x', '2', 'x', 'y']);
  });
});

describe('the address of a link that Word took for a web site', () => {
  it.each([
    ['http://%7Bu%7D', 'example.com/a', 'http://example.com/a'],
    ['https://{u}', 'example.com', 'https://example.com/'],
    ['http://%7Bu%7D/x', 'example.com:8080', 'http://example.com:8080/x'],
    ['http://{u}', 'localhost:3000/a?b=c', 'http://localhost:3000/a?b=c'],
    ['http://{u}', 'https://example.com/', 'https://example.com/'],
    ['http://{u}', 'mailto:a@example.com', 'mailto:a@example.com'],
    ['http://{u}', 'tel:123', 'tel:123'],
    ['http://{u}', '#mark', '#mark'],
    ['http://{u}', '', '#'],
  ])('%s with %s leads to %s', (target, u, result) => {
    const rendered = render(docx(p(hyperlink(target, 'x'))), { u });
    expect(rendered.part('word/_rels/document.xml.rels')).toContain(`Target="${result}"`);
  });

  it('a value that leads nowhere is still refused where the template does not say where', () => {
    for (const target of ['{u}', 'file:///{u}'])
      expect(() => render(docx(p(hyperlink(target, 'x'))), { u: 'example.com/a' })).toThrow('example.com/a');
  });
});

describe('packages', () => {
  it.each([
    ['its own type', (types: string) => types.replace('.document.main+xml', '.template.main+xml')],
    [
      'the type of its extension',
      (types: string) =>
        types
          .replace(/<Override PartName="\/word\/document.xml"[^>]*>/, '')
          .replace(
            '"application/xml"',
            '"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"',
          ),
    ],
  ])('a Word template (.dotx), by %s, becomes a document', (_, change) => {
    const plain = docx(p('{x}'));
    const types = '[Content_Types].xml';
    const rendered = render(withParts(plain, { [types]: change(partText(plain, types)) }), { x: 1 });
    expect(rendered.text).toEqual(['1']);
    expect(rendered.part(types)).toContain(
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
    );
    expect(rendered.part(types).match(/PartName="\/word\/document.xml"/g)).toHaveLength(1);
  });

  it('digital signatures are dropped', () => {
    const plain = docx(p('{name}{IMAGE logo}'));
    const origin =
      '<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>';
    const file = withParts(plain, {
      '_xmlsignatures/origin.sigs': '',
      '_xmlsignatures/sig1.xml': '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>',
      '_rels/.rels': partText(plain, '_rels/.rels').replace('</Relationships>', origin),
      '[Content_Types].xml': partText(plain, '[Content_Types].xml').replace(
        '</Types>',
        '<Default Extension="sigs" ContentType="application/vnd.openxmlformats-package.digital-signature-origin"/><Override PartName="/_xmlsignatures/sig1.xml" ContentType="application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml"/></Types>',
      ),
    });
    const logo = `data:image/png;base64,${Buffer.from(PIXEL).toString('base64')}`;
    const { bytes } = render(file, { ...v, logo });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('_xmlsignatures');
  });

  it('untouched parts are copied as their compressed bytes', () => {
    const file = docx(p('{name}'));
    const before = openDocx(file).entry('word/styles.xml').compressed;
    const after = openDocx(render(file, v).bytes).entry('word/styles.xml').compressed;
    expect(Buffer.compare(Buffer.from(before), Buffer.from(after))).toBe(0);
  });

  it('untouched markup survives byte for byte', () => {
    const odd = '<w:p  w:rsidR="00AB"\n><w:r><w:t>it&#39;s &quot;odd&quot;</w:t></w:r ></w:p >';
    const file = docx(raw(odd), p('{name}'), raw(odd));
    const { body } = render(file, v);
    expect(body.split(odd)).toHaveLength(3);
  });
});

/** Rich content through the engine: every spelling, in every part, and what the package needs for it. */
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { cell, docx, footnote, header, PIXEL, p, picture, r, row, table } from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { failureOf, grid, problemsOf, render } from './engine.ts';

const PNG = `data:image/png;base64,${Buffer.from(PIXEL).toString('base64')}`;
const count = (body: string, element: string): number =>
  body.match(new RegExp(`<${element}[ >/]`, 'g'))?.length ?? 0;

describe('a body without section properties', () => {
  const withoutSection = (...content: Parameters<typeof docx>): Uint8Array => {
    const file = docx(...content);
    return withParts(file, {
      'word/document.xml': partText(file).replace(/<w:sectPr>.*<\/w:sectPr>(?=<\/w:body>)/, ''),
    });
  };

  it.each([
    ['rich text', ['{HTML x}'], ['a', 'b']],
    ['rich text behind a paragraph', ['k', '{HTML x}'], ['k', 'a', 'b']],
    ['a block', ['{IF x}', 'c', '{END-IF}'], ['c']],
    ['a block that is nothing', ['{IF !x}', 'c', '{END-IF}'], ['']],
  ])('ends with %s and gets no paragraph of its own', (_, content, text) => {
    expect(render(withoutSection(...content), { x: '<p>a</p><p>b</p>' }).text).toEqual(text);
  });
});

describe('images', () => {
  it.each([
    '{IMAGE logo}',
    '{IMAGE logo width=4cm alt="Logo"}',
    '{%logo}',
    '{logo | image:"2cm"}',
    '{typed}',
  ])('%s stands in the line', (tag) => {
    const { body, text } = render(docx(p('a', tag, 'b')), {
      logo: PNG,
      typed: { _type: 'image', source: PNG, format: 'image/png', width: 40, height: 20 },
    });
    expect(text).toEqual(['ab']);
    expect(count(body, 'w:drawing')).toBe(1);
  });

  it('{%%logo} is a centred paragraph', () => {
    const { body, text } = render(docx(p('a {%%logo} b')), { logo: PNG });
    expect(text).toHaveLength(3);
    expect(body).toContain('<w:jc w:val="center"/>');
  });

  it('the same picture is stored once, and ids are unique', () => {
    const rendered = render(docx(header(p('{IMAGE logo}')), p('{#l}'), p('{IMAGE logo}'), p('{/l}')), {
      logo: PNG,
      l: [1, 2, 3],
    });
    const media = [...openDocx(rendered.bytes).archive.entries.keys()].filter((name) =>
      name.includes('media/'),
    );
    expect(media).toHaveLength(1);
    expect(new Set([...rendered.body.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id)).size).toBe(3);
    expect(rendered.part('[Content_Types].xml')).toContain('Extension="png"');
  });

  it('a picture whose alternative text is a tag is replaced, on each turn', () => {
    const file = docx(p('{#l}'), p(picture({ alt: '{IMAGE pic}', floating: true })), p('{/l}'));
    const { body } = render(file, { l: [{ pic: PNG }, { pic: PNG }] });
    expect(count(body, 'wp:anchor')).toBe(2);
    expect(body).not.toContain('{IMAGE');
    expect(render(docx(p(picture({ alt: '{QR url}' }))), { url: 'https://example.com' }).body).toContain(
      '<w:drawing>',
    );
  });

  it('a plain tag as alternative text may also be text', () => {
    expect(render(docx(p(picture({ alt: '{what}' }))), { what: 'A "photo"' }).body).toContain(
      'descr="A &quot;photo&quot;"',
    );
  });

  it('a missing one is empty and reported, or kept', () => {
    expect(render(docx(p('a{IMAGE logo}b')), {})).toMatchObject({
      text: ['ab'],
      report: { missing: ['logo'] },
    });
    expect(render(docx(p('a{IMAGE logo}b')), {}, { missing: 'keep' }).text).toEqual(['a{IMAGE logo}b']);
  });

  it('what is no picture is an error that names the tag', () => {
    expect(failureOf(docx(p('{IMAGE logo}')), { logo: 'not a picture' })).toMatchObject({
      code: 'data_invalid',
      details: [{ tag: '{IMAGE logo}', path: 'logo' }],
    });
  });

  it('tells which pictures would have to be fetched', () => {
    const asked: string[] = [];
    const url = 'https://example.com/a.png';
    expect(
      failureOf(docx(p('{IMAGE logo}')), { logo: url }, { onRemoteImage: (one) => asked.push(one) }).code,
    ).toBe('data_invalid');
    expect(asked).toEqual([url]);
    const remoteImages = new Map([[url, { bytes: PIXEL }]]);
    expect(count(render(docx(p('{IMAGE logo}')), { logo: url }, { remoteImages }).body, 'w:drawing')).toBe(1);
  });
});

describe('links', () => {
  it.each(['{LINK ({url: u, label: l})}', '{LINK u "Label"}', '{u | link:"Label"}', '{link}'])(
    '%s',
    (tag) => {
      const rendered = render(docx(p('a ', r(tag), ' b')), {
        u: 'https://example.com/',
        l: 'Label',
        link: { _type: 'link', target: 'https://example.com/', text: 'Label' },
      });
      expect(rendered.text).toEqual(['a Label b']);
      expect(count(rendered.body, 'w:hyperlink')).toBe(1);
      expect(rendered.part('word/_rels/document.xml.rels')).toContain('Target="https://example.com/"');
    },
  );

  it('in notes and headers get their own relationships', () => {
    const rendered = render(docx(header(p('{LINK u}')), p('x', footnote('{LINK u}'))), {
      u: 'https://example.com/',
    });
    expect(rendered.part('word/_rels/header1.xml.rels')).toContain('example.com');
    expect(rendered.part('word/_rels/footnotes.xml.rels')).toContain('example.com');
  });
});

describe('rich text', () => {
  const html = '<p>one <b>two</b></p><table><tr><td>c</td></tr></table>';

  it.each(['{HTML x}', '{~~x}', '{x | html}'])('%s alone in its paragraph becomes blocks', (tag) => {
    const { body, text } = render(docx(p('before'), p(tag), p('after')), { x: html });
    expect(text).toEqual(['before', 'one two', 'c', 'after']);
    expect(count(body, 'w:tbl')).toBe(1);
  });

  it.each(['{HTML x}', '{~x}', '{x | html}'])('%s beside text stays in the line', (tag) => {
    expect(render(docx(p('a ', tag, ' b')), { x: 'one <b>two</b>' }).text).toEqual(['a one two b']);
  });

  it('Markdown keeps what stands in 90 quotations or 49 lists, and refuses what stands deeper: it came out empty', () => {
    const show = (x: string) => render(docx(p('{MARKDOWN x}')), { x }).text;
    const list = (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- x`).join('\n');
    expect(show(`${'> '.repeat(90)}deep`)).toEqual(['deep']);
    expect(show(list(49))).toEqual(Array(49).fill('x'));
    expect(() => show(`${'> '.repeat(100)}deep`)).toThrow('nested deeper than 100');
    expect(() => show(list(60))).toThrow('nested deeper than 100');
  });

  it('Markdown, with lists in a template that has no numbering', () => {
    const rendered = render(docx(p('{MARKDOWN x}')), { x: '# T\n\n1. a\n2. b\n\n- c' });
    expect(rendered.text).toEqual(['T', 'a', 'b', 'c']);
    expect(rendered.part('word/numbering.xml')).toContain('<w:num ');
  });

  it('in a cell that ends with a table, and between tables', () => {
    const file = docx(table(row(cell(p('{HTML x}')), 'k')), p('{HTML y}'), p('{HTML y}'));
    const rendered = render(file, { x: html, y: '<table><tr><td>z</td></tr></table>' });
    expect(rendered.body).not.toContain('</w:tbl><w:tbl>');
    expect(grid(rendered)[0]?.[0]).toContain('one two');
  });

  it('empty rich text leaves nothing', () => {
    expect(render(docx(p('a'), p('{HTML x}'), p('b')), { x: '' }).text).toEqual(['a', 'b']);
    expect(grid(render(docx(table(row(cell(p('{HTML x}')), 'k'))), { x: '' }))).toEqual([['', 'k']]);
  });
});

describe('codes and options', () => {
  it('QR and barcodes', () => {
    const { body } = render(
      docx(p('{QR url size=3cm}'), p('{BARCODE sku type=code128}'), p('{url | qr:"2cm"}')),
      { url: 'https://example.com', sku: 'A-1' },
    );
    expect(count(body, 'w:drawing')).toBe(3);
  });

  it('options may be expressions in parentheses', () => {
    expect(render(docx(p('{QR url size=(n + "cm")}')), { url: 'x', n: 2 }).body).toContain('cx="720000"');
  });

  it('unknown options and values are told when the template is compiled', () => {
    expect(
      problemsOf(docx(p('{IMAGE a widht=3cm}'), p('{IMAGE a width=wide}'), p('{BARCODE a type=nope}'))),
    ).toMatchObject([
      { code: 'bad_argument', tag: '{IMAGE a widht=3cm}' },
      { code: 'bad_argument' },
      { code: 'bad_argument' },
    ]);
  });
});

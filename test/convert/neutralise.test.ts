import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { neutralise } from '../../src/convert/neutralise/neutralise.ts';
import { cleanPicture } from '../../src/convert/neutralise/pictures.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import {
  bookmark,
  docx,
  field,
  footer,
  hyperlink,
  PIXEL,
  p,
  part,
  picture,
  r,
  raw,
  row,
  simpleField,
  table,
  textBox,
} from '../support/build.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { paragraphs, partText, withParts } from '../support/read.ts';
import { hostileDocuments } from './hostile.ts';

const outside = 'http://outside.example';
const hostile = hostileDocuments((name) => `${outside}/${name}`, 'file:///etc/hostname');

/** Every part of a package as one text, pictures included. */
const everything = (file: Uint8Array): string => {
  const opened = openDocx(file);
  return [...opened.archive.entries.keys()]
    .map((name) => Buffer.from(opened.bytes(name)).toString('latin1'))
    .join('\n');
};

describe('neutralise', () => {
  test.each(hostile)('$name: nothing outside is named any more', ({ docx: file, name }) => {
    expect(everything(file)).toMatch(/outside\.example|\/etc\/hostname/);
    const { docx: clean } = neutralise(file);
    const text = everything(clean);
    // A borrowed link is still a link, which nobody follows but a reader.
    if (name === 'picture-borrows-link') expect(partText(clean)).not.toContain('r:link');
    else expect(text).not.toContain('outside.example');
    expect(text).not.toContain('/etc/hostname');
    expect(text).not.toMatch(/INCLUDE|DDEAUTO|altChunk|subDoc|OLEObject|attachedTemplate|mailMerge/);
    expect(paragraphs(clean)).toContain(`VISIBLE ${name}`);
    expect(paragraphs(clean)).toContain('THE END');
  });

  test('a document with nothing of the kind keeps every part byte for byte', () => {
    const file = docx(
      p({ style: 'Heading1' }, 'Title'),
      p(
        r('see '),
        hyperlink('https://example.org/a?b=1&c=2', r('here', { style: 'Hyperlink' })),
        bookmark('b', 'x'),
      ),
      p(field('PAGE', '1'), ' of ', simpleField('NUMPAGES', '3'), picture()),
      table(row('a', 'b')),
      textBox('in a box'),
      footer(p(field('STYLEREF "heading 1"', 'Title'))),
    );
    const before = openDocx(file);
    const { docx: clean, removals, embedsFonts } = neutralise(file);
    const after = openDocx(clean);
    expect([...removals]).toEqual([]);
    expect(embedsFonts).toBe(false);
    expect([...after.archive.entries.keys()].sort()).toEqual([...before.archive.entries.keys()].sort());
    for (const name of before.archive.entries.keys()) {
      if (!/\.rels$|Content_Types/.test(name))
        expect(Buffer.compare(after.bytes(name), before.bytes(name))).toBe(0);
    }
  });

  test.each([
    'https://example.org/',
    'http://example.org/',
    'mailto:a@example.org',
    'tel:+431234',
    '#chapter',
  ])('the link %s stays', (target) => {
    const { docx: clean, removals } = neutralise(docx(p(hyperlink(target, 'text'))));
    expect(everything(clean)).toContain(target.replace('#', ''));
    expect([...removals]).toEqual([]);
  });

  test.each([
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'macro:///Standard.Module1.Main',
    'vnd.sun.star.script:x?language=Basic',
    '\\\\server\\share',
    '../secret.docx',
    'data:text/html,x',
  ])('the link %j goes, its text stays', (target) => {
    for (const file of [
      docx(p(hyperlink(target, 'text'))),
      docx(p(field(`HYPERLINK "${target}" \\o "tip"`, 'text'))),
      docx(p(raw(`<w:r><w:pict><v:rect href="${target}" style="width:9pt"/></w:pict></w:r>`), 'text')),
    ]) {
      const { docx: clean } = neutralise(file);
      expect(everything(clean)).not.toMatch(/passwd|alert|Module1|star|share|secret|data:/);
      expect(paragraphs(clean).join()).toContain('text');
    }
  });

  test('a HYPERLINK field to an address or a bookmark stays', () => {
    const text = (content: string) => r(content, { style: 'Hyperlink' });
    const file = docx(
      p(field('HYPERLINK "https://example.org" \\o "file:///not/an/address" \\t "_blank"', text('a'))),
      p(field('HYPERLINK \\l "chapter"', text('b'))),
      p(field('HYPERLINK \\l "chapter" "https://example.org"', text('c'))),
    );
    expect(partText(neutralise(file).docx)).toBe(partText(file));
  });

  test('runs of links get the default character style, which LibreOffice wants for a link to live', () => {
    const style = '<w:rStyle w:val="DefaultParagraphFont"/>';
    const file = docx(
      p(
        hyperlink('https://example.org', 'a', r('b', { bold: true }), raw('<w:r><w:rPr/><w:t>c</w:t></w:r>')),
      ),
      p(field('HYPERLINK "https://example.org"', 'd'), 'e'),
      p(field('PAGE', 'f')),
    );
    const text = partText(neutralise(file).docx);
    expect(text).toContain(`<w:r><w:rPr>${style}</w:rPr><w:t>a</w:t></w:r>`);
    expect(text).toContain(`<w:r><w:rPr>${style}<w:b/></w:rPr><w:t>b</w:t></w:r>`);
    expect(text).toContain(`<w:r><w:rPr>${style}</w:rPr><w:t>c</w:t></w:r>`);
    expect(text).toContain(`<w:r><w:rPr>${style}</w:rPr><w:t>d</w:t></w:r>`);
    expect(text).toContain('<w:r><w:t>e</w:t></w:r>');
    expect(text).toContain('<w:r><w:t>f</w:t></w:r>');
  });

  test('a field that is taken out leaves its stored result, over paragraphs and around other fields', () => {
    const fldChar = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const file = docx(
      p(
        raw(fldChar('begin')),
        raw('<w:r><w:instrText>INCLUDETEXT "</w:instrText></w:r>'),
        field('REF x', 'y'),
      ),
      p(
        raw('<w:r><w:instrText>"</w:instrText></w:r>'),
        raw(fldChar('separate')),
        'first ',
        field('PAGE', '7'),
      ),
      p('second', raw(fldChar('end')), ' after'),
    );
    const { docx: clean } = neutralise(file);
    expect(paragraphs(clean)).toEqual(['', 'first 7', 'second after']);
    expect(partText(clean).match(/instrText[^>]*>[^<]*/g)).toEqual([
      'instrText xml:space="preserve"> PAGE ',
      'instrText>',
    ]);
  });

  test('FILENAME and its kind show what Word stored, not the name of a temporary file', () => {
    const { docx: clean } = neutralise(docx(p(field('FILENAME \\p', 'C:\\letter.docx'))));
    expect(paragraphs(clean)).toEqual(['C:\\letter.docx']);
    expect(partText(clean)).not.toContain('FILENAME');
  });

  test('a macro button keeps its words', () => {
    const button =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>MACROBUTTON Evil.Run [Click &amp; type]</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const { docx: clean } = neutralise(docx(p('a ', raw(button), ' b')));
    expect(paragraphs(clean)).toEqual(['a [Click & type] b']);
    expect(partText(clean)).not.toContain('Evil');
  });

  test('a field that never ends takes no text with it', () => {
    const open = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>DDE x y</w:instrText></w:r>';
    const { docx: clean } = neutralise(docx(p('before', raw(open)), p('after'), p(field('PAGE', '1'))));
    expect(paragraphs(clean)).toEqual(['before', 'after', '1']);
    expect(partText(clean)).not.toContain('DDE');
    expect(partText(clean)).toContain(' PAGE ');
  });

  test('marks without a field, and instructions outside one, are taken away', () => {
    const stray =
      '<w:r><w:fldChar w:fldCharType="separate"/><w:instrText>INCLUDEPICTURE "x"</w:instrText><w:fldChar w:fldCharType="end"/></w:r>';
    const { docx: clean } = neutralise(docx(p('a', raw(stray), 'b'), textBox(p(raw(stray), 'c'))));
    expect(partText(clean)).not.toMatch(/fldChar|instrText/);
    expect(paragraphs(clean)).toContain('ab');
  });

  test('thousands of nested fields end quickly', () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
    const since = cpuMilliseconds();
    neutralise(docx(p(raw(begin.repeat(20_000)))));
    neutralise(docx(p(raw(begin.repeat(10_000) + begin.replace('begin', 'end').repeat(10_000)))));
    expect(cpuMilliseconds() - since).toBeLessThan(5_000);
  });

  test('parts that nobody should need are gone, with their relationships and content types', () => {
    const file = docx(
      p('x'),
      part((build) => {
        for (const [kind, name] of [
          ['vbaProjectSignature', 'sig.bin'],
          ['attachedToolbars', 'attachedToolbars.bin'],
          ['keyMapCustomizations', 'customizations.xml'],
          ['webSettings', 'webSettings.xml'],
          ['control', 'activeX1.xml'],
          ['oleObject', 'embeddings/o.bin'],
          ['package', 'embeddings/s.xlsx'],
          ['glossaryDocument', 'glossary.xml'],
          ['printerSettings', 'printer.bin'],
        ] as const) {
          build.file(`word/${name}`, `application/x-${kind}`, '<x/>');
          build.relate(kind, name);
        }
      }),
    );
    const { docx: clean, removals } = neutralise(withParts(file, { 'word/unrelated.bin': 'x' }));
    const names = [...openDocx(clean).archive.entries.keys()];
    expect(names.sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/settings.xml',
      'word/styles.xml',
    ]);
    expect(everything(clean)).not.toContain('application/x-');
    expect([...removals]).toEqual(['part']);
  });

  test('a part copied as a font cannot come back as a picture', () => {
    const eps = '%!PS-Adobe-3.0 EPSF-3.0';
    const file = docx(
      part((build) => {
        build.file('word/x.bin', 'application/x-font', eps);
        build.relate('font', 'x.bin');
      }),
      (build) =>
        `<w:p><w:r><w:pict><v:shape><v:imagedata r:id="${build.relate('image', 'x.bin')}"/></v:shape></w:pict></w:r></w:p>`,
    );
    const { docx: clean } = neutralise(file);
    expect(partText(clean)).not.toContain('r:id');
  });

  test('embedded fonts are seen', () => {
    const file = docx(
      p('x'),
      part((build) => {
        build.file(
          'word/fontTable.xml',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml',
          '<w:fonts xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
        );
        build.file(
          'word/_rels/fontTable.xml.rels',
          'application/vnd.openxmlformats-package.relationships+xml',
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/font" Target="fonts/f.odttf"/></Relationships>',
        );
        build.file(
          'word/fonts/f.odttf',
          'application/vnd.openxmlformats-officedocument.obfuscatedFont',
          'font',
        );
        build.relate('fontTable', 'fontTable.xml');
      }),
    );
    const { docx: clean, embedsFonts } = neutralise(file);
    expect(embedsFonts).toBe(true);
    expect(openDocx(clean).has('word/fonts/f.odttf')).toBe(true);
  });

  test('whatever prefix and encoding a part uses, LibreOffice reads what was checked', () => {
    const body = `<?xml version="1.0" encoding="UTF-16"?><q:document xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><q:body><q:p><q:fldSimple q:instr="INCLUDETEXT &quot;x&quot;"><q:r><q:t>Grüße</q:t></q:r></q:fldSimple></q:p></q:body></q:document>`;
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${body}`, 'utf16le'));
    const { docx: clean } = neutralise(withParts(docx(p('x')), { 'word/document.xml': utf16 }));
    const written = Buffer.from(openDocx(clean).bytes('word/document.xml')).toString('utf8');
    expect(written).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"/);
    expect(written).toContain('Grüße');
    expect(written).not.toContain('fldSimple');
  });

  test('a broken part that no page shows is left out; a broken document is refused', () => {
    const file = docx(
      p('x'),
      part((build) => {
        build.file('customXml/item1.xml', 'application/xml', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>');
        build.relate('customXml', '/customXml/item1.xml');
      }),
    );
    expect(everything(neutralise(file).docx)).not.toContain('passwd');
    expect(() => neutralise(withParts(file, { 'word/document.xml': '<w:document' }))).toThrow(/document/);
  });
});

describe('cleanPicture', () => {
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

  test.each([
    ['PNG', Buffer.from(PIXEL).toString('latin1')],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['GIF', 'GIF89a'],
    ['BMP', 'BM'],
    ['TIFF', 'II*\0'],
    ['WebP', 'RIFF\0\0\0\0WEBP'],
    ['EMF', `\x01\0\0\0${'x'.repeat(36)} EMF`],
    ['WMF', '\xd7\xcd\xc6\x9a'],
  ])('%s passes as it is', (_, head) => {
    const picture = bytes(head);
    expect(cleanPicture(picture)).toBe(picture);
  });

  test.each([
    ['EPS', '%!PS-Adobe-3.0'],
    ['EPS for DOS', '\xc5\xd0\xd3\xc6'],
    ['PDF', '%PDF-1.7'],
    ['StarView metafile', 'VCLMTF'],
    ['nothing', ''],
    ['HTML', '<html><img src="http://x"></html>'],
    [
      'SVG with a DTD',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
    ],
    ['damaged gzip', '\x1f\x8b123'],
  ])('%s is left out', (_, head) => {
    expect(cleanPicture(bytes(head))).toBeUndefined();
  });

  const svg = (inner: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`;
  const cleaned = (source: string | Uint8Array): string =>
    Buffer.from(cleanPicture(typeof source === 'string' ? bytes(source) : source) ?? []).toString();

  test.each([
    '<image xlink:href="http://outside/x"/>',
    '<image href=" file:///outside"/>',
    '<use href="outside.svg#a"/>',
    '<style>@import url(http://outside)</style>',
    '<style>rect{fill:url("http://outside#x")}</style>',
    '<rect style="fill:url(outside.svg#a)"/>',
    '<rect fill="u\\72l(outside)"/>',
    '<rect filter="url( &quot;outside#f&quot; )"/>',
    '<script href="outside"/>',
    '<rect onload="outside()"/>',
    '<g xml:base="http://outside/"><use href="#a"/></g>',
    '<foreignObject><iframe src="outside"/></foreignObject>',
    '<image href="data:image/svg+xml,outside"/>',
  ])('SVG loses %s', (inner) => {
    const result = cleaned(svg(`<circle r="3"/>${inner}`));
    expect(result).not.toContain('outside');
    expect(result).toContain('<circle r="3"/>');
  });

  test('SVG keeps what is its own, and the usual DOCTYPE costs nothing', () => {
    const inner =
      '<defs><linearGradient id="g"/></defs><rect fill="url(#g)" style="stroke:red"/><use xlink:href="#g"/><image href="data:image/png;base64,AAAA"/>';
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    expect(cleaned(`<?xml version="1.0"?>${doctype}${svg(inner)}`)).toContain(svg(inner));
  });

  test('gzip is opened first', () => {
    expect(cleaned(gzipSync(svg('<image href="http://outside"/>')))).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n${svg('<image/>')}`,
    );
    expect(cleanPicture(gzipSync('%!PS'))).toBeUndefined();
    expect(cleanPicture(gzipSync(gzipSync('GIF89a')))).toBeUndefined();
  });
});

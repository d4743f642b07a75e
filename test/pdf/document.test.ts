import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DisplayList, Item } from '../../src/layout/display-list.ts';
import { UsedFont } from '../../src/pdf/used-font.ts';
import { PdfWriter, writePdf } from '../../src/pdf/write.ts';
import { cffFile } from '../fonts/support.ts';
import { noPoppler, pdfFonts, pdfLinks, pdfPages, pdfText } from '../support/pdf.ts';
import {
  calibri,
  checkSyntax,
  library,
  list,
  noQpdf,
  PdfReader,
  page,
  text,
  tool,
  write,
} from './support.ts';

const bold = library.resolve({ family: 'Calibri', bold: true });

/** A bit of everything. */
const report = (): DisplayList =>
  list(
    [
      page(
        { kind: 'mark', element: 1 },
        text('Heading', { font: bold.key, size: 16 }),
        { kind: 'mark', element: 2 },
        text('A paragraph with a link to the next page.', { y: 130 }),
        {
          kind: 'link',
          x: 50,
          y: 120,
          width: 100,
          height: 12,
          target: { destination: 'ende' },
          description: 'To the end',
        },
        { kind: 'mark', element: null },
        { kind: 'rect', x: 50, y: 135, width: 100, height: 0.5, fill: 0x888888 },
        { kind: 'push', matrix: [1, 0, 0, 1, 10, 10], opacity: 0.5 },
        text('1', { x: 150, y: 380 }),
        { kind: 'pop' },
      ),
      page(
        { kind: 'mark', element: 2 },
        text('It goes on here.'),
        { kind: 'mark', element: 6 },
        text('cell', { y: 200 }),
        { kind: 'link', x: 1, y: 2, width: 3, height: 4, target: { uri: 'https://example.org/a b?ä=(1)' } },
        { kind: 'link', x: 1, y: 2, width: 3, height: 4, target: { destination: 'nowhere' } },
        { kind: 'mark', element: 7 },
        { kind: 'rect', x: 50, y: 300, width: 10, height: 10, fill: 0 },
      ),
    ],
    {
      outline: [
        {
          title: 'Überschrift (1)',
          place: { page: 0, x: 50, y: 80 },
          children: [{ title: 'Nested', place: { page: 1, x: 50, y: 90 }, children: [] }],
        },
        { title: 'Last', place: { page: 1, x: 0, y: 0 }, children: [] },
      ],
      destinations: [
        { name: 'ende', page: 1, x: 50, y: 90 },
        { name: 'Zürich', page: 0, x: 0, y: 0 },
        { name: 'lost', page: 7, x: 0, y: 0 },
      ],
      structure: [
        { role: 'Document' },
        { role: 'H1', parent: 0 },
        { role: 'P', parent: 0, language: 'en' },
        { role: 'Table', parent: 0 },
        { role: 'TR', parent: 3 },
        { role: 'TH', parent: 4, scope: 'Column', columnSpan: 2 },
        { role: 'TD', parent: 4 },
        {
          role: 'Figure',
          parent: 0,
          alt: 'A picture (of nothing)',
          box: { page: 1, x: 50, y: 300, width: 10, height: 10 },
        },
        { role: 'P', parent: 0 },
      ],
      metadata: {
        title: 'Bericht für „Müller & Söhne“',
        author: 'A <b>',
        subject: 'S',
        keywords: 'k1, k2',
        creator: 'Word',
        created: '2024-02-03T04:05:06.789+01:00',
        modified: '2024-02-03',
        language: 'de-CH',
      },
    },
  );

describe('a file', () => {
  test('is the same bytes for the same input', () => {
    const [first, second] = [write(report()), write(report())];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    expect(new PdfReader(first).trailer).toMatch(/\/ID\[<([0-9a-f]{32})><\1>\]/);
    const id = /\/ID\[<([0-9a-f]{32})>/;
    const other = write(list([page(text('Other'))]));
    expect(id.exec(new PdfReader(other).trailer)?.[1]).not.toBe(id.exec(new PdfReader(first).trailer)?.[1]);
  });

  test('says who made it and when, and nothing that it was not told', () => {
    const { info } = new PdfReader(write(report()));
    expect(info).toContain('/Author(A <b>)/Subject(S)/Keywords(k1, k2)/Creator(Word)/Producer(Platen)');
    expect(info).toContain('/CreationDate(D:20240203030506Z)/ModDate(D:20240203000000Z)');
    expect(new PdfReader(write(list([page()]))).info).toBe('<</Producer(Platen)>>');
    expect(new PdfReader(write(list([page()], { metadata: { created: 'yesterday' } }))).info).not.toContain(
      'Date',
    );
  });

  test('has the same as XMP, in UTF-8, escaped', () => {
    const reader = new PdfReader(write(report()));
    const xmp = reader.stream(reader.follow(reader.catalog, 'Metadata')).toString('utf8');
    expect(xmp).toContain('<rdf:li xml:lang="x-default">Bericht für „Müller &amp; Söhne“</rdf:li>');
    expect(xmp).toContain('<rdf:li>A &lt;b&gt;</rdf:li>');
    expect(xmp).toContain('<xmp:CreateDate>2024-02-03T03:05:06Z</xmp:CreateDate>');
    expect(xmp).not.toContain('<pdfaid:part>');
  });

  test('has its language, shows its title, opens with its outline', () => {
    const { catalog } = new PdfReader(write(report()));
    expect(catalog).toContain('/Lang(de-CH)');
    expect(catalog).toContain('/ViewerPreferences<</DisplayDocTitle true>>');
    expect(catalog).toContain('/PageMode/UseOutlines');
  });

  test('pages of a long document hang in branches', () => {
    const reader = new PdfReader(
      write(list(Array.from({ length: 200 }, (_, index) => page(text(`Page ${index}`))))),
    );
    expect(reader.pages).toHaveLength(200);
    expect(reader.objects.filter((object) => object.includes('/Type/Pages'))).toHaveLength(5);
    expect(reader.object(reader.follow(reader.catalog, 'Pages'))).toContain('/Count 200');
  });

  test('without pages, and with pages of no size, is still one', () => {
    expect(new PdfReader(write(list([]))).catalog).toContain('/Type/Catalog');
    const empty = new PdfReader(write(list([{ width: 0, height: -5, items: [] }])));
    expect(empty.pages[0]).toContain('/MediaBox[0 0 1 1]');
  });

  test('comes in pieces, and keeps no page', () => {
    let bytes = 0;
    const hash = createHash('sha256');
    const writer = new PdfWriter(
      {
        write: (chunk) => {
          bytes += chunk.byteLength;
          hash.update(chunk);
        },
      },
      { fonts: library, images: () => undefined },
    );
    const { pages, ...rest } = report();
    const sizes = pages.map((each) => {
      writer.page(each);
      return bytes;
    });
    expect(sizes[0]).toBeGreaterThan(100);
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
    expect(writer.finish(rest)).toEqual({ pages: 2, bytes, warnings: [], violations: [], reasons: [] });
    expect(hash.digest('hex')).toBe(createHash('sha256').update(write(report())).digest('hex'));
  });
});

describe('ways through a file', () => {
  const reader = new PdfReader(write(report()));

  test('the outline nests, and counts what is open', () => {
    const root = reader.object(reader.follow(reader.catalog, 'Outlines'));
    expect(root).toContain('/Count 3');
    const first = reader.object(reader.follow(root, 'First'));
    expect(first).toContain('/Title(\xfe\xff\x00\xdc\x00b');
    expect(first).toMatch(/\/Dest\[\d+ 0 R\/XYZ 50 320 null\]/);
    const nested = reader.object(reader.follow(first, 'First'));
    expect(nested).toContain('/Title(Nested)');
  });

  test('destinations are sorted by their bytes; those on no page are left out', () => {
    const names = reader.objects.find((object) => object.includes('/Limits[')) ?? '';
    expect(names.indexOf('(Z\xc3\xbcrich)')).toBeGreaterThan(0);
    expect(names.indexOf('(Z\xc3\xbcrich)[')).toBeLessThan(names.indexOf('(ende)['));
    expect(names).not.toContain('lost');
  });

  test('links lead to addresses and to names that exist', () => {
    const links = reader.objects.filter((object) => object.includes('/Subtype/Link'));
    expect(links).toHaveLength(2);
    expect(links[0]).toContain('/Rect[50 268 150 280]/Border[0 0 0]/F 4/Dest(ende)/Contents(To the end)');
    expect(links[1]).toContain('/URI(https://example.org/a%20b?%C3%A4=\\(1\\))');
  });
});

describe('tags', () => {
  const reader = new PdfReader(write(report(), { tagged: true }));
  const element = (role: string): string =>
    reader.objects.find((object) => object.includes(`/StructElem/S/${role}/`)) ?? '';

  test('all that is drawn is content of an element, or decoration', () => {
    const content = reader.content(0);
    expect(content).toMatch(/^\/Span<<\/MCID 0>>BDC\nBT\n[\s\S]*ET\nEMC\n\/Span<<\/MCID 1>>BDC\n/);
    expect(content.match(/BMC|BDC/g)).toHaveLength(content.match(/EMC/g)?.length ?? 0);
    // The group is decoration as the line before it is, and marks do not cross its edges.
    expect(content).toMatch(/\/Artifact BMC\n[\s\S]*f\nEMC\nq\n[\s\S]*\/Artifact BMC\n[\s\S]*EMC\nQ\n$/);
  });

  test('an element goes on over pages', () => {
    // On its first page by number, on the next by reference.
    const first = reader.follow(element('P'), 'Pg');
    expect(reader.object(first)).toBe(reader.pages[0]);
    expect(element('P')).toMatch(/\/K\[1 <<\/Type\/MCR\/Pg (\d+) 0 R\/MCID 0>>/);
    expect(element('P')).not.toContain(`/MCR/Pg ${first} 0 R`);
    expect(element('P')).toContain('/Lang(en)');
  });

  test('elements without content stay in their place', () => {
    const row = element('TR');
    const kids = /\/K\[(\d+) 0 R (\d+) 0 R\]/.exec(row);
    expect(reader.object(Number(kids?.[1]))).toContain('/S/TH/');
    expect(reader.object(Number(kids?.[2]))).toContain('/S/TD/');
    expect(element('TH')).toContain('/A<</O/Table/ColSpan 2/Scope/Column>>');
    expect(element('Figure')).toContain('/Alt(A picture \\(of nothing\\))/A<</O/Layout/BBox[50 90 60 100]>>');
    // A blank paragraph is not worth reading.
    expect(reader.objects.filter((object) => object.includes('/StructElem/S/P/'))).toHaveLength(1);
  });

  test('pages and links lead back to their elements', () => {
    expect(reader.catalog).toContain('/MarkInfo<</Marked true>>');
    const root = reader.object(reader.follow(reader.catalog, 'StructTreeRoot'));
    const parents = reader.object(reader.follow(root, 'ParentTree'));
    expect(reader.pages[0]).toContain('/StructParents 0/Tabs/S');
    const paragraph = reader.objects.indexOf(element('P'));
    expect(paragraph).toBeGreaterThan(0);
    expect(parents).toMatch(/^<<\/Nums\[0\[\d+ 0 R \d+ 0 R\] 1\[\d+ 0 R \d+ 0 R \d+ 0 R\] 2 \d+ 0 R/);
    expect(element('P')).toContain('/OBJR');
  });
});

describe('PDF/A-2b', () => {
  test('a character that the font lacks is drawn as a mark that it has, never as the missing glyph', () => {
    const glyphOf = (archived: boolean): number | undefined => {
      const used = new UsedFont(calibri, 'F1', 1, { archived });
      expect(used.codeOf(0x61)).toBeGreaterThan(0);
      const code = used.codeOf(0x13000);
      expect(used.codes.get(code)?.text).toBe('\u{13000}');
      expect(used.usesMissing).toBe(!archived);
      return used.codes.get(code)?.glyph;
    };
    expect(glyphOf(false)).toBe(0);
    // Carlito has no U+FFFD; a square is next.
    expect(glyphOf(true)).toBe(calibri.glyphFor(0x25a1));
  });

  test('a CFF font keeps the widths that are in it, and letters stand where layout put them', () => {
    const embedded = library.withEmbedded([{ family: 'Own', bold: false, italic: false, bytes: cffFile() }]);
    const own = embedded.resolve({ family: 'Own' });
    // As a font drawn with another's numbers: half as wide again.
    const wider = new Proxy(own, {
      get: (font, key) => {
        if (key === 'advance') return (codePoint: number) => font.advance(codePoint) * 1.5;
        const value: unknown = Reflect.get(font, key, font);
        return typeof value === 'function' ? value.bind(font) : value;
      },
    });
    const fonts = { ...embedded, byKey: () => wider };
    const { file } = writePdf(
      list([page(text('ab', { font: own.key }))]),
      { fonts, images: () => undefined },
      { conformance: 'pdfa-2b' },
    );
    const made = new PdfReader(file);
    const descendant = made.objects.find((object) => object.includes('/CIDFontType0/')) ?? '';
    const widths = /\/W\[(.*)\]>>/.exec(descendant)?.[1]?.matchAll(/\[([^\]]*)\]?/g);
    expect([...(widths ?? [])].flatMap(([, list = '']) => list.trim().split(' '))).toEqual([
      '500',
      '500',
      '500',
    ]);
    expect(made.content(0)).toMatch(/\[\([^)]*\)-250\([^)]*\)-250\]TJ/);
  });

  test('pages are neither smaller nor larger than it allows', () => {
    const sizes = [
      { width: 1, height: 2, items: [] },
      { width: 20_000, height: 100, items: [] },
    ];
    const { pages } = new PdfReader(write(list(sizes), { conformance: 'pdfa-2b' }));
    expect(pages[0]).toContain('/MediaBox[0 0 3 3]');
    expect(pages[1]).toContain('/MediaBox[0 0 14400 100]');
  });

  const reader = new PdfReader(write(report(), { conformance: 'pdfa-2b' }));

  test('says so, and what its colours are', () => {
    const xmp = reader.stream(reader.follow(reader.catalog, 'Metadata')).toString('utf8');
    expect(xmp).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(reader.catalog).toContain('/S/GTS_PDFA1');
    const profile = reader.stream(reader.follow(reader.catalog, 'DestOutputProfile'));
    expect(profile.readUInt32BE(0)).toBe(profile.byteLength);
    expect(profile.toString('latin1', 36, 40)).toBe('acsp');
    expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
  });

  test('every font is in the file, and its widths are the ones in it', () => {
    for (const font of reader.objects.filter((object) => object.includes('/Subtype/Type0'))) {
      const descendant = reader.object(Number(/\/DescendantFonts\[(\d+)/.exec(font)?.[1]));
      const descriptor = reader.object(reader.follow(descendant, 'FontDescriptor'));
      const file = reader.stream(reader.follow(descriptor, 'FontFile2'));
      expect(file.readUInt32BE(0)).toBe(0x00010000);
      expect(descriptor).toMatch(/\/FontName\/[A-Z]{6}\+Carlito/);
      const widths = /\/W\[0\[([^\]]*)\]/.exec(descendant)?.[1]?.split(' ').map(Number) ?? [];
      const hmtx = tableOf(file, 'hmtx');
      widths.forEach((width, index) => {
        expect(Math.abs(width - (hmtx.readUInt16BE(index * 4) / 2048) * 1000)).toBeLessThan(1);
      });
    }
  });
});

const tableOf = (font: Buffer, wanted: string): Buffer => {
  for (let at = 12; ; at += 16) {
    if (font.toString('latin1', at, at + 4) === wanted) return font.subarray(font.readUInt32BE(at + 8));
  }
};

const borrowed: readonly Item[] = ['Aptos', 'Cambria', 'Verdana', 'Segoe UI'].map((family, index) =>
  text(`Lines of ${family}`, { font: library.resolve({ family }).key, y: 50 + index * 20 }),
);

describe.skipIf(noQpdf)('the syntax (needs qpdf)', () => {
  test.each([
    ['plain', {}],
    ['tagged', { tagged: true }],
    ['PDF/A', { conformance: 'pdfa-2b', tagged: true }],
    ['uncompressed', { compression: 0 }],
  ] as const)('of a %s file is right', (_, options) => {
    expect(checkSyntax(write(report(), options))).toContain('No syntax or stream encoding errors found');
  });

  test('of an empty file, of 500 pages, of other families', () => {
    for (const display of [
      list([]),
      list(Array.from({ length: 500 }, (_, index) => page(text(`Page ${index}`)))),
      list([page(...borrowed)]),
    ]) {
      expect(checkSyntax(write(display))).toContain('No syntax or stream encoding errors found');
    }
  });
});

describe.skipIf(noPoppler)('what viewers see (needs poppler)', () => {
  test('pages, links, fonts', () => {
    const pdf = write(report());
    expect(pdfPages(pdf)).toBe(2);
    expect(pdfLinks(pdf)).toContain('https://example.org/a%20b?%C3%A4=(1)');
    expect(pdfFonts(pdf).sort()).toEqual(['Carlito-Bold', 'Carlito-Regular']);
    expect(tool('pdffonts', ['FILE'], pdf)).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  test('tags in reading order', () => {
    const structure = tool('pdfinfo', ['-struct', 'FILE'], write(report(), { tagged: true }));
    expect(
      structure.match(/^\s*(Document|H1|P|Table|TR|TH|TD|Figure)\b/gm)?.map((line) => line.trim()),
    ).toEqual(['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']);
  });

  test('the text of every family', () => {
    const copied = pdfText(write(list([page(...borrowed)])));
    for (const family of ['Aptos', 'Cambria', 'Verdana', 'Segoe UI'])
      expect(copied).toContain(`Lines of ${family}`);
  });

  test('words where layout put them, to a hundredth of a point', () => {
    const line = text('alpha beta gamma', { x: 40, wordSpacing: 3.337 });
    const boxes = tool('pdftotext', ['-bbox', 'FILE', '-'], write(list([page(line)])));
    const starts = [...boxes.matchAll(/xMin="([\d.]+)"/g)].map(([, x]) => Number(x));
    const second = 40 + calibri.measure('alpha ') * 10 + 3.337;
    const third = second + calibri.measure('beta ') * 10 + 3.337;
    [40, second, third].forEach((x, index) => {
      expect(starts[index]).toBeCloseTo(x, 1);
    });
  });
});

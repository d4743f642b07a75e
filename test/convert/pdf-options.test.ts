/** `options.pdf`, held by either engine: what a validator would look at, and the structure as poppler reads it. */
import { afterAll, describe, expect, test } from 'vitest';
import { createConverter, type EngineChoice } from '../../src/convert/index.ts';
import type { PdfSettings } from '../../src/service/renderer-ports.ts';
import { checkSyntax, noQpdf, tool } from '../pdf/support.ts';
import {
  bookmark,
  cell,
  docx,
  footer,
  footnote,
  header,
  hyperlink,
  p,
  picture,
  properties,
  r,
  raw,
  row,
  table,
} from '../support/build.ts';
import { noOffice, searchPath } from '../support/libreoffice.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { alternativeTexts, pdfaProblems, structureProblems } from '../support/pdfa.ts';

const libreoffice = { processes: 1, timeoutMs: 60_000, searchPath, warm: false };
const converter = createConverter({ engine: 'auto', libreoffice });
const alone = createConverter({ engine: 'native', libreoffice });
afterAll(() => Promise.all([converter.close(), alone.close()]));

const report = docx(
  properties({ title: 'Bericht & <Plan>', creator: 'Müller' }),
  p({ style: 'Heading1' }, 'Annual report'),
  p('Read ', hyperlink('https://example.org/a?b=1', 'the rest'), ' soon', footnote('A note'), '.'),
  p({ list: 'bullet' }, 'first point'),
  p({ list: 'bullet' }, 'second point'),
  table(row({ header: true }, 'Item', 'Sum'), row(cell({ span: 2, shade: 'DDDDDD' }, 'Pencils'))),
  p(picture({ alt: 'A chart' })),
  p(r('日本', { font: 'No Such Font' }), ' ', r('bold italic', { bold: true, italic: true })),
  header(p('Head of the page')),
  footer(p('Foot of the page')),
);

const convert = async (
  engine: EngineChoice,
  pdf: PdfSettings,
  more: { readonly watermark?: string; readonly file?: Uint8Array } = {},
): Promise<Uint8Array> => {
  const { watermark, file = report } = more;
  const options = { organizationId: 'a', engine, pdf, ...(watermark !== undefined && { watermark }) };
  return (await converter.convert(file, options)).pdf;
};

const structure = (pdf: Uint8Array): string => tool('pdfinfo', ['-struct-text', 'FILE'], pdf);
const isTagged = (pdf: Uint8Array): boolean => /^Tagged:\s+yes/m.test(tool('pdfinfo', ['FILE'], pdf));
const ARCHIVE: PdfSettings = { conformance: 'PDF/A-2b' };

const engines = [['native', false] as const, ['libreoffice', noOffice] as const];

describe.each(engines)('options.pdf by %s', (engine, missing) => {
  // Skipped where the engine, or the tools that look into what it makes, are not installed.
  describe.skipIf(missing || noPoppler || noQpdf)('', { timeout: 120_000 }, () => {
    test('nothing asked for: neither tags nor PDF/A', async () => {
      const pdf = await convert(engine, {});
      checkSyntax(pdf);
      expect(isTagged(pdf)).toBe(false);
      expect(pdfaProblems(pdf)).toEqual(expect.arrayContaining([expect.stringMatching(/^6\.2\.3/)]));
      expect(structureProblems(pdf)).toContain('no structure');
    });

    test('a table of contents that is marked as out of date tells the pages of now', async () => {
      const mark = (type: string, more = '') => `<w:r><w:fldChar w:fldCharType="${type}"${more}/></w:r>`;
      const code = (text: string) => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;
      const entry = (text: string, name: string) =>
        `<w:r><w:t>${text}</w:t></w:r><w:r><w:tab/></w:r>${mark('begin')}${code(`PAGEREF ${name} \\h`)}${mark('separate')}<w:r><w:t>9</w:t></w:r>${mark('end')}`;
      const chapter = (text: string, name: string) =>
        p({ style: 'Heading1', pageBreakBefore: true }, bookmark(name, text));
      const listing = raw(
        `<w:p>${mark('begin', ' w:dirty="true"')}${code('TOC \\o "1-3"')}${mark('separate')}${entry('Sales', '_Toc1')}</w:p>` +
          `<w:p>${entry('People', '_Toc2')}${mark('end')}</w:p>`,
      );
      const file = docx(listing, chapter('Sales', '_Toc1'), chapter('People', '_Toc2'));
      expect(pdfText(await convert(engine, {}, { file }))).toMatch(/Sales[\s.]*2\s+People[\s.]*3/);
    });

    test('PDF/A-2b', async () => {
      const pdf = await convert(engine, ARCHIVE);
      checkSyntax(pdf);
      expect(pdfaProblems(pdf)).toEqual([]);
      expect(pdfText(pdf)).toContain('Pencils');
    });

    test('tagged: what is read, in its order, and nothing else', async () => {
      const pdf = await convert(engine, { tagged: true });
      checkSyntax(pdf);
      expect(isTagged(pdf)).toBe(true);
      expect(structureProblems(pdf)).toEqual([]);
      const tree = structure(pdf);
      const roles = [...tree.matchAll(/^\s*(H1|P|Link|Note|L|LI|LBody|Table|TR|TH|TD|Figure)\b/gm)].map(
        ([, role]) => role,
      );
      for (const role of ['H1', 'P', 'Link', 'Note', 'L', 'LI', 'LBody', 'Table', 'TR', 'TD', 'Figure'])
        expect(roles).toContain(role);
      expect(roles[0]).toBe('H1');
      expect(alternativeTexts(pdf)).toEqual(['A chart']);
      expect(tree).toMatch(/\/ColSpan 2/);
      for (const words of ['Annual report', 'the rest', 'second point', 'Pencils'])
        expect(tree).toContain(words);
      expect(tree).not.toMatch(/of the page/);
      const at = (words: string): number => tree.indexOf(words);
      expect([at('Annual'), at('first point'), at('Item'), at('Pencils')]).toEqual(
        [at('Annual'), at('first point'), at('Item'), at('Pencils')].sort((a, b) => a - b),
      );
    });

    test('both, and a watermark across them', async () => {
      const pdf = await convert(engine, { ...ARCHIVE, tagged: true }, { watermark: 'XQX' });
      checkSyntax(pdf);
      expect(pdfaProblems(pdf)).toEqual([]);
      expect(structureProblems(pdf)).toEqual([]);
      expect(isTagged(pdf)).toBe(true);
      expect(structure(pdf)).not.toContain('Q');
      expect(pdfText(pdf).replace(/\s/g, '')).toContain('Q');
    });
  });
});

/** A JPEG's frame with four components: enough to know what colours it has. */
const cmykJpeg = (): Uint8Array =>
  new Uint8Array([
    0xff, 0xd8, 0xff, 0xc0, 0, 20, 8, 0, 1, 0, 1, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0, 0xff,
    0xd9,
  ]);

describe.skipIf(noQpdf)('what natively cannot be PDF/A', { timeout: 120_000 }, () => {
  const picture4 = docx(p('Logo ', picture({ data: cmykJpeg(), extension: 'jpeg' })));

  test('fails in words where there is no other engine, and is an ordinary PDF where nobody asked', async () => {
    const wanted = { organizationId: 'a', pdf: ARCHIVE };
    await expect(alone.convert(picture4, wanted)).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('CMYK'),
    });
    expect((await alone.convert(picture4, { organizationId: 'a' })).engine).toBe('native');
  });

  test.skipIf(noOffice)('goes to LibreOffice where there is one', async () => {
    const made = await converter.convert(picture4, { organizationId: 'a', pdf: ARCHIVE });
    expect(made).toMatchObject({ engine: 'libreoffice', reasons: ['pdfa:cmyk-picture'] });
    expect(pdfaProblems(made.pdf)).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NativeOptions } from '../../src/convert/native/convert-native.ts';
import { isStream, PdfSource } from '../../src/pdf/read/source.ts';
import { isDict, PdfRef, type PdfValue } from '../../src/pdf/read/values.ts';
import { emf, emfFont, emfText } from '../pdf/metafiles.ts';
import { checkSyntax, noQpdf, tool } from '../pdf/support.ts';
import { bookmark, docx, field, footer, hyperlink, p, pageBreak, picture, r, raw } from '../support/build.ts';
import { noOffice, plainConvert } from '../support/libreoffice.ts';
import { noPoppler, pdfPages } from '../support/pdf.ts';
import { pdfaProblems, structureProblems } from '../support/pdfa.ts';
import { bundleOf, exampleDocx, exampleKeys, pdfOf } from './support.ts';

const plainText = (pdf: Uint8Array): string => tool('pdftotext', ['FILE', '-'], pdf);
/** Of each font that is in the file. */
const fontNames = (pdf: Uint8Array): string[] => {
  const source = new PdfSource(pdf);
  return Array.from({ length: Number(source.trailer.get('/Size')) }, (_, number) =>
    source.object(number),
  ).flatMap((object) => {
    const name = isStream(object) || !isDict(object) ? undefined : object.get('/FontName');
    return typeof name === 'string' ? name.replace(/^\/[A-Z]{6}\+/, '') : [];
  });
};

interface OutlineEntry {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly OutlineEntry[];
}
const about = (pdf: Uint8Array, key: string): unknown =>
  JSON.parse(tool('qpdf', ['--json=2', `--json-key=${key}`, 'FILE'], pdf))[key];
const outline = (pdf: Uint8Array): unknown[] => {
  const shown = (entries: readonly OutlineEntry[]): unknown[] =>
    entries.map(({ title, destpageposfrom1, kids }) =>
      kids.length === 0 ? [title, destpageposfrom1] : [title, destpageposfrom1, shown(kids)],
    );
  return shown(about(pdf, 'outlines') as OutlineEntry[]);
};

const named = (files: readonly Uint8Array[]) =>
  files.map((bytes, index) => ({ name: `Record ${index + 1}`, bytes }));
const joined = (...files: Uint8Array[]): Promise<Uint8Array> => bundleOf('pdf', named(files));

const examples = new Map<string, { readonly pdf: Uint8Array; readonly text: string }>();
const exampleFor = (key: string, options: NativeOptions = {}) => {
  const id = `${key} ${JSON.stringify(options)}`;
  let known = examples.get(id);
  if (known === undefined) {
    const pdf = pdfOf(exampleDocx(key), options);
    known = { pdf, text: plainText(pdf) };
    examples.set(id, known);
  }
  return known;
};

describe.skipIf(noPoppler || noQpdf)('one PDF out of many', { timeout: 120_000 }, () => {
  test.each([
    ['plain', {}],
    ['tagged, for archives', { pdf: { tagged: true, conformance: 'PDF/A-2b' } }],
  ] as const)('says what its documents say, in their order: %s', async (_, options) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...exampleKeys), { minLength: 1, maxLength: 8 }),
        async (keys) => {
          const each = keys.map((key) => exampleFor(key, options));
          const pdf = await joined(...each.map((one) => one.pdf));
          expect(plainText(pdf)).toBe(each.map(({ text }) => text).join(''));
          expect(checkSyntax(pdf)).toContain('No syntax or stream encoding errors');
          const fonts = fontNames(pdf);
          expect(fonts).toEqual([...new Set(fonts)]);
        },
      ),
      { numRuns: 3 },
    );
  });

  test('looks as its documents do', async () => {
    const [one, two] = [exampleFor('catalogue').pdf, exampleFor('certificate').pdf];
    const drawn = (pdf: Uint8Array, page: number): string => {
      const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
      writeFileSync(join(folder, 'file.pdf'), pdf);
      const args = ['-r', '40', '-f', `${page}`, '-l', `${page}`, '-singlefile', join(folder, 'file.pdf')];
      execFileSync('pdftoppm', [...args, join(folder, 'page')]);
      const bytes = readFileSync(join(folder, 'page.ppm')).toString('base64');
      rmSync(folder, { recursive: true });
      return bytes;
    };
    const pdf = await joined(one, two);
    const count = pdfPages(one);
    expect(drawn(pdf, 1) === drawn(one, 1)).toBe(true);
    expect(drawn(pdf, count + 1) === drawn(two, 1)).toBe(true);
  });

  test('has a font once, with the letters of all, and a picture once', async () => {
    // The last ones have letters whose codes each document counts for itself.
    const letters = [
      'Zoë pays 3 €',
      'Łukasz – „quoted“',
      'Иван',
      'Ἀθηνᾶ',
      'ễ ự',
      'ự ễ',
      '日本 請求書',
      '書求請 本日',
    ];
    const settings = { pdf: { conformance: 'PDF/A-2b' } } as const;
    const files = letters.map((text) => pdfOf(docx(p(text), p(picture())), settings));
    const pdf = await joined(...files, ...files);
    expect(plainText(pdf)).toBe([...files, ...files].map(plainText).join(''));
    expect(pdfaProblems(pdf)).toEqual([]);
    const fonts = fontNames(pdf);
    expect(fonts).toEqual([...new Set(fonts)]);
    expect(fonts.length).toBeLessThan(5);
    expect(tool('pdfimages', ['-list', 'FILE'], pdf).trim().split('\n').slice(2).length).toBeGreaterThan(0);
    const objects = new Set(
      tool('pdfimages', ['-list', 'FILE'], pdf)
        .trim()
        .split('\n')
        .slice(2)
        .map((line) => line.trim().split(/\s+/)[10]),
    );
    expect(objects.size).toBe(1);
    expect(pdf.byteLength).toBeLessThan(3 * Math.max(...files.map((file) => file.byteLength)));
  });

  test('has a drawing once that is made of text', async () => {
    const data = emf(emfFont(1, 20, 'Arial'), emfText('Logo', 10, 10, [12, 12, 12, 12]));
    const files = ['one', 'two'].map((text) => pdfOf(docx(p(text), p(picture({ data })))));
    const pdf = await joined(...files);
    expect(plainText(pdf)).toBe(files.map(plainText).join(''));
    const source = new PdfSource(pdf);
    const forms = Array.from({ length: Number(source.trailer.get('/Size')) }, (_, number) =>
      source.object(number),
    ).filter((object) => isStream(object) && object.dict.get('/Subtype') === '/Form');
    expect(forms).toHaveLength(1);
  });

  test('has an entry of the outline for each record, with its own below it', async () => {
    const chapters = pdfOf(
      docx(
        p({ style: 'Heading1' }, 'One'),
        p({ style: 'Heading2' }, 'Inside'),
        p('x', pageBreak()),
        p({ style: 'Heading1' }, 'Two'),
      ),
    );
    const plain = pdfOf(docx(p('no headings')));
    const documents = [chapters, plain, chapters].map((bytes, index) => ({ name: `Größe ${index}`, bytes }));
    const pdf = await bundleOf('pdf', documents, 2);
    expect(outline(pdf)).toEqual([
      [
        'Größe 0',
        1,
        [
          ['One', 1, [['Inside', 1]]],
          ['Two', 2],
        ],
      ],
      ['Größe 1', 3],
      [
        'Größe 2',
        4,
        [
          ['One', 4, [['Inside', 4]]],
          ['Two', 5],
        ],
      ],
    ]);
  });

  test('counts pages by record, or through', async () => {
    const file = docx(
      footer(p(field('PAGE', r('?')), r(' of '), field('NUMPAGES', r('?')))),
      p('a', pageBreak()),
      p('b'),
    );
    const byRecord = await joined(pdfOf(file), pdfOf(file));
    expect(plainText(byRecord).match(/\d of \d/g)).toEqual(['1 of 2', '2 of 2', '1 of 2', '2 of 2']);
    const labels = (pdf: Uint8Array): string[] =>
      (about(pdf, 'pagelabels') as { index: number; label: Record<string, unknown> }[]).map(
        ({ index, label }) => `${index}: ${label['/S']} ${label['/St'] ?? 1}`,
      );
    expect(labels(byRecord)).toEqual(['0: /D 1', '2: /D 1']);
    const through = await joined(
      pdfOf(file, { pages: { first: 1, total: 4 } }),
      pdfOf(file, { pages: { first: 3, total: 4 } }),
    );
    expect(plainText(through).match(/\d of \d/g)).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
    expect(labels(through).at(-1)).toBe('2: /D 3');
  });

  test('links stay in their record, those to elsewhere as they are', async () => {
    const file = pdfOf(
      docx(
        p(hyperlink('https://example.com/', 'out')),
        raw('<w:p><w:hyperlink w:anchor="there"><w:r><w:t>go</w:t></w:r></w:hyperlink></w:p>'),
        p('x', pageBreak()),
        p(bookmark('there', 'target')),
      ),
    );
    const pdf = await joined(file, file);
    const targets = linkTargets(pdf);
    expect(targets).toEqual([
      [1, 'https://example.com/'],
      [1, 2],
      [3, 'https://example.com/'],
      [3, 4],
    ]);
  });

  test('tagged and for archives where all of its documents are', async () => {
    const settings = { pdf: { tagged: true, conformance: 'PDF/A-2b' } } as const;
    const files = ['report', 'invoice', 'report', 'contract'].map((key) => exampleFor(key, settings).pdf);
    const pdf = await joined(...files);
    expect(pdfaProblems(pdf)).toEqual([]);
    expect(structureProblems(pdf)).toEqual([]);
    const read = (file: Uint8Array): string[] =>
      tool('pdfinfo', ['-struct-text', 'FILE'], file)
        .match(/^\s*".*"$/gm)
        ?.map((line) => line.trim()) ?? [];
    expect(read(pdf)).toEqual(files.flatMap(read));
    // One that is not makes the whole not one.
    const mixed = await joined(exampleFor('report', settings).pdf, exampleFor('letter').pdf);
    checkSyntax(mixed);
    expect(tool('pdfinfo', ['FILE'], mixed)).toMatch(/^Tagged:\s+no/m);
    expect(pdfaProblems(mixed)).not.toEqual([]);
  });

  test('is the same each time, and says of itself in what its documents agree', async () => {
    const files = ['report', 'invoice'].map((key) => exampleFor(key).pdf);
    const pdf = await joined(...files);
    expect(Buffer.compare(pdf, await bundleOf('pdf', named(files), 1))).toBe(0);
    const facts = tool('pdfinfo', ['FILE'], pdf);
    expect(facts).toMatch(/^Author:\s+Platen examples$/m);
    expect(facts).not.toMatch(/^Title:/m);
  });

  test.skipIf(noOffice)('documents by LibreOffice are joined as well', async () => {
    const made = await plainConvert(
      new Map(['report', 'invoice'].map((key) => [key, exampleDocx(key)] as const)),
    );
    const files = [...made.values()];
    expect(files).toHaveLength(2);
    const all = [...files, exampleFor('letter').pdf, ...files];
    const pdf = await joined(...all);
    expect(checkSyntax(pdf)).toContain('No syntax or stream encoding errors');
    expect(plainText(pdf)).toBe(all.map(plainText).join(''));
    const alone = files.reduce((sum, file) => sum + file.byteLength, 0);
    expect(pdf.byteLength).toBeLessThan(alone * 1.5);
  });

  test('a PDF that cannot be read is refused when it is added, with the reason', async () => {
    const { pdf } = exampleFor('letter');
    const refused = (bytes: Uint8Array) => expect(bundleOf('pdf', [{ name: 'a', bytes }])).rejects;
    await refused(Buffer.from('no PDF')).toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('its end is missing'),
    });
    await refused(pdf.subarray(0, pdf.byteLength - 100)).toMatchObject({ code: 'pdf_failed' });
    await refused(Buffer.concat([Buffer.from('moved'), pdf])).toMatchObject({ code: 'pdf_failed' });
    const folder = mkdtempSync(join(tmpdir(), 'locked-'));
    writeFileSync(join(folder, 'a.pdf'), pdf);
    execFileSync('qpdf', [
      '--encrypt',
      '',
      'secret',
      '256',
      '--',
      join(folder, 'a.pdf'),
      join(folder, 'b.pdf'),
    ]);
    await refused(readFileSync(join(folder, 'b.pdf'))).toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('password'),
    });
    rmSync(folder, { recursive: true });
  });

  test('bytes of any kind are joined or refused', async () => {
    const { pdf } = exampleFor('payslip');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(pdf.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const bytes = Buffer.from(pdf);
          for (const [at, byte] of changes) bytes[at] = byte;
          await joined(bytes).catch((error) =>
            expect(error).toMatchObject({ code: expect.stringMatching(/^(pdf_failed|font_invalid)$/) }),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Page → page or address, of each link in order. */
const linkTargets = (pdf: Uint8Array): [number, number | string][] => {
  const source = new PdfSource(pdf);
  const pages: number[] = [];
  const walk = (value: PdfValue | undefined): void => {
    const node = source.dict(value, 'a page');
    if (node.has('/Kids')) for (const kid of source.array(node.get('/Kids'))) walk(kid);
    else pages.push((value as PdfRef).object);
  };
  walk(source.root.get('/Pages'));
  return pages.flatMap((page, index) =>
    source
      .array(source.dict(new PdfRef(page), 'a page').get('/Annots'))
      .map((one): [number, number | string] => {
        const annotation = source.dict(one, 'a link');
        const action = annotation.get('/A');
        if (action !== undefined && isDict(action))
          return [index + 1, String(action.get('/URI')).slice(1, -1)];
        const [target] = source.array(annotation.get('/Dest'));
        return [index + 1, pages.indexOf((target as PdfRef).object) + 1];
      }),
  );
};

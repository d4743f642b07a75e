import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { elementsOf } from '../../src/ooxml/xml.ts';
import { readDocument } from '../../src/wml/document.ts';
import {
  bookmark,
  cell,
  comment,
  controlBlock,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  inserted,
  lastSection,
  p,
  pageBreak,
  picture,
  properties,
  r,
  raw,
  row,
  section,
  styles,
  table,
  textBox,
} from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { noOffice, plainConvert } from '../support/libreoffice.ts';
import { noPoppler, pdfPages } from '../support/pdf.ts';
import { paragraphs, partText } from '../support/read.ts';
import { bundleOf, exampleData, exampleDocx, exampleKeys } from './support.ts';

const fonts = await openFontLibrary({ system: false });

const named = (files: readonly Uint8Array[]) =>
  files.map((bytes, index) => ({ name: `${index + 1}`, bytes }));

/** Checked as Word would. */
const joined = async (...files: Uint8Array[]): Promise<Uint8Array> => {
  const bundle = await bundleOf('docx', named(files), 2);
  expect(checkDocx(bundle, files[0])).toEqual([]);
  return bundle;
};

/** What stands on each page, as the native engine lays it out. */
const pageTexts = (file: Uint8Array): string[] =>
  layoutDocument(readDocument(openDocx(file)), fonts).list.pages.map(({ items }) =>
    items.flatMap((item) => (item.kind === 'text' ? item.text : [])).join('|'),
  );

const numbers = p(r('page '), field('PAGE', r('?')), r(' of '), field('NUMPAGES', r('?')));

/** The same pages as the records one by one. */
const expectSamePages = async (...files: Uint8Array[]): Promise<Uint8Array> => {
  const bundle = await joined(...files);
  expect(pageTexts(bundle)).toEqual(files.flatMap(pageTexts));
  return bundle;
};

/** Lists of data with some of their entries, or some twice. */
const varied = (value: unknown, take: () => number): unknown => {
  if (Array.isArray(value)) {
    const count = value.length === 0 ? 0 : 1 + (take() % (value.length + 2));
    return Array.from({ length: count }, (_, index) => varied(value[index % value.length], take));
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, varied(one, take)]));
  return value;
};

describe('one DOCX out of many', { timeout: 60_000 }, () => {
  test('has the pages of its documents, in their order', async () => {
    const chance = fc.array(fc.nat(100), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...exampleKeys),
        fc.array(chance, { minLength: 1, maxLength: 4 }),
        async (key, records) => {
          const files = records.map((chances) => {
            let at = 0;
            const take = (): number => chances[at++ % chances.length] as number;
            return exampleDocx(key, varied(exampleData(key), take) as Record<string, unknown>);
          });
          const bundle = await expectSamePages(...files);
          expect(paragraphs(bundle)).toEqual(files.flatMap((file) => paragraphs(file)));
        },
      ),
      { numRuns: 8 },
    );
  });

  test('headers and footers are each record’s own, equal ones stored once', async () => {
    const letter = (name: string) =>
      docx(header(p(name)), footer(numbers), p('x', pageBreak()), p(`for ${name}`));
    const bundle = await expectSamePages(letter('Ada'), letter('Bo'), letter('Ada'));
    const parts = openDocx(bundle);
    expect(parts.partsOf('header')).toHaveLength(2);
    expect(parts.partsOf('footer')).toHaveLength(1);
  });

  test('a record without a header does not get that of the one before', async () => {
    const first = docx(
      p('a'),
      section({}, header(p('only inside')), footer({ type: 'first' }, p('foot'))),
      p('b'),
    );
    const bundle = await joined(first, first, docx(p('c')));
    expect(pageTexts(bundle)).toEqual([...pageTexts(first), ...pageTexts(first), 'c']);
    const late = docx(p('a'), section(), p('b'), header(p('late')));
    await expectSamePages(late, late);
  });

  test('pages are counted by record; with several sections too', async () => {
    const two = docx(footer(numbers), p('a'), section({}, footer(numbers)), p('b', pageBreak()), p('c'));
    const bundle = await expectSamePages(two, two);
    expect(pageTexts(bundle)[3]).toContain('page 1 of 3');
  });

  test('a record begins on a page of its own, whatever its first section would do', async () => {
    const continuous = docx(p('a'), lastSection({ type: 'continuous' }));
    expect(pageTexts(await joined(continuous, continuous))).toEqual(['a', 'a']);
    const odd = docx(p('b'), lastSection({ type: 'oddPage' }));
    expect(partText(await joined(odd, odd)).match(/w:type w:val="oddPage"/g)).toHaveLength(2);
  });

  test('lists begin anew in each record, by themselves and by their styles', async () => {
    const style =
      '<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:ind w:left="2000" w:hanging="500"/></w:pPr></w:style>';
    const file = (count: number) =>
      docx(
        styles(style),
        ...Array.from({ length: count }, (_, index) => p({ list: 'steps' }, `item ${index}`)),
        p({ list: 'steps', level: 1 }, 'deeper'),
        p({ list: 'bullets' }, 'dot'),
        p('between'),
        p({ list: 'steps' }, 'on'),
        p({ style: 'Step' }, 'by style'),
        p({ list: 'others' }, 'another list'),
      );
    const bundle = await expectSamePages(file(2), file(1), file(3));
    const numbering = partText(bundle, 'word/numbering.xml');
    expect(numbering.match(/<w:abstractNum /g)).toHaveLength(
      partText(file(1), 'word/numbering.xml').match(/<w:abstractNum /g)?.length ?? 0,
    );
  });

  test('notes are counted by record and stand with it; comments go along', async () => {
    const file = (name: string) =>
      docx(
        p(`${name} a`, footnote(`${name} first`)),
        section(),
        p(
          `${name} b`,
          footnote(hyperlink('https://example.com/', `${name} second`)),
          endnote(`${name} at the end`),
        ),
        p(comment(`to ${name}`, 'commented')),
      );
    const bundle = await expectSamePages(file('one'), file('two'), file('three'));
    expect(paragraphs(bundle, 'word/comments.xml')).toEqual(['to one', 'to two', 'to three']);
    expect(partText(bundle, 'word/_rels/footnotes.xml.rels').match(/example\.com/g)).toHaveLength(1);
  });

  test('bookmarks, links, pictures, controls and changes keep their own numbers', async () => {
    const file = docx(
      p(
        hyperlink('#there', 'go'),
        field('PAGEREF there \\h', r('1')),
        hyperlink('https://example.com/?a=1&b=2', 'out'),
      ),
      p(bookmark('there', 'target'), picture(), inserted('new')),
      controlBlock({ tag: 'a', binding: '/x' }, p('bound')),
      p(textBox(p('in a box', bookmark('boxed', 'x')))),
      p(raw('<w:r><w:t>r:id="rId99" w:id="7"</w:t></w:r>')),
      table(row(cell('last'))),
      p(),
    );
    const bundle = await expectSamePages(file, file, file);
    const text = partText(bundle);
    expect(text).toContain('w:anchor="there_2"');
    expect(text).toContain('PAGEREF there_3');
    expect(text).toContain('r:id="rId99" w:id="7"</w:t>');
    expect(text).not.toContain('dataBinding');
    const names = [...openDocx(bundle).archive.entries.keys()];
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });

  test('what ends with something else than a paragraph', async () => {
    const file = docx(controlBlock(p('in a control')));
    expect(pageTexts(await joined(file, file))).toEqual(['in a control', 'in a control']);
    const broken = docx(p('a'), section());
    expect(pageTexts(await joined(broken, broken)).filter((text) => text !== '')).toEqual(['a', 'a']);
  });

  test('page numbers go through where asked for', async () => {
    const file = docx(footer(numbers), p('a', pageBreak()), p('b'));
    const bundle = await bundleOf('docx', named([file, file]), 1, { pageNumbers: 'through' });
    expect(checkDocx(bundle, file)).toEqual([]);
    expect(pageTexts(bundle).map((text) => text.match(/\d/g)?.join(' '))).toEqual([
      '1 4',
      '2 4',
      '3 4',
      '4 4',
    ]);
  });

  test('says of itself in what its documents agree', async () => {
    const file = (title: string) => docx(properties({ title, creator: 'Ann' }), p(title));
    const bundle = await joined(file('One'), file('Two'));
    const core = partText(bundle, 'docProps/core.xml');
    expect(core).toContain('Ann');
    expect(core).not.toMatch(/One|Two/);
  });

  test('styles that only some have are added; one that differs is an error', async () => {
    const style = (id: string, size: number) =>
      styles(
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:rPr><w:sz w:val="${size}"/></w:rPr></w:style>`,
      );
    const bundle = await joined(docx(p('a')), docx(style('Big', 40), p({ style: 'Big' }, 'b')));
    const ids = elementsOf(openDocx(bundle).xml('word/styles.xml'), 'w:style').map((one) =>
      one.attribute('w:styleId'),
    );
    expect(ids).toContain('Big');
    await expect(
      bundleOf('docx', named([docx(style('Big', 40), p('a')), docx(style('Big', 50), p('b'))])),
    ).rejects.toMatchObject({
      code: 'bundle_failed',
      message: expect.stringContaining('record 2, the style "Big"'),
    });
  });

  test('is the same each time, and leaves no files behind', async () => {
    const before = readdirSync(import.meta.dirname);
    const files = [exampleDocx('contract'), exampleDocx('contract')];
    const first = await joined(...files);
    expect(Buffer.compare(first, await joined(...files))).toBe(0);
    expect(readdirSync(import.meta.dirname)).toEqual(before);
  });

  test('what is no DOCX is refused when it is added', async () => {
    await expect(bundleOf('docx', [{ name: 'a', bytes: Buffer.from('no') }])).rejects.toMatchObject({
      code: 'not_docx',
    });
  });

  test.skipIf(noOffice || noPoppler)('has the same pages in LibreOffice', async () => {
    const keys = ['contract', 'catalogue'];
    const documents = new Map<string, Uint8Array>();
    for (const key of keys) {
      documents.set(key, exampleDocx(key));
      documents.set(`${key} twice`, await joined(exampleDocx(key), exampleDocx(key)));
    }
    const pdfs = await plainConvert(documents);
    const pagesOf = (key: string): number => pdfPages(pdfs.get(key) ?? Buffer.alloc(0));
    for (const key of keys) expect([key, pagesOf(`${key} twice`)]).toEqual([key, 2 * pagesOf(key)]);
  });
});

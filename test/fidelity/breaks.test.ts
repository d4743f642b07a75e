/** What Word wrote down of its pages in a document, beside those that are laid out here: `npm run fidelity -- --breaks`. */
import { expect, test } from 'vitest';
import { compareBreaks } from '../../scripts/fidelity/breaks/compare-breaks.ts';
import { flowOf } from '../../scripts/fidelity/breaks/flow.ts';
import { markedCopy } from '../../scripts/fidelity/breaks/marked-copy.ts';
import { comparePageReferences } from '../../scripts/fidelity/breaks/page-references.ts';
import { type SavedLayout, savedLayout } from '../../scripts/fidelity/breaks/saved.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { type DocxPackage, openDocx } from '../../src/ooxml/docx.ts';
import { parseXml } from '../../src/ooxml/xml.ts';
import { readDocument } from '../../src/wml/document.ts';
import {
  bookmark,
  cell,
  docx,
  field,
  p,
  pageBreak,
  properties,
  r,
  raw,
  row,
  table,
} from '../support/build.ts';

const fonts = await openFontLibrary();
const MARK = '<w:lastRenderedPageBreak/>';
const marked = (text: string) => raw(`<w:r>${MARK}<w:t>${text}</w:t></w:r>`);
const saved = (pages: number, characters: number) =>
  properties({ application: 'Microsoft Office Word', pages, characters });

/** With the line end of Word behind the declaration. */
const savedByWord = (file: Uint8Array): DocxPackage => {
  const opened = openDocx(file);
  const main = opened.text(opened.mainPart).replace('?>\n', '?>\r\n');
  return {
    ...opened,
    text: (part) => (part === opened.mainPart ? main : opened.text(part)),
    xml: (part) => (part === opened.mainPart ? parseXml(main, opened.limits, part) : opened.xml(part)),
  };
};

const compared = (file: Uint8Array) => {
  const docxFile = savedByWord(file);
  const flow = flowOf(docxFile);
  const layout = savedLayout(docxFile, flow);
  if (typeof layout === 'string') return layout;
  const { list } = layoutDocument(readDocument(markedCopy(docxFile, flow)), fonts);
  return {
    breaks: compareBreaks(flow, layout, list.destinations).map(({ word, here, lines }) => [
      word,
      here,
      lines,
    ]),
    references: comparePageReferences(docxFile, layout, list.destinations),
    pages: [layout.pages, list.pages.length],
  };
};

test('a mark is where a page begins here, or so many lines from there', () => {
  expect(compared(docx(p('One line'), p(pageBreak()), p(marked('Two')), saved(2, 10)))).toMatchObject({
    breaks: [[2, 2, 0]],
    pages: [2, 2],
  });
  expect(
    compared(
      docx(
        p('One'),
        p(pageBreak()),
        p('Two'),
        p('Three'),
        p(marked('Four')),
        p('Five'),
        p('Six'),
        saved(2, 20),
      ),
    ),
  ).toMatchObject({ breaks: [[2, 2, -2]] });
  expect(
    compared(docx(p('One'), p('Two'), p('Three', marked('Four')), p('Five'), saved(2, 16))),
  ).toMatchObject({
    breaks: [[2, 1, 2]],
    pages: [2, 1],
  });
});

test('cells of a row go on side by side', () => {
  const parted = (text: string) => cell(p(text, marked('rest')));
  expect(compared(docx(table(row(parted('a'), parted('b'))), p('c'), saved(2, 11)))).toMatchObject({
    breaks: [
      [2, 1, -1],
      [2, 1, -1],
    ],
  });
});

test('page numbers of fields count where marks say the same', () => {
  const file = (number: string) =>
    docx(
      p(field('PAGEREF here', r(number)), field('PAGEREF there', r('6'))),
      p(pageBreak()),
      p(marked('Two'), bookmark('there', r('there'))),
      p(bookmark('here', r('here'))),
      saved(2, 14),
    );
  expect(compared(file('6'))).toMatchObject({ references: { current: 2, alike: 2 } });
  expect(compared(file('9'))).toMatchObject({ references: { current: 1, alike: 1 } });
});

test('figures that cannot be true are told', () => {
  const trust = (...content: Parameters<typeof docx>): SavedLayout | string => {
    const file = savedByWord(docx(...content));
    return savedLayout(file, flowOf(file));
  };
  expect(trust(p('One'))).toBe('not saved by Word');
  expect(trust(p('One'), saved(0, 3))).toBe('no page count');
  expect(trust(p('One'), saved(2, 3))).toBe('no marks');
  expect(trust(p('One'), saved(1, 300))).toBe('text has changed');
  const elsewhere = openDocx(docx(p('One'), saved(1, 3)));
  expect(savedLayout(elsewhere, flowOf(elsewhere))).toBe('written by another program since');
  // Pages that were not counted yet, and one that begins with nothing to mark.
  const [uncounted, unmarked] = [1, 3].map((pages) => trust(p('One'), p(marked('Two')), saved(pages, 6)));
  expect(uncounted).toMatchObject({ pages: undefined });
  expect(unmarked).toMatchObject({ pages: 3 });
});

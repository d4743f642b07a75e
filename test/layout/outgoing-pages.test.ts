/** Pages that leave as they are full are those that would have come out in the end, whatever is still to come. */
import { expect, test } from 'vitest';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { DEFAULT_LAYOUT_LIMITS } from '../../src/layout/budget.ts';
import type { Page } from '../../src/layout/display-list.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import {
  bookmark,
  docx,
  field,
  footer,
  footnote,
  header,
  lastSection,
  p,
  pageBreak,
  r,
  section,
  textBox,
} from '../support/build.ts';
import { refused } from '../support/refused.ts';

const fonts = await openFontLibrary();
const PAGES = 5;

/** Each page ends by hand; `extra` goes to the one of that number. */
const pages = (extra: Readonly<Record<number, Parameters<typeof p>>> = {}): ReturnType<typeof p>[] =>
  Array.from({ length: PAGES }, (_, index) => [
    p(r(`Page ${index + 1}`)),
    p(...(extra[index + 1] ?? [r('text')])),
    ...(index + 1 < PAGES ? [p(pageBreak())] : []),
  ]).flat();

const total = (): ReturnType<typeof p> => p(r('of '), field('NUMPAGES', r('9')));

/** What, the document, how many pages leave before the fourth is full. */
const CASES: readonly (readonly [string, Uint8Array, number])[] = [
  ['text', docx(...pages()), 3],
  ['the page number in a footer', docx(...pages(), footer(p(field('PAGE', r('1'))))), 3],
  ['a footnote', docx(...pages({ 2: [r('x'), footnote(p(r('note')))] })), 3],
  [
    'footnotes counted by page',
    docx(
      ...pages({ 2: [r('x'), footnote(p(r('note')))], 4: [r('x'), footnote(p(r('note')))] }),
      lastSection({ xml: '<w:footnotePr><w:numRestart w:val="eachPage"/></w:footnotePr>' }),
    ),
    0,
  ],
  ['the number of pages in a footer', docx(...pages(), footer(total())), 0],
  ['the number of pages in a box in a header', docx(...pages(), header(p(textBox(total())))), 0],
  ['the number of pages in the text', docx(...pages({ 2: [field('NUMPAGES', r('9'))] })), 1],
  [
    'a reference to a page behind',
    docx(...pages({ 3: [field('PAGEREF b', r('9'))], 5: [bookmark('b', r('b'))] })),
    2,
  ],
  [
    'a section with such a footer behind others',
    docx(...pages(), section({}), p(r('more')), footer(total())),
    3,
  ],
];

test.each(CASES)('%s', (_, file, early) => {
  const document = readDocument(openDocx(file));
  const whole = layoutDocument(document, fonts);
  const gone: Page[] = [];
  const parted = layoutDocument(document, fonts, undefined, { onPage: (page) => gone.push(page) });
  expect(gone).toEqual(whole.list.pages);
  expect(parted.list).toEqual({ ...whole.list, pages: [] });

  // A document that meets a limit has sent what could leave until then.
  const before: Page[] = [];
  const limits = { ...DEFAULT_LAYOUT_LIMITS, pages: 3 };
  refused(() => layoutDocument(document, fonts, limits, { onPage: (page) => before.push(page) }));
  expect(before).toEqual(gone.slice(0, early));
});

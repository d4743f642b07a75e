/** Pages of a document that is one of many. */
import { expect, test } from 'vitest';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { docx, field, footer, lastSection, p, pageBreak, r, section } from '../support/build.ts';

const fonts = await openFontLibrary();
const numbers = p(field('PAGE', r('?')), r(' of '), field('NUMPAGES', r('?')));

const textsOf = (file: Uint8Array, pages?: { first: number; total: number }): string[] =>
  layoutDocument(readDocument(openDocx(file)), fonts, undefined, { pages }).list.pages.map(({ items }) =>
    items.flatMap((item) => (item.kind === 'text' ? item.text : [])).join(''),
  );

test('pages are counted on from where the document before ended, of all together', () => {
  const file = docx(footer(numbers), p('a', pageBreak()), p('b'));
  expect(textsOf(file)).toEqual(['1 of 2a', '2 of 2b']);
  expect(textsOf(file, { first: 7, total: 900 })).toEqual(['7 of 900a', '8 of 900b']);
});

test('where the first section would begin anew, it does not; later ones do', () => {
  const anew = '<w:pgNumType w:start="1"/>';
  const file = docx(
    footer(numbers),
    p('a', pageBreak()),
    p('b'),
    section({ xml: anew }, footer(numbers)),
    p('c'),
    lastSection({ xml: anew }),
  );
  const texts = textsOf(file, { first: 7, total: 900 });
  expect(texts.map((text) => text.match(/\d+ of/)?.[0])).toEqual(['7 of', '8 of', '1 of']);
});

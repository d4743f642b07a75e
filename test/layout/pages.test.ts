/** What comes onto which page. */
import { describe, expect, test } from 'vitest';
import {
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
  styles,
} from '../support/build.ts';
import { BOTTOM, find, LEFT, LINE, layout, layoutList, TOP, words } from './table-support.ts';

/** Lines that fit between the margins. */
const FULL = Math.floor((BOTTOM - TOP) / LINE);
const many = (count: number, format = {}): ReturnType<typeof p>[] =>
  Array.from({ length: count }, (_, index) => p(format, `line ${index + 1}`));

describe('pages', () => {
  test('as many lines as fit, the rest on the next page', () => {
    const pages = layout(docx(...many(FULL + 2)));
    expect(pages.map((page) => page.texts.length)).toEqual([FULL, 2]);
  });

  test('a page break in the text, and one that a paragraph wants', () => {
    expect(layout(docx(p('a', pageBreak()), p('b'))).map(words)).toEqual([['a'], ['b']]);
    expect(layout(docx(p('a'), p({ pageBreakBefore: true }, 'b'))).map(words)).toEqual([['a'], ['b']]);
  });

  test('a heading goes along with what it heads', () => {
    const pages = layout(docx(...many(FULL - 1), p({ keepNext: true }, 'Heading'), p('Text')));
    expect(words(pages[1])).toEqual(['Heading', 'Text']);
  });

  test('no line of a paragraph stands alone on either page', () => {
    const long = Array.from({ length: 60 }, () => 'several words').join(' ');
    const lines = layout(docx(p(long)))[0]?.texts.length ?? 0;
    expect(lines).toBeGreaterThan(4);
    const orphan = layout(docx(...many(FULL - 1), p(long)));
    expect(orphan[1]?.texts.length).toBe(lines);
    const widow = layout(docx(...many(FULL - lines + 1), p(long)));
    expect(widow[1]?.texts.length).toBe(2);
  });

  test('header and footer on every page, with the numbers of the pages', () => {
    const numbers = p(field('PAGE', '?'), r(' of '), field('NUMPAGES', '?'));
    const pages = layout(docx(header('Top'), footer(numbers), ...many(FULL + 1)));
    expect(pages.map((page) => find(page, 'Top').y)).toEqual([
      find(pages[0], 'Top').y,
      find(pages[0], 'Top').y,
    ]);
    expect(words(pages[0]).join('|')).toContain('1');
    expect(words(pages[1]).join('').startsWith('Top2 of 2')).toBe(true);
  });

  test('a header higher than the margin pushes the text down', () => {
    const [page] = layout(docx(header(...many(8)), p('Body')));
    expect(find(page, 'Body').y).toBeGreaterThan(TOP + LINE * 2);
  });

  test('sections: columns beside each other, and a paper of its own', () => {
    const list = layoutList(
      docx(p('a'), section(), lastSection({ columns: 2, landscape: true }), ...many(FULL)),
    );
    expect(list.pages[0]?.width).toBeLessThan(list.pages[0]?.height ?? 0);
    expect(list.pages[1]?.width).toBeGreaterThan(list.pages[1]?.height ?? 0);
    const xs = new Set(list.pages[1]?.items.flatMap((item) => (item.kind === 'text' ? [item.x] : [])));
    expect(xs.size).toBe(2);
    expect(Math.min(...xs)).toBe(LEFT);
  });

  test('a footnote stands at the foot of the page that refers to it', () => {
    const [page] = layout(docx(p(r('Text'), footnote('The note'))));
    expect(find(page, 'The note').y).toBeGreaterThan(BOTTOM - LINE);
    expect(find(page, 'The note').y).toBeLessThan(BOTTOM);
  });

  test('a header names the heading that its page begins with, or is under', () => {
    const chapter = styles(
      '<w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="chapter title"/></w:style>',
    );
    const pages = layout(
      docx(
        chapter,
        header(p(field('STYLEREF "Chapter Title"', 'stale'))),
        p({ style: 'Chapter' }, 'One'),
        ...many(FULL),
        p({ style: 'Chapter', pageBreakBefore: true }, 'Two'),
      ),
    );
    expect(pages.map((page) => words(page)[0])).toEqual(['One', 'One', 'Two']);
  });

  test('headings make the outline', () => {
    const list = layoutList(
      docx(p({ xml: '<w:outlineLvl w:val="0"/>' }, 'One'), p({ xml: '<w:outlineLvl w:val="1"/>' }, 'Two')),
    );
    expect(list.outline).toMatchObject([{ title: 'One', children: [{ title: 'Two' }] }]);
  });
});

test('a section that begins on an odd page leaves the paper before it bare, and begins with its own first page', () => {
  const pages = layout(
    docx(
      p('Title'),
      section({}, footer('Foot')),
      lastSection({ type: 'oddPage', titlePage: true }),
      header({ type: 'first' }, 'First'),
      header('Later'),
      footer('Foot'),
      p('Chapter'),
    ),
  );
  expect(pages.map(words)).toEqual([['Foot', 'Title'], [], ['First', 'Chapter']]);
});

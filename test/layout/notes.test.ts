/** Notes: where they stand, how they go on, how they are counted. */
import { describe, expect, test } from 'vitest';
import {
  cell,
  docx,
  endnote,
  footnote,
  lastSection,
  type Piece,
  p,
  pageBreak,
  r,
  row,
  section,
  table,
} from '../support/build.ts';
import { BOTTOM, find, LEFT, LINE, layout, type Page, TOP, WIDTH, words } from './table-support.ts';

const FULL = Math.floor((BOTTOM - TOP) / LINE);
const filler = (count: number): Piece[] => Array.from({ length: count }, (_, index) => p(`filler ${index}`));
/** A note of so many lines. */
const long = (lines: number): Piece =>
  footnote(...Array.from({ length: lines }, (_, index) => p(`note ${index}`)));
const noteLines = (page: Page | undefined): readonly string[] =>
  words(page).filter((text) => text.startsWith('note '));
/** Lengths of the rules above notes. */
const rules = (page: Page | undefined): readonly number[] =>
  page?.rects.filter(({ height }) => height < 1).map(({ width }) => Math.round(width)) ?? [];

describe('a footnote that does not fit', () => {
  test('begins below its reference and goes on at the foot of the next page, behind a line across it', () => {
    const pages = layout(docx(...filler(FULL - 6), p(r('Reference'), long(10)), p('After')));
    expect(words(pages[0])).toContain('Reference');
    // Five lines are left below it, the separator takes one.
    expect(noteLines(pages[0])).toEqual(['note 0', 'note 1', 'note 2', 'note 3']);
    expect(noteLines(pages[1])).toEqual([4, 5, 6, 7, 8, 9].map((line) => `note ${line}`));
    expect(rules(pages[0])).toEqual([144]);
    expect(rules(pages[1])).toEqual([Math.round(WIDTH)]);
    expect(BOTTOM - find(pages[1], 'note 9').y).toBeLessThan(LINE);
    expect(find(pages[1], 'After').y).toBeLessThan(TOP + LINE);
  });

  test('takes its reference along where not even its first line fits', () => {
    const pages = layout(docx(...filler(FULL - 1), p(r('Reference'), long(10))));
    expect(words(pages[0])).not.toContain('Reference');
    expect(noteLines(pages[0])).toEqual([]);
    expect(noteLines(pages[1]).length).toBe(10);
  });

  test('goes over as many pages as it needs, and leaves text some room on each', () => {
    const pages = layout(docx(p(r('Reference'), long(FULL * 2)), ...filler(6)));
    const all = pages.flatMap(noteLines);
    expect(all).toEqual(Array.from({ length: FULL * 2 }, (_, line) => `note ${line}`));
    expect(pages.length).toBe(3);
    expect(words(pages[1]).filter((text) => text.startsWith('filler')).length).toBeGreaterThan(0);
  });

  test('makes pages of its own where the text has ended', () => {
    const pages = layout(docx(p(r('Reference'), long(FULL * 2))));
    expect(pages.length).toBe(3);
    expect(pages.flatMap(noteLines).length).toBe(FULL * 2);
  });

  test('leaves room for the lines that stay with its reference', () => {
    const text = 'word '.repeat(45).trim();
    const pages = layout(docx(...filler(FULL - 8), p(r('Reference'), long(12), r(text))));
    // Three lines: none of them may stand alone.
    const lines = words(pages[0]).filter((one) => one.includes('word'));
    expect(lines.length).toBe(3);
    expect(noteLines(pages[0]).length).toBeGreaterThan(0);
    expect(noteLines(pages[1]).length).toBeGreaterThan(0);
  });

  test('its lines are not parted from each other', () => {
    const text = `note ${'word '.repeat(70).trim()}`;
    const pages = layout(docx(...filler(FULL - 3), p(r('Reference'), footnote(p(text)))));
    // One line of four would fit: an orphan. The reference goes along.
    expect(words(pages[0])).not.toContain('Reference');
    expect(words(pages[1])).toContain('Reference');
  });
});

describe('footnotes', () => {
  test('stand below the column of their reference', () => {
    const columns = { xml: '<w:cols w:num="2" w:space="720"/>' };
    const [page] = layout(
      docx(...filler(FULL + 3), p(r('Reference'), footnote('The note')), lastSection(columns)),
    );
    expect(find(page, 'Reference').x).toBeGreaterThan(LEFT + 100);
    expect(find(page, 'The note').x).toBe(find(page, 'Reference').x);
    expect(find(page, `filler ${FULL - 1}`).x).toBe(LEFT);
  });

  test('of a row stand on its page', () => {
    const rows = [1, 2, 3].map((number) => row(cell(p(r(`Row ${number}`), footnote(`note ${number}`)))));
    const pages = layout(docx(...filler(FULL - 4), table(...rows)));
    expect(noteLines(pages[0])).toEqual(['note 1']);
    expect(noteLines(pages[1])).toEqual(['note 2', 'note 3']);
    expect(words(pages[1])).toContain('Row 2');
  });

  test('directly beneath the text where the document wants them there', () => {
    const file = docx(p(r('Reference'), footnote('The note')));
    const [page] = layout(file, { footnotes: { position: 'beneathText' } });
    expect(find(page, 'The note').y - find(page, 'Reference').y).toBeCloseTo(LINE * 2, 0);
  });
});

/** The numbers in the text. */
const marks = (page: Page | undefined): readonly string[] =>
  page?.texts.filter(({ y, size }) => size < 9 && y < BOTTOM - LINE * 4).map(({ text }) => text) ?? [];

describe('numbers of footnotes', () => {
  const note = (): Piece => p(r('Text'), footnote('n'));

  test('in the format of their section, which goes before the document’s', () => {
    const own = (format: string) => ({ xml: `<w:footnotePr><w:numFmt w:val="${format}"/></w:footnotePr>` });
    const pages = layout(
      docx(note(), note(), section(own('upperRoman')), note(), lastSection(own('chicago'))),
    );
    expect(marks(pages[0])).toEqual(['I', 'II']);
    // The third sign.
    expect(marks(pages[1])).toEqual(['\u2021']);
  });

  test('from another number', () => {
    const [page] = layout(docx(note(), note()), { footnotes: { start: 5 } });
    expect(marks(page)).toEqual(['5', '6']);
  });

  test('again from one in each section', () => {
    const again = { xml: '<w:footnotePr><w:numRestart w:val="eachSect"/></w:footnotePr>' };
    const pages = layout(docx(note(), note(), section(again), note(), lastSection(again)));
    expect(pages.map(marks)).toEqual([['1', '2'], ['1']]);
  });

  test('again from one on each page', () => {
    const file = docx(note(), p(r('Text'), footnote('n'), pageBreak()), note(), note());
    const pages = layout(file, { footnotes: { restart: 'eachPage' } });
    expect(pages.map(marks)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });
});

describe('endnotes', () => {
  const noted = (text: string): Piece => p(r(text), endnote(`end of ${text}`));
  const file = docx(noted('a'), section(), noted('b'), lastSection({}));

  test('at the end of the document', () => {
    const pages = layout(file);
    expect(words(pages[0]).join(' ')).not.toContain('end of a');
    expect(find(pages[1], 'end of a').y).toBeLessThan(find(pages[1], 'end of b').y);
  });

  test('at the end of each section', () => {
    const pages = layout(file, { endnotes: { position: 'sectEnd' } });
    expect(find(pages[0], 'end of a').y).toBeGreaterThan(find(pages[0], 'a').y + LINE);
    expect(words(pages[1])).not.toContain('end of a');
    expect(find(pages[1], 'end of b').y).toBeGreaterThan(find(pages[1], 'b').y);
  });

  test('of a section that has none of its own, with those of the next', () => {
    const none = docx(noted('a'), section({ xml: '<w:noEndnote/>' }), noted('b'), lastSection({}));
    const pages = layout(none, { endnotes: { position: 'sectEnd' } });
    expect(words(pages[0])).not.toContain('end of a');
    expect(find(pages[1], 'end of a').y).toBeLessThan(find(pages[1], 'end of b').y);
  });
});

/** Words of two documents against each other: by their order and their places. */
import { describe, expect, test } from 'vitest';
import type { PageOfWords } from '../../src/convert/native/page-words.ts';
import { wordChanges } from '../../src/workers/word-changes.ts';

const WIDTH = 40;
const LINE = 12;

/** Lines of words, each word as wide as all others; a page has so many lines. */
const pages = (lines: readonly string[], linesAPage = 50): readonly PageOfWords[] =>
  Array.from({ length: Math.max(1, Math.ceil(lines.length / linesAPage)) }, (_, page) => ({
    width: 600,
    height: 800,
    words: lines
      .slice(page * linesAPage, (page + 1) * linesAPage)
      .flatMap((line, row) =>
        line
          .split(' ')
          .map((text, column) => [text, 10 + column * (WIDTH + 4), 10 + row * LINE, WIDTH, 10] as const),
      ),
  }));

const changesOf = (from: readonly string[], to: readonly string[], linesAPage?: number) =>
  wordChanges(pages(from, linesAPage), pages(to, linesAPage));

describe('words', () => {
  test('of the same document are nothing', () => {
    expect(changesOf(['a b c', 'd e'], ['a b c', 'd e'])).toEqual({
      pages: { from: 1, to: 1 },
      counts: { moved: 0, changed: 0, new: 0, lost: 0 },
      marks: [],
      truncated: false,
    });
  });

  test('that are new, lost and changed have their boxes, a line each', () => {
    const { counts, marks } = changesOf(
      ['Dear Ada', 'the old terms hold', 'kind regards', 'gone now'],
      ['Dear Ada', 'the new rules hold', 'kind regards and more', ''].filter((line) => line !== ''),
    );
    expect(counts).toEqual({ moved: 0, changed: 4, new: 0, lost: 0 });
    expect(marks).toEqual([
      {
        kind: 'changed',
        text: 'new rules',
        was: 'old terms',
        from: [{ page: 1, x: 54, y: 22, width: 84, height: 10 }],
        to: [{ page: 1, x: 54, y: 22, width: 84, height: 10 }],
      },
      expect.objectContaining({ kind: 'changed', text: 'and more', was: 'gone now' }),
    ]);
    expect(changesOf(['a b'], ['a x b']).marks[0]).toMatchObject({ kind: 'new', text: 'x' });
    expect(changesOf(['a x b'], ['a b']).marks[0]).toMatchObject({ kind: 'lost', text: 'x' });
    expect(changesOf([], ['all new']).counts).toMatchObject({ new: 2 });
  });

  test('that were pushed by what is new have not moved; those that it pushed to another page have', () => {
    const {
      counts,
      marks,
      pages: counted,
    } = changesOf(['one two', 'three four', 'five six'], ['new', 'one two', 'three four', 'five six'], 2);
    expect(counts).toEqual({ moved: 2, changed: 0, new: 1, lost: 0 });
    expect(counted).toEqual({ from: 2, to: 2 });
    expect(marks).toMatchObject([
      { kind: 'new', text: 'new' },
      { kind: 'moved', text: 'three four', from: [{ page: 1 }], to: [{ page: 2 }] },
    ]);
    const lines = Array.from({ length: 40 }, (_, n) => `line${n} of the letter`);
    expect(changesOf(lines, ['a line more', ...lines]).counts).toEqual({
      moved: 0,
      changed: 0,
      new: 3,
      lost: 0,
    });
    expect(changesOf(lines, lines.toSpliced(3, 1)).counts).toMatchObject({ moved: 0, lost: 4 });
    // A longer word pushes the rest of its line.
    expect(changesOf(['a b c d', 'e f'], ['a x b c d', 'e f']).counts).toMatchObject({ moved: 0, new: 1 });
  });

  test('that stand elsewhere among their neighbours have moved; neighbours are one mark', () => {
    const placed = (...words: readonly (readonly [string, number, number])[]): readonly PageOfWords[] => [
      { width: 600, height: 800, words: words.map(([text, x, y]) => [text, x, y, 40, 10] as const) },
    ];
    const before = placed(
      ['one', 10, 10],
      ['two', 54, 10],
      ['three', 10, 22],
      ['four', 10, 34],
      ['five', 10, 46],
    );
    // More room above a paragraph carries what follows.
    expect(
      wordChanges(
        before,
        placed(['one', 10, 10], ['two', 54, 10], ['three', 10, 30], ['four', 10, 42], ['five', 10, 54]),
      ).marks,
    ).toMatchObject([{ kind: 'moved', text: 'three' }]);
    // An indent carries nobody.
    expect(
      wordChanges(
        before,
        placed(['one', 30, 10], ['two', 74, 10], ['three', 30, 22], ['four', 10, 34], ['five', 10, 46]),
      ).marks,
    ).toMatchObject([
      { kind: 'moved', text: 'one two' },
      { kind: 'moved', text: 'three' },
    ]);
    // A little more for each line is more in the end.
    expect(
      wordChanges(
        before,
        placed(['one', 10, 10], ['two', 54, 10], ['three', 10, 22.5], ['four', 10, 35], ['five', 10, 47.5]),
      ).counts,
    ).toMatchObject({ moved: 1 });
    // The next cell of the row stands where it stood; the row below went along with the first.
    expect(
      wordChanges(
        placed(['left', 10, 10], ['right', 300, 10], ['below', 10, 22]),
        placed(['left', 10, 10], ['new', 10, 22], ['right', 300, 10], ['below', 10, 34]),
      ).counts,
    ).toEqual({ moved: 0, changed: 0, new: 1, lost: 0 });
  });

  test('of 500 pages that hardly repeat, and of rows that all look alike, are compared in time', () => {
    const book = Array.from({ length: 10_000 }, (_, n) => `word${n} the of${n % 7} and to x${n % 100}`);
    const edited = book.toSpliced(5_000, 1, 'something else stands here');
    expect(changesOf(book, edited).counts).toMatchObject({ changed: 6, new: 0, lost: 0 });
    const rows = Array.from({ length: 8_000 }, () => 'same row 1.00');
    const more = changesOf(rows, [...rows.slice(0, 4_000), 'another one', ...rows.slice(4_000)]);
    expect(more.counts.new + more.counts.changed).toBeGreaterThan(0);
    expect(more.marks.length).toBeLessThanOrEqual(2_000);
    const all = changesOf(rows, book);
    expect(all.counts.changed).toBeGreaterThan(50_000);
  });
});

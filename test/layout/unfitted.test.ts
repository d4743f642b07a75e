/** Rules that documents which nobody had fitted have shown, each as a small document. */
import { describe, expect, test } from 'vitest';
import { cell, docx, lastSection, p, picture, r, row, runOf, table } from '../support/build.ts';
import {
  BOTTOM,
  find,
  LEFT,
  LINE,
  layout,
  MARGIN,
  steps,
  THIN,
  TOP,
  uprights,
  widthIn,
} from './table-support.ts';

const FULL = Math.floor((BOTTOM - TOP) / LINE);
const BR = runOf('<w:br/>');

describe('columns under a cell over several', () => {
  const under = (text: string) =>
    table(
      { widths: [738, 900, 6000] },
      row(cell({ span: 2, width: 1638 }, text), cell({ width: 6000 }, 'c')),
      row(cell({ width: 738 }, p()), cell({ span: 2, width: 6900 }, 'below')),
    );

  test('keep the widths that they ask for, where these together hold its longest word [M]', () => {
    const [page] = layout(docx(under('Time/Locations')));
    expect(widthIn(find(page, 'Time/Locations'), 'Time/Locations')).toBeGreaterThan(60);
    expect(find(page, 'below').x).toBeCloseTo(LEFT + 36.9 + MARGIN + THIN / 2, 0);
    expect(find(page, 'c').x - LEFT).toBeCloseTo(81.9 + MARGIN, 0);
  });

  test('share what is more than that', () => {
    const [page] = layout(docx(under('Donaudampfschifffahrtsgesellschaft')));
    expect(find(page, 'below').x - LEFT).toBeGreaterThan(50);
    expect(find(page, 'c').x - LEFT).toBeGreaterThan(
      widthIn(find(page, 'c'), 'Donaudampfschifffahrtsgesellschaft'),
    );
  });

  test.each([0, 1, 100_000])('of which one asks for %d twips', (width) => {
    const spanning = row(cell({ span: 2 }, 'Donaudampfschifffahrt'), 'c');
    const file = docx(table({ widths: [width, 0, 0] }, spanning, row(cell({ width }, 'a'), 'b', 'd')));
    expect(
      layout(file)[0]
        ?.texts.map(({ text }) => text)
        .join(''),
    ).toBe('Donaudampfschifffahrtcabd');
  });
});

test('turned text widens no column that says how wide it is: its lines hang over the edge [M]', () => {
  const turned = (width?: number) =>
    cell({ ...(width && { width }), xml: '<w:textDirection w:val="btLr"/>' }, p('one two three four'));
  const columnsOf = (width?: number): readonly number[] => {
    const file = docx(
      table(
        { widths: [400, 4000] },
        row({ xml: '<w:trHeight w:val="600"/>' }, turned(width), cell({ width: 4000 }, 'b')),
      ),
    );
    return steps(uprights(layout(file)[0]));
  };
  expect(columnsOf(500)[0]).toBeCloseTo(25, 0);
  expect(columnsOf()[0]).toBeGreaterThan(2 * MARGIN + 2 * LINE);
});

test('the line that a cell over several rows does not draw inside has its room all the same [M]', () => {
  const none =
    '<w:tcBorders><w:top w:val="nil"/><w:left w:val="nil"/><w:bottom w:val="nil"/><w:right w:val="nil"/></w:tcBorders>';
  const thick =
    '<w:tcBorders><w:top w:val="single" w:sz="24"/><w:bottom w:val="single" w:sz="24"/></w:tcBorders>';
  const rows = (xml: string) =>
    table(
      row(cell({ merge: 'restart', xml }, 'a'), cell({ xml: none }, 'one')),
      row(cell({ merge: 'continue', xml }), cell({ xml: none }, 'two')),
      row(cell({ merge: 'continue', xml }), cell({ xml: none }, 'three')),
    );
  const pitch = (xml: string): number => {
    const [page] = layout(docx(rows(xml)));
    return find(page, 'three').y - find(page, 'two').y;
  };
  expect(pitch(none)).toBeCloseTo(LINE, 1);
  expect(pitch(thick)).toBeCloseTo(LINE + 3, 1);
  // Nothing is drawn there.
  const [page] = layout(docx(rows(thick)));
  const inside = page?.rects.filter(
    ({ y, width, height }) => width > 2 && height > 2 && y > TOP + LINE && y < TOP + LINE * 3,
  );
  expect(inside).toEqual([]);
});

describe('a chain of paragraphs kept together that is longer than a page', () => {
  const kept = (...content: Parameters<typeof p>) => p({ xml: '<w:keepNext/><w:keepLines/>' }, ...content);

  test('ends before a paragraph whose lines keep together [M]', () => {
    const lines = Array.from({ length: FULL - 1 }, (_, index) => kept(`line ${index}`));
    const pages = layout(docx(...lines, kept('first', BR, 'second', BR, 'third'), kept('more')));
    expect(pages[0]?.texts.at(-1)?.text).toBe(`line ${FULL - 2}`);
    expect(pages[1]?.texts.map(({ text }) => text)).toEqual(['first', 'second', 'third', 'more']);
  });

  test('and within one that is as long as a page', () => {
    const long = Array.from({ length: FULL + 5 }, (_, index) => [`line ${index}`, BR]).flat();
    const pages = layout(docx(kept(...long.slice(0, -1))));
    expect(pages.map(({ texts }) => texts.length)).toEqual([FULL, 5]);
    const second = layout(docx(kept('before'), kept(...long.slice(0, -1))));
    expect(second.flatMap(({ texts }) => texts).length).toBe(FULL + 6);
  });
});

test('a tab goes to a stop that is a hundredth of a point away [M]', () => {
  const plain = layout(docx(p('abc')))[0]?.texts[0];
  const width = widthIn(plain, 'abc');
  const placeOf = (before: number): number => {
    // The text ends so far before the first automatic stop, at 36 points.
    const first = Math.round((36 - before - width) * 20);
    const [page] = layout(
      docx(p({ xml: `<w:ind w:firstLine="${first}"/>` }, 'abc', runOf('<w:tab/>'), r('next'))),
    );
    return find(page, 'next').x - LEFT;
  };
  expect(placeOf(2)).toBeCloseTo(36, 1);
  expect(placeOf(-2)).toBeCloseTo(72, 1);
});

test('a multiple below one takes from the text of a picture’s line alone [M]', () => {
  const high = 100 * 12_700;
  const below = (line: number): number => {
    const xml = `<w:spacing w:line="${line}" w:lineRule="auto"/>`;
    const [page] = layout(docx(p({ xml }, picture({ width: high, height: high })), p('after')));
    return find(page, 'after').y;
  };
  // 0.95: a twentieth of a line of text, not of the picture.
  expect(below(240) - below(228)).toBeCloseTo(LINE / 20, 2);
  expect(below(480) - below(240)).toBeCloseTo(LINE, 2);
  for (const line of [0, 1, -240, 24]) expect(Number.isFinite(below(line))).toBe(true);
});

test('what is alone in the columns of a section that goes on has its space above [M]', () => {
  const PAGE =
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/>';
  const sectionOf = (columns: number) =>
    `<w:sectPr><w:type w:val="continuous"/>${PAGE}<w:cols w:num="${columns}" w:space="720"/></w:sectPr>`;
  const distance = (before: number): number => {
    const alone = p({ xml: `<w:spacing w:before="${before}"/>${sectionOf(3)}` });
    const last = lastSection({ xml: '<w:type w:val="continuous"/>' });
    const [page] = layout(docx(p({ xml: sectionOf(1) }, 'above'), alone, p('below'), last));
    return find(page, 'below').y - find(page, 'above').y;
  };
  expect(distance(360) - distance(0)).toBeCloseTo(18, 2);
});

test('what begins a page by itself has no space above it from mode 15 on, and its own before [M]', () => {
  const file = docx(
    p({ xml: '<w:spacing w:after="0"/>' }, 'before'),
    p({ xml: '<w:pageBreakBefore/><w:spacing w:before="480"/>' }, 'heading'),
  );
  const top = (mode: number): number => find(layout(file, mode)[1], 'heading').y;
  const plain = find(layout(docx(p('before')))[0], 'before').y;
  expect(top(15)).toBeCloseTo(plain, 2);
  expect(top(14)).toBeCloseTo(plain + 24, 2);
});

describe('a row that is kept with the next', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => p(`text ${index}`));
  const kept = (count: number) => row(cell(p({ keepNext: true }, 'kept'), ...lines(count)));

  test('is not divided where another page holds it [M]', () => {
    const filler = Array.from({ length: FULL - 6 }, (_, index) => p(`line ${index}`));
    const pages = layout(docx(...filler, table(kept(8), row('next')), p('end')));
    expect(pages[0]?.texts.at(-1)?.text).toBe(`line ${FULL - 7}`);
    expect(pages[1]?.texts[0]?.text).toBe('kept');
    const free = layout(docx(...filler, table(row(cell(p('free'), ...lines(8))), row('next'))));
    expect(free[0]?.texts.at(-1)?.text).toMatch(/^text/);
  });

  test('is divided where none does, and loses nothing', () => {
    const pages = layout(docx(p('before'), table(kept(FULL * 2), row('next')), p('end')));
    expect(pages[0]?.texts.at(-1)?.text).toMatch(/^text/);
    expect(pages.flatMap(({ texts }) => texts).length).toBe(FULL * 2 + 4);
  });
});

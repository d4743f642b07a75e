/** Text around what floats: along outlines, on the sides that it may stand on. */
import { describe, expect, test } from 'vitest';
import { cell, docx, footer, header, lastSection, p, row, table } from '../support/build.ts';
import { type FloatFormat, float } from './drawing-support.ts';
import {
  BOTTOM,
  find,
  LEFT,
  LINE,
  layout,
  layoutList,
  type Page,
  TOP,
  WIDTH,
  widthIn,
} from './table-support.ts';

const LONG = Array.from({ length: 160 }, () => 'word').join(' ');
const RIGHT = LEFT + WIDTH;

/** A paragraph with a float in it. */
const around = (format: FloatFormat): Page | undefined => layout(docx(p(float(format), LONG)))[0];

/** Where each part of a line begins and ends, by line. */
const linesOf = (page: Page | undefined): readonly (readonly { from: number; to: number }[])[] => {
  const lines = new Map<number, { from: number; to: number }[]>();
  for (const item of page?.texts ?? []) {
    const line = Math.round((item.y - TOP) / LINE - 0.8);
    const parts = lines.get(line) ?? [];
    parts.push({ from: item.x, to: item.x + widthIn(item, item.text.trimEnd()) });
    lines.set(line, parts);
  }
  return [...lines.entries()].sort(([a], [b]) => a - b).map(([, parts]) => parts);
};

/** Corners in shares of the drawing. */
const corners = (...points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] =>
  points.map(([x, y]) => [Math.round(x * 21_600), Math.round(y * 21_600)] as const);

describe('beside what floats', () => {
  test('a word that is longer than the room goes on there, line by line', () => {
    for (const text of ['m'.repeat(70), `abc ${'_'.repeat(120)}`]) {
      const [page] = layout(docx(p(float({ width: 200, height: 200, x: 20 }), text)));
      expect(page?.texts.length).toBeGreaterThan(2);
      for (const { x } of page?.texts ?? []) expect(x).toBeCloseTo(LEFT + 220, 3);
    }
  });

  test('in a header, the page is the page: text keeps away from where it stands', () => {
    const beside = (x: number): number | undefined => {
      const own = float({ width: 100, height: 50, x, from: ['page', 'paragraph'] });
      return find(layout(docx(header(p(own, 'head')), p('body')))[0], 'head').x;
    };
    expect(beside(LEFT)).toBeCloseTo(LEFT + 100, 3);
    expect(beside(LEFT - 30)).toBeCloseTo(LEFT + 70, 3);
    // It ends where the text begins.
    expect(beside(LEFT - 100)).toBeCloseTo(LEFT, 3);
  });
});

describe('tight', () => {
  test('lines follow a slope, each as far as its lower end reaches', () => {
    const height = LINE * 10;
    const lines = linesOf(
      around({ wrap: 'Tight', width: 200, height, polygon: corners([0, 0], [1, 1], [0, 1]) }),
    );
    for (const line of [0, 4, 9])
      expect(lines[line]?.[0]?.from).toBeCloseTo(LEFT + ((line + 1) / 10) * 200, 0);
    expect(lines[10]?.[0]?.from).toBe(LEFT);
  });

  test('distances count to the sides, not above and below', () => {
    const height = LINE * 2;
    const polygon = corners([0, 0], [1, 0], [1, 1], [0, 1]);
    const lines = linesOf(around({ wrap: 'Tight', height, polygon, distance: [9, 40] }));
    expect(lines.slice(0, 3).map((parts) => Math.round(parts[0]?.from ?? 0))).toEqual([
      LEFT + 109,
      LEFT + 109,
      LEFT,
    ]);
  });

  test('an outline beyond the drawing, and one that ends above it', () => {
    const height = LINE * 4;
    const wide = linesOf(
      around({ wrap: 'Tight', height, polygon: corners([0, 0], [1.5, 0], [1.5, 1], [0, 1]) }),
    );
    expect(wide[0]?.[0]?.from).toBeCloseTo(LEFT + 150, 1);
    const low = linesOf(
      around({ wrap: 'Tight', height, polygon: corners([0, 0], [1, 0], [1, 0.5], [0, 0.5]) }),
    );
    expect(low.slice(0, 3).map((parts) => Math.round(parts[0]?.from ?? 0))).toEqual([
      LEFT + 100,
      LEFT + 100,
      LEFT,
    ]);
  });

  test('a line that has no room moves down to where the outline leaves some', () => {
    // All of the column at the top, a point at the bottom.
    const polygon = corners([0, 0], [1, 0], [0, 1]);
    const [first] =
      around({ wrap: 'Tight', width: WIDTH, height: 200, polygon })?.texts.filter(
        ({ text }) => text.trim() !== '',
      ) ?? [];
    // An inch is the least that text is set in.
    const free = 200 * (72 / WIDTH);
    expect(first?.y).toBeGreaterThan(TOP + free);
    expect(first?.y).toBeLessThan(TOP + free + LINE * 1.5);
  });

  test('and does so by its own height each time: lines below a picture keep a distance that the picture does not say [M]', () => {
    const height = LINE * 3.5;
    const polygon = corners([0, 0], [1, 0], [1, 1], [0, 1]);
    const first = (wrap: 'Tight' | 'Square') =>
      around({ wrap, width: WIDTH, height, polygon })?.texts.find(({ text }) => text.startsWith('word'));
    const plain = layout(docx(p(LONG)))[0]?.texts[0]?.y ?? 0;
    expect(first('Tight')?.y).toBeCloseTo(plain + LINE * 4, 1);
    expect(first('Square')?.y).toBeCloseTo(plain + height, 1);
  });

  test('an empty paragraph, and one of blanks alone, stands beside it in a quarter of an inch', () => {
    for (const text of ['', ' ', '\u00a0', '\u00a0 ']) {
      const polygon = corners([0, 0], [1, 0], [1, 1], [0, 1]);
      const picture = float({ wrap: 'Tight', x: 40, width: WIDTH - 40, height: LINE * 2.5, polygon });
      const [page] = layout(docx(p(picture, text), p('after')));
      const plain = layout(docx(p('after')))[0]?.texts[0]?.y ?? 0;
      // Its line is beside the picture; what comes next is not.
      expect(find(page, 'after').y).toBeCloseTo(plain + LINE * 3, 1);
    }
  });

  test('no outline, or one of two corners: the rectangle', () => {
    for (const polygon of [[], corners([0, 0], [1, 1])])
      expect(linesOf(around({ wrap: 'Tight', polygon }))[0]?.[0]?.from).toBeCloseTo(LEFT + 100, 1);
  });
});

/** A cup, open above: walls of 40 points, a bay of 200. */
/** At its left there are 12 points, too few for text. */
const CUP: FloatFormat = {
  x: 12,
  width: 280,
  height: LINE * 6,
  polygon: corners([0, 0], [1 / 7, 0], [1 / 7, 0.5], [6 / 7, 0.5], [6 / 7, 0], [1, 0], [1, 1], [0, 1]),
};

describe('through', () => {
  test('text stands in the bay of an outline, and below its floor beside it', () => {
    const lines = linesOf(around({ ...CUP, wrap: 'Through' }));
    expect(lines[0]?.map(({ from }) => Math.round(from))).toEqual([LEFT + 52, LEFT + 292]);
    expect(lines[0]?.[0]?.to).toBeLessThanOrEqual(LEFT + 252);
    expect(lines[4]?.map(({ from }) => Math.round(from))).toEqual([LEFT + 292]);
  });

  test('and beside it in less than an inch, where beside a square it does not [M]', () => {
    const polygon = corners([0, 0], [1, 0], [1, 1], [0, 1]);
    const starts = (wrap: 'Through' | 'Square') =>
      linesOf(around({ x: 58, width: 280, wrap, polygon }))[0]?.map(({ from }) => Math.round(from));
    expect(starts('Through')).toEqual([LEFT, LEFT + 338]);
    expect(starts('Square')).toEqual([LEFT + 338]);
  });

  test('and not where the same one is tight', () => {
    expect(linesOf(around({ ...CUP, wrap: 'Tight' }))[0]?.map(({ from }) => Math.round(from))).toEqual([
      LEFT + 292,
    ]);
  });
});

describe('sides', () => {
  const beside = (side: string, x: number) => linesOf(around({ side, x }))[0];

  test('text on one side alone, where the drawing says so', () => {
    expect(beside('left', 200)?.map(({ from }) => Math.round(from))).toEqual([LEFT]);
    expect(beside('right', 100)?.map(({ from }) => Math.round(from))).toEqual([LEFT + 200]);
  });

  test('on the larger of both', () => {
    expect(beside('largest', 100)?.map(({ from }) => Math.round(from))).toEqual([LEFT + 200]);
    const left = beside('largest', 250);
    expect(left?.map(({ from }) => Math.round(from))).toEqual([LEFT]);
    expect(left?.[0]?.to).toBeLessThanOrEqual(LEFT + 250);
    expect(RIGHT - (left?.[0]?.to ?? 0)).toBeGreaterThan(100);
  });

  test('of an outline, by what it leaves of each line', () => {
    const polygon = corners([0, 0], [1, 0], [1, 0.5], [0.2, 0.5], [0.2, 1], [0, 1]);
    const lines = linesOf(
      around({ wrap: 'Tight', side: 'largest', x: 150, width: 200, height: LINE * 8, polygon }),
    );
    expect(lines[0]?.map(({ from }) => Math.round(from))).toEqual([LEFT]);
    expect(lines[5]?.map(({ from }) => Math.round(from))).toEqual([LEFT + 190]);
  });
});

describe('a paragraph that goes on elsewhere', () => {
  const FULL = Math.floor((BOTTOM - TOP) / LINE);
  const filler = (count: number) => Array.from({ length: count }, (_, index) => p(`filler ${index}`));
  const startsOf = (page: Page | undefined) =>
    page?.texts.filter(({ text }) => text.startsWith('word')).map(({ x }) => Math.round(x)) ?? [];

  test('has the whole width again on a page without what stood beside it', () => {
    const pages = layout(docx(...filler(FULL - 4), p(float({ height: LINE * 3.9 }), LONG)));
    expect(startsOf(pages[0])).toEqual([1, 2, 3, 4].map(() => LEFT + 100));
    expect(new Set(startsOf(pages[1]))).toEqual(new Set([LEFT]));
    const ends = pages[1]?.texts.map((item) => item.x + widthIn(item, item.text.trimEnd())) ?? [];
    expect(Math.max(...ends)).toBeGreaterThan(RIGHT - 30);
    expect(pages.flatMap(allText).join(' ').match(/word/g)?.length).toBe(160);
  });

  test('goes around what stands on the next page', () => {
    const beside = float({ width: 150, height: 100, from: ['page', 'page'], x: LEFT, y: TOP });
    const pages = layout(docx(header(p(beside)), ...filler(FULL - 2), p(LONG)));
    const [first, ...others] = startsOf(pages[1]);
    expect(first).toBe(LEFT + 150);
    expect(others.at(-1)).toBe(LEFT);
  });

  test('moves below what takes the whole width there', () => {
    const across = float({ wrap: 'TopAndBottom', height: 60, from: ['page', 'page'], x: LEFT, y: TOP });
    const pages = layout(docx(header({ type: 'default' }, p(across)), ...filler(FULL - 6), p(LONG)));
    const [first] = pages[1]?.texts.filter(({ text }) => text.startsWith('word')) ?? [];
    expect(first?.y).toBeGreaterThan(TOP + 60);
    expect(first?.y).toBeLessThan(TOP + 60 + LINE);
  });

  test('is as wide as the next column', () => {
    const uneven = {
      xml: '<w:cols w:num="2" w:equalWidth="0"><w:col w:w="3000" w:space="400"/><w:col w:w="5000"/></w:cols>',
    };
    const [page] = layout(docx(...filler(FULL - 3), p(LONG), lastSection(uneven)));
    const second = page?.texts.filter(({ text, x }) => text.startsWith('word') && x > LEFT + 160) ?? [];
    expect(second[0]?.x).toBeCloseTo(LEFT + 170, 1);
    expect(widthIn(second[0], second[0]?.text.trimEnd() ?? '')).toBeGreaterThan(220);
    expect(
      page?.texts
        .map(({ text }) => text)
        .join(' ')
        .match(/word/g)?.length,
    ).toBe(160);
  });

  test('keeps the rest of a word that is longer than its line', () => {
    const endless = 'x'.repeat(4000);
    const pages = layout(docx(...filler(FULL - 4), p(float({ height: 200 }), endless)));
    expect(pages.length).toBe(2);
    expect(
      pages
        .flatMap(allText)
        .join('')
        .replace(/filler \d+/g, ''),
    ).toBe(endless);
  });
});

const allText = (page: Page): readonly string[] => page.texts.map(({ text }) => text);

describe('what floats above its anchor', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, index) => p(`filler ${index}`));
  const atTop: FloatFormat = { from: ['margin', 'margin'], x: 0, y: 0, width: 120, height: LINE * 3 };

  test('at the top of the page, from a paragraph further down: the first lines stand beside it', () => {
    const [page] = layout(docx(...filler(6), p(float(atTop), 'anchor')));
    expect([0, 1, 2, 3].map((line) => find(page, `filler ${line}`).x)).toEqual([
      LEFT + 120,
      LEFT + 120,
      LEFT + 120,
      LEFT,
    ]);
    expect(find(page, 'anchor').x).toBe(LEFT);
  });

  test('across the page: everything begins below it', () => {
    const [page] = layout(docx(...filler(3), p(float({ ...atTop, wrap: 'TopAndBottom' }), 'anchor')));
    expect(find(page, 'filler 0').y).toBeGreaterThan(TOP + LINE * 3);
    expect(find(page, 'filler 0').y).toBeLessThan(TOP + LINE * 4);
  });

  test('on the second page alone, where its anchor stands', () => {
    const full = Math.floor((BOTTOM - TOP) / LINE);
    const pages = layout(docx(...filler(full + 3), p(float(atTop), 'anchor')));
    expect(find(pages[0], 'filler 0').x).toBe(LEFT);
    expect(find(pages[1], `filler ${full}`).x).toBe(LEFT + 120);
  });

  test('above its own paragraph: the lines there move aside, and it stays where it belongs', () => {
    const up = float({ y: -LINE * 2, width: 120, height: LINE * 2 });
    const file = docx(...filler(5), p(up, 'anchor'));
    const [page] = layout(file);
    expect([2, 3, 4].map((line) => find(page, `filler ${line}`).x)).toEqual([LEFT, LEFT + 120, LEFT + 120]);
    const shape = layoutList(file).pages[0]?.items.find((item) => item.kind === 'path');
    const start = shape?.kind === 'path' ? shape.path[0] : undefined;
    expect(start?.[2]).toBeCloseTo(TOP + LINE * 3, 1);
  });

  test('a table that floats at the top is known to the lines above it', () => {
    const place =
      '<w:tblpPr w:vertAnchor="margin" w:horzAnchor="margin" w:tblpX="0" w:tblpY="1" w:rightFromText="0"/>';
    const floating = table({ widths: [3000], xml: place }, row(cell({ width: 3000 }, 'Cell')));
    const [page] = layout(docx(...filler(4), floating, p('anchor')));
    expect(find(page, 'filler 0').x).toBeGreaterThan(LEFT + 140);
    expect(find(page, 'filler 3').x).toBe(LEFT);
  });

  test('in front of the text it changes nothing', () => {
    const [page] = layout(docx(...filler(4), p(float({ ...atTop, wrap: 'None' }), 'anchor')));
    expect(find(page, 'filler 0').x).toBe(LEFT);
  });

  test('that pushes its own anchor to another page ends somewhere', () => {
    const full = Math.floor((BOTTOM - TOP) / LINE);
    const across = float({ ...atTop, wrap: 'TopAndBottom' });
    const pages = layout(docx(...filler(full - 1), p(across, 'anchor')));
    expect(pages.flatMap(allText).filter((text) => text === 'anchor').length).toBe(1);
  });
});

describe('what would hang out of the text below', () => {
  const FULL = Math.floor((BOTTOM - TOP) / LINE);
  const filler = (count: number) => Array.from({ length: count }, (_, index) => p(`filler ${index}`));
  /** The page of the drawing, and where it begins there. */
  const placeOf = (file: Uint8Array): readonly [number, number] => {
    for (const [index, { items }] of layoutList(file).pages.entries()) {
      const path = items.find((item) => item.kind === 'path');
      if (path?.kind === 'path') return [index, path.path[0]?.[2] ?? 0];
    }
    return [-1, 0];
  };

  test('moves up as far as it has to, while that is below the top of its paragraph', () => {
    const low = float({ y: 300, height: 100 });
    const file = docx(...filler(FULL - 20), p(low, 'anchor'));
    expect(placeOf(file)[0]).toBe(0);
    expect(placeOf(file)[1]).toBeCloseTo(BOTTOM - 100, 1);
    expect(find(layout(file)[0], 'anchor').x).toBe(LEFT);
  });

  test('takes its paragraph along to the next page, where that is too low for it', () => {
    for (const wrap of ['Square', 'TopAndBottom'] as const) {
      const file = docx(...filler(FULL - 5), p(float({ wrap, y: 30, height: 100 }), 'anchor'), p('after'));
      const [page, y] = placeOf(file);
      expect([page, Math.round(y)]).toEqual([1, Math.round(TOP + 30)]);
      expect(layout(file).map((one) => one.texts.at(-1)?.text)).toEqual([`filler ${FULL - 6}`, 'after']);
    }
  });

  test('stays where it is in front of the text, measured from the page, in a footer, and where no page is high enough', () => {
    const full = filler(FULL - 5);
    for (const format of [
      { wrap: 'None', y: 30, height: 100 },
      { from: ['page', 'page'], y: BOTTOM - 20, height: 100 },
      { y: 0, height: 900 },
    ] satisfies FloatFormat[])
      expect(placeOf(docx(...full, p(float(format), 'anchor')))[0]).toBe(0);
    const foot = docx(p('text'), footer(p(float({ y: 5, height: 40 }), 'foot')));
    expect(placeOf(foot)[1]).toBeGreaterThan(BOTTOM);
  });

  test.each([-1e9, -50, 0, 50, 1e9])('an offset of %d ends, and loses no text', (y) => {
    for (const height of [0, 1, 500, 1e6]) {
      const pages = layout(docx(...filler(FULL - 3), p(float({ y, height }), LONG), p('after')));
      expect(pages.length).toBeLessThan(6);
      expect(
        pages
          .flatMap(allText)
          .join(' ')
          .match(/word|after/g)?.length,
      ).toBe(161);
    }
  });
});

describe('a table', () => {
  const grid = (width: number) => table({ widths: [width] }, row(cell({ width }, 'cell')));

  test('goes below what floats where it would stand', () => {
    for (const wrap of ['Square', 'TopAndBottom'] as const) {
      const [page] = layout(docx(p(float({ wrap, y: LINE }), 'anchor'), grid(4000), p('after')));
      expect(find(page, 'cell').y).toBeGreaterThan(TOP + LINE + 50);
      expect(find(page, 'cell').y).toBeLessThan(TOP + LINE + 50 + 2 * LINE);
      expect(find(page, 'after').x).toBe(LEFT);
    }
  });

  test('stays where nothing is in its way: beside it, behind it', () => {
    const beside = layout(docx(p(float({ x: 250, y: LINE }), 'anchor'), grid(4000)))[0];
    expect(find(beside, 'cell').y).toBeLessThan(TOP + 2 * LINE + 1);
    const over = layout(docx(p(float({ wrap: 'None', y: LINE }), 'anchor'), grid(4000)))[0];
    expect(find(over, 'cell').y).toBeLessThan(TOP + 2 * LINE + 1);
  });

  test('goes to the next page where there is no room below, and is not lost where there is none at all', () => {
    const high = float({ y: LINE, height: BOTTOM - TOP - 2 * LINE });
    const pages = layout(docx(p(high, 'anchor'), grid(4000)));
    expect(pages).toHaveLength(2);
    expect(find(pages[1], 'cell').y).toBeLessThan(TOP + LINE + 1);
    const all = float({ from: ['margin', 'margin'], height: BOTTOM - TOP, wrap: 'TopAndBottom' });
    const everywhere = layout(docx(header(p(all, 'head')), grid(4000)));
    expect(everywhere).toHaveLength(1);
    expect(find(everywhere[0], 'cell').y).toBeLessThan(BOTTOM);
  });
});

describe('a box that grows with its text', () => {
  const box = (text: string, grows: boolean): string =>
    `<wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx><wps:bodyPr lIns="0" tIns="0" rIns="0" bIns="0">${grows ? '<a:spAutoFit/>' : ''}</wps:bodyPr>`;
  const paragraph = '<w:p><w:r><w:t>Boxed</w:t></w:r></w:p>';
  const besideIt = (body: string, height: number): number =>
    linesOf(around({ height, body })).filter(([part]) => (part?.from ?? LEFT) > LEFT + 99).length;

  test('keeps text away as far as it reaches, whatever the file says of its height', () => {
    expect(besideIt(box(paragraph.repeat(3), true), LINE * 8)).toBe(3);
    expect(besideIt(box(paragraph.repeat(3), true), LINE)).toBe(3);
    expect(besideIt(box(paragraph.repeat(3), false), LINE * 8)).toBe(8);
  });
});

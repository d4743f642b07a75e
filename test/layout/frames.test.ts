/** Text set apart, and text that goes around things: frames, drop caps, floats in cells and headers. */
import { describe, expect, test } from 'vitest';
import type { DisplayList } from '../../src/layout/display-list.ts';
import { cell, docx, footer, header, p, r, row, table } from '../support/build.ts';
import { float } from './drawing-support.ts';
import {
  BOTTOM,
  find,
  LEFT,
  LINE,
  layout,
  layoutList,
  MARGIN,
  TOP,
  WIDTH,
  widthIn,
} from './table-support.ts';

const frame = (attributes: string): { readonly xml: string } => ({ xml: `<w:framePr ${attributes}/>` });
const FULL = Math.floor((BOTTOM - TOP) / LINE);
const LONG = 'word '.repeat(60).trim();

/** Left ends and tops of all shapes. */
const shapes = (list: DisplayList, page = 0): readonly (readonly [number, number])[] =>
  (list.pages[page]?.items ?? []).flatMap((item) => {
    const start = item.kind === 'path' ? item.path[0] : undefined;
    return start?.[0] === 'M' ? [[start[1], start[2]] as const] : [];
  });

describe('frames', () => {
  test('stand where they say, and text goes around them', () => {
    const own = frame('w:w="2000" w:hSpace="200" w:wrap="around" w:vAnchor="text" w:hAnchor="text" w:y="1"');
    const [page] = layout(docx(p(own, 'Aside'), p(LONG)));
    expect(find(page, 'Aside')).toMatchObject({ x: LEFT });
    const beside = page?.texts.filter(({ text }) => text.startsWith('word')) ?? [];
    expect(beside[0]?.x).toBeCloseTo(LEFT + 110, 1);
    expect(beside.at(-1)?.x).toBe(LEFT);
    expect(Math.abs((beside[0]?.y ?? 0) - find(page, 'Aside').y)).toBeLessThan(0.2);
  });

  test('neighbours share one; where nothing is said it is as wide as its text', () => {
    const own = frame('w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:xAlign="right" w:y="2000"');
    const [page] = layout(docx(p(own, 'First'), p(own, 'Second line'), p('Body')));
    const [first, second] = [find(page, 'First'), find(page, 'Second line')];
    expect(second.y - first.y).toBeCloseTo(LINE, 2);
    expect(second.x).toBe(first.x);
    expect(second.x).toBeCloseTo(595.3 - widthIn(second, 'Second line'), 0);
    expect(first.y).toBeCloseTo(100 + (1950 / 2048) * 11, 1);
    expect(find(page, 'Body').y).toBeCloseTo(TOP + (1950 / 2048) * 11, 1);
  });

  test('the page number of a footer stands beside its text', () => {
    const number = frame('w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:xAlign="center" w:y="1"');
    const [page] = layout(docx(footer(p(number, '7'), p('Left')), p('Body')));
    expect(find(page, '7').y - find(page, 'Left').y).toBeCloseTo(0.05, 1);
    expect(find(page, '7').x).toBeCloseTo(LEFT + WIDTH / 2 - widthIn(find(page, '7'), '7') / 2, 0);
  });

  test('a drop cap takes the lines it says, no more', () => {
    const cap = {
      xml: `<w:keepNext/><w:framePr w:dropCap="drop" w:lines="2" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/><w:spacing w:line="${Math.round(LINE * 40)}" w:lineRule="exact"/>`,
    };
    const [page] = layout(docx(p(cap, r('W', { size: 28 })), p(LONG)));
    const lines = page?.texts.filter(({ text }) => text.startsWith('word')) ?? [];
    const start = LEFT + widthIn(find(page, 'W'), 'W');
    expect(lines.slice(0, 3).map(({ x }) => Math.round(x))).toEqual([
      Math.round(start),
      Math.round(start),
      LEFT,
    ]);
  });

  test('one that says nothing, is inline, or stands in a cell, is none', () => {
    for (const attributes of ['w:w="0" w:h="0" w:xAlign="left" w:y="0"', 'w:wrap="auto" w:yAlign="inline"']) {
      const [page] = layout(docx(p(frame(attributes), 'One'), p('Two')));
      expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
    }
    const inside = p(frame('w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="1" w:y="1"'), 'In');
    expect(find(layout(docx(table(row(cell(inside)))))[0], 'In').y).toBeGreaterThan(TOP);
  });

  test('a document that ends with one still shows it', () => {
    const own = frame('w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="1440" w:y="2000"');
    expect(find(layout(docx(p('Body'), p(own, 'Last')))[0], 'Last').x).toBeCloseTo(72, 1);
  });
});

describe('floats', () => {
  test('in a cell: text beside them, the row as high as they are', () => {
    const file = docx(
      table({ widths: [6000] }, row(cell({ width: 6000 }, p(float(), LONG.slice(0, 60))))),
      p('After'),
    );
    const list = layoutList(file);
    const [page] = layout(file);
    expect(shapes(list)[0]?.[0]).toBeCloseTo(LEFT + MARGIN + 0.25, 0);
    expect(page?.texts[0]?.x).toBeGreaterThan(LEFT + 100);
    expect(find(page, 'After').y).toBeGreaterThan(TOP + 50 + LINE / 2);
  });

  test('above and below in a cell: the line stands under the picture, the picture where it was', () => {
    const file = docx(table(row(cell(p(float({ wrap: 'TopAndBottom', y: 5 }), 'Under')))));
    expect(find(layout(file)[0], 'Under').y).toBeGreaterThan(TOP + 55);
    expect(shapes(layoutList(file))[0]?.[1]).toBeCloseTo(TOP + 5.5, 0);
  });

  test('wider than its cell: it begins where the cell does, however it is aligned', () => {
    const at = (align: string): number | undefined => {
      const places = `<wp:positionH relativeFrom="page"><wp:align>${align}</wp:align></wp:positionH>
<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>`;
      const wide = float({ wrap: 'None', width: 300, places });
      const narrow = table({ widths: [2000] }, row(cell({ width: 2000 }, p(wide, 'x'))));
      return shapes(layoutList(docx(narrow)))[0]?.[0];
    };
    for (const align of ['left', 'center', 'right']) expect(at(align)).toBeCloseTo(LEFT + MARGIN + 0.25, 1);
  });

  test('in a header: its text goes around them and the body begins below', () => {
    const high = float({ wrap: 'TopAndBottom', height: 120 });
    const [page] = layout(docx(header(p(high, 'Top')), p('Body')));
    expect(find(page, 'Top').y).toBeGreaterThan(35 + 120);
    expect(find(page, 'Body').y).toBeGreaterThan(find(page, 'Top').y);
    expect(find(page, 'Body').y).toBeLessThan(BOTTOM);
  });

  test('in the middle: text stands on both sides, line by line', () => {
    const [page] = layout(docx(p(float({ x: 170 }), LONG)));
    const lines = page?.texts.filter(({ text }) => text.startsWith('word')) ?? [];
    expect(lines[0]).toMatchObject({ x: LEFT });
    expect(lines[1]?.x).toBeCloseTo(LEFT + 270, 1);
    expect(lines[1]?.y).toBe(lines[0]?.y);
    expect((lines[2]?.y ?? 0) - (lines[0]?.y ?? 0)).toBeCloseTo(LINE, 2);
    expect(lines.at(-1)?.x).toBe(LEFT);
    expect(page?.texts.map(({ text }) => text.trim()).join(' ')).toBe(LONG);
  });

  test('a paragraph that a page break moves is set around what it brings there', () => {
    const lines = Array.from({ length: FULL - 1 }, (_, index) => p(`line ${index}`));
    const pages = layout(docx(...lines, p({ keepNext: true }, 'Heading'), p(float(), LONG)));
    const [heading, first] = [pages[1]?.texts[0], pages[1]?.texts[1]];
    expect(heading?.text).toBe('Heading');
    expect(first?.x).toBeCloseTo(LEFT + 100, 1);
  });

  test('in the body: moving the first line does not move what it moved for', () => {
    const file = docx(p(float({ wrap: 'TopAndBottom', y: 3 }), 'Under'));
    expect(shapes(layoutList(file))[0]?.[1]).toBeCloseTo(TOP + 3, 1);
    expect(find(layout(file)[0], 'Under').y).toBeGreaterThan(TOP + 53);
  });
});

describe('numbers in cells', () => {
  const decimal = { xml: '<w:tabs><w:tab w:val="decimal" w:pos="1000"/></w:tabs>' };

  test('stand at a decimal stop without a tab', () => {
    const [page] = layout(
      docx(
        table(
          row(cell({ width: 4000 }, p(decimal, '1.25'))),
          row(cell({ width: 4000 }, p(decimal, '100.5'))),
        ),
      ),
    );
    const point = (text: string): number =>
      find(page, text).x + widthIn(find(page, text), text.slice(0, text.indexOf('.')));
    expect(point('1.25')).toBeCloseTo(point('100.5'), 2);
  });

  test('and text outside of cells does not', () => {
    expect(find(layout(docx(p(decimal, '1.25')))[0], '1.25').x).toBe(LEFT);
  });
});

/** Text that runs upwards or downwards: in cells and in boxes. */
import { describe, expect, it } from 'vitest';
import type { Item, Matrix, TextItem } from '../../src/layout/display-list.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { cell, docx, hyperlink, p, r, row, runOf, table } from '../support/build.ts';
import { LEFT, LINE, layout, layoutList, levels, MARGIN, steps, THIN, TOP } from './table-support.ts';

const turned = (direction: string, xml = ''): { xml: string } => ({
  xml: `<w:textDirection w:val="${direction}"/>${xml}`,
});
const high = { xml: '<w:trHeight w:val="1440"/>' };

/** Where a text's baseline begins on the page, and which way it runs. */
const placeOf = (items: readonly Item[], text: string): { x: number; y: number; way: readonly number[] } => {
  const groups: Matrix[] = [];
  for (const item of items) {
    if (item.kind === 'push') groups.push(item.matrix ?? [1, 0, 0, 1, 0, 0]);
    else if (item.kind === 'pop') groups.pop();
    else if (item.kind === 'text' && item.text === text) return seen(item, groups);
  }
  throw new Error(`no "${text}"`);
};

const seen = (item: TextItem, groups: readonly Matrix[]) => {
  let [x, y, dx, dy] = [item.x, item.y, 1, 0];
  for (const [a, b, c, d, e, f] of groups.toReversed()) {
    [x, y] = [a * x + c * y + e, b * x + d * y + f];
    [dx, dy] = [a * dx + c * dy, b * dx + d * dy];
  }
  return { x, y, way: [Math.round(dx) + 0, Math.round(dy) + 0] };
};

const linesDown = (text: string) => docx(table(row(high, cell(turned('tbRlV'), p(r(text))), 'level')));

const itemsOf = (file: Uint8Array): readonly Item[] => layoutList(file).pages[0]?.items ?? [];

describe('a turned cell', () => {
  it.each(['btLr', 'lr'])('%s: begins at the lower left and runs upwards', (direction) => {
    const file = docx(table(row(high, cell(turned(direction), 'up'), 'level')));
    expect(readDocument(openDocx(file)).findings).toEqual([]);
    const { x, y, way } = placeOf(itemsOf(file), 'up');
    expect(way).toEqual([0, -1]);
    expect(y).toBeCloseTo(TOP + THIN + 72, 1);
    // The baseline is a line's ascent from the left margin.
    expect(x).toBeGreaterThan(LEFT);
    expect(x).toBeLessThan(LEFT + MARGIN + LINE);
  });

  it.each(['tbRl', 'rl', 'tbRlV'])('%s: begins at the upper right and runs downwards', (direction) => {
    const file = docx(table(row(high, cell({ width: 3000, ...turned(direction) }, 'down'), 'level')));
    const { x, y, way } = placeOf(itemsOf(file), 'down');
    expect(way).toEqual([0, 1]);
    expect(y).toBeCloseTo(TOP + THIN, 1);
    expect(x).toBeGreaterThan(LEFT + 150 - MARGIN - LINE - 6);
    expect(x).toBeLessThan(LEFT + 150);
  });

  it('does not make its row higher: its lines are as long as the row is high', () => {
    const text = 'words that do not fit into one line of an inch';
    const file = docx(table(row(high, cell(turned('btLr'), text), 'a')));
    expect(steps(levels(layout(file)[0]))[0]).toBeCloseTo(72 + THIN, 1);
    const lines = new Set(itemsOf(file).flatMap((item) => (item.kind === 'text' ? [item.y] : [])));
    expect(lines.size).toBeGreaterThan(2);
  });

  it('is as high as its longest word where nothing else says', () => {
    const file = docx(table(row(cell(turned('btLr'), 'unbreakable'), 'a')));
    const [height = 0] = steps(levels(layout(file)[0]));
    expect(height).toBeGreaterThan(50);
    expect(height).toBeLessThan(65);
  });

  it('is aligned across its lines', () => {
    const at = (alignment: string): number => {
      const look = turned('btLr', `<w:vAlign w:val="${alignment}"/>`);
      return placeOf(itemsOf(docx(table(row(high, cell({ width: 3000, ...look }, 'up'))))), 'up').x;
    };
    const [top, center, bottom] = [at('top'), at('center'), at('bottom')];
    expect(center - top).toBeCloseTo((150 - 2 * MARGIN - LINE) / 2, 0);
    expect(bottom - center).toBeCloseTo(center - top, 1);
  });

  it('reaches over the rows that it is merged with', () => {
    const file = docx(
      table(
        row(high, cell({ merge: 'restart', ...turned('btLr') }, 'up'), 'a'),
        row(high, cell({ merge: 'continue' }), 'b'),
      ),
    );
    expect(placeOf(itemsOf(file), 'up').y).toBeCloseTo(TOP + 2 * (THIN + 72), 1);
  });

  it('wraps at no height that only some of its rows have', () => {
    const grid = (...heights: readonly (string | undefined)[]) =>
      placeOf(
        itemsOf(
          docx(
            table(
              ...heights.map((height, index) =>
                row(
                  height === undefined ? {} : { xml: `<w:trHeight w:val="${height}"/>` },
                  index === 0
                    ? cell({ merge: 'restart', ...turned('btLr') }, 'a few words')
                    : cell({ merge: 'continue' }),
                  `level ${index}`,
                ),
              ),
            ),
          ),
        ),
        'level 0',
      ).x;
    expect(grid('100', undefined, undefined)).toBeCloseTo(grid(undefined, undefined, undefined), 3);
    expect(grid('100', '100', '100')).toBeGreaterThan(grid('100', undefined, undefined) + LINE);
  });

  it('has its links where they show', () => {
    const link = hyperlink('https://example.org', r('turned link'));
    const item = itemsOf(docx(table(row(high, cell(turned('btLr'), p(link)), 'a')))).find(
      ({ kind }) => kind === 'link',
    );
    if (item?.kind !== 'link') throw new Error('no link');
    expect(item.height).toBeGreaterThan(item.width);
    expect(item.y + item.height).toBeCloseTo(TOP + THIN + 72, 0);
  });
});

const box = (body: string, transform = ''): Uint8Array =>
  docx(
    p(
      runOf(
        `<w:drawing><wp:inline><wp:extent cx="1270000" cy="2540000"/><wp:docPr id="1" name="Box"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:spPr><a:xfrm${transform}/><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>word</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr lIns="0" tIns="0" rIns="0" bIns="0"${body}/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`,
      ),
    ),
  );

describe('text in a box', () => {
  it('runs upwards or downwards', () => {
    const up = placeOf(itemsOf(box(' vert="vert270"')), 'word');
    expect(up.way).toEqual([0, -1]);
    expect(up.y).toBeCloseTo(TOP + 200, 0);
    const down = placeOf(itemsOf(box(' vert="vert"')), 'word');
    expect(down.way).toEqual([0, 1]);
    expect(down.x).toBeGreaterThan(LEFT + 100 - LINE);
  });

  it('turns with the box, and is never mirrored', () => {
    expect(placeOf(itemsOf(box('', ' rot="5400000"')), 'word').way).toEqual([0, 1]);
    expect(placeOf(itemsOf(box('', ' flipH="1"')), 'word').way).toEqual([1, 0]);
    expect(placeOf(itemsOf(box('', ' flipV="1"')), 'word').way).toEqual([-1, 0]);
  });
});

describe('East Asian characters in lines that run downwards', () => {
  it('stand upright, one below the other, where the direction says so', () => {
    const items = itemsOf(linesDown('漢字A'));
    const [first, second] = [placeOf(items, '漢'), placeOf(items, '字')];
    expect([first.way, second.way]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(second.x).toBeCloseTo(first.x, 2);
    expect(second.y - first.y).toBeCloseTo(11, 2);
    // Latin letters lie as the line runs.
    expect(placeOf(items, 'A').way).toEqual([0, 1]);
  });

  it('commas move up and to the right, brackets lie', () => {
    const items = itemsOf(linesDown('漢、（'));
    const [letter, comma] = [placeOf(items, '漢'), placeOf(items, '、')];
    expect(comma.x).toBeGreaterThan(letter.x + 5);
    expect(comma.y - letter.y).toBeLessThan(11 - 5);
    expect(placeOf(items, '（').way).toEqual([0, 1]);
  });
});

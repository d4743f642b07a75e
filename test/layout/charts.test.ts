/** Charts: what stands where in their rectangle. Distances are those of Word's own PDFs. */
import { describe, expect, it } from 'vitest';
import type { Item, PathItem, TextItem } from '../../src/layout/display-list.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { library } from '../pdf/support.ts';
import { docx, type Piece, p } from '../support/build.ts';
import {
  AXES,
  bars,
  type ChartFormat,
  catAxis,
  chart,
  chartPart,
  chartXml,
  IDS,
  legend,
  numbers,
  series,
  strings,
  valAxis,
} from './chart-support.ts';
import { LEFT, layoutList, TOP, widthIn } from './table-support.ts';

const itemsOf = (plot: string, format: ChartFormat = {}): readonly Item[] =>
  layoutList(docx(p(chart(plot, format)))).pages[0]?.items ?? [];
const textsOf = (items: readonly Item[]): readonly TextItem[] => items.filter((item) => item.kind === 'text');
const words = (items: readonly Item[]): readonly string[] => textsOf(items).map(({ text }) => text);
const find = (items: readonly Item[], text: string): TextItem => {
  const found = textsOf(items).find((item) => item.text === text);
  if (found === undefined) throw new Error(`no "${text}" among ${words(items).join(' | ')}`);
  return found;
};
const filled = (items: readonly Item[], color: number): readonly PathItem[] =>
  items.filter((item) => item.kind === 'path').filter((item) => item.fill === color);
const stroked = (items: readonly Item[], color: number): readonly PathItem[] =>
  items.filter((item) => item.kind === 'path').filter((item) => item.stroke?.color === color);
const boxOf = (path: PathItem | undefined): { x: number; y: number; right: number; bottom: number } => {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const command of path?.path ?? [])
    for (let at = 1; at + 1 < command.length; at += 2) {
      xs.push(Number(command[at]));
      ys.push(Number(command[at + 1]));
    }
  return { x: Math.min(...xs), y: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
};
/** Corners of each part of a path. */
const partsOf = (path: PathItem | undefined): readonly ReturnType<typeof boxOf>[] => {
  const out: PathItem[] = [];
  for (const command of path?.path ?? []) {
    if (command[0] === 'M') out.push({ kind: 'path', path: [] });
    const last = out.at(-1);
    if (last !== undefined) out[out.length - 1] = { ...last, path: [...last.path, command] };
  }
  return out.map(boxOf);
};
const findings = (file: Uint8Array): readonly string[] =>
  readDocument(openDocx(file)).findings.map(({ code }) => code);
const RED = 0xff0000;
const BLUE = 0x0000ff;
/** Times New Roman of 10 points: documents of `build.ts` have no theme. */
const LINE = 11.499;

describe('a column chart', () => {
  const items = itemsOf(
    bars(
      series('A', [10, 20, 15], { color: 'FF0000' }) +
        series('B', [5, 10, 22], { color: '0000FF', index: 1 }),
    ),
  );
  const first = partsOf(filled(items, RED)[0]);
  const second = partsOf(filled(items, BLUE)[0]);

  it('begins right of its labels, and ends before the margin', () => {
    const grid = stroked(items, 0x868686).map(boxOf);
    const [left, right] = [Math.min(...grid.map(({ x }) => x)), Math.max(...grid.map(({ right: at }) => at))];
    const label = find(items, '25');
    expect(label.x).toBeCloseTo(LEFT + 6.5, 0);
    // The tick of the axis stands out to the left.
    expect(left).toBeCloseTo(LEFT + 6.5 + widthIn(label, '25') + 0.765 * LINE - 0.27 * LINE, 0);
    expect(right).toBeCloseTo(LEFT + 360 - 11, 1);
  });

  it('has bars as wide as the gap between its categories', () => {
    const width = (first[0]?.right ?? 0) - (first[0]?.x ?? 0);
    expect(second[0]?.x).toBeCloseTo(first[0]?.right ?? 0, 3);
    expect((first[1]?.x ?? 0) - (second[0]?.right ?? 0)).toBeCloseTo(width, 3);
  });

  it('draws values to scale, from zero', () => {
    const height = ({ y, bottom }: ReturnType<typeof boxOf> = { x: 0, y: 0, right: 0, bottom: 0 }): number =>
      bottom - y;
    expect(height(first[1])).toBeCloseTo(2 * height(first[0]), 3);
    expect(first[0]?.bottom).toBe(second[2]?.bottom);
    expect(words(items)).toEqual(
      expect.arrayContaining(['0', '5', '10', '15', '20', '25', 'North', 'South', 'East']),
    );
  });

  it('writes each category below the middle of its bars', () => {
    const label = find(items, 'South');
    const middle = ((first[1]?.x ?? 0) + (second[1]?.right ?? 0)) / 2;
    expect(label.x + widthIn(label, 'South') / 2).toBeCloseTo(middle, 2);
    expect(label.y).toBeGreaterThan(first[1]?.bottom ?? 0);
  });
});

describe('bars', () => {
  it('begin where the axis of their categories crosses, not at zero', () => {
    const crossing = catAxis().replace('<c:crosses val="autoZero"/>', '<c:crossesAt val="15"/>');
    const items = itemsOf(bars(series('A', [10, 20], { color: 'FF0000' }), { axes: crossing + valAxis() }));
    const [below, above] = partsOf(filled(items, RED)[0]);
    expect(below?.y).toBeCloseTo(above?.bottom ?? 0, 3);
    expect((below?.bottom ?? 0) - (below?.y ?? 0)).toBeCloseTo((above?.bottom ?? 0) - (above?.y ?? 0), 3);
  });
});

describe('labels of points', () => {
  it('say all that they may where nothing says what, as in Word', () => {
    const labels = '<c:dLbls><c:showVal val="1"/></c:dLbls>';
    const items = itemsOf(bars(series('A', [10, 20], { before: labels })));
    expect(words(items)).toEqual(expect.arrayContaining(['A, North, 10', 'A, South, 20']));
  });
});

describe('bars below zero', () => {
  it('are white where nothing says that they are not, as in Word', () => {
    const left = series('A', [10, -10], { color: 'FF0000' }).replace('<c:invertIfNegative val="0"/>', '');
    const items = itemsOf(bars(left));
    expect(partsOf(filled(items, RED)[0])).toHaveLength(1);
    expect(filled(items, 0xffffff)).toHaveLength(1);
  });
});

describe('bars that lie', () => {
  const items = itemsOf(bars(series('A', [10, 20], { color: 'FF0000' }), { direction: 'bar' }));
  it('have their categories on the left, the first one below', () => {
    const [north, south] = partsOf(filled(items, RED)[0]);
    expect((north?.right ?? 0) - (north?.x ?? 0)).toBeCloseTo(((south?.right ?? 0) - (south?.x ?? 0)) / 2, 3);
    expect(north?.y).toBeGreaterThan(south?.bottom ?? 0);
    expect(find(items, 'North').x).toBeLessThan(north?.x ?? 0);
  });
});

describe('stacked columns', () => {
  const both =
    series('A', [10, -4], { color: 'FF0000' }) + series('B', [30, -6], { color: '0000FF', index: 1 });
  it('stand on each other, and hang below zero', () => {
    const items = itemsOf(bars(both, { grouping: 'stacked', overlap: 100 }));
    const [a, c] = partsOf(filled(items, RED)[0]);
    const [b, d] = partsOf(filled(items, BLUE)[0]);
    expect(b?.bottom).toBeCloseTo(a?.y ?? 0, 3);
    expect(c?.y).toBeCloseTo(a?.bottom ?? 0, 3);
    expect(d?.y).toBeCloseTo(c?.bottom ?? 0, 3);
    expect(words(items)).toContain('-20');
  });

  it('stand beside each other where nothing says that they overlap, as in Word', () => {
    const items = itemsOf(bars(both, { grouping: 'stacked' }));
    const [a] = partsOf(filled(items, RED)[0]);
    const [b] = partsOf(filled(items, BLUE)[0]);
    expect(b?.bottom).toBeCloseTo(a?.y ?? 0, 3);
    expect(b?.x).toBeCloseTo(a?.right ?? 0, 3);
  });

  it('are shares of a hundred percent', () => {
    const items = itemsOf(
      bars(series('A', [10, 1], { color: 'FF0000' }) + series('B', [30, 3], { color: '0000FF', index: 1 }), {
        grouping: 'percentStacked',
        overlap: 100,
      }),
    );
    const [a, b] = partsOf(filled(items, RED)[0]);
    expect((a?.bottom ?? 0) - (a?.y ?? 0)).toBeCloseTo((b?.bottom ?? 0) - (b?.y ?? 0), 3);
    expect(words(items)).toEqual(expect.arrayContaining(['0%', '50%', '100%']));
  });
});

describe('a legend', () => {
  const two = bars(
    series('First', [1, 2], { color: 'FF0000' }) + series('Second', [3, 4], { color: '0000FF', index: 1 }),
  );
  it('on the right ends ten points before the edge, its lines six points apart', () => {
    const items = itemsOf(two, { legend: legend('r') });
    const [one, other] = [find(items, 'First'), find(items, 'Second')];
    expect(other.x + widthIn(other, 'Second')).toBeCloseTo(LEFT + 360 - 9.97, 1);
    expect(one.x).toBeCloseTo(other.x, 3);
    expect(other.y - one.y).toBeCloseTo(LINE + 5.88, 1);
  });

  it('below stands in the middle, and leaves less of the plot', () => {
    const items = itemsOf(two, { legend: legend('b') });
    const [one, other] = [find(items, 'First'), find(items, 'Second')];
    expect(one.y).toBeCloseTo(other.y, 3);
    // Keys and texts together, a little to the right of the middle.
    const key = boxOf(filled(items, RED).at(-1)).x;
    expect((key + other.x + widthIn(other, 'Second')) / 2).toBeCloseTo(LEFT + 180 + 1.9, 1);
    expect(find(items, 'North').y).toBeLessThan(one.y - LINE);
  });

  it('stays in one row where its own box has room for that', () => {
    const box = (width: number): string =>
      `<c:legend><c:legendPos val="b"/><c:layout><c:manualLayout><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="0.1"/><c:y val="0.8"/><c:w val="${width}"/><c:h val="0.1"/></c:manualLayout></c:layout><c:overlay val="0"/></c:legend>`;
    const rows = (width: number): number => {
      const items = itemsOf(two, { legend: box(width) });
      return find(items, 'Second').y - find(items, 'First').y;
    };
    expect(rows(0.22)).toBe(0);
    expect(rows(0.15)).toBeGreaterThan(LINE);
  });

  it('does without entries that are taken out, and turns bars that lie upside down', () => {
    const taken =
      '<c:legend><c:legendPos val="r"/><c:legendEntry><c:idx val="0"/><c:delete val="1"/></c:legendEntry><c:overlay val="0"/></c:legend>';
    expect(words(itemsOf(two, { legend: taken }))).not.toContain('First');
    const lying = bars(series('First', [1, 2]) + series('Second', [3, 4], { index: 1 }), {
      direction: 'bar',
    });
    const items = itemsOf(lying, { legend: legend('r') });
    expect(find(items, 'Second').y).toBeLessThan(find(items, 'First').y);
  });
});

describe('titles', () => {
  const rich = (text: string): string =>
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr sz="1400" b="0"/><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  it('stand above the middle of the chart, and push the plot down', () => {
    const items = itemsOf(bars(series('A', [1, 2], { color: 'FF0000' })), { title: rich('Sales') });
    const title = find(items, 'Sales');
    expect(title.size).toBe(14);
    expect(title.x + widthIn(title, 'Sales') / 2).toBeCloseTo(LEFT + 180, 1);
    const plain = itemsOf(bars(series('A', [1, 2], { color: 'FF0000' })));
    const top = (all: readonly Item[]): number =>
      Math.min(...stroked(all, 0x868686).map((line) => boxOf(line).y));
    // The title, and twenty points around it, of which eleven are there anyway.
    expect(top(items) - top(plain)).toBeCloseTo(14 * 1.1499 + 9, 1);
  });

  it('are the name of the only series where they do not say', () => {
    expect(
      words(itemsOf(bars(series('Visitors', [1])), { title: '<c:title><c:overlay val="0"/></c:title>' })),
    ).toContain('Visitors');
    expect(words(itemsOf(bars(series('Visitors', [1]))))).not.toContain('Visitors');
  });

  it('of upright axes run upwards', () => {
    const items = itemsOf(bars(series('A', [1, 2]), { axes: catAxis() + valAxis({ xml: rich('Euro') }) }));
    const at = items.findIndex((item) => item.kind === 'text' && item.text === 'Euro');
    const [a, b] = ((item) => (item?.kind === 'push' ? (item.matrix ?? []) : []))(items[at - 1]);
    expect([a, b].map((value) => Math.round(value ?? 9))).toEqual([0, -1]);
  });
});

describe('lines', () => {
  const line = (content: string): string =>
    `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${content}<c:marker val="1"/>${IDS}</c:lineChart>${AXES}`;
  const one = (values: readonly (number | undefined)[], after = '<c:smooth val="0"/>'): string =>
    `<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:ln w="25400"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker><c:val>${numbers(values)}</c:val>${after}</c:ser>`;

  it('stop where a value is missing', () => {
    const paths = stroked(itemsOf(line(one([1, 2, undefined, 4, 5]))), RED);
    expect(paths.map(({ path }) => path.map(([command]) => command).join(''))).toEqual(['ML', 'ML']);
    expect(paths[0]?.stroke?.width).toBe(2);
  });

  it('are bent where nothing says that they are not, as Word does', () => {
    expect(stroked(itemsOf(line(one([1, 3, 2], ''))), RED)[0]?.path.map(([command]) => command)).toEqual([
      'M',
      'C',
      'C',
    ]);
  });
});

describe('pies', () => {
  const pie = (more = ''): string =>
    `<c:pieChart><c:varyColors val="1"/><c:ser><c:idx val="0"/><c:order val="0"/>${more}<c:cat>${strings(['Half', 'Rest'])}</c:cat><c:val>${numbers([50, 50])}</c:val></c:ser></c:pieChart>`;
  it('fill the height but for eleven points at each end', () => {
    const slices = itemsOf(pie()).filter((item) => item.kind === 'path');
    const circle = slices.map(boxOf);
    expect(Math.min(...circle.map(({ y }) => y))).toBeCloseTo(TOP + 11, 0);
    expect(Math.max(...circle.map(({ bottom }) => bottom))).toBeCloseTo(TOP + 205, 0);
    // The first slice lies on the right, from the top on.
    expect(circle[0]?.x).toBeCloseTo(LEFT + 180, 1);
    expect(slices[0]?.fill).not.toBe(slices[1]?.fill);
  });

  it('say what share they are', () => {
    const labels =
      '<c:dLbls><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="1"/><c:showSerName val="0"/><c:showPercent val="1"/><c:showBubbleSize val="0"/></c:dLbls>';
    expect(words(itemsOf(pie(labels)))).toEqual(['Half, 50%', 'Rest, 50%']);
  });
});

describe('points', () => {
  const scatter = (x: readonly number[], y: readonly number[], more = ''): string =>
    `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val="square"/><c:size val="6"/><c:spPr><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></c:spPr></c:marker>${more}<c:xVal>${numbers(x)}</c:xVal><c:yVal>${numbers(y)}</c:yVal></c:ser>${IDS}</c:scatterChart>${valAxis({ position: 'b' }, 1)}${valAxis()}`;
  it('stand where both axes say', () => {
    const items = itemsOf(scatter([0, 5, 10], [0, 50, 100]));
    const [a, b, c] = filled(items, RED).map(boxOf);
    expect((a?.x ?? 0) + (c?.x ?? 0)).toBeCloseTo(2 * (b?.x ?? 0), 3);
    expect((a?.y ?? 0) + (c?.y ?? 0)).toBeCloseTo(2 * (b?.y ?? 0), 3);
    const zero = textsOf(items).filter(({ text }) => text === '0');
    expect(zero).toHaveLength(2);
  });

  it('have a line through them, and its formula', () => {
    const trend =
      '<c:trendline><c:trendlineType val="linear"/><c:dispRSqr val="1"/><c:dispEq val="1"/></c:trendline>';
    expect(words(itemsOf(scatter([1, 2, 3, 4], [3, 5, 7, 9], trend)))).toEqual(
      expect.arrayContaining(['y = 2x + 1', 'R² = 1']),
    );
  });
});

describe('two value axes', () => {
  it('stand at both sides, each with its own numbers', () => {
    const second = `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series('B', [1000, 3000], { index: 1 })}<c:marker val="0"/><c:axId val="3"/><c:axId val="4"/></c:lineChart>`;
    const axes = `${AXES}<c:valAx><c:axId val="4"/><c:scaling/><c:delete val="0"/><c:axPos val="r"/><c:crossAx val="3"/><c:crosses val="max"/></c:valAx><c:catAx><c:axId val="3"/><c:scaling/><c:delete val="1"/><c:axPos val="b"/><c:crossAx val="4"/></c:catAx>`;
    const items = itemsOf(bars(series('A', [1, 2], { color: 'FF0000' }), { axes: '' }) + second + axes);
    const bar = boxOf(filled(items, RED)[0]);
    expect(find(items, '3500').x).toBeGreaterThan(bar.right);
    expect(find(items, '2.5').x).toBeLessThan(bar.x);
  });
});

describe('labels of categories', () => {
  const long = Array.from({ length: 12 }, (_, index) => `Department${index}`);
  it('are turned where they have no room', () => {
    const items = itemsOf(
      bars(
        series(
          'A',
          long.map((_, index) => index),
          { categories: long },
        ),
      ),
    );
    const at = items.findIndex((item) => item.kind === 'text' && item.text === 'Department3');
    const before = items[at - 1];
    expect(before?.kind).toBe('push');
  });

  it('are broken into lines where their words have room', () => {
    const items = itemsOf(
      bars(series('A', [1, 2, 3], { categories: ['a very long name of a place', 'b', 'c'] })),
    );
    const [one, other] = textsOf(items).filter(({ text }) => /very|place/.test(text));
    expect(other?.y).toBeGreaterThan(one?.y ?? 0);
  });
});

describe('a chart in a tagged file', () => {
  it('is a figure with its description, and its words are in it', () => {
    const document = readDocument(
      openDocx(docx(p(chart(bars(series('A', [1, 2])), { alt: 'Sales by region' })))),
    );
    const { structure, pages } = layoutDocument(document, library, undefined, { tagged: true }).list;
    const figure = structure.findIndex(({ role, alt }) => role === 'Figure' && alt === 'Sales by region');
    const items = pages[0]?.items ?? [];
    const word = items.findIndex((item) => item.kind === 'text' && item.text === 'North');
    const marks = items.slice(0, word).filter((item) => item.kind === 'mark');
    expect(marks.at(-1)?.element).toBe(figure);
  });
});

describe('a plot of its own place', () => {
  it('is where its layout says', () => {
    const layout =
      '<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="0.25"/><c:y val="0.5"/><c:w val="0.5"/><c:h val="0.25"/></c:manualLayout></c:layout>';
    const plot = bars(series('A', [10, 10], { color: 'FF0000' }), {
      axes: catAxis() + valAxis({ scaling: '<c:max val="10"/><c:min val="0"/>' }),
    });
    const items = itemsOf(plot, { layout });
    const bar = boxOf(filled(items, RED)[0]);
    expect(bar.bottom).toBeCloseTo(TOP + 216 * 0.75, 2);
    expect(bar.y).toBeCloseTo(TOP + 216 * 0.5, 2);
  });

  it('keeps its labels in the chart where it leaves them little room', () => {
    const layout = (x: number): string =>
      `<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${x}"/><c:y val="0.1"/><c:w val="0.5"/><c:h val="0.7"/></c:manualLayout></c:layout>`;
    const labelAt = (x: number): number | undefined =>
      textsOf(itemsOf(bars(series('A', [10, 20])), { layout: layout(x) })).find(({ text }) => text === '20')
        ?.x;
    expect(labelAt(0.02)).toBeCloseTo(LEFT, 1);
    expect(labelAt(0.25)).toBeGreaterThan(LEFT + 50);
  });
});

describe('what was drawn into a chart', () => {
  it('stands in front of it, at shares of its rectangle', () => {
    const note: Piece = (build) => {
      build.file(
        'word/charts/_rels/noted.xml.rels',
        'application/vnd.openxmlformats-package.relationships+xml',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartUserShapes" Target="../drawings/drawing1.xml"/></Relationships>',
      );
      build.file(
        'word/drawings/drawing1.xml',
        'application/vnd.openxmlformats-officedocument.drawingml.chartshapes+xml',
        '<c:userShapes xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:cdr="http://schemas.openxmlformats.org/drawingml/2006/chartDrawing"><cdr:relSizeAnchor><cdr:from><cdr:x>0.5</cdr:x><cdr:y>0.25</cdr:y></cdr:from><cdr:to><cdr:x>0.75</cdr:x><cdr:y>0.5</cdr:y></cdr:to><cdr:sp><cdr:nvSpPr/><cdr:spPr><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="0000FF"/></a:solidFill></cdr:spPr><cdr:txBody><a:bodyPr/><a:p><a:r><a:rPr sz="900"/><a:t>Peak</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>',
      );
      const xml = chartXml(bars(series('A', [1, 2])), { space: '<c:userShapes r:id="rId1"/>' });
      return build.render([chartPart(xml, { name: 'noted' })]);
    };
    const file = docx(p(note));
    expect(findings(file)).toEqual([]);
    const items = layoutList(file).pages[0]?.items ?? [];
    const box = boxOf(filled(items, BLUE)[0]);
    expect([box.x, box.y, box.right, box.bottom].map(Math.round)).toEqual([
      LEFT + 180,
      TOP + 54,
      LEFT + 270,
      TOP + 108,
    ]);
    expect(find(items, 'Peak').size).toBe(9);
    expect(words(items)).toContain('North');
  });
});

describe('what is not drawn', () => {
  it.each(['bar3DChart', 'pie3DChart', 'surfaceChart', 'ofPieChart', 'nobodysChart'])(
    'is a finding: %s',
    (kind) => {
      expect(findings(docx(p(chart(`<c:${kind}>${series('A', [1])}</c:${kind}>`))))).toEqual(['chart']);
    },
  );
  it('is a chart whose part is missing, or is another', () => {
    expect(
      findings(
        docx(
          p(chartPart('<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>')),
        ),
      ),
    ).toEqual(['chart']);
  });
});

describe('charts that nobody meant', () => {
  it.each([
    ['no values', bars('<c:ser><c:idx val="0"/></c:ser>')],
    ['no series', bars('')],
    ['values that are no numbers', bars(series('A', ['NaN', 'Infinity', '-1e999', 'x', '']))],
    ['numbers at the ends of the range', bars(series('A', [1e299, -1e299, 1e-299]))],
    ['one value', bars(series('A', [0]))],
    [
      'a count that lies',
      bars(
        `<c:ser><c:val><c:numRef><c:numCache><c:ptCount val="4000000000"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`,
      ),
    ],
    [
      'points beyond the end',
      bars(
        `<c:ser><c:val><c:numRef><c:numCache><c:ptCount val="1"/><c:pt idx="4294967295"><c:v>1</c:v></c:pt><c:pt idx="-1"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`,
      ),
    ],
    ['no axes', bars(series('A', [1, 2]), { axes: '' })],
    ['one axis twice', bars(series('A', [1, 2]), { axes: valAxis() + valAxis() })],
    ['axes of other names', bars(series('A', [1, 2])).replaceAll('<c:axId val="1"/>', '<c:axId val="x"/>')],
    [
      'axes that end before they begin',
      bars(series('A', [1, 2]), {
        axes: catAxis() + valAxis({ scaling: '<c:max val="-5"/><c:min val="5"/>' }),
      }),
    ],
    [
      'a tiny unit',
      bars(series('A', [1, 2]), { axes: catAxis() + valAxis({ xml: '<c:majorUnit val="1e-9"/>' }) }),
    ],
    [
      'a logarithmic axis with values below zero',
      bars(series('A', [-1, 0, 100]), { axes: catAxis() + valAxis({ scaling: '<c:logBase val="10"/>' }) }),
    ],
  ])('have %s', (_, plot) => {
    const items = itemsOf(plot, { legend: legend('r') });
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toContain('null');
  });

  it.each([
    [0, 0],
    [0, 100],
    [1, 1],
    [9, 9],
    [2000, 3],
  ])('are %d by %d points', (width, height) => {
    const items = itemsOf(bars(series('A', [1, 2])), { width, height, legend: legend('b') });
    const numbersOf = JSON.stringify(items);
    expect(numbersOf).not.toContain('null');
  });

  it('have a hundred thousand points: a finding, and no hang', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => index);
    const file = docx(p(chart(bars(`<c:ser><c:idx val="0"/><c:val>${numbers(many)}</c:val></c:ser>`))));
    expect(findings(file)).toEqual(['chart']);
  });
});

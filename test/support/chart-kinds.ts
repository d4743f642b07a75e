/** A chart of each kind as Word makes it, with a look to continue: for CHART, and for tags in the cells behind it. */
import { AXES, catAxis, IDS, valAxis } from '../layout/chart-support.ts';
import { bookSeries } from './chart-book.ts';

interface ChartKind {
  readonly plot: string;
  readonly tag: string;
}

const CELLS = { tx: '$B$1', cat: '$A$2:$A$3', val: '$B$2:$B$3' };
const SECOND = { tx: '$C$1', cat: '$A$2:$A$3', val: '$C$2:$C$3' };
const ROWS = '{CHART rows category=month series=(sales as &quot;Sales&quot;, costs as &quot;Costs&quot;)}';
const ONE = '{CHART rows category=month series=(sales as &quot;Sales&quot;)}';

const stroked = (index: number): string =>
  `<c:spPr><a:ln w="28575"><a:solidFill><a:schemeClr val="accent${index + 1}"/></a:solidFill></a:ln></c:spPr>`;
/** Lines have no filling but a stroke, and a marker. */
const lines = (index: number, cells: Readonly<Record<string, string>>, after = ''): string =>
  bookSeries(index, cells)
    .replace(
      /<c:spPr>.*<\/c:spPr>/,
      `${stroked(index)}<c:marker><c:symbol val="circle"/><c:size val="5"/></c:marker>`,
    )
    .replace('</c:ser>', `${after}</c:ser>`);
const grouped = (name: string, content: string, rest = ''): string =>
  `<c:${name}><c:grouping val="standard"/><c:varyColors val="0"/>${content}${rest}${IDS}</c:${name}>`;
const bars = (direction: string, content: string): string =>
  `<c:barChart><c:barDir val="${direction}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${content}<c:gapWidth val="80"/>${IDS}</c:barChart>`;
const slices = [0, 1]
  .map(
    (index) =>
      `<c:dPt><c:idx val="${index}"/><c:bubble3D val="0"/><c:spPr><a:solidFill><a:schemeClr val="accent${index + 1}"/></a:solidFill></c:spPr></c:dPt>`,
  )
  .join('');
const round = (name: string, rest: string): string =>
  `<c:${name}><c:varyColors val="1"/>${bookSeries(0, CELLS).replace('<c:cat>', `${slices}<c:cat>`)}${rest}</c:${name}>`;
const points = { tx: '$B$1', xVal: '$A$2:$A$3', yVal: '$B$2:$B$3' };
const POINT_AXES = valAxis({}, 1) + valAxis({ xml: '<c:majorGridlines/>' });
const BOTH = bookSeries(0, CELLS) + bookSeries(1, SECOND);

export const CHART_KINDS: Readonly<Record<string, ChartKind>> = {
  column: { plot: bars('col', BOTH) + AXES, tag: ROWS },
  bar: {
    plot:
      bars('bar', BOTH) + catAxis({ position: 'l' }) + valAxis({ position: 'b', xml: '<c:majorGridlines/>' }),
    tag: ROWS,
  },
  line: {
    plot: grouped('lineChart', lines(0, CELLS) + lines(1, SECOND), '<c:marker val="1"/>') + AXES,
    tag: ROWS,
  },
  area: { plot: grouped('areaChart', BOTH) + AXES, tag: ROWS },
  pie: { plot: round('pieChart', '<c:firstSliceAng val="0"/>'), tag: ONE },
  doughnut: { plot: round('doughnutChart', '<c:firstSliceAng val="0"/><c:holeSize val="50"/>'), tag: ONE },
  scatter: {
    plot: `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${lines(0, points, '<c:smooth val="0"/>')}${IDS}</c:scatterChart>${POINT_AXES}`,
    tag: '{CHART rows x=sales y=(costs as &quot;Costs&quot;)}',
  },
  bubble: {
    plot: `<c:bubbleChart><c:varyColors val="0"/>${bookSeries(0, { ...points, bubbleSize: '$C$2:$C$3' })}<c:bubbleScale val="40"/>${IDS}</c:bubbleChart>${POINT_AXES}`,
    tag: '{CHART rows x=sales y=(costs as &quot;Costs&quot;) size=sales}',
  },
  radar: {
    plot: `<c:radarChart><c:radarStyle val="marker"/><c:varyColors val="0"/>${lines(0, CELLS)}${lines(1, SECOND)}${IDS}</c:radarChart>${AXES}`,
    tag: ROWS,
  },
  combined: {
    plot: `${bars('col', bookSeries(0, CELLS))}${grouped('lineChart', lines(1, SECOND), '<c:marker val="1"/>')}${AXES}`,
    tag: ROWS,
  },
};

/**
 * readChart :: c:chartSpace → Chart (ECMA-376 §21.2), or a finding where it is of a kind that is not drawn
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import type { StoryContext } from '../story-context.ts';
import { readColorScheme, type Theme, themeColor } from '../theme.ts';
import { readAxis, readTitle } from './chart-axis.ts';
import type { ChartReading } from './chart-reading.ts';
import { readLabels, readSeries } from './chart-series.ts';
import { readChartLine, readLayout, readLook, readTextLook } from './chart-style.ts';
import { attributeOf, flagOf, numberOf, oneOf, percentOf } from './chart-values.ts';
import type { Chart, ChartGroup, ChartKind, ChartLegend, ChartTitle } from './model.ts';

export const readChart = (root: XmlElement, around: StoryContext): Chart | undefined => {
  const context = withOwnTheme(around);
  let known = true;
  const reading: ChartReading = {
    context,
    missing: !isOf2007(context),
    unknown: () => {
      known = false;
    },
  };
  const chart = childOf(root, 'c:chart');
  const area = childOf(chart, 'c:plotArea');
  if (root.name !== 'c:chartSpace' || chart === undefined || area === undefined) return undefined;
  const groups: ChartGroup[] = [];
  const axes = [];
  for (const element of elementsOf(area)) {
    const kind = GROUPS[element.name];
    const axis = readAxis(element, reading);
    if (kind !== undefined) groups.push(readGroup(element, kind, reading));
    else if (axis !== undefined) axes.push(axis);
    else if (!PLAIN.has(element.name)) known = false;
  }
  if (groups.length === 0 || !known) return undefined;
  const { theme } = context;
  const legend = childOf(chart, 'c:legend');
  return {
    kind: 'chart',
    style: styleOf(root),
    palette: {
      accents: [1, 2, 3, 4, 5, 6].map((number) => themeColor(theme, `accent${number}`) ?? 0x808080),
      text: themeColor(theme, 'tx1') ?? 0,
      ground: themeColor(theme, 'bg1') ?? 0xffffff,
      family: theme.minor.latin,
    },
    rounded: flagOf(root, 'c:roundedCorners', reading.missing),
    look: readLook(childOf(root, 'c:spPr'), context),
    font: readTextLook(childOf(root, 'c:txPr'), context).font,
    title: titleOf(chart, groups, reading),
    groups,
    axes,
    plot: { look: readLook(childOf(area, 'c:spPr'), context), layout: readLayout(area) },
    legend: legend && readLegend(legend, reading),
    blanks: oneOf(attributeOf(chart, 'c:dispBlanksAs'), ['gap', 'zero', 'span'], 'zero'),
    from1904: flagOf(root, 'c:date1904', false),
  };
};

/** What is drawn. Surfaces, and bodies in space, are another thing than their shadows on paper. */
const GROUPS: Readonly<Record<string, ChartKind>> = {
  'c:barChart': 'bar',
  'c:lineChart': 'line',
  'c:stockChart': 'line',
  'c:areaChart': 'area',
  'c:pieChart': 'pie',
  'c:doughnutChart': 'doughnut',
  'c:scatterChart': 'scatter',
  'c:bubbleChart': 'bubble',
  'c:radarChart': 'radar',
};
const PLAIN: ReadonlySet<string> = new Set(['c:layout', 'c:spPr', 'c:extLst']);

/** A part may bring the colours of the workbook that it is from (`a:themeOverride`). */
const withOwnTheme = (context: StoryContext): StoryContext => {
  const own = context.open(context.related('themeOverride')?.part);
  if (own === undefined) return context;
  const theme: Theme = { ...context.theme, colors: readColorScheme(own.root, context.theme.colors) };
  return {
    theme,
    findings: context.findings,
    part: context.part,
    relationship: (id) => context.relationship(id),
    related: (kind) => context.related(kind),
    runProperties: (element) => context.runProperties(element),
    open: context.open,
    shapeTypes: context.shapeTypes,
    readBlocks: (parent) => context.readBlocks(parent),
  };
};

const isOf2007 = (context: StoryContext): boolean => {
  const version = childOf(context.open('docProps/app.xml')?.root, 'ep:AppVersion');
  return version !== undefined && textContent(version).trim().startsWith('12.');
};

const STYLE = 2;

const styleOf = (root: XmlElement): number => {
  const alternative = childOf(childOf(root, 'mc:AlternateContent'), 'mc:Fallback');
  const style = numberOf(root, 'c:style') ?? numberOf(alternative, 'c:style') ?? STYLE;
  return style >= 1 && style <= 48 ? Math.floor(style) : STYLE;
};

/** A chart of one series has its name for a title unless that was taken away. */
const titleOf = (
  chart: XmlElement,
  groups: readonly ChartGroup[],
  reading: ChartReading,
): ChartTitle | undefined => {
  const element = childOf(chart, 'c:title');
  const series = groups.flatMap((group) => group.series);
  const name = series.length === 1 ? series[0]?.name : undefined;
  const own = { paragraphs: [[{ text: name ?? 'Chart Title', font: {} }]] };
  if (element !== undefined) {
    const title = readTitle(element, reading);
    return title.text === undefined ? { ...title, text: own } : title;
  }
  if (flagOf(chart, 'c:autoTitleDeleted', reading.missing) || name === undefined) return undefined;
  const look = readLook(undefined, reading.context);
  return { text: own, font: {}, rotation: undefined, overlay: false, layout: undefined, look };
};

const readGroup = (element: XmlElement, kind: ChartKind, reading: ChartReading): ChartGroup => {
  const { context, missing } = reading;
  const line = (name: string) => {
    const lines = childOf(element, name);
    return lines && readChartLine(childOf(lines, 'c:spPr'), context);
  };
  const bars = childOf(element, 'c:upDownBars');
  const radar = attributeOf(element, 'c:radarStyle');
  const series = elementsOf(element, 'c:ser').map((one) => readSeries(one, reading));
  return {
    kind,
    horizontal: kind === 'bar' && attributeOf(element, 'c:barDir') === 'bar',
    grouping: oneOf(
      attributeOf(element, 'c:grouping'),
      ['clustered', 'standard', 'stacked', 'percentStacked'],
      kind === 'bar' ? 'clustered' : 'standard',
    ),
    varied: flagOf(element, 'c:varyColors', missing),
    series: series.sort((a, b) => a.order - b.order),
    labels: readLabels(childOf(element, 'c:dLbls'), reading),
    axes: elementsOf(element, 'c:axId').map((id) => id.attribute('val') ?? ''),
    gap: percentOf(element, 'c:gapWidth', 150, [0, 500]),
    overlap: percentOf(element, 'c:overlap', 0, [-100, 100]),
    startAngle: Math.max(0, Math.min(360, numberOf(element, 'c:firstSliceAng') ?? 0)),
    hole: percentOf(element, 'c:holeSize', 10, [1, 90]),
    bubbleScale: percentOf(element, 'c:bubbleScale', 100, [0, 300]),
    sizeIs: attributeOf(element, 'c:sizeRepresents') === 'w' ? 'width' : 'area',
    markers:
      kind === 'radar' ? radar === 'marker' : kind === 'scatter' || flagOf(element, 'c:marker', missing),
    filled: radar === 'filled',
    lines: kind !== 'scatter' || !['marker', 'none'].includes(attributeOf(element, 'c:scatterStyle') ?? ''),
    dropLines: line('c:dropLines'),
    highLowLines: line('c:hiLowLines'),
    upDownBars: bars && {
      gap: percentOf(bars, 'c:gapWidth', 150, [0, 500]),
      up: readLook(childOf(childOf(bars, 'c:upBars'), 'c:spPr'), context),
      down: readLook(childOf(childOf(bars, 'c:downBars'), 'c:spPr'), context),
    },
  };
};

const readLegend = (element: XmlElement, { context, missing }: ChartReading): ChartLegend => ({
  position: oneOf(attributeOf(element, 'c:legendPos'), ['b', 'l', 'r', 't', 'tr'], 'r'),
  overlay: flagOf(element, 'c:overlay', missing),
  layout: readLayout(element),
  look: readLook(childOf(element, 'c:spPr'), context),
  text: readTextLook(childOf(element, 'c:txPr'), context),
  deleted: new Set(
    elementsOf(element, 'c:legendEntry')
      .filter((entry) => flagOf(entry, 'c:delete', false))
      .map((entry) => numberOf(entry, 'c:idx') ?? -1),
  ),
});

/**
 * readSeries :: c:ser → ChartSeries, with its points, labels, trend lines and error bars
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { isCut, readCategories, readName, readNumbers } from './chart-data.ts';
import type { ChartReading } from './chart-reading.ts';
import { readChartLine, readChartText, readLayout, readLook, readTextLook } from './chart-style.ts';
import { attributeOf, flagOf, numberOf, oneOf, percentOf } from './chart-values.ts';
import type {
  ChartMarker,
  ChartPoint,
  ChartSeries,
  DataLabels,
  ErrorBars,
  LabelContent,
  Trendline,
} from './model.ts';

const DATA = ['c:cat', 'c:val', 'c:xVal', 'c:yVal', 'c:bubbleSize'] as const;

export const readSeries = (element: XmlElement, reading: ChartReading): ChartSeries => {
  const { context, missing } = reading;
  for (const name of DATA) if (isCut(childOf(element, name))) reading.unknown(element);
  const index = numberOf(element, 'c:idx') ?? 0;
  const points = new Map<number, ChartPoint>();
  for (const point of elementsOf(element, 'c:dPt')) {
    const look = childOf(point, 'c:spPr');
    const explosion = numberOf(point, 'c:explosion');
    points.set(numberOf(point, 'c:idx') ?? -1, {
      look: look && readLook(look, context),
      marker: readMarker(childOf(point, 'c:marker'), reading),
      explosion: explosion === undefined ? undefined : Math.max(0, Math.min(4, explosion / 100)),
    });
  }
  const sizes = childOf(element, 'c:bubbleSize');
  const x = childOf(element, 'c:xVal');
  return {
    index,
    order: numberOf(element, 'c:order') ?? index,
    name: readName(childOf(element, 'c:tx')),
    look: readLook(childOf(element, 'c:spPr'), context),
    marker: readMarker(childOf(element, 'c:marker'), reading),
    points,
    labels: readLabels(childOf(element, 'c:dLbls'), reading),
    categories: readCategories(childOf(element, 'c:cat') ?? x),
    values: readNumbers(childOf(element, 'c:val') ?? childOf(element, 'c:yVal')),
    x: x && readNumbers(x),
    sizes: sizes && readNumbers(sizes),
    smooth: flagOf(element, 'c:smooth', missing),
    explosion: percentOf(element, 'c:explosion', 0, [0, 400]),
    invertNegative: flagOf(element, 'c:invertIfNegative', missing),
    trendlines: elementsOf(element, 'c:trendline')
      .slice(0, 20)
      .map((line) => readTrendline(line, reading)),
    errorBars: elementsOf(element, 'c:errBars')
      .slice(0, 2)
      .map((bars) => readErrorBars(bars, reading)),
  };
};

const readMarker = (element: XmlElement | undefined, { context }: ChartReading): ChartMarker | undefined => {
  if (element === undefined) return undefined;
  const symbol = attributeOf(element, 'c:symbol');
  const size = numberOf(element, 'c:size');
  return {
    symbol: symbol === 'auto' ? undefined : symbol,
    size: size === undefined ? undefined : Math.max(2, Math.min(72, size)),
    look: readLook(childOf(element, 'c:spPr'), context),
  };
};

/** Text of a label that the workbook fills. */
const FIELDS: ReadonlySet<string> = new Set(['CELLRANGE', 'CELLREF', 'TXLINK']);

export const readLabels = (
  element: XmlElement | undefined,
  reading: ChartReading,
): DataLabels | undefined => {
  if (element === undefined) return undefined;
  const points = new Map<
    number,
    LabelContent &
      Pick<DataLabels['points'] extends ReadonlyMap<number, infer P> ? P : never, 'own' | 'layout'>
  >();
  for (const label of elementsOf(element, 'c:dLbl')) {
    const rich = childOf(childOf(label, 'c:tx'), 'c:rich');
    const fields =
      rich === undefined ? [] : elementsOf(rich, 'a:p').flatMap((one) => elementsOf(one, 'a:fld'));
    if (fields.some((field) => FIELDS.has(field.attribute('type') ?? ''))) reading.unknown(label);
    points.set(numberOf(label, 'c:idx') ?? -1, {
      ...readContent(label, reading),
      own: readChartText(rich, reading.context),
      layout: readLayout(label),
    });
  }
  const moved = [...points.values()].some(({ layout }) => layout !== undefined);
  if (moved && flagOf(element, 'c:showLeaderLines', false))
    reading.context.findings.note('chart', reading.context.part, element);
  return { ...readContent(element, reading), points };
};

const readContent = (element: XmlElement, { context, missing }: ChartReading): LabelContent => {
  const deleted = flagOf(element, 'c:delete', false);
  const shows = (name: string): boolean => !deleted && flagOf(element, name, missing);
  const separator = childOf(element, 'c:separator');
  const format = childOf(element, 'c:numFmt');
  const look = childOf(element, 'c:spPr');
  return {
    deleted,
    value: shows('c:showVal'),
    category: shows('c:showCatName'),
    series: shows('c:showSerName'),
    percent: shows('c:showPercent'),
    size: shows('c:showBubbleSize'),
    key: shows('c:showLegendKey'),
    separator: separator && textContent(separator),
    position: attributeOf(element, 'c:dLblPos'),
    format:
      format === undefined || format.attribute('sourceLinked') === '1'
        ? undefined
        : format.attribute('formatCode'),
    look: look && readLook(look, context),
    text: readTextLook(childOf(element, 'c:txPr'), context),
  };
};

const TRENDS: ReadonlySet<string> = new Set(['linear', 'exp', 'log', 'power', 'poly', 'movingAvg']);

const readTrendline = (element: XmlElement, reading: ChartReading): Trendline => {
  const { context, missing } = reading;
  const type = attributeOf(element, 'c:trendlineType') ?? 'linear';
  if (!TRENDS.has(type)) reading.unknown(element);
  const name = childOf(element, 'c:name');
  const label = childOf(element, 'c:trendlineLbl');
  const whole = (child: string, otherwise: number, most: number): number =>
    Math.max(2, Math.min(most, Math.round(numberOf(element, child) ?? otherwise)));
  return {
    type,
    name: name && textContent(name),
    line: readChartLine(childOf(element, 'c:spPr'), context),
    order: whole('c:order', 2, 6),
    period: whole('c:period', 2, 255),
    forward: Math.max(0, numberOf(element, 'c:forward') ?? 0),
    backward: Math.max(0, numberOf(element, 'c:backward') ?? 0),
    intercept: numberOf(element, 'c:intercept'),
    equation: flagOf(element, 'c:dispEq', missing),
    rSquared: flagOf(element, 'c:dispRSqr', missing),
    label: label && {
      ...readTextLook(childOf(label, 'c:txPr'), context),
      layout: readLayout(label),
      format: childOf(label, 'c:numFmt')?.attribute('formatCode') ?? 'General',
    },
  };
};

const readErrorBars = (element: XmlElement, { context, missing }: ChartReading): ErrorBars => {
  const [plus, minus] = [childOf(element, 'c:plus'), childOf(element, 'c:minus')];
  return {
    direction: oneOf(attributeOf(element, 'c:errDir'), ['x', 'y'], 'y'),
    type: oneOf(attributeOf(element, 'c:errBarType'), ['both', 'plus', 'minus'], 'both'),
    valueType: attributeOf(element, 'c:errValType') ?? 'fixedVal',
    value: numberOf(element, 'c:val') ?? 0,
    plus: plus && readNumbers(plus),
    minus: minus && readNumbers(minus),
    caps: !flagOf(element, 'c:noEndCap', missing),
    line: readChartLine(childOf(element, 'c:spPr'), context),
  };
};

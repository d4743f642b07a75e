/**
 * readAxis :: c:catAx, c:valAx, c:dateAx → ChartAxis; readTitle :: c:title → ChartTitle
 */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import { readName } from './chart-data.ts';
import type { ChartReading } from './chart-reading.ts';
import { readChartLine, readChartText, readLayout, readLook, readTextLook } from './chart-style.ts';
import { attributeOf, flagOf, numberOf, oneOf } from './chart-values.ts';
import type { ChartAxis, ChartText, ChartTitle, TimeUnit } from './model.ts';

const KINDS: Readonly<Record<string, ChartAxis['kind']>> = {
  'c:catAx': 'category',
  'c:valAx': 'value',
  'c:dateAx': 'date',
};
const CROSSINGS = ['autoZero', 'min', 'max'] as const;
const TICKS = ['none', 'in', 'out', 'cross'] as const;
const UNITS: readonly TimeUnit[] = ['days', 'months', 'years'];

export const readAxis = (element: XmlElement, reading: ChartReading): ChartAxis | undefined => {
  const kind = KINDS[element.name];
  if (kind === undefined) return undefined;
  const { context, missing } = reading;
  const scaling = childOf(element, 'c:scaling');
  const format = childOf(element, 'c:numFmt');
  const title = childOf(element, 'c:title');
  const gridlines = (name: string) => {
    const lines = childOf(element, name);
    return lines && readChartLine(childOf(lines, 'c:spPr'), context);
  };
  const logBase = numberOf(scaling, 'c:logBase');
  const positive = (name: string): number | undefined => {
    const value = numberOf(element, name);
    return value !== undefined && value > 0 ? value : undefined;
  };
  const unit = (name: string): TimeUnit | undefined =>
    UNITS.find((one) => one === attributeOf(element, name));
  const between = attributeOf(element, 'c:crossBetween');
  return {
    id: attributeOf(element, 'c:axId') ?? '',
    kind,
    deleted: flagOf(element, 'c:delete', missing),
    position: oneOf(attributeOf(element, 'c:axPos'), ['l', 'r', 't', 'b'], kind === 'value' ? 'l' : 'b'),
    crosses:
      numberOf(element, 'c:crossesAt') ??
      oneOf<'autoZero' | 'min' | 'max'>(attributeOf(element, 'c:crosses'), CROSSINGS, 'autoZero'),
    between: between === undefined ? undefined : between === 'between',
    min: numberOf(scaling, 'c:min'),
    max: numberOf(scaling, 'c:max'),
    logBase: logBase !== undefined && logBase > 1 && logBase <= 1000 ? logBase : undefined,
    reversed: attributeOf(scaling, 'c:orientation') === 'maxMin',
    majorUnit: positive('c:majorUnit'),
    minorUnit: positive('c:minorUnit'),
    majorTimeUnit: unit('c:majorTimeUnit'),
    baseTimeUnit: unit('c:baseTimeUnit'),
    majorGridlines: gridlines('c:majorGridlines'),
    minorGridlines: gridlines('c:minorGridlines'),
    title: title && readTitle(title, reading),
    format: format && {
      code: format.attribute('formatCode') ?? 'General',
      linked: format.attribute('sourceLinked') === '1',
    },
    majorTick: oneOf(attributeOf(element, 'c:majorTickMark'), TICKS, missing ? 'cross' : 'out'),
    minorTick: oneOf(attributeOf(element, 'c:minorTickMark'), TICKS, missing ? 'cross' : 'none'),
    labels: oneOf(attributeOf(element, 'c:tickLblPos'), ['nextTo', 'low', 'high', 'none'], 'nextTo'),
    line: readChartLine(childOf(element, 'c:spPr'), context),
    text: readTextLook(childOf(element, 'c:txPr'), context),
    labelOffset: Math.max(0, Math.min(1000, numberOf(element, 'c:lblOffset') ?? 100)),
    labelSkip: positive('c:tickLblSkip'),
    tickSkip: positive('c:tickMarkSkip'),
    displayUnit: readDisplayUnit(childOf(element, 'c:dispUnits')),
  };
};

/** ST_BuiltInUnit, and what the axis calls them. */
const DISPLAY_UNITS: Readonly<Record<string, readonly [number, string]>> = {
  hundreds: [1e2, 'Hundreds'],
  thousands: [1e3, 'Thousands'],
  tenThousands: [1e4, 'x 10000'],
  hundredThousands: [1e5, 'x 100000'],
  millions: [1e6, 'Millions'],
  tenMillions: [1e7, 'x 10000000'],
  hundredMillions: [1e8, 'x 100000000'],
  billions: [1e9, 'Billions'],
  trillions: [1e12, 'Trillions'],
};

const readDisplayUnit = (element: XmlElement | undefined): ChartAxis['displayUnit'] => {
  if (element === undefined) return undefined;
  const label = childOf(element, 'c:dispUnitsLbl');
  const [divisor, name] = DISPLAY_UNITS[attributeOf(element, 'c:builtInUnit') ?? ''] ?? [
    numberOf(element, 'c:custUnit') ?? 1,
    '',
  ];
  if (!(divisor > 0)) return undefined;
  return { divisor, label: label === undefined ? undefined : (readName(childOf(label, 'c:tx')) ?? name) };
};

export const readTitle = (element: XmlElement, reading: ChartReading): ChartTitle => {
  const { context, missing } = reading;
  const source = childOf(element, 'c:tx');
  const rich = childOf(source, 'c:rich');
  const name = readName(source);
  const plain: ChartText | undefined =
    name === undefined ? undefined : { paragraphs: [[{ text: name, font: {} }]] };
  const { font, rotation } = readTextLook(rich ?? childOf(element, 'c:txPr'), context);
  return {
    text: readChartText(rich, context) ?? plain,
    // A rich text's runs carry the font of their paragraphs themselves.
    font: rich === undefined ? font : {},
    rotation,
    overlay: flagOf(element, 'c:overlay', missing),
    layout: readLayout(element),
    look: readLook(childOf(element, 'c:spPr'), context),
  };
};

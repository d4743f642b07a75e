/**
 * AxisView: an axis of a chart that is being laid out, and the labels along it
 *
 * Places along an axis are shares of its length from its low end: 0 is left or below, unless the axis is reversed.
 */

import type { Chart, ChartAxis, ChartGroup, NumberData } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import { type Dates, dateLabels, datesOf } from './dates.ts';
import { type Block, type Font, type Lettering, turnedSize } from './lettering.ts';
import { formatValue } from './number-format.ts';
import { type Range, rangeOf } from './ranges.ts';
import { type Scale, shareOf, stepsOf, valueScale } from './scale.ts';

interface AxisLabel {
  readonly at: number;
  readonly block: Block;
}

export interface AxisView {
  readonly axis: ChartAxis;
  /** Runs across the chart. */
  readonly across: boolean;
  readonly groups: readonly ChartGroup[];
  readonly font: Font;
  /** Of value axes. */
  readonly scale: Scale | undefined;
  /** Of date axes. */
  readonly dates: Dates | undefined;
  /** Of category axes; 0 of others. */
  readonly count: number;
  readonly between: boolean;
  readonly labels: readonly AxisLabel[];
  readonly rotation: number;
  /** Outer levels of categories, below the labels. */
  readonly levels: readonly (readonly {
    readonly from: number;
    readonly to: number;
    readonly block: Block;
  }[])[];
}

interface AxisNeeds {
  readonly chart: Chart;
  readonly lettering: Lettering;
  readonly axis: ChartAxis;
  readonly across: boolean;
  readonly groups: readonly ChartGroup[];
  readonly between: boolean;
  /** In points. */
  readonly length: number;
  /** Across the axis: no label is longer than a share of it. */
  readonly depth: number;
  /** How much further bubbles reach than their middles. */
  readonly reach: number;
}

/** Of a line of labels: the least distance from one to the next, where they stand below each other [M]. */
const LINE_SPACING = 1.1;
/** Labels of rotated text are no longer than this share of the chart. */
const LONGEST = 0.4;

export const viewAxis = (needs: AxisNeeds): AxisView => {
  const { chart, lettering, axis, across, groups, between } = needs;
  const font = lettering.font(axis.text.font);
  const base = { axis, across, groups, font, between, levels: [] };
  if (axis.kind === 'value') {
    const scale = scaleFor(needs, font);
    const labels = stepsOf(scale).map((value) => ({
      at: shareOf(scale, value),
      block: lettering.block(valueText(chart, axis, groups, value), font),
    }));
    return {
      ...base,
      scale,
      dates: undefined,
      count: 0,
      labels,
      rotation: across ? (axis.text.rotation ?? 0) : 0,
    };
  }
  const dates = axis.kind === 'date' ? datesOf(axis, groups, chart.from1904) : undefined;
  if (dates !== undefined) {
    const code = formatOf(chart, axis, groups);
    const days = dateLabels(dates, axis, between, needs.length / (font.height * 2.5));
    const texts = days.map(({ at, serial }) => ({ at, text: formatValue(serial, code, chart.from1904) }));
    const step = (days[1]?.at ?? 1) - (days[0]?.at ?? 0);
    const laid = fitLabels(needs, font, texts, Math.max(step, 0.001));
    return { ...base, scale: undefined, dates, count: dates.count, ...laid };
  }
  const count = Math.max(1, ...groups.flatMap((group) => group.series.map(pointCount)));
  const texts = categoryTexts(chart, axis, groups, count);
  const laid = fitLabels(
    needs,
    font,
    texts.map((text, index) => ({ at: categoryShare(index, count, between), text })),
    between || count < 2 ? 1 / count : 1 / (count - 1),
  );
  return {
    ...base,
    scale: undefined,
    dates: undefined,
    count,
    ...laid,
    levels: outerLevels(needs, font, count),
  };
};

const pointCount = (series: ChartGroup['series'][number]): number =>
  Math.max(series.categories?.count ?? 0, series.values.values.length);

/** The middle of a category. */
export const categoryShare = (index: number, count: number, between: boolean): number =>
  between || count < 2 ? (index + 0.5) / count : index / (count - 1);

export const along = (
  { axis, across }: Pick<AxisView, 'axis' | 'across'>,
  share: number,
  plot: Box,
): number => {
  const from = axis.reversed ? 1 - share : share;
  return across ? plot.x + from * plot.width : plot.y + (1 - from) * plot.height;
};

const scaleFor = (needs: AxisNeeds, font: Font): Scale => {
  const { chart, axis, groups, across, length, lettering } = needs;
  const range = rangeOf(
    chart,
    groups,
    across ? scatterDirection(groups, 'x') : scatterDirection(groups, 'y'),
    axis.logBase !== undefined,
  );
  const percent = groups.some((group) => group.grouping === 'percentStacked');
  const limited = percent
    ? { ...axis, min: axis.min ?? (range.low < 0 ? -1 : 0), max: axis.max ?? (range.high > 0 ? 1 : 0) }
    : axis;
  const reached = reachOf(range, needs);
  let spacing = font.height * LINE_SPACING;
  if (across) {
    // Labels beside each other need their width, which depends on the steps: the ends of the range stand for all.
    const widest = Math.max(
      ...[reached.low, reached.high].map(
        (value) => lettering.block(valueText(chart, axis, groups, roundish(value)), font).width,
      ),
    );
    spacing = Math.min(length, widest + font.height * 0.7);
  }
  return valueScale(reached.low, reached.high, limited, { length, spacing });
};

const roundish = (value: number): number => Number(value.toPrecision(2));

/** Only points of scatter charts have values along both axes. */
const scatterDirection = (groups: readonly ChartGroup[], direction: 'x' | 'y'): 'x' | 'y' =>
  groups.some(({ kind }) => kind === 'scatter' || kind === 'bubble') ? direction : 'y';

/** Bubbles are to be seen as a whole. */
const reachOf = (range: Range, { reach, length }: AxisNeeds): Range => {
  if (reach <= 0 || length <= 0) return range;
  const whole = Math.max(range.high, 0) - Math.min(range.low, 0);
  const more = (whole * reach) / length;
  return {
    low: range.low < 0 ? range.low - more : Math.max(range.low - more, Math.min(range.low, 0)),
    high: range.high + more,
  };
};

const valueText = (chart: Chart, axis: ChartAxis, groups: readonly ChartGroup[], value: number): string =>
  formatValue(value / (axis.displayUnit?.divisor ?? 1), formatOf(chart, axis, groups), chart.from1904);

/** The axis' own format, or that of the values. */
const formatOf = (_chart: Chart, axis: ChartAxis, groups: readonly ChartGroup[]): string => {
  const { format } = axis;
  if (format !== undefined && !format.linked) return format.code;
  if (axis.kind === 'value' && groups.some((group) => group.grouping === 'percentStacked')) return '0%';
  const scatter = groups.some(({ kind }) => kind === 'scatter' || kind === 'bubble');
  const isX = scatter && (axis.position === 'b' || axis.position === 't');
  for (const { series } of groups)
    for (const one of series) {
      const data: NumberData | undefined =
        axis.kind === 'value' ? (isX ? one.x : one.values) : one.categories?.numbers;
      if (data !== undefined && data.values.length > 0) return data.format;
    }
  return format?.code ?? 'General';
};

const categoryTexts = (
  chart: Chart,
  axis: ChartAxis,
  groups: readonly ChartGroup[],
  count: number,
): readonly string[] => {
  const categories = groups
    .flatMap(({ series }) => series)
    .find((one) => one.categories !== undefined)?.categories;
  const code = formatOf(chart, axis, groups);
  return Array.from({ length: count }, (_, index) => {
    if (categories === undefined) return String(index + 1);
    const number = categories.numbers?.values[index];
    if (number !== undefined)
      return formatValue(number, categories.numbers?.formats.get(index) ?? code, chart.from1904);
    return categories.levels[0]?.[index] ?? '';
  });
};

interface Labelled {
  readonly labels: readonly AxisLabel[];
  readonly rotation: number;
}

/** Labels of categories: in lines below each other where words fit, else turned, else not all of them. */
const fitLabels = (
  { axis, across, length, depth, lettering }: AxisNeeds,
  font: Font,
  texts: readonly { readonly at: number; readonly text: string }[],
  step: number,
): Labelled => {
  const cell = step * length;
  const given = axis.text.rotation;
  const every = (skip: number): typeof texts =>
    texts.filter((_, index) => index % Math.max(1, Math.floor(skip)) === 0);
  if (!across) {
    const skip = axis.labelSkip ?? Math.ceil((font.height * 0.9) / Math.max(cell, 0.01));
    return {
      labels: every(skip).map(({ at, text }) => ({
        at,
        block: lettering.block(text, font, depth * LONGEST),
      })),
      rotation: 0,
    };
  }
  const longest = depth * LONGEST;
  const level = (skip: number): readonly AxisLabel[] =>
    every(skip).map(({ at, text }) => ({ at, block: lettering.block(text, font, cell * skip * FULL) }));
  if (given === undefined || given === 0) {
    const room = cell * (axis.labelSkip ?? 1);
    // A few letters need as much; thousands of categories are not measured to find that out.
    const labels = room < font.height * 0.4 && given === undefined ? [] : level(axis.labelSkip ?? 1);
    const fits =
      labels.length > 0 &&
      labels.every(({ block }) => block.width <= room * FULL + 0.5 && block.height <= longest);
    if (fits) return { labels, rotation: 0 };
    if (given === 0) {
      const widest = Math.max(1, ...labels.map(({ block }) => block.width));
      return { labels: level(axis.labelSkip ?? Math.ceil((widest + 2) / Math.max(cell, 0.01))), rotation: 0 };
    }
  }
  const rotation = given ?? (cell >= font.height * 1.2 ? -45 : -90);
  const needed = font.height / Math.max(0.3, Math.abs(Math.sin((rotation * Math.PI) / 180)));
  const skip = axis.labelSkip ?? Math.max(1, Math.ceil((needed * 0.95) / Math.max(cell, 0.01)));
  return {
    labels: every(skip).map(({ at, text }) => ({
      at,
      block: lettering.block(lettering.cut(text.replace(/\s+/g, ' '), font, longest), font),
    })),
    rotation,
  };
};

/** How much of its category a label may fill before it is broken, or turned. */
const FULL = 0.96;

/** Groups of categories: each text stands below those up to the next. */
const outerLevels = ({ lettering, groups }: AxisNeeds, font: Font, count: number): AxisView['levels'] => {
  const levels = groups.flatMap(({ series }) => series).find((one) => one.categories !== undefined)
    ?.categories?.levels;
  return (levels ?? []).slice(1).map((texts) => {
    const starts = texts.flatMap((text, index) => (text === undefined ? [] : [{ index, text }]));
    return starts.map(({ index, text }, place) => ({
      from: index / count,
      to: (starts[place + 1]?.index ?? count) / count,
      block: lettering.block(text, font),
    }));
  });
};

/** From the axis to its labels: beside an upright one, below one that runs across, in heights of a line [M]. */
const BESIDE = 0.765;
const BELOW = 0.29;

export const labelGap = ({ across, axis, font }: AxisView): number =>
  across
    ? font.height * BELOW * (1 + (axis.kind === 'value' ? 1 : axis.labelOffset / 100))
    : font.height * BESIDE;

/** How much room the labels take across the axis, with their distance to it. */
export const labelDepth = (view: AxisView): number => {
  const { axis, labels, across, rotation, levels, font } = view;
  if (axis.deleted || axis.labels === 'none' || labels.length === 0) return 0;
  let most = 0;
  for (const { block } of labels) {
    const size = turnedSize(block, rotation);
    most = Math.max(most, across ? size.height : size.width);
  }
  return most + labelGap(view) + levels.length * (font.height * (across ? 1.3 : 1.6));
};

/** How far the first and the last label stand out over the axis' ends. */
export const overhang = (
  { axis, labels, across, rotation }: AxisView,
  length: number,
): { readonly low: number; readonly high: number } => {
  if (axis.deleted || axis.labels === 'none' || !across) return { low: 0, high: 0 };
  let [low, high] = [0, 0];
  for (const { at, block } of labels) {
    const place = axis.reversed ? 1 - at : at;
    const { width } = turnedSize(block, rotation);
    const slanted = rotation !== 0 && Math.abs(rotation) !== 90;
    const left = slanted && rotation < 0 ? width : slanted ? 0 : width / 2;
    low = Math.max(low, left - place * length);
    high = Math.max(high, width - left - (1 - place) * length);
  }
  return { low, high };
};

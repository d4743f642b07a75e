/**
 * stackOf, rangeOf :: groups of series → what is drawn from where to where, and what a value axis has to hold
 */
import type { Chart, ChartGroup, ChartSeries } from '../../wml/chart/model.ts';
import { errorsOf } from './error-bars.ts';
import { fitTrend, trendPoints } from './trend.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** For each series and category, what its bar or its band covers; undefined where there is no value. */
export const stackOf = (
  group: ChartGroup,
  blanks: Chart['blanks'],
): readonly (readonly (Span | undefined)[])[] => {
  const stacked = isStacked(group);
  const percent = group.grouping === 'percentStacked';
  const [above, below]: [number[], number[]] = [[], []];
  const totals: number[] = [];
  if (percent)
    for (const { values } of group.series)
      for (const [index, value] of values.values.entries())
        totals[index] = (totals[index] ?? 0) + Math.abs(value ?? 0);
  return group.series.map(({ values }) =>
    values.values.map((given, index): Span | undefined => {
      const value = given ?? (blanks === 'zero' || (stacked && group.kind === 'area') ? 0 : undefined);
      if (value === undefined) return undefined;
      if (!stacked) return { from: 0, to: value };
      const total = totals[index] ?? 0;
      const amount = percent ? (total > 0 ? value / total : 0) : value;
      // Bars below zero hang from it; lines and areas add up whatever their signs.
      const sums = amount < 0 && group.kind === 'bar' ? below : above;
      const from = sums[index] ?? 0;
      sums[index] = from + amount;
      return { from, to: from + amount };
    }),
  );
};

export const isStacked = ({ grouping }: ChartGroup): boolean =>
  grouping === 'stacked' || grouping === 'percentStacked';

export interface Range {
  readonly low: number;
  readonly high: number;
}

class Extremes {
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;

  take(value: number | undefined): void {
    if (value === undefined || !Number.isFinite(value)) return;
    if (value < this.low) this.low = value;
    if (value > this.high) this.high = value;
  }

  get range(): Range {
    return this.low > this.high ? { low: 0, high: 0 } : { low: this.low, high: this.high };
  }
}

/** Of the values along a value axis; `positive` alone where it is logarithmic. */
export const rangeOf = (
  chart: Chart,
  groups: readonly ChartGroup[],
  direction: 'x' | 'y',
  positive: boolean,
): Range => {
  const all = new Extremes();
  const take = (value: number | undefined): void => {
    if (value !== undefined && (!positive || value > 0)) all.take(value);
  };
  for (const group of groups) {
    if (group.kind !== 'scatter' && group.kind !== 'bubble') {
      const stacked = isStacked(group);
      for (const spans of stackOf(group, chart.blanks))
        for (const span of spans) {
          if (span === undefined) continue;
          take(span.to);
          if (stacked) take(span.from);
        }
    }
    for (const series of group.series) {
      if (group.kind === 'scatter' || group.kind === 'bubble')
        for (const point of scatterPoints(series)) take(direction === 'x' ? point.x : point.y);
      for (const value of extrasOf(series, direction)) take(value);
    }
  }
  return all.range;
};

/** What error bars and trend lines reach. */
function* extrasOf(series: ChartSeries, direction: 'x' | 'y'): Generator<number> {
  for (const bars of series.errorBars) {
    if (bars.direction !== direction) continue;
    const values = direction === 'x' ? (series.x ?? series.values) : series.values;
    for (const [index, value] of values.values.entries()) {
      if (value === undefined) continue;
      const { plus, minus } = errorsOf(bars, values, index);
      yield value + plus;
      yield value - minus;
    }
  }
  for (const trend of series.trendlines) {
    const fit = fitTrend(trend, scatterPoints(series));
    for (const point of fit === undefined ? [] : trendPoints(trend, fit, scatterPoints(series)))
      yield direction === 'x' ? point.x : point.y;
  }
}

interface Point {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

const POINTS = new WeakMap<ChartSeries, readonly Point[]>();

/** Points of a series with both coordinates; the number of the point where x is missing or text. */
export const scatterPoints = (series: ChartSeries): readonly Point[] => {
  let known = POINTS.get(series);
  if (known === undefined) {
    const numbers = series.x?.values;
    const counted = numbers === undefined || numbers.every((value) => value === undefined);
    known = series.values.values.flatMap((y, index) => {
      const x = counted ? index + 1 : numbers[index];
      return x === undefined || y === undefined ? [] : [{ index, x, y }];
    });
    POINTS.set(series, known);
  }
  return known;
};

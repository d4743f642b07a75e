/**
 * paintBars: columns and bars, side by side or stacked (ECMA-376 §21.2.2.16)
 */

import type { Chart } from '../../wml/chart/model.ts';
import type { ShapeFill } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import { rectangle } from '../draw/canvas.ts';
import { categoryShare } from './axis-view.ts';
import { type LabelPlace, Labels } from './data-labels.ts';
import { paintErrorBars } from './paint-errors.ts';
import { paintTrends } from './paint-trends.ts';
import type { Painting } from './painting.ts';
import { type Plane, pointAt } from './plot.ts';
import { isStacked, stackOf } from './ranges.ts';
import { shareOf } from './scale.ts';
import { isVaried, paintPath, pointLook } from './style.ts';

export const paintBars = (painting: Painting, plane: Plane): void => {
  const { canvas, chart, lettering, box, whole } = painting;
  const { group, second } = plane;
  const { scale } = second.view;
  if (scale === undefined) return;
  const spans = stackOf(group, chart.blanks);
  const { width, offset } = barPlaces(plane);
  const floor = floorShare(plane);
  const inside = (value: number): number => Math.max(0, Math.min(1, shareOf(scale, value)));
  // Labels, error bars and trend lines stand in front of all bars.
  const late: (() => void)[] = [];
  for (const [number, series] of group.series.entries()) {
    const merged: PathCommand[] = [];
    const labels = new Labels(chart, lettering, group, series);
    const place = (index: number): number => sharePlace(plane, number, index) + offset(number);
    for (const [index, span] of (spans[number] ?? []).entries()) {
      if (span === undefined) continue;
      painting.tick();
      const bar = barBox(
        pointAt(plane, place(index) - width / 2, isStacked(group) ? inside(span.from) : floor, box),
        pointAt(plane, place(index) + width / 2, inside(span.to), box),
      );
      const look = pointLook(chart, group, series, index);
      const inverted = series.invertNegative && span.to < span.from;
      const fill = inverted ? invertedFill(look.fill, chart) : look.fill;
      const alike = !isVaried(group) && series.points.get(index)?.look === undefined;
      if (alike && !inverted && isPlain(fill)) merged.push(...rectangle(bar));
      else paintPath(canvas, rectangle(bar), fill, look.line, bar);
      const label = labels.none ? undefined : labels.of(index, series.values.values[index] ?? 0, 0, whole);
      if (label === undefined) continue;
      const forward = span.to >= span.from !== second.view.axis.reversed;
      const at = labelPlace(bar, second.view.across, forward);
      late.push(() => labels.paint(canvas, label, at, isStacked(group) ? 'ctr' : 'outEnd'));
    }
    const { fill, line } = pointLook(chart, group, series, undefined);
    paintPath(canvas, merged, fill, line, box);
    late.push(() => paintErrorBars(painting, plane, series, place, spans[number] ?? []));
    late.push(() => paintTrends(painting, plane, series));
  }
  for (const paint of late) paint();
};

/** Where bars and areas begin: at the axis of their categories, wherever that stands. */
export const floorShare = ({ first, second }: Plane): number =>
  second.view.axis.reversed ? 1 - first.crossing : first.crossing;

type Place = readonly [x: number, y: number];

const barBox = ([x1, y1]: Place, [x2, y2]: Place): Box => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

/** At the end of a bar; `forward` is to the right, or up. */
const labelPlace = ({ x, y, width, height }: Box, across: boolean, forward: boolean): LabelPlace =>
  across
    ? {
        x: forward ? x + width : x,
        y: y + height / 2,
        reach: 0,
        direction: [forward ? 1 : -1, 0],
        length: width,
      }
    : {
        x: x + width / 2,
        y: forward ? y : y + height,
        reach: 0,
        direction: [0, forward ? -1 : 1],
        length: height,
      };

/** Bars of one colour are one path; a gradient has a beginning and an end in each. */
const isPlain = (fill: ShapeFill | undefined): boolean => fill === undefined || fill.kind === 'solid';

const invertedFill = (fill: ShapeFill | undefined, { palette }: Chart): ShapeFill | undefined =>
  fill?.kind === 'solid'
    ? { kind: 'solid', color: { color: palette.ground, opacity: fill.color.opacity } }
    : fill;

/** The middle of a category, in shares of its axis. */
export const sharePlace = ({ group, first: { view } }: Plane, number: number, index: number): number => {
  const { dates, count, between } = view;
  if (dates === undefined) return categoryShare(index, count, between);
  const series = group.series[number];
  const serial = series?.categories?.numbers?.values[index];
  return serial === undefined ? categoryShare(index, count, between) : dates.share(serial, between);
};

/** How wide a bar is, and how far each series' stand from the middle of their category. */
const barPlaces = ({
  group,
  first: { view },
}: Plane): { readonly width: number; readonly offset: (number: number) => number } => {
  const cell = view.between || view.count < 2 ? 1 / Math.max(1, view.count) : 1 / (view.count - 1);
  // Stacked bars stand on each other where they overlap as a whole, which is not said by itself.
  const step = 1 - group.overlap;
  const others = Math.max(0, group.series.length - 1);
  const width = cell / (1 + step * others + group.gap);
  return { width, offset: (number) => (number - others / 2) * step * width };
};

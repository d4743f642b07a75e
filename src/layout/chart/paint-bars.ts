/**
 * paintBars: columns and bars, side by side or stacked (ECMA-376 §21.2.2.16)
 */
import type { Chart } from '../../wml/chart/model.ts';
import type { ShapeFill, ShapeLine } from '../../wml/model.ts';
import type { PathCommand } from '../display-list.ts';
import { rectangle } from '../draw/canvas.ts';
import { categoryShare } from './axis-view.ts';
import { Labels } from './data-labels.ts';
import { isVaried, paintPath, pointLook } from './look.ts';
import { paintErrorBars } from './paint-errors.ts';
import { paintTrends } from './paint-trends.ts';
import type { Painting } from './painting.ts';
import { type Plane, pointAt } from './plot.ts';
import { isStacked, stackOf } from './ranges.ts';
import { shareOf } from './scale.ts';

export const paintBars = (painting: Painting, plane: Plane): void => {
  const { canvas, chart, lettering, box, whole } = painting;
  const { group, second } = plane;
  const { scale } = second.view;
  if (scale === undefined) return;
  const spans = stackOf(group, chart.blanks);
  const { width, offset } = barPlaces(plane);
  const base = Math.max(scale.min, Math.min(scale.max, scale.base === undefined ? 0 : scale.min));
  const clamp = (value: number): number => Math.max(scale.min, Math.min(scale.max, value));
  const late: (() => void)[] = [];
  for (const [number, series] of group.series.entries()) {
    const merged: PathCommand[] = [];
    const plain = !isVaried(group);
    const labels = new Labels(chart, lettering, group, series);
    for (const [index, span] of (spans[number] ?? []).entries()) {
      if (span === undefined) continue;
      painting.tick();
      const middle = sharePlace(plane, number, index) + offset(number);
      const [from, to] = [clamp(isStacked(group) ? span.from : base), clamp(span.to)];
      const [x1, y1] = pointAt(plane, middle - width / 2, shareOf(scale, from), box);
      const [x2, y2] = pointAt(plane, middle + width / 2, shareOf(scale, to), box);
      const bar = {
        x: Math.min(x1, x2),
        y: Math.min(y1, y2),
        width: Math.abs(x2 - x1),
        height: Math.abs(y2 - y1),
      };
      const look = pointLook(chart, group, series, index);
      const inverted = series.invertNegative && span.to < span.from;
      if (plain && !inverted && series.points.get(index)?.look === undefined && isPlain(look))
        merged.push(...rectangle(bar));
      else
        paintPath(
          canvas,
          rectangle(bar),
          inverted ? invertedFill(look.fill, chart) : look.fill,
          look.line,
          bar,
        );
      if (!labels.none) {
        const value = series.values.values[index] ?? 0;
        const label = labels.of(index, value, 0, whole);
        const forward = span.to >= span.from !== second.view.axis.reversed;
        const across = second.view.across;
        if (label !== undefined)
          late.push(() =>
            labels.paint(
              canvas,
              label,
              {
                x: across ? (forward ? bar.x + bar.width : bar.x) : bar.x + bar.width / 2,
                y: across ? bar.y + bar.height / 2 : forward ? bar.y : bar.y + bar.height,
                reach: 0,
                direction: across ? [forward ? 1 : -1, 0] : [0, forward ? -1 : 1],
                length: across ? bar.width : bar.height,
              },
              isStacked(group) ? 'ctr' : 'outEnd',
            ),
          );
      }
    }
    const { fill, line } = pointLook(chart, group, series, undefined);
    paintPath(canvas, merged, fill, line, box);
    late.push(() =>
      paintErrorBars(
        painting,
        plane,
        series,
        (index) => sharePlace(plane, number, index) + offset(number),
        spans[number] ?? [],
      ),
    );
    late.push(() => paintTrends(painting, plane, series));
  }
  for (const paint of late) paint();
};

/** Bars of one colour are one path; a gradient has a beginning and an end in each. */
const isPlain = ({
  fill,
}: {
  readonly fill: ShapeFill | undefined;
  readonly line: ShapeLine | undefined;
}): boolean => fill === undefined || fill.kind === 'solid';

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

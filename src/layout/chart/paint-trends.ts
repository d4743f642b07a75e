/** paintTrends: curves through points, and what they say (ECMA-376 §21.2.2.211) */
import type { ChartSeries } from '../../wml/chart/model.ts';
import type { PathCommand } from '../display-list.ts';
import type { Painting } from './painting.ts';
import { type Plane, pointAt } from './plot.ts';
import { scatterPoints } from './ranges.ts';
import { shareOf } from './scale.ts';
import { lineColor, lineOf, stroke } from './style.ts';
import { fitTrend, movingAverage, trendLabel, trendPoints } from './trend.ts';

/** From a label to the end of its line [M]. */
const LABEL_GAP = 8.9;

export const paintTrends = (painting: Painting, plane: Plane, series: ChartSeries): void => {
  const { canvas, chart, lettering, box, whole } = painting;
  const { first, second, group } = plane;
  const { scale } = second.view;
  if (scale === undefined) return;
  const points = scatterPoints(series);
  for (const trend of series.trendlines) {
    const fit = fitTrend(trend, points);
    const curve =
      fit !== undefined
        ? trendPoints(trend, fit, points)
        : trend.type === 'movingAvg'
          ? movingAverage(trend.period, points)
          : [];
    const { scale: xScale, count, between } = first.view;
    const places = curve.map(({ x, y }) => {
      const across =
        xScale === undefined
          ? between
            ? (x - 0.5) / count
            : (x - 1) / Math.max(1, count - 1)
          : shareOf(xScale, x);
      return pointAt(plane, across, shareOf(scale, y), box);
    });
    const color = lineColor(chart, group, series);
    stroke(
      canvas,
      places.map(([x, y], index): PathCommand => [index === 0 ? 'M' : 'L', x, y]),
      lineOf(trend.line, color, 1.5),
    );
    const text = fit === undefined ? '' : trendLabel(trend, fit);
    const end = places.at(-1);
    if (text === '' || end === undefined) continue;
    const block = lettering.block(text, lettering.font(trend.label?.font ?? {}));
    const moved = trend.label?.layout;
    const [x, y] = [end[0] - LABEL_GAP - block.width, end[1] - block.height / 2];
    // A place of its own is counted from where the program would have put the label.
    lettering.paint(
      canvas,
      block,
      x + (moved?.x ?? 0) * whole.width,
      y + (moved?.y ?? 0) * whole.height,
      'left',
    );
  }
};

/** paintErrorBars: how far a value may be off (ECMA-376 §21.2.2.55) */
import type { ChartSeries } from '../../wml/chart/model.ts';
import type { PathCommand } from '../display-list.ts';
import { errorsOf } from './error-bars.ts';
import type { Painting } from './painting.ts';
import { type Plane, pointAt } from './plot.ts';
import { type Span, scatterPoints } from './ranges.ts';
import { shareOf } from './scale.ts';
import { lineOf, stroke, THIN } from './style.ts';

const CAP = 3;

/** `place` is where a point stands along the first axis. */
export const paintErrorBars = (
  { canvas, chart, box }: Painting,
  plane: Plane,
  series: ChartSeries,
  place: (index: number) => number,
  spans: readonly (Span | undefined)[],
): void => {
  const { scale } = plane.second.view;
  if (scale === undefined) return;
  for (const bars of series.errorBars) {
    const path: PathCommand[] = [];
    const add = (a: readonly [number, number], b: readonly [number, number]): void => {
      path.push(['M', ...a], ['L', ...b]);
      if (!bars.caps) return;
      const upright = Math.abs(a[0] - b[0]) < Math.abs(a[1] - b[1]);
      const [dx, dy] = upright ? [CAP, 0] : [0, CAP];
      path.push(['M', b[0] - dx, b[1] - dy], ['L', b[0] + dx, b[1] + dy]);
    };
    const { first } = plane;
    const xScale = first.view.scale;
    if (bars.direction === 'x' && xScale !== undefined && series.x !== undefined) {
      for (const { index, x, y } of scatterPoints(series)) {
        const { plus, minus } = errorsOf(bars, series.x, index);
        const at = (value: number): readonly [number, number] =>
          pointAt(plane, shareOf(xScale, value), shareOf(scale, y), box);
        if (plus > 0) add(at(x), at(x + plus));
        if (minus > 0) add(at(x), at(x - minus));
      }
    } else if (bars.direction === 'y' || series.x === undefined) {
      for (const [index, value] of series.values.values.entries()) {
        const end = spans[index]?.to ?? value;
        if (end === undefined || value === undefined) continue;
        const { plus, minus } = errorsOf(bars, series.values, index);
        const at = (height: number): readonly [number, number] =>
          pointAt(plane, place(index), shareOf(scale, height), box);
        if (plus > 0) add(at(end), at(end + plus));
        if (minus > 0) add(at(end), at(end - minus));
      }
    }
    stroke(canvas, path, lineOf(bars.line, chart.palette.text, THIN));
  }
};

/**
 * paintRadar: values on spokes around a middle (ECMA-376 §21.2.2.153)
 */

import type { ChartAxis, ChartGroup } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import { categoryShare, viewAxis } from './axis-view.ts';
import { markerOf, paintMarker } from './markers.ts';
import { paintSpotLabels } from './paint-lines.ts';
import type { Painting } from './painting.ts';
import { LABEL_MARGIN } from './plot.ts';
import { shareOf, stepsOf } from './scale.ts';
import { gridColor, lineColor, lineOf, paintPath, pointLook, seriesLine, stroke, THIN } from './style.ts';

/** Around the web, for the names of the spokes, in heights of a line [M]. */
const AROUND = 1.21;
/** From a spoke's end to its name, and from the axis to its numbers, in heights of a line [M]. */
const NAME_GAP = 0.26;
const NUMBER_GAP = 0.94;

export const paintRadar = (painting: Painting, group: ChartGroup, area: Box, manual: boolean): void => {
  const { canvas, chart, lettering } = painting;
  const own = group.axes.flatMap((id) => chart.axes.find((axis) => axis.id === id) ?? []);
  const names = own.find(({ kind }) => kind !== 'value') ?? chart.axes.find(({ kind }) => kind !== 'value');
  const values = own.find(({ kind }) => kind === 'value') ?? chart.axes.find(({ kind }) => kind === 'value');
  if (names === undefined || values === undefined) return;
  const needs = {
    chart,
    lettering,
    across: false,
    groups: [group],
    between: true,
    depth: area.width,
    reach: 0,
  };
  const spokes = viewAxis({ ...needs, axis: { ...names, kind: 'category' }, length: 100_000 });
  const { count, font } = spokes;
  const margin = manual ? 0 : LABEL_MARGIN;
  const around = names.deleted || names.labels === 'none' ? 0 : font.height * AROUND;
  const widest = around === 0 ? 0 : Math.max(0, ...spokes.labels.map(({ block }) => block.width));
  const radius = Math.max(
    1,
    Math.min(
      (area.height - 2 * margin) / 2 - (manual ? 0 : around),
      (area.width - 2 * margin) / 2 - widest - font.height * NAME_GAP,
    ),
  );
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const view = viewAxis({ ...needs, axis: values, length: radius });
  const { scale } = view;
  if (scale === undefined) return;
  const at = (index: number, share: number): readonly [number, number] => {
    const angle = (index / count) * 2 * Math.PI;
    return [x + Math.sin(angle) * radius * share, y - Math.cos(angle) * radius * share];
  };
  const web = (share: number): readonly PathCommand[] => [
    ...Array.from(
      { length: count },
      (_, index): PathCommand => [index === 0 ? 'M' : 'L', ...at(index, share)],
    ),
    ['Z'],
  ];
  const steps = stepsOf(scale);
  if (values.majorGridlines !== undefined)
    stroke(
      canvas,
      steps.filter((value) => value > scale.min).flatMap((value) => web(shareOf(scale, value))),
      lineOf(values.majorGridlines, gridColor(chart), THIN),
    );
  if (!values.deleted)
    stroke(
      canvas,
      Array.from({ length: count }, (_, index): PathCommand[] => [
        ['M', x, y],
        ['L', ...at(index, 1)],
      ]).flat(),
      lineOf(values.line, gridColor(chart), THIN),
    );
  for (const series of group.series) {
    const spots = series.values.values.flatMap((value, index) =>
      value === undefined ? [] : [{ index, value, place: at(index, Math.max(0, shareOf(scale, value))) }],
    );
    const path: PathCommand[] = spots.map(
      ({ place }, index): PathCommand => [index === 0 ? 'M' : 'L', ...place],
    );
    if (spots.length > 2) path.push(['Z']);
    if (group.filled) {
      const { fill, line } = pointLook(chart, group, series, undefined);
      paintPath(canvas, path, fill, line, area);
    } else stroke(canvas, path, lineOf(series.look.line, lineColor(chart, group, series), seriesLine(chart)));
    const marker = group.filled ? undefined : markerOf(chart, group, series);
    if (marker !== undefined) for (const { place } of spots) paintMarker(canvas, marker, ...place);
    paintSpotLabels(painting, group, series, spots, 'outEnd');
  }
  paintText(painting, { names, values, view, spokes, x, y, radius });
};

interface Web {
  readonly names: ChartAxis;
  readonly values: ChartAxis;
  readonly view: ReturnType<typeof viewAxis>;
  readonly spokes: ReturnType<typeof viewAxis>;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const paintText = (
  { canvas, lettering }: Painting,
  { names, values, view, spokes, x, y, radius }: Web,
): void => {
  if (!values.deleted && values.labels !== 'none')
    for (const { at, block } of view.labels)
      lettering.paint(
        canvas,
        block,
        x - view.font.height * NUMBER_GAP - block.width,
        y - radius * at - block.height / 2,
        'right',
      );
  if (names.deleted || names.labels === 'none') return;
  const { count, font } = spokes;
  const gap = font.height * NAME_GAP;
  for (const { at, block } of spokes.labels) {
    // Its number, from the middle of its place in the row that it does not stand in here.
    const index = Math.round(at * count - categoryShare(0, count, true) * count);
    const angle = (index / count) * 2 * Math.PI;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    const [px, py] = [x + dx * (radius + gap), y + dy * (radius + gap)];
    const upright = Math.abs(dx) < 0.1;
    const left = upright ? px - block.width / 2 : dx > 0 ? px : px - block.width;
    const top = upright ? (dy < 0 ? py - block.height : py) : py - block.height / 2;
    lettering.paint(canvas, block, left, top);
  }
};

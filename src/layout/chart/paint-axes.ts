/**
 * paintGridlines, paintAxis: the lines, ticks, labels and titles of axes
 */

import type { Chart, TickMark } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import { type AxisView, along, labelDepth, labelGap } from './axis-view.ts';
import { type Lettering, turnedSize } from './lettering.ts';
import { type PlacedAxis, type Plot, titleOffset } from './plot.ts';
import { shareOf, stepsOf } from './scale.ts';
import { gridColor, lineOf, minorColor, stroke, THIN } from './style.ts';

/** In heights of a line [M]. */
const TICK = 0.27;
const MOST_TICKS = 2000;

export const paintGridlines = (canvas: Canvas, chart: Chart, { axes, box }: Plot): void => {
  for (const kind of ['minor', 'major'] as const)
    for (const { view } of axes) {
      const line = kind === 'minor' ? view.axis.minorGridlines : view.axis.majorGridlines;
      if (line === undefined) continue;
      const color = kind === 'minor' ? minorColor(chart) : gridColor(chart);
      const path = ticksOf(view, kind).flatMap((share): PathCommand[] => {
        const at = along(view, share, box);
        return view.across
          ? [
              ['M', at, box.y + box.height],
              ['L', at, box.y],
            ]
          : [
              ['M', box.x, at],
              ['L', box.x + box.width, at],
            ];
      });
      stroke(canvas, path, lineOf(line, color, THIN));
    }
};

/** Where ticks and gridlines stand: at steps of values, between categories. */
const ticksOf = (view: AxisView, kind: 'major' | 'minor'): readonly number[] => {
  const { axis, scale, count, between, labels } = view;
  if (scale !== undefined) {
    if (kind === 'major') return stepsOf(scale).map((value) => shareOf(scale, value));
    if (scale.base === undefined)
      return stepsOf({ ...scale, major: scale.minor }).map((value) => shareOf(scale, value));
    const { base } = scale;
    return stepsOf(scale).flatMap((value) =>
      Array.from({ length: Math.max(0, Math.min(20, Math.floor(base) - 1)) }, (_, step) =>
        shareOf(scale, value * (step + 1)),
      ).filter((share) => share <= 1),
    );
  }
  if (view.dates !== undefined && !between) return labels.map(({ at }) => at);
  const skip =
    kind === 'minor' ? 1 : Math.max(1, Math.floor(axis.tickSkip ?? axis.labelSkip ?? count / MOST_TICKS));
  const parts = between ? count : Math.max(1, count - 1);
  const out: number[] = [];
  for (let at = 0; at <= parts && out.length < MOST_TICKS; at += skip) out.push(at / parts);
  if (kind === 'minor' && between) return out.slice(0, -1).map((share) => share + 0.5 / parts);
  return out;
};

/** On the page, where the axis' own line stands across it. */
const lineAt = ({ view, crossing }: PlacedAxis, box: Box): number =>
  view.across ? box.y + (1 - crossing) * box.height : box.x + crossing * box.width;

export const paintAxisLine = (canvas: Canvas, chart: Chart, placed: PlacedAxis, box: Box): void => {
  const { view, labelSide } = placed;
  const { axis, across, font } = view;
  if (axis.deleted) return;
  const line = lineOf(axis.line, gridColor(chart), THIN);
  const at = lineAt(placed, box);
  stroke(
    canvas,
    across
      ? [
          ['M', box.x, at],
          ['L', box.x + box.width, at],
        ]
      : [
          ['M', at, box.y + box.height],
          ['L', at, box.y],
        ],
    line,
  );
  // Away from the plot: to the left and below, unless the axis stands at the other end.
  const away = labelSide === 'high' && placed.crossing > 0.999 ? -1 : 1;
  const outwards = across ? away : -away;
  const mark = (shares: readonly number[], type: TickMark, length: number): void => {
    if (type === 'none') return;
    const [from, to] = [type === 'out' ? 0 : -outwards * length, type === 'in' ? 0 : outwards * length];
    stroke(
      canvas,
      shares.flatMap((share): PathCommand[] => {
        const place = along(view, share, box);
        return across
          ? [
              ['M', place, at + from],
              ['L', place, at + to],
            ]
          : [
              ['M', at + from, place],
              ['L', at + to, place],
            ];
      }),
      line,
    );
  };
  mark(ticksOf(view, 'major'), axis.majorTick, font.height * TICK);
  mark(ticksOf(view, 'minor'), axis.minorTick, font.height * TICK * 0.6);
};

export const paintAxisText = (
  canvas: Canvas,
  lettering: Lettering,
  placed: PlacedAxis,
  box: Box,
  whole: Box,
): void => {
  const { view, labelSide, title } = placed;
  const { axis, across } = view;
  if (axis.deleted) return;
  const low = labelSide === 'low';
  const edge = across ? (low ? box.y + box.height : box.y) : low ? box.x : box.x + box.width;
  const base = axis.labels === 'nextTo' ? lineAt(placed, box) : edge;
  if (axis.labels !== 'none') paintLabels(canvas, lettering, view, box, whole, base, low);
  if (title === undefined) return;
  const sign = across === low ? 1 : -1;
  const depth = labelDepth(view);
  const outer = sign > 0 ? Math.max(edge, base + depth) : Math.min(edge, base - depth);
  const at = (axis.labels === 'none' ? edge : outer) + sign * titleOffset(title, across);
  const [x, y] = across ? [box.x + box.width / 2, at] : [at, box.y + box.height / 2];
  const moved = axis.title?.layout;
  const { width, height } = turnedSize(title.block, title.rotation);
  lettering.paintTurned(
    canvas,
    title.block,
    moved?.x !== undefined && moved.xEdge ? whole.x + moved.x * whole.width + width / 2 : x,
    moved?.y !== undefined && moved.yEdge ? whole.y + moved.y * whole.height + height / 2 : y,
    title.rotation,
  );
};

const paintLabels = (
  canvas: Canvas,
  lettering: Lettering,
  view: AxisView,
  box: Box,
  whole: Box,
  base: number,
  low: boolean,
): void => {
  const { across, labels, rotation, levels, font } = view;
  const gap = labelGap(view);
  let depth = 0;
  for (const { at, block } of labels) {
    const place = along(view, at, box);
    if (!across) {
      // A plot of its own place may leave too little room: labels come nearer to the axis then, and stay in the chart.
      const x = low
        ? Math.max(whole.x, base - gap - block.width)
        : Math.min(whole.x + whole.width - block.width, base + gap);
      lettering.paint(canvas, block, x, place - block.height / 2, low ? 'right' : 'left');
      depth = Math.max(depth, block.width);
      continue;
    }
    const { height } = turnedSize(block, rotation);
    depth = Math.max(depth, height);
    if (rotation === 0) {
      lettering.paint(canvas, block, place - block.width / 2, low ? base + gap : base - gap - block.height);
      continue;
    }
    const angle = (rotation * Math.PI) / 180;
    const slanted = Math.abs(Math.cos(angle)) > 0.01;
    // The end that is nearer to the axis stands at its tick.
    const shift = slanted ? ((rotation < 0 === low ? -1 : 1) * block.width * Math.cos(angle)) / 2 : 0;
    lettering.paintTurned(
      canvas,
      block,
      place + shift,
      low ? base + gap + height / 2 : base - gap - height / 2,
      rotation,
    );
  }
  let outer = depth + gap;
  for (const level of levels) {
    const thick = font.height * (across ? 1.3 : 1.6);
    for (const { from, to, block } of level) {
      const [start, end] = [along(view, from, box), along(view, to, box)];
      const middle = (start + end) / 2;
      const at = low === across ? base + outer + thick / 2 : base - outer - thick / 2;
      if (across) lettering.paint(canvas, block, middle - block.width / 2, at - block.height / 2);
      else lettering.paintTurned(canvas, block, at, middle, -90);
    }
    outer += thick;
  }
};

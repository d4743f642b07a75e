/**
 * paintPie: pies and doughnuts (ECMA-376 §21.2.2.141, §21.2.2.50)
 */

import type { ChartGroup, ChartSeries } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import { type Label, Labels } from './data-labels.ts';
import type { Painting } from './painting.ts';
import { MARGIN } from './plot.ts';
import { gridColor, paintPath, pointLook } from './style.ts';

interface Slice {
  readonly index: number;
  readonly value: number;
  readonly share: number;
  /** Clockwise from the top, in radians. */
  readonly from: number;
  readonly to: number;
}

const slicesOf = ({ values }: ChartSeries, startAngle: number): readonly Slice[] => {
  const amounts = values.values.map((value) => Math.abs(value ?? 0));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (!(total > 0) || !Number.isFinite(total)) return [];
  let from = (startAngle * Math.PI) / 180;
  return amounts.flatMap((amount, index) => {
    const start = from;
    from += (amount / total) * 2 * Math.PI;
    return amount > 0
      ? [{ index, value: values.values[index] ?? 0, share: amount / total, from: start, to: from }]
      : [];
  });
};

/** Labels outside stand this far from their slices. */
const OUTSIDE = 4;

/** `plot` where the document gives one; else what title and legend leave. */
export const paintPie = (painting: Painting, group: ChartGroup, area: Box, manual: boolean): void => {
  const { chart, lettering, whole } = painting;
  const round = group.kind === 'doughnut' ? group.series : group.series.slice(0, 1);
  if (round.length === 0) return;
  const labelled = round.map((series) => {
    const labels = new Labels(chart, lettering, group, series);
    const slices = slicesOf(series, group.startAngle);
    const own = new Map<number, Label>();
    if (!labels.none)
      for (const slice of slices) {
        const label = labels.of(slice.index, slice.value, slice.share, whole);
        if (label !== undefined) own.set(slice.index, label);
      }
    return { series, labels, slices, own };
  });
  const margin = manual ? 0 : MARGIN;
  let [width, height] = [Math.max(2, area.width - 2 * margin), Math.max(2, area.height - 2 * margin)];
  const outer = labelled[0];
  const outside =
    group.kind === 'pie' && outer !== undefined
      ? [...outer.own.values()].filter(({ content }) => content.position === 'outEnd')
      : [];
  if (outside.length > 0 && !manual) {
    width -= 2 * (Math.max(...outside.map(({ block }) => block.width)) + OUTSIDE);
    height -= 2 * (Math.max(...outside.map(({ block }) => block.height)) + OUTSIDE);
  }
  const explosion = Math.max(
    0,
    ...labelled.flatMap(({ series, slices }) =>
      slices.map(({ index }) => series.points.get(index)?.explosion ?? series.explosion),
    ),
  );
  const full = Math.max(1, Math.min(width, height) / 2);
  const radius = full / (1 + (group.kind === 'pie' ? explosion : 0));
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const hole = group.kind === 'doughnut' ? radius * group.hole : 0;
  const ring = (radius - hole) / round.length;
  const late: (() => void)[] = [];
  for (const [number, { series, labels, slices, own }] of labelled.entries()) {
    const inner = group.kind === 'doughnut' ? hole + ring * number : 0;
    const outerRadius = group.kind === 'doughnut' ? inner + ring : radius;
    for (const slice of slices) {
      painting.tick();
      const away = (series.points.get(slice.index)?.explosion ?? series.explosion) * outerRadius;
      const middle = (slice.from + slice.to) / 2;
      const [cx, cy] = [x + Math.sin(middle) * away, y - Math.cos(middle) * away];
      const { fill, line } = pointLook(chart, group, series, slice.index);
      paintPath(painting.canvas, slicePath(cx, cy, inner, outerRadius, slice), fill, line, {
        x: cx - outerRadius,
        y: cy - outerRadius,
        width: 2 * outerRadius,
        height: 2 * outerRadius,
      });
      const label = own.get(slice.index);
      if (label !== undefined)
        late.push(() =>
          paintSliceLabel(painting, labels, label, { cx, cy, inner, outer: outerRadius, slice, group }),
        );
    }
  }
  for (const paint of late) paint();
};

interface SlicePlace {
  readonly cx: number;
  readonly cy: number;
  readonly inner: number;
  readonly outer: number;
  readonly slice: Slice;
  readonly group: ChartGroup;
}

const paintSliceLabel = (
  { canvas, chart }: Painting,
  labels: Labels,
  label: Label,
  { cx, cy, inner, outer, slice, group }: SlicePlace,
): void => {
  const { block, content, moved } = label;
  const middle = (slice.from + slice.to) / 2;
  const [dx, dy] = [Math.sin(middle), -Math.cos(middle)];
  /** Half of the box in the slice's direction. */
  const half = Math.min(
    Math.abs(dx) > 1e-6 ? block.width / 2 / Math.abs(dx) : Number.POSITIVE_INFINITY,
    Math.abs(dy) > 1e-6 ? block.height / 2 / Math.abs(dy) : Number.POSITIVE_INFINITY,
  );
  const reach = Math.hypot(block.width * dx, block.height * dy) / 2;
  const inside = outer - reach - OUTSIDE;
  const chord = 2 * inside * Math.sin(Math.min(Math.PI / 2, (slice.to - slice.from) / 2));
  const fits = inside > outer * 0.3 && chord > Math.min(block.width, block.height * 1.5);
  const wanted = content.position ?? (group.kind === 'doughnut' ? 'ctr' : 'bestFit');
  const position = wanted === 'bestFit' ? (fits ? 'inEnd' : 'outEnd') : wanted;
  const distance =
    position === 'outEnd'
      ? outer + OUTSIDE + Math.min(half, reach + OUTSIDE)
      : position === 'inEnd'
        ? inside
        : (inner + outer) / 2;
  const [x, y] = [cx + dx * distance + (moved?.x ?? 0), cy + dy * distance + (moved?.y ?? 0)];
  if (moved !== undefined && Math.hypot(moved.x, moved.y) > block.height)
    canvas.add({
      kind: 'path',
      path: [
        ['M', cx + dx * outer, cy + dy * outer],
        ['L', x, y],
      ],
      stroke: { color: gridColor(chart), width: 0.75 },
    });
  labels.paintAt(canvas, label, x, y);
};

/** Of a circle, as curves of no more than a quarter each. */
const arc = (x: number, y: number, radius: number, from: number, to: number): readonly PathCommand[] => {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9));
  const step = (to - from) / count;
  const bend = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: count }, (_, index): PathCommand => {
    const [a, b] = [from + index * step, from + (index + 1) * step];
    const [x1, y1] = [x + Math.sin(a) * radius, y - Math.cos(a) * radius];
    const [x2, y2] = [x + Math.sin(b) * radius, y - Math.cos(b) * radius];
    return [
      'C',
      x1 + Math.cos(a) * bend,
      y1 + Math.sin(a) * bend,
      x2 - Math.cos(b) * bend,
      y2 - Math.sin(b) * bend,
      x2,
      y2,
    ];
  });
};

const slicePath = (
  x: number,
  y: number,
  inner: number,
  outer: number,
  { from, to }: Slice,
): readonly PathCommand[] => {
  const start: PathCommand = ['M', x + Math.sin(from) * outer, y - Math.cos(from) * outer];
  const whole = to - from > 2 * Math.PI - 1e-9;
  if (inner <= 0)
    return whole
      ? [start, ...arc(x, y, outer, from, to), ['Z']]
      : [start, ...arc(x, y, outer, from, to), ['L', x, y], ['Z']];
  const back: PathCommand = [whole ? 'M' : 'L', x + Math.sin(to) * inner, y - Math.cos(to) * inner];
  return [start, ...arc(x, y, outer, from, to), back, ...arc(x, y, inner, to, from), ['Z']];
};

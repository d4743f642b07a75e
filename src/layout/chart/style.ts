/**
 * What parts of a chart look like that leave it to the chart's style (ECMA-376 §21.2.2.227), and how looks are painted
 */

import type { Chart, ChartGroup, ChartLine, ChartLook, ChartSeries } from '../../wml/chart/model.ts';
import { mix, withLightness } from '../../wml/colors.ts';
import type { ShapeFill, ShapeLine } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import { paintFill, strokeOf } from '../draw/paint-outline.ts';

/** Of everything but the lines of series. */
export const THIN = 0.75;

/** Styles come in rows of eight: grey, all accents, and the six accents one by one. */
const columnOf = ({ style }: Chart): number => (style - 1) % 8;

/** How a second, third… round of the accents differs from the first: darker and lighter in turn, as Office does. */
const ROUNDS: readonly (readonly [toward: number, share: number])[] = [
  [0x000000, 0],
  [0x000000, 0.4],
  [0xffffff, 0.2],
  [0x000000, 0.2],
  [0xffffff, 0.4],
  [0x000000, 0.5],
];

/** From dark to light. */
const SHADES = 0.7;

/** The colour of a series, or of a point where points have their own: `index` of `count`. */
const accentOf = (chart: Chart, index: number, count: number): number => {
  const { accents, text } = chart.palette;
  const column = columnOf(chart);
  if (column === 1) {
    const round = ROUNDS[Math.floor(index / 6) % ROUNDS.length] ?? ROUNDS[0];
    return mix(accents[index % 6] ?? 0x808080, round?.[0] ?? 0, round?.[1] ?? 0);
  }
  const base = column === 0 ? mix(text, 0xffffff, 0.5) : (accents[column - 2] ?? 0x808080);
  const place = ((index + 1) / (count + 1)) * 2 * SHADES - SHADES;
  return mix(base, place < 0 ? 0x000000 : 0xffffff, Math.abs(place));
};

/** In points, by rows of styles (§21.2.2.227 names them; the widths are Office's [M] for the first). */
export const seriesLine = ({ style }: Chart): number =>
  style <= 8 ? 2.25 : style <= 24 || style > 32 ? 3.75 : 5.25;

export const gridColor = ({ palette }: Chart): number => mix(palette.ground, palette.text, 0.475);
export const minorColor = ({ palette }: Chart): number => mix(palette.ground, palette.text, 0.28);

/** Whether each point has a colour of its own. Lines go through theirs in one. */
export const isVaried = (group: ChartGroup): boolean =>
  group.varied &&
  (group.kind === 'pie' ||
    group.kind === 'doughnut' ||
    ((group.kind === 'bar' || group.kind === 'bubble') && group.series.length === 1));

const seriesCount = (chart: Chart): number =>
  chart.groups.reduce((sum, group) => sum + group.series.length, 0);

/** What a point is filled and outlined with: its own look, the series', or the style's. */
export const pointLook = (
  chart: Chart,
  group: ChartGroup,
  series: ChartSeries,
  point: number | undefined,
): { readonly fill: ShapeFill | undefined; readonly line: ShapeLine | undefined } => {
  const own = point === undefined ? undefined : series.points.get(point)?.look;
  const fill = own !== undefined && own.fill !== 'auto' ? own.fill : series.look.fill;
  const line = own !== undefined && own.line.color !== 'auto' ? own.line : series.look.line;
  const color = automatic(chart, group, series, point);
  return {
    fill:
      fill === 'none' ? undefined : fill === 'auto' ? { kind: 'solid', color: { color, opacity: 1 } } : fill,
    line: lineOf(line, undefined, THIN),
  };
};

/** The style's own colour of a series or a point. */
export const automatic = (
  chart: Chart,
  group: ChartGroup,
  series: ChartSeries,
  point: number | undefined,
): number =>
  point !== undefined && isVaried(group)
    ? accentOf(chart, point, series.values.values.length)
    : accentOf(chart, series.index, seriesCount(chart));

/** Lines of the style's own are a little darker than what it fills [M]: Office's 4F81BD is lined in 4A7EBB. */
export const lineColor = (chart: Chart, group: ChartGroup, series: ChartSeries, point?: number): number =>
  withLightness(automatic(chart, group, series, point), 0.974);

/** A line to paint; `otherwise` is the style's colour, undefined where the style draws none. */
export const lineOf = (
  { color, width, dash, cap, join }: ChartLine,
  otherwise: number | undefined,
  usual: number,
): ShapeLine | undefined => {
  if (color === 'none' || width === 0) return undefined;
  const drawn =
    color === 'auto' ? (otherwise === undefined ? undefined : { color: otherwise, opacity: 1 }) : color;
  return drawn && { color: drawn, width: width ?? usual, dash, cap, join, head: undefined, tail: undefined };
};

export const paintPath = (
  canvas: Canvas,
  path: readonly PathCommand[],
  fill: ShapeFill | undefined,
  line: ShapeLine | undefined,
  box: Box,
): void => {
  if (path.length === 0) return;
  if (fill !== undefined) paintFill(canvas, fill, { path, fill: 'norm', stroke: false }, box);
  if (line !== undefined) canvas.add({ kind: 'path', path, ...strokeOf(line) });
};

/** A frame, a ground: what is automatic is nothing, as in Word (Excel fills and frames its charts). */
export const paintLook = (
  canvas: Canvas,
  { fill, line }: ChartLook,
  path: readonly PathCommand[],
  box: Box,
): void =>
  paintPath(
    canvas,
    path,
    fill === 'none' || fill === 'auto' ? undefined : fill,
    lineOf(line, undefined, THIN),
    box,
  );

export const stroke = (canvas: Canvas, path: readonly PathCommand[], line: ShapeLine | undefined): void => {
  if (line === undefined || path.length === 0) return;
  const item = strokeOf(line);
  // Round ends stand out of a dash by half a line at both ends: what is left of a dot is its ends [M].
  const dash =
    line.cap === 'butt'
      ? undefined
      : item.stroke?.dash?.map((part, index) =>
          Math.max(0, index % 2 === 0 ? part - line.width : part + line.width),
        );
  canvas.add({
    kind: 'path',
    path,
    ...item,
    ...(dash !== undefined && item.stroke !== undefined && { stroke: { ...item.stroke, dash } }),
  });
};

/** Lines of series end in a curve [M]. */
export const rounded = (line: ShapeLine | undefined): ShapeLine | undefined =>
  line && { ...line, cap: 'round', join: 'round' };

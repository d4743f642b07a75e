/** Markers of lines, points and legends (ECMA-376 §21.2.2.205 and ST_MarkerStyle). */
import type { Chart, ChartGroup, ChartMarker, ChartSeries } from '../../wml/chart/model.ts';
import type { ShapeFill, ShapeLine } from '../../wml/model.ts';
import type { PathCommand } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import { automatic, lineColor, lineOf, paintPath, THIN } from './style.ts';

/** The program's choice, by the number of the series [M]. */
const SYMBOLS = ['diamond', 'square', 'triangle', 'x', 'star', 'circle', 'plus', 'dot', 'dash'];
const SIZE = 7;

interface Marker {
  readonly symbol: string;
  readonly size: number;
  readonly fill: ShapeFill | undefined;
  readonly line: ShapeLine | undefined;
}

/** Undefined where a series, or the point, has none. */
export const markerOf = (
  chart: Chart,
  group: ChartGroup,
  series: ChartSeries,
  point?: number,
): Marker | undefined => {
  const own: ChartMarker | undefined =
    (point === undefined ? undefined : series.points.get(point)?.marker) ?? series.marker;
  const symbol =
    own?.symbol ?? (own === undefined && !group.markers ? 'none' : SYMBOLS[series.index % SYMBOLS.length]);
  if (symbol === undefined || symbol === 'none' || symbol === 'picture') return undefined;
  const color = automatic(chart, group, series, point);
  const fill = own?.look.fill ?? 'auto';
  const open = symbol === 'x' || symbol === 'star' || symbol === 'plus';
  return {
    symbol,
    size: own?.size ?? SIZE,
    fill:
      fill === 'none' || open
        ? undefined
        : fill === 'auto'
          ? { kind: 'solid', color: { color, opacity: 1 } }
          : fill,
    line: lineOf(own?.look.line ?? AUTO, lineColor(chart, group, series, point), THIN),
  };
};

const AUTO = { color: 'auto', width: undefined, dash: 'solid', cap: 'butt', join: 'round' } as const;

export const paintMarker = (canvas: Canvas, marker: Marker, x: number, y: number): void => {
  const half = marker.size / 2;
  paintPath(canvas, symbolPath(marker.symbol, x, y, half), marker.fill, marker.line, {
    x: x - half,
    y: y - half,
    width: marker.size,
    height: marker.size,
  });
};

/** Control points that make four curves a circle. */
const ROUND = 0.5523;

export const circle = (x: number, y: number, radius: number): readonly PathCommand[] => {
  const bend = radius * ROUND;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + bend, x + bend, y + radius, x, y + radius],
    ['C', x - bend, y + radius, x - radius, y + bend, x - radius, y],
    ['C', x - radius, y - bend, x - bend, y - radius, x, y - radius],
    ['C', x + bend, y - radius, x + radius, y - bend, x + radius, y],
    ['Z'],
  ];
};

const polygon = (...corners: readonly (readonly [number, number])[]): readonly PathCommand[] => [
  ...corners.map(([x, y], index): PathCommand => [index === 0 ? 'M' : 'L', x, y]),
  ['Z'],
];

const cross = (...lines: readonly (readonly [number, number, number, number])[]): readonly PathCommand[] =>
  lines.flatMap(([x1, y1, x2, y2]): PathCommand[] => [
    ['M', x1, y1],
    ['L', x2, y2],
  ]);

export const markerPath = ({ symbol, size }: Marker, x: number, y: number): readonly PathCommand[] =>
  symbolPath(symbol, x, y, size / 2);

const symbolPath = (symbol: string, x: number, y: number, r: number): readonly PathCommand[] => {
  const [left, right, top, bottom] = [x - r, x + r, y - r, y + r];
  switch (symbol) {
    case 'diamond':
      return polygon([x, top], [right, y], [x, bottom], [left, y]);
    case 'square':
      return polygon([left, top], [right, top], [right, bottom], [left, bottom]);
    case 'triangle':
      return polygon([x, top], [right, bottom], [left, bottom]);
    case 'x':
      return cross([left, top, right, bottom], [left, bottom, right, top]);
    case 'star':
      return cross([left, top, right, bottom], [left, bottom, right, top], [x, top, x, bottom]);
    case 'plus':
      return cross([left, y, right, y], [x, top, x, bottom]);
    case 'dash':
      return polygon([left, y - r / 3], [right, y - r / 3], [right, y + r / 3], [left, y + r / 3]);
    case 'dot':
      return polygon([x, y - r / 3], [right, y - r / 3], [right, y + r / 3], [x, y + r / 3]);
    default:
      return circle(x, y, r);
  }
};

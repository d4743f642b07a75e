/** Rectangles, ellipses and arcs as paths, in logical coordinates: the mapping of the device comes after. */
import type { PathCommand } from '../layout/display-list.ts';
import type { Point } from './gdi-state.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const rectanglePath = ({ left, top, right, bottom }: Bounds): readonly PathCommand[] => [
  ['M', left, top],
  ['L', right, top],
  ['L', right, bottom],
  ['L', left, bottom],
  ['Z'],
];

/** How far the handles of a quarter of a circle are from its ends, in radii. */
const QUARTER = 0.5523;

export const ellipsePath = (bounds: Bounds): readonly PathCommand[] =>
  roundedPath(bounds, bounds.right - bounds.left, bounds.bottom - bounds.top);

/** Corners are quarters of an ellipse of this width and height. */
export const roundedPath = (bounds: Bounds, width: number, height: number): readonly PathCommand[] => {
  const { left, top, right, bottom } = bounds;
  const rx = Math.min(Math.abs(width), Math.abs(right - left)) / 2;
  const ry = Math.min(Math.abs(height), Math.abs(bottom - top)) / 2;
  const [dx, dy] = [right < left ? -rx : rx, bottom < top ? -ry : ry];
  const [hx, hy] = [dx * (1 - QUARTER), dy * (1 - QUARTER)];
  return [
    ['M', left + dx, top],
    ['L', right - dx, top],
    ['C', right - hx, top, right, top + hy, right, top + dy],
    ['L', right, bottom - dy],
    ['C', right, bottom - hy, right - hx, bottom, right - dx, bottom],
    ['L', left + dx, bottom],
    ['C', left + hx, bottom, left, bottom - hy, left, bottom - dy],
    ['L', left, top + dy],
    ['C', left, top + hy, left + hx, top, left + dx, top],
    ['Z'],
  ];
};

interface Arc {
  readonly bounds: Bounds;
  /** On the rays through which it begins and ends. */
  readonly from: Point;
  readonly to: Point;
  readonly clockwise: boolean;
}

/** A part of an ellipse, from ray to ray; with y downwards, counterclockwise is towards smaller angles. */
export const arcPath = ({ bounds, from, to, clockwise }: Arc): readonly PathCommand[] => {
  const [cx, cy] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  const rx = Math.abs(bounds.right - bounds.left) / 2;
  const ry = Math.abs(bounds.bottom - bounds.top) / 2;
  if (rx === 0 || ry === 0) return [];
  const angle = ([x, y]: Point): number => Math.atan2((y - cy) / ry, (x - cx) / rx);
  const start = angle(from);
  let sweep = angle(to) - start;
  if (clockwise && sweep <= 0) sweep += 2 * Math.PI;
  if (!clockwise && sweep >= 0) sweep -= 2 * Math.PI;
  return sweepPath([cx, cy], [rx, ry], start, sweep);
};

export const sweepPath = (
  [cx, cy]: Point,
  [rx, ry]: Point,
  start: number,
  sweep: number,
): readonly PathCommand[] => {
  const turns = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, sweep));
  const pieces = Math.max(1, Math.ceil(Math.abs(turns) / (Math.PI / 2) - 1e-9));
  const step = turns / pieces;
  const handle = (4 / 3) * Math.tan(step / 4);
  const at = (angle: number): Point => [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  const path: PathCommand[] = [['M', ...at(start)]];
  for (let piece = 0; piece < pieces; piece++) {
    const [a, b] = [start + piece * step, start + (piece + 1) * step];
    const [[ax, ay], [bx, by]] = [at(a), at(b)];
    path.push([
      'C',
      ax - handle * rx * Math.sin(a),
      ay + handle * ry * Math.cos(a),
      bx + handle * rx * Math.sin(b),
      by - handle * ry * Math.cos(b),
      bx,
      by,
    ]);
  }
  return path;
};

export const linesPath = (points: readonly Point[], closed: boolean): readonly PathCommand[] => {
  const path: PathCommand[] = points.map(([x, y], index) => [index === 0 ? 'M' : 'L', x, y]);
  if (closed && path.length > 0) path.push(['Z']);
  return path;
};

/** The first point begins; then three for each curve. */
export const curvesPath = (points: readonly Point[]): readonly PathCommand[] => {
  const first = points[0];
  if (first === undefined) return [];
  const path: PathCommand[] = [['M', ...first]];
  for (let at = 1; at + 2 < points.length; at += 3) {
    const [a, b, c] = [points[at], points[at + 1], points[at + 2]];
    if (a !== undefined && b !== undefined && c !== undefined) path.push(['C', ...a, ...b, ...c]);
  }
  return path;
};

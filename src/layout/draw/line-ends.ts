/**
 * paintEnds, withoutEnds: arrow heads and their kin at the ends of an open path (ECMA-376 §20.1.8.38, §20.1.8.57)
 */
import type { LineEnd, ShapeLine } from '../../wml/model.ts';
import type { PathCommand } from '../display-list.ts';
import type { Canvas } from './canvas.ts';

type Point = readonly [number, number];

/** Heads of thinner lines are as large as those of one of two points: LibreOffice's rule, not measured in Word. */
const LEAST_LINE = 2;

const sizeOf = (end: LineEnd, line: ShapeLine): { readonly length: number; readonly half: number } => {
  const unit = Math.max(line.width, LEAST_LINE);
  return { length: end.length * unit, half: (end.width * unit) / 2 };
};

/** Where a path begins or ends, and the point that it comes from there. */
const tipOf = (
  path: readonly PathCommand[],
  atStart: boolean,
): readonly [tip: Point, from: Point] | undefined => {
  const points: Point[] = [];
  for (const [, ...numbers] of path)
    for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  if (!atStart) points.reverse();
  const tip = points[0];
  const from = points.find(
    (point) => tip !== undefined && Math.hypot(point[0] - tip[0], point[1] - tip[1]) > 0.01,
  );
  return tip === undefined || from === undefined ? undefined : [tip, from];
};

export const paintEnds = (canvas: Canvas, path: readonly PathCommand[], line: ShapeLine): void => {
  const paint = (end: LineEnd | undefined, atStart: boolean): void => {
    const place = end === undefined ? undefined : tipOf(path, atStart);
    if (end !== undefined && place !== undefined) paintEnd(canvas, end, line, place);
  };
  paint(line.head, true);
  paint(line.tail, false);
};

const paintEnd = (
  canvas: Canvas,
  end: LineEnd,
  line: ShapeLine,
  [tip, from]: readonly [Point, Point],
): void => {
  const { length, half } = sizeOf(end, line);
  const way = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const [cos, sin] = [Math.cos(way), Math.sin(way)];
  /** Back from the tip along the line, and to its side. */
  const at = (back: number, side: number): Point => [
    tip[0] - cos * back - sin * side,
    tip[1] - sin * back + cos * side,
  ];
  const opacity = line.color.opacity < 1 ? { opacity: line.color.opacity } : {};
  const fill = (...points: readonly Point[]): void =>
    canvas.add({
      kind: 'path',
      path: [...points.map((point, index): PathCommand => [index === 0 ? 'M' : 'L', ...point]), ['Z']],
      fill: line.color.color,
      ...opacity,
    });
  switch (end.type) {
    case 'stealth':
      fill(tip, at(length, half), at(length * 0.6, 0), at(length, -half));
      return;
    case 'diamond':
      fill(at(-length / 2, 0), at(0, half), at(length / 2, 0), at(0, -half));
      return;
    case 'oval':
      canvas.add({ kind: 'path', path: oval(at, length / 2, half), fill: line.color.color, ...opacity });
      return;
    case 'arrow':
      canvas.add({
        kind: 'path',
        path: [
          ['M', ...at(length, half)],
          ['L', ...tip],
          ['L', ...at(length, -half)],
        ],
        stroke: { color: line.color.color, width: line.width, join: 'miter' },
        ...opacity,
      });
      return;
    default:
      fill(tip, at(length, half), at(length, -half));
  }
};

/** A quarter of a circle as a Bézier curve: the distance of its control points. */
const ARC = 0.5522847498;

const oval = (
  at: (back: number, side: number) => Point,
  long: number,
  half: number,
): readonly PathCommand[] => {
  const [k, m] = [long * ARC, half * ARC];
  return [
    ['M', ...at(-long, 0)],
    ['C', ...at(-long, m), ...at(-k, half), ...at(0, half)],
    ['C', ...at(k, half), ...at(long, m), ...at(long, 0)],
    ['C', ...at(long, -m), ...at(k, -half), ...at(0, -half)],
    ['C', ...at(-k, -half), ...at(-long, -m), ...at(-long, 0)],
    ['Z'],
  ];
};

/** The line stops inside its head: a blunt end would stick out of the tip. */
export const withoutEnds = (path: readonly PathCommand[], line: ShapeLine): readonly PathCommand[] => {
  const out = [...path];
  const shorten = (end: LineEnd | undefined, atStart: boolean): void => {
    if (end === undefined || end.type === 'oval' || end.type === 'diamond') return;
    const place = tipOf(path, atStart);
    const index = atStart ? 0 : out.length - 1;
    const command = out[index];
    if (place === undefined || command === undefined) return;
    const [tip, from] = place;
    const distance = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
    const cut = Math.min(end.type === 'arrow' ? line.width : sizeOf(end, line).length * 0.55, distance * 0.9);
    const x = tip[0] + ((from[0] - tip[0]) * cut) / distance;
    const y = tip[1] + ((from[1] - tip[1]) * cut) / distance;
    if (command[0] === 'M' || command[0] === 'L') out[index] = [command[0], x, y];
    else if (command[0] === 'C') out[index] = ['C', command[1], command[2], command[3], command[4], x, y];
  };
  shorten(line.head, true);
  shorten(line.tail, false);
  return out;
};

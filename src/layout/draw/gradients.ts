/** Gradients of shapes (ECMA-376 §20.1.8.33) as what PDF can shade. */

import type { DrawnColor } from '../../wml/colors.ts';
import type { Box } from '../boxes.ts';
import type { LinearGradient, Paint, PathCommand } from '../display-list.ts';
import type { Canvas } from './canvas.ts';

type Stops = LinearGradient['stops'];

/** From 0 to 1; a shading has one opacity, the mean of its colours'. */
export const stopsOf = (
  stops: readonly { readonly offset: number; readonly color: DrawnColor }[],
): { readonly drawn: Stops; readonly opacity: number } => {
  const drawn = stops.map(({ offset, color }) => ({ offset, color: color.color }));
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first !== undefined && first.offset > 0) drawn.unshift({ offset: 0, color: first.color });
  if (last !== undefined && last.offset < 1) drawn.push({ offset: 1, color: last.color });
  const sum = stops.reduce((total, { color }) => total + color.opacity, 0);
  return { drawn, opacity: sum / Math.max(1, stops.length) };
};

export const linearPaint = (
  { angle, scaled }: { readonly angle: number; readonly scaled: boolean },
  stops: Stops,
  box: Box,
): LinearGradient => {
  let turn = (angle * Math.PI) / 180;
  if (scaled && box.width > 0) turn = Math.atan2(Math.sin(turn) * box.height, Math.cos(turn) * box.width);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const half = (Math.abs(cos) * box.width + Math.abs(sin) * box.height) / 2;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  return { from: [cx - cos * half, cy - sin * half], to: [cx + cos * half, cy + sin * half], stops };
};

/** Out to the farthest corner. */
export const radialPaint = (
  { x, y }: { readonly x: number; readonly y: number },
  stops: Stops,
  box: Box,
): Paint => ({
  center: [box.x + box.width * x, box.y + box.height * y],
  radius: Math.max(0.1, Math.hypot(box.width * Math.max(x, 1 - x), box.height * Math.max(y, 1 - y))),
  stops,
});

interface Boxes {
  readonly path: readonly PathCommand[];
  readonly drawn: Stops;
  readonly opacity: number;
  readonly box: Box;
  readonly x: number;
  readonly y: number;
}

/** Rectangles around a point: four triangles, each shaded towards its side. */
export const paintBoxes = (canvas: Canvas, { path, drawn, opacity, box, x, y }: Boxes): void => {
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
  const [cx, cy] = [left + box.width * x, top + box.height * y];
  const sides: readonly (readonly [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ])[] = [
    [
      [left, top],
      [right, top],
      [cx, top],
    ],
    [
      [right, top],
      [right, bottom],
      [right, cy],
    ],
    [
      [right, bottom],
      [left, bottom],
      [cx, bottom],
    ],
    [
      [left, bottom],
      [left, top],
      [left, cy],
    ],
  ];
  canvas.add({ kind: 'push', clip: path });
  for (const [one, other, to] of sides) {
    if (to[0] === cx && to[1] === cy) continue;
    canvas.add({
      kind: 'path',
      path: [['M', cx, cy], ['L', ...one], ['L', ...other], ['Z']],
      fill: { from: [cx, cy], to, stops: drawn },
      ...(opacity < 1 && { opacity }),
    });
  }
  canvas.add({ kind: 'pop' });
};

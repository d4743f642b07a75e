/**
 * paintOutline: shadow, fill, line and line ends of a shape whose paths are known
 */

import { type DrawnColor, mix } from '../../wml/colors.ts';
import type { Shadow, Shape, ShapeFill, ShapeLine } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { PathItem } from '../display-list.ts';
import type { Canvas } from './canvas.ts';
import type { DrawnGeometry, DrawnPath } from './geometry.ts';
import { linearPaint, paintBoxes, radialPaint, stopsOf } from './gradients.ts';
import { paintEnds, withoutEnds } from './line-ends.ts';

export const paintOutline = (canvas: Canvas, shape: Shape, { paths }: DrawnGeometry, box: Box): void => {
  const { fill, line, shadow } = shape;
  if (shadow !== undefined && (fill !== undefined || line !== undefined))
    paintShadow(
      canvas,
      shadow,
      fill === undefined ? paths.map((path) => ({ ...path, fill: 'none' })) : paths,
      line,
    );
  for (const path of paths) {
    if (path.path.length === 0) continue;
    if (fill !== undefined && path.fill !== 'none') paintFill(canvas, fill, path, box);
    if (line !== undefined && path.stroke) paintStroke(canvas, line, path);
  }
};

const opacityOf = ({ opacity }: DrawnColor): { readonly opacity?: number } =>
  opacity < 1 ? { opacity } : {};

/** §20.1.10.37: a part of a shape in another light. */
const TONES: Readonly<Record<string, readonly [toward: number, share: number]>> = {
  darken: [0x000000, 0.4],
  darkenLess: [0x000000, 0.2],
  lighten: [0xffffff, 0.4],
  lightenLess: [0xffffff, 0.2],
};

const toned = (color: DrawnColor, fill: DrawnPath['fill']): DrawnColor => {
  const tone = TONES[fill];
  return tone === undefined ? color : { ...color, color: mix(color.color, tone[0], tone[1]) };
};

export const paintFill = (
  canvas: Canvas,
  fill: ShapeFill,
  { path, fill: tone }: DrawnPath,
  box: Box,
): void => {
  switch (fill.kind) {
    case 'solid': {
      const color = toned(fill.color, tone);
      canvas.add({ kind: 'path', path, fill: color.color, ...opacityOf(color) });
      return;
    }
    case 'gradient':
    case 'radial': {
      const stops = fill.stops.map((stop) => ({ ...stop, color: toned(stop.color, tone) }));
      const { drawn, opacity } = stopsOf(stops);
      if (fill.kind === 'radial' && !fill.round) {
        paintBoxes(canvas, { path, drawn, opacity, box, x: fill.x, y: fill.y });
        return;
      }
      const paint = fill.kind === 'gradient' ? linearPaint(fill, drawn, box) : radialPaint(fill, drawn, box);
      canvas.add({ kind: 'path', path, fill: paint, ...(opacity < 1 && { opacity }) });
      return;
    }
    case 'picture': {
      const { crop, inset, opacity } = fill;
      const width = box.width * (1 - inset.left - inset.right);
      const height = box.height * (1 - inset.top - inset.bottom);
      canvas.add({ kind: 'push', clip: path });
      canvas.add({
        kind: 'image',
        image: fill.part ?? '',
        matrix: [width, 0, 0, height, box.x + box.width * inset.left, box.y + box.height * inset.top],
        crop,
        ...(opacity < 1 && { opacity }),
        ...(fill.recolor !== undefined && { recolor: fill.recolor }),
      });
      canvas.add({ kind: 'pop' });
    }
  }
};

/** In widths of the line (§20.1.10.49). */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 3],
  sysDot: [1, 1],
  dash: [4, 3],
  sysDash: [3, 1],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

export const strokeOf = ({
  color,
  width,
  dash: name,
  cap,
  join,
}: ShapeLine): Pick<PathItem, 'stroke' | 'opacity'> => {
  const dash = DASHES[name]?.map((part) => part * width);
  return {
    stroke: {
      color: color.color,
      width,
      ...(dash !== undefined && { dash }),
      ...(cap !== 'butt' && { cap }),
      ...(join !== 'miter' && { join }),
    },
    ...opacityOf(color),
  };
};

const paintStroke = (canvas: Canvas, line: ShapeLine, { path }: DrawnPath): void => {
  const hasEnds = (line.head !== undefined || line.tail !== undefined) && path.at(-1)?.[0] !== 'Z';
  canvas.add({ kind: 'path', path: hasEnds ? withoutEnds(path, line) : path, ...strokeOf(line) });
  if (hasEnds) paintEnds(canvas, path, line);
};

/** Steps from the shadow's middle to its blurred edge: as many as the eye does not see as steps. */
const BLUR_STEPS = 5;

/** PDF has no blur: the shadow is laid on in thin coats, each a little larger. */
export const paintShadow = (
  canvas: Canvas,
  { color, distance, angle, blur }: Shadow,
  paths: readonly DrawnPath[],
  line?: ShapeLine,
): void => {
  if (color.opacity <= 0) return;
  const turn = (angle * Math.PI) / 180;
  const steps = blur > 0.5 ? BLUR_STEPS : 1;
  const opacity = 1 - (1 - Math.min(0.999, color.opacity)) ** (1 / steps);
  canvas.through([1, 0, 0, 1, Math.cos(turn) * distance, Math.sin(turn) * distance], () => {
    for (let step = 0; step < steps; step++) {
      const spread = (blur * step) / steps;
      for (const { path, fill, stroke } of paths) {
        if (path.length === 0) continue;
        const width = spread + (stroke ? (line?.width ?? 0) : 0);
        const outline = width > 0 ? { stroke: { color: color.color, width, join: 'round' as const } } : {};
        if (fill !== 'none' || width > 0)
          canvas.add({
            kind: 'path',
            path,
            ...(fill !== 'none' && { fill: color.color }),
            ...outline,
            opacity,
          });
      }
    }
  });
};

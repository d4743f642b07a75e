/**
 * paintInlineObject, paintDrawing: pictures, shapes and the text in them, at their places
 */

import type { Drawing, DrawingContent, Group, Picture } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import { paintChart } from '../chart/paint-chart.ts';
import type { LayoutContext } from '../context.ts';
import type { Matrix, PathCommand } from '../display-list.ts';
import { type Canvas, rectangle } from '../draw/canvas.ts';
import { evaluateGeometry } from '../draw/geometry.ts';
import { paintShadow, strokeOf } from '../draw/paint-outline.ts';
import { presetGeometry } from '../draw/presets/index.ts';
import { isTurned, turned } from '../draw/turn.ts';
import { DEEPEST_DRAWING } from '../flow/measure-drawing.ts';
import type { PlacedAtom } from '../inline/lines.ts';
import type { DrawingTexts, LineContent } from '../pieces.ts';
import { paintMath } from './paint-math.ts';
import { paintShape } from './paint-shape.ts';
import type { Painter } from './painter.ts';

/** A drawing with the text in its shapes, and how deep in others it stands. */
interface DrawingToPaint {
  readonly drawing: Drawing;
  readonly texts: DrawingTexts;
  readonly depth: number;
}

export const paintInlineObject = (
  painter: Painter,
  { atom }: PlacedAtom,
  at: { readonly x: number; readonly baseline: number },
  { texts, of: { region } }: LineContent,
): void => {
  const { x, baseline } = at;
  if (atom.kind === 'math') paintMath(painter.canvas, atom, x, baseline);
  if (atom.kind !== 'object') return;
  const { drawing, height, ascent } = atom;
  const { depth } = region;
  if (drawing.content.kind === 'shape' && drawing.content.geometry === 'horizontalRule') {
    const width = drawing.width > 0 ? drawing.width : region.width;
    const y = baseline - ascent / 2;
    paintDrawing(painter, { drawing, texts, depth }, { x, y, width, height: drawing.height });
    return;
  }
  const rise = atom.format.properties.position ?? 0;
  paintDrawing(
    painter,
    { drawing, texts, depth },
    {
      x: x + drawing.extent.left,
      y: baseline - rise - height + drawing.extent.top,
      width: drawing.width,
      height: drawing.height,
    },
  );
};

export const paintDrawing = (painter: Painter, { drawing, texts, depth }: DrawingToPaint, box: Box): void => {
  const { canvas, context } = painter;
  const outer = canvas.element;
  const figure = context.structure?.figure(drawing, box, canvas);
  canvas.element = figure === undefined ? outer : figure.element;
  if (drawing.origin !== undefined) canvas.origin(drawing.origin, box);
  if (canvas.seen !== undefined && !canvas.isEdge) canvas.see({ kind: 'drawing', box });
  paintContent(painter, drawing.content, texts, box, depth);
  canvas.element = figure?.link ?? outer;
  if (drawing.link !== undefined) canvas.add({ kind: 'link', ...box, target: drawing.link });
  canvas.element = outer;
};

const paintContent = (
  painter: Painter,
  content: DrawingContent,
  texts: DrawingTexts,
  box: Box,
  depth: number,
): void => {
  if (depth > DEEPEST_DRAWING) return;
  const { canvas, context } = painter;
  if ((content.kind === 'picture' || content.kind === 'shape') && content.lostEffect === true)
    context.warnings.add('Glows, reflections and soft edges are not drawn.');
  switch (content.kind) {
    case 'picture':
      paintPicture(canvas, content, box, context);
      return;
    case 'shape':
      paintShape(painter, content, texts.get(content), box);
      return;
    case 'group':
      paintGroup(painter, content, texts, box, depth);
      return;
    case 'chart':
      paintChart(canvas, content, box, context);
      return;
    case 'unsupported':
      context.warnings.add(`A drawing (${content.what}) is shown as an empty frame.`);
      canvas.add({ kind: 'path', path: rectangle(box), stroke: { color: 0xb0b0b0, width: 0.75 } });
  }
};

const paintGroup = (painter: Painter, group: Group, texts: DrawingTexts, box: Box, depth: number): void => {
  const { frame } = group;
  if (frame.width <= 0 || frame.height <= 0) return;
  const [sx, sy] = [box.width / frame.width, box.height / frame.height];
  if (isTurned(group)) {
    const upright: Group = { ...group, rotation: 0, flipX: false, flipY: false };
    painter.canvas.through(turned(box, group), () => paintGroup(painter, upright, texts, box, depth));
    return;
  }
  for (const child of group.children) {
    paintContent(
      painter,
      child.content,
      texts,
      {
        x: box.x + (child.x - frame.x) * sx,
        y: box.y + (child.y - frame.y) * sy,
        width: child.width * sx,
        height: child.height * sy,
      },
      depth + 1,
    );
  }
};

const turnedPicture = (box: Box, picture: Picture): Matrix => {
  const [a, b, c, d, e, f] = turned(box, picture);
  return [
    a * box.width,
    b * box.width,
    c * box.height,
    d * box.height,
    a * box.x + c * box.y + e,
    b * box.x + d * box.y + f,
  ];
};

const paintPicture = (canvas: Canvas, picture: Picture, box: Box, context: LayoutContext): void => {
  if (box.width <= 0 || box.height <= 0) return;
  const { crop, line, shadow } = picture;
  const cropped = crop.left !== 0 || crop.top !== 0 || crop.right !== 0 || crop.bottom !== 0;
  const outline = outlineOf(picture, box, context);
  const turns = isTurned(picture);
  const image = (matrix: Matrix): void =>
    canvas.add({
      kind: 'image',
      image: picture.part ?? '',
      matrix,
      ...(cropped && { crop }),
      ...(picture.light !== undefined && { light: picture.light }),
      ...(picture.recolor !== undefined && { recolor: picture.recolor }),
      ...(picture.opacity < 1 && { opacity: picture.opacity }),
    });
  // Most pictures: nothing around them, and nothing cut off.
  if (outline === undefined && line === undefined && shadow === undefined) {
    image(turns ? turnedPicture(box, picture) : [box.width, 0, 0, box.height, box.x, box.y]);
    return;
  }
  const path = outline ?? rectangle(box);
  const paint = (): void => {
    if (shadow !== undefined) paintShadow(canvas, shadow, [{ path, fill: 'norm', stroke: false }]);
    if (outline !== undefined) canvas.add({ kind: 'push', clip: outline });
    image([box.width, 0, 0, box.height, box.x, box.y]);
    if (outline !== undefined) canvas.add({ kind: 'pop' });
    if (line !== undefined) canvas.add({ kind: 'path', path, ...strokeOf(line) });
  };
  if (turns) canvas.through(turned(box, picture), paint);
  else paint();
};

/** What a picture is cut to; undefined where that is its rectangle. */
const outlineOf = (
  { shape }: Picture,
  box: Box,
  context: LayoutContext,
): readonly PathCommand[] | undefined => {
  if (shape === undefined) return undefined;
  const geometry = presetGeometry(shape.geometry);
  if (geometry === undefined) {
    context.reasons.add('shape-geometry');
    return undefined;
  }
  return evaluateGeometry(geometry, shape.adjust, box)
    .paths.filter(({ fill }) => fill !== 'none')
    .flatMap(({ path }) => path);
};

/**
 * paintInlineObject, paintDrawing: pictures, shapes and the text in them, at their places
 */
import type { Drawing, DrawingContent, Picture } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Matrix } from '../display-list.ts';
import type { Frame } from '../flow/frame.ts';
import type { PlacedAtom } from '../inline/lines.ts';
import type { Canvas } from './canvas.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Set by `flow/` at start-up of a layout: text inside shapes is measured by what paints them. */
export type PaintText = (
  canvas: Canvas,
  content: Extract<DrawingContent, { kind: 'shape' }>,
  box: Box,
) => void;

export const paintInlineObject = (
  canvas: Canvas,
  placed: PlacedAtom,
  x: number,
  baseline: number,
  context: LayoutContext,
  frame: Frame,
): void => {
  if (placed.atom.kind !== 'object') return;
  const { drawing, height } = placed.atom;
  const rise = placed.atom.format.properties.position ?? 0;
  paintDrawing(
    canvas,
    drawing,
    {
      x: x + drawing.extent.left,
      y: baseline - rise - height + drawing.extent.top,
      width: drawing.width,
      height: drawing.height,
    },
    context,
    frame.depth,
  );
};

export const paintDrawing = (
  canvas: Canvas,
  drawing: Drawing,
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  paintContent(canvas, drawing.content, box, context, depth);
  if (drawing.link !== undefined) canvas.add({ kind: 'link', ...box, target: drawing.link });
};

const paintContent = (
  canvas: Canvas,
  content: DrawingContent,
  box: Box,
  _context: LayoutContext,
  _depth: number,
): void => {
  if (content.kind === 'picture') paintPicture(canvas, content, box);
};

/** About the middle of the box, clockwise, after mirroring. */
export const turned = (
  box: Box,
  { rotation, flipX, flipY }: { readonly rotation: number; readonly flipX: boolean; readonly flipY: boolean },
): Matrix => {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [scaleX, scaleY] = [flipX ? -1 : 1, flipY ? -1 : 1];
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const [a, b, c, d] = [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY];
  return [a, b, c, d, middleX - a * middleX - c * middleY, middleY - b * middleX - d * middleY];
};

const paintPicture = (canvas: Canvas, picture: Picture, box: Box): void => {
  if (box.width <= 0 || box.height <= 0) return;
  const [a, b, c, d, e, f] = turned(box, picture);
  const { crop } = picture;
  const cropped = crop.left !== 0 || crop.top !== 0 || crop.right !== 0 || crop.bottom !== 0;
  canvas.add({
    kind: 'image',
    image: picture.part ?? '',
    matrix: [
      a * box.width,
      b * box.width,
      c * box.height,
      d * box.height,
      a * box.x + c * box.y + e,
      b * box.x + d * box.y + f,
    ],
    ...(cropped && { crop }),
    ...(picture.opacity < 1 && { opacity: picture.opacity }),
  });
  if (picture.line !== undefined) {
    const { line } = picture;
    canvas.add({
      kind: 'path',
      path: [
        ['M', box.x, box.y],
        ['L', box.x + box.width, box.y],
        ['L', box.x + box.width, box.y + box.height],
        ['L', box.x, box.y + box.height],
        ['Z'],
      ],
      stroke: { color: line.color.color, width: line.width },
    });
  }
};

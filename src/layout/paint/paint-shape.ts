/**
 * paintShape: a shape's outline, turned and mirrored as it says, and the text in it
 */

import type { TableLayer } from '../../wml/cascade.ts';
import type { Shape, ShapeText } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { LayoutContext } from '../context.ts';
import { type Canvas, rectangle } from '../draw/canvas.ts';
import { type DrawnGeometry, evaluateGeometry } from '../draw/geometry.ts';
import { paintOutline } from '../draw/paint-outline.ts';
import { presetGeometry } from '../draw/presets/index.ts';
import { isTurned, turned, turnInto } from '../draw/turn.ts';
import { stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';
import { paintLetters } from './paint-letters.ts';
import { paintStack } from './paint-piece.ts';

export const paintShape = (
  canvas: Canvas,
  shape: Shape,
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  const { letters } = shape;
  if (letters !== undefined) {
    const spell = (): void => paintLetters(canvas, letters, shape, box, context);
    if (isTurned(shape)) canvas.through(turned(box, shape), spell);
    else spell();
    return;
  }
  const grown = { ...box, height: grownHeight(shape, box.width, context, depth) ?? box.height };
  const drawn = geometryOf(shape, grown, context);
  const paint = (): void => paintOutline(canvas, shape, drawn, grown);
  if (isTurned(shape)) canvas.through(turned(grown, shape), paint);
  else paint();
  const { text, rotation, flipY } = shape;
  if (text === undefined) return;
  // Text turns with its shape, and stands on its head in one that is upside down, but is never mirrored.
  const turn = { rotation: (rotation + (flipY ? 180 : 0)) % 360, flipX: false, flipY: false };
  const write = (): void => paintShapeText(canvas, text, shape.fill, drawn.text, context, depth);
  if (turn.rotation === 0) write();
  else canvas.through(turned(grown, turn), write);
};

/** Rectangles are most shapes by far: text boxes. */
const geometryOf = (shape: Shape, box: Box, context: LayoutContext): DrawnGeometry => {
  const plain = shape.geometry === 'rect' || shape.geometry === 'horizontalRule';
  const geometry = plain ? undefined : (shape.custom ?? presetGeometry(shape.geometry));
  if (geometry !== undefined) return evaluateGeometry(geometry, shape.adjust, box);
  if (!plain && (shape.fill !== undefined || shape.line !== undefined)) context.reasons.add('shape-geometry');
  return { paths: [{ path: rectangle(box), fill: 'norm', stroke: true }], text: box };
};

const boxRegion = (text: ShapeText, ground: Shape['fill'], width: number, depth: number): Region => ({
  width: text.wraps ? Math.max(1, width - text.insets.left - text.insets.right) : UNBOUNDED,
  grid: 0,
  table: text.color === undefined ? undefined : textLayer(text.color.color),
  ground: ground?.kind === 'solid' ? ground.color.color : undefined,
  depth: depth + 1,
  inCell: true,
});

/** A width that no line of a box without wrapping reaches. */
const UNBOUNDED = 3000;

/** The font colour of a shape's style lies under everything that the text says itself. */
const layers = new Map<number, TableLayer>();
const textLayer = (color: number): TableLayer => {
  let layer = layers.get(color);
  if (layer === undefined) {
    layer = { paragraph: {}, run: { color } };
    layers.set(color, layer);
  }
  return layer;
};

/** How high a shape becomes that grows with its text; undefined for others. */
export const grownHeight = (
  { text }: Shape,
  width: number,
  context: LayoutContext,
  depth: number,
): number | undefined => {
  if (text?.grows !== true) return undefined;
  const measured = context.measure(text.blocks, boxRegion(text, undefined, width, depth));
  const height = stackHeight(measured.pieces, measured.after) + text.insets.top + text.insets.bottom;
  return Math.max(height, 1);
};

const NO_INSETS: ShapeText['insets'] = { left: 0, top: 0, right: 0, bottom: 0 };

const paintShapeText = (
  canvas: Canvas,
  text: ShapeText,
  fill: Shape['fill'],
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  const { insets } = text;
  if (text.direction !== undefined) {
    const inner = {
      x: box.x + insets.left,
      y: box.y + insets.top,
      width: Math.max(1, box.width - insets.left - insets.right),
      height: Math.max(1, box.height - insets.top - insets.bottom),
    };
    const { direction: _, ...level } = text;
    const along = { x: 0, y: 0, width: inner.height, height: inner.width };
    canvas.through(turnInto(text.direction, inner), () =>
      canvas.withSquares(text.direction === 'upright', () =>
        paintShapeText(canvas, { ...level, insets: NO_INSETS }, fill, along, context, depth),
      ),
    );
    return;
  }
  const measured = context.measure(text.blocks, boxRegion(text, fill, box.width, depth));
  const spare = box.height - insets.top - insets.bottom - stackHeight(measured.pieces, measured.after);
  const offset = text.vertical === 'center' ? spare / 2 : text.vertical === 'bottom' ? spare : 0;
  const [x, y] = [
    box.x + insets.left,
    box.y + insets.top + (text.vertical === 'top' ? 0 : Math.max(0, offset)),
  ];
  paintStack(canvas, measured.pieces, x, y, context);
};

/**
 * paintShape: a shape's outline, turned and mirrored as it says, and the text in it
 */
import type { Shape, ShapeText } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { LayoutContext } from '../context.ts';
import type { DrawnGeometry } from '../draw/geometry.ts';
import { rectangular, shapeGeometry } from '../draw/geometry.ts';
import { paintOutline } from '../draw/paint-outline.ts';
import { isTurned, turned, turnInto } from '../draw/turn.ts';
import { type BoxText, type Piece, type PieceContent, stackHeight } from '../pieces.ts';
import { paintLetters } from './paint-letters.ts';
import type { Painter } from './painter.ts';

export const paintShape = (painter: Painter, shape: Shape, inside: BoxText | undefined, box: Box): void => {
  const { canvas, context } = painter;
  const { letters } = shape;
  if (letters !== undefined) {
    const spell = (): void => paintLetters(canvas, letters, shape, box, context);
    if (isTurned(shape)) canvas.through(turned(box, shape), spell);
    else spell();
    return;
  }
  const grown = { ...box, ...inside?.grown };
  const drawn = geometryOf(shape, grown, context);
  const paint = (): void => paintOutline(canvas, shape, drawn, grown);
  if (isTurned(shape)) canvas.through(turned(grown, shape), paint);
  else paint();
  const { text, rotation, flipY } = shape;
  if (text === undefined || inside === undefined) return;
  // Text turns with its shape, and stands on its head in one that is upside down, but is never mirrored.
  const turn = { rotation: (rotation + (flipY ? 180 : 0)) % 360, flipX: false, flipY: false };
  const write = (): void => paintText(painter, text, inside, drawn.text);
  if (turn.rotation === 0) write();
  else canvas.through(turned(grown, turn), write);
};

const geometryOf = (shape: Shape, box: Box, context: LayoutContext): DrawnGeometry => {
  const geometry = shapeGeometry(shape, box);
  if (geometry === undefined && (shape.fill !== undefined || shape.line !== undefined))
    context.reasons.add('shape-geometry');
  return geometry ?? rectangular(box);
};

/** Points: lines are higher than their letters. */
const OVER = 2;

/** Down to the last line that shows something: an empty paragraph, and the space below the last one, leave no box. */
const shownHeight = (pieces: readonly Piece[]): number => {
  const last = pieces.findLastIndex(({ content, anchored }) => anchored.length > 0 || !isEmptyLine(content));
  return stackHeight(pieces.slice(0, last + 1), 0) - (pieces[last]?.leading ?? 0);
};

const isEmptyLine = (content: PieceContent): boolean =>
  content.kind === 'line' &&
  content.line.atoms.every(({ atom }) => atom.kind !== 'word' && atom.kind !== 'object');

const paintText = (painter: Painter, text: ShapeText, inside: BoxText, box: Box): void => {
  const { canvas } = painter;
  const { insets, direction } = text;
  if (direction === undefined) {
    const height = box.height - insets.top - insets.bottom;
    // Past the border: text that takes the room inside of it is still in its box.
    if (canvas.seen !== undefined && shownHeight(inside.pieces) > box.height - insets.top + OVER)
      canvas.see({ kind: 'overflow', box, of: 'box' });
    paintLevel(painter, text, inside, { x: box.x + insets.left, y: box.y + insets.top, height });
    return;
  }
  const inner = {
    x: box.x + insets.left,
    y: box.y + insets.top,
    width: Math.max(1, box.width - insets.left - insets.right),
    height: Math.max(1, box.height - insets.top - insets.bottom),
  };
  canvas.through(turnInto(direction, inner), () =>
    canvas.withSquares(direction === 'upright', () =>
      paintLevel(painter, text, inside, { x: 0, y: 0, height: inner.width }),
    ),
  );
};

/** At the top of its room, in the middle or at the bottom. */
const paintLevel = (
  painter: Painter,
  { vertical }: ShapeText,
  { pieces, after, indent }: BoxText,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): void => {
  const spare = height - stackHeight(pieces, after);
  const offset = vertical === 'center' ? spare / 2 : vertical === 'bottom' ? spare : 0;
  painter.stack(pieces, x + indent, y + (vertical === 'top' ? 0 : Math.max(0, offset)));
};

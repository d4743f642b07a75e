/**
 * paintPiece :: piece at its place → items of the display list
 *
 * The one place that knows how each kind of content is painted.
 */
import type { LayoutContext } from '../context.ts';
import { type Canvas, rectangle } from '../draw/canvas.ts';
import { turnInto } from '../draw/turn.ts';
import type { Piece, PieceContent, TurnedContent } from '../pieces.ts';
import { paintAnchored } from './paint-anchored.ts';
import { paintParagraphLine } from './paint-paragraph.ts';
import { paintRow } from './paint-row.ts';

/** With the drawings that are anchored in it, which stand before its text in the order of the page. */
export const paintPiece = (
  canvas: Canvas,
  piece: Piece,
  x: number,
  y: number,
  context: LayoutContext,
): void => {
  for (const anchored of piece.anchored) paintAnchored(canvas, anchored, x, y, context);
  const paint = (): void => paintContent(canvas, piece.content, { x, y, height: piece.height }, context);
  if (piece.repeated === true) canvas.decorate(paint);
  else paint();
};

export const paintStack = (
  canvas: Canvas,
  pieces: readonly Piece[],
  x: number,
  y: number,
  context: LayoutContext,
): void => {
  let at = y;
  for (const [index, piece] of pieces.entries()) {
    at += index === 0 ? piece.gapAfterBreak : piece.gap;
    paintPiece(canvas, piece, x, at, context);
    at += piece.height;
  }
};

export const paintContent = (
  canvas: Canvas,
  content: PieceContent,
  place: { readonly x: number; readonly y: number; readonly height: number },
  context: LayoutContext,
): void => {
  const { x, y } = place;
  switch (content.kind) {
    case 'line':
      paintParagraphLine(canvas, content, place, context);
      return;
    case 'row':
      paintRow(canvas, content, x, y, context);
      return;
    case 'turned':
      paintTurned(canvas, content, x, y, context);
      return;
    case 'stack':
      paintStack(canvas, content.pieces, x, y, context);
      return;
    case 'rule':
      canvas.rect(x, y + content.y, content.length, content.thickness, 0);
      return;
    case 'nothing':
  }
};

const paintTurned = (
  canvas: Canvas,
  { turn, width, height, across, shift, pieces }: TurnedContent,
  x: number,
  y: number,
  context: LayoutContext,
): void =>
  canvas.through(turnInto(turn, { x, y, width, height }), () => {
    // Lines that do not fit side by side are hidden, not drawn over the next cell.
    const clips = across > width + 0.5;
    if (clips) canvas.add({ kind: 'push', clip: rectangle({ x: 0, y: 0, width: height, height: width }) });
    canvas.withSquares(turn === 'upright', () => paintStack(canvas, pieces, 0, shift, context));
    if (clips) canvas.add({ kind: 'pop' });
  });

/** floatPiece :: piece at its place → what is anchored in it keeps text away from its own place */

import type { Box, ColumnBox, PageBox } from '../boxes.ts';
import type { AnchoredDrawing, Piece } from '../pieces.ts';
import { anchoredBox } from './anchors.ts';
import type { Floats } from './floats.ts';

export const floatPiece = (
  floats: Floats,
  piece: Piece,
  y: number,
  place: { readonly page: PageBox; readonly column: ColumnBox },
): void => {
  for (const anchored of piece.anchored) floats.add(anchored, boxOf(anchored, y, place));
};

export const boxOf = (
  anchored: AnchoredDrawing,
  y: number,
  place: { readonly page: PageBox; readonly column: ColumnBox },
): Box => anchoredBox(anchored, { ...place, paragraphTop: y + anchored.paragraphTop, lineTop: y });

/**
 * A paragraph begins where the space after the one above it ends: what is measured from it is above its own space, as much of that
 * as there is (`gap`) [M].
 */
export const withAnchorsRaised = (piece: Piece, gap: number): Piece => {
  const { anchored, content } = piece;
  if (anchored.length === 0 || content.kind !== 'line' || !content.isFirst) return piece;
  // Whatever moved its first line down is counted already.
  const own = Math.max(0, Math.min(gap, piece.gapAfterBreak) - content.line.skip);
  return { ...piece, anchored: anchored.map((one) => raised(one, own)) };
};

/** Pieces that did not fit come again, with another space above them. */
const raised = (anchored: AnchoredDrawing, by: number): AnchoredDrawing => {
  const { raisedBy = 0, paragraphTop } = anchored;
  if (raisedBy === by || anchored.block !== undefined) return anchored;
  return { ...anchored, paragraphTop: paragraphTop + raisedBy - by, raisedBy: by };
};

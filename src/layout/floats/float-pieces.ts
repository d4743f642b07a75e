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

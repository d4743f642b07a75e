/** floatPiece :: piece at its place → what is anchored in it keeps text away from its own place */

import type { BodySection } from '../../wml/model.ts';
import type { Box, ColumnBox, PageBox } from '../boxes.ts';
import { edgeRegion, type MeasuredEdges } from '../page/headers-footers.ts';
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

/** Text keeps away from what stands in headers and footers as well. */
export const floatEdges = (
  floats: Floats,
  { header, footer }: MeasuredEdges,
  body: BodySection,
  page: PageBox,
): void => {
  const { margins, height } = body.section;
  const place = { page, column: { x: page.left, width: edgeRegion(body).width } };
  const add = (pieces: readonly Piece[], top: number): void => {
    let y = top;
    for (const [index, piece] of pieces.entries()) {
      y += index === 0 ? piece.gapAfterBreak : piece.gap;
      floatPiece(floats, piece, y, place);
      y += piece.height;
    }
  };
  if (header !== undefined) add(header.pieces, margins.header);
  if (footer !== undefined) add(footer.pieces, height - margins.footer - footer.height);
};

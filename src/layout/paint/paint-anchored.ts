/** paintAnchored :: a drawing or a floating block, and the line that it is anchored in → painted where it stands on the page */
import type { Canvas, Layer } from '../draw/canvas.ts';
import { anchoredBox } from '../floats/anchors.ts';
import type { AnchoredDrawing } from '../pieces.ts';
import { paintDrawing } from './paint-drawing.ts';
import type { Painter } from './painter.ts';

/** `x` is the column's left edge, `y` the top of the line. */
export const paintAnchored = (painter: Painter, anchored: AnchoredDrawing, x: number, y: number): void => {
  const { canvas } = painter;
  const { drawing, texts, pieces, paragraphTop, inCell, cellTop } = anchored;
  const column = { x, width: anchored.column };
  const place = {
    page: canvas.frame,
    column,
    paragraphTop: y + paragraphTop,
    lineTop: y,
    inCell,
    cellTop: cellTop === undefined ? undefined : y + cellTop,
  };
  const box = anchoredBox(anchored, place);
  // A floating table or a frame is text, in the layer of the text.
  if (pieces !== undefined) {
    painter.stack(pieces, box.x, box.y);
    return;
  }
  const behind = drawing.anchor?.behind === true;
  const layer = canvas.isEdge ? edgeLayer(canvas, behind) : behind ? 'behind' : 'front';
  const order = drawing.anchor?.order ?? 0;
  canvas.stack(layer, order, () => paintDrawing(painter, { drawing, texts, depth: 0 }, box));
};

/** What stands in a drawing of a header stays with it. */
const edgeLayer = ({ layer }: Canvas, behind: boolean): Layer =>
  layer !== 'edge' ? layer : behind ? 'edgeBehind' : 'edgeFront';

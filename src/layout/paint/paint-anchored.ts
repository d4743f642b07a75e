/** paintAnchored :: a drawing or a floating block, and the line that it is anchored in → painted where it stands on the page */
import type { LayoutContext } from '../context.ts';
import type { Canvas, Layer } from '../draw/canvas.ts';
import { anchoredBox } from '../floats/anchors.ts';
import type { AnchoredDrawing } from '../pieces.ts';
import { paintDrawing } from './paint-drawing.ts';
import { paintStack } from './paint-piece.ts';

/** `x` is the column's left edge, `y` the top of the line. */
export const paintAnchored = (
  canvas: Canvas,
  anchored: AnchoredDrawing,
  x: number,
  y: number,
  context: LayoutContext,
): void => {
  const { drawing, pieces, paragraphTop, inCell, grown } = anchored;
  const column = { x, width: anchored.column };
  const place = { page: canvas.frame, column, paragraphTop: y + paragraphTop, lineTop: y, inCell };
  const box = anchoredBox(drawing, place, grown);
  // A floating table or a frame is text, in the layer of the text.
  if (pieces !== undefined) {
    paintStack(canvas, pieces, box.x, box.y, context);
    return;
  }
  const behind = drawing.anchor?.behind === true;
  const layer = canvas.isEdge ? edgeLayer(canvas, behind) : behind ? 'behind' : 'front';
  const order = drawing.anchor?.order ?? 0;
  canvas.stack(layer, order, () => paintDrawing(canvas, drawing, box, context, 0));
};

/** What stands in a drawing of a header stays with it. */
const edgeLayer = ({ layer }: Canvas, behind: boolean): Layer =>
  layer !== 'edge' ? layer : behind ? 'edgeBehind' : 'edgeFront';

/**
 * PagePainter: pieces at their places → items of the display list
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
import type { Painter } from './painter.ts';

export class PagePainter implements Painter {
  readonly canvas: Canvas;
  readonly context: LayoutContext;

  constructor(canvas: Canvas, context: LayoutContext) {
    this.canvas = canvas;
    this.context = context;
  }

  /** What is anchored in it comes before its text in the order of the page. */
  piece({ anchored, content, height, repeated }: Piece, x: number, y: number): void {
    for (const one of anchored) paintAnchored(this, one, x, y);
    if (repeated === true) this.canvas.decorate(() => this.content(content, { x, y, height }));
    else this.content(content, { x, y, height });
  }

  stack(pieces: readonly Piece[], x: number, y: number): void {
    let at = y;
    for (const [index, piece] of pieces.entries()) {
      at += index === 0 ? piece.gapAfterBreak : piece.gap;
      this.piece(piece, x, at);
      at += piece.height;
    }
  }

  content(
    content: PieceContent,
    place: { readonly x: number; readonly y: number; readonly height: number },
  ): void {
    const { x, y } = place;
    switch (content.kind) {
      case 'line':
        paintParagraphLine(this, content, place);
        return;
      case 'row':
        paintRow(this, content, x, y);
        return;
      case 'turned':
        this.#turned(content, x, y);
        return;
      case 'stack':
        this.stack(content.pieces, x, y);
        return;
      case 'rule':
        this.canvas.rect(x, y + content.y, content.length, content.thickness, 0);
        return;
      case 'nothing':
    }
  }

  #turned({ turn, width, height, across, shift, pieces }: TurnedContent, x: number, y: number): void {
    const { canvas } = this;
    canvas.through(turnInto(turn, { x, y, width, height }), () => {
      // Lines that do not fit side by side are hidden, not drawn over the next cell.
      const clips = across > width + 0.5;
      if (clips) canvas.add({ kind: 'push', clip: rectangle({ x: 0, y: 0, width: height, height: width }) });
      canvas.withSquares(turn === 'upright', () => this.stack(pieces, 0, shift));
      if (clips) canvas.add({ kind: 'pop' });
    });
  }
}

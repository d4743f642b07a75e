/** What painters of pieces, cells and drawings share; handed down, because cells and boxes hold pieces again. */
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Piece } from '../pieces.ts';

export interface Painter {
  readonly canvas: Canvas;
  readonly context: LayoutContext;
  /** `x` is the left edge of the text column. */
  piece(piece: Piece, x: number, y: number): void;
  /** Pieces one below the other, with nothing in between but their gaps. */
  stack(pieces: readonly Piece[], x: number, y: number): void;
}

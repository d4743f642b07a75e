/**
 * Pieces: measured content as the paginator sees it, a sequence of things that no page break divides, with what may
 * stand between them. A line of text is a piece, and so is a row of a table (which may offer to be split).
 */
import type { Block, Drawing } from '../wml/model.ts';
import type { LineNumbering } from '../wml/sections.ts';
import type { Canvas } from './draw/canvas.ts';
import type { Room } from './inline/line-shape.ts';

export interface Piece {
  readonly height: number;
  /** Of it, below the text: leading that may hang over the end of the page [M]. */
  readonly leading?: number;
  /** Points above it: after another piece, at the top of a page that overflow made, at the top after a break by hand. */
  readonly gap: number;
  readonly gapAtTop: number;
  readonly gapAfterBreak: number;
  /** `keep`: the next piece belongs with this one. `page`, `column`: the next one begins another. */
  readonly after: 'free' | 'keep' | 'page' | 'column';
  /** Begins a new page whatever room there is (`w:pageBreakBefore`). */
  readonly breakBefore: boolean;
  /** Footnotes that begin on its page: `footnote:id`. */
  readonly notes: readonly string[];
  /** Drawings that take their places when this piece does. */
  readonly anchored: readonly AnchoredDrawing[];
  /** A line that is counted, and its baseline from the piece's top. */
  readonly counted?: { readonly numbering: LineNumbering; readonly baseline: number } | undefined;
  readonly block: Block;
  paint(canvas: Canvas, x: number, y: number): void;
  /** The drawings of `anchored`, against a page that is known only now. */
  readonly paintAnchored?: ((canvas: Canvas, x: number, y: number) => void) | undefined;
  /** The part that fits into `room` and the rest; undefined where not even a first part fits. `force` is for
   * what stands alone on a page and still does not fit. */
  split?(room: number, force?: boolean): readonly [Piece, Piece] | undefined;
  /** Where a table stands that begins with this piece, from the column's left edge: nothing floats over it. */
  readonly across?: { readonly left: number; readonly right: number } | undefined;
  /** Header rows that come again on each page that this piece begins. */
  readonly repeats?: readonly Piece[] | undefined;
}

export interface AnchoredDrawing {
  readonly drawing: Drawing;
  /** What the drawing stands for, where each measuring makes a new one: a table or a frame. */
  readonly block?: Block;
  /** Of the paragraph's top, from the piece's own top (so, not positive); and the text column it belongs to. */
  readonly paragraphTop: number;
  readonly lineHeight: number;
  /** How high it is at a width, where it grows with its text. */
  readonly grown?: ((width: number) => number) | undefined;
}

/** What there is room for beside things, for a paragraph that would stand so if it had the column to itself. */
export type RoomFor = (pieces: readonly Piece[]) => ((top: number, height: number) => Room) | undefined;

/** A story measured whole. */
export interface Measured {
  readonly pieces: readonly Piece[];
  /** Space after the last paragraph. */
  readonly after: number;
}

/** Pieces set one below the other with nothing in between but their gaps: cells, boxes, headers, notes. */
export const stackHeight = (pieces: readonly Piece[], after: number): number => {
  let height = 0;
  for (const [index, piece] of pieces.entries())
    height += piece.height + (index === 0 ? piece.gapAfterBreak : piece.gap);
  return height + (pieces.length === 0 ? 0 : after);
};

export const paintStack = (canvas: Canvas, pieces: readonly Piece[], x: number, y: number): void => {
  let at = y;
  for (const [index, piece] of pieces.entries()) {
    at += index === 0 ? piece.gapAfterBreak : piece.gap;
    piece.paintAnchored?.(canvas, x, at);
    piece.paint(canvas, x, at);
    at += piece.height;
  }
};

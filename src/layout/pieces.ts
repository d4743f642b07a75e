/**
 * Pieces: measured content as the paginator sees it, a sequence of things that no page break divides, with what may
 * stand between them. A line of text is a piece, and so is a row of a table (which `splitPiece` may divide).
 *
 * Plain data: what is painted of a piece is its `content`, and `paint/paint-piece.ts` knows how.
 */
import type { Block, Drawing, Shape, Table } from '../wml/model.ts';
import type { LineNumbering } from '../wml/properties/sections.ts';
import type { Color } from './display-list.ts';
import type { Turn } from './draw/turn.ts';
import type { Line } from './inline/lines.ts';
import type { MeasuredParagraph, RoomBeside } from './inline/measured-paragraph.ts';
import type { Region } from './region.ts';
import type { CellLines, TableLines } from './table/cell-borders.ts';
import type { GridCell, Margins } from './table/grid.ts';
import type { TextFormat } from './text/text-format.ts';

export interface Piece {
  readonly height: number;
  /** The part of the height below the text: leading that may hang over the end of the page [M]. */
  readonly leading?: number;
  /** Points above it: after another piece, at the top of a page that overflow made, at the top after a break by hand. */
  readonly gap: number;
  readonly gapAtTop: number;
  readonly gapAfterBreak: number;
  /** `keep`: the next piece belongs with this one. `page`, `column`: the next one begins another. */
  readonly after: 'free' | 'keep' | 'page' | 'column';
  /** Takes no room and stays behind what is above it, however full the page is. */
  readonly clings?: boolean | undefined;
  /** Begins a new page whatever room there is (`w:pageBreakBefore`). */
  readonly breakBefore: boolean;
  /** Footnotes that begin on its page: `footnote:id`. */
  readonly notes: readonly string[];
  /** Drawings, and blocks that float, which take their places when this piece does. */
  readonly anchored: readonly AnchoredDrawing[];
  /** A line that is counted, and its baseline from the piece's top. */
  readonly counted?: { readonly numbering: LineNumbering; readonly baseline: number } | undefined;
  /** The paragraph or the table that it is a part of. */
  readonly block: Block;
  readonly content: PieceContent;
  /** A header row that comes again: decoration to who listens to the document. */
  readonly repeated?: boolean;
  /** Where a table stands that begins with this piece, from the column's left edge: nothing floats over it. */
  readonly across?: TableExtent | undefined;
  /** Of the first piece of what was measured beside something, or moved below it: all of the block, for another place. */
  readonly again?: ((roomFor: RoomFor) => readonly Piece[]) | undefined;
  /** Header rows that come again on each page that this piece begins. */
  readonly repeats?: readonly Piece[] | undefined;
}

export interface TableExtent {
  readonly left: number;
  readonly right: number;
  /** Of one that was to float and is too high for it: how far down its page it begins, from the paper's edge or the margin. */
  readonly down?: { readonly from: 'page' | 'margin'; readonly y: number };
}

export type PieceContent =
  | LineContent
  | RowContent
  | TurnedContent
  | { readonly kind: 'stack'; readonly pieces: readonly Piece[] }
  /** A line across, `y` below the piece's top. */
  | { readonly kind: 'rule'; readonly y: number; readonly length: number; readonly thickness: number }
  | { readonly kind: 'nothing' };

export interface LineContent {
  readonly kind: 'line';
  readonly line: Line;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** From the piece's top to the line's: room for the border above. */
  readonly above: number;
  /** The text of the drawings that stand in the line. */
  readonly texts: DrawingTexts;
  readonly of: ParagraphContent;
}

/** What the lines of one paragraph share. */
export interface ParagraphContent {
  readonly measured: MeasuredParagraph;
  /** Undefined without borders and shading. */
  readonly box: ParagraphBox | undefined;
  readonly region: Region;
}

/** Where the borders and the shading of a paragraph stand. */
export interface ParagraphBox {
  /** From the column's left edge. */
  readonly left: number;
  readonly right: number;
  /** What the borders above and below take. */
  readonly topSpace: number;
  readonly bottomSpace: number;
  /** Paragraphs with the same borders share one box: the space between them is in it. */
  readonly joinsAbove: boolean;
  readonly joinsBelow: boolean;
  readonly gap: number;
}

/** Cells whose text runs upwards or downwards: laid out along the height, and turned. */
export interface TurnedContent {
  readonly kind: 'turned';
  readonly turn: Turn;
  readonly width: number;
  readonly height: number;
  /** How much of the width the lines take, and where the first of them begins. */
  readonly across: number;
  readonly shift: number;
  readonly pieces: readonly Piece[];
}

export interface RowContent {
  readonly kind: 'row';
  readonly row: MeasuredRow;
  readonly place: RowPlace;
}

/** What a row's piece has of its table. */
export interface RowPlace {
  readonly table: Table;
  readonly measured: MeasuredTable;
  readonly gap: number;
  /** The part of the gap that stays at the top of a page: a floating table's distance. */
  readonly above: number;
  readonly repeats: readonly Piece[] | undefined;
}

/** A table as far as its rows have been asked for. */
export interface MeasuredTable {
  readonly lines: TableLines;
  /** From the text column's left edge to the table's. */
  readonly x: number;
  /** Left edges of the columns, and the end of the last one. */
  readonly starts: readonly number[];
  /** The rows that are measured, undivided; of those that are painted, only what comes again with header rows. */
  readonly rows: (Piece | undefined)[];
  /** How many of the first rows are kept. */
  readonly kept: number;
  /** A row with all that is in its own cells, where it was measured by its texts alone. */
  readonly whole: (index: number) => MeasuredRow | undefined;
}

export interface MeasuredRow {
  readonly index: number;
  readonly cells: readonly CellBox[];
  readonly height: number;
  /** Thickness of the lines above the row, which are part of its height; and below the table, which are too. */
  readonly topLine: number;
  readonly bottomLine: number;
  /** Thickness of the lines that close the table where a page ends below this row. */
  readonly closingLine: number;
  /** Between the line above and the content of the cells, the same for all. */
  readonly topMargin: number;
  readonly exact: boolean;
  /** What its own height wants of the page before a break may divide it: 0 where content alone gives it one. */
  readonly least: number;
  readonly cantSplit: boolean;
  readonly keepsNext: boolean;
  readonly header: boolean;
  /** Which part of a row that a page break divides. */
  readonly part: 'whole' | 'first' | 'rest';
  /** The texts of a row that is another but for them: `cells` are the other's. */
  readonly texts?: RowTexts;
}

export interface CellBox {
  readonly grid: GridCell;
  /** From the left edge of the table, between the middles of the lines at its sides. */
  readonly x: number;
  readonly width: number;
  readonly items: readonly PieceInCell[];
  /** Where the content ends, margin included: what the row has to be at least. */
  readonly end: number;
  /** Points that vertical alignment moves the content down. */
  readonly shift: number;
  readonly shading: Color | undefined;
  /** Where cells stand apart: the distances, and the cell's own lines within them. */
  readonly apart: { readonly from: Margins; readonly lines: CellLines } | undefined;
}

export interface PieceInCell {
  readonly piece: Piece;
  /** From the top of the row, the line above it included. */
  readonly y: number;
}

/** What a row says that is another but for its texts, each of which fits on its line. */
export interface RowTexts {
  readonly cells: readonly TextCell[];
  readonly texts: readonly string[];
  /** Where each text begins, from the left edge of its cell's content. */
  readonly starts: readonly number[];
}

/** A cell of one line, as all rows of its kind have it. */
export interface TextCell {
  /** From the table's left edge to the content. */
  readonly x: number;
  readonly margin: number;
  /** From the row's top to the baseline. Added in this order, as those who paint whole cells do: the last digits decide how
   * numbers are rounded. */
  readonly y: number;
  readonly shift: number;
  readonly baseline: number;
  readonly ground: Color | undefined;
  /** Neighbouring texts of one format, which are drawn as one. */
  readonly stretches: readonly { readonly format: TextFormat; readonly from: number; readonly to: number }[];
  /** Which of the row's texts are the cell's, and the style of its paragraph. */
  readonly from: number;
  readonly to: number;
  readonly styleId: string | undefined;
}

export interface AnchoredDrawing {
  readonly drawing: Drawing;
  /** What the drawing stands for, where each measuring makes a new one: a table or a frame, and what is in it. */
  readonly block?: Block;
  readonly pieces?: readonly Piece[];
  /** The paragraph's top, from the piece's own top (so, not positive). */
  readonly paragraphTop: number;
  readonly lineHeight: number;
  /** Width of the text column that it belongs to; whether that is a cell's. */
  readonly column: number;
  readonly inCell: boolean;
  /** Where the cell's content begins, from the piece's own top. */
  readonly cellTop?: number;
  /** How large it is: its own size, a share of the page's, or as high as its text makes it. */
  readonly width: number;
  readonly height: number;
  readonly texts: DrawingTexts;
}

/** The text in a drawing's shapes, by the shape, measured for the size that the drawing has. */
export type DrawingTexts = ReadonlyMap<Shape, BoxText>;

export interface BoxText extends Measured {
  /** How large the shape becomes that grows with it. */
  readonly grown: { readonly width: number; readonly height: number } | undefined;
  /** From the left of the room for text to the lines. */
  readonly indent: number;
}

export const NO_TEXTS: DrawingTexts = new Map();

/** A piece and its place on the page. */
export interface PlacedPiece {
  readonly piece: Piece;
  readonly x: number;
  readonly y: number;
}

/** What there is room for beside things, for a paragraph that would stand so if it had the column to itself. */
export type RoomFor = (pieces: readonly Piece[]) => RoomBeside | undefined;

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

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
  /** What the piece takes of the page, without the gap above it. */
  readonly height: number;
  /** The part of the height below the text: leading that may hang over the end of the page [M]. */
  readonly leading?: number;
  /** Space above the piece where another stands before it. */
  readonly gap: number;
  /** Space above the piece where it is the first on a page that overflow made. */
  readonly gapAtTop: number;
  /** Space above the piece where it is the first after a break by hand, or of its story. */
  readonly gapAfterBreak: number;
  /** `keep`: the next piece belongs with this one. `page`, `column`: the next one begins another. */
  readonly after: 'free' | 'keep' | 'page' | 'column';
  /** Takes no room and stays behind what is above it, however full the page is. */
  readonly clings?: boolean | undefined;
  /** Begins a new page whatever room there is (`w:pageBreakBefore`). */
  readonly breakBefore: boolean;
  /** Footnotes that begin on the page of the piece: `footnote:id`. */
  readonly notes: readonly string[];
  /** Drawings, and blocks that float, which take their places when this piece does. */
  readonly anchored: readonly AnchoredDrawing[];
  /** How a line is counted that has a number beside it, and its baseline from the piece's top. */
  readonly counted?: { readonly numbering: LineNumbering; readonly baseline: number } | undefined;
  /** The paragraph or the table that the piece is a part of. */
  readonly block: Block;
  readonly content: PieceContent;
  /** A header row that comes again: decoration to who listens to the document. */
  readonly repeated?: boolean;
  /** Where a table stands that begins with this piece, from the column's left edge: nothing floats over it. */
  readonly across?: TableExtent | undefined;
  /** Measures all of the block anew for another place: on the first piece of what stands beside a float, or was moved below it. */
  readonly again?: ((roomFor: RoomFor) => readonly Piece[]) | undefined;
  /** Header rows that come again on each page that this piece begins. */
  readonly repeats?: readonly Piece[] | undefined;
  /** What must be left free below it, for rows that come with the end of a page. */
  readonly reserve?: number | undefined;
}

export interface TableExtent {
  readonly left: number;
  readonly right: number;
  /** How far down its page a table begins that was to float and is too high for it: from the paper's edge or the margin. */
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
  /** The paragraph that it is a line of. */
  readonly of: ParagraphContent;
}

/** What the lines of one paragraph share. */
export interface ParagraphContent {
  readonly measured: MeasuredParagraph;
  /** Its borders and shading; undefined where it has neither. */
  readonly box: ParagraphBox | undefined;
  readonly region: Region;
}

/** Where the borders and the shading of a paragraph stand. */
export interface ParagraphBox {
  /** The left side, from the column's left edge. */
  readonly left: number;
  /** The right side, from the column's left edge. */
  readonly right: number;
  /** What the border above takes. */
  readonly topSpace: number;
  /** What the border below takes. */
  readonly bottomSpace: number;
  /** Shares one box with the paragraph above, which has the same borders. */
  readonly joinsAbove: boolean;
  /** Shares one box with the paragraph below, which has the same borders. */
  readonly joinsBelow: boolean;
  /** The space between the paragraph above and this one: in the box where they share one. */
  readonly gap: number;
}

/** Cells whose text runs upwards or downwards: laid out along the height, and turned. */
export interface TurnedContent {
  readonly kind: 'turned';
  readonly turn: Turn;
  /** Width of the place on the page. */
  readonly width: number;
  /** Height of the place on the page, along which the lines run. */
  readonly height: number;
  /** How much of the width the lines take together. */
  readonly across: number;
  /** Where in the width the first line begins. */
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
  /** Space above the row. */
  readonly gap: number;
  /** The part of the gap that stays at the top of a page: a floating table's distance. */
  readonly above: number;
  /** Header rows that come again above the row where it begins a page. */
  readonly repeats: readonly Piece[] | undefined;
  /** The same where a page begins in the middle of the row. */
  readonly repeatsWithin?: readonly Piece[] | undefined;
  /** Left free below the row. */
  readonly reserve?: number | undefined;
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
  /** How many of the first rows are kept once they are painted: header rows, which come again, and the one below them. */
  readonly kept: number;
  /** A row with all that is in its own cells, where it was measured by its texts alone. */
  readonly whole: (index: number) => MeasuredRow | undefined;
}

export interface MeasuredRow {
  readonly index: number;
  readonly cells: readonly CellBox[];
  readonly height: number;
  /** Thickness of the lines above the row, which are part of its height. */
  readonly topLine: number;
  /** Thickness of the lines below the table, which are part of its last row's height; 0 in others. */
  readonly bottomLine: number;
  /** Thickness of the lines that close the table where a page ends below this row. */
  readonly closingLine: number;
  /** Between the line above and the content, the same for all cells of the row. */
  readonly topMargin: number;
  /** As high as the document says, whatever is in it. */
  readonly exact: boolean;
  /** How much of the row must be on a page before a break may divide it: 0 where content alone gives it its height. */
  readonly least: number;
  readonly cantSplit: boolean;
  /** On one page with the row below it. */
  readonly keepsNext: boolean;
  /** Comes again on each page that the table goes on to. */
  readonly header: boolean;
  /** Whether this is all of the row, or which part of one that a page break divides. */
  readonly part: 'whole' | 'first' | 'rest';
  /** The row's texts, where it differs from another in them alone: `cells` are the other's then. */
  readonly texts?: RowTexts;
}

export interface CellBox {
  readonly grid: GridCell;
  /** From the left edge of the table to the middle of the line at the cell's left. */
  readonly x: number;
  /** Between the middles of the lines at the cell's sides. */
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
  /** From the top of the row, the line above the row included. */
  readonly y: number;
}

/** What a row says that differs from another in its texts alone, each of which fits on its line. */
export interface RowTexts {
  readonly cells: readonly TextCell[];
  /** The texts of all cells, in order. */
  readonly texts: readonly string[];
  /** Where each text begins, from the left edge of its cell's content. */
  readonly starts: readonly number[];
}

/** A cell of one line, as all rows of its kind have it. */
export interface TextCell {
  /** From the table's left edge to the cell's. */
  readonly x: number;
  /** The cell's left margin: from its edge to its content. */
  readonly margin: number;
  /**
   * From the row's top to the cell's line; `shift` and `baseline` are added to it in this order, as those who paint whole
   * cells do: the last digits decide how numbers are rounded.
   */
  readonly y: number;
  /** Points that vertical alignment moves the content down. */
  readonly shift: number;
  /** From the line's top to its baseline. */
  readonly baseline: number;
  /** What the text stands on, for automatic colour. */
  readonly ground: Color | undefined;
  /** Neighbouring texts of one format, which are drawn as one. */
  readonly stretches: readonly { readonly format: TextFormat; readonly from: number; readonly to: number }[];
  /** The first of the row's texts that is the cell's. */
  readonly from: number;
  /** Behind the last of the row's texts that is the cell's. */
  readonly to: number;
  /** The style of the cell's paragraph. */
  readonly styleId: string | undefined;
}

export interface AnchoredDrawing {
  readonly drawing: Drawing;
  /** The table or the frame that floats as a drawing, which each measuring makes anew. */
  readonly block?: Block;
  /** What is in the table or the frame that floats. */
  readonly pieces?: readonly Piece[];
  /** The paragraph's top, from the piece's own top (so, not positive). */
  readonly paragraphTop: number;
  /** Of that, the paragraph's own space above it. */
  readonly raisedBy?: number;
  /** Height of the line that the drawing is anchored in. */
  readonly lineHeight: number;
  /** Width of the text column that the anchor stands in. */
  readonly column: number;
  /** The anchor stands in a cell of a table. */
  readonly inCell: boolean;
  /** Where the cell's content begins, from the piece's own top. */
  readonly cellTop?: number;
  /** How wide the drawing is: its own width, or a share of the page's. */
  readonly width: number;
  /** How high the drawing is: its own height, a share of the page's, or what its text needs. */
  readonly height: number;
  /** The text in the drawing's shapes. */
  readonly texts: DrawingTexts;
}

/** The text in a drawing's shapes, by the shape, measured for the size that the drawing has. */
export type DrawingTexts = ReadonlyMap<Shape, BoxText>;

export interface BoxText extends Measured {
  /** How large the shape becomes, where it grows with its text. */
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
  /** Space after the last paragraph, which is in no piece. */
  readonly after: number;
}

/** Pieces set one below the other with nothing in between but their gaps: cells, boxes, headers, notes. */
export const stackHeight = (pieces: readonly Piece[], after: number): number => {
  let height = 0;
  for (const [index, piece] of pieces.entries())
    height += piece.height + (index === 0 ? piece.gapAfterBreak : piece.gap);
  return height + (pieces.length === 0 ? 0 : after);
};

/** Rows with their heights, and what stands where in their cells. */
import type { LayoutContext } from '../context.ts';
import type { Color } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Piece } from '../pieces.ts';
import type { Region } from '../region.ts';
import type { CellLines, TableLines } from './cell-borders.ts';
import type { GridCell, Margins, TableGrid } from './grid.ts';

export interface PlacedPiece {
  readonly piece: Piece;
  /** From the top of the row, the line above it included. */
  readonly y: number;
}

export interface CellBox {
  readonly grid: GridCell;
  /** From the left edge of the table, between the middles of the lines at its sides. */
  readonly x: number;
  readonly width: number;
  readonly items: readonly PlacedPiece[];
  /** Where the content ends, margin included: what the row has to be at least. */
  readonly end: number;
  /** Points that vertical alignment moves the content down. */
  readonly shift: number;
  readonly shading: Color | undefined;
  /** Where cells stand apart: the distances, and the cell's own lines within them. */
  readonly apart: { readonly from: Margins; readonly lines: CellLines } | undefined;
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
  /** Of all its cells: between the line above and their content. */
  readonly topMargin: number;
  readonly exact: boolean;
  /** What its own height wants of the page before a break may divide it: 0 where content alone gives it one. */
  readonly least: number;
  readonly cantSplit: boolean;
  readonly keepsNext: boolean;
  readonly header: boolean;
  /** Of a row that a page break divides. */
  readonly part: 'whole' | 'first' | 'rest';
  /** Of a row that is another but for its texts: `cells` are the other's. */
  readonly spoken?: OwnTexts;
}

export interface OwnTexts {
  /** In place of what is in the cells. `x` is the table's left edge, `y` the row's top. */
  paint(canvas: Canvas, x: number, y: number): void;
  /** The row with all that is in its own cells. */
  whole(): MeasuredRow | undefined;
}

export interface RowsRequest {
  readonly grid: TableGrid;
  readonly widths: readonly number[];
  readonly lines: TableLines;
  readonly context: LayoutContext;
  readonly region: Region;
}

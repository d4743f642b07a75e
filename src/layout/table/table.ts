/**
 * tablePieces :: Table → pieces, a row each, as they are asked for
 */
import type { Table } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { MeasuredRow, MeasuredTable, Piece, RowPlace } from '../pieces.ts';
import type { Region } from '../region.ts';
import { TableLines } from './cell-borders.ts';
import { columnWidths } from './column-widths.ts';
import { type TableGrid, tableGrid } from './grid.ts';
import { RowMeasurer } from './measure-rows.ts';
import { availableWidth, floatingHang, tableX } from './placement.ts';
import { rowPiece } from './row-piece.ts';

/** The rows of a table that is placed as it is measured, some at a time. */
export interface TablePieces {
  readonly done: boolean;
  next(): readonly Piece[];
}

export const tablePieces = (
  table: Table,
  context: LayoutContext,
  region: Region,
  gap: number,
): TablePieces | undefined => openTable(table, context, region, { gap, floats: false })?.pieces;

/** All of its rows. `floats`: it is placed by its left edge, wherever that is. */
export const measureTable = (
  table: Table,
  context: LayoutContext,
  region: Region,
  how: { readonly gap: number; readonly floats: boolean },
): { readonly pieces: readonly Piece[]; readonly width: number; readonly hang: number } => {
  const opened = openTable(table, context, region, how);
  if (opened === undefined) return { pieces: [], width: 0, hang: 0 };
  const { width, hang } = opened;
  return { pieces: opened.pieces.all(), width, hang };
};

const openTable = (
  table: Table,
  context: LayoutContext,
  region: Region,
  how: { readonly gap: number; readonly floats: boolean },
): { readonly pieces: RowPieces; readonly width: number; readonly hang: number } | undefined => {
  if (region.depth >= context.budget.limits.nesting) {
    context.warnings.add('Tables that are nested too deeply were left out.');
    return undefined;
  }
  // Places of the cells, and what the style gives them.
  const grid = tableGrid(table, context.document.styles);
  if (grid.rows.length === 0) return undefined;
  // Columns and lines.
  const seen = grid.properties.rightToLeft === true ? { ...table, grid: table.grid.toReversed() } : table;
  const lines = new TableLines(grid);
  const widths = columnWidths(seen, grid, context, region, availableWidth(grid, lines, context, region));
  // The place in the column.
  const starts: number[] = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  const width = starts.at(-1) ?? 0;
  const x = how.floats ? 0 : tableX(grid, width, lines, context, region);
  const above = how.floats ? 0 : spaceAbove(grid);
  // Rows.
  const measurer = new RowMeasurer({ grid, widths, lines, context, region });
  const leading = leadingHeaders(grid);
  // Where they are all of the table there is nothing to repeat them above (docs/word-facts.md).
  const headers = leading === grid.rows.length ? 0 : leading;
  const whole = (index: number): MeasuredRow | undefined => measurer.measureWhole(index)[0];
  const withPages = grid.properties.tracked === undefined ? NO_PAGE_ROWS : pageRows(grid, leading);
  const kept = headers + withPages.heads + 1;
  const measured: MeasuredTable = { lines, x, starts, rows: [], kept, whole };
  const place = { table, measured, gap: how.gap + above, above, repeats: undefined };
  const counts = { all: grid.rows.length, leading, headers, ...withPages };
  return {
    pieces: new RowPieces(counts, measurer, place),
    width,
    hang: how.floats ? floatingHang(grid, context, region) : 0,
  };
};

/** A floating table that stands in the text all the same keeps its distance. */
const spaceAbove = ({ properties: { floating } }: TableGrid): number =>
  floating?.verticalAnchor === 'text' ? Math.max(0, floating.y ?? 0) : 0;

/** About what a page holds: asking for each row by itself would cost more than it saves. */
const ROWS_AT_A_TIME = 24;

/** How many rows there are; how many of the first are header rows, and how many of those come again. */
interface RowCounts extends PageRows {
  readonly all: number;
  readonly leading: number;
  readonly headers: number;
}

/** Rows that come with pages: how many stand below the header rows, and which at the end of each page. */
interface PageRows {
  readonly heads: number;
  readonly feet: readonly number[];
  /** Besides what they take. */
  readonly moreRoom: number;
  /** Those that are left out where they stand. */
  readonly hidden: ReadonlySet<number>;
}

const NO_PAGE_ROWS: PageRows = { heads: 0, feet: [], moreRoom: 0, hidden: new Set() };

const pageRows = ({ rows }: TableGrid, leading: number): PageRows => {
  const roles = rows.map(({ row }) => row.properties.onPages);
  let heads = 0;
  while (roles[leading + heads] === 'head') heads += 1;
  const numbers = [...roles.keys()];
  return {
    heads,
    feet: numbers.filter((index) => roles[index] === 'foot' || roles[index] === 'between'),
    moreRoom: rows.reduce((sum, { row }) => sum + (row.properties.moreRoom ?? 0), 0),
    hidden: new Set(numbers.filter((index) => roles[index] === 'between' || roles[index] === 'head')),
  };
};

class RowPieces implements TablePieces {
  readonly #count: number;
  readonly #leading: number;
  readonly #headers: number;
  readonly #pageRows: PageRows;
  readonly #measurer: RowMeasurer;
  readonly #place: RowPlace;
  readonly #below: RowPlace;
  /** Of rows below the header rows, with those to repeat. */
  #repeating: RowPlace | undefined;
  /** Of those before the rows that come with the end of a page. */
  #reserving: RowPlace | undefined;
  #at = 0;

  constructor(counts: RowCounts, measurer: RowMeasurer, place: RowPlace) {
    this.#count = counts.all;
    this.#leading = counts.leading;
    this.#headers = counts.headers;
    this.#pageRows = counts;
    this.#measurer = measurer;
    this.#place = place;
    this.#below = { ...place, gap: 0, above: 0 };
  }

  get done(): boolean {
    return this.#at >= this.#count;
  }

  all(): readonly Piece[] {
    const pieces: Piece[] = [];
    while (!this.done) pieces.push(...this.next());
    return pieces;
  }

  next(): readonly Piece[] {
    // Header rows are measured together: they come again with the first row below them.
    const { heads, hidden } = this.#pageRows;
    const until = Math.min(this.#count, Math.max(this.#headers + heads, this.#at + ROWS_AT_A_TIME));
    const rows: MeasuredRow[] = [];
    while (this.#at < until) {
      const group = this.#measurer.measureFrom(this.#at);
      rows.push(...(this.#at < this.#leading ? group.map((row) => this.#asHeader(row)) : group));
      this.#at += group.length;
    }
    this.#repeating ??= {
      ...this.#below,
      repeats: this.#repeats(rows, this.#headers + heads),
      repeatsWithin: heads === 0 ? undefined : (this.#repeats(rows, this.#headers) ?? []),
    };
    this.#reserving ??= { ...this.#repeating, reserve: this.#reserve() };
    const pieces = rows.map((row) => rowPiece(row, this.#placeOf(row.index)));
    this.#place.measured.rows.push(...pieces);
    return hidden.size === 0 ? pieces : pieces.filter((_, index) => !hidden.has(rows[index]?.index ?? -1));
  }

  /** What the rows at the end of a page take. */
  #reserve(): number | undefined {
    const { feet, moreRoom } = this.#pageRows;
    const heights = feet.map((index) => this.#measurer.measureWhole(index)[0]?.height ?? 0);
    const all = heights.reduce((sum, height) => sum + height, moreRoom);
    return all === 0 ? undefined : all;
  }

  /** Header rows are not divided, and a page does not end with one: they stay with each other and with the row below [M]. */
  #asHeader(row: MeasuredRow): MeasuredRow {
    return row.index < this.#leading ? { ...row, cantSplit: true, keepsNext: true } : row;
  }

  /** A first row has nothing to repeat: it is a header itself, or there are none. */
  #placeOf(index: number): RowPlace {
    const { feet } = this.#pageRows;
    const reserve = index < (feet[0] ?? this.#count) ? this.#reserving?.reserve : undefined;
    if (index === 0) return reserve === undefined ? this.#place : { ...this.#place, reserve };
    if (index < this.#headers) return this.#below;
    return (reserve === undefined ? this.#repeating : this.#reserving) ?? this.#below;
  }

  #repeats(rows: readonly MeasuredRow[], count: number): readonly Piece[] | undefined {
    if (count === 0) return undefined;
    return rows
      .slice(0, count)
      .map((row) => ({ ...rowPiece({ ...row, keepsNext: false }, this.#below), repeated: true }));
  }
}

/** Only those that lead the table are header rows. */
const leadingHeaders = ({ rows }: TableGrid): number => {
  let headers = 0;
  while (rows[headers]?.header === true) headers += 1;
  return headers;
};

/**
 * RowMeasurer :: grid, widths → rows with their heights, and what stands where in their cells
 */

import type { TableLayer } from '../../wml/cascade.ts';
import type { Block, TableCell } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Color } from '../display-list.ts';
import { type ContentWidths, contentWidths } from '../inline/content-widths.ts';
import type { CellBox, Measured, MeasuredRow, Piece, PieceInCell } from '../pieces.ts';
import type { Region } from '../region.ts';
import { sideLines, thickest, thicknessOf } from './cell-borders.ts';
import { spaceLost } from './cell-neighbours.ts';
import { distancesOf, type GridCell, type GridRow } from './grid.ts';
import type { RowsRequest } from './rows-request.ts';
import { TextOnlyRows } from './text-only-rows.ts';
import { givenHeight, turnedContent, turnOf } from './turned-cell.ts';

type GrowingRow = { -readonly [K in keyof MeasuredRow]: MeasuredRow[K] } & { cells: CellBox[] };

/** Rows that cells reach over from the first of them, by their places in the table. */
class RowGroup {
  readonly #first: number;
  readonly rows: readonly GrowingRow[];

  constructor(first: number, rows: readonly GrowingRow[]) {
    this.#first = first;
    this.rows = rows;
  }

  at(index: number): GrowingRow | undefined {
    return this.rows[index - this.#first];
  }
}

/** Measures rows as they are asked for: of a large table, most are not needed until the page comes to them. */
export class RowMeasurer {
  readonly #request: RowsRequest;
  readonly #regions: CellRegions;
  readonly #textOnly: TextOnlyRows;

  constructor(request: RowsRequest) {
    this.#request = request;
    const starts: number[] = [0];
    for (const width of request.widths) starts.push((starts.at(-1) ?? 0) + width);
    this.#regions = new CellRegions(starts, request);
    this.#textOnly = new TextOnlyRows(request, {
      measure: (index) => this.measureWhole(index)[0],
      regionOf: (cell) => this.#regions.region(cell, this.#regions.place(cell).width, shadingOf(cell)),
    });
  }

  /** A row, and all that share merged cells with it: their heights depend on each other, and on no others. */
  measureFrom(first: number): readonly MeasuredRow[] {
    const row = this.#request.grid.rows[first];
    const textOnly = row && this.#textOnly.measure(row, first);
    return textOnly === undefined ? this.measureWhole(first) : [textOnly];
  }

  measureWhole(first: number): readonly MeasuredRow[] {
    const regions = this.#regions;
    const request = this.#request;
    const rows: GrowingRow[] = [];
    for (let index = first, end = first + 1; index < end; index++) {
      const row = request.grid.rows[index];
      if (row === undefined) break;
      for (const { rowSpan } of row.cells) end = Math.max(end, index + rowSpan);
      rows.push(measureRow(row, index, regions, request));
    }
    const group = new RowGroup(first, rows);
    let merged = mergedOf(rows);
    for (const cell of merged) growLast(cell, group);
    if (regions.turned) {
      for (const row of rows) turnCells(row, group, regions, request);
      merged = mergedOf(rows);
    }
    for (const row of rows) row.cells = alignCells(row.cells, row.height - row.bottomLine);
    for (const cell of merged) handDown(cell, group);
    return rows;
  }
}

const NONE: readonly CellBox[] = [];

const mergedOf = (rows: readonly GrowingRow[]): readonly CellBox[] =>
  rows.length === 1 ? NONE : rows.flatMap((row) => row.cells.filter(({ grid }) => grid.rowSpan > 1));

const measureRow = (
  { row, cells, header, cantSplit }: GridRow,
  index: number,
  regions: CellRegions,
  request: RowsRequest,
): GrowingRow => {
  const { lines, grid, context } = request;
  const { height, heightRule } = row.properties;
  const topLine = lines.heightAcross(index);
  const bottomLine = index === grid.rows.length - 1 ? thickest(lines.across(index + 1)) : 0;
  // Word gives all cells of a row the largest of their upper margins.
  let topMargin = 0;
  for (const { margins } of cells) topMargin = Math.max(topMargin, margins.top);
  const boxes = cells.map((cell) => measureCell(cell, topLine + topMargin, regions, request));
  // A least height is the content's: lines and margins come on top. An exact one has them inside [M].
  let bottomMargin = 0;
  for (const { margins } of cells) bottomMargin = Math.max(bottomMargin, margins.bottom);
  const least = topLine + topMargin + (height ?? 0) + bottomMargin;
  let content = least;
  for (const { end, grid: cell } of boxes) if (cell.rowSpan === 1) content = Math.max(content, end);
  const exact = heightRule === 'exact' && height !== undefined;
  return {
    index,
    cells: boxes,
    height: (exact ? height : content) + bottomLine,
    topLine,
    bottomLine,
    closingLine: thickest(lines.closing(index, 'bottom')),
    topMargin,
    exact,
    least: height === undefined ? 0 : least,
    cantSplit,
    keepsNext: keepsNext(cells, context),
    header,
    part: 'whole',
  };
};

const NOTHING: Measured = { pieces: [], after: 0 };
const NO_WIDTHS: ContentWidths = { min: 0, max: 0 };

const measureCell = (
  cell: GridCell,
  top: number,
  regions: CellRegions,
  { grid, lines, context }: RowsRequest,
): CellBox => {
  context.budget.step();
  const from = distancesOf(cell, grid);
  const apart = grid.spacing > 0 ? { from, lines: lines.box(cell) } : undefined;
  const { x, width } = regions.place(cell);
  const { margins } = cell;
  const shading = shadingOf(cell);
  const turn = turnOf(cell);
  if (turn !== undefined && cell.origin === undefined) {
    // Laid out when its rows have their heights; where nothing gives them one, its longest word does.
    regions.turned = true;
    const least =
      givenHeight(cell, grid) === undefined
        ? contentWidths(cell.cell.blocks, cell.style.layer, context, () => NO_WIDTHS).min
        : 0;
    return { grid: cell, x, width, items: [], end: top + least + margins.bottom, shift: 0, shading, apart };
  }
  const content =
    cell.origin === undefined
      ? context.measure(shownBlocks(cell.cell), regions.region(cell, width, shading))
      : NOTHING;
  const begin = top + from.top + thicknessOf(apart?.lines.top);
  const lost = spaceLost(cell, grid, context);
  let y = begin;
  const items = content.pieces.map((piece, index): PieceInCell => {
    const at = y + (index === 0 ? Math.max(0, piece.gapAfterBreak - lost.above) : piece.gap);
    y = at + piece.height;
    return { piece: piece.anchored.length === 0 ? piece : inCell(piece, begin - at), y: at };
  });
  const end =
    y +
    Math.max(0, content.after - lost.below) +
    margins.bottom +
    thicknessOf(apart?.lines.bottom) +
    from.bottom;
  return { grid: cell, x, width, items, end, shift: 0, shading, apart };
};

const inCell = (piece: Piece, cellTop: number): Piece => ({
  ...piece,
  anchored: piece.anchored.map((anchored) => ({ ...anchored, cellTop })),
});

const shadingOf = (cell: GridCell): Color | undefined => {
  const origin = cell.origin ?? cell;
  return origin.cell.properties.shading ?? origin.style.cell.shading ?? undefined;
};

/** Where cells of a column stand and what their text is measured into: the same for most of its rows. */
class CellRegions {
  readonly #starts: readonly number[];
  readonly #request: RowsRequest;
  /** The last of each style, by column: rows of a banded table take turns. */
  readonly #regions: Map<TableLayer, Region>[] = [];
  /** Lines of cells stand on the section's grid where the document says so (§17.15.3.1) [M]. */
  readonly #lineGrid: number;
  /** Whether any cell's text runs upwards or downwards. */
  turned = false;

  constructor(starts: readonly number[], request: RowsRequest) {
    this.#starts = starts;
    this.#request = request;
    const { compatibility } = request.context.document.settings;
    this.#lineGrid = compatibility.has('w:adjustLineHeightInTable') ? request.region.grid : 0;
  }

  place({ column, span }: GridCell): { readonly x: number; readonly width: number } {
    const x = this.#starts[column] ?? 0;
    return { x, width: (this.#starts[column + span] ?? this.#starts.at(-1) ?? x) - x };
  }

  /** Text ends before the line at its right, however small the margin; it begins where the cell does [M]. */
  #lineAfter({ row, column, span }: GridCell): number {
    const { grid, lines } = this.#request;
    return grid.spacing > 0 ? 0 : thicknessOf(lines.upright(row)[column + span]);
  }

  /** Cells that stand apart have their lines inside. */
  #ownLines(cell: GridCell): number {
    const { grid, lines } = this.#request;
    return grid.spacing > 0 ? sideLines(lines.box(cell)) : 0;
  }

  region(cell: GridCell, cellWidth: number, shading: Color | undefined): Region {
    const { grid, region } = this.#request;
    const { column, margins, style } = cell;
    const from = distancesOf(cell, grid);
    const right = Math.max(margins.right, this.#lineAfter(cell));
    const width = Math.max(
      1,
      cellWidth - margins.left - right - from.left - from.right - this.#ownLines(cell),
    );
    const ground = shading ?? region.ground;
    this.#regions[column] ??= new Map();
    const regions = this.#regions[column];
    const last = regions?.get(style.layer);
    if (last?.width === width && last.ground === ground && last.page === region.page) return last;
    const made = {
      width,
      grid: this.#lineGrid,
      table: style.layer,
      ground,
      depth: region.depth + 1,
      inCell: true,
      isCell: true,
      page: region.page,
    };
    regions?.set(style.layer, made);
    return made;
  }
}

/** The empty paragraph that has to end a cell behind a table (§17.4.65) takes no room there [M]. */
const shownBlocks = ({ blocks }: TableCell): readonly Block[] => {
  const [last, before] = [blocks.at(-1), blocks.at(-2)];
  const isEmpty = last?.kind === 'paragraph' && last.inlines.length === 0;
  return isEmpty && before?.kind === 'table' ? blocks.slice(0, -1) : blocks;
};

/** §17.3.1.15: a row is kept with the next where its first paragraph is. */
const keepsNext = (cells: readonly GridCell[], context: LayoutContext): boolean => {
  const cell = cells[0];
  const first = cell?.cell.blocks[0];
  if (first?.kind !== 'paragraph') return false;
  return context.cascade.paragraph(first.properties, cell?.style.layer).properties.keepNext === true;
};

/** Lays out the cells whose lines run along the height that their rows have by now. */
const turnCells = (
  row: GrowingRow,
  group: RowGroup,
  regions: CellRegions,
  { context, grid: table }: RowsRequest,
): void => {
  row.cells = row.cells.map((box) => {
    const { grid } = box;
    const turn = turnOf(grid);
    if (turn === undefined || grid.origin !== undefined) return box;
    const from = distancesOf(grid, table);
    const top = row.topLine + row.topMargin + from.top + thicknessOf(box.apart?.lines.top);
    const below = grid.margins.bottom + from.bottom + thicknessOf(box.apart?.lines.bottom);
    const last = group.at(grid.row + grid.rowSpan - 1);
    const height = Math.max(1, spanHeight(grid, group) - (last?.bottomLine ?? 0) - top - below);
    const region = regions.region(grid, box.width, box.shading);
    const piece = turnedContent(
      {
        cell: grid.cell,
        turn,
        width: region.width,
        height,
        alignment: grid.cell.properties.verticalAlignment ?? grid.style.cell.verticalAlignment,
        region: { ...region, width: height },
      },
      context,
    );
    return piece === undefined ? box : { ...box, items: [{ piece, y: top }], end: top + height + below };
  });
};

/** What a merged cell needs beyond its rows goes to the last of them (docs/word-facts.md). */
const growLast = ({ grid, end }: CellBox, group: RowGroup): void => {
  const last = group.at(grid.row + grid.rowSpan - 1);
  if (last === undefined || last.exact) return;
  const lack = end - spanHeight(grid, group) + last.bottomLine;
  if (lack > 0) last.height += lack;
};

const spanHeight = ({ row, rowSpan }: GridCell, group: RowGroup): number => {
  let height = 0;
  for (let at = row; at < row + rowSpan; at++) height += group.at(at)?.height ?? 0;
  return height;
};

/** How far the content of a cell is moved down in one of such a height. */
const shiftIn = ({ grid, end }: CellBox, height: number, below = grid.margins.bottom): number => {
  const alignment = grid.cell.properties.verticalAlignment ?? grid.style.cell.verticalAlignment;
  if (alignment !== 'center' && alignment !== 'bottom') return 0;
  if (alignment === 'bottom') return Math.max(0, height - end);
  // All cells of a row have their middles between the largest of their margins [M].
  return Math.max(0, height - end - below + grid.margins.bottom) / 2;
};

export const alignCells = (cells: readonly CellBox[], height: number): CellBox[] => {
  let below = 0;
  for (const { grid } of cells) below = Math.max(below, grid.margins.bottom);
  return cells.map((cell) => alignCell(cell, height, below));
};

const alignCell = (cell: CellBox, height: number, below: number): CellBox => {
  const shift = cell.grid.rowSpan === 1 ? shiftIn(cell, height, below) : 0;
  return shift === cell.shift ? cell : { ...cell, shift };
};

/**
 * Gives each row the part of a merged cell's content that begins in it, so that a page may end between them. A line that
 * begins in one row and ends in the next is where it is: rows of one page hide nothing.
 */
const handDown = (cell: CellBox, group: RowGroup): void => {
  const { grid } = cell;
  const last = grid.row + grid.rowSpan - 1;
  const shift = shiftIn(cell, spanHeight(grid, group) - (group.at(last)?.bottomLine ?? 0));
  let top = 0;
  let at = 0;
  for (let index = grid.row; index <= last; index++) {
    const row = group.at(index);
    if (row === undefined) break;
    const own: PieceInCell[] = [];
    for (; at < cell.items.length; at++) {
      const item = cell.items[at];
      if (item === undefined || (index < last && item.y + shift >= top + row.height)) break;
      own.push({ piece: item.piece, y: item.y + shift - top });
    }
    const place = row.cells.findIndex((other) => (other.grid.origin ?? other.grid) === grid);
    const box = row.cells[place];
    const end = own.reduce((most, { piece, y }) => Math.max(most, y + piece.height), 0);
    if (box !== undefined) row.cells[place] = { ...box, items: own, end };
    top += row.height;
  }
};

/**
 * Rows: measured cells side by side, painted and split as one piece
 */
import type { Table } from '../../wml/model.ts';
import { borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import { type AnchoredDrawing, type Measured, type Piece, paintStack, stackHeight } from '../flow/pieces.ts';
import type { TableLines } from './cell-borders.ts';
import type { GridCell } from './grid.ts';

export interface MeasuredCell {
  readonly grid: GridCell;
  readonly x: number;
  readonly width: number;
  readonly content: Measured;
  /** Of the content, without margins. */
  readonly contentHeight: number;
  readonly top: number;
  readonly bottom: number;
}

export interface MeasuredRow {
  readonly cells: readonly MeasuredCell[];
  readonly height: number;
  /** Thickness of the lines above, which the row's own height has in it. */
  readonly topLine: number;
  readonly exact: boolean;
  readonly cantSplit: boolean;
  readonly keepsNext: boolean;
}

export interface RowPlace {
  readonly table: Table;
  readonly lines: TableLines;
  /** From the text column's left edge. */
  readonly x: number;
  readonly gap: number;
  readonly repeats: readonly Piece[] | undefined;
  /** Heights of this row and those below, for cells that reach over them. */
  readonly heights: readonly number[];
  readonly bottomLine: number;
  /** Of a row that was split: its lines above and below are those of the whole. */
  readonly isContinued?: boolean;
}

export const rowPiece = (row: MeasuredRow, place: RowPlace): Piece => {
  const height = row.height + place.bottomLine;
  return {
    height,
    gap: place.gap,
    gapAtTop: 0,
    gapAfterBreak: 0,
    after: row.keepsNext ? 'keep' : 'free',
    breakBefore: false,
    notes: row.cells.flatMap(({ content }) => content.pieces.flatMap((piece) => piece.notes)),
    anchored: anchoredIn(row),
    block: place.table,
    ...(place.repeats !== undefined && { repeats: place.repeats }),
    paint: (canvas, x, y) => paintRow(canvas, row, place, x + place.x, y),
    split: (room, force) => splitRow(row, place, room, force === true),
  };
};

const anchoredIn = (_row: MeasuredRow): readonly AnchoredDrawing[] => [];

const spanHeight = (cell: MeasuredCell, row: MeasuredRow, place: RowPlace): number => {
  const span = cell.grid.rowSpan;
  if (span <= 1) return row.height;
  return place.heights.slice(0, span).reduce((sum, height) => sum + height, 0);
};

const paintRow = (canvas: Canvas, row: MeasuredRow, place: RowPlace, x: number, y: number): void => {
  for (const cell of row.cells) {
    const origin = cell.grid.origin ?? cell.grid;
    const shading = origin.cell.properties.shading ?? origin.style.cell.shading;
    if (shading !== undefined && shading !== null)
      canvas.rect(
        x + cell.x,
        y,
        cell.width,
        row.height + (place.bottomLine > 0 ? place.bottomLine / 2 : 0),
        shading,
      );
  }
  for (const cell of row.cells) {
    if (cell.grid.rowSpan === 0) continue;
    paintCell(canvas, cell, row, place, x, y);
  }
  for (const cell of row.cells) paintLines(canvas, cell, row, place, x, y);
};

const paintCell = (
  canvas: Canvas,
  cell: MeasuredCell,
  row: MeasuredRow,
  place: RowPlace,
  x: number,
  y: number,
): void => {
  const { grid, content } = cell;
  const height = spanHeight(cell, row, place);
  const alignment = grid.cell.properties.verticalAlignment ?? grid.style.cell.verticalAlignment ?? 'top';
  const spare = Math.max(0, height - row.topLine - cell.top - cell.bottom - cell.contentHeight);
  const offset = alignment === 'center' ? spare / 2 : alignment === 'bottom' ? spare : 0;
  const clip = row.exact && cell.contentHeight > height + 0.5;
  if (clip) {
    const [left, right, top, bottom] = [x + cell.x, x + cell.x + cell.width, y, y + height];
    canvas.add({
      kind: 'push',
      clip: [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']],
    });
  }
  paintStack(canvas, content.pieces, x + cell.x + grid.margins.left, y + row.topLine + cell.top + offset);
  if (clip) canvas.add({ kind: 'pop' });
};

const paintLines = (
  canvas: Canvas,
  cell: MeasuredCell,
  row: MeasuredRow,
  place: RowPlace,
  x: number,
  y: number,
): void => {
  const { lines } = place;
  const { grid } = cell;
  const [left, right] = [x + cell.x, x + cell.x + cell.width];
  const bottom = y + row.height;
  const top = place.isContinued === true ? undefined : lines.line(grid, 'top');
  if (top !== undefined)
    paintBorder(canvas, top, {
      x: left - sideOverlap(lines, grid, 'left'),
      y: y + borderThickness(top) / 2,
      length: right - left + sideOverlap(lines, grid, 'left') + sideOverlap(lines, grid, 'right'),
      vertical: false,
    });
  if (place.bottomLine > 0) {
    const under = lines.line(grid, 'bottom');
    if (under !== undefined)
      paintBorder(canvas, under, {
        x: left - sideOverlap(lines, grid, 'left'),
        y: bottom + borderThickness(under) / 2,
        length: right - left + sideOverlap(lines, grid, 'left') + sideOverlap(lines, grid, 'right'),
        vertical: false,
      });
  }
  const down = row.height + place.bottomLine;
  const leftLine = lines.line(grid, 'left');
  if (leftLine !== undefined) paintBorder(canvas, leftLine, { x: left, y, length: down, vertical: true });
  const rightLine = lines.line(grid, 'right');
  if (rightLine !== undefined) paintBorder(canvas, rightLine, { x: right, y, length: down, vertical: true });
};

const sideOverlap = (lines: TableLines, cell: GridCell, side: 'left' | 'right'): number => {
  const border = lines.line(cell, side);
  return border === undefined ? 0 : borderThickness(border) / 2;
};

/** Each cell gives what fits; at least one must give something, and none may lose its first line for nothing. */
const splitRow = (
  row: MeasuredRow,
  place: RowPlace,
  room: number,
  force: boolean,
): readonly [Piece, Piece] | undefined => {
  if ((row.cantSplit || row.exact) && !force) return undefined;
  const halves = row.cells.map((cell) => splitCell(cell, room - row.topLine, force));
  const gives = halves.some(
    (half, index) => half.first.content.pieces.length > 0 && hasInk(row.cells[index]),
  );
  const starved = halves.some(
    (half, index) =>
      half.first.content.pieces.length === 0 && (row.cells[index]?.content.pieces.length ?? 0) > 0,
  );
  const rest = halves.some((half) => half.second.content.pieces.length > 0);
  if (!gives || !rest || (starved && !force)) return undefined;
  const heightOf = (cells: readonly MeasuredCell[]): number =>
    Math.max(...cells.map((cell) => cell.contentHeight + cell.top + cell.bottom));
  const firstCells = halves.map((half) => half.first);
  const secondCells = halves.map((half) => half.second);
  const first: MeasuredRow = {
    ...row,
    cells: firstCells,
    height: Math.min(room, row.topLine + heightOf(firstCells)),
    keepsNext: false,
  };
  const secondHeight = Math.max(row.topLine + heightOf(secondCells), row.height - first.height);
  const second: MeasuredRow = {
    ...row,
    cells: secondCells,
    height: row.exact
      ? Math.max(1, row.height - first.height)
      : Math.min(secondHeight, row.topLine + heightOf(secondCells)),
  };
  return [
    rowPiece(first, { ...place, bottomLine: 0, heights: [first.height] }),
    rowPiece(second, { ...place, gap: 0, heights: [second.height, ...place.heights.slice(1)] }),
  ];
};

const hasInk = (cell: MeasuredCell | undefined): boolean => (cell?.content.pieces.length ?? 0) > 0;

const splitCell = (
  cell: MeasuredCell,
  room: number,
  force: boolean,
): { readonly first: MeasuredCell; readonly second: MeasuredCell } => {
  const { pieces, after } = cell.content;
  const inside = room - cell.top - cell.bottom;
  let height = 0;
  let count = 0;
  let cut = 0;
  for (const [index, piece] of pieces.entries()) {
    height += piece.height + (index === 0 ? piece.gapAfterBreak : piece.gap);
    if (height > inside + 0.1) break;
    count += 1;
    if (piece.after !== 'keep') cut = count;
  }
  if (count === pieces.length) cut = count;
  const straddling = pieces[count];
  const inner =
    cut === count && straddling?.split !== undefined ? innerSplit(pieces, count, inside) : undefined;
  if (force && cut === 0 && inner === undefined) cut = Math.max(1, count);
  const firstPieces = inner === undefined ? pieces.slice(0, cut) : [...pieces.slice(0, count), inner[0]];
  const secondPieces = inner === undefined ? pieces.slice(cut) : [inner[1], ...pieces.slice(count + 1)];
  const part = (own: readonly Piece[], space: number): MeasuredCell => {
    const begun: readonly Piece[] = own.map((piece, index) =>
      index === 0 && own !== firstPieces ? { ...piece, gapAfterBreak: 0 } : piece,
    );
    return { ...cell, content: { pieces: begun, after: space }, contentHeight: stackHeight(begun, space) };
  };
  return {
    first: part(firstPieces, secondPieces.length === 0 ? after : 0),
    second: part(secondPieces, after),
  };
};

/** A table in the cell may be split as well. */
const innerSplit = (
  pieces: readonly Piece[],
  index: number,
  inside: number,
): readonly [Piece, Piece] | undefined => {
  const used = stackHeight(pieces.slice(0, index), 0);
  const piece = pieces[index];
  return piece?.split?.(inside - used - (index === 0 ? piece.gapAfterBreak : piece.gap));
};

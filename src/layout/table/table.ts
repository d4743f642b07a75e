/**
 * tablePieces :: Table → pieces, a row each
 */
import type { Table } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import { borderThickness } from '../draw/borders.ts';
import type { Frame } from '../flow/frame.ts';
import { type Piece, stackHeight } from '../flow/pieces.ts';
import { TableLines } from './cell-borders.ts';
import { columnWidths } from './column-widths.ts';
import { type GridCell, type GridRow, type TableGrid, tableGrid } from './grid.ts';
import { type MeasuredCell, type MeasuredRow, rowPiece } from './rows.ts';

/** From this mode on (Word 2013) a table's indent is to its border; before that, to the text of its first cell. */
const EDGE_MODE = 15;

export const tablePieces = (
  table: Table,
  context: LayoutContext,
  frame: Frame,
  gap: number,
): readonly Piece[] => {
  if (frame.depth >= context.budget.limits.nesting) {
    context.warnings.add('Tables that are nested too deeply were left out.');
    return [];
  }
  const grid = tableGrid(table, context.document.styles);
  if (grid.rows.length === 0) return [];
  const widths = columnWidths(table, grid, context, frame);
  const lines = new TableLines(grid);
  const rows = measureRows(grid, widths, lines, context, frame);
  const x = tableX(grid, widths, context, frame);
  return toPieces(table, grid, rows, { lines, x, gap });
};

export const tableWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0);

const tableX = (grid: TableGrid, widths: readonly number[], context: LayoutContext, frame: Frame): number => {
  const width = tableWidth(widths);
  const alignment = grid.properties.alignment ?? 'left';
  if (alignment === 'center') return (frame.width - width) / 2;
  if (alignment === 'right') return frame.width - width;
  const indent = grid.properties.indent ?? 0;
  const mode = context.document.settings.compatibilityMode;
  return mode >= EDGE_MODE ? indent : indent - grid.margins.left;
};

const measureRows = (
  grid: TableGrid,
  widths: readonly number[],
  lines: TableLines,
  context: LayoutContext,
  frame: Frame,
): readonly MeasuredRow[] => {
  const starts: number[] = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  const measured = grid.rows.map((row) => measureRow(row, starts, lines, context, frame));
  return growForSpans(measured);
};

const measureRow = (
  { row, cells }: GridRow,
  starts: readonly number[],
  lines: TableLines,
  context: LayoutContext,
  frame: Frame,
): MeasuredRow => {
  // Word gives all cells of a row the largest of their upper margins.
  const top = Math.max(0, ...cells.map((cell) => cell.margins.top));
  const measured = cells.map((cell) => measureCell(cell, starts, context, frame, top));
  const topLine = Math.max(0, ...cells.map((cell) => thickness(lines, cell)));
  const own = measured.filter((cell) => cell.grid.rowSpan === 1);
  const content = Math.max(0, ...own.map((cell) => cell.top + cell.contentHeight + cell.bottom));
  const { height, heightRule, cantSplit } = row.properties;
  const exact = heightRule === 'exact' && height !== undefined;
  return {
    cells: measured,
    height: exact ? height : Math.max(content + topLine, height ?? 0),
    topLine,
    exact,
    cantSplit: cantSplit === true,
    keepsNext: keepsNext(cells, context),
  };
};

const thickness = (lines: TableLines, cell: GridCell): number => {
  const line = lines.line(cell, 'top');
  return line === undefined ? 0 : borderThickness(line);
};

const measureCell = (
  cell: GridCell,
  starts: readonly number[],
  context: LayoutContext,
  frame: Frame,
  top: number,
): MeasuredCell => {
  const x = starts[cell.column] ?? 0;
  const width = (starts[cell.column + cell.span] ?? x) - x;
  const { margins } = cell;
  const shading = cell.cell.properties.shading ?? cell.style.cell.shading;
  const content =
    cell.rowSpan === 0
      ? { pieces: [], after: 0 }
      : context.measure(cell.cell.blocks, {
          width: Math.max(1, width - margins.left - margins.right),
          grid: 0,
          table: cell.style.layer,
          ground: shading ?? frame.ground,
          depth: frame.depth + 1,
          inCell: true,
        });
  return {
    grid: cell,
    x,
    width,
    content,
    contentHeight: stackHeight(content.pieces, content.after),
    top,
    bottom: margins.bottom,
  };
};

/** §17.3.1.15: a row is kept with the next where its paragraphs are. */
const keepsNext = (cells: readonly GridCell[], context: LayoutContext): boolean => {
  const first = cells[0]?.cell.blocks[0];
  if (first?.kind !== 'paragraph') return false;
  return context.cascade.paragraph(first.properties, cells[0]?.style.layer).properties.keepNext === true;
};

/** What a merged cell needs beyond its rows goes to the last of them. */
const growForSpans = (rows: readonly MeasuredRow[]): readonly MeasuredRow[] => {
  const heights = rows.map((row) => row.height);
  for (const [index, row] of rows.entries()) {
    for (const cell of row.cells) {
      const { rowSpan } = cell.grid;
      if (rowSpan <= 1) continue;
      const last = Math.min(rows.length - 1, index + rowSpan - 1);
      let have = 0;
      for (let at = index; at <= last; at++) have += heights[at] ?? 0;
      const lack = row.topLine + cell.top + cell.contentHeight + cell.bottom - have;
      if (lack > 0 && rows[last]?.exact !== true) heights[last] = (heights[last] ?? 0) + lack;
    }
  }
  return rows.map((row, index) => ({ ...row, height: heights[index] ?? row.height }));
};

const toPieces = (
  table: Table,
  grid: TableGrid,
  rows: readonly MeasuredRow[],
  place: { readonly lines: TableLines; readonly x: number; readonly gap: number },
): readonly Piece[] => {
  const heights = rows.map((row) => row.height);
  let headers = 0;
  while (headers < rows.length && grid.rows[headers]?.row.properties.header === true) headers += 1;
  // A table of nothing but header rows has none that come again.
  if (headers === rows.length) headers = 0;
  const pieces: Piece[] = [];
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1;
    pieces.push(
      rowPiece(row, {
        table,
        lines: place.lines,
        x: place.x,
        gap: index === 0 ? place.gap : 0,
        repeats: index >= headers && headers > 0 ? pieces.slice(0, headers).map(withoutGap) : undefined,
        heights: heights.slice(index, index + 200),
        bottomLine: isLast ? bottomLine(row, place.lines) : 0,
      }),
    );
  }
  return pieces;
};

const withoutGap = (piece: Piece): Piece => ({ ...piece, gap: 0, after: 'keep' });

const bottomLine = (row: MeasuredRow, lines: TableLines): number =>
  Math.max(
    0,
    ...row.cells.map((cell) => {
      const line = lines.line(cell.grid, 'bottom');
      return line === undefined ? 0 : borderThickness(line);
    }),
  );

/**
 * tablePieces :: Table → pieces, a row each
 */
import type { Table } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Frame } from '../flow/frame.ts';
import type { Piece } from '../flow/pieces.ts';
import { TableLines } from './cell-borders.ts';
import { columnWidths } from './column-widths.ts';
import { type TableGrid, tableGrid } from './grid.ts';
import { type MeasuredRow, measureRows } from './measure-rows.ts';
import type { TablePainting } from './paint-row.ts';
import { availableWidth, floatingHang, tableX } from './placement.ts';
import { type RowPlace, rowPiece } from './row-piece.ts';

export const tablePieces = (
  table: Table,
  context: LayoutContext,
  frame: Frame,
  gap: number,
): readonly Piece[] => measureTable(table, context, frame, { gap, floats: false }).pieces;

/** `floats`: it is placed by its left edge, wherever that is. */
export const measureTable = (
  table: Table,
  context: LayoutContext,
  frame: Frame,
  how: { readonly gap: number; readonly floats: boolean },
): { readonly pieces: readonly Piece[]; readonly width: number; readonly hang: number } => {
  if (frame.depth >= context.budget.limits.nesting) {
    context.warnings.add('Tables that are nested too deeply were left out.');
    return { pieces: [], width: 0, hang: 0 };
  }
  // Places of the cells, and what the style gives them.
  const grid = tableGrid(table, context.document.styles);
  if (grid.rows.length === 0) return { pieces: [], width: 0, hang: 0 };
  // Columns, lines, rows.
  const widths = columnWidths(table, grid, context, frame, availableWidth(grid, context, frame));
  const lines = new TableLines(grid);
  const rows = measureRows({ grid, widths, lines, context, frame });
  if (frame.depth === 0) context.collected.clear();
  // The place in the column.
  const starts: number[] = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  const width = starts.at(-1) ?? 0;
  const x = how.floats ? 0 : tableX(grid, width, lines, context, frame);
  const pieces: Piece[] = [];
  const painting: TablePainting = { lines, x, starts, rows: pieces, drawn: undefined };
  const above = how.floats ? 0 : spaceAbove(grid);
  pieces.push(
    ...rowPieces(rows, { table, context, painting, gap: how.gap + above, above, repeats: undefined }),
  );
  return { pieces, width, hang: how.floats ? floatingHang(grid, context, frame) : 0 };
};

/** A floating table that stands in the text all the same keeps its distance. */
const spaceAbove = ({ properties: { floating } }: TableGrid): number =>
  floating?.verticalAnchor === 'text' ? Math.max(0, floating.y ?? 0) : 0;

/** Header rows come again on each page, where they lead the table and are not all of it (rule 19). */
const rowPieces = (rows: readonly MeasuredRow[], place: RowPlace): readonly Piece[] => {
  let headers = 0;
  while (rows[headers]?.header === true) headers += 1;
  if (headers === rows.length) headers = 0;
  const repeats =
    headers === 0
      ? undefined
      : rows
          .slice(0, headers)
          .map((row) => decoration(rowPiece({ ...row, keepsNext: false }, { ...place, gap: 0, above: 0 })));
  const below = { ...place, gap: 0, above: 0 };
  const repeating = { ...below, repeats };
  return rows.map((row, index) =>
    // A first row has nothing to repeat: it is a header itself, or there are none.
    rowPiece(row, index === 0 ? place : index < headers ? below : repeating),
  );
};

/** A header row is read once, where the table begins. */
const decoration = (piece: Piece): Piece => ({
  ...piece,
  paint: (canvas, x, y) => canvas.decorate(() => piece.paint(canvas, x, y)),
});

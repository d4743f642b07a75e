/**
 * tableGrid :: Table → cells with their places in the grid, which of them are merged, and what the style gives them
 */
import type { Table, TableCell, TableRow } from '../../wml/model.ts';
import type { StyleSheet } from '../../wml/style-sheet.ts';
import type { CellMargins, TableProperties } from '../../wml/table-properties.ts';
import { type CellStyle, mergeTables, tableStyleOf } from './conditions.ts';

export type Margins = Required<CellMargins>;

export interface GridCell {
  readonly cell: TableCell;
  readonly row: number;
  readonly column: number;
  readonly span: number;
  /** Rows that the cell reaches over; 0 where it continues one from above. */
  readonly rowSpan: number;
  /** The cell above that this one continues (`w:vMerge`). */
  readonly origin: GridCell | undefined;
  readonly margins: Margins;
  readonly style: CellStyle;
}

export interface GridRow {
  readonly row: TableRow;
  /** Its own or its style's. */
  readonly header: boolean;
  readonly cantSplit: boolean;
  readonly cells: readonly GridCell[];
}

export interface TableGrid {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  /** Of the style, and over it the table's own. */
  readonly properties: TableProperties;
  /** Of cells that say nothing else. */
  readonly margins: Margins;
  /** Points around each cell, between its own lines and the table's (`w:tblCellSpacing`); 0 where cells share lines. */
  readonly spacing: number;
}

/** 108 twips at the sides, where neither table nor style says (rule 17). */
const DEFAULT_MARGINS: Margins = { top: 0, bottom: 0, left: 5.4, right: 5.4 };

/** Cells that one of the next row may continue, by column. */
type Merging = Map<number, Growing>;
const NOTHING_MERGES: Merging = new Map();

type Growing = { -readonly [K in keyof GridCell]: GridCell[K] };

export const tableGrid = (table: Table, styles: StyleSheet): TableGrid => {
  const style = tableStyleOf(styles, table.properties);
  const properties = mergeTables([style.table, table.properties]);
  const margins = { ...DEFAULT_MARGINS, ...properties.margins };
  const shown = table.rows.filter((row) => row.properties.hidden !== true);
  const columns = shown.reduce((most, row) => Math.max(most, columnsOf(row)), table.grid.length);
  const rows: GridRow[] = [];
  let above: Merging = NOTHING_MERGES;
  const others = style.row(1);
  for (const [index, row] of shown.entries()) {
    const open: Merging = row.cells.some(({ properties: own }) => own.merge !== undefined)
      ? new Map()
      : NOTHING_MERGES;
    const cells: GridCell[] = [];
    let column = row.properties.gridBefore ?? 0;
    for (const cell of row.cells) {
      const span = cell.properties.span ?? 1;
      const placed: Growing = {
        cell,
        row: index,
        column,
        span,
        rowSpan: 1,
        origin: undefined,
        margins,
        style: style.cell({ row: index, rows: shown.length, column, span, columns }),
      };
      placed.margins = marginsOf(placed, row, margins);
      merge(placed, above, open);
      cells.push(placed);
      column += span;
    }
    above = open;
    const styled = index === 0 ? style.row(0) : others;
    rows.push({
      row,
      cells,
      header: row.properties.header ?? styled.header ?? false,
      cantSplit: row.properties.cantSplit ?? styled.cantSplit ?? false,
    });
  }
  const spacing = properties.cellSpacing ?? 0;
  const seen = properties.rightToLeft === true ? rows.map((row) => turned(row, columns)) : rows;
  return { rows: seen, columns, properties, margins, spacing };
};

/** §17.4.1: the first column at the right. Cells are turned in place: others may continue them. */
const turned = (row: GridRow, columns: number): GridRow => {
  for (const cell of row.cells as readonly Growing[]) {
    const { left, right } = cell.margins;
    cell.column = columns - cell.column - cell.span;
    cell.margins = { ...cell.margins, left: right, right: left };
  }
  return { ...row, cells: row.cells.toReversed() };
};

const columnsOf = ({ cells, properties }: TableRow): number =>
  cells.reduce(
    (sum, cell) => sum + (cell.properties.span ?? 1),
    (properties.gridBefore ?? 0) + (properties.gridAfter ?? 0),
  );

/** A cell that continues nothing is one of its own. */
const merge = (cell: Growing, above: ReadonlyMap<number, Growing>, open: Map<number, Growing>): void => {
  const { merge: kind } = cell.cell.properties;
  if (kind === undefined) return;
  const origin = kind === 'continue' ? above.get(cell.column) : undefined;
  if (origin !== undefined && origin.span === cell.span) {
    cell.origin = origin;
    cell.rowSpan = 0;
    origin.rowSpan += 1;
  }
  open.set(cell.column, cell.origin === undefined ? cell : (origin ?? cell));
};

const marginsOf = ({ cell, style }: Growing, row: TableRow, table: Margins): Margins => {
  const { margins } = cell.properties;
  const exceptions = row.properties.margins;
  const styled = style.cell.margins;
  if (margins === undefined && exceptions === undefined && styled === undefined) return table;
  return { ...table, ...styled, ...exceptions, ...margins };
};

/**
 * tableSlots :: Table → rows of cells with their places in the grid, and which of them are merged downwards
 */
import type { Block, Table, TableCell, TableRow } from '../../wml/model.ts';
import type { CellProperties } from '../../wml/table-properties.ts';
import type { CellRules, Margins, TableRules } from './table-rules.ts';

export interface CellSlot {
  readonly cell: TableCell;
  /** The cell's own properties over those that the style gives it. */
  readonly properties: CellProperties;
  readonly rules: CellRules;
  readonly margins: Margins;
  readonly row: number;
  /** Which cell of its row, and where in the grid. */
  readonly index: number;
  readonly column: number;
  readonly span: number;
  /** The cell above that this one continues (`w:vMerge`). */
  readonly origin: CellSlot | undefined;
  /** The last row that the cell reaches into; its own where it is not merged. */
  readonly lastRow: number;
  readonly blocks: readonly Block[];
}

export interface RowSlots {
  readonly row: TableRow;
  readonly index: number;
  readonly cells: readonly CellSlot[];
}

export interface TableSlots {
  readonly rows: readonly RowSlots[];
  readonly columns: number;
}

type Growing = { -readonly [K in keyof CellSlot]: CellSlot[K] };

export const tableSlots = (table: Table, rules: TableRules): TableSlots => {
  const rows: RowSlots[] = [];
  const shown = table.rows.filter(({ properties }) => properties.hidden !== true);
  let columns = table.grid.length;
  /** Cells that a continuing cell of the next row may belong to, by column. */
  let above = new Map<number, Growing>();
  for (const [index, row] of shown.entries()) {
    const cells: CellSlot[] = [];
    const open = new Map<number, Growing>();
    let column = row.properties.gridBefore ?? 0;
    for (const [at, cell] of row.cells.entries()) {
      const slot = cellSlot(cell, row, rules, { row: index, rows: shown.length, index: at, cells: row.cells.length });
      slot.column = column;
      const { merge } = slot.properties;
      const candidate = merge === 'continue' ? above.get(column) : undefined;
      if (candidate !== undefined && candidate.span === slot.span) {
        slot.origin = candidate;
        candidate.lastRow = index;
        open.set(column, candidate);
      } else if (merge !== undefined) open.set(column, slot);
      cells.push(slot);
      column += slot.span;
    }
    columns = Math.max(columns, column + (row.properties.gridAfter ?? 0));
    above = open;
    rows.push({ row, index, cells });
  }
  return { rows, columns };
};

const cellSlot = (
  cell: TableCell,
  row: TableRow,
  rules: TableRules,
  place: { readonly row: number; readonly rows: number; readonly index: number; readonly cells: number },
): Growing => {
  const own = rules.cellAt(place);
  const properties = { ...own.cell, ...cell.properties };
  const exceptions = row.properties.margins;
  const says =
    own.cell.margins !== undefined || exceptions !== undefined || cell.properties.margins !== undefined;
  return {
    cell,
    properties,
    rules: own,
    margins: says
      ? { ...rules.margins, ...own.cell.margins, ...exceptions, ...cell.properties.margins }
      : rules.margins,
    row: place.row,
    index: place.index,
    column: 0,
    span: cell.properties.span ?? 1,
    origin: undefined,
    lastRow: place.row,
    blocks: cell.blocks,
  };
};

/**
 * gridOf :: Table → rows in which every column is covered
 *
 * HTML lets cells span and rows be ragged; Word wants each row of a table to add up to its grid, and a cell that spans
 * rows to be there again in each of them (`w:vMerge`, ECMA-376 §17.4.84). HTML §4.9.12, "forming a table".
 */
import { dataError } from '../../../errors.ts';

import type { Cell, Table } from './blocks.ts';

export interface Slot {
  /** First column, and how many. */
  readonly column: number;
  readonly columns: number;
  readonly merge: 'none' | 'restart' | 'continue';
  /** Undefined for a place that no cell covers. */
  readonly cell: Cell | undefined;
}

export interface Grid {
  readonly columns: number;
  readonly rows: readonly (readonly Slot[])[];
}

/** Word's limit. */
const MOST_COLUMNS = 63;

const tooWide = (): Error =>
  dataError(`A table has more than ${MOST_COLUMNS} columns, which is more than Word can show.`);

/** A cell that still covers columns in rows below the one it started in. */
interface Hanging {
  readonly slot: Slot;
  readonly rowsLeft: number;
}

/** Columns as HTML counts them; `gridOf` leaves out those that no cell begins in. */
const formRows = (table: Table): readonly (readonly Slot[])[] => {
  let hanging: readonly Hanging[] = [];
  return table.rows.map((row, index) => {
    if (row.cells.length + hanging.length > MOST_COLUMNS) throw tooWide();
    const rowsBelow = table.rows.length - index - 1;
    const slots: Slot[] = hanging.map(({ slot }) => ({ ...slot, merge: 'continue' }));
    const above = [...slots].sort((a, b) => a.column - b.column);
    const starting: Hanging[] = [];
    let column = 0;
    for (const cell of row.cells) {
      for (const slot of above)
        if (column >= slot.column && column < slot.column + slot.columns) column = slot.column + slot.columns;
      // A span ends where a cell from above is in the way: the two would overlap.
      const next = above.find((slot) => slot.column > column)?.column ?? Number.POSITIVE_INFINITY;
      const columns = Math.min(cell.columns, next - column);
      const rowsLeft = Math.min(cell.rows - 1, rowsBelow);
      const slot: Slot = { column, columns, merge: rowsLeft > 0 ? 'restart' : 'none', cell };
      slots.push(slot);
      if (rowsLeft > 0) starting.push({ slot, rowsLeft });
      column += columns;
    }
    hanging = [
      ...hanging
        .map(({ slot, rowsLeft }) => ({ slot, rowsLeft: rowsLeft - 1 }))
        .filter(({ rowsLeft }) => rowsLeft > 0),
      ...starting,
    ];
    return slots.sort((a, b) => a.column - b.column);
  });
};

export const gridOf = (table: Table): Grid => {
  const rows = formRows(table);
  // A column in which nothing begins has no width of its own: spans are often written larger than they are.
  const starts = [...new Set([0, ...rows.flat().map((slot) => slot.column)])].sort((a, b) => a - b);
  const index = new Map(starts.map((column, at) => [column, at]));
  const columnsOf = ({ column, columns }: Slot): number =>
    starts.filter((start) => start >= column && start < column + columns).length;
  if (starts.length > MOST_COLUMNS) throw tooWide();
  return {
    columns: starts.length,
    rows: rows.map((slots) =>
      filled(
        slots.map((slot) => ({ ...slot, column: index.get(slot.column) ?? 0, columns: columnsOf(slot) })),
        starts.length,
      ),
    ),
  };
};

const filled = (slots: readonly Slot[], width: number): readonly Slot[] => {
  const complete: Slot[] = [];
  let column = 0;
  const gap = (to: number): void => {
    if (to > column) complete.push({ column, columns: to - column, merge: 'none', cell: undefined });
  };
  for (const slot of slots) {
    gap(slot.column);
    complete.push(slot);
    column = slot.column + slot.columns;
  }
  gap(width);
  return complete;
};

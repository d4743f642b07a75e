/**
 * gridOf :: Table → rows in which every column is covered
 *
 * HTML lets cells span and rows be ragged; Word wants each row of a table to add up to its grid, and a cell that spans
 * rows to be there again in each of them (`w:vMerge`, ECMA-376 §17.4.84). HTML §4.9.12, "forming a table".
 */
import { dataError } from '../data-error.ts';
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

/** A cell that still covers columns in rows below the one it started in. */
interface Hanging {
  readonly slot: Slot;
  rowsLeft: number;
}

const tooWide = () =>
  dataError(`A table has more than ${MOST_COLUMNS} columns, which is more than Word can show.`);

export const gridOf = (table: Table): Grid => {
  let hanging: Hanging[] = [];
  let width = 0;
  const rows = table.rows.map((row, index) => {
    const rowsBelow = table.rows.length - index - 1;
    const taken = new Set(
      hanging.flatMap(({ slot }) => Array.from({ length: slot.columns }, (_, at) => slot.column + at)),
    );
    const slots: Slot[] = hanging.map(({ slot }) => ({ ...slot, merge: 'continue' }));
    const starting: Hanging[] = [];
    let column = 0;
    for (const cell of row.cells) {
      while (taken.has(column)) column += 1;
      // A span ends where a cell from above is in the way: the two would overlap.
      let columns = 1;
      while (columns < cell.columns && !taken.has(column + columns)) columns += 1;
      if (column + columns > MOST_COLUMNS) throw tooWide();
      const rowsLeft = Math.min(cell.rows - 1, rowsBelow);
      const slot: Slot = { column, columns, merge: rowsLeft > 0 ? 'restart' : 'none', cell };
      slots.push(slot);
      if (rowsLeft > 0) starting.push({ slot, rowsLeft });
      column += columns;
    }
    hanging = [...hanging.filter((entry) => --entry.rowsLeft > 0), ...starting];
    slots.sort((a, b) => a.column - b.column);
    width = Math.max(width, ...slots.map((slot) => slot.column + slot.columns));
    return slots;
  });
  return { columns: width, rows: rows.map((slots) => filled(slots, width)) };
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

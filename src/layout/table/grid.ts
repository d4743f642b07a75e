/**
 * tableGrid :: Table → cells with their places in the grid, which of them are merged, and what the style gives them
 */
import type { RowPattern, Table, TableCell, TableRow } from '../../wml/model.ts';
import type { CellMargins, TableProperties } from '../../wml/properties/table-properties.ts';
import type { StyleSheet } from '../../wml/style-sheet.ts';
import { type CellStyle, mergeTables, type TableStyle, tableStyleOf } from './table-styles.ts';

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
  /** Where its cells are other rows' but for their texts. */
  readonly kind?: RowKind | undefined;
}

/** Rows that differ in nothing but their places and texts; one object for all of them. */
export interface RowKind {
  /** Of the first of them. */
  readonly cells: readonly GridCell[];
}

export interface TableGrid {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  /** Of the style, and over it the table's own. */
  readonly properties: TableProperties;
  /** Of cells that say nothing else. */
  readonly margins: Margins;
  /** Points around each cell where they stand apart (`w:tblCellSpacing`); 0 where they share lines. */
  readonly spacing: number;
}

/** 108 twips at the sides, where neither table nor style says (docs/word-facts.md). */
const DEFAULT_MARGINS: Margins = { top: 0, bottom: 0, left: 5.4, right: 5.4 };

/** Cells that one of the next row may continue, by column. */
type Merging = Map<number, Growing>;
const NOTHING_MERGES: Merging = new Map();

type Growing = { -readonly [K in keyof GridCell]: GridCell[K] };

export const tableGrid = (table: Table, styles: StyleSheet): TableGrid => {
  const style = tableStyleOf(styles, table.properties);
  const properties = mergeTables([style.table, table.properties]);
  const margins = { ...DEFAULT_MARGINS, ...properties.margins };
  const shown = table.rows.filter((row) => row.properties.hidden !== true || !saysNothing(row.cells));
  const columns = shown.reduce((most, row) => Math.max(most, columnsOf(row)), table.grid.length);
  const placing: Placing = { style, margins, rows: shown.length, columns };
  const kinds = new RowKinds(placing);
  const mirrored = properties.rightToLeft === true;
  const rows: GridRow[] = [];
  let above: Merging = NOTHING_MERGES;
  const others = style.row(1);
  for (const [index, row] of shown.entries()) {
    const styled = index === 0 ? style.row(0) : others;
    const header = row.properties.header ?? styled.header ?? false;
    const cantSplit = row.properties.cantSplit ?? styled.cantSplit ?? false;
    const kind = mirrored ? undefined : kinds.of(row, index);
    if (kind !== undefined) {
      rows.push(new RowOfKind(row, index, kind, header, cantSplit));
      above = NOTHING_MERGES;
      continue;
    }
    const open: Merging = row.cells.some(({ properties: own }) => own.merge !== undefined)
      ? new Map()
      : NOTHING_MERGES;
    const cells = placedCells(row, index, placing);
    for (const cell of cells) merge(cell, above, open);
    above = open;
    rows.push({ row, cells, header, cantSplit });
  }
  const spacing = properties.cellSpacing ?? 0;
  const seen = mirrored ? rows.map((row) => turned(row, columns)) : rows;
  return { rows: seen, columns, properties, margins, spacing };
};

interface Placing {
  readonly style: TableStyle;
  readonly margins: Margins;
  readonly rows: number;
  readonly columns: number;
}

const placedCells = (row: TableRow, index: number, { style, margins, rows, columns }: Placing): Growing[] => {
  const cells: Growing[] = [];
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
      style: style.cell({ row: index, rows, column, span, columns }),
    };
    placed.margins = marginsOf(placed, row, margins);
    cells.push(placed);
    column += span;
  }
  return cells;
};

/** A row that is like others: its cells are placed for who asks. */
class RowOfKind implements GridRow {
  readonly row: TableRow;
  readonly kind: RowKind;
  readonly header: boolean;
  readonly cantSplit: boolean;
  readonly #index: number;
  #cells: readonly GridCell[] | undefined;

  constructor(row: TableRow, index: number, kind: RowKind, header: boolean, cantSplit: boolean) {
    this.row = row;
    this.#index = index;
    this.kind = kind;
    this.header = header;
    this.cantSplit = cantSplit;
  }

  get cells(): readonly GridCell[] {
    if (this.#cells === undefined) {
      const own = this.row.cells;
      this.#cells = this.kind.cells.map((cell, at) => ({
        ...cell,
        cell: own[at] ?? cell.cell,
        row: this.#index,
      }));
    }
    return this.#cells;
  }
}

class RowKinds {
  readonly #placing: Placing;
  readonly #known = new Map<RowPattern, Map<number, RowKind | undefined>>();

  constructor(placing: Placing) {
    this.#placing = placing;
  }

  of(row: TableRow, index: number): RowKind | undefined {
    if (row.textOnly === undefined) return undefined;
    const { pattern } = row.textOnly;
    let kinds = this.#known.get(pattern);
    if (kinds === undefined) {
      kinds = new Map();
      this.#known.set(pattern, kinds);
    }
    const number = this.#placing.style.rowKind(index, this.#placing.rows);
    let kind = kinds.get(number);
    if (kind === undefined && !kinds.has(number)) {
      // Cells over several rows depend on the rows around them.
      const apart = pattern.cells.every(({ properties }) => properties.merge === undefined);
      kind = apart ? { cells: placedCells(row, index, this.#placing) } : undefined;
      kinds.set(number, kind);
    }
    return kind;
  }
}

/** §17.4.20: a hidden row mark hides its row where all that stands in it is hidden as well. */
const saysNothing = (cells: readonly TableCell[]): boolean =>
  cells.every(({ blocks }) =>
    blocks.every((block) =>
      block.kind === 'table'
        ? block.rows.every((row) => saysNothing(row.cells))
        : block.mark.vanish === true && block.inlines.every(({ run }) => run.vanish === true),
    ),
  );

/** §17.4.1: the first column at the right. Cells are turned in place: others may continue them. */
const turned = (row: GridRow, columns: number): GridRow => {
  for (const cell of row.cells as readonly Growing[]) {
    const { left, right } = cell.margins;
    cell.column = columns - cell.column - cell.span;
    cell.margins = { ...cell.margins, left: right, right: left };
  }
  return { ...row, cells: row.cells.toReversed() };
};

const columnsOf = (row: TableRow): number => {
  const { gridBefore = 0, gridAfter = 0 } = row.properties;
  let columns = gridBefore + gridAfter;
  for (const { properties } of (row.textOnly?.pattern ?? row).cells) columns += properties.span ?? 1;
  return columns;
};

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

const TOGETHER: Margins = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * Where cells stand apart, how far the lines of one are from those of the grid: half the way to its neighbours, and all of
 * it to the table's own [M].
 */
export const distancesOf = (
  { column, span, row, rowSpan }: GridCell,
  { spacing, columns, rows }: TableGrid,
): Margins => {
  if (spacing === 0) return TOGETHER;
  const from = (atEdge: boolean): number => (atEdge ? 2 * spacing : spacing);
  return {
    left: from(column === 0),
    right: from(column + span >= columns),
    top: from(row === 0),
    bottom: from(row + Math.max(1, rowSpan) >= rows.length),
  };
};

const marginsOf = ({ cell, style }: Growing, row: TableRow, table: Margins): Margins => {
  const { margins } = cell.properties;
  const exceptions = row.properties.margins;
  const styled = style.cell.margins;
  if (margins === undefined && exceptions === undefined && styled === undefined) return table;
  return { ...table, ...styled, ...exceptions, ...margins };
};

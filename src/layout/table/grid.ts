/**
 * columnWidths :: slots, preferred widths, content → the width of each column of the grid (rule 15)
 *
 * Fixed tables take the grid and what cells ask for. The others ask their content: each column has the width that it
 * would like and the least it can do with; where the table is narrower than its wishes, columns give up the same share
 * of what is between the two.
 */
import type { Table } from '../../wml/model.ts';
import type { Width } from '../../wml/table-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Frame } from '../flow/frame.ts';
import { type ContentWidths, contentWidths } from './content-widths.ts';
import type { CellSlot, TableSlots } from './slots.ts';
import type { TableRules } from './table-rules.ts';

export interface GridRequest {
  readonly table: Table;
  readonly rules: TableRules;
  readonly slots: TableSlots;
  readonly context: LayoutContext;
  /** What is there for the table: of this, percentages are taken, and a table without a width takes no more. */
  readonly available: number;
}

/** Points, a share of the table, or none. */
interface Column {
  min: number;
  max: number;
  points: number | undefined;
  share: number | undefined;
}

export const columnWidths = (request: GridRequest): readonly number[] =>
  request.rules.properties.fixed === true ? fixedWidths(request) : fittedWidths(request);

const pointsOf = (width: Width | undefined, whole: number): number | undefined => {
  if (width === undefined || width.kind === 'auto') return undefined;
  return width.kind === 'points' ? width.value : width.value * whole;
};

const tableWidth = ({ rules, available }: GridRequest): number | undefined => {
  const width = pointsOf(rules.properties.width, available);
  return width === undefined || width <= 0 ? undefined : width;
};

/** First come, first served: the grid is a hint, and cells further down that disagree are ragged. */
const fixedWidths = (request: GridRequest): readonly number[] => {
  const { table, slots, available } = request;
  const whole = tableWidth(request) ?? available;
  const settled: (number | undefined)[] = Array.from({ length: slots.columns }, () => undefined);
  for (const { cells, row } of slots.rows) {
    const before = row.properties.gridBefore ?? 0;
    if (before === 1) settled[0] ??= pointsOf(row.properties.widthBefore, whole);
    for (const { column, span, cell } of cells)
      if (span === 1) settled[column] ??= pointsOf(cell.properties.width, whole);
  }
  for (const { cells } of slots.rows) {
    for (const { column, span, cell } of cells) {
      const wanted = span === 1 ? undefined : pointsOf(cell.properties.width, whole);
      if (wanted !== undefined) shareOut(settled, column, span, wanted, table.grid);
    }
  }
  const rest = settled.flatMap((width, index) => (width === undefined && !table.grid[index] ? [index] : []));
  const used = settled.reduce<number>((sum, width, index) => sum + (width ?? table.grid[index] ?? 0), 0);
  const each = rest.length === 0 ? 0 : Math.max(0, whole - used) / rest.length;
  return settled.map((width, index) => width ?? (table.grid[index] || each));
};

/** Gives the columns of a spanning cell that have no width yet what the others leave over, as the grid has it. */
const shareOut = (
  settled: (number | undefined)[],
  from: number,
  span: number,
  wanted: number,
  grid: readonly number[],
): void => {
  let [known, hinted] = [0, 0];
  const open: number[] = [];
  for (let column = from; column < from + span; column++) {
    const width = settled[column];
    if (width !== undefined) known += width;
    else {
      open.push(column);
      hinted += grid[column] ?? 0;
    }
  }
  const rest = Math.max(0, wanted - known);
  for (const column of open)
    settled[column] = hinted > 0 ? (rest * (grid[column] ?? 0)) / hinted : rest / open.length;
};

const fittedWidths = (request: GridRequest): readonly number[] => {
  const columns = wishes(request);
  const least = sum(columns, ({ min }) => min);
  const whole = tableWidth(request);
  const scale = whole ?? request.available;
  const wanted = columns.map((column) => wish(column, scale));
  const total = wanted.reduce((all, one) => all + one, 0);
  const width = whole ?? Math.min(total, request.available);
  if (total <= 0) return columns.map(() => width / Math.max(1, columns.length));
  if (total > width) {
    // Not even the words fit: they are broken.
    if (least >= width) return columns.map(({ min }) => (min * width) / least);
    const share = (width - least) / (total - least);
    return columns.map(({ min }, index) => min + ((wanted[index] ?? min) - min) * share);
  }
  return grow(columns, wanted, width);
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

const wish = ({ min, max, points, share }: Column, whole: number): number =>
  Math.max(min, share === undefined ? (points ?? max) : share * whole);

/** Columns that ask for no width of their own take what is left over; else all do. */
const grow = (columns: readonly Column[], wanted: readonly number[], width: number): readonly number[] => {
  const open = columns.map(({ points, share }) => points === undefined && share === undefined);
  const anyOpen = open.some((one) => one);
  const base = wanted.reduce((all, one, index) => all + (!anyOpen || open[index] === true ? one : 0), 0);
  const rest = width - wanted.reduce((all, one) => all + one, 0);
  const count = open.filter((one) => one).length || wanted.length;
  return wanted.map((one, index) => {
    if (anyOpen && open[index] !== true) return one;
    return one + (base > 0 ? (rest * one) / base : rest / count);
  });
};

/** What each column needs and would like, from cells that stand in it alone, then from those that span several. */
const wishes = (request: GridRequest): readonly Column[] => {
  const { slots, context } = request;
  const columns: Column[] = Array.from({ length: slots.columns }, () => ({
    min: 0,
    max: 0,
    points: undefined,
    share: undefined,
  }));
  const spanning: { readonly slot: CellSlot; readonly widths: ContentWidths }[] = [];
  for (const { cells, row } of slots.rows) {
    const before = row.properties.gridBefore ?? 0;
    const first = columns[0];
    if (before === 1 && first !== undefined) askFor(first, row.properties.widthBefore);
    for (const slot of cells) {
      context.budget.step();
      const widths = cellWidths(slot, context);
      const column = columns[slot.column];
      if (slot.span > 1) spanning.push({ slot, widths });
      else if (column !== undefined) {
        column.min = Math.max(column.min, widths.min);
        column.max = Math.max(column.max, widths.max);
        askFor(column, slot.cell.properties.width);
      }
    }
  }
  spanning.sort((a, b) => a.slot.span - b.slot.span);
  for (const { slot, widths } of spanning) spread(columns, slot, widths);
  return columns;
};

const askFor = (column: Column, width: Width | undefined): void => {
  if (width?.kind === 'points') column.points = Math.max(column.points ?? 0, width.value);
  else if (width?.kind === 'share' && width.value > 0)
    column.share = Math.max(column.share ?? 0, width.value);
};

const cellWidths = (slot: CellSlot, context: LayoutContext): ContentWidths => {
  const { left, right } = slot.margins;
  const margins = left + right;
  if (slot.origin !== undefined) return { min: margins, max: margins };
  const { min, max } = contentWidths(slot.blocks, slot.rules.layer, context, (table) =>
    nestedWidths(table, context),
  );
  // Text that may not wrap needs its line (§17.4.30), unless the cell has a width of its own.
  const whole = slot.properties.noWrap === true && slot.cell.properties.width?.kind !== 'points';
  return { min: (whole ? max : min) + margins, max: max + margins };
};

/** Columns under a cell that spans them are widened by what it lacks, in the proportion of their own wishes. */
const spread = (columns: readonly Column[], { column, span, cell }: CellSlot, widths: ContentWidths): void => {
  const under = columns.slice(column, column + span);
  if (under.length === 0) return;
  const { width } = cell.properties;
  const open = under.filter(({ points, share }) => points === undefined && share === undefined);
  if (width?.kind === 'points' && open.length > 0) {
    const rest = width.value - sum(under, ({ points }) => points ?? 0);
    const content = sum(open, ({ max }) => max);
    for (const one of open)
      if (rest > 0) one.points = content > 0 ? (rest * one.max) / content : rest / open.length;
  } else if (width?.kind === 'share' && open.length > 0) {
    const rest = width.value - sum(under, ({ share }) => share ?? 0);
    for (const one of open) if (rest > 0) one.share = rest / open.length;
  }
  widen(under, 'min', widths.min);
  widen(under, 'max', widths.max);
};

const widen = (columns: readonly Column[], key: 'min' | 'max', wanted: number): void => {
  const have = sum(columns, (column) => column[key]);
  if (have >= wanted) return;
  const weight = sum(columns, weightOf);
  for (const column of columns) {
    const share = weight > 0 ? weightOf(column) / weight : 1 / columns.length;
    column[key] += (wanted - have) * share;
  }
};

const weightOf = ({ points, max }: Column): number => points ?? max;

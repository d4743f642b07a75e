/**
 * columnWidths :: grid, what cells want, room → points for each column (ECMA-376 §17.18.87)
 *
 * Fixed tables have the widths that they say. Automatic ones have at least their longest words, at most what their cells
 * want, and in between what is there.
 */

import type { Table } from '../../wml/model.ts';
import type { Width } from '../../wml/properties/table-properties.ts';
import type { LayoutContext } from '../context.ts';
import {
  beginLine,
  type ContentWidths,
  contentWidths,
  extentWidths,
  type TableWidths,
} from '../inline/content-widths.ts';
import type { Region } from '../region.ts';
import type { Extent } from '../text/plain-letters.ts';
import { sideLines, TableLines } from './cell-borders.ts';
import { distancesOf, type GridCell, type GridRow, type RowKind, type TableGrid, tableGrid } from './grid.ts';
import { linesOutside } from './placement.ts';
import { addTexts, textOnlyCells } from './text-only-cells.ts';
import { givenHeight, turnedWidth, turnOf } from './turned-cell.ts';

/** Narrower columns cannot hold a letter; zero-width ones would divide by nothing. */
const LEAST_COLUMN = 1;

export const columnWidths = (
  table: Table,
  grid: TableGrid,
  context: LayoutContext,
  region: Region,
  available: number,
): readonly number[] => {
  const wanted = resolveWidth(grid.properties.width, available);
  const widths =
    grid.properties.fixed === true
      ? scaledTo(grid.properties.width, available, fixedWidths(table, grid, wanted ?? available))
      : automaticWidths(asking(table, grid, context, nestedIn(context, region)), available, wanted);
  return widths.map((width) => Math.max(LEAST_COLUMN, width));
};

/** A fixed table that is a share of the column has its columns in proportion [M]. */
const scaledTo = (
  width: Width | undefined,
  available: number,
  widths: readonly number[],
): readonly number[] => {
  const total = widths.reduce((sum, one) => sum + one, 0);
  if (width?.kind !== 'share' || width.value <= 0 || total <= 0) return widths;
  const factor = (width.value * available) / total;
  return widths.map((one) => one * factor);
};

/** What a cell asks for; where cells stand apart, the distances come on top [M]. */
const statedWidth = (cell: GridCell, grid: TableGrid, room: number): number | undefined => {
  const width = resolveWidth(cell.cell.properties.width, room);
  if (width === undefined || grid.spacing === 0 || cell.cell.properties.width?.kind !== 'points')
    return width;
  const from = distancesOf(cell, grid);
  return width + from.left + from.right;
};

const resolveWidth = (width: Width | undefined, room: number): number | undefined => {
  if (width === undefined || width.kind === 'auto' || width.value <= 0) return undefined;
  return width.kind === 'points' ? width.value : width.value * room;
};

/** What single cells name, the first row's first; then what cells over several columns leave to those without; then the grid. */
const fixedWidths = (table: Table, grid: TableGrid, room: number): readonly number[] => {
  const stated: (number | undefined)[] = Array.from({ length: grid.columns }, () => undefined);
  const cells = grid.rows.filter(firstOfKind()).flatMap((row) => row.cells);
  for (const { row } of grid.rows) {
    const { gridBefore, widthBefore } = row.properties;
    if (gridBefore === 1) stated[0] ??= resolveWidth(widthBefore, room);
  }
  for (const cell of cells) if (cell.span === 1) stated[cell.column] ??= statedWidth(cell, grid, room);
  for (const cell of cells) {
    const { column, span } = cell;
    const width = span === 1 ? undefined : statedWidth(cell, grid, room);
    if (width !== undefined) fillSpan(stated, { column, span, width }, table.grid);
  }
  const known = stated.map((width, index) => width ?? table.grid[index]);
  const missing = known.filter((width) => width === undefined || width === 0).length;
  const total = known.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const each = missing === 0 ? 0 : Math.max(0, room - total) / missing;
  return known.map((width) => (width === undefined || width === 0 ? each : width));
};

/** Rows of a kind name the same widths. */
const firstOfKind = (): ((row: GridRow) => boolean) => {
  const seen = new Set<RowKind>();
  return ({ kind }) => {
    if (kind === undefined) return true;
    const isFirst = !seen.has(kind);
    seen.add(kind);
    return isFirst;
  };
};

const fillSpan = (
  stated: (number | undefined)[],
  over: { readonly column: number; readonly span: number; readonly width: number },
  hints: readonly number[],
): void => {
  const columns = Array.from({ length: over.span }, (_, index) => over.column + index);
  const open = columns.filter((column) => stated[column] === undefined);
  const rest = columns.reduce((left, column) => left - (stated[column] ?? 0), over.width);
  const hinted = open.reduce((sum, column) => sum + (hints[column] ?? 0), 0);
  for (const column of open)
    stated[column] = Math.max(0, hinted > 0 ? (rest * (hints[column] ?? 0)) / hinted : rest / open.length);
};

interface Needs {
  min: number;
  /** What the content would take in one line. */
  max: number;
  /** What cells ask for. */
  preferred: number | undefined;
}

interface Asking {
  readonly table: Table;
  readonly grid: TableGrid;
  /** Where cells stand apart, their lines are inside of them. */
  readonly apart: TableLines | undefined;
  readonly context: LayoutContext;
  readonly nested: TableWidths;
  /** Of the text that is added up, one after the other. */
  readonly extent: Extent;
}

const asking = (table: Table, grid: TableGrid, context: LayoutContext, nested: TableWidths): Asking => ({
  table,
  grid,
  apart: grid.spacing > 0 ? new TableLines(grid) : undefined,
  context,
  nested,
  extent: { line: 0, ink: 0, longest: 0, token: 0 },
});

const automaticWidths = (
  asking: Asking,
  available: number,
  wanted: number | undefined,
): readonly number[] => {
  const needs = columnNeeds(asking, wanted ?? available);
  const sum = (pick: (need: Needs) => number): number => needs.reduce((all, need) => all + pick(need), 0);
  const desired = (need: Needs): number => Math.max(need.min, need.preferred ?? need.max);
  const desire = sum(desired);
  const least = sum((need) => need.min);
  // Without a width of its own a table is as wide as its cells ask for, up to what is there; with one, wider where its
  // longest words need that, up to there as well, unless it asks for more than that itself [M].
  const most = wanted !== undefined && wanted > available ? least : available;
  const target = wanted === undefined ? Math.min(desire, available) : Math.max(wanted, Math.min(least, most));
  if (Math.abs(desire - target) < 0.01) return needs.map(desired);
  if (desire < target) return grow(needs, desired, desire, target);
  return shrink(needs, desired, target, least);
};

/** Columns without a width of their own take what is left over; else all grow alike. */
const grow = (
  needs: readonly Needs[],
  desired: (need: Needs) => number,
  desire: number,
  target: number,
): readonly number[] => {
  const open = needs.filter((need) => need.preferred === undefined);
  const openWidth = open.reduce((all, need) => all + desired(need), 0);
  if (open.length > 0 && openWidth > 0) {
    const factor = (openWidth + target - desire) / openWidth;
    return needs.map((need) => (need.preferred === undefined ? desired(need) * factor : desired(need)));
  }
  return needs.map((need) => (desired(need) / Math.max(desire, 0.01)) * target);
};

/** Columns without a width of their own give first: from what their content takes in one line down to its longest words. */
const shrink = (
  needs: readonly Needs[],
  desired: (need: Needs) => number,
  target: number,
  least: number,
): readonly number[] => {
  // Not even the words fit: they are broken, so that the table stays on the page.
  if (least >= target) return needs.map((need) => (need.min * target) / Math.max(0.01, least));
  const isOpen = (need: Needs): boolean => need.preferred === undefined;
  const [open, stated] = [needs.filter(isOpen), needs.filter((need) => !isOpen(need))];
  const sum = (some: readonly Needs[], pick: (need: Needs) => number): number =>
    some.reduce((all, need) => all + pick(need), 0);
  const leastOpen = sum(open, ({ min }) => min);
  const forStated = Math.min(sum(stated, desired), target - leastOpen);
  const [shareStated, shareOpen] = [
    share(stated, desired, forStated),
    share(open, desired, target - forStated),
  ];
  return needs.map((need) => (isOpen(need) ? shareOpen : shareStated)(need));
};

/** min + (wanted − min)·k, so that every column gives in proportion to what it can. */
const share = (
  needs: readonly Needs[],
  desired: (need: Needs) => number,
  target: number,
): ((need: Needs) => number) => {
  let [least, desire] = [0, 0];
  for (const need of needs) {
    least += need.min;
    desire += desired(need);
  }
  const factor = Math.max(0, target - least) / Math.max(0.01, desire - least);
  return (need) => need.min + (desired(need) - need.min) * Math.min(1, factor);
};

const columnNeeds = (asking: Asking, total: number): readonly Needs[] => {
  const { grid } = asking;
  const needs: Needs[] = Array.from({ length: grid.columns }, () => ({
    min: 0,
    max: 0,
    preferred: undefined,
  }));
  const spanning: GridCell[] = [];
  const isFirst = firstOfKind();
  for (const gridRow of grid.rows) {
    if (!isFirst(gridRow) && widenByTexts(needs, gridRow, asking)) continue;
    const { cells, row } = gridRow;
    const before = resolveWidth(row.properties.widthBefore, total);
    const first = needs[0];
    if (row.properties.gridBefore === 1 && before !== undefined && first !== undefined)
      first.preferred = Math.max(first.preferred ?? 0, before);
    for (const cell of cells) {
      if (cell.span > 1) {
        spanning.push(cell);
        continue;
      }
      const need = needs[cell.column];
      if (need === undefined) continue;
      const width = statedWidth(cell, grid, total);
      if (width !== undefined) need.preferred = Math.max(need.preferred ?? 0, width);
      if (cell.origin === undefined) widenBy(cell, need, asking);
    }
  }
  for (const cell of spanning) spread(cell, needs, asking, total);
  for (const [index, need] of needs.entries()) {
    // No cell stands here: rows begin after it or end before it.
    if (need.min === 0 && need.preferred === undefined) need.preferred = asking.table.grid[index] ?? 0;
  }
  return needs;
};

/** Another row of a kind wants nothing but more room for its texts; false where its cells have more to say. */
const widenByTexts = (needs: readonly Needs[], row: GridRow, asking: Asking): boolean => {
  if (asking.context.document.settings.hyphenation !== undefined) return false;
  const cells = row.kind && textOnlyCells(row.kind, asking.context);
  const texts = row.row.textOnly?.texts;
  if (cells === undefined || texts === undefined || !cells.every(({ grid }) => wraps(grid))) return false;
  asking.context.budget.step();
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    const need = cell && needs[cell.grid.column];
    if (cell === undefined || need === undefined || cell.formats.length === 0) continue;
    const extent = beginLine(asking.extent, cell.resolved);
    if (addTexts(extent, cell, texts)) {
      const { min, max } = extentWidths(extent, cell.resolved);
      const sides = sidesOf(cell.grid, asking);
      widen(need, min + sides, max + sides);
      continue;
    }
    const own = row.cells[index];
    if (own !== undefined) widenBy(own, need, asking);
  }
  return true;
};

const wraps = (cell: GridCell): boolean =>
  cell.span === 1 && cell.cell.properties.noWrap !== true && turnOf(cell) === undefined;

const widenBy = (cell: GridCell, need: Needs, asking: Asking): void => {
  const { min, max } = cellNeeds(cell, asking);
  widen(need, min, max);
};

const widen = (need: Needs, min: number, max: number): void => {
  if (min > need.min) need.min = min;
  if (max > need.max) need.max = max;
};

/** What a cell takes beside its content. */
const sidesOf = (cell: GridCell, { grid, apart }: Asking): number => {
  const { margins } = cell;
  const from = distancesOf(cell, grid);
  const lines = apart === undefined ? 0 : sideLines(apart.box(cell));
  return margins.left + margins.right + from.left + from.right + lines;
};

const cellNeeds = (cell: GridCell, asking: Asking): ContentWidths => {
  const { context, nested, grid } = asking;
  const sides = sidesOf(cell, asking);
  if (turnOf(cell) !== undefined) {
    const width = turnedWidth(cell, givenHeight(cell, grid), context) + sides;
    // Lines that stand side by side widen no column that says how wide it is: they hang over its edge [M].
    const stated = cell.cell.properties.width?.kind === 'points';
    return { min: stated ? sides : width, max: width };
  }
  const content = contentWidths(cell.cell.blocks, cell.style.layer, context, nested);
  // §17.4.30: a cell with a width of its own wraps all the same.
  const { noWrap, width } = cell.cell.properties;
  const stays = noWrap === true && width?.kind !== 'points' && width?.kind !== 'share';
  return { min: (stays ? content.max : content.min) + sides, max: content.max + sides };
};

/** A cell over several columns wants from them together what they do not have already. */
const spread = (cell: GridCell, needs: readonly Needs[], asking: Asking, total: number): void => {
  const hints = asking.table.grid;
  const under = needs.slice(cell.column, cell.column + cell.span);
  const width = statedWidth(cell, asking.grid, total);
  const hintOf = (index: number): number => hints[cell.column + index] ?? 0;
  const hintSum = under.reduce((sum, _, index) => sum + hintOf(index), 0);
  const unknown = under.filter((need) => need.preferred === undefined);
  if (width !== undefined && unknown.length > 0) {
    const known = under.reduce((sum, need) => sum + (need.preferred ?? 0), 0);
    const unknownHints = under.reduce(
      (sum, need, index) => sum + (need.preferred === undefined ? hintOf(index) : 0),
      0,
    );
    for (const [index, need] of under.entries()) {
      if (need.preferred !== undefined) continue;
      const share = unknownHints > 0 ? hintOf(index) / unknownHints : 1 / unknown.length;
      need.preferred = Math.max(0, width - known) * share;
    }
  }
  const content = cellNeeds(cell, asking);
  for (const key of ['min', 'max'] as const) {
    let lack = content[key] - under.reduce((sum, need) => sum + need[key], 0);
    // First what the columns ask for themselves [M].
    const spare = under.map((need) => Math.max(0, (need.preferred ?? 0) - need[key]));
    const most = spare.reduce((sum, one) => sum + one, 0);
    if (lack <= 0) continue;
    const taken = Math.min(1, lack / Math.max(most, 0.01));
    for (const [index, need] of under.entries()) need[key] += (spare[index] ?? 0) * taken;
    lack -= most * taken;
    if (lack <= 0) continue;
    for (const [index, need] of under.entries()) {
      const share = hintSum > 0 ? hintOf(index) / hintSum : 1 / under.length;
      need[key] += lack * share;
    }
  }
};

/** Nested tables are asked by each table around them: once is enough. */
const widthsOfNested = (): Map<Table, ContentWidths> => new Map();

const nestedIn =
  (context: LayoutContext, region: Region): TableWidths =>
  (table) =>
    nestedWidths(table, context, region);

const nestedWidths = (table: Table, context: LayoutContext, region: Region): ContentWidths => {
  const known = context.kept.of(widthsOfNested);
  let widths = known.get(table);
  if (widths === undefined) {
    widths = tableWidths(table, context, region);
    known.set(table, widths);
  }
  return widths;
};

const tableWidths = (table: Table, context: LayoutContext, region: Region): ContentWidths => {
  if (region.depth >= context.budget.limits.nesting) return { min: 0, max: 0 };
  const grid = tableGrid(table, context.document.styles);
  const outside = linesOutside(grid, new TableLines(grid));
  const stated = resolveWidth(grid.properties.width, 0);
  if (grid.properties.fixed === true) {
    const fixed = fixedWidths(table, grid, stated ?? 0).reduce((sum, width) => sum + width, outside);
    return { min: fixed, max: fixed };
  }
  const inside = { ...region, depth: region.depth + 1 };
  const needs = columnNeeds(asking(table, grid, context, nestedIn(context, inside)), stated ?? 0);
  const min = needs.reduce((sum, need) => sum + need.min, outside);
  const max = needs.reduce((sum, need) => sum + Math.max(need.min, need.preferred ?? need.max), outside);
  return { min, max: Math.max(min, stated === undefined ? max : stated + outside) };
};

/**
 * Where a table stands in its column, and how much of it there is to take (docs/word-facts.md)
 *
 * Up to Word 2010 the text of a table's first cell stood where a paragraph's would, its cell margin outside; what a table
 * could take was that much more at either side [M]. From mode 15 on the table's edge stands there, all of its line.
 */
import type { LayoutContext } from '../context.ts';
import { borderThickness } from '../draw/borders.ts';
import type { Region } from '../region.ts';
import { type TableLines, thicknessOf } from './cell-borders.ts';
import type { TableGrid } from './grid.ts';

const EDGE_MODE = 15;

/** Tables in cells never hung out. */
const hangsOut = (context: LayoutContext, region: Region): boolean =>
  context.document.settings.compatibilityMode < EDGE_MODE && !region.inCell;

/**
 * What percentages are shares of, and what a table without a width may take: the column with the margins of the first row's
 * outer cells; from mode 15 on the table's lines, too, stand within the column [M].
 */
export const availableWidth = (
  grid: TableGrid,
  lines: TableLines,
  context: LayoutContext,
  region: Region,
): number => {
  if (!hangsOut(context, region)) return region.width - linesOutside(grid, lines) - indentOf(grid, region);
  const cells = grid.rows[0]?.cells ?? [];
  const { left } = cells[0]?.margins ?? grid.margins;
  const { right } = cells.at(-1)?.margins ?? grid.margins;
  return region.width + left + right;
};

/** A table that finds its own width ends at the column's right edge, however far it is indented [M]. */
const indentOf = (
  { properties: { fixed, width, indent = 0, floating, alignment } }: TableGrid,
  region: Region,
): number => {
  const finds = fixed !== true && floating === undefined && (width === undefined || width.kind === 'auto');
  const isWithin = indent > 0 && indent < region.width;
  return finds && isWithin && (alignment === undefined || alignment === 'left') ? indent : 0;
};

/** What the lines at the sides of a table take beyond its columns. */
export const linesOutside = ({ rows }: TableGrid, lines: TableLines): number => {
  const uprights = lines.upright(0);
  return (thicknessOf(uprights[rows[0]?.cells[0]?.column ?? 0]) + thicknessOf(uprights.at(-1))) / 2;
};

/** From the column's left edge to the middle of the table's left line. */
export const tableX = (
  grid: TableGrid,
  width: number,
  lines: TableLines,
  context: LayoutContext,
  region: Region,
): number => {
  const x = fromStart(grid, width, lines, context, region);
  // One that begins at the right is placed from there.
  return grid.properties.rightToLeft === true && grid.properties.floating === undefined
    ? region.width - width - x
    : x;
};

const fromStart = (
  grid: TableGrid,
  width: number,
  lines: TableLines,
  context: LayoutContext,
  region: Region,
): number => {
  const { alignment, indent = 0, floating } = grid.properties;
  const spare = region.width - width;
  if (floating !== undefined) return floatingX(floating, spare);
  if (alignment === 'center') return spare / 2;
  const hanging = hangsOut(context, region);
  if (alignment === 'right') return hanging ? spare + grid.margins.right : spare;
  const first = grid.rows[0]?.cells[0];
  if (hanging) return indent - (first?.margins ?? grid.margins).left;
  const left = lines.upright(0)[first?.column ?? 0];
  return indent + (left === undefined ? 0 : borderThickness(left) / 2);
};

/** How far a floating table's edge stands before the place that it is given: there its first text begins, in old modes. */
export const floatingHang = (grid: TableGrid, context: LayoutContext, region: Region): number =>
  grid.properties.floating?.xAlign === undefined && hangsOut(context, region)
    ? (grid.rows[0]?.cells[0]?.margins ?? grid.margins).left
    : 0;

/** `w:tblpPr`: within the column; the page's edges are not known here. */
const floatingX = (
  { xAlign, x = 0 }: NonNullable<TableGrid['properties']['floating']>,
  spare: number,
): number => {
  if (xAlign === 'center') return spare / 2;
  if (xAlign === 'right' || xAlign === 'outside') return spare;
  return xAlign === undefined ? x : 0;
};

/**
 * TableLines :: grid → the line at each edge of each cell (ECMA-376 §17.4.66)
 *
 * A cell's own line beats its style's, which beats the table's. Where two cells meet, the thicker line wins, then the darker.
 */
import { type Border, isVisible } from '../../wml/borders.ts';
import { borderThickness } from '../draw/borders.ts';
import type { GridCell, TableGrid } from './grid.ts';

export type Side = 'top' | 'bottom' | 'left' | 'right';

interface Claim {
  readonly border: Border;
  /** The cell says so itself: it beats what the table says. */
  readonly own: boolean;
}

const OPPOSITE: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

export class TableLines {
  readonly #grid: TableGrid;
  /** By row and column: which cell covers the place. */
  readonly #covering: (GridCell | undefined)[][];

  constructor(grid: TableGrid) {
    this.#grid = grid;
    this.#covering = grid.rows.map(({ cells }) => {
      const row: (GridCell | undefined)[] = [];
      for (const cell of cells) for (let at = cell.column; at < cell.column + cell.span; at++) row[at] = cell;
      return row;
    });
  }

  /** The line at one side of a cell, as drawn; undefined for none, and inside a merged cell. */
  line(cell: GridCell, side: Side, column = cell.column): Border | undefined {
    const neighbour = this.#neighbour(cell, side, column);
    if (neighbour !== undefined && (neighbour.origin ?? neighbour) === (cell.origin ?? cell))
      return undefined;
    const mine = this.#claim(cell, side);
    const theirs = neighbour && this.#claim(neighbour, OPPOSITE[side]);
    return winner(mine, theirs);
  }

  #neighbour(cell: GridCell, side: Side, column: number): GridCell | undefined {
    switch (side) {
      case 'left':
        return this.#covering[cell.row]?.[cell.column - 1];
      case 'right':
        return this.#covering[cell.row]?.[cell.column + cell.span];
      case 'top':
        return this.#covering[cell.row - 1]?.[column];
      case 'bottom':
        return this.#covering[cell.row + 1]?.[column];
    }
  }

  #claim(cell: GridCell, side: Side): Claim | undefined {
    const { columns, rows, properties } = this.#grid;
    const atEdge =
      side === 'left'
        ? cell.column === 0
        : side === 'right'
          ? cell.column + cell.span >= columns
          : side === 'top'
            ? cell.row === 0
            : cell.row === rows.length - 1;
    const inside: 'insideH' | 'insideV' = side === 'left' || side === 'right' ? 'insideV' : 'insideH';
    const own = (cell.origin ?? cell).cell.properties.borders;
    const ownHere =
      side === 'bottom' || side === 'left' || side === 'right' ? (cell.cell.properties.borders ?? own) : own;
    const direct = ownHere?.[side] ?? (atEdge ? undefined : ownHere?.[inside]);
    if (direct !== undefined) return { border: direct, own: true };
    const styled = this.#styled(cell, side, atEdge, inside);
    const exception = rows[cell.row]?.row.properties.borders;
    const table = { ...properties.borders, ...exception };
    const ofTable = atEdge ? table[side] : table[inside];
    const border = styled ?? ofTable;
    return border && { border, own: styled !== undefined };
  }

  /** Conditions of the style: a row's inner upright lines are its `insideV`, and so on. */
  #styled(cell: GridCell, side: Side, atEdge: boolean, inside: 'insideH' | 'insideV'): Border | undefined {
    let found: Border | undefined;
    for (const { region, borders } of cell.style.borders) {
      const inner =
        !atEdge &&
        ((region === 'row' && inside === 'insideV') || (region === 'column' && inside === 'insideH'));
      const border: Border | undefined = inner ? borders[inside] : borders[side];
      if (border !== undefined) found = border;
    }
    return found;
  }
}

const darkness = (border: Border): number => {
  const color = border.color === 'auto' ? 0 : border.color;
  return -(((color >> 16) & 0xff) + ((color >> 8) & 0xff) * 2 + (color & 0xff));
};

const winner = (a: Claim | undefined, b: Claim | undefined): Border | undefined => {
  if (a === undefined || b === undefined) {
    const only = (a ?? b)?.border;
    return isVisible(only) ? only : undefined;
  }
  // A cell that says "none" itself takes the table's line away as well.
  if (a.own !== b.own) {
    const { border } = a.own ? a : b;
    return isVisible(border) ? border : undefined;
  }
  if (!isVisible(a.border)) return isVisible(b.border) ? b.border : undefined;
  if (!isVisible(b.border)) return a.border;
  const [wide, wideB] = [borderThickness(a.border), borderThickness(b.border)];
  if (wide !== wideB) return wide > wideB ? a.border : b.border;
  return darkness(a.border) >= darkness(b.border) ? a.border : b.border;
};

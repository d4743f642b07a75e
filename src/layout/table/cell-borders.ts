/**
 * TableLines :: grid → the lines between cells (ECMA-376 §17.4.66)
 *
 * A cell's own line beats the table's. Where two cells claim the same edge with the same right, the thicker line wins,
 * then the darker one (docs/word-facts.md).
 */
import { type Border, type Borders, isVisible } from '../../wml/properties/borders.ts';
import { borderColor, borderThickness } from '../draw/borders.ts';
import type { GridCell, GridRow, RowKind, TableGrid } from './grid.ts';

type Side = 'top' | 'bottom' | 'left' | 'right';

/** By column; a line that is undefined is not drawn. */
export type Lines = readonly (Border | undefined)[];

export type CellLines = Readonly<Record<Side, Border | undefined>>;

interface Claim {
  readonly border: Border;
  /** Of the table, of a condition of its style, of the cell itself. */
  readonly rank: 0 | 1 | 2;
}

export class TableLines {
  readonly #grid: TableGrid;
  readonly #kinds: readonly number[];
  readonly #across = new KnownLines();
  readonly #upright = new KnownLines();
  readonly #closing = { top: new KnownLines(), bottom: new KnownLines() };

  constructor(grid: TableGrid) {
    this.#grid = grid;
    this.#kinds = rowKinds(grid);
  }

  /** Along the top of a row, by column; after the last row, along the bottom of the table. */
  across(row: number): Lines {
    if (this.#grid.spacing > 0) return this.#outerAcross(row);
    const above = this.#kinds[row - 1] ?? NO_KIND;
    const below = this.#kinds[row] ?? NO_KIND;
    // At the table's edges there is only one of the two.
    const kind = above === NO_KIND || below === NO_KIND ? NO_KIND : above * MOST_KINDS + below;
    return this.#across.get(kind, row) ?? this.#across.keep(kind, row, this.#findAcross(row));
  }

  #findAcross(row: number): Lines {
    const [above, below] = [this.#covering(row - 1), this.#covering(row)];
    const lines: (Border | undefined)[] = [];
    for (let column = 0; column < Math.max(above.length, below.length); column++) {
      const [upper, lower] = [above[column], below[column]];
      const [beside, last] = [
        column > 0 && above[column - 1] === upper && below[column - 1] === lower,
        lines.at(-1),
      ];
      lines.push(beside ? last : this.#between(upper, 'bottom', lower, 'top'));
    }
    return lines;
  }

  /** What the lines above a row take: those that are not drawn, inside a cell over several rows, have their room all the same [M]. */
  heightAcross(row: number): number {
    let most = thickest(this.across(row));
    if (this.#grid.spacing > 0) return most;
    const lower = this.#covering(row);
    for (const [column, upper] of this.#covering(row - 1).entries()) {
      const below = lower[column];
      if (upper === undefined || below?.origin === undefined || below.origin !== (upper.origin ?? upper))
        continue;
      most = Math.max(most, thicknessOf(winner(this.#claim(upper, 'bottom'), this.#claim(below, 'top'))));
    }
    return most;
  }

  /** By column: which cell of a row covers the place. */
  #covering(index: number): readonly (GridCell | undefined)[] {
    const row: (GridCell | undefined)[] = [];
    for (const cell of this.#grid.rows[index]?.cells ?? []) {
      while (row.length < cell.column) row.push(undefined);
      for (let at = 0; at < cell.span; at++) row.push(cell);
    }
    return row;
  }

  /** Where a page ends below a row or begins with it, the table has its outer line [M]. */
  closing(row: number, side: 'top' | 'bottom'): Lines {
    if (this.#grid.spacing > 0) return this.#outerAcross(side === 'top' ? 0 : this.#grid.rows.length);
    const known = this.#closing[side];
    const kind = this.#kinds[row] ?? NO_KIND;
    return known.get(kind, row) ?? known.keep(kind, row, this.#findClosing(row, side));
  }

  #findClosing(row: number, side: 'top' | 'bottom'): Lines {
    return this.#covering(row).map((cell) => winner(cell && this.#claim(cell, side, true), undefined));
  }

  /** Down the sides of a row's cells, by the column that they stand before; the last one ends the row. */
  upright(row: number): Lines {
    if (this.#grid.spacing > 0) return this.#outerUpright(row);
    const kind = this.#kinds[row] ?? NO_KIND;
    return this.#upright.get(kind, row) ?? this.#upright.keep(kind, row, this.#findUpright(row));
  }

  #findUpright(row: number): Lines {
    const cells = this.#covering(row);
    const lines: (Border | undefined)[] = [];
    for (let column = 0; column <= cells.length; column++)
      lines.push(this.#between(cells[column - 1], 'right', cells[column], 'left'));
    return lines;
  }

  /** The lines of one cell where cells stand apart: its own, or the table's inner ones. */
  box(cell: GridCell): CellLines {
    const side = (name: Side): Border | undefined => winner(this.#claim(cell, name, false), undefined);
    return { top: side('top'), bottom: side('bottom'), left: side('left'), right: side('right') };
  }

  #outerAcross(row: number): Lines {
    const { rows, columns, properties } = this.#grid;
    const border = row === 0 ? properties.borders?.top : properties.borders?.bottom;
    if ((row > 0 && row < rows.length) || !isVisible(border)) return [];
    return Array.from({ length: columns }, () => border);
  }

  #outerUpright(row: number): Lines {
    const { rows, columns, properties } = this.#grid;
    if (rows[row] === undefined) return [];
    const [left, right] = [
      properties.borders?.[this.#named('left')],
      properties.borders?.[this.#named('right')],
    ];
    const lines: (Border | undefined)[] = Array.from({ length: columns + 1 }, () => undefined);
    lines[0] = isVisible(left) ? left : undefined;
    lines[columns] = isVisible(right) ? right : undefined;
    return lines;
  }

  #between(
    first: GridCell | undefined,
    firstSide: Side,
    second: GridCell | undefined,
    secondSide: Side,
  ): Border | undefined {
    if (first !== undefined && second !== undefined) {
      // Nothing is drawn inside a cell, however many rows and columns it covers.
      if (first === second || (first.origin ?? first) === (second.origin ?? second)) return undefined;
    }
    return winner(first && this.#claim(first, firstSide), second && this.#claim(second, secondSide));
  }

  #claim(cell: GridCell, side: Side, atEdge = this.#atEdge(cell, side)): Claim | undefined {
    const row = this.#grid.rows[cell.row];
    const inside = side === 'left' || side === 'right' ? 'insideV' : 'insideH';
    const own = cell.cell.properties.borders ?? cell.origin?.cell.properties.borders;
    const named = this.#named(side);
    const direct = own?.[named] ?? (atEdge ? undefined : own?.[inside]);
    if (direct !== undefined) return { border: direct, rank: 2 };
    const styled = styledBorder(cell, named, inside, atEdge);
    if (styled !== undefined) return { border: styled, rank: 1 };
    const key: keyof Borders = atEdge ? named : inside;
    const border = row?.row.properties.borders?.[key] ?? this.#grid.properties.borders?.[key];
    return border && { border, rank: 0 };
  }

  /** What a table calls the side of a cell: its left is where it begins, at the right in one from right to left (§17.4.33). */
  #named(side: Side): Side {
    if (this.#grid.properties.rightToLeft !== true) return side;
    return side === 'left' ? 'right' : side === 'right' ? 'left' : side;
  }

  #atEdge(cell: GridCell, side: Side): boolean {
    const { rows } = this.#grid;
    switch (side) {
      case 'top':
        return cell.row === 0;
      case 'bottom':
        return cell.row === rows.length - 1;
      case 'left':
        return rows[cell.row]?.cells[0] === cell;
      case 'right':
        return rows[cell.row]?.cells.at(-1) === cell;
    }
  }
}

/** A condition's region has edges and insides of its own: a first row's inner upright lines are its `insideV`. */
const styledBorder = (
  cell: GridCell,
  side: Side,
  inside: 'insideH' | 'insideV',
  atEdge: boolean,
): Border | undefined => {
  let found: Border | undefined;
  for (const { region, borders } of cell.style.borders) {
    const along = region === 'row' ? 'insideV' : region === 'column' ? 'insideH' : undefined;
    const border = !atEdge && (region === 'table' || along === inside) ? borders[inside] : borders[side];
    if (border !== undefined) found = border;
  }
  return found;
};

/** Rows of most tables are of two or three kinds, whose lines are found once. */
const MOST_KINDS = 32;
const NO_KIND = -1;

/** By row: its kind, or `NO_KIND` for a row that is like none, or has a part in cells that reach over several. */
const rowKinds = ({ rows }: TableGrid): readonly number[] => {
  const kinds: GridRow[] = [];
  const known = new Map<RowKind, number>();
  return rows.map((row) => {
    const same = row.kind && known.get(row.kind);
    if (same !== undefined) return same;
    const kind = kindOf(row, kinds);
    if (row.kind !== undefined) known.set(row.kind, kind);
    return kind;
  });
};

const kindOf = (row: GridRow, kinds: GridRow[]): number => {
  if (row.cells.some(({ cell }) => cell.properties.merge !== undefined)) return NO_KIND;
  const known = kinds.findIndex((kind) => sameKind(kind, row));
  if (known >= 0 || kinds.length >= MOST_KINDS) return known;
  return kinds.push(row) - 1;
};

/** All that a cell's lines depend on but the rows beside it. */
const sameKind = (a: GridRow, b: GridRow): boolean =>
  a.cells.length === b.cells.length &&
  a.row.properties.borders === b.row.properties.borders &&
  a.cells.every((cell, index) => {
    const other = b.cells[index];
    return (
      other !== undefined &&
      cell.column === other.column &&
      cell.span === other.span &&
      cell.style === other.style &&
      cell.cell.properties.borders === other.cell.properties.borders
    );
  });

/** Of the rows of a kind, or of one that has none. Asked several times for each row: nothing is made for a question. */
class KnownLines {
  readonly #known = new Map<number, Lines>();

  get(kind: number, row: number): Lines | undefined {
    return this.#known.get(placeOf(kind, row));
  }

  keep(kind: number, row: number, lines: Lines): Lines {
    this.#known.set(placeOf(kind, row), lines);
    return lines;
  }
}

/** Rows without a kind stand below the kinds. */
const placeOf = (kind: number, row: number): number => (kind === NO_KIND ? -1 - row : kind);

export const sameLine = (a: Border | undefined, b: Border | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.style === b.style &&
    a.width === b.width &&
    borderColor(a) === borderColor(b));

/** The thickest of some lines. */
export const thickest = (lines: Lines): number => {
  let most = 0;
  for (const line of lines) if (line !== undefined) most = Math.max(most, borderThickness(line));
  return most;
};

/** What the lines at the left and right of a cell take that stands apart. */
export const sideLines = ({ left, right }: CellLines): number => thicknessOf(left) + thicknessOf(right);

export const thicknessOf = (border: Border | undefined): number =>
  border === undefined ? 0 : borderThickness(border);

const darkness = (border: Border): number => {
  const color = borderColor(border);
  return -(((color >> 16) & 0xff) + ((color >> 8) & 0xff) * 2 + (color & 0xff));
};

const winner = (a: Claim | undefined, b: Claim | undefined): Border | undefined => {
  if (a === undefined || b === undefined || a.rank !== b.rank) {
    // A cell that says "none" itself takes the table's line away as well.
    const only = b === undefined || (a !== undefined && a.rank > b.rank) ? a?.border : b.border;
    return isVisible(only) ? only : undefined;
  }
  if (!isVisible(a.border)) return isVisible(b.border) ? b.border : undefined;
  if (!isVisible(b.border)) return a.border;
  const [thick, thickB] = [borderThickness(a.border), borderThickness(b.border)];
  if (thick !== thickB) return thick > thickB ? a.border : b.border;
  return darkness(a.border) >= darkness(b.border) ? a.border : b.border;
};

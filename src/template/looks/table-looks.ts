/**
 * cellChanges :: table with looks of columns, merges or spans → what becomes of its cells and its grid
 *
 * Equal neighbours become one cell: across as Word's `w:gridSpan`, down as `w:vMerge` (ECMA-376 §17.4.17, §17.4.84).
 */
import { withoutOrigins } from '../../ooxml/origin-marks.ts';
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { cellsOf } from '../word/cells.ts';
import type { FoundLooks, TableLooks } from './find-looks.ts';
import type { Look } from './look.ts';
import type { MergeDirection } from './look-marks.ts';

export interface CellChange {
  /** Of its column. */
  readonly look?: Look;
  readonly merge?: 'restart' | 'continue';
  /** Columns that it takes, where that changes. */
  readonly span?: number;
  /** Twips, where they change. */
  readonly width?: number;
  /** Another cell has taken its place. */
  readonly isGone?: true;
}

interface TableChange {
  readonly cells: ReadonlyMap<XmlElement, CellChange>;
  /** Twips of each column, where they change. */
  readonly widths?: readonly number[];
}

interface Placed {
  readonly cell: XmlElement;
  readonly column: number;
  span: number;
  isGone: boolean;
  merge?: 'restart' | 'continue';
  /** What the cell below has to equal. */
  key?: string;
}

export const cellChanges = (table: XmlElement, looks: TableLooks, { elements }: FoundLooks): TableChange => {
  const old = elementsOf(childOf(table, 'w:tblGrid') ?? table, 'w:gridCol').map((column) =>
    Number(column.attribute('w:w') ?? 0),
  );
  const widths = old.map((width, column) => looks.columns.get(column)?.width ?? width);
  const isWider = widths.some((width, column) => width !== old[column]);
  const changes = new Map<XmlElement, CellChange>();
  let above: readonly Placed[] = [];
  for (const row of rowsOf(table)) {
    const cells: Placed[] = cellsOf(row).map(({ cell, column, span }) => ({
      cell,
      column,
      span,
      isGone: false,
    }));
    const spans = cells.map(({ span }) => span);
    if (looks.hasSpans) widen(cells, elements, widths.length);
    mergeAcross(cells, looks);
    mergeDown(cells, above, looks);
    above = cells;
    for (const [index, { cell, column, span, isGone, merge }] of cells.entries()) {
      if (isGone) {
        changes.set(cell, { isGone });
        continue;
      }
      const isSpread = span !== spans[index];
      const covered = widths.slice(column, column + span);
      const isResized = isSpread || (isWider && covered.some((width, at) => width !== old[column + at]));
      const look = span === 1 ? looks.columns.get(column) : undefined;
      if (!isSpread && !isResized && look === undefined && merge === undefined) continue;
      changes.set(cell, {
        ...(look !== undefined && { look }),
        ...(merge !== undefined && { merge }),
        ...(isSpread && { span }),
        ...(isResized && covered.length > 0 && { width: covered.reduce((sum, width) => sum + width, 0) }),
      });
    }
  }
  return { cells: changes, ...(isWider && { widths }) };
};

/** Also those in controls and in what tracks changes. What stands inside of them belongs to other tables. */
const rowsOf = (parent: XmlElement, rows: XmlElement[] = []): XmlElement[] => {
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    if (child.name === 'w:tr') rows.push(child);
    else rowsOf(child, rows);
  }
  return rows;
};

/** A cell takes as many columns as it is told to; those behind it make room where the row would leave the grid. */
const widen = (cells: Placed[], elements: ReadonlyMap<XmlElement, Look>, columns: number): void => {
  for (const [index, one] of cells.entries()) {
    const wanted = one.isGone ? undefined : elements.get(one.cell)?.span;
    if (wanted === undefined) continue;
    one.span = wanted;
    const total = (): number => cells.reduce((sum, { span, isGone }) => sum + (isGone ? 0 : span), 0);
    for (const next of cells.slice(index + 1)) {
      if (total() <= columns) break;
      next.isGone = true;
    }
  }
};

/** What a cell has to equal; undefined where it is not to be merged. An empty text is no equal of another. */
const keyOf = (cell: XmlElement, looks: TableLooks, direction: MergeDirection): string | undefined => {
  const merges = looks.merges.get(cell);
  if (merges === undefined || !merges.has(direction)) return undefined;
  const key = merges.get(direction);
  if (key !== undefined) return `=${key}`;
  const text = withoutOrigins(textContent(cell)).trim();
  return text === '' ? undefined : `"${text}`;
};

const mergeAcross = (cells: Placed[], looks: TableLooks): void => {
  let first: Placed | undefined;
  let key: string | undefined;
  for (const one of cells) {
    if (one.isGone) continue;
    const own = keyOf(one.cell, looks, 'across');
    if (first !== undefined && own !== undefined && own === key) {
      first.span += one.span;
      one.isGone = true;
    } else [first, key] = [one, own];
  }
};

const mergeDown = (cells: readonly Placed[], above: readonly Placed[], looks: TableLooks): void => {
  for (const one of cells) {
    const own = one.isGone ? undefined : keyOf(one.cell, looks, 'down');
    if (own === undefined) continue;
    one.key = own;
    const upper = above.find(({ column, isGone }) => column === one.column && !isGone);
    const isSame = upper?.span === one.span && upper.key === own;
    one.merge = isSame ? 'continue' : 'restart';
  }
};

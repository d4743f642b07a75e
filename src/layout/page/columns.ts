/**
 * The columns of a page once they are filled: made equally high, parted by lines, moved down where the page is not full.
 */

import type { Section } from '../../wml/properties/sections.ts';
import type { ColumnBox } from '../boxes.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { PlacedPiece } from '../pieces.ts';
import { balance } from './balance.ts';

/** Thickness of the lines between columns. */
const SEPARATOR = 0.5;
/** Columns whose widths differ by less are equally wide. */
const SAME_WIDTH = 0.5;

/** Where the lowest column ends; `least` is where the one that is being filled does. */
export const contentBottom = (finished: readonly PlacedPiece[], least: number): number => {
  let bottom = least;
  for (const { piece, y } of finished) bottom = Math.max(bottom, y + piece.height);
  return bottom;
};

/** Undefined where they stay as they are: an author broke them by hand, or lines would break elsewhere. */
export const balanceColumns = (
  placed: readonly PlacedPiece[],
  columns: readonly ColumnBox[],
  top: number,
  /** Something stands above them on their page. */
  continued: boolean,
): readonly PlacedPiece[] | undefined => {
  const [first] = columns;
  if (columns.length < 2 || first === undefined) return undefined;
  const movable = placed.every(({ piece }) => piece.after !== 'column' && piece.anchored.length === 0);
  if (!movable || columns.some(({ width }) => Math.abs(width - first.width) > SAME_WIDTH)) return undefined;
  const pieces = placed.map(({ piece }) => piece);
  // What goes into one column is as it is: 18 pt stood above a paragraph that was alone in three columns [M].
  const filled = balance(pieces, columns.length, continued);
  if (continued && filled.every(({ column }) => column === 0)) return undefined;
  return filled.flatMap(({ piece, column: index, y }) => {
    const column = columns[index];
    return column === undefined ? [] : [{ piece, x: column.x, y: top + y }];
  });
};

/** The lines between columns (`w:sep`), as long as the longest of them. */
export const paintSeparators = (
  canvas: Canvas,
  columns: readonly ColumnBox[],
  top: number,
  bottom: number,
): void => {
  if (bottom <= top) return;
  for (const [index, { x, width }] of columns.entries()) {
    const next = columns[index + 1];
    if (next === undefined) continue;
    const middle = (x + width + next.x) / 2;
    canvas.rect(middle - SEPARATOR / 2, top, SEPARATOR, bottom - top, 0);
  }
};

/** How far down text moves that does not fill its page, for the section to have it where it wants (§17.6.23). */
export const verticalShift = ({ verticalAlignment }: Section, spare: number): number => {
  if (spare <= 0) return 0;
  if (verticalAlignment === 'bottom') return spare;
  return verticalAlignment === 'center' ? spare / 2 : 0;
};

/**
 * Text of a full page, justified from its top to its bottom (`w:vAlign` both): what is left over goes between paragraphs.
 * `bottom` is where text ends.
 */
export const spreadPieces = (placed: readonly PlacedPiece[], bottom: number): readonly PlacedPiece[] => {
  const columns = [...new Set(placed.map(({ x }) => x))].map((x) => placed.filter((one) => one.x === x));
  return columns.flatMap((column) => {
    const last = column.at(-1);
    const begins = column.map(
      ({ piece }, index) => index > 0 && piece.block !== column[index - 1]?.piece.block,
    );
    const gaps = begins.filter(Boolean).length;
    if (last === undefined || gaps === 0) return column;
    const { height, leading = 0 } = last.piece;
    const each = Math.max(0, bottom - last.y - height + Math.max(0, leading)) / gaps;
    let shift = 0;
    return column.map((one, index) => {
      if (begins[index] === true) shift += each;
      return { ...one, y: one.y + shift };
    });
  });
};

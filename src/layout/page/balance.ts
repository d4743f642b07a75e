/**
 * balance :: pieces in a row of columns → the same pieces in columns about as high as each other
 *
 * What Word does with the columns that a continuous section break ends (ECMA-376 §17.6.22): no column is higher than it
 * has to be, and the first are the fullest.
 */
import type { Piece } from '../pieces.ts';

interface BalancedPiece {
  readonly piece: Piece;
  readonly column: number;
  /** From the top of the columns. */
  readonly y: number;
}

/** Heights are tried until they are this near to the least one. */
const NEAR = 0.5;
const SLACK = 0.01;

/** `continued`: below other text, where all columns begin at one height. */
export const balance = (
  pieces: readonly Piece[],
  columns: number,
  continued = false,
): readonly BalancedPiece[] => {
  let most = 0;
  for (const piece of pieces) most += piece.gap + piece.height;
  let least = most / columns - 1;
  let best = fill(pieces, most + 1, 1, continued) ?? [];
  while (most - least > NEAR) {
    const height = (least + most) / 2;
    const filled = fill(pieces, height, columns, continued);
    if (filled === undefined) least = height;
    else {
      most = height;
      best = filled;
    }
  }
  return best;
};

/** Undefined where they do not fit into columns of this height. */
const fill = (
  pieces: readonly Piece[],
  height: number,
  columns: number,
  continued: boolean,
): readonly BalancedPiece[] | undefined => {
  const out: BalancedPiece[] = [];
  let column = 0;
  let y = 0;
  /** Where the last piece stands that a column may end before. */
  let cut = 0;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index];
    if (piece === undefined) break;
    if (pieces[index - 1]?.after !== 'keep') cut = index;
    const first = out.at(-1)?.column !== column;
    const gap = first ? (index === 0 && !continued ? piece.gapAfterBreak : piece.gapAtTop) : piece.gap;
    if (!first && y + gap + piece.height - (piece.leading ?? 0) > height + SLACK) {
      column += 1;
      if (column >= columns) return undefined;
      // What is kept with this one comes along, unless that is all there is.
      if (out[cut]?.column === column - 1 && cut > 0 && out[cut - 1]?.column === column - 1) {
        out.length = cut;
        index = cut;
      }
      y = 0;
      index -= 1;
      continue;
    }
    out.push({ piece, column, y: y + gap });
    y += gap + piece.height;
  }
  return out;
};

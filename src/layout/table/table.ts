/**
 * tablePieces :: Table → pieces, a row each
 *
 * Being written: grid → cells → rows → borders → placement → paint, a file each in this folder.
 */
import type { Table } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { MeasureBlocks } from '../flow/blocks.ts';
import type { Frame } from '../flow/frame.ts';
import type { Piece } from '../flow/pieces.ts';

export const tablePieces = (
  _table: Table,
  _context: LayoutContext,
  _frame: Frame,
  _gap: number,
  _measure: MeasureBlocks,
): readonly Piece[] => [];

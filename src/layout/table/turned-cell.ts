/**
 * turnedContent :: cell whose text runs upwards or downwards, height → one piece, laid out along the height and turned
 *
 * ECMA-376 §17.4.72. Lines are as long as the row is high, so the row has to be measured first: turned text does not make it
 * higher, which is why Word gives such rows a height of their own when it turns a cell. Margins stay with the cell's sides.
 */
import type { Block, TableCell } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Turn } from '../draw/turn.ts';
import { type Piece, stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';
import { isEastAsian } from '../text/scripts.ts';
import type { GridCell, TableGrid } from './grid.ts';

export const turnOf = ({ cell, style }: GridCell): Turn | undefined =>
  cell.properties.direction ?? style.cell.direction;

/** What the rows of a cell say of their height; undefined where one does not say, and is as high as its other cells. */
export const givenHeight = ({ row, rowSpan }: GridCell, { rows }: TableGrid): number | undefined => {
  let height = 0;
  for (let at = row; at < row + rowSpan; at++) {
    const own = rows[at]?.row.properties.height ?? 0;
    if (own <= 0) return undefined;
    height += own;
  }
  return height;
};

/** Where no row says how high it is: room for lines that do not wrap. */
const UNBOUNDED = 3000;

/** How wide the lines of a turned cell stand side by side, for columns that go by their content. */
export const turnedWidth = (cell: GridCell, height: number | undefined, context: LayoutContext): number => {
  const { pieces, after } = context.measure(cell.cell.blocks, {
    width: height ?? UNBOUNDED,
    grid: 0,
    table: cell.style.layer,
    ground: undefined,
    depth: 1,
    inCell: true,
  });
  return stackHeight(pieces, after);
};

const hasEastAsian = (blocks: readonly Block[]): boolean =>
  blocks.some(
    (block) =>
      block.kind === 'paragraph' &&
      block.inlines.some(
        (inline) =>
          inline.kind === 'text' &&
          Array.from(inline.text).some((one) => isEastAsian(one.codePointAt(0) ?? 0)),
      ),
  );

interface TurnedBox {
  readonly cell: TableCell;
  readonly turn: Turn;
  /** Of the place inside the margins. */
  readonly width: number;
  readonly height: number;
  readonly alignment: 'top' | 'center' | 'bottom' | undefined;
  /** With the height for its width. */
  readonly region: Region;
}

export const turnedContent = (box: TurnedBox, context: LayoutContext): Piece | undefined => {
  const { cell, turn, width, height, alignment } = box;
  const block = cell.blocks[0];
  if (block === undefined) return undefined;
  // Whether Word turns East Asian characters here, too, no file has said yet.
  if (turn === 'down' && hasEastAsian(cell.blocks)) context.reasons.add('vertical-text');
  const { pieces, after } = context.measure(cell.blocks, box.region);
  const across = stackHeight(pieces, after);
  const spare = Math.max(0, width - across);
  const shift = alignment === 'center' ? spare / 2 : alignment === 'bottom' ? spare : 0;
  return {
    height,
    gap: 0,
    gapAtTop: 0,
    gapAfterBreak: 0,
    after: 'free',
    breakBefore: false,
    notes: pieces.flatMap(({ notes }) => notes),
    anchored: [],
    block,
    content: { kind: 'turned', turn, width, height, across, shift, pieces },
  };
};

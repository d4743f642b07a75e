/**
 * Blocks that stand at a place of their own while text goes around them: floating tables, and frames
 *
 * Word anchors them in the paragraph that follows.
 */
import type { Block, Drawing } from '../../wml/model.ts';
import { NO_TEXTS, type Piece } from '../pieces.ts';
import type { Region } from '../region.ts';

export interface FloatingBlock {
  readonly block: Block;
  readonly drawing: Drawing;
  /** What has to fit below the top of the paragraph. */
  readonly below: number;
  /** What is in it, one below the other. */
  readonly pieces: readonly Piece[];
}

/** Hangs them onto the first line of the paragraph that follows. */
export const withFloating = (
  pieces: readonly Piece[],
  floating: readonly FloatingBlock[],
  region: Region,
  /** Points that the first line was moved down, past something else: the paragraph begins above it. */
  skip: number,
): readonly Piece[] => {
  const [first, ...rest] = pieces;
  if (first === undefined || floating.length === 0) return pieces;
  const below = Math.max(...floating.map((block) => block.below));
  return [
    {
      ...first,
      // The page has to have room for them too.
      leading: Math.min(first.leading ?? 0, first.height + skip - below),
      anchored: [
        ...first.anchored,
        ...floating.map(({ drawing, block, pieces: own }) => ({
          drawing,
          block,
          pieces: own,
          paragraphTop: -skip,
          lineHeight: first.height,
          column: region.width,
          inCell: false,
          width: drawing.width,
          height: drawing.height,
          texts: NO_TEXTS,
        })),
      ],
    },
    ...rest,
  ];
};

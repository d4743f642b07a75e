/**
 * Blocks that stand at a place of their own while text goes around them: floating tables, and frames
 *
 * Word anchors them in the paragraph that follows.
 */
import type { Block, Drawing } from '../../wml/model.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Piece } from '../pieces.ts';
import type { Region } from '../region.ts';
import { anchoredBox } from './anchors.ts';

export interface FloatingBlock {
  readonly block: Block;
  readonly drawing: Drawing;
  /** What has to fit below the top of the paragraph. */
  readonly below: number;
  paint(canvas: Canvas, x: number, y: number): void;
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
        ...floating.map(({ drawing, block }) => ({
          drawing,
          block,
          paragraphTop: -skip,
          lineHeight: first.height,
        })),
      ],
      paintAnchored: (canvas, x, y) => {
        first.paintAnchored?.(canvas, x, y);
        const column = { x, width: region.width };
        for (const { drawing, paint } of floating) {
          const box = anchoredBox(drawing, {
            page: canvas.frame,
            column,
            paragraphTop: y - skip,
            lineTop: y,
          });
          paint(canvas, box.x, box.y);
        }
      },
    },
    ...rest,
  ];
};

/**
 * EarlyFloats: what floats higher than the paragraph it is anchored in, beside lines that were broken before it was known
 *
 * A picture at the top of a page, anchored further down; one that stands above its paragraph. Each is noted with its page
 * and place, and the next pass over the document knows it when that page begins.
 */
import type { Box, ColumnBox } from '../boxes.ts';
import type { AnchoredDrawing, Piece, PlacedPiece } from '../pieces.ts';
import { type Floating, type Floats, keyOf, reachOf, type Sides } from './floats.ts';

export interface EarlyFloat {
  readonly floating: Floating;
  /** Counted from 0. */
  readonly page: number;
  readonly box: Box;
}

/** Places that differ by less are the same. */
const SAME = 0.5;

export class EarlyFloats {
  readonly #found = new Map<object, EarlyFloat>();
  readonly #known: readonly EarlyFloat[];
  #page = 0;
  /** Of those, which this page began with. */
  #here: ReadonlySet<object> = new Set();

  constructor(known: readonly EarlyFloat[]) {
    this.#known = known;
  }

  get found(): readonly EarlyFloat[] {
    return [...this.#found.values()];
  }

  /** None on this page or one before it. */
  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  begin(page: number, floats: Floats): void {
    this.#page = page;
    if (this.#known.length === 0) return;
    const here = this.#known.filter((one) => one.page === page);
    for (const { floating, box } of here) floats.add(floating, box);
    this.#here = new Set(here.map(({ floating }) => keyOf(floating)));
  }

  /** A piece has taken its place. */
  note(
    piece: Piece,
    boxOf: (anchored: AnchoredDrawing) => Box,
    above: {
      readonly finished: readonly PlacedPiece[];
      readonly placed: readonly PlacedPiece[];
      readonly columns: readonly ColumnBox[];
    },
  ): void {
    for (const anchored of piece.anchored) {
      const { anchor } = anchored.drawing;
      if (anchor === undefined || anchor.wrap === 'none') continue;
      const key = keyOf(anchored);
      // What was pulled back from another page comes a second time.
      this.#found.delete(key);
      const box = boxOf(anchored);
      const reach = reachOf(anchor, box);
      const disturbs = (one: PlacedPiece): boolean =>
        one.piece.block !== piece.block && stands(one, reach, above.columns);
      if (this.#here.has(key) || above.placed.some(disturbs) || above.finished.some(disturbs))
        this.#found.set(key, { floating: anchored, page: this.#page, box });
    }
  }
}

/** Whether a line stands where it may not. */
const stands = ({ piece, x, y }: PlacedPiece, reach: Sides, columns: readonly ColumnBox[]): boolean => {
  if (piece.block.kind !== 'paragraph' || y >= reach.bottom - SAME || y + piece.height <= reach.top + SAME)
    return false;
  const width = columns.find((column) => column.x === x)?.width ?? 0;
  return reach.right > x && reach.left < x + width;
};

export const sameFloats = (a: readonly EarlyFloat[], b: readonly EarlyFloat[]): boolean =>
  a.length === b.length &&
  a.every(({ floating, page, box }, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      keyOf(other.floating) === keyOf(floating) &&
      other.page === page &&
      (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(other.box[side] - box[side]) < SAME)
    );
  });

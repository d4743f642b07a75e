/**
 * Floats: what stands on a page at a place of its own and keeps text away (ECMA-376 §20.4.2.16 to 20)
 */
import type { Drawing } from '../../wml/model.ts';
import type { Box } from '../draw/canvas.ts';
import type { Room } from '../inline/line-shape.ts';

interface Float {
  readonly of: object;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** No text beside it at all. */
  readonly wholeWidth: boolean;
  readonly side: string;
}

/** Text is not set beside a float where there is less than this [M: an inch]. */
const LEAST_BESIDE = 72;
/** Floats that a line may be moved past. */
const MOST_MOVES = 100;

export class Floats {
  #list: Float[] = [];
  readonly #known = new Set<object>();

  has(drawing: object): boolean {
    return this.#known.has(drawing);
  }

  /** It turned out to stand on another page. */
  forget(drawing: object): void {
    if (!this.#known.delete(drawing)) return;
    this.#list = this.#list.filter(({ of }) => of !== drawing);
  }

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  addDrawing(drawing: Drawing, box: Box): void {
    const { anchor } = drawing;
    if (anchor === undefined || anchor.wrap === 'none' || this.#known.has(drawing)) return;
    this.#known.add(drawing);
    const { distance } = anchor;
    this.#list.push({
      of: drawing,
      left: box.x - distance.left,
      right: box.x + box.width + distance.right,
      top: box.y - distance.top,
      bottom: box.y + box.height + distance.bottom,
      wholeWidth: anchor.wrap === 'topAndBottom',
      side: anchor.wrapSide,
    });
  }

  /** Whether anything stands in a column below a place. */
  reachBelow(y: number, column: { readonly x: number; readonly width: number }): boolean {
    return this.#list.some(
      (float) => float.bottom > y && float.right > column.x && float.left < column.x + column.width,
    );
  }

  /** Where a line of this height can stand in a column, from `y` on. Sides are from the column's left edge. */
  room(y: number, height: number, column: { readonly x: number; readonly width: number }): Room {
    let at = y;
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      const beside = this.#list.filter(
        (float) =>
          float.top < at + height - 0.01 &&
          float.bottom > at + 0.01 &&
          float.right > column.x &&
          float.left < column.x + column.width,
      );
      if (beside.length === 0) return { left: 0, right: column.width, skip: at - y };
      if (!beside.some((float) => float.wholeWidth)) {
        const [free, ...more] = freeParts(beside, column);
        if (free !== undefined) return { ...free, skip: at - y, ...(more.length > 0 && { more }) };
      }
      at = Math.min(...beside.map((float) => float.bottom).filter((bottom) => bottom > at));
    }
    return { left: 0, right: column.width, skip: at - y };
  }
}

/** What is left of a line, from left to right, where it is wide enough for text. */
const freeParts = (
  floats: readonly Float[],
  column: { readonly x: number; readonly width: number },
): readonly { readonly left: number; readonly right: number }[] => {
  const taken = floats
    .map((float) => {
      const side = float.side === 'largest' ? largestSide(float, column) : float.side;
      return {
        left: side === 'right' ? 0 : Math.max(0, float.left - column.x),
        right: side === 'left' ? column.width : Math.min(column.width, float.right - column.x),
      };
    })
    .sort((a, b) => a.left - b.left);
  const least = Math.min(LEAST_BESIDE, column.width);
  const parts: { left: number; right: number }[] = [];
  let from = 0;
  for (const { left, right } of [...taken, { left: column.width, right: column.width }]) {
    if (left - from >= least) parts.push({ left: from, right: left });
    from = Math.max(from, right);
  }
  return parts;
};

const largestSide = (float: Float, column: { readonly x: number; readonly width: number }): string =>
  float.left - column.x >= column.x + column.width - float.right ? 'left' : 'right';

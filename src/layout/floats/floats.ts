/**
 * Floats: what stands on a page at a place of its own and keeps text away (ECMA-376 §20.4.2.16 to 20)
 */

import type { Anchor, Corner } from '../../wml/model.ts';
import type { Box, ColumnBox } from '../boxes.ts';
import type { Room } from '../inline/line-shape.ts';
import type { AnchoredDrawing } from '../pieces.ts';
import { outlineSpans, type Span } from './outline-spans.ts';

/** What floats; the same thing in each pass over the document. */
export type Floating = Pick<AnchoredDrawing, 'drawing' | 'block'>;

export const keyOf = ({ drawing, block }: Floating): object => block ?? drawing;

interface Float {
  readonly of: object;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** No text beside it at all. */
  readonly wholeWidth: boolean;
  readonly side: string;
  /** What text follows instead of the rectangle. */
  readonly contour: Contour | undefined;
}

interface Contour {
  /** On the page. */
  readonly outline: readonly Corner[];
  /** Text stands in its bays, too (§20.4.2.17). */
  readonly through: boolean;
  readonly distance: Anchor['distance'];
}

export interface Sides extends Span {
  readonly top: number;
  readonly bottom: number;
}

/** Text is not set beside a float where there is less than this [M: an inch]. */
const LEAST_BESIDE = 72;
/** Beside one that text goes through, less is enough (one document: 58.5 and 64.5 points, on both sides of several pictures) [M]. */
const LEAST_THROUGH = 18;
/** Places that are tried for a line. */
const MOST_MOVES = 400;

export class Floats {
  #list: Float[] = [];
  readonly #known = new Set<object>();

  /** It turned out to stand on another page. */
  forget(anchored: Floating): void {
    const key = keyOf(anchored);
    if (!this.#known.delete(key)) return;
    this.#list = this.#list.filter(({ of }) => of !== key);
  }

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  add(anchored: Floating, box: Box): void {
    const { anchor } = anchored.drawing;
    const key = keyOf(anchored);
    if (anchor === undefined || anchor.wrap === 'none' || this.#known.has(key)) return;
    this.#known.add(key);
    const contour = contourOf(anchor, box);
    this.#list.push({
      of: key,
      ...reachOf(anchor, box),
      wholeWidth: anchor.wrap === 'topAndBottom',
      side: anchor.wrapSide,
      contour,
    });
  }

  /** Whether anything stands in a column below a place. */
  reachBelow(y: number, column: ColumnBox): boolean {
    return this.#list.some(
      (float) => float.bottom > y && float.right > column.x && float.left < column.x + column.width,
    );
  }

  /** How far something has to move down until nothing that floats stands in its way. */
  clearance({ left, right, top, bottom }: Sides): number {
    let down = 0;
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      const over = this.#list.filter(
        (float) =>
          float.top < bottom + down - 0.01 &&
          float.bottom > top + down + 0.01 &&
          float.left < right - 0.01 &&
          float.right > left + 0.01,
      );
      if (over.length === 0) break;
      down = Math.max(...over.map((float) => float.bottom)) - top;
    }
    return down;
  }

  /** Where a line of this height can stand in a column, from `y` on, if there is so much for it. Sides are from the column's left edge. */
  room(y: number, height: number, column: ColumnBox, least = LEAST_BESIDE): Room {
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
        const taken = beside.flatMap((float) => takenBy(float, at, at + height, column));
        const through = beside.every(({ contour }) => contour?.through === true);
        const [free, ...more] = freeParts(taken, column, through ? Math.min(least, LEAST_THROUGH) : least);
        if (free !== undefined) return { ...free, skip: at - y, ...(more.length > 0 && { more }) };
      }
      const follows = beside.some(({ contour }) => contour !== undefined);
      at = follows ? at + Math.max(1, height) : Math.min(...beside.map((float) => float.bottom));
    }
    return { left: 0, right: column.width, skip: at - y };
  }
}

/** How far it keeps text away. */
export const reachOf = (anchor: Anchor, box: Box): Sides => {
  const { distance } = anchor;
  const contour = contourOf(anchor, box);
  const { left, right, top, bottom } = contour === undefined ? sidesOf(box) : extentOf(contour.outline);
  return {
    left: left - distance.left,
    right: right + distance.right,
    top: top - distance.top,
    bottom: bottom + distance.bottom,
  };
};

const sidesOf = ({ x, y, width, height }: Box): Sides => ({
  left: x,
  right: x + width,
  top: y,
  bottom: y + height,
});

const contourOf = ({ wrap, outline, distance }: Anchor, box: Box): Contour | undefined =>
  outline && {
    outline: outline.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height })),
    through: wrap === 'through',
    distance,
  };

const extentOf = (outline: readonly Corner[]): Sides => {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of outline) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
};

/** What a float takes of a line, from the column's left edge. */
const takenBy = (float: Float, top: number, bottom: number, column: ColumnBox): readonly Span[] => {
  const spans = spansOf(float, top, bottom);
  const [left, right] = [spans[0]?.left, spans.at(-1)?.right];
  if (left === undefined || right === undefined) return [];
  const side = float.side === 'largest' ? largestSide({ left, right }, column) : float.side;
  const within = spans.map((span) => ({
    left: Math.max(0, span.left - column.x),
    right: Math.min(column.width, span.right - column.x),
  }));
  if (side === 'right') return [{ left: 0, right: right - column.x }];
  return side === 'left' ? [{ left: left - column.x, right: column.width }] : within;
};

const spansOf = ({ left, right, contour }: Float, top: number, bottom: number): readonly Span[] => {
  if (contour === undefined) return [{ left, right }];
  const { distance } = contour;
  const spans = outlineSpans(contour.outline, top, bottom).map((span) => ({
    left: span.left - distance.left,
    right: span.right + distance.right,
  }));
  const [first, last] = [spans[0], spans.at(-1)];
  // Around a tight one, no line goes on beyond what it has met.
  if (contour.through || first === undefined || last === undefined) return spans;
  return [{ left: first.left, right: last.right }];
};

/** What is left of a line, from left to right, where it is wide enough for text. */
const freeParts = (taken: readonly Span[], column: ColumnBox, wanted: number): readonly Span[] => {
  const least = Math.min(wanted, column.width);
  const parts: Span[] = [];
  let from = 0;
  for (const { left, right } of [
    ...taken.toSorted((a, b) => a.left - b.left),
    { left: column.width, right: column.width },
  ]) {
    if (left - from >= least) parts.push({ left: from, right: left });
    from = Math.max(from, right);
  }
  return parts;
};

const largestSide = ({ left, right }: Span, column: ColumnBox): string =>
  left - column.x >= column.x + column.width - right ? 'left' : 'right';

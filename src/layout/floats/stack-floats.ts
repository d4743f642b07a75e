/**
 * StackFloats: what stands beside text in a cell, a box, a header or a footer
 *
 * Places are counted from the top of the stack, and from its left edge or, in headers and footers, the page's. Nothing is done
 * where nothing floats.
 */
import type { Drawing } from '../../wml/model.ts';
import type { Piece, RoomFor } from '../pieces.ts';
import type { Region } from '../region.ts';
import { anchoredBox } from './anchors.ts';
import { Floats } from './floats.ts';

export class StackFloats {
  readonly #region: Region;
  #floats: Floats | undefined;
  #end = 0;
  #isFirst = true;
  /** Where the lowest of them ends. */
  #bottom = 0;

  constructor(region: Region) {
    this.#region = region;
  }

  /** The page around a header or a footer; other stacks are places of their own. */
  get #page(): Region['page'] {
    return this.#region.inCell ? undefined : this.#region.page;
  }

  /** Pieces have taken their places. */
  pass(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      this.#end += (this.#isFirst ? piece.gapAfterBreak : piece.gap) + piece.height;
      this.#isFirst = false;
    }
  }

  /** A cell is as high as what floats in it, too. */
  spaceAfter(after: number): number {
    return this.#region.inCell ? Math.max(after, this.#bottom - this.#end) : after;
  }

  readonly roomFor: RoomFor = (pieces) => {
    const first = pieces[0];
    if (first === undefined) return undefined;
    const brings = pieces.some(({ anchored }) => anchored.some(({ drawing }) => this.#wraps(drawing)));
    if (!brings && this.#floats === undefined) return undefined;
    this.#floats ??= new Floats();
    const column = { x: this.#page?.left ?? 0, width: this.#region.width };
    const top = this.#end + (this.#isFirst ? first.gapAfterBreak : first.gap);
    if (brings) this.#add(pieces, top, column);
    const floats = this.#floats;
    if (!floats.reachBelow(top, column)) return undefined;
    return (from, height, least) => floats.room(top + from, height, column, least);
  };

  #add(pieces: readonly Piece[], top: number, column: { readonly x: number; readonly width: number }): void {
    const { x: left, width } = column;
    const across = this.#page?.width ?? width;
    const { top: begin = 0 } = this.#region;
    const page =
      this.#page !== undefined && this.#region.top !== undefined
        ? this.#page
        : { width: across, height: 0, left, right: left + width, top: 0, bottom: 0 };
    let y = top;
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) y += piece.gap;
      for (const anchored of piece.anchored) {
        const { drawing, paragraphTop } = anchored;
        if (!this.#wraps(drawing)) continue;
        const place = { page, column, paragraphTop: begin + y + paragraphTop, lineTop: begin + y };
        const on = anchoredBox(anchored, { ...place, inCell: this.#region.inCell, cellTop: 0 });
        const box = { ...on, y: on.y - begin };
        this.#floats?.add(anchored, box);
        this.#bottom = Math.max(this.#bottom, box.y + box.height + (drawing.anchor?.distance.bottom ?? 0));
      }
      y += piece.height;
    }
  }

  /** In footers and boxes, what is placed against the page is not known to stand beside this text. */
  #wraps({ anchor }: Drawing): boolean {
    if (anchor === undefined || anchor.wrap === 'none') return false;
    if (this.#region.inCell) return anchor.layoutInCell;
    if (this.#region.top !== undefined) return true;
    return anchor.vertical.from === 'paragraph' || anchor.vertical.from === 'line';
  }
}

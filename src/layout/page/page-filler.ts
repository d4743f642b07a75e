/**
 * PageFiller: pieces go into columns from top to bottom
 *
 * What does not fit goes to the next column or page, along with what it must not be parted from.
 */
import type { LayoutContext } from '../context.ts';
import { fitsOnPage } from '../fits-height.ts';
import type { BlockStream } from '../flow/blocks.ts';
import type { Piece, RoomFor } from '../pieces.ts';
import type { Region } from '../region.ts';
import { splitPiece } from '../table/row-piece.ts';
import type { OpenPage } from './open-page.ts';
import { textRegion } from './page-boxes.ts';
import type { PageSequence } from './page-sequence.ts';

/** Lines of a paragraph that goes on for longer stay as they were broken first: each page would break them all again. */
const MOST_BROKEN_AGAIN = 2000;

/** The mode of Word 2013: in mode 14 a heading that began its page kept 24 pt above it, in mode 15 eleven kept none of 12 [M]. */
const DROPPING_MODE = 15;

export class PageFiller {
  readonly #context: LayoutContext;
  readonly #pages: PageSequence;
  /** On all pages. */
  #columnsBegun = 0;
  #lastRegion: Region | undefined;

  constructor(context: LayoutContext, pages: PageSequence) {
    this.#context = context;
    this.#pages = pages;
  }

  get #page(): OpenPage {
    return this.#pages.page;
  }

  /** What the next block is measured into: the same object for as long as it says the same. */
  get region(): Region {
    const { column, canvas } = this.#page;
    this.#lastRegion = textRegion(this.#pages.body.section, column, canvas.frame, this.#lastRegion);
    return this.#lastRegion;
  }

  /** The next block of a section, or some rows of it. `endsSection`: another section follows where the stream ends. */
  fillFrom(stream: BlockStream, endsSection: boolean): void {
    let pieces = [...stream.take(this.region, this.#roomFor)];
    if (endsSection && stream.done && this.#endsForNothing(pieces, stream)) return;
    if (this.#standsElsewhere(pieces)) {
      stream.putBack();
      this.#leave(pieces);
      pieces = [...stream.take(this.region, this.#roomFor)];
    }
    this.place(this.#page.clear(pieces), stream);
  }

  /** Pieces of one block; `stream` gave them, where it is a paragraph of the body. `isMoved`: they stood elsewhere before. */
  place(pieces: Piece[], stream?: BlockStream, isMoved = false): void {
    let queue = pieces;
    let count = pieces.length;
    const block = pieces.at(-1)?.block;
    let begun = this.#columnsBegun;
    const measuredIn = isMoved ? -1 : begun;
    for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
      this.#context.budget.step();
      if (piece.breakBefore && !this.#page.isEmpty) this.#breakBefore(piece.repeats);
      const isRest = piece.block === block && block.kind === 'paragraph';
      if (this.#columnsBegun !== begun && isRest && stream !== undefined) {
        begun = this.#columnsBegun;
        if (queue.length < MOST_BROKEN_AGAIN) {
          const kept = count - queue.length - 1;
          queue = this.#restHere([piece, ...queue], kept, stream);
          count = kept + queue.length;
          piece = queue.shift() ?? piece;
        }
      } else if (piece.again !== undefined && this.#columnsBegun !== measuredIn) {
        queue = this.#againHere(piece, piece.again, queue);
        piece = queue.shift() ?? piece;
      }
      this.#placeOne(piece, queue);
    }
  }

  /** Whole, in part, or on the next page: what is left is at the head of `queue` then. */
  #placeOne(piece: Piece, queue: Piece[]): void {
    const page = this.#page;
    const gap = page.gapOf(piece);
    const whole = page.room(gap);
    const room = whole - (piece.reserve ?? 0);
    const notes = this.#pages.foot.heightFor(piece);
    if (piece.clings === true || fitsOnPage(piece.height - (piece.leading ?? 0) + notes, room)) {
      this.#put(piece, gap);
      return;
    }
    if (notes > 0 && this.#pages.foot.mayGoOn(piece, queue, room)) {
      this.#put(piece, gap, queue);
      return;
    }
    const alone = page.columnIsFresh;
    // A row that is divided has nothing below it on this page.
    const parts = page.keepsWhole(piece) ? undefined : splitPiece(piece, whole - notes, alone);
    if (parts !== undefined) {
      this.#put(parts[0], gap);
      queue.unshift({ ...parts[1], again: undefined });
      this.#overflow(parts[1].repeats);
    } else if (alone) this.#put(piece, gap, queue);
    else {
      queue.unshift(...page.pullBack(piece), piece);
      this.#overflow(queue[0]?.repeats);
    }
  }

  #put(piece: Piece, gap: number, queue: readonly Piece[] = []): void {
    this.#page.put(piece, gap, queue);
    if (piece.after === 'page') {
      this.#newPage();
      // After a break in the text, space above is dropped as it is on any other page [M].
      this.#page.begin(false);
    } else if (piece.after === 'column') this.#nextColumn({ byHand: true });
  }

  #overflow(repeats: readonly Piece[] | undefined): void {
    this.#nextColumn({ byHand: false });
    if (repeats !== undefined) this.#page.repeat(repeats);
  }

  #nextColumn({ byHand }: { readonly byHand: boolean }): void {
    if (this.#page.hasNextColumn) {
      this.#columnsBegun += 1;
      this.#page.nextColumn();
    } else this.#newPage(!byHand);
    this.#page.begin(byHand);
  }

  /** `w:pageBreakBefore`: space above is dropped there as well, but for documents of older modes [M]. */
  #breakBefore(repeats?: readonly Piece[]): void {
    this.#newPage();
    this.#page.begin(this.#context.document.settings.compatibilityMode < DROPPING_MODE);
    if (repeats !== undefined) this.#page.repeat(repeats);
  }

  #newPage(isFull = false): void {
    this.#columnsBegun += 1;
    this.#pages.newPage(isFull);
  }

  /** Floats that the paragraph brings along are there before its first line. */
  readonly #roomFor: RoomFor = (pieces) => {
    const page = this.#page;
    const { column } = page;
    const [first] = pieces;
    if (column === undefined || first === undefined) return undefined;
    const top = page.topOf(first);
    if (fitsOnPage(first.height, page.room(page.gapOf(first)))) page.float(pieces, top);
    if (!page.isNarrowed(top)) return undefined;
    return (from, height, least) => page.roomBeside(top + from, height, column, least);
  };

  /** What was measured beside things, and begins another column or page, has to be measured beside what is there. */
  #standsElsewhere(pieces: readonly Piece[]): boolean {
    const page = this.#page;
    const [first, second] = pieces;
    if (first === undefined || first.block.kind === 'table' || page.columnIsFresh) return false;
    if (first.clings === true) return false;
    if (page.hangsOut(first)) return true;
    const kept = first.after === 'keep' && second !== undefined ? second.gap + second.height : 0;
    const height = first.gap + first.height - (first.leading ?? 0) + kept;
    if (page.reaches(height) && !first.breakBefore) return false;
    return !page.floats.isEmpty || pieces.some(({ anchored }) => anchored.length > 0);
  }

  /** Goes on to where such a paragraph begins, with what is kept with it. */
  #leave(pieces: readonly Piece[]): void {
    const page = this.#page;
    page.forgetFloats(pieces);
    if (pieces[0]?.breakBefore === true) {
      this.#breakBefore();
      return;
    }
    const taken = pieces[0] === undefined ? [] : page.pullBack(pieces[0]);
    this.#overflow(taken[0]?.repeats);
    this.place(taken, undefined, true);
  }

  /** What stood beside something, or below it, and comes to another page: there is something else there, or nothing. */
  #againHere(first: Piece, again: NonNullable<Piece['again']>, queue: readonly Piece[]): Piece[] {
    const rest = queue.findIndex(({ block }) => block !== first.block);
    const own = rest < 0 ? queue : queue.slice(0, rest);
    this.#page.forgetFloats([first, ...own]);
    return [...this.#page.clear([...again(this.#roomFor)]), ...queue.slice(own.length)];
  }

  /**
   * An empty paragraph that holds nothing but its section's end is as if it were not there behind another paragraph; behind a
   * table it has its line, but makes no page of its own [M].
   */
  #endsForNothing(pieces: readonly Piece[], stream: BlockStream): boolean {
    const [piece] = pieces;
    if (piece === undefined || pieces.length > 1) return false;
    if (piece.block.kind !== 'paragraph' || piece.block.inlines.length > 0) return false;
    if (stream.followsParagraph) {
      this.#pages.dropEmpty();
      return true;
    }
    return !this.#page.columnIsEmpty && (piece.breakBefore || !this.#page.reaches(piece.gap + piece.height));
  }

  /**
   * What is left of a paragraph, where another column or page begins with it: broken again if something stands beside it
   * here, or did where it was measured, or if the column is not as wide.
   */
  #restHere(rest: Piece[], kept: number, stream: BlockStream): Piece[] {
    const page = this.#page;
    const { column } = page;
    const [first] = rest;
    if (column === undefined || first === undefined) return rest;
    const top = page.topOf(first);
    page.forgetFloats(rest);
    page.float(rest, top);
    const { width } = column;
    if (stream.breaksAlike(width) && !page.isNarrowed(top)) return rest;
    const [next, ...more] = stream.rest(kept, (from, height, least) => ({
      ...page.roomBeside(top + from, height, column, least),
      width,
    }));
    if (next === undefined) return rest;
    if (kept === 0) return [next, ...more];
    // The paragraph goes on: nothing is between it and the top but what moves its line down.
    return [{ ...next, gapAtTop: next.gap, gapAfterBreak: next.gap }, ...more];
  }
}

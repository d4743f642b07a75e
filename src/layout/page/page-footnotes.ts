/**
 * PageFoot: footnotes below the columns of a page, and where they leave off the text above
 */
import type { ColumnBox } from '../boxes.ts';
import type { LayoutContext } from '../context.ts';
import { fitsOnPage } from '../fits-height.ts';
import type { PagePainter } from '../paint/paint-piece.ts';
import type { Piece } from '../pieces.ts';
import { PageNotes } from './notes.ts';

/** Of a column, what notes that go on from elsewhere leave for its own text: two lines or so. */
const LEAST_TEXT = 30;

export class PageFoot {
  /** Which page each note begins on, counted from 0. */
  readonly pages = new Map<string, number>();
  readonly #context: LayoutContext;
  #notes: PageNotes;
  #column: ColumnBox = { x: 0, width: 12 };
  /** Where notes end. */
  #floor = 0;
  /** Of columns that are full, and of sections that have ended on this page. */
  #finished: { readonly notes: PageNotes; readonly x: number; readonly floor: number }[] = [];

  constructor(context: LayoutContext) {
    this.#context = context;
    this.#notes = new PageNotes(context, this.#column.width);
  }

  /** Where text ends. */
  get top(): number {
    return this.#floor - this.#notes.height;
  }

  /** Some note has more to say than its page had room for. */
  get goesOn(): boolean {
    return this.#notes.rest.length > 0;
  }

  /** Nothing stands below the column that is being filled. */
  get isEmpty(): boolean {
    return this.#notes.height === 0 && !this.goesOn;
  }

  beginPage(page: { readonly top: number; readonly bottom: number }, column: ColumnBox): void {
    this.#floor = page.bottom;
    this.#begin(column, page.top, this.#notes.rest);
  }

  beginColumn(column: ColumnBox, top: number): void {
    this.#finish();
    this.#begin(column, top, this.#notes.rest);
  }

  /** Another section goes on on the page; what those above refer to stands below its own notes. */
  beginSection(before: readonly ColumnBox[], columns: readonly ColumnBox[], top: number): void {
    const [column] = columns;
    const same = before.length === 1 && columns.length === 1 && before[0]?.width === column?.width;
    if (same || column === undefined || this.goesOn) return;
    this.#finish();
    for (const { notes, floor } of this.#finished) this.#floor = Math.min(this.#floor, floor - notes.height);
    this.#begin(column, top, []);
  }

  /** What the notes of a piece take. */
  heightFor({ notes }: Piece): number {
    return notes.length === 0 ? 0 : this.#notes.heightWith(notes);
  }

  /** Whether at least the first lines of its notes find room below a piece. */
  mayGoOn(piece: Piece, queue: readonly Piece[], room: number): boolean {
    const own = piece.height - (piece.leading ?? 0) + keptHeight(piece, queue);
    return fitsOnPage(own + this.#notes.leastWith(piece.notes), room);
  }

  /** A piece has taken its place and ends at `bottom`; of its notes, what does not fit goes on elsewhere. */
  add(piece: Piece, bottom: number, queue: readonly Piece[]): void {
    this.#notes.add(piece.notes, this.top - bottom - keptHeight(piece, queue));
  }

  remove(pieces: readonly Piece[]): void {
    for (const { notes } of pieces) this.#notes.remove(notes);
  }

  /** `text`: where the page's text ends, for notes that stand beneath it. */
  paint(painter: PagePainter, text: number | undefined): void {
    this.#finish();
    for (const { notes, x, floor } of this.#finished) {
      for (const key of notes.keys) this.pages.set(key, painter.canvas.index);
      notes.paint(painter, x, text === undefined ? floor : Math.min(floor, text + notes.height));
    }
    this.#finished = [];
  }

  #begin(column: ColumnBox, top: number, carried: readonly Piece[]): void {
    this.#column = column;
    this.#notes = new PageNotes(this.#context, column.width, carried, this.#floor - top - LEAST_TEXT);
  }

  #finish(): void {
    if (this.#notes.height > 0)
      this.#finished.push({ notes: this.#notes, x: this.#column.x, floor: this.#floor });
  }
}

/** What the keep rules want below a piece on the same page. */
const keptHeight = (piece: Piece, queue: readonly Piece[]): number => {
  let height = 0;
  let last = piece;
  for (const next of queue) {
    if (last.after !== 'keep') break;
    height += next.gap + next.height;
    last = next;
  }
  return height;
};

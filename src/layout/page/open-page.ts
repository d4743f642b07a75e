/**
 * OpenPage: the page that is being filled
 *
 * Knows what stands where on it and how much room is left. What goes onto it, and when it is full, is the filler's to say;
 * what surrounds it, the sequence's.
 */

import type { Section } from '../../wml/properties/sections.ts';
import type { ColumnBox, PageBox } from '../boxes.ts';
import type { Canvas } from '../draw/canvas.ts';
import { fitsOnPage } from '../fits-height.ts';
import { isInText } from '../floats/anchors.ts';
import type { EarlyFloats } from '../floats/early-floats.ts';
import { boxOf, floatPiece, withAnchorsRaised } from '../floats/float-pieces.ts';
import { Floats } from '../floats/floats.ts';
import type { Room } from '../inline/line-shape.ts';
import type { Piece, PlacedPiece } from '../pieces.ts';
import { balanceColumns, contentBottom, paintSeparators, spreadPieces, verticalShift } from './columns.ts';
import { columnBoxes } from './page-boxes.ts';
import type { PageFoot } from './page-footnotes.ts';

/** Header rows that come again and would take more of a column than this are left out: Word does not show them either. */
const MOST_REPEATED = 0.8;

/** All that stands on a page, at its last place. */
interface FilledPage {
  readonly pieces: readonly PlacedPiece[];
  /** How much further down they are painted. */
  readonly shift: number;
  /** Where text ends. */
  readonly textBottom: number;
}

export class OpenPage {
  readonly canvas: Canvas;
  readonly floats = new Floats();
  readonly #foot: PageFoot;
  readonly #early: EarlyFloats;
  #columns: readonly ColumnBox[];
  #index = 0;
  #hasSeparators: boolean;
  /** Where the columns of the current section begin. */
  #top: number;
  #y: number;
  /** In the current column. */
  #placed: PlacedPiece[] = [];
  /** Of those, header rows that came again. */
  #repeated = 0;
  /** In columns that are full. */
  #finished: PlacedPiece[] = [];
  /** How many of them stood there before the current section. */
  #sectionStart = 0;
  /** Where the lowest of them ends, of all and of those before the section: each section asks, and a page may have thousands. */
  #lowest = Number.NEGATIVE_INFINITY;
  #lowestAbove = Number.NEGATIVE_INFINITY;
  /** The column begins where an author wanted it to: spaces before count. */
  #begunByHand = true;

  constructor(canvas: Canvas, section: Section, foot: PageFoot, early: EarlyFloats) {
    const { frame } = canvas;
    this.canvas = canvas;
    this.#foot = foot;
    this.#early = early;
    this.#columns = columnBoxes(section, frame);
    this.#hasSeparators = section.columns.separator;
    this.#top = frame.top;
    this.#y = frame.top;
    const [first] = this.#columns;
    if (first !== undefined) foot.beginPage(frame, first);
  }

  /** The current one. */
  get column(): ColumnBox | undefined {
    return this.#columns[this.#index];
  }

  get hasNextColumn(): boolean {
    return this.#index + 1 < this.#columns.length;
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0 && this.#finished.length === 0;
  }

  get columnIsEmpty(): boolean {
    return this.#placed.length === 0;
  }

  /** Nothing stands in the column but header rows that came again: another one would have no more room. */
  get columnIsFresh(): boolean {
    return this.#placed.length <= this.#repeated;
  }

  /** Points above a piece that comes next. */
  gapOf(piece: Piece): number {
    if (this.#placed.length > 0) return piece.gap;
    return this.#begunByHand ? piece.gapAfterBreak : piece.gapAtTop;
  }

  /** Where a piece that comes next would begin. */
  topOf(piece: Piece): number {
    return this.#y + this.gapOf(piece);
  }

  /** What is left of the column, `gap` below what stands there. */
  room(gap: number): number {
    return this.#foot.top - this.#y - gap;
  }

  /** Whether what comes next may end so far below what stands there. */
  reaches(height: number): boolean {
    return fitsOnPage(this.#y + height, this.#foot.top);
  }

  /** A row that is kept with the next is not divided where a column holds it [M]. */
  keepsWhole({ content, height }: Piece): boolean {
    if (content.kind !== 'row' || !content.row.keepsNext || this.columnIsFresh) return false;
    return fitsOnPage(this.#top + height, this.#foot.top);
  }

  /** What is anchored in pieces that would stand here one below the other, the first at `top`, keeps text away. */
  float(pieces: readonly Piece[], top: number): void {
    const column = this.column;
    if (column === undefined) return;
    let y = top;
    for (const [index, piece] of pieces.entries()) {
      const gap = index > 0 ? piece.gap : this.gapOf(piece);
      if (index > 0) y += gap;
      floatPiece(this.floats, withAnchorsRaised(piece, gap), y, { page: this.canvas.frame, column });
      // Behind a break is another page.
      if (piece.after === 'page' || piece.after === 'column') return;
      y += piece.height;
    }
  }

  /** Whether something that text goes around would end below the text here, and need not on another page [M]. */
  hangsOut(piece: Piece): boolean {
    const { column } = this;
    if (column === undefined || piece.anchored.length === 0) return false;
    const { frame: page } = this.canvas;
    const top = this.topOf(piece);
    return withAnchorsRaised(piece, this.gapOf(piece)).anchored.some((anchored) => {
      const { drawing, block, height } = anchored;
      if (block !== undefined || !isInText(drawing.anchor) || height > page.bottom - page.top) return false;
      return !fitsOnPage(boxOf(anchored, top, { page, column }).y + height, page.bottom);
    });
  }

  forgetFloats(pieces: readonly Piece[]): void {
    for (const { anchored } of pieces) for (const one of anchored) this.floats.forget(one);
  }

  /** Whether something stands in the column's way from `top` on. */
  isNarrowed(top: number): boolean {
    const column = this.column;
    return column !== undefined && this.floats.reachBelow(top, column);
  }

  /** Where what floats leaves no line on a page, its first line stands there all the same: it brought the rest [M]. */
  roomBeside(top: number, height: number, column: ColumnBox, least?: number): Room {
    const room = this.floats.room(top, height, column, least);
    const fits = fitsOnPage(top + room.skip + height, this.#foot.top);
    return fits || !this.columnIsEmpty || top > this.#top ? room : { left: 0, right: column.width, skip: 0 };
  }

  /**
   * A table moves below what floats where its first row would stand: text goes around such things, rows don't. One that was to
   * float begins at its place, where that is further down.
   */
  clear(pieces: Piece[]): Piece[] {
    const [first, ...rest] = pieces;
    const { column } = this;
    if (first?.across === undefined || column === undefined) return pieces;
    const top = this.topOf(first);
    const { left, right, down: place } = first.across;
    const begin = place === undefined ? 0 : place.y + (place.from === 'margin' ? this.canvas.frame.top : 0);
    const from = Math.max(top, begin);
    const clearance = this.floats.isEmpty
      ? 0
      : this.floats.clearance({
          left: column.x + left,
          right: column.x + right,
          top: from,
          bottom: from + first.height,
        });
    const down = from - top + clearance;
    if (down === 0) return pieces;
    // A page that has no other room has it here.
    const fits = fitsOnPage(top + down + first.height, this.#foot.top);
    if (!fits && (this.columnIsEmpty || clearance === 0)) return pieces;
    const gap = this.gapOf(first) + down;
    const again = (): readonly Piece[] => pieces;
    return this.columnIsEmpty
      ? [{ ...first, gapAtTop: gap, gapAfterBreak: gap }, ...rest]
      : [{ ...first, gap, again }, ...rest];
  }

  /** `queue`: what comes next. */
  put(unraised: Piece, gap: number, queue: readonly Piece[] = []): void {
    const column = this.column;
    if (column === undefined) return;
    const piece = withAnchorsRaised(unraised, gap);
    const y = this.#y + gap;
    this.#placed.push({ piece, x: column.x, y });
    if (piece.anchored.length > 0) {
      const place = { page: this.canvas.frame, column };
      floatPiece(this.floats, piece, y, place);
      const above = { finished: this.#finished, placed: this.#placed, columns: this.#columns };
      this.#early.note(piece, (anchored) => boxOf(anchored, y, place), above);
    }
    if (piece.notes.length > 0) this.#foot.add(piece, y + piece.height - (piece.leading ?? 0), queue);
    this.#y += gap + piece.height;
  }

  /** Header rows at the top of a column. */
  repeat(rows: readonly Piece[]): void {
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (height >= (this.#foot.top - this.#y) * MOST_REPEATED) return;
    for (const row of rows) this.put(row, 0);
    this.#repeated = rows.length;
  }

  /** Takes away what is kept with the piece that did not fit, down to the last place where a column may end. */
  pullBack({ block }: Piece): Piece[] {
    let cut = this.#placed.length;
    while (cut > 0 && this.#placed[cut - 1]?.piece.after === 'keep') cut -= 1;
    // A chain as long as the column is broken where it has to be (§17.3.1.15): before the paragraph whose lines keep together [M].
    if (cut <= this.#repeated) {
      cut = this.#placed.length;
      while (cut > 0 && this.#placed[cut - 1]?.piece.block === block) cut -= 1;
    }
    if (cut <= this.#repeated) return [];
    const taken = this.#placed.splice(cut).map(({ piece }) => piece);
    this.#foot.remove(taken);
    return taken;
  }

  nextColumn(): void {
    this.#finishColumn();
    this.#index += 1;
    this.#y = this.#top;
    const column = this.column;
    if (column !== undefined) this.#foot.beginColumn(column, this.#top);
  }

  /** Whether spaces above paragraphs count at the top of the column that has just begun. */
  begin(byHand: boolean): void {
    this.#begunByHand = byHand;
  }

  /** Another section goes on below, in columns of its own within `frame`, below the space `after` what was last. */
  continueWith(section: Section, frame: PageBox, balanced: boolean, after: number): void {
    if (balanced) this.#balance();
    const last = this.#placed.at(-1) ?? this.#finished.at(-1);
    // That space stays, out of columns as well: 2 pt stood below an empty paragraph in three of them [M].
    const end = last === undefined ? this.#y : last.y + last.piece.height + after;
    const top = Math.max(this.#lowest, this.#y, end);
    this.#finishColumn();
    this.#separate(top);
    const columns = columnBoxes(section, frame);
    this.#foot.beginSection(this.#columns, columns, top);
    this.#columns = columns;
    this.#hasSeparators = section.columns.separator;
    this.#index = 0;
    this.#top = top;
    this.#y = top;
    this.#begunByHand = true;
    this.#sectionStart = this.#finished.length;
    this.#lowestAbove = this.#lowest;
  }

  /** Nothing more comes; `isFull` where that is because nothing more fits. `section`: that of the page's top. */
  finish(section: Section, isFull: boolean): FilledPage {
    const textBottom = Math.max(this.#lowest, this.#y);
    this.#finishColumn();
    this.#separate(textBottom);
    const bottom = this.#foot.top;
    const pieces =
      isFull && section.verticalAlignment === 'both' ? spreadPieces(this.#finished, bottom) : this.#finished;
    const shift = verticalShift(section, bottom - contentBottom(pieces, this.#y));
    return { pieces, shift, textBottom: textBottom + shift };
  }

  #finishColumn(): void {
    for (const one of this.#placed) this.#finished.push(one);
    this.#lowest = contentBottom(this.#placed, this.#lowest);
    this.#placed = [];
    this.#repeated = 0;
  }

  #separate(bottom: number): void {
    if (this.#hasSeparators) paintSeparators(this.canvas, this.#columns, this.#top, bottom);
  }

  /** Columns that a continuous break ends are made equally high. */
  #balance(): void {
    const own = [...this.#finished.slice(this.#sectionStart), ...this.#placed];
    const balanced = balanceColumns(own, this.#columns, this.#top, this.#sectionStart > 0);
    if (balanced === undefined) return;
    this.#finished = [...this.#finished.slice(0, this.#sectionStart), ...balanced];
    this.#lowest = contentBottom(balanced, this.#lowestAbove);
    this.#placed = [];
    this.#y = this.#top;
  }
}

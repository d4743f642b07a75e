/**
 * paginate :: sections → pages
 *
 * Pieces go into columns from top to bottom. What does not fit goes to the next column, along with what it must not be
 * parted from. A page is painted when it is full; its header and footer when the number of pages is known.
 */
import type { BodySection } from '../../wml/model.ts';
import { type FieldValues, type LayoutContext, NO_FIELDS } from '../context.ts';
import { Canvas, type PageFrame } from '../draw/canvas.ts';
import { BlockStream } from '../flow/blocks.ts';
import type { Frame } from '../flow/frame.ts';
import type { Piece, RoomFor } from '../flow/pieces.ts';
import { formatNumber } from '../inline/number-formats.ts';
import {
  balanceColumns,
  contentBottom,
  type PlacedPiece,
  paintSeparators,
  spreadPieces,
  verticalShift,
} from './columns.ts';
import { type EarlyFloat, EarlyFloats } from './early-floats.ts';
import { edgesOf, type MeasuredEdges, measureEdges, type PageEdges } from './edges.ts';
import { boxOf, floatEdges, floatPiece } from './float-pieces.ts';
import { Floats } from './floats.ts';
import { PageFoot } from './foot.ts';
import { type ColumnFrame, columnFrames, pageFrame } from './geometry.ts';
import { LineNumbers } from './line-numbers.ts';
import { endnotePieces } from './notes.ts';
import { paintPageBorders } from './page-borders.ts';

export interface PassResult {
  /** Of each footnote, counted from 0. */
  readonly notePages: ReadonlyMap<string, number>;
  readonly pages: readonly LaidOutPage[];
  /** What reached lines above its anchor, and where. */
  readonly early: readonly EarlyFloat[];
  /** Page numbers as they are shown, by bookmark. */
  readonly bookmarks: ReadonlyMap<string, string>;
}

export interface LaidOutPage {
  readonly canvas: Canvas;
  readonly body: BodySection;
  readonly section: number;
  readonly number: number;
  readonly edges: PageEdges;
  /** As the page was made with them. */
  readonly measured: MeasuredEdges;
}

/** What an earlier pass found out. */
export interface KnownPages {
  readonly pages: number;
  readonly sectionPages: readonly number[];
  readonly bookmarks: ReadonlyMap<string, string>;
  readonly early: readonly EarlyFloat[];
}

/** Lines of a paragraph that goes on for longer stay as they were broken first: each page would break them all again. */
const MOST_BROKEN_AGAIN = 2000;
/** Word lets a line stand that is too low by less than this. */
const TOLERANCE = 0.1;

const NO_EDGES: MeasuredEdges = { header: undefined, footer: undefined };

export class Paginator {
  readonly #context: LayoutContext;
  readonly #known: KnownPages | undefined;
  readonly #onFull: (page: LaidOutPage) => void;
  readonly #pages: LaidOutPage[] = [];
  #body: BodySection;
  #section = 0;
  #firstOfSection = true;
  #pageNumber = 0;
  #canvas: Canvas | undefined;
  #columns: readonly ColumnFrame[] = [];
  #column = 0;
  /** Of the current column. */
  #placed: PlacedPiece[] = [];
  #y = 0;
  #top = 0;
  #bottom = 0;
  #floats = new Floats();
  #lastFrame: Frame | undefined;
  readonly #foot: PageFoot;
  /** The column begins where an author wanted it to: spaces before count. */
  #begun = true;
  readonly #lineNumbers: LineNumbers;
  readonly #early: EarlyFloats;

  /** `onFull` is told of pages when nothing more will be painted on them but their edges, up to the first that floats
   * will change in another pass. */
  constructor(
    context: LayoutContext,
    known: KnownPages | undefined,
    onFull: (page: LaidOutPage) => void = () => undefined,
  ) {
    this.#context = context;
    this.#known = known;
    this.#onFull = onFull;
    const first = context.document.sections[0];
    if (first === undefined) throw new Error('a document has a section');
    this.#body = first;
    this.#foot = new PageFoot(context);
    this.#lineNumbers = new LineNumbers(context);
    this.#early = new EarlyFloats(known?.early ?? []);
  }

  run(): PassResult {
    let after = 0;
    for (const [index, body] of this.#context.document.sections.entries()) {
      this.#beginSection(index, body);
      const stream = new BlockStream(body.blocks, this.#context, after);
      const isLast = index === this.#context.document.sections.length - 1;
      while (!stream.done) {
        let pieces = [...stream.take(this.#frame(), this.#roomFor)];
        if (!isLast && stream.done && this.#endsForNothing(pieces)) continue;
        if (this.#standsElsewhere(pieces)) {
          stream.putBack();
          this.#leave(pieces);
          pieces = [...stream.take(this.#frame(), this.#roomFor)];
        }
        this.#place(pieces, stream);
      }
      after = stream.spaceAfter;
      this.#place([...this.#endnotes(index, isLast)]);
    }
    // Notes that are longer than what they belong to.
    while (this.#foot.goesOn) this.#newPage();
    this.#closePage();
    return {
      notePages: this.#foot.pages,
      pages: this.#pages,
      bookmarks: this.#bookmarks(),
      early: this.#early.found,
    };
  }

  /** At the end of each section where the document says so, else all at its end (§17.11.22). */
  #endnotes(section: number, isLast: boolean): readonly Piece[] {
    const { labels, document } = this.#context;
    const bySection = document.settings.endnotes.position === 'sectEnd';
    const holds = bySection && document.sections[section]?.section.noEndnotes !== true;
    if (!holds && !isLast) return [];
    const keys = labels.endnotes.slice(this.#endnotesFrom, section + 1).flat();
    this.#endnotesFrom = section + 1;
    if (keys.length === 0) return [];
    return endnotePieces(this.#context, keys, this.#frame());
  }

  /** What was measured beside things, and begins another column or page, has to be measured beside what is there. */
  #standsElsewhere(pieces: readonly Piece[]): boolean {
    const [first, second] = pieces;
    if (first === undefined || first.block.kind === 'table' || this.#placed.length <= this.#repeated)
      return false;
    const kept = first.after === 'keep' && second !== undefined ? second.gap + second.height : 0;
    const end = this.#y + first.gap + first.height - (first.leading ?? 0) + kept;
    if (end <= this.#bottom + TOLERANCE && !first.breakBefore) return false;
    return !this.#floats.isEmpty || pieces.some(({ anchored }) => anchored.length > 0);
  }

  /** Goes on to where such a paragraph begins, with what is kept with it. */
  #leave(pieces: readonly Piece[]): void {
    for (const { anchored } of pieces) for (const one of anchored) this.#floats.forget(one);
    if (pieces[0]?.breakBefore === true) {
      this.#newPage();
      return;
    }
    const taken = this.#pullBack();
    this.#overflow(taken[0]?.repeats);
    this.#place(taken);
  }

  /** An empty paragraph that holds nothing but its section's end makes no page of its own [M]. */
  #endsForNothing(pieces: readonly Piece[]): boolean {
    const [piece] = pieces;
    if (piece === undefined || pieces.length > 1 || this.#placed.length === 0) return false;
    if (piece.block.kind !== 'paragraph' || piece.block.inlines.length > 0) return false;
    return piece.breakBefore || this.#y + piece.gap + piece.height > this.#bottom + TOLERANCE;
  }

  #bookmarks(): ReadonlyMap<string, string> {
    const out = new Map<string, string>();
    for (const { canvas, number, body } of this.#pages)
      for (const { name } of canvas.destinations)
        if (!out.has(name)) out.set(name, formatNumber(number, body.section.pageNumberFormat));
    return out;
  }

  #beginSection(index: number, body: BodySection): void {
    const before = this.#body;
    const { section } = body;
    this.#body = body;
    this.#section = index;
    this.#firstOfSection = true;
    const samePaper = section.width === before.section.width && section.height === before.section.height;
    if (index > 0 && section.type === 'continuous' && samePaper && this.#canvas !== undefined) {
      this.#continueOnPage();
      return;
    }
    if (section.firstPageNumber !== undefined) {
      this.#closePage();
      this.#pageNumber = section.firstPageNumber - 1;
    }
    const wanted = section.type === 'evenPage' ? 0 : section.type === 'oddPage' ? 1 : undefined;
    if (wanted !== undefined && (this.#pageNumber + 1) % 2 !== wanted) this.#skipPage();
    this.#newPage();
  }

  /** Paper between two odd or two even pages: it counts, but nothing stands on it, not even a header. */
  #skipPage(): void {
    this.#closePage();
    this.#pageNumber += 1;
    this.#context.budget.page(this.#pages.length + 1);
    const frame = this.#pageFrame(NO_EDGES);
    const canvas = new Canvas(this.#pages.length, frame, this.#context.structure !== undefined);
    this.#pages.push({
      canvas,
      body: this.#body,
      section: this.#section,
      number: this.#pageNumber,
      edges: { header: undefined, footer: undefined },
      measured: NO_EDGES,
    });
  }

  #continueOnPage(): void {
    const canvas = this.#canvas;
    if (canvas === undefined) return;
    this.#balance();
    const top = contentBottom(this.#finished, this.#y);
    this.#finishColumn();
    if (this.#separated) paintSeparators(canvas, this.#columns, this.#top, top);
    const columns = columnFrames(this.#body.section, canvas.frame);
    this.#foot.beginSection(this.#columns, columns, top);
    this.#bottom = this.#foot.top;
    this.#columns = columns;
    this.#separated = this.#body.section.columns.separator;
    this.#column = 0;
    this.#top = top;
    this.#y = top;
    this.#begun = true;
    this.#sectionStart = this.#finished.length;
  }

  /** Columns that a continuous break ends are made equally high. */
  #balance(): void {
    if (this.#context.document.settings.compatibility.has('w:noColumnBalance')) return;
    const own = [...this.#finished.slice(this.#sectionStart), ...this.#placed];
    const balanced = balanceColumns(own, this.#columns, this.#top);
    if (balanced === undefined) return;
    this.#finished = [...this.#finished.slice(0, this.#sectionStart), ...balanced];
    this.#placed = [];
    this.#y = this.#top;
  }

  /** Floats that the paragraph brings along are there before its first line. */
  readonly #roomFor: RoomFor = (pieces) => {
    const column = this.#columns[this.#column];
    const first = pieces[0];
    if (column === undefined || first === undefined) return undefined;
    const top = this.#y + this.#gapOf(first);
    const fits = first.height <= this.#bottom - top + TOLERANCE;
    let y = top;
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) y += piece.gap;
      if (fits) this.#float(piece, y, column);
      y += piece.height;
    }
    const floats = this.#floats;
    if (!floats.reachBelow(top, column)) return undefined;
    return (from, height) => floats.room(top + from, height, column);
  };

  #float(piece: Piece, y: number, column: ColumnFrame): void {
    const page = this.#canvas?.frame;
    if (page !== undefined) floatPiece(this.#floats, piece, y, { page, column });
  }

  #fields(): FieldValues {
    const { section } = this.#body;
    return {
      ...NO_FIELDS,
      page: this.#pageNumber,
      pageFormat: section.pageNumberFormat,
      section: this.#section + 1,
      pages: this.#known?.pages,
      sectionPages: this.#known?.sectionPages[this.#section],
      bookmarks: this.#known?.bookmarks ?? NO_FIELDS.bookmarks,
    };
  }

  /** The same object for as long as it says the same. */
  #frame(): Frame {
    const { grid: lines } = this.#body.section;
    const gridActs = lines.type === 'lines' || lines.type === 'linesAndChars' || lines.type === 'snapToChars';
    const width = this.#columns[this.#column]?.width ?? 12;
    const grid = gridActs ? lines.linePitch : 0;
    const { lineNumbers } = this.#body.section;
    const last = this.#lastFrame;
    if (last?.width === width && last.grid === grid && last.lineNumbers === lineNumbers) return last;
    this.#lastFrame = {
      width,
      grid,
      table: undefined,
      ground: undefined,
      depth: 0,
      inCell: false,
      lineNumbers,
    };
    return this.#lastFrame;
  }

  #gapOf(piece: Piece): number {
    if (this.#placed.length > 0) return piece.gap;
    return this.#begun ? piece.gapAfterBreak : piece.gapAtTop;
  }

  #newPage(): void {
    this.#closePage();
    this.#columnsBegun += 1;
    this.#pageNumber += 1;
    this.#context.budget.page(this.#pages.length + 1);
    this.#context.fields = this.#fields();
    const edges = edgesOf(this.#context, this.#body, {
      firstOfSection: this.#firstOfSection,
      number: this.#pageNumber,
    });
    const measured = measureEdges(this.#context, this.#body, edges);
    const frame = this.#pageFrame(measured);
    const canvas = new Canvas(this.#pages.length, frame, this.#context.structure !== undefined);
    this.#canvas = canvas;
    this.#pages.push({
      canvas,
      body: this.#body,
      section: this.#section,
      number: this.#pageNumber,
      edges,
      measured,
    });
    paintPageBorders(canvas, this.#body.section, this.#firstOfSection);
    this.#firstOfSection = false;
    this.#columns = columnFrames(this.#body.section, frame);
    this.#separated = this.#body.section.columns.separator;
    this.#sectionStart = 0;
    this.#column = 0;
    this.#top = frame.top;
    this.#y = frame.top;
    this.#placed = [];
    const [first] = this.#columns;
    if (first !== undefined) this.#foot.beginPage(frame, first);
    this.#bottom = this.#foot.top;
    this.#floats = new Floats();
    floatEdges(this.#floats, measured, this.#body, frame);
    this.#early.begin(canvas.index, this.#floats);
    this.#begun = true;
  }

  #pageFrame({ header, footer }: MeasuredEdges): PageFrame {
    const mirrored = this.#context.document.settings.mirrorMargins && this.#pageNumber % 2 === 0;
    return pageFrame(
      this.#body.section,
      { header: header?.height ?? 0, footer: footer?.height ?? 0 },
      mirrored,
    );
  }

  /** The first section whose endnotes are still to come. */
  #endnotesFrom = 0;
  /** The page ends because nothing more fits on it. */
  #isFull = false;
  /** On all pages. */
  #columnsBegun = 0;
  /** Header rows at the top of the column that came again. */
  #repeated = 0;
  /** Columns of this page that are full. */
  #finished: PlacedPiece[] = [];
  /** Of those, how many stood there before the section that is being laid out. */
  #sectionStart = 0;
  /** Lines stand between the columns. */
  #separated = false;

  #finishColumn(): void {
    this.#finished.push(...this.#placed);
    this.#placed = [];
    this.#repeated = 0;
  }

  #closePage(): void {
    const canvas = this.#canvas;
    if (canvas === undefined) return;
    const bottom = contentBottom(this.#finished, this.#y);
    this.#finishColumn();
    if (this.#separated) paintSeparators(canvas, this.#columns, this.#top, bottom);
    const page = this.#pages.at(-1);
    if (this.#isFull && page?.body.section.verticalAlignment === 'both')
      this.#finished = [...spreadPieces(this.#finished, this.#bottom)];
    const spare = this.#bottom - contentBottom(this.#finished, this.#y);
    const shift = page === undefined ? 0 : verticalShift(page.body.section, spare);
    for (const { piece, x, y: above } of this.#finished) {
      const y = above + shift;
      piece.paintAnchored?.(canvas, x, y);
      piece.paint(canvas, x, y);
    }
    this.#lineNumbers.paint(canvas, this.#finished, shift);
    this.#finished = [];
    const { footnotes } = this.#context.document.settings;
    const position = page?.body.section.footnotes.position ?? footnotes.position;
    this.#foot.paint(canvas, position === 'beneathText' ? bottom + shift : undefined);
    this.#canvas = undefined;
    if (page !== undefined && this.#early.isEmpty) this.#onFull(page);
  }

  #nextColumn(byHand: boolean): void {
    if (this.#column + 1 < this.#columns.length) {
      this.#finishColumn();
      this.#column += 1;
      this.#columnsBegun += 1;
      this.#y = this.#top;
      const column = this.#columns[this.#column];
      if (column !== undefined) this.#foot.beginColumn(column, this.#top);
      this.#bottom = this.#foot.top;
    } else this.#newPage();
    this.#begun = byHand;
  }

  /** Pieces of one block; `stream` gave them, where it is a paragraph of the body. */
  #place(pieces: Piece[], stream?: BlockStream): void {
    let queue = pieces;
    let count = pieces.length;
    const block = pieces.at(-1)?.block;
    let begun = this.#columnsBegun;
    for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
      this.#context.budget.step();
      if (piece.breakBefore && (this.#placed.length > 0 || this.#finished.length > 0)) this.#newPage();
      if (this.#columnsBegun !== begun && piece.block === block && stream !== undefined) {
        begun = this.#columnsBegun;
        const kept = count - queue.length - 1;
        queue = this.#restHere([piece, ...queue], kept, stream);
        count = kept + queue.length;
        piece = queue.shift() ?? piece;
      }
      const gap = this.#gapOf(piece);
      const room = this.#bottom - this.#y - gap;
      const notes = this.#foot.heightFor(piece);
      if (piece.height - (piece.leading ?? 0) + notes <= room + TOLERANCE) {
        this.#put(piece, gap);
        continue;
      }
      if (notes > 0 && this.#foot.mayGoOn(piece, queue, room + TOLERANCE)) {
        this.#put(piece, gap, queue);
        continue;
      }
      // With nothing above but header rows that came again, another page would have no more room than this one.
      const alone = this.#placed.length <= this.#repeated;
      const parts = piece.split?.(room - notes, alone);
      if (parts !== undefined) {
        this.#put(parts[0], gap);
        queue.unshift(parts[1]);
        this.#overflow(parts[1].repeats);
      } else if (alone) this.#put(piece, gap, queue);
      else {
        queue.unshift(piece);
        queue.unshift(...this.#pullBack());
        this.#overflow(queue[0]?.repeats);
      }
    }
  }

  /**
   * What is left of a paragraph, where another column or page begins with it: broken again if something stands beside it
   * here, or did where it was measured, or if the column is not as wide.
   */
  #restHere(rest: Piece[], kept: number, stream: BlockStream): Piece[] {
    const column = this.#columns[this.#column];
    const [first] = rest;
    if (column === undefined || first?.block.kind !== 'paragraph' || rest.length > MOST_BROKEN_AGAIN)
      return rest;
    const top = this.#y + this.#gapOf(first);
    let y = top;
    for (const [index, piece] of rest.entries()) {
      if (index > 0) y += piece.gap;
      for (const anchored of piece.anchored) this.#floats.forget(anchored);
      this.#float(piece, y, column);
      y += piece.height;
    }
    const floats = this.#floats;
    const { width } = column;
    if (stream.breaksAlike(width) && !floats.reachBelow(top, column)) return rest;
    const [next, ...more] = stream.rest(kept, (from, height) => ({
      ...floats.room(top + from, height, column),
      width,
    }));
    if (next === undefined) return rest;
    if (kept === 0) return [next, ...more];
    // The paragraph goes on: nothing is between it and the top but what moves its line down.
    return [{ ...next, gapAtTop: next.gap, gapAfterBreak: next.gap }, ...more];
  }

  /** Header rows that would fill the page are left out: Word does not show them either. */
  #fitsRepeats(repeats: readonly Piece[]): boolean {
    const height = repeats.reduce((sum, piece) => sum + piece.height, 0);
    return height < (this.#bottom - this.#y) * 0.8;
  }

  #overflow(repeats: readonly Piece[] | undefined): void {
    this.#isFull = true;
    this.#nextColumn(false);
    this.#isFull = false;
    if (repeats === undefined || !this.#fitsRepeats(repeats)) return;
    for (const piece of repeats) this.#put(piece, 0);
    this.#repeated = repeats.length;
  }

  /** `queue`: what comes next. */
  #put(piece: Piece, gap: number, queue: readonly Piece[] = []): void {
    const column = this.#columns[this.#column];
    if (column === undefined) return;
    this.#placed.push({ piece, x: column.x, y: this.#y + gap });
    this.#float(piece, this.#y + gap, column);
    if (piece.anchored.length > 0) this.#noteEarly(piece, this.#y + gap, column);
    if (piece.notes.length > 0) {
      this.#foot.add(piece, this.#y + gap + piece.height - (piece.leading ?? 0), queue);
      this.#bottom = this.#foot.top;
    }
    this.#y += gap + piece.height;
    if (piece.after === 'page') {
      this.#newPage();
      // After a break in the text, space above is dropped as it is on any other page [M].
      this.#begun = false;
    } else if (piece.after === 'column') this.#nextColumn(true);
  }

  #noteEarly(piece: Piece, y: number, column: ColumnFrame): void {
    const page = this.#canvas?.frame;
    if (page === undefined) return;
    const above = { finished: this.#finished, placed: this.#placed, columns: this.#columns };
    this.#early.note(piece, (anchored) => boxOf(anchored, y, { page, column }), above);
  }

  /** What is kept with the piece that did not fit, down to the last place where a column may end. */
  #pullBack(): Piece[] {
    let cut = this.#placed.length;
    while (cut > 0 && this.#placed[cut - 1]?.piece.after === 'keep') cut -= 1;
    // A chain as long as the column is broken where it has to be (§17.3.1.15).
    if (cut <= this.#repeated) return [];
    const taken = this.#placed.splice(cut).map(({ piece }) => piece);
    this.#foot.remove(taken);
    this.#bottom = this.#foot.top;
    return taken;
  }
}

/**
 * PageNotes: the footnotes of one page, or of one of its columns (ECMA-376 §17.11)
 *
 * A note begins on the page of its reference. What of the last one does not fit goes on at the foot of the next page,
 * behind a line of its own.
 */
import type { Block, NoteSeparators, Paragraph } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import { fitsInside } from '../fits-height.ts';
import type { PagePainter } from '../paint/paint-piece.ts';
import { type Measured, type Piece, stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';

/** Word's separator: a line of two inches; of what goes on from another page, one across the text. */
const SEPARATOR_WIDTH = 144;
const SEPARATOR_THICKNESS = 0.75;

const EMPTY: Paragraph = { kind: 'paragraph', properties: {}, mark: {}, inlines: [] };

interface MeasuredNote extends Measured {
  readonly height: number;
}

interface ShownNote extends MeasuredNote {
  /** Undefined for what goes on from another page. */
  readonly key: string | undefined;
  /** What has to go on elsewhere. */
  readonly rest: readonly Piece[];
}

const noteRegion = (width: number): Region => ({
  width,
  grid: 0,
  table: undefined,
  ground: undefined,
  depth: 0,
  inCell: false,
});

export class PageNotes {
  readonly #context: LayoutContext;
  readonly #width: number;
  readonly #measured = new Map<string, MeasuredNote>();
  readonly #continues: boolean;
  #shown: ShownNote[] = [];
  /** Of all that is shown, the separator included. */
  height = 0;

  /** `carried` goes on from another page, and takes no more than `room`. */
  constructor(context: LayoutContext, width: number, carried: readonly Piece[] = [], room = 0) {
    this.#context = context;
    this.#width = width;
    this.#continues = carried.length > 0;
    if (!this.#continues) return;
    const own = room - this.#separator().height;
    this.#show([{ key: undefined, ...whole(carried, 0), rest: [] }], own);
  }

  /** In their order, those that begin here. */
  get keys(): readonly string[] {
    return this.#shown.flatMap(({ key }) => key ?? []);
  }

  /** What has to go on elsewhere. */
  get rest(): readonly Piece[] {
    return this.#shown.at(-1)?.rest ?? [];
  }

  /** What these notes add to the page's foot, the separator included where they are its first. */
  heightWith(notes: readonly string[]): number {
    const fresh = this.#fresh(notes);
    if (fresh.length === 0) return 0;
    return fresh.reduce((sum, { height }) => sum + height, this.#separatorBefore());
  }

  /** The same, with no more of the last one than it has to begin with. */
  leastWith(notes: readonly string[]): number {
    const fresh = this.#fresh(notes);
    const last = fresh.pop();
    if (last === undefined) return 0;
    const before = fresh.reduce((sum, { height }) => sum + height, this.#separatorBefore());
    return before + Math.min(last.height, firstPart(last.pieces));
  }

  /** Notes that a placed line refers to; what does not fit into `room` goes on elsewhere. */
  add(notes: readonly string[], room: number): void {
    const fresh = this.#fresh(notes);
    if (fresh.length > 0) this.#show(fresh, room - this.#separatorBefore());
  }

  /** Their line goes elsewhere. */
  remove(notes: readonly string[]): void {
    if (notes.length === 0) return;
    this.#shown = this.#shown.filter(({ key }) => key === undefined || !notes.includes(key));
    this.#sum();
  }

  paint(painter: PagePainter, x: number, bottom: number): void {
    if (this.#shown.length === 0) return;
    let y = bottom - this.height;
    const { height, content } = this.#separator();
    painter.content(content, { x, y, height });
    y += height;
    for (const note of this.#shown) {
      painter.stack(note.pieces, x, y);
      y += note.height;
    }
    if (this.rest.length === 0) return;
    const notice = this.#notice();
    if (notice !== undefined) painter.stack(notice.pieces, x, y);
  }

  #show(notes: readonly ShownNote[], room: number): void {
    let left = room;
    for (const [index, note] of notes.entries()) {
      const isLast = index === notes.length - 1;
      const shown =
        isLast && !fitsInside(note.height, left) ? divided(note, left - (this.#notice()?.height ?? 0)) : note;
      this.#shown.push(shown);
      left -= shown.height;
    }
    this.#sum();
  }

  #sum(): void {
    const notes = this.#shown.reduce((sum, { height }) => sum + height, 0);
    const notice = this.rest.length > 0 ? (this.#notice()?.height ?? 0) : 0;
    this.height = this.#shown.length === 0 ? 0 : notes + notice + this.#separator().height;
  }

  #fresh(notes: readonly string[]): ShownNote[] {
    const shown = this.keys;
    return notes.flatMap((key) => {
      const note = shown.includes(key) ? undefined : this.#note(key);
      return note === undefined ? [] : [{ ...note, key, rest: [] }];
    });
  }

  #note(key: string): MeasuredNote | undefined {
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const blocks = this.#context.document.footnotes.get(key.slice(key.indexOf(':') + 1));
    if (blocks === undefined) return undefined;
    const measured = measureNote(this.#context, key, blocks, this.#width);
    this.#measured.set(key, measured);
    return measured;
  }

  #separatorBefore(): number {
    return this.#shown.length === 0 ? this.#separator().height : 0;
  }

  #separator(): Separator {
    return separatorOf(this.#context, 'footnotes', this.#width, this.#continues);
  }

  /** "Continued on the next page", where the document says so. */
  #notice(): MeasuredNote | undefined {
    const blocks = this.#context.document.separators.footnotes.continuationNotice;
    return blocks?.some(saysSomething) ? measureNote(this.#context, '', blocks, this.#width) : undefined;
  }
}

const whole = (pieces: readonly Piece[], after: number): MeasuredNote => ({
  pieces,
  after,
  height: stackHeight(pieces, after),
});

/** As much as a note begins with: its first line, and what is kept with that. */
const firstPart = (pieces: readonly Piece[]): number => {
  let end = 1;
  while (pieces[end - 1]?.after === 'keep' && end < pieces.length) end += 1;
  return stackHeight(pieces.slice(0, end), 0);
};

/** Cut where a page may end, as low as it fits, but not before its first part. */
const divided = (note: ShownNote, room: number): ShownNote => {
  const { pieces } = note;
  let height = 0;
  let cut = 0;
  for (const [index, piece] of pieces.entries()) {
    height += piece.height + (index === 0 ? piece.gapAfterBreak : piece.gap);
    if (!fitsInside(height, room) && cut > 0) break;
    if (piece.after !== 'keep') cut = index + 1;
    if (!fitsInside(height, room) && cut > 0) break;
  }
  if (cut === 0 || cut === pieces.length) return note;
  const [first, ...more] = pieces.slice(cut);
  return {
    ...note,
    ...whole(pieces.slice(0, cut), 0),
    rest: first === undefined ? [] : [{ ...first, gapAfterBreak: first.gapAtTop }, ...more],
  };
};

const measureNote = (
  context: LayoutContext,
  key: string,
  blocks: readonly Block[],
  width: number,
): MeasuredNote => {
  const outer = context.noteNumber;
  context.noteNumber = context.labels.noteTexts.get(key) ?? '';
  const measured = context.measure(blocks, noteRegion(width));
  context.noteNumber = outer;
  return { ...measured, height: stackHeight(measured.pieces, measured.after) };
};

type Separator = Pick<Piece, 'height' | 'content'>;

const saysSomething = (block: Block): boolean => block.kind === 'table' || block.inlines.length > 0;

/** The document's own, where an author put something else there; else a line, in the middle of an empty paragraph. */
const separatorOf = (
  context: LayoutContext,
  kind: 'footnotes' | 'endnotes',
  width: number,
  continues: boolean,
): Separator => {
  const separators: NoteSeparators = context.document.separators[kind];
  const blocks = continues ? separators.continuationSeparator : separators.separator;
  const measured = context.measure(blocks ?? [EMPTY], noteRegion(width));
  // Word sets its separator without the space after that the default style may have.
  const height = stackHeight(measured.pieces, 0);
  if (blocks?.some(saysSomething)) return { height, content: { kind: 'stack', pieces: measured.pieces } };
  const length = continues ? width : Math.min(SEPARATOR_WIDTH, width);
  return { height, content: { kind: 'rule', y: height / 2, length, thickness: SEPARATOR_THICKNESS } };
};

/** Endnotes follow the text, behind a separator. */
export const endnotePieces = (
  context: LayoutContext,
  keys: readonly string[],
  { width }: Region,
): readonly Piece[] => {
  const notes = keys.flatMap((key) => {
    const blocks = context.document.endnotes.get(key.slice('endnote:'.length));
    return blocks === undefined ? [] : measureNote(context, key, blocks, width).pieces;
  });
  const [line] = context.measure([EMPTY], noteRegion(width)).pieces;
  if (notes.length === 0 || line === undefined) return notes;
  const separator = separatorOf(context, 'endnotes', width, false);
  return [{ ...line, ...separator, leading: 0, after: 'keep' }, ...notes];
};

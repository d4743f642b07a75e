/**
 * PageNotes: the footnotes of one page (ECMA-376 §17.11), which begin on the page of their references
 */
import type { Paragraph } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Frame } from '../flow/frame.ts';
import { type Measured, type Piece, paintStack, stackHeight } from '../flow/pieces.ts';

/** Word's separator: a line of two inches. */
const SEPARATOR_WIDTH = 144;
const SEPARATOR_THICKNESS = 0.75;

const EMPTY: Paragraph = { kind: 'paragraph', properties: {}, mark: {}, inlines: [] };

interface MeasuredNote extends Measured {
  readonly height: number;
}

const noteFrame = (width: number): Frame => ({
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
  #shown: string[] = [];

  constructor(context: LayoutContext, width: number) {
    this.#context = context;
    this.#width = width;
  }

  /** What these notes add to the page's foot, the separator included where they are its first. */
  heightWith(notes: readonly string[]): number {
    const fresh = notes.filter((note) => !this.#shown.includes(note) && this.#note(note) !== undefined);
    if (fresh.length === 0) return 0;
    const own = fresh.reduce((sum, note) => sum + (this.#note(note)?.height ?? 0), 0);
    return own + (this.#shown.length === 0 ? this.#separator().height : 0);
  }

  add(notes: readonly string[]): void {
    for (const note of notes) {
      if (!this.#shown.includes(note) && this.#note(note) !== undefined) this.#shown.push(note);
    }
  }

  /** Gives back what they took. */
  remove(notes: readonly string[]): number {
    const gone = notes.filter((note) => this.#shown.includes(note));
    if (gone.length === 0) return 0;
    this.#shown = this.#shown.filter((note) => !gone.includes(note));
    return this.heightWith(gone);
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

  #separator(): MeasuredNote {
    const measured = this.#context.measure([EMPTY], noteFrame(this.#width));
    // Word sets its separator without the space after that the default style may have.
    return { ...measured, height: stackHeight(measured.pieces, 0) };
  }

  paint(canvas: Canvas, x: number, bottom: number): void {
    if (this.#shown.length === 0) return;
    const notes = this.#shown.flatMap((note) => this.#note(note) ?? []);
    const separator = this.#separator();
    let y = bottom - separator.height - notes.reduce((sum, note) => sum + note.height, 0);
    canvas.rect(x, y + separator.height / 2, Math.min(SEPARATOR_WIDTH, this.#width), SEPARATOR_THICKNESS, 0);
    y += separator.height;
    for (const note of notes) {
      paintStack(canvas, note.pieces, x, y);
      y += note.height;
    }
  }
}

const measureNote = (
  context: LayoutContext,
  key: string,
  blocks: Parameters<LayoutContext['measure']>[0],
  width: number,
): MeasuredNote => {
  const outer = context.noteNumber;
  context.noteNumber = context.labels.noteTexts.get(key) ?? '';
  const measured = context.measure(blocks, noteFrame(width));
  context.noteNumber = outer;
  return { ...measured, height: stackHeight(measured.pieces, measured.after) };
};

/** Endnotes follow the text, behind a separator. */
export const endnotePieces = (context: LayoutContext, frame: Frame): readonly Piece[] => {
  const keys = [...context.labels.noteTexts.keys()].filter((key) => key.startsWith('endnote:'));
  const notes = keys.flatMap((key) => {
    const blocks = context.document.endnotes.get(key.slice('endnote:'.length));
    return blocks === undefined ? [] : measureNote(context, key, blocks, frame.width).pieces;
  });
  if (notes.length === 0) return [];
  const [line] = context.measure([EMPTY], noteFrame(frame.width)).pieces;
  if (line === undefined) return notes;
  const separator: Piece = {
    ...line,
    after: 'keep',
    paint: (canvas, x, y) =>
      canvas.rect(x, y + line.height / 2, Math.min(SEPARATOR_WIDTH, frame.width), SEPARATOR_THICKNESS, 0),
  };
  return [separator, ...notes];
};

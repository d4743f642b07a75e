/**
 * LineNumbers: numbers beside the lines of the body (`w:lnNumType`, ECMA-376 §17.6.8)
 *
 * Counted as pages are painted, in the order of their columns. Lines in tables, boxes, frames, notes, headers and footers
 * are not counted.
 */
import type { LineNumbering } from '../../wml/properties/sections.ts';
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { PlacedPiece } from '../pieces.ts';
import type { TextFormat } from '../text/text-format.ts';

/** Word's own distance from the text: a quarter of an inch, and about half of it where columns stand side by side. */
const DISTANCE = 18;
const DISTANCE_BETWEEN_COLUMNS = 9.35;
/** The built-in character style that numbers are set in. */
const STYLE = 'line number';

export class LineNumbers {
  readonly #context: LayoutContext;
  /** Of the line that was counted last. */
  #numbering: LineNumbering | undefined;
  #next = 1;
  #format: TextFormat | undefined;

  constructor(context: LayoutContext) {
    this.#context = context;
  }

  /** All pieces of a page, `shift` further down than they say. */
  paint(canvas: Canvas, placed: readonly PlacedPiece[], shift: number): void {
    let isFirst = true;
    let columns: boolean | undefined;
    for (const { piece, x, y } of placed) {
      const { counted } = piece;
      if (counted === undefined) continue;
      columns ??= placed.some((other) => other.x !== x);
      const number = this.#count(counted.numbering, isFirst);
      isFirst = false;
      if (number % counted.numbering.every !== 0) continue;
      const distance = counted.numbering.distance ?? (columns ? DISTANCE_BETWEEN_COLUMNS : DISTANCE);
      this.#paintOne(canvas, String(number), x - distance, y + shift + counted.baseline);
    }
  }

  #count(numbering: LineNumbering, firstOfPage: boolean): number {
    const firstOfSection = numbering !== this.#numbering;
    const begins =
      this.#numbering === undefined ||
      (numbering.restart === 'newPage' && firstOfPage) ||
      (numbering.restart === 'newSection' && firstOfSection);
    this.#numbering = numbering;
    const number = begins ? numbering.first : this.#next;
    this.#next = number + 1;
    return number;
  }

  /** Decoration: who listens to the text does not want it cut at every line. */
  #paintOne(canvas: Canvas, text: string, right: number, baseline: number): void {
    this.#format ??= this.#formatOf();
    const { measureWord, color } = this.#format;
    const { parts, width } = measureWord(text);
    canvas.decorate(() => {
      let x = right - width;
      for (const part of parts) {
        const { font, size, glyphs } = part;
        const look = { font: font.key, size, color: color ?? 0, ...(glyphs !== undefined && { glyphs }) };
        canvas.add({ kind: 'text', ...look, x, y: baseline, text: part.text });
        x += part.width;
      }
    });
  }

  #formatOf(): TextFormat {
    const { cascade, document } = this.#context;
    const style = [...document.styles.byId.values()].find(({ name }) => name.toLowerCase() === STYLE);
    return this.#context.formatOf(style === undefined ? {} : { styleId: style.id }, cascade.paragraph({}));
  }
}

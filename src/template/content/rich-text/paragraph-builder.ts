/**
 * ParagraphBuilder :: text as written → inlines as shown
 *
 * White space as browsers treat it (CSS Text 3 §4.1): runs of it are one space, none at the ends of a line; kept in
 * preformatted text. Neighbours of the same format become one.
 */
import type { ImageRequest, Inline } from './blocks.ts';
import type { Format } from './format.ts';

export type WhiteSpace = 'collapse' | 'keep' | 'keep-lines';

/** Not the non-breaking space, which is content. */
const SPACES = /[ \t\n\r\f]+/;
const SPACES_IN_LINE = /[ \t\r\f]+/;

export class ParagraphBuilder {
  readonly #inlines: Inline[] = [];
  /** A space that counts only if something follows it in its line. */
  #space: Format | undefined;
  #isLineStart = true;
  /** Set by anything visible, and by a line break: `<p><br></p>` is how editors write an empty line. */
  #isTouched = false;

  get isTouched(): boolean {
    return this.#isTouched;
  }

  text(text: string, format: Format, whiteSpace: WhiteSpace): void {
    if (whiteSpace === 'keep') {
      this.#flushSpace();
      this.#push(text.replace(/\r\n?/g, '\n'), format);
      return;
    }
    if (whiteSpace === 'collapse') {
      this.#collapsed(text, format, SPACES);
      return;
    }
    text.split(/\r\n?|\n/).forEach((line, index) => {
      if (index > 0) this.lineBreak(format);
      this.#collapsed(line, format, SPACES_IN_LINE);
    });
  }

  #collapsed(text: string, format: Format, spaces: RegExp): void {
    text.split(spaces).forEach((word, index) => {
      if (index > 0 && !this.#isLineStart) this.#space ??= format;
      if (word === '') return;
      this.#flushSpace();
      this.#push(word, format);
    });
  }

  #flushSpace(): void {
    if (this.#space !== undefined) this.#push(' ', this.#space);
    this.#space = undefined;
  }

  #push(text: string, format: Format): void {
    if (text === '') return;
    this.#isLineStart = false;
    this.#isTouched = true;
    const last = this.#inlines.at(-1);
    if (last?.kind === 'text' && last.format === format) {
      this.#inlines[this.#inlines.length - 1] = { kind: 'text', text: last.text + text, format };
    } else {
      this.#inlines.push({ kind: 'text', text, format });
    }
  }

  lineBreak(format: Format): void {
    this.#space = undefined;
    this.#isLineStart = true;
    this.#isTouched = true;
    this.#inlines.push({ kind: 'break', format });
  }

  image(image: ImageRequest, format: Format): void {
    this.#flushSpace();
    this.#isLineStart = false;
    this.#isTouched = true;
    this.#inlines.push({ kind: 'image', image, format });
  }

  /** A break at the very end makes no line of its own, nor does the last line end of preformatted text. */
  finish(): readonly Inline[] {
    const last = this.#inlines.at(-1);
    if (last?.kind === 'break') return this.#inlines.slice(0, -1);
    if (last?.kind !== 'text' || !last.text.endsWith('\n')) return this.#inlines;
    const text = last.text.slice(0, -1);
    return [...this.#inlines.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
  }
}

/** One page: a box of its size at once, its picture when it is drawn, its text and links in the next pause. */
import { idleMoment } from '../../../components/idle-work.ts';
import type { Mark } from './page-map.ts';
import type { Link, PageSize, TextPiece } from './pdf-messages.ts';
import classes from './pdf-pages.module.css';
import type { PdfFile } from './pdf-reader.ts';

/** Pieces of text that a browser lays out in a few milliseconds. */
const AT_ONCE = 24;

export class DrawnPage {
  readonly element: HTMLElement;
  readonly #file: PdfFile;
  readonly #number: number;
  readonly #goTo: (page: number) => void;
  #size: PageSize;
  #scale = 1;
  #drawing: { cancel(): void } | undefined;
  /** Over the picture, once. */
  #over: HTMLElement | undefined;
  /** The scale of the picture that is shown; 0 where there is none. */
  #drawnAt = 0;
  #isWanted = false;
  #marks: HTMLElement | undefined;

  constructor(file: PdfFile, number: number, goTo: (page: number) => void) {
    this.#file = file;
    this.#number = number;
    this.#goTo = goTo;
    this.#size = file.first;
    this.element = document.createElement('div');
    this.element.className = classes['page'] ?? '';
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', `Page ${number} of ${file.pages}`);
  }

  get size(): PageSize {
    return this.#size;
  }

  get scale(): number {
    return this.#scale;
  }

  get height(): number {
    return Math.floor(this.#size.height * this.#scale);
  }

  get isDrawn(): boolean {
    return this.#isWanted;
  }

  /** The old picture is stretched until the new one is there. */
  resize(scale: number): void {
    this.#scale = scale;
    this.element.style.width = `${Math.floor(this.#size.width * scale)}px`;
    this.element.style.height = `${this.height}px`;
    this.element.style.setProperty('--scale', String(scale));
  }

  async draw(): Promise<void> {
    this.#isWanted = true;
    const scale = this.#scale;
    this.#drawing?.cancel();
    this.#drawing = undefined;
    // Back at the size of the picture that is there: the one that was being drawn is of no use any more.
    if (this.#drawnAt === scale) return;
    const drawing = this.#file.draw(this.#number, scale, window.devicePixelRatio || 1);
    this.#drawing = drawing;
    const picture = await drawing.picture;
    if (picture === undefined) return;
    // Another size, or out of sight: the next call draws it.
    if (this.#drawing !== drawing || !this.#isWanted) return picture.bitmap.close();
    this.#drawnAt = scale;
    const { size, bitmap } = picture;
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.resize(this.#scale);
    }
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.setAttribute('aria-hidden', 'true');
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    this.element.querySelector('canvas')?.remove();
    this.element.prepend(canvas);
    if (this.#marks !== undefined) this.element.append(this.#marks);
  }

  /** Lights over the page; what is not drawn has them when it is. */
  mark(marks: readonly Mark[]): void {
    this.#marks?.remove();
    this.#marks = undefined;
    if (marks.length === 0) return;
    this.#marks = document.createElement('div');
    this.#marks.className = classes['marks'] ?? '';
    this.#marks.append(...marks.map(markElement));
    if (this.#isWanted) this.element.append(this.#marks);
  }

  /**
   * Invisible, over the picture: what is selected, searched, read aloud and followed. A browser takes a tenth of a second
   * to lay out the text of a full page, so it gets it in pieces, and in pauses.
   */
  async write(): Promise<void> {
    if (this.#over !== undefined || !this.#isWanted) return;
    const over = document.createElement('div');
    over.className = classes['over'] ?? '';
    over.style.width = `${this.#size.width}px`;
    over.style.height = `${this.#size.height}px`;
    this.#over = over;
    await idleMoment();
    if (this.#over !== over) return;
    const { text, links } = await this.#file.read(this.#number);
    for (let at = 0; at < text.length; at += AT_ONCE) {
      await idleMoment();
      if (this.#over !== over) return;
      // In a box of its own: the browser need not look at the others again.
      const some = document.createElement('div');
      some.append(...text.slice(at, at + AT_ONCE).flatMap(textElements));
      over.append(some);
      if (at === 0) this.element.append(over);
    }
    if (this.#over !== over) return;
    over.append(...links.map((link) => linkElement(link, this.#goTo)));
    this.element.append(over);
  }

  clear(): void {
    this.#isWanted = false;
    this.#drawing?.cancel();
    this.#drawing = undefined;
    this.#over = undefined;
    this.#drawnAt = 0;
    this.element.replaceChildren();
    this.#file.forget(this.#number);
  }
}

const markElement = ({ x, y, width, height, kind, label }: Mark): HTMLElement => {
  const mark = document.createElement('div');
  mark.dataset['kind'] = kind;
  // Points, as everything on paper: the browser knows them.
  Object.assign(mark.style, { left: `${x}pt`, top: `${y}pt`, width: `${width}pt`, height: `${height}pt` });
  if (label !== undefined) {
    const name = document.createElement('span');
    name.textContent = label;
    mark.append(name);
  }
  return mark;
};

const textElements = (piece: TextPiece): HTMLElement[] => {
  const span = document.createElement('span');
  span.textContent = piece.text;
  const { style } = span;
  style.left = `${piece.left}px`;
  style.top = `${piece.top}px`;
  style.fontSize = `${piece.fontSize}px`;
  style.fontFamily = piece.fontFamily;
  if (piece.spacing !== 0) style.letterSpacing = `${piece.spacing}px`;
  if (piece.angle !== 0) style.rotate = `${piece.angle}deg`;
  if (piece.isRightToLeft) span.dir = 'rtl';
  return piece.endsLine ? [span, document.createElement('br')] : [span];
};

const linkElement = ({ to, left, top, width, height }: Link, goTo: (page: number) => void): HTMLElement => {
  const link = document.createElement('a');
  if (typeof to === 'string') {
    link.href = to;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.title = to.replace(/^mailto:/i, '');
    link.setAttribute('aria-label', link.title);
  } else {
    link.href = `#page-${to}`;
    link.setAttribute('aria-label', `Page ${to}`);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      goTo(to);
    });
  }
  link.style.left = `${left}px`;
  link.style.top = `${top}px`;
  link.style.width = `${width}px`;
  link.style.height = `${height}px`;
  return link;
};

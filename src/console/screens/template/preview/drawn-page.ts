/** One page: a box of its size at once, its picture and its text when it is drawn. */
import type { PDFDocumentProxy, PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist';
import classes from './pdf-pages.module.css';

/** CSS pixels at scale 1. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Canvases past this many pixels are refused by phones. */
const MOST_PIXELS = 16_000_000;

export class DrawnPage {
  readonly element: HTMLElement;
  readonly #document: PDFDocumentProxy;
  readonly #number: number;
  readonly #TextLayer: typeof TextLayer;
  #size: PageSize;
  #scale = 1;
  #page: PDFPageProxy | undefined;
  #task: RenderTask | undefined;
  #text: TextLayer | undefined;
  /** The scale of the picture that is shown; 0 where there is none. */
  #drawnAt = 0;
  #isWanted = false;

  constructor(document: PDFDocumentProxy, number: number, size: PageSize, Text: typeof TextLayer) {
    this.#document = document;
    this.#number = number;
    this.#size = size;
    this.#TextLayer = Text;
    this.element = window.document.createElement('div');
    this.element.className = classes['page'] ?? '';
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', `Page ${number} of ${document.numPages}`);
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
    this.element.style.setProperty('--total-scale-factor', String((scale * 96) / 72));
  }

  async draw(): Promise<void> {
    this.#isWanted = true;
    const scale = this.#scale;
    // Back at the size of the picture that is there: the one that is being drawn is of no use any more.
    if (this.#drawnAt === scale) return this.#task?.cancel();
    this.#page ??= await this.#document.getPage(this.#number);
    const page = this.#page;
    const own = page.getViewport({ scale: 96 / 72 });
    if (own.width !== this.#size.width || own.height !== this.#size.height) {
      this.#size = { width: own.width, height: own.height };
      this.resize(this.#scale);
    }
    const pixels = this.#size.width * this.#size.height * scale * scale;
    const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / pixels));
    const viewport = page.getViewport({ scale: ((scale * 96) / 72) * density });
    const canvas = window.document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    canvas.setAttribute('aria-hidden', 'true');
    this.#task?.cancel();
    const task = page.render({ canvas, viewport, background: '#ffffff' });
    this.#task = task;
    try {
      await task.promise;
    } catch (error) {
      // Another size, or out of sight: the next call draws it.
      if (error instanceof Error && error.name === 'RenderingCancelledException') return;
      throw error;
    }
    if (!this.#isWanted) return;
    this.#drawnAt = scale;
    this.element.querySelector('canvas')?.remove();
    this.element.prepend(canvas);
    if (this.#text === undefined) await this.#writeText(page);
  }

  /** Invisible, over the picture: what is selected, searched and read aloud. Its size follows the variable. */
  async #writeText(page: PDFPageProxy): Promise<void> {
    const container = window.document.createElement('div');
    container.className = classes['text'] ?? '';
    const text = new this.#TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale: 1 }),
    });
    this.#text = text;
    await text.render();
    if (this.#text === text) this.element.append(container);
  }

  clear(): void {
    this.#isWanted = false;
    this.#task?.cancel();
    this.#text?.cancel();
    this.#text = undefined;
    this.#drawnAt = 0;
    this.element.replaceChildren();
    this.#page?.cleanup();
  }
}

/**
 * Pages of a PDF in a scrolling box: only those near the visible part are drawn; a new document takes the place of the
 * old one at once, when what is visible of it is ready, and the scroll position stays.
 */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist';
import workerSource from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { DrawnPage, type PageSize } from './drawn-page.ts';
import classes from './pdf-pages.module.css';

GlobalWorkerOptions.workerSrc = workerSource;

/** CSS pixels between pages and around them. */
const GAP = 16;
/** How far outside of the visible part pages are drawn: one screen each way. */
const AHEAD = '100% 0px';

export interface PagesState {
  readonly pages: number;
  /** The page that fills most of the box, from 1. */
  readonly page: number;
  /** 1 is the size on paper, at 96 CSS pixels an inch. */
  readonly scale: number;
}

export type Zoom = number | 'width';

const SMALLEST = 0.25;
const LARGEST = 4;

export class PdfPages {
  readonly #box: HTMLElement;
  readonly #onState: (state: PagesState) => void;
  readonly #observer: ResizeObserver;
  #task: PDFDocumentLoadingTask | undefined;
  #document: PDFDocumentProxy | undefined;
  #pages: DrawnPage[] = [];
  #list: HTMLElement | undefined;
  #near: IntersectionObserver | undefined;
  #zoom: Zoom = 'width';
  #turn = 0;

  constructor(box: HTMLElement, onState: (state: PagesState) => void) {
    this.#box = box;
    this.#onState = onState;
    this.#observer = new ResizeObserver(() => {
      if (this.#zoom === 'width') this.#layOut();
    });
    this.#observer.observe(box);
    box.addEventListener('scroll', this.#tell, { passive: true });
  }

  /** Resolves when the new pages are shown; at once if a newer document came meanwhile. */
  async show(bytes: Uint8Array): Promise<void> {
    const turn = ++this.#turn;
    const task = getDocument({
      data: bytes,
      // The content security policy has no WebAssembly; it would only be used for formats that Platen never writes.
      useWasm: false,
      useSystemFonts: false,
    });
    const document = await task.promise;
    if (turn !== this.#turn) return void task.destroy();
    const first = await document.getPage(1);
    const list = window.document.createElement('div');
    list.className = classes['list'] ?? '';
    const pages = Array.from({ length: document.numPages }, (_, index) => {
      const page = new DrawnPage(document, index + 1, sizeOf(first), TextLayer);
      list.append(page.element);
      return page;
    });
    // Somebody who zooms, or changes the size of the window, while the pages are drawn gets them at the new size.
    for (let scale = Number.NaN; scale !== this.#scaleFor(sizeOf(first)); ) {
      scale = this.#scaleFor(sizeOf(first));
      for (const page of pages) page.resize(scale);
      await this.#drawVisible(pages);
      if (turn !== this.#turn) return void task.destroy();
    }
    this.#replace(list, pages, document, task);
  }

  /** What the old document shows now, of the new one: drawn before it is put in its place. */
  async #drawVisible(pages: readonly DrawnPage[]): Promise<void> {
    const { scrollTop, clientHeight } = this.#box;
    let top = GAP;
    const wanted: DrawnPage[] = [];
    for (const page of pages) {
      const bottom = top + page.height;
      if (bottom >= scrollTop && top <= scrollTop + clientHeight) wanted.push(page);
      top = bottom + GAP;
    }
    // A shorter document: its last page will be what is seen.
    if (wanted.length === 0 && pages.length > 0) wanted.push(pages[pages.length - 1] as DrawnPage);
    await Promise.all(wanted.map((page) => page.draw()));
  }

  #replace(
    list: HTMLElement,
    pages: DrawnPage[],
    document: PDFDocumentProxy,
    task: PDFDocumentLoadingTask,
  ): void {
    const { scrollTop, scrollLeft } = this.#box;
    const old = { pages: this.#pages, task: this.#task };
    this.#near?.disconnect();
    this.#box.replaceChildren(list);
    this.#box.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
    Object.assign(this.#box.dataset, { pages: String(pages.length) });
    this.#list = list;
    this.#pages = pages;
    this.#document = document;
    this.#task = task;
    for (const page of old.pages) page.clear();
    void old.task?.destroy();
    this.#near = new IntersectionObserver(this.#onNear, { root: this.#box, rootMargin: AHEAD });
    for (const page of pages) this.#near.observe(page.element);
    this.#tell();
  }

  readonly #onNear = (entries: readonly IntersectionObserverEntry[]): void => {
    for (const { target, isIntersecting } of entries) {
      const page = this.#pages.find(({ element }) => element === target);
      if (isIntersecting) page?.draw().then(() => this.#tell());
      else page?.clear();
    }
  };

  get zoom(): Zoom {
    return this.#zoom;
  }

  setZoom(zoom: Zoom): void {
    this.#zoom = zoom === 'width' ? zoom : Math.min(LARGEST, Math.max(SMALLEST, zoom));
    this.#layOut();
  }

  /** In steps that look even: each is a fifth more or less, and 100 % is one of them. */
  zoomBy(steps: number): void {
    const level = Math.round(Math.log(this.#scale()) / Math.log(1.2)) + steps;
    this.setZoom(1.2 ** level);
  }

  /** From where the box is now, which is ahead of what was told: a key that is pressed fast turns a page each time. */
  goBy(steps: number): void {
    const number = this.#current() + steps;
    const page = this.#pages[Math.min(this.#pages.length, Math.max(1, number)) - 1];
    if (page !== undefined) this.#box.scrollTo({ top: page.element.offsetTop - GAP });
  }

  close(): void {
    this.#turn += 1;
    this.#observer.disconnect();
    this.#near?.disconnect();
    this.#box.removeEventListener('scroll', this.#tell);
    for (const page of this.#pages) page.clear();
    void this.#task?.destroy();
    this.#list?.remove();
  }

  #scale(): number {
    return this.#pages[0]?.scale ?? 1;
  }

  #scaleFor({ width }: PageSize): number {
    if (this.#zoom !== 'width') return this.#zoom;
    return Math.max(SMALLEST, (this.#box.clientWidth - 2 * GAP) / width);
  }

  #layOut(): void {
    const [first] = this.#pages;
    if (first === undefined || this.#document === undefined) return;
    const scale = this.#scaleFor(first.size);
    if (scale !== first.scale) this.#rescale(scale);
    this.#tell();
  }

  #rescale(scale: number): void {
    // The same part of the same page stays at the top.
    const before = this.#box.scrollHeight;
    const share = this.#box.scrollTop / Math.max(1, before);
    for (const page of this.#pages) page.resize(scale);
    this.#box.scrollTo({ top: share * this.#box.scrollHeight, behavior: 'instant' });
    for (const page of this.#pages) if (page.isDrawn) void page.draw();
  }

  /** The page in the middle of the box, from 1. */
  #current(): number {
    const middle = this.#box.scrollTop + this.#box.clientHeight / 2;
    let page = 1;
    for (const [index, { element }] of this.#pages.entries()) {
      if (element.offsetTop <= middle) page = index + 1;
      else break;
    }
    return page;
  }

  readonly #tell = (): void => {
    this.#onState({ pages: this.#pages.length, page: this.#current(), scale: this.#scale() });
  };
}

/** PDF units are points; a CSS pixel is three quarters of one. */
const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 96 / 72 });
  return { width, height };
};

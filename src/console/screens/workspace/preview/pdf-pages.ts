/**
 * Pages of a PDF in a scrolling box: only those near the visible part are drawn; a new document takes the place of the
 * old one at once, when what is visible of it is ready, and the scroll position stays.
 */
import { DrawnPage } from './drawn-page.ts';
import type { Mark, PageBox } from './page-map.ts';
import type { PageSize } from './pdf-messages.ts';
import classes from './pdf-pages.module.css';
import { type PdfFile, PdfReader } from './pdf-reader.ts';

/** CSS pixels between pages and around them. */
const GAP = 16;
/** CSS pixels, at scale 1. */
const PIXELS_PER_POINT = 96 / 72;
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
  readonly #reader = new PdfReader();
  #file: PdfFile | undefined;
  #pages: DrawnPage[] = [];
  #list: HTMLElement | undefined;
  #near: IntersectionObserver | undefined;
  #zoom: Zoom = 'width';
  /** What is to be shown next, and what is being made of what came before it. */
  #wanted: Uint8Array<ArrayBuffer> | undefined;
  #showing: Promise<void> | undefined;
  #isClosed = false;

  constructor(box: HTMLElement, onState: (state: PagesState) => void) {
    this.#box = box;
    this.#onState = onState;
    this.#observer = new ResizeObserver(() => {
      if (this.#zoom === 'width') this.#layOut();
    });
    this.#observer.observe(box);
    box.addEventListener('scroll', this.#tell, { passive: true });
  }

  /**
   * Resolves when the new pages are shown, or newer ones. One document after the other: while somebody types, each is shown
   * before the next, and of those that wait the newest alone.
   */
  show(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#wanted = bytes;
    this.#showing ??= this.#showAll().finally(() => {
      this.#showing = undefined;
    });
    return this.#showing;
  }

  async #showAll(): Promise<void> {
    while (this.#wanted !== undefined && !this.#isClosed) {
      const bytes = this.#wanted;
      this.#wanted = undefined;
      await this.#showOne(bytes);
    }
  }

  async #showOne(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const file = await this.#reader.open(bytes);
    if (this.#isClosed) return file.close();
    const list = document.createElement('div');
    list.className = classes['list'] ?? '';
    const pages = Array.from({ length: file.pages }, (_, index) => {
      const page = new DrawnPage(file, index + 1, (number) => this.#goTo(number));
      list.append(page.element);
      return page;
    });
    // Somebody who zooms, or changes the size of the window, while the pages are drawn gets them at the new size.
    for (let scale = Number.NaN; scale !== this.#scaleFor(file.first); ) {
      scale = this.#scaleFor(file.first);
      for (const page of pages) page.resize(scale);
      await this.#drawVisible(pages);
      if (this.#isClosed) return file.close();
    }
    this.#replace(list, pages, file);
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

  #replace(list: HTMLElement, pages: DrawnPage[], file: PdfFile): void {
    const { scrollTop, scrollLeft } = this.#box;
    const old = { pages: this.#pages, file: this.#file };
    this.#near?.disconnect();
    this.#box.replaceChildren(list);
    this.#box.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
    Object.assign(this.#box.dataset, { pages: String(pages.length) });
    this.#list = list;
    this.#pages = pages;
    this.#file = file;
    for (const page of old.pages) page.clear();
    old.file?.close();
    this.#near = new IntersectionObserver(this.#onNear, { root: this.#box, rootMargin: AHEAD });
    for (const page of pages) this.#near.observe(page.element);
    this.#tell();
  }

  readonly #onNear = (entries: readonly IntersectionObserverEntry[]): void => {
    for (const { target, isIntersecting } of entries) {
      const page = this.#pages.find(({ element }) => element === target);
      if (isIntersecting)
        void page?.draw().then(() => {
          this.#tell();
          return page.write();
        });
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
    this.#goTo(this.#current() + steps);
  }

  #goTo(number: number): void {
    const page = this.#pages[Math.min(this.#pages.length, Math.max(1, number)) - 1];
    if (page !== undefined) this.#box.scrollTo({ top: page.element.offsetTop - GAP });
  }

  /** In place of those that were there. */
  mark(marks: readonly Mark[]): void {
    const byPage = Map.groupBy(marks, ({ page }) => page);
    for (const [index, page] of this.#pages.entries()) page.mark(byPage.get(index + 1) ?? []);
  }

  /** What stands under a place of the window: page, and points from its top left. */
  at(clientX: number, clientY: number): Pick<PageBox, 'page' | 'x' | 'y'> | undefined {
    for (const [index, { element, scale }] of this.#pages.entries()) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (clientY > bottom) continue;
      if (clientY < top || clientX < left || clientX > right) return undefined;
      const points = 1 / (scale * PIXELS_PER_POINT);
      return { page: index + 1, x: (clientX - left) * points, y: (clientY - top) * points };
    }
    return undefined;
  }

  shows(box: PageBox): boolean {
    const top = this.#topOf(box);
    const { scrollTop, clientHeight } = this.#box;
    return top >= scrollTop && top + box.height <= scrollTop + clientHeight;
  }

  reveal(box: PageBox): void {
    this.#box.scrollTo({ top: this.#topOf(box) - this.#box.clientHeight / 3 });
  }

  #topOf({ page, y }: PageBox): number {
    const drawn = this.#pages[page - 1];
    return (drawn?.element.offsetTop ?? 0) + y * PIXELS_PER_POINT * (drawn?.scale ?? 1);
  }

  close(): void {
    this.#isClosed = true;
    this.#observer.disconnect();
    this.#near?.disconnect();
    this.#box.removeEventListener('scroll', this.#tell);
    for (const page of this.#pages) page.clear();
    this.#reader.close();
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
    if (first === undefined) return;
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

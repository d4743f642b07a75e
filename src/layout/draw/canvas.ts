/**
 * Canvas: one page while it is being painted. Items go to layers, which become the page's items in order.
 */
import type { Destination, Item, Page } from '../display-list.ts';

/** Headers and footers, what is behind the text, the text, what stands in front of it. */
export type Layer = 'edge' | 'behind' | 'text' | 'front';

/** The rectangles that anchors and floats are placed against. Points from the page's top left corner. */
export interface PageFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class Canvas {
  readonly index: number;
  readonly frame: PageFrame;
  readonly destinations: Destination[] = [];
  readonly headings: {
    readonly level: number;
    readonly title: string;
    readonly y: number;
    readonly x: number;
  }[] = [];
  readonly #layers: Readonly<Record<Layer, Item[]>> = { edge: [], behind: [], text: [], front: [] };
  #layer: Layer = 'text';

  constructor(index: number, frame: PageFrame) {
    this.index = index;
    this.frame = frame;
  }

  add(item: Item): void {
    this.#layers[this.#layer].push(item);
  }

  get layer(): Layer {
    return this.#layer;
  }

  /** Paints into another layer for a while. */
  on(layer: Layer, paint: () => void): void {
    const outer = this.#layer;
    this.#layer = layer;
    paint();
    this.#layer = outer;
  }

  rect(x: number, y: number, width: number, height: number, fill: number, opacity?: number): void {
    if (width <= 0 || height <= 0) return;
    this.add({
      kind: 'rect',
      x,
      y,
      width,
      height,
      fill,
      ...(opacity !== undefined && opacity < 1 && { opacity }),
    });
  }

  destination(name: string, x: number, y: number): void {
    this.destinations.push({ name, page: this.index, x, y });
  }

  page(): Page {
    const { edge, behind, text, front } = this.#layers;
    return {
      width: this.frame.width,
      height: this.frame.height,
      items: [...edge, ...behind, ...text, ...front],
    };
  }
}

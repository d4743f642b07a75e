/**
 * Canvas: one page while it is being painted. Items go to layers, which become the page's items in order.
 */
import type { Box, PageBox } from '../boxes.ts';
import type { Destination, Item, Matrix, OriginBox, Page, PathCommand } from '../display-list.ts';
import type { Seen } from '../seen.ts';

/**
 * What is behind the text, the text, what stands in front of it: those of headers and footers (the edges) all below those of
 * the page.
 */
export type Layer = 'edgeBehind' | 'edge' | 'edgeFront' | 'behind' | 'text' | 'front';

const DECORATION: Item = { kind: 'mark', element: null };

/** What one drawing put into its layer, from some item on. */
interface Sheet {
  readonly layer: Layer;
  readonly order: number;
  readonly from: number;
  /** What the layer's last mark before it named. */
  readonly element: number | null | undefined;
}

export class Canvas {
  readonly index: number;
  readonly frame: PageBox;
  readonly destinations: Destination[] = [];
  /** What tags have made, where the document is to be mapped. */
  readonly origins: OriginBox[] = [];
  /** What is painted, for whoever looks whether it is well made; undefined where nobody does. */
  readonly seen: Seen[] | undefined;
  readonly headings: {
    readonly level: number;
    readonly title: string;
    readonly y: number;
    readonly x: number;
  }[] = [];
  /** What is painted now is content of this element of the document's structure, or decoration. */
  element: number | null = null;
  /** Paragraphs by their styles, where a field asks for them. */
  readonly styled: { readonly styleId: string; readonly text: string }[] = [];
  /** Of tables that are painted here, by the table: how far down their last lines stand, and above which row. */
  readonly rows = new Map<object, { readonly y: number; readonly row: number }>();
  readonly #layers: Readonly<Record<Layer, Item[]>> = {
    edgeBehind: [],
    edge: [],
    edgeFront: [],
    behind: [],
    text: [],
    front: [],
  };
  /** The element that each layer's last mark names; undefined where the document is not tagged. */
  readonly #marked: Record<Layer, number | null> | undefined;
  /** The layers' drawings as they came. */
  readonly #sheets: Sheet[] = [];
  #layer: Layer = 'text';
  #decorates = false;
  /** Lines run downwards, and East Asian characters in them stand upright. */
  uprightSquares = false;
  /** Of the turned things around; undefined upright. */
  #matrix: Matrix | undefined;

  constructor(index: number, frame: PageBox, tagged = false, isWatched = false) {
    this.seen = isWatched ? [] : undefined;
    this.index = index;
    this.frame = frame;
    this.#marked = tagged
      ? { edgeBehind: null, edge: null, edgeFront: null, behind: null, text: null, front: null }
      : undefined;
  }

  add(item: Item): void {
    if (this.#marked !== undefined && item.kind !== 'push' && item.kind !== 'pop') this.#mark(this.#marked);
    this.#layers[this.#layer].push(
      this.#matrix !== undefined && item.kind === 'link' ? { ...item, ...outline(item, this.#matrix) } : item,
    );
  }

  /** Paints something turned, moved or mirrored. Links and destinations, which know no such thing, go where it shows. */
  through(matrix: Matrix, paint: () => void): void {
    const outer = this.#matrix;
    this.add({ kind: 'push', matrix });
    this.#matrix = outer === undefined ? matrix : product(outer, matrix);
    paint();
    this.#matrix = outer;
    this.add({ kind: 'pop' });
  }

  /** Only where the element changes: neighbouring lines of a paragraph share one mark. */
  #mark(marked: Record<Layer, number | null>): void {
    const element = this.#decorates || this.isEdge ? null : this.element;
    if (marked[this.#layer] === element) return;
    marked[this.#layer] = element;
    this.#layers[this.#layer].push({ kind: 'mark', element });
  }

  /** Paints something that is content elsewhere, such as a header row that comes again. */
  decorate(paint: () => void): void {
    const outer = this.#decorates;
    this.#decorates = true;
    paint();
    this.#decorates = outer;
  }

  /** Paints lines that run downwards, or others inside of them that do not. */
  withSquares(upright: boolean, paint: () => void): void {
    const outer = this.uprightSquares;
    this.uprightSquares = upright;
    paint();
    this.uprightSquares = outer;
  }

  /** Headers and footers are decoration. */
  get isEdge(): boolean {
    return this.#layer === 'edge' || this.#layer === 'edgeBehind' || this.#layer === 'edgeFront';
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

  /** Paints a drawing into another layer, where those of a higher order will cover it. */
  stack(layer: Layer, order: number, paint: () => void): void {
    // A drawing inside of another stays with it.
    if (layer !== this.#layer)
      this.#sheets.push({
        layer,
        order,
        from: this.#layers[layer].length,
        element: this.#marked?.[layer],
      });
    this.on(layer, paint);
  }

  /** A layer's items, drawings of a lower order first; of one order, as they came. */
  #stacked(layer: Layer): readonly Item[] {
    const items = this.#layers[layer];
    const sheets = this.#sheets.filter((sheet) => sheet.layer === layer);
    if (sheets.every(({ order }, index) => order >= (sheets[index - 1]?.order ?? order))) return items;
    const parts = sheets.map(({ order, from, element }, index) => ({
      order,
      // A mark holds until the next: what moves takes along the one that it was under.
      mark: element === undefined ? [] : [{ kind: 'mark' as const, element }],
      items: items.slice(from, sheets[index + 1]?.from),
    }));
    parts.sort((one, other) => one.order - other.order);
    return [
      ...items.slice(0, sheets[0]?.from),
      ...parts.flatMap(({ mark, items: own }) => [...mark, ...own]),
    ];
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
    const [left, top] = this.#matrix === undefined ? [x, y] : moved(this.#matrix, x, y);
    this.destinations.push({ name, page: this.index, x: left, y: top });
  }

  origin(origin: number, box: Box): void {
    const seen = this.#matrix === undefined ? box : outline(box, this.#matrix);
    const { x, y, width, height } = seen;
    this.origins.push({ origin, page: this.index, x, y, width, height });
  }

  /** Where it shows, whatever turns it. */
  see(seen: Seen): void {
    const matrix = this.#matrix;
    this.seen?.push(matrix === undefined ? seen : { ...seen, box: outline(seen.box, matrix) });
  }

  /** Lets go of what was painted: the page has gone out. What it says of itself (headings, destinations) stays. */
  release(): void {
    for (const layer of Object.values(this.#layers)) layer.length = 0;
    this.#sheets.length = 0;
    this.rows.clear();
  }

  page(): Page {
    const { edge, text } = this.#layers;
    const [behind, front] = [this.#stacked('behind'), this.#stacked('front')];
    // A mark holds until the next; each layer begins with decoration.
    const below = behind.findLast((item) => item.kind === 'mark');
    const middle = this.#marked?.text ?? null;
    return {
      width: this.frame.width,
      height: this.frame.height,
      items: [
        ...this.#stacked('edgeBehind'),
        ...edge,
        ...this.#stacked('edgeFront'),
        ...behind,
        ...(below === undefined || below.element === null ? [] : [DECORATION]),
        ...text,
        ...(middle === null || front.length === 0 ? [] : [DECORATION]),
        ...front,
      ],
    };
  }
}

const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** What stands in both: the inner one first. */
const product = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => {
  const [x, y] = moved(outer, e, f);
  const [oa, ob, oc, od] = outer;
  return [oa * a + oc * b, ob * a + od * b, oa * c + oc * d, ob * c + od * d, x, y];
};

/** The upright rectangle around a turned one. */
const outline = ({ x, y, width, height }: Box, matrix: Matrix): Box => {
  const corners = [
    moved(matrix, x, y),
    moved(matrix, x + width, y),
    moved(matrix, x, y + height),
    moved(matrix, x + width, y + height),
  ];
  const [across, down] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
};

export const rectangle = ({ x, y, width, height }: Box): readonly PathCommand[] => [
  ['M', x, y],
  ['L', x + width, y],
  ['L', x + width, y + height],
  ['L', x, y + height],
  ['Z'],
];

/**
 * pageContent :: page items → content stream (ISO 32000-1 §8 and §9), links, marks
 *
 * The page's y grows downwards, PDF's upwards: every coordinate is turned here, once, and nothing of it is left in the
 * matrices, so text needs none.
 */
import type {
  ImageItem,
  LinearGradient,
  LinkItem,
  Matrix,
  Page,
  PathCommand,
  PathItem,
  PushItem,
  RectItem,
  TextItem,
} from '../layout/display-list.ts';
import { emptyByteText, giveBack } from './byte-text.ts';
import { GraphicsState, strokeWanted } from './graphics-state.ts';
import type { Resources } from './resources.ts';
import type { PageMarks } from './structure.ts';
import { fine, num, textString } from './syntax.ts';
import { TextWriter } from './text.ts';

interface PageContent {
  /** Until something else is drawn. */
  readonly operators: Uint8Array;
  readonly links: readonly PlacedLink[];
}

export interface PlacedLink {
  readonly item: LinkItem;
  /** The element that it belongs to, for tagged files. */
  readonly element: number | null;
}

export const pageContent = (page: Page, resources: Resources, marks: PageMarks | undefined): PageContent =>
  new ContentWriter(page, resources, marks).write();

/** The frame that stands for a picture that cannot be drawn. */
const MISSING_GRAY = 0xb0b0b0;

class ContentWriter {
  readonly #page: Page;
  readonly #resources: Resources;
  readonly #marks: PageMarks | undefined;
  readonly #state: GraphicsState;
  readonly #text: TextWriter;
  readonly #links: PlacedLink[] = [];
  /** Of the groups that are open. */
  readonly #opacities: number[] = [1];
  readonly #out = emptyByteText();
  #element: number | null = null;
  #marked = false;

  constructor(page: Page, resources: Resources, marks: PageMarks | undefined) {
    this.#page = page;
    this.#resources = resources;
    this.#marks = marks;
    this.#state = new GraphicsState(resources.opacity);
    this.#text = new TextWriter({
      height: page.height,
      state: this.#state,
      out: this.#out,
      font: resources.font,
    });
  }

  write(): PageContent {
    for (const item of this.#page.items) {
      if (item.kind === 'link') {
        this.#links.push({ item, element: this.#element });
        continue;
      }
      if (item.kind === 'mark') {
        this.#mark(item.element);
        continue;
      }
      if (item.kind !== 'pop' && item.kind !== 'push') this.#beginMarked();
      if (item.kind !== 'text') this.#text.end();
      switch (item.kind) {
        case 'text':
          if (item.shading !== undefined) this.#shadedText(item, item.shading);
          else this.#text.draw(this.#groupOpacity === 1 ? item : { ...item, opacity: this.#opacityOf(item) });
          break;
        case 'rect':
          this.#rect(item);
          break;
        case 'path':
          this.#path(item);
          break;
        case 'image':
          this.#image(item);
          break;
        case 'push':
          this.#push(item);
          break;
        case 'pop':
          this.#pop();
          break;
      }
    }
    this.#endMarked();
    while (this.#opacities.length > 1) this.#pop();
    const operators = this.#out.take();
    giveBack(this.#out);
    return { operators, links: this.#links };
  }

  #emit(operators: string): void {
    this.#out.add(operators);
  }

  get #groupOpacity(): number {
    return this.#opacities.at(-1) ?? 1;
  }

  #opacityOf(item: { readonly opacity?: number }): number {
    return this.#groupOpacity * (item.opacity ?? 1);
  }

  /**
   * Marked content must not cross the beginning or end of a group, so it is opened by the first thing drawn and closed
   * before the next group boundary (§14.6.1).
   */
  #mark(element: number | null): void {
    if (this.#marks === undefined) return;
    this.#endMarked();
    this.#element = element;
  }

  #beginMarked(): void {
    if (this.#marks === undefined || this.#marked) return;
    this.#emit(this.#marks.begin(this.#element));
    this.#marked = true;
  }

  #endMarked(): void {
    this.#text.end();
    if (!this.#marked) return;
    this.#emit('EMC\n');
    this.#marked = false;
  }

  /** Letters cut out of a shading (§9.3.6, mode 7); their outlines, where they have any, say nothing once more. */
  #shadedText(item: TextItem, shading: LinearGradient): void {
    this.#text.end();
    const opacity = this.#opacityOf(item);
    this.#emit('q\n');
    this.#state.save();
    this.#text.draw({ ...item, opacity });
    this.#text.end();
    this.#emit(`${this.#resources.shading(shading, this.#page.height)} sh\nQ\n`);
    this.#state.restore();
    if (item.border === undefined) return;
    const { shading: _, border, ...plain } = item;
    this.#emit(`/Span<</ActualText${textString('')}>>BDC\n`);
    this.#text.draw({ ...plain, color: border.color, outline: border.width, opacity });
    this.#text.end();
    this.#emit('EMC\n');
  }

  /** Each is painted alone: viewers snap a hairline to whole pixels only where it is all of its path, and grey it else. */
  #rect(item: RectItem): void {
    if (!(item.width !== 0) || !(item.height !== 0)) return;
    const changes = this.#state.changes({ fill: item.fill, opacity: this.#opacityOf(item) });
    const y = this.#page.height - item.y - item.height;
    this.#emit(`${changes}${num(item.x)} ${num(y)} ${num(item.width)} ${num(item.height)} re f\n`);
  }

  #path(item: PathItem): void {
    const { fill, stroke } = item;
    const opacity = this.#opacityOf(item);
    if (fill !== undefined && typeof fill !== 'number') {
      const clip = this.#pathOperators(item.path);
      const changes = this.#state.changes({ opacity });
      const name = this.#resources.shading(fill, this.#page.height);
      this.#emit(`${changes}q\n${clip}${item.evenOdd === true ? 'W*' : 'W'} n\n${name} sh\nQ\n`);
    }
    const solid = typeof fill === 'number';
    if (!solid && stroke === undefined) return;
    this.#emit(
      this.#state.changes({
        opacity,
        ...(solid && { fill }),
        ...(stroke !== undefined && strokeWanted(stroke)),
      }),
    );
    const evenOdd = solid && item.evenOdd === true ? '*' : '';
    const paint = solid ? (stroke === undefined ? 'f' : 'B') : 'S';
    this.#emit(`${this.#pathOperators(item.path)}${paint}${evenOdd}\n`);
  }

  #pathOperators(path: readonly PathCommand[]): string {
    const { height } = this.#page;
    let operators = '';
    for (const command of path) {
      switch (command[0]) {
        case 'M':
          operators += `${num(command[1])} ${num(height - command[2])} m\n`;
          break;
        case 'L':
          operators += `${num(command[1])} ${num(height - command[2])} l\n`;
          break;
        case 'C':
          operators += `${num(command[1])} ${num(height - command[2])} ${num(command[3])} ${num(height - command[4])} `;
          operators += `${num(command[5])} ${num(height - command[6])} c\n`;
          break;
        case 'Z':
          operators += 'h\n';
          break;
      }
    }
    return operators;
  }

  #image(item: ImageItem): void {
    const name = this.#resources.image(item.image, item);
    if (name === undefined) {
      this.#path({
        kind: 'path',
        path: corners(item.matrix),
        stroke: { color: MISSING_GRAY, width: 0.75 },
      });
      return;
    }
    const changes = this.#state.changes({ opacity: this.#opacityOf(item) });
    const clip = item.crop === undefined ? '' : `${this.#pathOperators(corners(item.matrix))}W n\n`;
    const [a, b, c, d, e, f] = uncropped(item);
    const { height } = this.#page;
    // An image's own square has its origin below on the left.
    const matrix = [fine(a), fine(-b), fine(-c), fine(d), num(c + e), num(height - d - f)].join(' ');
    this.#emit(`${changes}q\n${clip}${matrix} cm\n/${name} Do\nQ\n`);
  }

  #push(item: PushItem): void {
    this.#endMarked();
    this.#emit('q\n');
    this.#state.save();
    this.#opacities.push(this.#groupOpacity * (item.opacity ?? 1));
    if (item.matrix !== undefined) {
      const [a, b, c, d, e, f] = item.matrix;
      const { height } = this.#page;
      // The same movement in a space whose y grows upwards from the page's lower edge.
      const matrix = [
        fine(a),
        fine(-b),
        fine(-c),
        fine(d),
        num(c * height + e),
        num(height - d * height - f),
      ];
      this.#emit(`${matrix.join(' ')} cm\n`);
    }
    if (item.clip !== undefined) this.#emit(`${this.#pathOperators(item.clip)}W n\n`);
  }

  /** One pop too many, or too few by the end of the page, is layout's mistake and must not be the reader's. */
  #pop(): void {
    this.#endMarked();
    if (this.#opacities.length <= 1) return;
    this.#opacities.pop();
    this.#emit('Q\n');
    this.#state.restore();
  }
}

const corners = ([a, b, c, d, e, f]: Matrix): readonly PathCommand[] => [
  ['M', e, f],
  ['L', a + e, b + f],
  ['L', a + c + e, b + d + f],
  ['L', c + e, d + f],
  ['Z'],
];

/** The matrix of the whole picture, of which the item's square is the part that shows. */
const uncropped = ({ matrix, crop }: ImageItem): Matrix => {
  if (crop === undefined) return matrix;
  const [a, b, c, d, e, f] = matrix;
  const width = 1 - crop.left - crop.right;
  const height = 1 - crop.top - crop.bottom;
  if (!(width > 0) || !(height > 0)) return matrix;
  return [
    a / width,
    b / width,
    c / height,
    d / height,
    e - (a * crop.left) / width - (c * crop.top) / height,
    f - (b * crop.left) / width - (d * crop.top) / height,
  ];
};

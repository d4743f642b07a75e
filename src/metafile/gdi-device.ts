/**
 * GdiDevice: drawing calls of Windows → items of a display list
 *
 * Everything is mapped at once: world, window and viewport, and the frame that the picture shows become one matrix. Paths,
 * text and pictures stay what they are.
 */
import type { FontLibrary } from '../fonts/font.ts';
import { badImage } from '../images/decode/guard.ts';
import type { Color, ImageId, Item, Matrix, PathCommand, Stroke } from '../layout/display-list.ts';
import { type Bounds, rectanglePath } from './gdi-paths.ts';
import { type Raster, Rasters } from './gdi-rasters.ts';
import { type GdiObject, type GdiState, initialState, type Point } from './gdi-state.ts';

interface DeviceFrame {
  /** Of the picture, in its own units. */
  readonly width: number;
  readonly height: number;
  /** Takes what the device calls coordinates to the picture's. */
  readonly matrix: Matrix;
  /** What a window shows that nobody has set. */
  readonly extent: Point;
  /** Of one dot of the device, in the picture's units. */
  readonly dot: number;
  /** Dots of the device in a millimetre, for the mapping modes that measure. */
  readonly dotsPerMillimetre: Point;
}

/** Longest side of the picture in its own units: coordinates are written with two decimals. */
export const PICTURE_UNITS = 2000;

/** What no drawing of a document comes near: a hostile one ends here, not in the memory. */
const MOST_ITEMS = 200_000;

const R2_BLACK = 1;
const R2_NOP = 11;
const R2_WHITE = 16;
/** Modes that on white paper look as copying does: pen, and pen over what is there. */
const R2_COPIES: ReadonlySet<number> = new Set([9, 13]);

export class GdiDevice {
  readonly frame: DeviceFrame;
  readonly fonts: FontLibrary;
  readonly items: Item[] = [];
  readonly rasters: Rasters;
  state: GdiState;
  readonly #saved: GdiState[] = [];
  readonly #objects = new Map<number, GdiObject>();
  #matrix: Matrix | undefined;
  #open: GdiState['clips'] = [];
  /** Between the beginning of a path and its use; in the picture's coordinates. */
  path: PathCommand[] | undefined;
  #finished: readonly PathCommand[] = [];

  constructor(frame: DeviceFrame, fonts: FontLibrary, image: ImageId) {
    this.frame = frame;
    this.fonts = fonts;
    this.rasters = new Rasters(image, (item) => this.add(item));
    this.state = initialState(frame.extent);
  }

  set(change: Partial<GdiState>): void {
    this.state = { ...this.state, ...change };
    this.#matrix = undefined;
  }

  /** What neither moves nor maps: the matrix stays. */
  setLook(change: Partial<Omit<GdiState, 'world' | 'mapMode'>>): void {
    this.state = { ...this.state, ...change };
  }

  save(): void {
    if (this.#saved.length > 10_000) throw badImage('its states are nested too deeply');
    this.#saved.push(this.state);
  }

  /** Negative counts back from the last one, positive from the first. */
  restore(which: number): void {
    const index = which < 0 ? this.#saved.length + which : which - 1;
    const state = this.#saved[index];
    if (state === undefined) return;
    this.#saved.length = index;
    this.set(state);
  }

  create(index: number, object: GdiObject): void {
    this.#objects.set(index, object);
  }

  /** The lowest place that is free, as [MS-WMF] 3.1.4.1 has it. */
  createNext(object: GdiObject): void {
    let index = 0;
    while (this.#objects.has(index)) index += 1;
    if (index > 0xffff) throw badImage('it has too many objects');
    this.#objects.set(index, object);
  }

  remove(index: number): void {
    this.#objects.delete(index);
  }

  select(object: GdiObject | undefined): void {
    if (object?.kind === 'pen') this.setLook({ pen: object });
    else if (object?.kind === 'brush') this.setLook({ brush: object });
    else if (object?.kind === 'font') this.setLook({ font: object });
  }

  object(index: number): GdiObject | undefined {
    return this.#objects.get(index);
  }

  /** Logical coordinates → the picture's. */
  get matrix(): Matrix {
    this.#matrix ??= product(this.frame.matrix, product(this.#mapping(), this.state.world));
    return this.#matrix;
  }

  /** §11.1 of the platform's own documentation: text, measuring and stretching modes. */
  #mapping(): Matrix {
    const { mapMode, windowOrigin, windowExtent, viewportOrigin, viewportExtent } = this.state;
    let [sx, sy] = [1, 1];
    const perMillimetre = MEASURES[mapMode];
    if (perMillimetre !== undefined) {
      sx = this.frame.dotsPerMillimetre[0] / perMillimetre;
      sy = -this.frame.dotsPerMillimetre[1] / perMillimetre;
    } else if (mapMode === 7 || mapMode === 8) {
      sx = ratio(viewportExtent[0], windowExtent[0]);
      sy = ratio(viewportExtent[1], windowExtent[1]);
      if (mapMode === 7) {
        const least = Math.min(Math.abs(sx), Math.abs(sy));
        [sx, sy] = [Math.sign(sx) * least, Math.sign(sy) * least];
      }
    }
    return [sx, 0, 0, sy, viewportOrigin[0] - windowOrigin[0] * sx, viewportOrigin[1] - windowOrigin[1] * sy];
  }

  map(path: readonly PathCommand[], matrix = this.matrix): readonly PathCommand[] {
    return path.map((command): PathCommand => {
      switch (command[0]) {
        case 'Z':
          return command;
        case 'C':
          return [
            'C',
            ...moved(matrix, [command[1], command[2]]),
            ...moved(matrix, [command[3], command[4]]),
            ...moved(matrix, [command[5], command[6]]),
          ];
        default:
          return [command[0], ...moved(matrix, [command[1], command[2]])];
      }
    });
  }

  /** In logical coordinates. Within a path it is a part of it. `lines`: the pen alone. */
  draw(path: readonly PathCommand[], what: 'lines' | 'area'): void {
    const mapped = this.map(path);
    if (this.path !== undefined) this.path.push(...mapped);
    else this.paint(mapped, what === 'area', true);
  }

  /** In the picture's coordinates. */
  paint(path: readonly PathCommand[], filled: boolean, stroked: boolean): void {
    const fill = filled ? this.#mixed(this.state.brush.color) : undefined;
    const stroke = stroked ? this.#stroke() : undefined;
    if (path.length < 2 || (fill === undefined && stroke === undefined)) return;
    this.add({
      kind: 'path',
      path,
      ...(fill !== undefined && { fill }),
      ...(stroke !== undefined && { stroke }),
      ...(this.state.evenOdd && { evenOdd: true }),
    });
  }

  fill(path: readonly PathCommand[], color: Color): void {
    this.add({ kind: 'path', path, fill: color });
  }

  #mixed(color: Color | undefined): Color | undefined {
    const { rop } = this.state;
    if (color === undefined || rop === R2_NOP) return undefined;
    if (rop === R2_BLACK) return 0;
    if (rop === R2_WHITE) return 0xffffff;
    // What turns over what is below it cannot be said in a PDF's plain terms.
    if (!R2_COPIES.has(rop)) throw badImage(`it mixes colours in mode ${rop}`);
    return color;
  }

  #stroke(): Stroke | undefined {
    const { pen } = this.state;
    const color = this.#mixed(pen.color);
    if (color === undefined) return undefined;
    const [a, b, c, d] = this.matrix;
    const width = Math.max(this.frame.dot, pen.width * Math.sqrt(Math.abs(a * d - b * c)));
    // The dashes of a thin line are counted in three dots.
    const unit = pen.width <= 1 ? width * 3 : width;
    return {
      color,
      width,
      cap: pen.dash.length > 0 ? 'butt' : pen.cap,
      join: pen.join,
      ...(pen.dash.length > 0 && { dash: pen.dash.map((length) => length * unit) }),
    };
  }

  endPath(): void {
    this.#finished = this.path ?? [];
    this.path = undefined;
  }

  paintPath(filled: boolean, stroked: boolean): void {
    const path = this.#finished;
    this.#finished = [];
    this.paint(path, filled, stroked);
  }

  takePath(): readonly PathCommand[] {
    const path = this.#finished;
    this.#finished = [];
    return path;
  }

  raster(raster: Raster): void {
    this.rasters.draw(raster, this.matrix);
  }

  clip(path: readonly PathCommand[]): void {
    this.setLook({ clips: [...this.state.clips, path] });
  }

  /** All but a rectangle: an outer one, and this one the other way round. */
  exclude(bounds: Bounds): void {
    const { width, height } = this.frame;
    const outer = rectanglePath({ left: -width, top: -height, right: 2 * width, bottom: 2 * height });
    const inner = this.map(rectanglePath(bounds)).filter(
      (command): command is readonly ['M' | 'L', number, number] => command[0] === 'M' || command[0] === 'L',
    );
    if (isClockwise(inner)) inner.reverse();
    const hole = inner.map(([, x, y], index): PathCommand => [index === 0 ? 'M' : 'L', x, y]);
    this.clip([...outer, ...hole, ['Z']]);
  }

  add(item: Item): void {
    if (this.items.length >= MOST_ITEMS) throw badImage('it has too many parts');
    // A bitmap that waits for its partner comes before what is drawn after it.
    if (item.kind !== 'image') this.rasters.flush();
    const { clips } = this.state;
    if (clips !== this.#open) {
      this.#close();
      for (const clip of clips) this.items.push({ kind: 'push', clip });
      this.#open = clips;
    }
    this.items.push(item);
  }

  #close(): void {
    for (const _ of this.#open) this.items.push({ kind: 'pop' });
    this.#open = [];
  }

  finish(): void {
    this.rasters.flush();
    this.#close();
  }
}

/** Units of the mapping modes to the millimetre: metric, English, twips. */
const MEASURES: Readonly<Record<number, number>> = {
  2: 10,
  3: 100,
  4: 100 / 25.4,
  5: 1000 / 25.4,
  6: 1440 / 25.4,
};

const ratio = (viewport: number, window: number): number => (window === 0 ? 1 : viewport / window);

const moved = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** The right one first. */
export const product = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => {
  const [x, y] = moved(outer, [e, f]);
  const [oa, ob, oc, od] = outer;
  return [oa * a + oc * b, ob * a + od * b, oa * c + oc * d, ob * c + od * d, x, y];
};

const isClockwise = (corners: readonly (readonly [string, number, number])[]): boolean => {
  let area = 0;
  for (const [index, [, x, y]] of corners.entries()) {
    const next = corners[(index + 1) % corners.length];
    area += x * (next?.[2] ?? y) - (next?.[1] ?? x) * y;
  }
  return area > 0;
};

/**
 * BilevelDrawing :: drawing calls of bwip-js → black and white pixels
 *
 * Every module is a whole number of pixels, so edges are sharp at any size; a symbol is a few kilobytes of 1-bit PNG.
 * bwip-js's own raster is colour, asynchronous and fifty times as large.
 */
import type { DrawingContext } from 'bwip-js';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel: 0 is black, 1 white. */
  readonly data: Uint8Array;
}

/** Glyphs as bwip-js rasterises them; `bytes` holds coverage, 0 to 255, from `offset` on. */
export interface GlyphSource {
  lookup(font: string): number;
  getglyph(
    fontid: number,
    charcode: number,
    width: number,
    height: number,
  ): {
    readonly top: number;
    readonly left: number;
    readonly width: number;
    readonly height: number;
    readonly advance: number;
    readonly bytes: Uint8Array;
    readonly offset: number;
  };
}

interface Padding {
  readonly horizontal: number;
  readonly vertical: number;
}

type Point = readonly [number, number];

interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

const HALF_COVERED = 128;

/** For each row of pixels, where its middle meets the edges of the shapes. `top` is the first row's middle. */
const crossings = (
  polygons: readonly (readonly Point[])[],
  ellipses: readonly Ellipse[],
  top: number,
  height: number,
): readonly (readonly number[])[] => {
  const rows: number[][] = Array.from({ length: height }, () => []);
  const rowsBetween = (from: number, to: number, meet: (y: number) => number): void => {
    const last = Math.min(height, Math.ceil(to - top));
    for (let row = Math.max(0, Math.ceil(from - top)); row < last; row++) rows[row]?.push(meet(top + row));
  };
  for (const points of polygons) {
    let previous = points.at(-1);
    for (const point of points) {
      if (previous !== undefined && previous[1] !== point[1]) {
        const [a, b] = previous[1] < point[1] ? [previous, point] : [point, previous];
        rowsBetween(a[1], b[1], (y) => a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
      }
      previous = point;
    }
  }
  for (const { x, y: centre, rx, ry } of ellipses) {
    const half = (y: number): number => rx * Math.sqrt(Math.max(0, 1 - ((y - centre) / ry) ** 2));
    rowsBetween(centre - ry, centre + ry, (y) => x - half(y));
    rowsBetween(centre - ry, centre + ry, (y) => x + half(y));
  }
  return rows;
};

export class BilevelDrawing implements DrawingContext<Bitmap> {
  readonly #fonts: GlyphSource;
  /** Quiet zone in pixels. */
  readonly #padding: Padding;
  #width = 0;
  #height = 0;
  #data = new Uint8Array(0);
  #polygons: Point[][] = [];
  #ellipses: Ellipse[] = [];
  /** 0 where nothing may be drawn. */
  #clipped: Uint8Array | undefined;

  constructor(fonts: GlyphSource, padding: Padding) {
    this.#fonts = fonts;
    this.#padding = padding;
  }

  scale(sx: number, sy: number): [number, number] {
    return [Math.max(1, Math.floor(sx)), Math.max(1, Math.floor(sy))];
  }

  measure(text: string, font: string, width: number, height: number) {
    const id = this.#fonts.lookup(font);
    let across = 0;
    let ascent = 0;
    let descent = 0;
    for (let index = 0; index < text.length; index++) {
      const glyph = this.#fonts.getglyph(id, text.charCodeAt(index), width | 0, height | 0);
      ascent = Math.max(ascent, glyph.top);
      descent = Math.max(descent, glyph.height - glyph.top);
      across += index === text.length - 1 ? glyph.left + glyph.width : glyph.advance;
    }
    return { width: across, ascent, descent };
  }

  init(width: number, height: number): void {
    this.#width = Math.ceil(width) + 2 * this.#padding.horizontal;
    this.#height = Math.ceil(height) + 2 * this.#padding.vertical;
    this.#data = new Uint8Array(this.#width * this.#height).fill(1);
  }

  /** Half-open, in the symbol's own pixels. */
  #rectangle(left: number, top: number, right: number, bottom: number): void {
    for (let y = top; y < bottom; y++) this.#span(y + this.#padding.vertical, left, right);
  }

  #span(y: number, left: number, right: number): void {
    const from = Math.max(0, left + this.#padding.horizontal);
    const to = Math.min(this.#width, right + this.#padding.horizontal);
    if (y < 0 || y >= this.#height || from >= to) return;
    for (let at = y * this.#width + from; at < y * this.#width + to; at++) {
      if (this.#clipped?.[at] !== 0) this.#data[at] = 0;
    }
  }

  /** Upright or level. bwip-js rounds an odd bar's middle up, and lets both ends count. */
  line(x0: number, y0: number, x1: number, y1: number, thickness: number): void {
    const width = Math.round(thickness) || 1;
    const half = width >> 1;
    const [left, right] = [Math.floor(Math.min(x0, x1)), Math.floor(Math.max(x0, x1))];
    const [top, bottom] = [Math.floor(Math.min(y0, y1)), Math.floor(Math.max(y0, y1))];
    if (left === right) this.#rectangle(left - width + half, top, left + half, bottom + 1);
    else this.#rectangle(left, top - half, right + 1, top - half + width);
  }

  polygon(points: [number, number][]): void {
    this.#polygons.push(points);
  }

  hexagon(points: [number, number][]): void {
    this.#polygons.push(points);
  }

  ellipse(x: number, y: number, rx: number, ry: number): void {
    this.#ellipses.push({ x, y, rx, ry });
  }

  /** All shapes since the last fill are one path with the even-odd rule: holes are shapes inside shapes. */
  fill(): void {
    this.#scan(this.#polygons, this.#ellipses, (y, from, to) => this.#span(y, from, to));
    this.#polygons = [];
    this.#ellipses = [];
  }

  /** Only the Swiss QR code clips: its modules spare the cross in the middle. */
  clip(polygons: readonly (readonly Point[])[]): void {
    const clipped = new Uint8Array(this.#data.length);
    this.#scan(polygons, [], (y, from, to) => {
      const start = y * this.#width + this.#padding.horizontal;
      clipped.fill(1, start + Math.max(0, from), start + Math.max(0, to));
    });
    this.#clipped = clipped;
  }

  unclip(): void {
    this.#clipped = undefined;
  }

  #scan(
    polygons: readonly (readonly Point[])[],
    ellipses: readonly Ellipse[],
    span: (y: number, from: number, to: number) => void,
  ): void {
    crossings(polygons, ellipses, 0.5 - this.#padding.vertical, this.#height).forEach((row, y) => {
      const found = row.toSorted((a, b) => a - b);
      for (let index = 0; index + 1 < found.length; index += 2) {
        span(y, Math.round(found[index] ?? 0), Math.round(found[index + 1] ?? 0));
      }
    });
  }

  /** `y` is the baseline. */
  text(
    x: number,
    y: number,
    text: string,
    _rgb: string,
    font: { name: string; width: number; height: number; dx: number },
  ): void {
    const id = this.#fonts.lookup(font.name);
    let at = Math.round(x) + this.#padding.horizontal;
    const baseline = Math.round(y) + this.#padding.vertical;
    for (let index = 0; index < text.length; index++) {
      const glyph = this.#fonts.getglyph(id, text.charCodeAt(index), font.width | 0, font.height | 0);
      for (let row = 0; row < glyph.height; row++) {
        for (let column = 0; column < glyph.width; column++) {
          if ((glyph.bytes[glyph.offset + row * glyph.width + column] ?? 0) < HALF_COVERED) continue;
          this.#dot(at + glyph.left + column, baseline - glyph.top + row);
        }
      }
      at += glyph.advance + font.dx;
    }
  }

  #dot(x: number, y: number): void {
    if (x >= 0 && y >= 0 && x < this.#width && y < this.#height) this.#data[y * this.#width + x] = 0;
  }

  end(): Bitmap {
    return { width: this.#width, height: this.#height, data: this.#data };
  }
}

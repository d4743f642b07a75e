/**
 * Rasters: bitmaps in a metafile → pictures, and what raster operations make of several of them
 *
 * Windows shows a picture with holes by two or three copies: black out its shape (AND with a mask), then add the picture
 * (OR, XOR). On paper that is one picture with a mask.
 */

import { badImage } from '../images/decode/guard.ts';
import { DEFAULT_IMAGE_LIMITS } from '../images/limits.ts';
import type { Pixels } from '../images/png-encode.ts';
import type { ImageId, ImageItem, Item, Matrix } from '../layout/display-list.ts';

export interface Raster {
  readonly pixels: Pixels;
  /** Logical: upper left corner, width and height, which may be negative. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What of the bitmap is shown, from its upper left corner; all of it where absent. */
  readonly source?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** The ternary raster operation, 24 bits of it. */
  readonly operation: number;
  readonly opacity?: number;
}

export const SRCCOPY = 0xcc0020;
const SRCAND = 0x8800c6;
const SRCPAINT = 0xee0086;
const SRCINVERT = 0x660046;
const NOTSRCCOPY = 0x330008;

interface Held extends Raster {
  readonly matrix: Matrix;
}

export class Rasters {
  readonly images = new Map<ImageId, Pixels>();
  readonly #image: ImageId;
  readonly #add: (item: Item) => void;
  /** Copies that mean something together with the next ones. */
  #mask: Held | undefined;
  #first: Held | undefined;
  #pixels = 0;

  constructor(image: ImageId, add: (item: Item) => void) {
    this.#image = image;
    this.#add = add;
  }

  draw(raster: Raster, matrix: Matrix): void {
    const { width, height } = raster.pixels;
    this.#pixels += width * height;
    if (this.#pixels > DEFAULT_IMAGE_LIMITS.decodedPixels) throw badImage('its bitmaps are too large');
    const held: Held = { ...raster, matrix };
    switch (raster.operation) {
      case SRCCOPY:
        this.flush();
        this.#show(held);
        return;
      case NOTSRCCOPY:
        this.flush();
        this.#show({ ...held, pixels: inverted(raster.pixels) });
        return;
      case SRCAND:
        if (this.#first !== undefined && !samePlace(this.#first, held)) this.flush();
        this.#mask = held;
        return;
      case SRCPAINT:
      case SRCINVERT:
        this.#combine(held);
        return;
      default:
        throw badImage(`it mixes bitmaps in mode ${raster.operation.toString(16)}`);
    }
  }

  #combine(held: Held): void {
    const mask = this.#mask;
    if (mask !== undefined && samePlace(mask, held)) {
      this.#mask = undefined;
      this.#first = undefined;
      this.#show({ ...held, pixels: masked(held.pixels, mask.pixels) });
      return;
    }
    this.flush();
    // XOR, AND, XOR: the first one waits for the others.
    if (held.operation === SRCINVERT) this.#first = held;
    // On white paper OR leaves white.
  }

  /** What was waiting for a partner that did not come: AND alone darkens, which on white is the bitmap itself. */
  flush(): void {
    const [mask, first] = [this.#mask, this.#first];
    this.#mask = undefined;
    this.#first = undefined;
    if (first !== undefined) throw badImage('it turns colours over');
    if (mask !== undefined) this.#show({ ...mask, pixels: masked(mask.pixels, mask.pixels) });
  }

  #show({ pixels, x, y, width, height, source, matrix, opacity }: Held): void {
    if (width === 0 || height === 0) return;
    const id: ImageId = `${this.#image}#${this.images.size + 1}`;
    this.images.set(id, pixels);
    const [a, b, c, d, e, f] = matrix;
    const crop = source === undefined ? undefined : cropOf(source, pixels);
    this.#add({
      kind: 'image',
      image: id,
      matrix: [a * width, b * width, c * height, d * height, a * x + c * y + e, b * x + d * y + f],
      ...(crop !== undefined && { crop }),
      ...(opacity !== undefined && opacity < 1 && { opacity }),
    });
  }
}

const cropOf = (
  source: NonNullable<Raster['source']>,
  { width, height }: Pixels,
): ImageItem['crop'] | undefined => {
  const crop = {
    left: source.x / width,
    top: source.y / height,
    right: 1 - (source.x + source.width) / width,
    bottom: 1 - (source.y + source.height) / height,
  };
  const most = Math.max(...Object.values(crop).map(Math.abs));
  return most < 1e-6 || crop.left + crop.right >= 1 || crop.top + crop.bottom >= 1 ? undefined : crop;
};

const NEAR = 1e-6;

const samePlace = (one: Held, other: Held): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height &&
  one.pixels.width === other.pixels.width &&
  one.pixels.height === other.pixels.height &&
  one.matrix.every((value, index) => Math.abs(value - (other.matrix[index] ?? 0)) < NEAR);

/** Where the mask is white, nothing shows. */
const masked = (picture: Pixels, mask: Pixels): Pixels => {
  const data = new Uint8Array(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const light = (mask.data[at] ?? 0) + (mask.data[at + 1] ?? 0) + (mask.data[at + 2] ?? 0);
    data[at + 3] = light >= 3 * 250 ? 0 : 255;
  }
  return { ...picture, data };
};

const inverted = (picture: Pixels): Pixels => {
  const data = new Uint8Array(picture.data);
  for (let at = 0; at < data.length; at += 4)
    for (let part = at; part < at + 3; part++) data[part] = 255 - (data[part] ?? 0);
  return { ...picture, data };
};

/** Patterns are drawn as their average, as everywhere in this engine. */
export const averageOf = (data: Uint8Array | Uint8ClampedArray): number => {
  const sums = [0, 0, 0];
  for (let index = 0; index < data.length; index++)
    if (index % 4 < 3) sums[index % 4] = (sums[index % 4] ?? 0) + (data[index] ?? 0);
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round(sum / Math.max(1, data.length / 4)));
  return (red << 16) | (green << 8) | blue;
};

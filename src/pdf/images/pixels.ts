/**
 * encodePixels :: RGBA pixels → image object, and a soft mask where something shows through (§11.6.5.3)
 *
 * In the smallest colour space that holds the picture: grey, a palette of up to 256, or RGB. Rows are filtered as PNG does,
 * each by what leaves the least to compress.
 */

import { deflateSync } from 'node:zlib';
import { checkPixels } from '../../images/decode/guard.ts';
import { paeth } from '../../images/decode/png-parts.ts';
import type { Pixels } from '../../images/png-encode.ts';
import type { EncodedImage, ImageStream } from './encoded-image.ts';

const LEVEL = 7;
const MOST_COLORS = 256;

export const encodePixels = (pixels: Pixels): EncodedImage => {
  const { width, height, data } = pixels;
  checkPixels(width, height);
  const rgba = pixels.kind === 'rgba' ? data : bilevelToRgba(data);
  const count = width * height;
  let opaque = true;
  let gray = true;
  const palette = new Map<number, number>();
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += 4) {
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    if (rgba[at + 3] !== 255) opaque = false;
    if (red !== green || green !== blue) gray = false;
    if (palette.size <= MOST_COLORS) {
      const color = (red << 16) | (green << 8) | blue;
      if (!palette.has(color)) palette.set(color, palette.size);
    }
  }
  const size = { width, height };
  const image = gray
    ? grayImage(size, rgba)
    : palette.size <= MOST_COLORS
      ? paletteImage(size, rgba, palette)
      : rgbImage(size, rgba);
  if (opaque) return image;
  const alpha = new Uint8Array(count);
  for (let pixel = 0; pixel < count; pixel++) alpha[pixel] = rgba[pixel * 4 + 3] ?? 0;
  return { ...image, softMask: filtered({ ...size, channels: 1 }, alpha, '/DeviceGray') };
};

interface Size {
  readonly width: number;
  readonly height: number;
}

type Bytes = Uint8Array | Uint8ClampedArray;

const bilevelToRgba = (data: Bytes): Uint8Array => {
  const rgba = new Uint8Array(data.length * 4);
  data.forEach((value, pixel) => {
    rgba.fill(value === 0 ? 0 : 255, pixel * 4, pixel * 4 + 3);
    rgba[pixel * 4 + 3] = 255;
  });
  return rgba;
};

const grayImage = (size: Size, rgba: Bytes): ImageStream => {
  const samples = new Uint8Array(size.width * size.height);
  for (let pixel = 0; pixel < samples.length; pixel++) samples[pixel] = rgba[pixel * 4] ?? 0;
  return filtered({ ...size, channels: 1 }, samples, '/DeviceGray');
};

const rgbImage = (size: Size, rgba: Bytes): ImageStream => {
  const count = size.width * size.height;
  const samples = new Uint8Array(count * 3);
  for (let pixel = 0; pixel < count; pixel++) {
    samples[pixel * 3] = rgba[pixel * 4] ?? 0;
    samples[pixel * 3 + 1] = rgba[pixel * 4 + 1] ?? 0;
    samples[pixel * 3 + 2] = rgba[pixel * 4 + 2] ?? 0;
  }
  return filtered({ ...size, channels: 3 }, samples, '/DeviceRGB');
};

/** Indices do not change smoothly: they compress best as they are. */
const paletteImage = (
  { width, height }: Size,
  rgba: Bytes,
  palette: ReadonlyMap<number, number>,
): ImageStream => {
  const indices = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < indices.length; pixel++, at += 4) {
    const color = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
    indices[pixel] = palette.get(color) ?? 0;
  }
  const colors = [...palette.keys()];
  return {
    entries: `/Width ${width}/Height ${height}/ColorSpace${indexedSpace(colors)}/BitsPerComponent 8/Filter/FlateDecode`,
    data: deflateSync(indices, { level: LEVEL }),
  };
};

/** §8.6.6.3: a palette as a string of RGB triples. */
export const indexedSpace = (colors: readonly number[]): string =>
  `[/Indexed/DeviceRGB ${colors.length - 1}<${colors.map((color) => color.toString(16).padStart(6, '0')).join('')}>]`;

interface Raster extends Size {
  readonly channels: number;
}

const FILTER_SUB = 1;
const FILTER_UP = 2;
const FILTER_PAETH = 4;

/** PNG filters (predictor 15, §7.4.4.4): for each row the one whose differences are smallest. */
const filtered = (raster: Raster, samples: Uint8Array, colorSpace: string): ImageStream => {
  const { width, height, channels } = raster;
  const stride = width * channels;
  const rows = new Uint8Array((stride + 1) * height);
  const candidates = [FILTER_SUB, FILTER_UP, FILTER_PAETH].map((filter) => ({
    filter,
    row: new Uint8Array(stride),
  }));
  for (let y = 0; y < height; y++) {
    let best = candidates[0];
    let least = Number.POSITIVE_INFINITY;
    for (const candidate of candidates) {
      const sum = filterRow(samples, { start: y * stride, stride, channels, first: y === 0 }, candidate);
      if (sum < least) {
        least = sum;
        best = candidate;
      }
    }
    rows[y * (stride + 1)] = best?.filter ?? 0;
    if (best !== undefined) rows.set(best.row, y * (stride + 1) + 1);
  }
  return {
    entries:
      `/Width ${width}/Height ${height}/ColorSpace${colorSpace}/BitsPerComponent 8/Filter/FlateDecode` +
      `/DecodeParms<</Predictor 15/Colors ${channels}/Columns ${width}>>`,
    data: deflateSync(rows, { level: LEVEL }),
  };
};

interface Row {
  readonly start: number;
  readonly stride: number;
  readonly channels: number;
  readonly first: boolean;
}

/** Fills the candidate's row, and says how much is in it: differences count by their distance from zero. */
const filterRow = (
  samples: Uint8Array,
  { start, stride, channels, first }: Row,
  { filter, row }: { readonly filter: number; readonly row: Uint8Array },
): number => {
  let sum = 0;
  for (let x = 0; x < stride; x++) {
    const left = x >= channels ? (samples[start + x - channels] ?? 0) : 0;
    const above = first ? 0 : (samples[start + x - stride] ?? 0);
    let prediction = filter === FILTER_SUB ? left : above;
    if (filter === FILTER_PAETH) {
      const corner = first || x < channels ? 0 : (samples[start + x - stride - channels] ?? 0);
      prediction = paeth(left, above, corner);
    }
    const difference = ((samples[start + x] ?? 0) - prediction) & 0xff;
    row[x] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
};

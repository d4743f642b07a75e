/**
 * decodePng :: PNG file → RGBA pixels (PNG 3rd edition §7 to §9)
 */

import { inflateSync } from 'node:zlib';
import type { Pixels } from '../png-encode.ts';
import { checkPixels, damagedImage, guardImage } from './guard.ts';
import { PNG_CHANNELS, type PngParts, paeth, readPng, TYPE_RGBA } from './png-parts.ts';

/** Adam7: where each pass starts and how far apart its pixels lie. */
const PASSES: readonly (readonly [x: number, y: number, dx: number, dy: number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

export const decodePng = (bytes: Uint8Array): Pixels =>
  guardImage(() => {
    const png = readPng(bytes);
    checkPixels(png.width, png.height);
    return unpack(png, inflate(png));
  });

const inflate = (png: PngParts): Uint8Array => {
  const channels = PNG_CHANNELS[png.type] ?? 1;
  // Interlacing adds at most seven filter bytes a row and some padding; the bound is what keeps a bomb from unfolding.
  const most = (Math.ceil((png.width * channels * png.bits) / 8) + 16) * png.height * 2 + 4096;
  return inflateSync(Buffer.concat(png.data), { maxOutputLength: most });
};

const unpack = (png: PngParts, data: Uint8Array): Pixels => {
  const { width, height } = png;
  const rgba = new Uint8Array(width * height * 4);
  const toRgba = colorReader(png);
  const bitsPerPixel = (PNG_CHANNELS[png.type] ?? 1) * png.bits;
  const step = Math.max(1, bitsPerPixel >> 3);
  // RGBA in eight bits is what comes out.
  const direct = png.type === TYPE_RGBA && png.bits === 8 && !png.interlaced;
  let at = 0;
  for (const [x0, y0, dx, dy] of png.interlaced ? PASSES : [[0, 0, 1, 1] as const]) {
    const columns = Math.ceil((width - x0) / dx);
    const rows = Math.ceil((height - y0) / dy);
    if (columns <= 0 || rows <= 0) continue;
    const stride = Math.ceil((columns * bitsPerPixel) / 8);
    let above: Uint8Array = new Uint8Array(stride);
    for (let row = 0; row < rows; row++) {
      if (at + 1 + stride > data.byteLength) throw damagedImage('PNG');
      const line = data.subarray(at + 1, at + 1 + stride);
      unfilter(line, above, step, data[at] ?? 0);
      at += 1 + stride;
      above = line;
      if (direct) {
        rgba.set(line, row * stride);
        continue;
      }
      for (let column = 0; column < columns; column++) {
        toRgba(line, column, rgba, ((y0 + row * dy) * width + x0 + column * dx) * 4);
      }
    }
  }
  return { width, height, kind: 'rgba', data: rgba };
};

/** A loop for each filter: this runs once for every byte of every picture. */
export const unfilter = (line: Uint8Array, above: Uint8Array, step: number, filter: number): void => {
  const { length } = line;
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let x = step; x < length; x++) line[x] = (line[x] ?? 0) + (line[x - step] ?? 0);
      return;
    case 2:
      for (let x = 0; x < length; x++) line[x] = (line[x] ?? 0) + (above[x] ?? 0);
      return;
    case 3:
      for (let x = 0; x < step; x++) line[x] = (line[x] ?? 0) + ((above[x] ?? 0) >> 1);
      for (let x = step; x < length; x++) {
        line[x] = (line[x] ?? 0) + (((line[x - step] ?? 0) + (above[x] ?? 0)) >> 1);
      }
      return;
    case 4:
      for (let x = 0; x < step; x++) line[x] = (line[x] ?? 0) + (above[x] ?? 0);
      for (let x = step; x < length; x++) {
        line[x] = (line[x] ?? 0) + paeth(line[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0);
      }
      return;
    default:
      throw damagedImage('PNG');
  }
};

type ColorReader = (line: Uint8Array, column: number, target: Uint8Array, at: number) => void;

/** Sixteen-bit samples lose their lower byte: no viewer shows it. */
const colorReader = ({ type, bits, palette, transparency }: PngParts): ColorReader => {
  const channels = PNG_CHANNELS[type] ?? 1;
  const bytesPerSample = bits === 16 ? 2 : 1;
  const sample = (line: Uint8Array, column: number, channel: number): number => {
    if (bits >= 8) return line[(column * channels + channel) * bytesPerSample] ?? 0;
    const bit = column * bits;
    return ((line[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
  };
  if (type === 3) {
    return (line, column, target, at) => {
      const index = sample(line, column, 0);
      const color = palette[index] ?? 0;
      target[at] = color >> 16;
      target[at + 1] = (color >> 8) & 0xff;
      target[at + 2] = color & 0xff;
      target[at + 3] = transparency?.[index] ?? 255;
    };
  }
  const scale = bits < 8 ? 255 / ((1 << bits) - 1) : 1;
  const hasAlpha = type === 4 || type === 6;
  const colors = hasAlpha ? channels - 1 : channels;
  // The one transparent colour of tRNS, which is stored in 16 bits a sample.
  const clear =
    hasAlpha || transparency === undefined
      ? undefined
      : Array.from({ length: colors }, (_, index) => transparency[index * 2 + (bits === 16 ? 0 : 1)] ?? 0);
  return (line, column, target, at) => {
    let matches = clear !== undefined;
    for (let channel = 0; channel < 3; channel++) {
      const value = sample(line, column, colors === 1 ? 0 : channel);
      if (clear !== undefined && value !== clear[colors === 1 ? 0 : channel]) matches = false;
      target[at + channel] = value * scale;
    }
    target[at + 3] = hasAlpha ? sample(line, column, colors) : matches ? 0 : 255;
  };
};

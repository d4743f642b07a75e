/**
 * encodePng :: pixels → PNG
 *
 * For pictures that are made here (converted WebP, barcodes). Pictures from data are never re-encoded.
 */
import { crc32, deflateSync } from 'node:zlib';
import { paeth } from './decode/png-parts.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `rgba`: 4 bytes a pixel. `bilevel`: 1 byte a pixel, 0 black and anything else white. */
  readonly kind: 'rgba' | 'bilevel';
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Written as pHYs. */
  readonly dpi?: number;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INCHES_PER_METRE = 1 / 0.0254;
const FILTER_NONE = 0;
const FILTER_PAETH = 4;

const chunk = (name: string, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(12 + data.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.byteLength);
  for (let index = 0; index < 4; index++) bytes[4 + index] = name.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)));
  return bytes;
};

/** An opaque picture is written without its alpha, which would be a quarter of the bytes and say nothing. */
const colourRows = ({ width, height, data }: Pixels, samples: 3 | 4): Uint8Array => {
  const stride = width * samples;
  const rows = new Uint8Array((stride + 1) * height);
  const current = new Uint8Array(stride);
  const previous = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const out = y * (stride + 1);
    rows[out] = FILTER_PAETH;
    for (let x = 0, at = y * width * 4; x < stride; x += samples, at += 4) {
      for (let sample = 0; sample < samples; sample++) current[x + sample] = data[at + sample] ?? 0;
    }
    for (let x = 0; x < stride; x++) {
      const left = current[x - samples] ?? 0;
      const above = previous[x] ?? 0;
      const corner = previous[x - samples] ?? 0;
      rows[out + 1 + x] = (current[x] ?? 0) - paeth(left, above, corner);
    }
    previous.set(current);
  }
  return rows;
};

const isOpaque = (data: Pixels['data']): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0xff) return false;
  return true;
};

const bilevelRows = ({ width, height, data }: Pixels): Uint8Array => {
  const stride = Math.ceil(width / 8) + 1;
  const rows = new Uint8Array(stride * height);
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (let y = 0; y < height; y++) {
    const out = y * stride;
    const from = y * width;
    // A barcode is the same row a few hundred times.
    if (y > 0 && pixels.compare(pixels, from - width, from, from, from + width) === 0) {
      rows.copyWithin(out, out - stride, out);
      continue;
    }
    rows[out] = FILTER_NONE;
    for (let x = 0; x < width; x++) {
      const at = out + 1 + (x >> 3);
      if (pixels[from + x] !== 0) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return rows;
};

/** PNG 3rd edition §11.2.1: sample depth, colour type and filtered rows. */
const rasterOf = (pixels: Pixels): { depth: number; colour: number; rows: Uint8Array } => {
  if (pixels.kind === 'bilevel') return { depth: 1, colour: 0, rows: bilevelRows(pixels) };
  if (isOpaque(pixels.data)) return { depth: 8, colour: 2, rows: colourRows(pixels, 3) };
  return { depth: 8, colour: 6, rows: colourRows(pixels, 4) };
};

export const encodePng = (pixels: Pixels): Uint8Array => {
  const { depth, colour, rows } = rasterOf(pixels);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, pixels.width);
  view.setUint32(4, pixels.height);
  header[8] = depth;
  header[9] = colour;
  const parts = [SIGNATURE, chunk('IHDR', header)];
  if (pixels.dpi !== undefined) {
    const density = new Uint8Array(9);
    const perMetre = Math.round(pixels.dpi * INCHES_PER_METRE);
    new DataView(density.buffer).setUint32(0, perMetre);
    new DataView(density.buffer).setUint32(4, perMetre);
    density[8] = 1; // the unit: a metre
    parts.push(chunk('pHYs', density));
  }
  parts.push(chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array(0)));
  return Buffer.concat(parts);
};

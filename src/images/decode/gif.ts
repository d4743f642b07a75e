/**
 * decodeGif :: GIF file → its first frame (GIF89a specification, appendix F for LZW)
 */

import { checkPixels, damagedImage, guardImage } from './guard.ts';

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
const LARGEST_CODE = 4096;

/** A picture whose samples are places in a list of colours. */
interface IndexedPixels {
  readonly width: number;
  readonly height: number;
  /** A byte for each pixel, from the top left. */
  readonly indices: Uint8Array;
  /** 0xRRGGBB. */
  readonly palette: readonly number[];
  /** The one that is not drawn. */
  readonly transparent: number | undefined;
}

export const decodeGif = (bytes: Uint8Array): IndexedPixels =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const flags = view.getUint8(10);
    let at = 13;
    let palette: readonly number[] = [];
    if ((flags & 0x80) !== 0) {
      palette = readColors(view, at, 2 << (flags & 7));
      at += palette.length * 3;
    }
    let transparent: number | undefined;
    for (;;) {
      const block = view.getUint8(at++);
      if (block === EXTENSION) {
        const label = view.getUint8(at++);
        if (label === GRAPHIC_CONTROL && (view.getUint8(at + 1) & 1) === 1)
          transparent = view.getUint8(at + 4);
        at = skipBlocks(view, at);
      } else if (block === IMAGE) return readFrame(bytes, view, { at, palette, transparent });
      else throw damagedImage('GIF');
    }
  });

const readColors = (view: DataView, at: number, count: number): readonly number[] =>
  Array.from(
    { length: count },
    (_, index) => (view.getUint16(at + index * 3) << 8) | view.getUint8(at + index * 3 + 2),
  );

const skipBlocks = (view: DataView, start: number): number => {
  let at = start;
  while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
  return at + 1;
};

interface Frame {
  readonly at: number;
  readonly palette: readonly number[];
  readonly transparent: number | undefined;
}

const readFrame = (bytes: Uint8Array, view: DataView, frame: Frame): IndexedPixels => {
  let { at, palette } = frame;
  const width = view.getUint16(at + 4, true);
  const height = view.getUint16(at + 6, true);
  checkPixels(width, height);
  const flags = view.getUint8(at + 8);
  at += 9;
  if ((flags & 0x80) !== 0) {
    palette = readColors(view, at, 2 << (flags & 7));
    at += palette.length * 3;
  }
  if (palette.length === 0) throw damagedImage('GIF');
  const indices = decodeLzw(bytes, view, at, width * height);
  const rows = (flags & 0x40) !== 0 ? deinterlace(indices, width, height) : indices;
  return { width, height, indices: rows, palette, transparent: frame.transparent };
};

/** A file that ends early leaves the rest of the picture in the first colour, as browsers show it. */
const decodeLzw = (bytes: Uint8Array, view: DataView, start: number, count: number): Uint8Array => {
  const output = new Uint8Array(count);
  const minimum = view.getUint8(start);
  if (minimum < 1 || minimum > 11) throw damagedImage('GIF');
  const clear = 1 << minimum;
  const prefixes = new Uint16Array(LARGEST_CODE);
  const suffixes = new Uint8Array(LARGEST_CODE);
  const stack = new Uint8Array(LARGEST_CODE + 1);
  let size = minimum + 1;
  let next = clear + 2;
  let previous = -1;
  let first = 0;
  let written = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = start + 1; at < bytes.byteLength; ) {
    const length = bytes[at++] ?? 0;
    if (length === 0) break;
    for (const end = Math.min(at + length, bytes.byteLength); at < end; at++) {
      bits |= (bytes[at] ?? 0) << bitCount;
      bitCount += 8;
      while (bitCount >= size) {
        const code = bits & ((1 << size) - 1);
        bits >>>= size;
        bitCount -= size;
        if (code === clear) {
          size = minimum + 1;
          next = clear + 2;
          previous = -1;
          continue;
        }
        if (code === clear + 1 || written >= count) return output;
        if (code > next || (previous < 0 && code >= clear)) throw damagedImage('GIF');
        let depth = 0;
        let current = code;
        // The code that is being defined: the previous string and its own first symbol.
        if (code === next && previous >= 0) {
          stack[depth++] = first;
          current = previous;
        }
        while (current >= clear + 2 && depth < LARGEST_CODE) {
          stack[depth++] = suffixes[current] ?? 0;
          current = prefixes[current] ?? 0;
        }
        first = current;
        stack[depth++] = first;
        while (depth > 0 && written < count) output[written++] = stack[--depth] ?? 0;
        if (previous >= 0 && next < LARGEST_CODE) {
          prefixes[next] = previous;
          suffixes[next] = first;
          next++;
          if (next === 1 << size && size < 12) size++;
        }
        previous = code;
      }
    }
  }
  return output;
};

/** Every eighth row, then those between: four passes. */
const deinterlace = (indices: Uint8Array, width: number, height: number): Uint8Array => {
  const rows = new Uint8Array(indices.length);
  let source = 0;
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let y = start; y < height; y += step) {
      rows.set(indices.subarray(source * width, (source + 1) * width), y * width);
      source++;
    }
  }
  return rows;
};

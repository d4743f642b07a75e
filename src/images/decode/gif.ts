/**
 * decodeGif :: GIF file → its first frame (GIF89a specification, appendix F for LZW)
 */

import { type GifBlocks, readGifBlocks } from '../structure/gif-blocks.ts';
import { checkPixels, damagedImage, guardImage } from './guard.ts';

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
    const blocks = readGifBlocks(bytes);
    if (blocks === undefined) throw damagedImage('GIF');
    const { frame, palette, transparent } = blocks;
    const { width, height } = frame;
    checkPixels(width, height);
    if (palette.length === 0) throw damagedImage('GIF');
    const indices = decodeLzw(bytes, blocks, width * height);
    const rows = frame.interlaced ? deinterlace(indices, width, height) : indices;
    return { width, height, indices: rows, palette, transparent };
  });

/** A file that ends early leaves the rest of the picture in the first colour, as browsers show it. */
const decodeLzw = (
  bytes: Uint8Array,
  { codeBits: minimum, pixels: start }: GifBlocks,
  count: number,
): Uint8Array => {
  const output = new Uint8Array(count);
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
  for (let at = start; at < bytes.byteLength; ) {
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

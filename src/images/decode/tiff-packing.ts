/** How TIFF packs rows (TIFF 6.0, sections 9 and 13). Both stop at the length that is wanted: a bomb is no longer than that. */
import { damagedImage } from './guard.ts';

/** Runs: a byte says how many follow as they are, or how often the next one comes. */
export const unpackBits = (data: Uint8Array, most: number): Uint8Array => {
  const out = new Uint8Array(most);
  let length = 0;
  for (let at = 0; at < data.length && length < most; ) {
    const count = data[at++] ?? 0;
    if (count === 128) continue;
    if (count < 128) {
      const end = Math.min(data.length, at + count + 1);
      while (at < end && length < most) out[length++] = data[at++] ?? 0;
    } else {
      const value = data[at++] ?? 0;
      const end = Math.min(most, length + 257 - count);
      out.fill(value, length, end);
      length = end;
    }
  }
  return out.subarray(0, length);
};

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** Codes of 9 to 12 bits, the highest bit first; each stands for a string that the ones before it made. */
export const unpackLzw = (data: Uint8Array, most: number): Uint8Array => {
  const out = new Uint8Array(most);
  /** Of each code: the code that its string goes on from, its last byte, its length. */
  const prefix = new Uint16Array(MOST_CODES);
  const suffix = new Uint8Array(MOST_CODES);
  const lengths = new Uint16Array(MOST_CODES);
  for (let code = 0; code < 256; code++) {
    suffix[code] = code;
    lengths[code] = 1;
  }
  let [next, width, before, length] = [258, 9, -1, 0];
  const write = (code: number): number => {
    const size = lengths[code] ?? 0;
    let at = length + size - 1;
    let one = code;
    let first = 0;
    for (let left = size; left > 0; left--, at--) {
      first = suffix[one] ?? 0;
      if (at < most) out[at] = first;
      one = prefix[one] ?? 0;
    }
    length += size;
    return first;
  };
  for (let bit = 0; bit + width <= data.length * 8 && length < most; bit += width) {
    const code = codeAt(data, bit, width);
    if (code === END) break;
    if (code === CLEAR) {
      bit += width;
      [next, width] = [258, 9];
      if (bit + width > data.length * 8) break;
      before = codeAt(data, bit, width);
      if (before === END) break;
      if (before >= CLEAR) throw damagedImage('TIFF');
      write(before);
      continue;
    }
    if (before < 0 || code > next || next >= MOST_CODES) throw damagedImage('TIFF');
    prefix[next] = before;
    lengths[next] = (lengths[before] ?? 0) + 1;
    // A code that is being made begins as the one before it.
    suffix[next] = firstOf(code === next ? before : code, prefix, lengths, suffix);
    next += 1;
    write(code);
    before = code;
    // One earlier than needed, as the first program did it.
    if (next + 1 >= 1 << width && width < 12) {
      bit -= 1;
      width += 1;
    }
  }
  return out.subarray(0, Math.min(length, most));
};

const codeAt = (data: Uint8Array, bit: number, width: number): number => {
  const at = bit >> 3;
  const bits = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  return (bits >> (24 - (bit & 7) - width)) & ((1 << width) - 1);
};

const firstOf = (code: number, prefix: Uint16Array, lengths: Uint16Array, suffix: Uint8Array): number => {
  let one = code;
  while ((lengths[one] ?? 1) > 1) one = prefix[one] ?? 0;
  return suffix[one] ?? 0;
};

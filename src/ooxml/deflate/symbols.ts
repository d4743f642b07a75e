/** The alphabets of deflate (RFC 1951, 3.2.5): a length and a distance are a symbol each, and bits behind it. */

export const END_OF_BLOCK = 256;
/** Bytes, the end, and lengths. */
export const LITERAL_SYMBOLS = 286;
export const DISTANCE_SYMBOLS = 30;
export const LONGEST_MATCH = 258;
export const WINDOW = 32 * 1024;

interface Symbol {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

const SHORTEST_MATCH = 3;
const FIRST_LENGTH = 257;

/** Four symbols for each number of extra bits, eight without; the longest match has one of its own. */
const LENGTHS: readonly Symbol[] = (() => {
  const lengths: Symbol[] = [];
  let symbol = FIRST_LENGTH;
  for (let extraBits = 0; extraBits <= 5; extraBits++)
    for (let times = 0; times < (extraBits === 0 ? 8 : 4); times++, symbol++)
      for (let extra = 0; extra < 1 << extraBits; extra++) lengths.push({ symbol, extra, extraBits });
  lengths[LONGEST_MATCH - SHORTEST_MATCH] = { symbol: LITERAL_SYMBOLS - 1, extra: 0, extraBits: 0 };
  return lengths;
})();

export const lengthSymbol = (length: number): Symbol => LENGTHS[length - SHORTEST_MATCH] as Symbol;

/** Bits behind a distance's symbol. */
export const distanceExtraBits = (distance: number): number =>
  distance < 5 ? 0 : 30 - Math.clz32(distance - 1);

/** Two symbols for each number of extra bits. */
export const distanceSymbol = (distance: number): number => {
  if (distance < 3) return distance - 1;
  const bits = 31 - Math.clz32(distance - 1);
  return 2 * bits + (((distance - 1) >> (bits - 1)) & 1);
};

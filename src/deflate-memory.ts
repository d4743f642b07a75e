/**
 * deflateMemory :: number of bytes → zlib's settings of memory for deflating them at once
 *
 * For a stream zlib takes a quarter of a megabyte and clears most of it, for windows of 32 KiB and blocks of 16,384 symbols. Where there is
 * less to deflate than that, a smaller window reaches as far back and a smaller block holds as much: the same bytes come out (but
 * for the window's size, which the header of zlib's own format names), for a third of the memory. V8 counts that memory, and collects for it.
 */
interface DeflateMemory {
  readonly windowBits?: number;
  readonly memLevel?: number;
}

const DEFAULTS: DeflateMemory = {};
/** zlib's MIN_LOOKAHEAD: nothing is found further back than the window less this. */
const LOOKAHEAD = 262;
/** zlib takes 8 for 9, and not in every format. */
const LEAST_WINDOW_BITS = 9;
/** Symbols of a block, as a power of two, above the level. */
const BLOCK_BITS = 6;
const MOST_LEVEL = 8;
/** From here on both would be what they are anyway. */
const MOST_BYTES = 1 << (MOST_LEVEL + BLOCK_BITS);

export const deflateMemory = (length: number): DeflateMemory => {
  if (length >= MOST_BYTES - 1) return DEFAULTS;
  return {
    windowBits: Math.max(LEAST_WINDOW_BITS, bitsOf(length + LOOKAHEAD)),
    // A symbol is a byte at least, and the last place of a block stays free.
    memLevel: Math.max(1, bitsOf(length + 1) - BLOCK_BITS),
  };
};

/** The least n with 2ⁿ > count. */
const bitsOf = (count: number): number => 32 - Math.clz32(count);

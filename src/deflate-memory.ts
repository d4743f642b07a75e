/**
 * deflateMemory :: number of bytes → zlib's settings of memory for deflating them at once
 * withoutRoom :: what a call of zlib gave with `info` → the bytes alone
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

/**
 * A deflater is an object of Node.js itself, which no collection of the young takes: it stays until the next full one, and with it the room
 * that it wrote into. That stands in 64 KiB that Node.js shares out, so each call would hold all that came to stand beside it: the parts and pages of
 * a document, dead or not. V8 counts that, and begins a full collection for it.
 */
export const withoutRoom = (result: unknown): Buffer<ArrayBuffer> => {
  const { buffer, engine } = result as { buffer: Buffer<ArrayBuffer>; engine: { _outBuffer: unknown } };
  engine._outBuffer = undefined;
  return buffer;
};

/**
 * codesOf :: how often each symbol is expected → the bits of each, prefix-free, at most so many (RFC 1951, 3.2.2)
 * blockHeader :: two alphabets' codes → what a block with codes of its own begins with (3.2.7)
 */
import { type BitRun, BitWriter } from './bits.ts';
import { DISTANCE_SYMBOLS, LITERAL_SYMBOLS } from './symbols.ts';

export interface Codes {
  /** Of each symbol: its bits as they are written, and from bit 16 on how many there are. 0: the symbol does not occur. */
  readonly packed: Int32Array;
}

const BITS_AT = 16;
export const codeBits = (packed: number): number => packed & 0xffff;
export const codeLength = (packed: number): number => packed >> BITS_AT;

const MOST_BITS = 15;

export const codesOf = (frequencies: readonly number[], most = MOST_BITS): Codes => {
  let weights = [...frequencies];
  let lengths = codeLengths(weights);
  // Flatter and flatter, until the rarest is short enough.
  while (Math.max(...lengths) > most) {
    weights = weights.map((weight) => (weight === 0 ? 0 : (weight >> 1) + 1));
    lengths = codeLengths(weights);
  }
  return canonical(lengths);
};

interface Tree {
  readonly weight: number;
  readonly symbols: readonly number[];
}

/** The two rarest become one, again and again: each time their symbols get a bit longer. */
const codeLengths = (weights: readonly number[]): number[] => {
  const lengths = weights.map(() => 0);
  const leaves: Tree[] = weights
    .map((weight, symbol) => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0)
    .sort(
      (one, other) => one.weight - other.weight || (one.symbols[0] as number) - (other.symbols[0] as number),
    );
  // What is joined is never rarer than what was joined before, so both lists stay in order.
  const joined: Tree[] = [];
  let leaf = 0;
  let tree = 0;
  const rarest = (): Tree => {
    const fromLeaves = leaves[leaf];
    const fromJoined = joined[tree];
    if (fromJoined === undefined || (fromLeaves !== undefined && fromLeaves.weight <= fromJoined.weight)) {
      leaf += 1;
      return fromLeaves as Tree;
    }
    tree += 1;
    return fromJoined;
  };
  for (let left = leaves.length; left > 1; left--) {
    const [one, other] = [rarest(), rarest()];
    const symbols = [...one.symbols, ...other.symbols];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] as number) + 1;
    joined.push({ weight: one.weight + other.weight, symbols });
  }
  return lengths;
};

/** Codes that follow from their lengths alone; a reader takes a code from its highest bit on, so it is turned round. */
const canonical = (lengths: readonly number[]): Codes => {
  const packed = new Int32Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= MOST_BITS; length++, code <<= 1)
    for (const [symbol, own] of lengths.entries())
      if (own === length) packed[symbol] = reversed(code++, length) | (length << BITS_AT);
  return { packed };
};

const reversed = (code: number, length: number): number => {
  let bits = 0;
  for (let at = 0; at < length; at++) bits |= ((code >> at) & 1) << (length - 1 - at);
  return bits;
};

/** The order in which the lengths of the codes for lengths stand. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** The last length again, three to six times. */
const AGAIN = 16;
const DYNAMIC_BLOCK = 2;

export const blockHeader = (literals: Codes, distances: Codes, isLast: boolean): BitRun => {
  const lengths = [...literals.packed, ...distances.packed].map(codeLength);
  const said = inRuns(lengths);
  const frequencies = LENGTH_ORDER.map(() => 0);
  for (const { symbol } of said) frequencies[symbol] = (frequencies[symbol] as number) + 1;
  const { packed } = codesOf(frequencies, 7);
  const bits = new BitWriter(new Uint8Array(lengths.length * 2));
  bits.put(Number(isLast), 1);
  bits.put(DYNAMIC_BLOCK, 2);
  bits.put(LITERAL_SYMBOLS - 257, 5);
  bits.put(DISTANCE_SYMBOLS - 1, 5);
  bits.put(LENGTH_ORDER.length - 4, 4);
  for (const symbol of LENGTH_ORDER) bits.put(codeLength(packed[symbol] as number), 3);
  for (const { symbol, again } of said) {
    const code = packed[symbol] as number;
    bits.put(codeBits(code), codeLength(code));
    if (symbol === AGAIN) bits.put(again - 3, 2);
  }
  return bits.run();
};

const inRuns = (lengths: readonly number[]): { symbol: number; again: number }[] => {
  const said: { symbol: number; again: number }[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number;
    said.push({ symbol: length, again: 0 });
    at += 1;
    for (;;) {
      let again = 0;
      while (again < 6 && lengths[at + again] === length) again += 1;
      if (again < 3) break;
      said.push({ symbol: AGAIN, again });
      at += again;
    }
  }
  return said;
};

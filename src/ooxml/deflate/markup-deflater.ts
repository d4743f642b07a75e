/** MarkupDeflater :: pieces of markup → their bits, and the codes that these and values are written with. What all documents of a template share. */
import { type BitRun, BitWriter, together } from './bits.ts';
import { blockHeader, type Codes, codeBits, codeLength, codesOf } from './huffman.ts';
import { type Repeated, type Span, spansOf, type Token } from './spans.ts';
import {
  DISTANCE_SYMBOLS,
  distanceExtraBits,
  distanceSymbol,
  LITERAL_SYMBOLS,
  LONGEST_MATCH,
  lengthSymbol,
} from './symbols.ts';

export interface Piece {
  readonly length: number;
  readonly spans: readonly PreparedSpan[];
}

interface PreparedSpan {
  readonly own: BitRun;
  readonly repeats: Repeated | undefined;
}

export class MarkupDeflater {
  readonly pieces: readonly Piece[];
  readonly literals: Codes;
  readonly distances: Codes;
  readonly #headers: readonly [BitRun, BitRun];

  constructor(pieces: readonly Uint8Array[], repeated: ReadonlySet<number>) {
    const spans = spansOf(pieces);
    const lengths = [...repeated].map((piece) => pieces[piece]?.length ?? 0);
    const { literals, distances } = expected(spans, lengths);
    this.literals = codesOf(literals);
    this.distances = codesOf(distances);
    this.#headers = [
      blockHeader(this.literals, this.distances, false),
      blockHeader(this.literals, this.distances, true),
    ];
    const runs = together(spans.flat().map(({ tokens }) => this.#bitsOf(tokens)));
    let next = 0;
    this.pieces = spans.map((own, piece) => ({
      length: (pieces[piece] as Uint8Array).length,
      spans: own.map(({ repeats }) => ({ own: runs[next++] as BitRun, repeats })),
    }));
  }

  header(isLast: boolean): BitRun {
    return this.#headers[isLast ? 1 : 0];
  }

  #bitsOf(tokens: readonly Token[]): BitRun {
    // No token takes more than 48 bits.
    const writer = new BitWriter(new Uint8Array(tokens.length * 6 + 1));
    for (const token of tokens) {
      if (token.kind === 'byte') putSymbol(writer, this.literals, token.byte);
      else {
        putLength(writer, this.literals, token.length);
        putDistance(writer, this.distances, token.distance);
      }
    }
    return writer.run();
  }
}

export const putSymbol = (writer: BitWriter, { packed }: Codes, symbol: number): void => {
  const code = packed[symbol] as number;
  writer.put(codeBits(code), codeLength(code));
};

export const putLength = (writer: BitWriter, literals: Codes, length: number): void => {
  const { symbol, extra, extraBits } = lengthSymbol(length);
  putSymbol(writer, literals, symbol);
  writer.put(extra, extraBits);
};

export const putDistance = (writer: BitWriter, distances: Codes, distance: number): void => {
  putSymbol(writer, distances, distanceSymbol(distance));
  const bits = distanceExtraBits(distance);
  writer.put((distance - 1) & ((1 << bits) - 1), bits);
};

/** A match has three bytes at least. */
const SHORTEST_MATCH = 3;

/** The next match of so many bytes: what is left then is nothing, or a match again. */
export const matchOf = (length: number): number => {
  if (length <= LONGEST_MATCH) return length;
  return length < LONGEST_MATCH + SHORTEST_MATCH ? length - SHORTEST_MATCH : LONGEST_MATCH;
};

/** Values are not known yet: figures more often than letters, capitals less, and every byte may come. */
const VALUE_CHARACTERS: readonly (readonly [characters: string, weight: number])[] = [
  ['0123456789', 32],
  [' .,', 24],
  ['-/:', 6],
  ['abcdefghijklmnopqrstuvwxyz', 10],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 4],
];
/** How far back the row before, or the one before that, begins. */
const ROW_DISTANCES = [17, 28] as const;
const ROW_WEIGHT = 8;
/** Rows come again; what stands around them does not. */
const REPEATED_WEIGHT = 16;

/** How often each symbol will be written, about: better guesses make smaller files, and worse ones the same bytes when they are read. */
const expected = (spans: readonly (readonly Span[])[], repeated: readonly number[]) => {
  const literals = Array.from({ length: LITERAL_SYMBOLS }, () => 1);
  const distances = Array.from({ length: DISTANCE_SYMBOLS }, () => 1);
  const more = (of: number[], symbol: number, weight: number): void => {
    of[symbol] = (of[symbol] as number) + weight;
  };
  for (const [characters, weight] of VALUE_CHARACTERS)
    for (const character of characters) more(literals, character.charCodeAt(0), weight);
  for (let symbol = ROW_DISTANCES[0]; symbol < ROW_DISTANCES[1]; symbol++)
    more(distances, symbol, ROW_WEIGHT);
  for (const length of repeated)
    for (let left = length; left > 0; left -= matchOf(left))
      more(literals, lengthSymbol(matchOf(left)).symbol, REPEATED_WEIGHT);
  for (const span of spans.flat()) {
    if (span.repeats !== undefined) more(literals, lengthSymbol(span.repeats.length).symbol, 1);
    else
      for (const token of span.tokens) {
        if (token.kind === 'byte') more(literals, token.byte, 1);
        else {
          more(literals, lengthSymbol(token.length).symbol, 1);
          more(distances, distanceSymbol(token.distance), 1);
        }
      }
  }
  return { literals, distances };
};

/**
 * KnownMarkup :: the markup of a template, which all its documents are made of → deflate that does not look for it anew in each
 *
 * Most of a document is markup that its template has, much of it again and again, row by row. Which bytes these are need not be found out:
 * whoever writes them says so. Where a piece stands for the first time, bits are copied that were made with the template; where it has stood
 * before, deflate points back to it. Values are written byte by byte. The codes are the template's as well.
 */
import { ownTexts } from '../../own-bytes.ts';
import { type BitRun, BitWriter, together } from './bits.ts';
import { blockHeader, type Codes, codeBits, codeLength, codesOf } from './huffman.ts';
import { type Repeated, type Span, spansOf, type Token } from './spans.ts';
import {
  DISTANCE_SYMBOLS,
  distanceExtraBits,
  distanceSymbol,
  END_OF_BLOCK,
  LITERAL_SYMBOLS,
  LONGEST_MATCH,
  lengthSymbol,
  WINDOW,
} from './symbols.ts';

/** Markup as bytes that stay as long as the template. */
export interface Markup {
  readonly bytes: Uint8Array;
  /** By which whoever writes it names it. */
  readonly piece: number;
}

const UNKNOWN = -1;
export const NO_MARKUP: Markup = { bytes: new Uint8Array(0), piece: UNKNOWN };

/** To point back takes about as many bits as fewer bytes do. */
const LEAST_BYTES = 8;
/** A template with more takes longer to get ready than its first documents gain. */
const MOST_BYTES = 64 * 1024;
/** Of a block: with more that is not known, zlib, which looks for what repeats in values too, makes smaller files. */
const MOST_UNKNOWN = 0.25;
/** Of pieces that come again: of longer tables zlib makes less, because it finds what values of any row have in common. */
const MOST_REPEATED = 256;

export class KnownMarkup {
  readonly #bytesOf = ownTexts();
  readonly #all = new Map<string, Markup>();
  #pieces: Uint8Array[] = [];
  readonly #repeated = new Set<number>();
  #bytes = 0;
  #deflater: MarkupDeflater | undefined;

  of(text: string, isRepeated = false): Markup {
    const markup = this.#all.get(text) ?? this.#named(this.#bytesOf(text));
    this.#all.set(text, markup);
    if (isRepeated) this.#repeated.add(markup.piece);
    return markup;
  }

  /** For one entry of an archive; undefined where it would not pay. */
  entry(): MarkedEntry | undefined {
    if (this.#bytes === 0 || this.#bytes > MOST_BYTES) return undefined;
    // Not before the first archive: a PDF needs none.
    this.#deflater ??= this.#prepared();
    return new MarkedEntry(this.#deflater);
  }

  #named(bytes: Uint8Array): Markup {
    if (bytes.length < LEAST_BYTES || this.#deflater !== undefined) return { bytes, piece: UNKNOWN };
    this.#bytes += bytes.length;
    return { bytes, piece: this.#pieces.push(bytes) - 1 };
  }

  #prepared(): MarkupDeflater {
    const pieces = this.#pieces;
    // Needed for linking alone, and that is over.
    this.#pieces = [];
    this.#all.clear();
    return new MarkupDeflater(pieces, this.#repeated);
  }
}

interface Piece {
  readonly length: number;
  readonly spans: readonly PreparedSpan[];
}

interface PreparedSpan {
  readonly own: BitRun;
  readonly repeats: Repeated | undefined;
}

/** What all documents of a template share. */
class MarkupDeflater {
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

const putSymbol = (writer: BitWriter, { packed }: Codes, symbol: number): void => {
  const code = packed[symbol] as number;
  writer.put(codeBits(code), codeLength(code));
};

const putLength = (writer: BitWriter, literals: Codes, length: number): void => {
  const { symbol, extra, extraBits } = lengthSymbol(length);
  putSymbol(writer, literals, symbol);
  writer.put(extra, extraBits);
};

const putDistance = (writer: BitWriter, distances: Codes, distance: number): void => {
  putSymbol(writer, distances, distanceSymbol(distance));
  const bits = distanceExtraBits(distance);
  writer.put((distance - 1) & ((1 << bits) - 1), bits);
};

/** A match has three bytes at least. */
const SHORTEST_MATCH = 3;

/** The next match of so many bytes: what is left then is nothing, or a match again. */
const matchOf = (length: number): number => {
  if (length <= LONGEST_MATCH) return length;
  return length < LONGEST_MATCH + SHORTEST_MATCH ? length - SHORTEST_MATCH : LONGEST_MATCH;
};

/** Values resemble those of the row before: where the bytes around a piece are the same as well, the match begins with them… */
const sameBefore = (bytes: Uint8Array, position: number, least: number, distance: number): number => {
  let from = position;
  while (from > least && from > distance && bytes[from - 1] === bytes[from - 1 - distance]) from -= 1;
  return from;
};

/** … and ends with them. */
const sameBehind = (bytes: Uint8Array, end: number, most: number, distance: number): number => {
  if (end < distance) return end;
  let to = end;
  while (to < most && bytes[to] === bytes[to - distance]) to += 1;
  return to;
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

/** A buffer between two blocks. */
let spare: Uint8Array | undefined;
const SPARE_BYTES = 512 * 1024;
/** No symbol takes more than 15 bits; a header, and what ends a block, come on top. */
const mostBytes = (length: number): number => 2 * length + 1024;

/** One entry of one archive. */
export class MarkedEntry {
  readonly #deflater: MarkupDeflater;
  /** Where each piece has stood last, in the entry. */
  readonly #lastAt: Int32Array;
  #positions: number[] = [];
  #pieces: number[] = [];
  readonly #most: number;
  /** From here on nothing is noted, and zlib does it all. */
  #isLong = false;
  /** Bytes of the entry that were handed on already: what is noted stands behind them. */
  base = 0;

  constructor(deflater: MarkupDeflater) {
    this.#deflater = deflater;
    this.#lastAt = new Int32Array(deflater.pieces.length).fill(-1);
    this.#most = deflater.pieces.length + MOST_REPEATED;
  }

  note(at: number, piece: number): void {
    if (this.#isLong) return;
    this.#positions.push(this.base + at);
    this.#pieces.push(piece);
    if (this.#positions.length <= this.#most) return;
    this.#isLong = true;
    this.#positions = [];
    this.#pieces = [];
  }

  /** What was written from here on was not. */
  takeBack(at: number): void {
    let count = this.#positions.length;
    while (count > 0 && (this.#positions[count - 1] as number) >= this.base + at) count -= 1;
    this.#positions.length = count;
    this.#pieces.length = count;
  }

  /** A block of the entry, from `start` on, that ends with a byte; undefined where zlib would do better. */
  deflate(bytes: Uint8Array, start: number, isLast: boolean): Uint8Array | undefined {
    if (this.#isLong) return undefined;
    const count = this.#countUntil(start + bytes.length);
    const deflated = this.#isKnown(bytes.length, start, count)
      ? this.#write(bytes, start, count, isLast)
      : this.#pass(0, count);
    this.#positions = this.#positions.slice(count);
    this.#pieces = this.#pieces.slice(count);
    return deflated;
  }

  #countUntil(end: number): number {
    let count = 0;
    while (count < this.#positions.length && (this.#positions[count] as number) < end) count += 1;
    return count;
  }

  #lengthOf(index: number): number {
    return (this.#deflater.pieces[this.#pieces[index] as number] as Piece).length;
  }

  #isKnown(length: number, start: number, count: number): boolean {
    let known = 0;
    for (let index = 0; index < count; index++)
      if ((this.#positions[index] as number) + this.#lengthOf(index) <= start + length)
        known += this.#lengthOf(index);
    return length - known <= MOST_UNKNOWN * length;
  }

  /** They stand there, whoever writes them: what follows may point back to them. */
  #pass(from: number, to: number): undefined {
    for (let index = from; index < to; index++)
      this.#lastAt[this.#pieces[index] as number] = this.#positions[index] as number;
  }

  /** How far back the same piece stands; 0 where it does not, or too far. */
  #sinceLast(index: number): number {
    const last = this.#lastAt[this.#pieces[index] as number] as number;
    const distance = (this.#positions[index] as number) - last;
    return last < 0 || distance > WINDOW ? 0 : distance;
  }

  #write(bytes: Uint8Array, start: number, count: number, isLast: boolean): Uint8Array {
    const room = mostBytes(bytes.length);
    const buffer =
      spare !== undefined && spare.length >= room ? spare : new Uint8Array(Math.max(room, SPARE_BYTES));
    spare = undefined;
    const writer = new BitWriter(buffer);
    writer.append(this.#deflater.header(isLast));
    let at = 0;
    for (let index = 0; index < count; ) {
      const position = (this.#positions[index] as number) - start;
      const distance = this.#sinceLast(index);
      const end = position + this.#lengthOf(index);
      // One that goes on in the next block is written byte by byte.
      if (end > bytes.length) {
        this.#pass(index, ++index);
      } else if (distance === 0) {
        this.#values(writer, bytes, at, position);
        this.#first(writer, this.#pieces[index] as number, start + position);
        this.#pass(index, ++index);
        at = end;
      } else {
        const from = sameBefore(bytes, position, at, distance);
        this.#values(writer, bytes, at, from);
        const first = index;
        let to = end;
        for (index += 1; index <= count; index++) {
          const next = index < count ? (this.#positions[index] as number) - start : bytes.length;
          to = sameBehind(bytes, to, next, distance);
          if (to < next || index === count || this.#sinceLast(index) !== distance) break;
          to += this.#lengthOf(index);
        }
        at = Math.min(to, bytes.length);
        this.#pass(first, index);
        this.#back(writer, at - from, distance);
      }
    }
    this.#values(writer, bytes, at, bytes.length);
    putSymbol(writer, this.#deflater.literals, END_OF_BLOCK);
    if (!isLast) putEmptyBlock(writer);
    writer.align();
    if (buffer.length === SPARE_BYTES) spare = buffer;
    return Buffer.from(writer.written);
  }

  #values(writer: BitWriter, bytes: Uint8Array, from: number, to: number): void {
    const { packed } = this.#deflater.literals;
    for (let at = from; at < to; at++) {
      const code = packed[bytes[at] as number] as number;
      writer.put(codeBits(code), codeLength(code));
    }
  }

  #back(writer: BitWriter, length: number, distance: number): void {
    const { literals, distances } = this.#deflater;
    let left = length;
    while (left > 0) {
      const next = matchOf(left);
      putLength(writer, literals, next);
      putDistance(writer, distances, distance);
      left -= next;
    }
  }

  #first(writer: BitWriter, piece: number, position: number): void {
    const { spans } = this.#deflater.pieces[piece] as Piece;
    const { literals, distances } = this.#deflater;
    for (const { own, repeats } of spans) {
      const distance = repeats === undefined ? 0 : this.#distance(position, repeats);
      if (repeats === undefined || distance === 0) writer.append(own);
      else {
        putLength(writer, literals, repeats.length);
        putDistance(writer, distances, distance);
      }
    }
  }

  /** How far back the same bytes stand in another piece; 0 where they do not, or too far. */
  #distance(position: number, { at, piece, from }: Repeated): number {
    const other = this.#lastAt[piece] as number;
    const distance = position + at - (other + from);
    return other < 0 || distance > WINDOW ? 0 : distance;
  }
}

/** Stored, without a byte: what comes behind it begins with a byte. */
const putEmptyBlock = (writer: BitWriter): void => {
  writer.put(0, 3);
  writer.align();
  writer.put(0, 16);
  writer.put(0xffff, 16);
};

/**
 * MarkedEntry :: bytes of an entry, and where known markup stands in them → deflate
 *
 * Where a piece stands for the first time its bits are copied; where it has stood before, deflate points back to it, and to as much of
 * the values around it as is the same. What is left of values is written byte by byte.
 */
import { BitWriter } from './bits.ts';
import { codeBits, codeLength } from './huffman.ts';
import {
  type MarkupDeflater,
  matchOf,
  type Piece,
  putDistance,
  putLength,
  putSymbol,
} from './markup-deflater.ts';
import type { Repeated } from './spans.ts';
import { END_OF_BLOCK, WINDOW } from './symbols.ts';

/** Of a block: with more that is not known, zlib, which looks for what repeats in values too, makes smaller files. */
const MOST_UNKNOWN = 0.25;
/** Of pieces that come again: of longer tables zlib makes less, because it finds what values of any row have in common. */
const MOST_REPEATED = 256;

/** A buffer between two blocks. */
let spare: Uint8Array | undefined;
const SPARE_BYTES = 512 * 1024;
/** No symbol takes more than 15 bits; a header, and what ends a block, come on top. */
const mostBytes = (length: number): number => 2 * length + 1024;

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

export class MarkedEntry {
  readonly #deflater: MarkupDeflater;
  /** Where each piece has stood last, in the entry. */
  readonly #lastAt: Int32Array;
  readonly #positions: Int32Array;
  readonly #pieces: Int32Array;
  #count = 0;
  readonly #done: (entry: MarkedEntry) => void;
  /** From here on nothing is noted, and zlib does it all. */
  #isLong = false;
  /** Bytes of the entry that were handed on already: what is noted stands behind them. */
  base = 0;

  /** Once it is done it may be another one. */
  constructor(deflater: MarkupDeflater, done: (entry: MarkedEntry) => void) {
    const { length } = deflater.pieces;
    this.#deflater = deflater;
    this.#done = done;
    this.#lastAt = new Int32Array(length).fill(-1);
    this.#positions = new Int32Array(length + MOST_REPEATED);
    this.#pieces = new Int32Array(length + MOST_REPEATED);
  }

  note(at: number, piece: number): void {
    if (this.#count === this.#positions.length) this.#isLong = true;
    if (this.#isLong) return;
    this.#positions[this.#count] = this.base + at;
    this.#pieces[this.#count] = piece;
    this.#count += 1;
  }

  /** What was written from here on was not. */
  takeBack(at: number): void {
    while (this.#count > 0 && (this.#positions[this.#count - 1] as number) >= this.base + at)
      this.#count -= 1;
  }

  /** A block of the entry, from `start` on, that ends with a byte; undefined where zlib would do better. */
  deflate(bytes: Uint8Array, start: number, isLast: boolean): Uint8Array | undefined {
    const deflated = this.#isLong ? undefined : this.#block(bytes, start, isLast);
    if (isLast) this.#end();
    return deflated;
  }

  #end(): void {
    this.#lastAt.fill(-1);
    this.#count = 0;
    this.#isLong = false;
    this.base = 0;
    this.#done(this);
  }

  #block(bytes: Uint8Array, start: number, isLast: boolean): Uint8Array | undefined {
    const count = this.#countUntil(start + bytes.length);
    const deflated = this.#isKnown(bytes.length, start, count)
      ? this.#write(bytes, start, count, isLast)
      : this.#pass(0, count);
    this.#positions.copyWithin(0, count, this.#count);
    this.#pieces.copyWithin(0, count, this.#count);
    this.#count -= count;
    return deflated;
  }

  #countUntil(end: number): number {
    let count = 0;
    while (count < this.#count && (this.#positions[count] as number) < end) count += 1;
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

/**
 * spansOf :: pieces of markup → each as what deflate would write for it
 *
 * A piece may be written anywhere, so it can point back by a fixed distance only within itself. Where it repeats another piece, how far back
 * that stands is known when it is written, or that it does not stand there at all: then the span is written as its own bytes.
 */
import { LONGEST_MATCH, WINDOW } from './symbols.ts';

export type Token =
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'back'; readonly length: number; readonly distance: number };

/** Bytes that another piece has as well. */
export interface Repeated {
  /** Where in its own piece they begin. */
  readonly at: number;
  readonly piece: number;
  /** Where in the other piece they stand. */
  readonly from: number;
  readonly length: number;
}

export interface Span {
  /** Its own bytes: what is written where it repeats nothing, or nothing that stands near enough. */
  readonly tokens: readonly Token[];
  readonly repeats: Repeated | undefined;
}

const HASHED = 4;
const HASH_BITS = 13;
/** Places that are looked at for each byte. */
const MOST_TRIES = 16;
/** Shorter ones take as many bits as the bytes do: how far back another piece is takes more than a distance in the same one. */
const LEAST_OWN = 4;
const LEAST_OTHER = 7;

interface Match {
  readonly from: number;
  readonly length: number;
}

export const spansOf = (pieces: readonly Uint8Array[]): Span[][] => new Spans(pieces).all();

class Spans {
  readonly #pieces: readonly Uint8Array[];
  /** All pieces, one behind the other. */
  readonly #bytes: Uint8Array;
  readonly #starts: readonly number[];
  /** The piece that each byte belongs to. */
  readonly #pieceAt: Int32Array;
  readonly #newest = new Int32Array(1 << HASH_BITS).fill(-1);
  readonly #older: Int32Array;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
    this.#bytes = Buffer.concat(pieces);
    this.#pieceAt = new Int32Array(this.#bytes.length);
    this.#older = new Int32Array(this.#bytes.length);
    let start = 0;
    this.#starts = pieces.map(({ length }, piece) => {
      const own = start;
      this.#pieceAt.fill(piece, own, own + length);
      start += length;
      return own;
    });
  }

  all(): Span[][] {
    return this.#pieces.map((_bytes, piece) => this.#spans(piece));
  }

  #spans(piece: number): Span[] {
    const start = this.#starts[piece] as number;
    const end = start + (this.#pieces[piece] as Uint8Array).length;
    const spans: Span[] = [];
    let tokens: Token[] = [];
    for (let at = start; at < end; ) {
      const own = this.#longest(at, end, piece, true);
      const other = this.#longest(at, end, piece, false);
      if (other.length >= LEAST_OTHER && other.length > own.length + 1) {
        if (tokens.length > 0) spans.push({ tokens, repeats: undefined });
        tokens = [];
        const from = this.#pieceAt[other.from] as number;
        spans.push({
          tokens: this.#ownTokens(at, at + other.length, piece),
          repeats: {
            at: at - start,
            piece: from,
            from: other.from - (this.#starts[from] as number),
            length: other.length,
          },
        });
        at += other.length;
      } else at = this.#token(at, own, tokens);
    }
    if (tokens.length > 0) spans.push({ tokens, repeats: undefined });
    return spans;
  }

  /** As if there were no other piece. */
  #ownTokens(start: number, end: number, piece: number): Token[] {
    const tokens: Token[] = [];
    for (let at = start; at < end; ) at = this.#token(at, this.#longest(at, end, piece, true), tokens);
    return tokens;
  }

  /** Behind it. */
  #token(at: number, { from, length }: Match, tokens: Token[]): number {
    if (length < LEAST_OWN) {
      tokens.push({ kind: 'byte', byte: this.#bytes[at] as number });
      this.#remember(at, at + 1);
      return at + 1;
    }
    tokens.push({ kind: 'back', length, distance: at - from });
    this.#remember(at, at + length);
    return at + length;
  }

  #longest(at: number, end: number, piece: number, isOwn: boolean): Match {
    let best: Match = { from: -1, length: 0 };
    if (end - at < HASHED) return best;
    const most = Math.min(LONGEST_MATCH, end - at);
    let tries = MOST_TRIES;
    for (
      let from = this.#newest[this.#hash(at)] as number;
      from >= 0 && tries > 0;
      from = this.#older[from] as number, tries--
    ) {
      if ((this.#pieceAt[from] === piece) !== isOwn || (isOwn && at - from > WINDOW)) continue;
      const length = this.#same(from, at, most);
      if (length > best.length) best = { from, length };
    }
    return best;
  }

  /** Bytes that are the same, within the piece that they are taken from. */
  #same(from: number, at: number, most: number): number {
    const piece = this.#pieceAt[from];
    let length = 0;
    while (
      length < most &&
      this.#bytes[from + length] === this.#bytes[at + length] &&
      this.#pieceAt[from + length] === piece
    )
      length += 1;
    return length;
  }

  #remember(from: number, to: number): void {
    const last = this.#bytes.length - HASHED;
    for (let at = from; at < to && at <= last; at++) {
      const hash = this.#hash(at);
      this.#older[at] = this.#newest[hash] as number;
      this.#newest[hash] = at;
    }
  }

  #hash(at: number): number {
    const bytes = this.#bytes;
    const four =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    return Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
  }
}

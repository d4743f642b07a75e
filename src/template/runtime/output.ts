/**
 * Output :: markup and values → UTF-8, handed on in large pieces
 *
 * Everything is bytes from the start: markup is encoded when the template is linked and copied, a value is escaped,
 * encoded and copied in one walk over its characters. Nothing is left behind for the garbage collector.
 */

import type { Markup } from '../../ooxml/deflate/known-markup.ts';
import type { MarkedEntry } from '../../ooxml/deflate/marked-entry.ts';
import { isSpecialInText, runText } from '../content/run-text.ts';
import { NUMBER_BYTES, type PutNumber } from '../expression/values/number-bytes.ts';

/** Bytes gathered before they are handed on: handing on then costs nothing, and they still are in the cache. */
const SIZE = 64 * 1024;
/** Characters; longer texts are left to the encoder, which walks faster but is slow to call. */
const LONG = 1024;
/** An ampersand takes the most room of all characters: `&amp;`. */
const BYTES_PER_CHARACTER = 5;

/** A buffer between two renders; with the one of the ZIP writer it saves a small invoice a quarter of its time. */
let spare: Buffer | undefined;

const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;

export class Output {
  readonly #handOn: (bytes: Uint8Array) => void;
  /** Told where the template's markup stands. */
  readonly #marked: MarkedEntry | undefined;
  #bytes: Buffer;
  #at = 0;
  #captures = 0;

  constructor(handOn: (bytes: Uint8Array) => void, marked?: MarkedEntry) {
    this.#handOn = handOn;
    this.#marked = marked;
    this.#bytes = spare ?? Buffer.allocUnsafe(SIZE);
    spare = undefined;
  }

  /** The last of it. Nothing may follow. */
  end(): void {
    this.#flush();
    if (this.#bytes.length === SIZE) spare = this.#bytes;
    this.#bytes = Buffer.alloc(0);
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length > this.#bytes.length - this.#at) {
      if (this.#captures === 0 && length > SIZE) {
        this.#flush();
        this.#handOn(bytes);
        return;
      }
      this.#makeRoom(length);
    }
    this.#bytes.set(bytes, this.#at);
    this.#at += length;
  }

  /** Of the template. */
  markup({ bytes, piece }: Markup): void {
    const { length } = bytes;
    if (length > SIZE) {
      this.bytes(bytes);
      return;
    }
    if (length > this.#bytes.length - this.#at) this.#makeRoom(length);
    if (piece >= 0) this.#marked?.note(this.#at, piece);
    this.#bytes.set(bytes, this.#at);
    this.#at += length;
  }

  /** Any other markup. */
  text(text: string): void {
    if (text.length * 3 > SIZE) this.bytes(Buffer.from(text));
    else {
      this.#makeRoom(text.length * 3);
      this.#at += this.#bytes.write(text, this.#at);
    }
  }

  /** Markup, and a value inside `w:t` behind it. */
  value(before: Markup, text: string): void {
    this.markup(before);
    const { length } = text;
    if (length > LONG) {
      this.text(runText(text));
      return;
    }
    const room = length * BYTES_PER_CHARACTER;
    if (room > this.#bytes.length - this.#at) this.#makeRoom(room);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x7f && code >= 0x20) {
        bytes[at++] = code;
        if (code > GREATER || code < AMPERSAND) continue;
        if (code === AMPERSAND) {
          bytes[at++] = 0x61; // amp;
          bytes[at++] = 0x6d;
          bytes[at++] = 0x70;
          bytes[at++] = 0x3b;
        } else if (code === LESS || code === GREATER) {
          bytes[at - 1] = AMPERSAND;
          bytes[at++] = code === LESS ? 0x6c : 0x67; // lt; or gt;
          bytes[at++] = 0x74;
          bytes[at++] = 0x3b;
        }
      } else if (isSpecialInText(code)) {
        this.text(runText(text));
        return;
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (code >> 12);
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[at++] = 0x80 | (code & 0x3f);
      }
    }
    this.#at = at;
  }

  /** Markup and a number behind it; false, and nothing written, where the number is not one that `put` can write. */
  number({ bytes: before, piece }: Markup, value: number, put: PutNumber): boolean {
    const room = before.length + NUMBER_BYTES;
    if (room > SIZE) return false;
    if (room > this.#bytes.length - this.#at) this.#makeRoom(room);
    const end = put(value, this.#bytes, this.#at + before.length);
    if (end < 0) return false;
    if (piece >= 0) this.#marked?.note(this.#at, piece);
    this.#bytes.set(before, this.#at);
    this.#at = end;
    return true;
  }

  /** What a step writes, instead of writing it. */
  capture(step: () => void): Uint8Array {
    const from = this.#at;
    this.#captures += 1;
    step();
    this.#captures -= 1;
    const captured = Buffer.from(this.#bytes.subarray(from, this.#at));
    this.#marked?.takeBack(from);
    this.#at = from;
    return captured;
  }

  #makeRoom(count: number): void {
    if (count <= this.#bytes.length - this.#at) return;
    if (this.#captures === 0) this.#flush();
    if (count <= this.#bytes.length - this.#at) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + count);
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }

  /** The receiver copies what it is given, so the buffer is free again. */
  #flush(): void {
    if (this.#at > 0) this.#handOn(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
  }
}

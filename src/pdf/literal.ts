/**
 * Literal: a string of two-byte codes while it is written (ISO 32000-1 §7.3.4.2). Bytes, because a page has thousands of
 * codes, and each would make a string of its own.
 */
import { ESCAPES } from './syntax.ts';

const BACKSLASH = 0x5c;
/** Of a byte, the one to write behind a backslash in its place; 0 where it stands for itself. */
const ESCAPED = new Uint8Array(256);
for (const [byte, pair] of Object.entries(ESCAPES)) ESCAPED[byte.charCodeAt(0)] = pair.charCodeAt(1);

/** Two bytes, each escaped. */
const LONGEST_CODE = 4;

export class Literal {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(code: number): void {
    if (this.#length + LONGEST_CODE > this.#bytes.length) this.#grow();
    this.#put(code >> 8);
    this.#put(code & 0xff);
  }

  /** What was added, in parentheses; and begins anew. */
  take(): string {
    const text = `(${this.#bytes.toString('latin1', 0, this.#length)})`;
    this.#length = 0;
    return text;
  }

  #put(byte: number): void {
    const escaped = ESCAPED[byte] ?? 0;
    if (escaped !== 0) {
      this.#bytes[this.#length] = BACKSLASH;
      this.#length += 1;
    }
    this.#bytes[this.#length] = escaped === 0 ? byte : escaped;
    this.#length += 1;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

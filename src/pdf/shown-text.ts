/**
 * ShownText: what one operator shows while it is written (ISO 32000-1 §9.4.3): strings of two-byte codes (§7.3.4.2), and between them
 * numbers that move the pen. Bytes, because a page has thousands of codes, and each would make a string of its own.
 */
import type { ByteText } from './byte-text.ts';
import { ESCAPES } from './syntax.ts';

const [OPEN, CLOSE, BACKSLASH, BLANK] = [0x28, 0x29, 0x5c, 0x20];
/** Of a byte, the one to write behind a backslash in its place; 0 where it stands for itself. */
const ESCAPED = new Uint8Array(256);
for (const [byte, pair] of Object.entries(ESCAPES)) ESCAPED[byte.charCodeAt(0)] = pair.charCodeAt(1);

/** Two bytes, each escaped, and a parenthesis on either side. */
const LONGEST_CODE = 6;
/** Also one that has no meaning on any page. */
const LONGEST_NUMBER = 32;

export class ShownText {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;
  /** A string has begun. */
  #isOpen = false;
  #hasNumbers = false;
  #endsInNumber = false;

  add(code: number): void {
    if (this.#length + LONGEST_CODE > this.#bytes.length) this.#grow();
    const bytes = this.#bytes;
    let at = this.#length;
    if (!this.#isOpen) {
      bytes[at++] = OPEN;
      this.#isOpen = true;
      this.#endsInNumber = false;
    }
    const high = code >> 8;
    if (high === 0) bytes[at++] = 0;
    else at = put(bytes, at, high);
    this.#length = put(bytes, at, code & 0xff);
  }

  /** The next code stands so many thousandths of the em further to the left. */
  moveBack(thousandths: number): void {
    if (this.#length + LONGEST_NUMBER > this.#bytes.length) this.#grow();
    if (this.#isOpen) this.#bytes[this.#length++] = CLOSE;
    // Behind another number, as where text goes on further left, a blank keeps them apart.
    if (this.#endsInNumber) this.#bytes[this.#length++] = BLANK;
    const digits = String(thousandths);
    for (let index = 0; index < digits.length; index++)
      this.#bytes[this.#length++] = digits.charCodeAt(index);
    this.#isOpen = false;
    this.#hasNumbers = true;
    this.#endsInNumber = true;
  }

  /** The operator, where there is anything to show; and begins anew. */
  writeTo(out: ByteText): void {
    if (this.#length === 0) return;
    if (this.#isOpen) this.#bytes[this.#length++] = CLOSE;
    const shown = this.#bytes.subarray(0, this.#length);
    if (this.#hasNumbers) out.add('[');
    out.addBytes(shown);
    out.add(this.#hasNumbers ? ']TJ\n' : 'Tj\n');
    this.#length = 0;
    this.#isOpen = false;
    this.#hasNumbers = false;
    this.#endsInNumber = false;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Where the next one stands. */
const put = (bytes: Uint8Array, at: number, byte: number): number => {
  const escaped = ESCAPED[byte] as number;
  if (escaped === 0) {
    bytes[at] = byte;
    return at + 1;
  }
  bytes[at] = BACKSLASH;
  bytes[at + 1] = escaped;
  return at + 2;
};

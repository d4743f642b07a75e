/**
 * ByteText: bytes of a PDF while they are written: text of which each character is one byte (Latin-1), and what is bytes already.
 * As strings, each of thousands of operators would be one of its own, that is joined to the others and turned into bytes in the end.
 */
const FIRST_ROOM = 16 * 1024;
/** Shorter ones are written faster here than by a call into Node.js. */
const SHORT = 48;

export class ByteText {
  #bytes = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #length = 0;

  get room(): number {
    return this.#bytes.length;
  }

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    const { length } = text;
    const from = this.#length;
    if (from + length > this.#bytes.length) this.#grow(length);
    const bytes = this.#bytes;
    if (length > SHORT) bytes.write(text, from, 'latin1');
    else for (let index = 0; index < length; index++) bytes[from + index] = text.charCodeAt(index);
    this.#length = from + length;
  }

  addBytes(added: Uint8Array): void {
    if (this.#length + added.length > this.#bytes.length) this.#grow(added.length);
    this.#bytes.set(added, this.#length);
    this.#length += added.length;
  }

  /** What was written, until something else is; and begins anew. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return written;
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** A page of millions of letters leaves no such room behind. */
const MOST_KEPT = 256 * 1024;
/** For the file, its page and drawings on that. */
const MOST_SPARE = 4;

const spare: ByteText[] = [];

/** One that is empty, of those that were given back: making room for a page takes as long as writing a tenth of it. */
export const emptyByteText = (): ByteText => spare.pop() ?? new ByteText();

/** What was taken from it last may be read until somebody writes again. */
export const giveBack = (text: ByteText): void => {
  if (text.room <= MOST_KEPT && spare.length < MOST_SPARE) spare.push(text);
};

/** Bits as deflate writes them: the first into the lowest place of a byte. */

/** So many bits, from a byte's lowest on. */
export interface BitRun {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly bits: number;
}

/** The same runs in one piece of memory: each of its own takes as much again for itself. */
export const together = (runs: readonly BitRun[]): BitRun[] => {
  const lengths = runs.map(({ bits }) => Math.ceil(bits / 8));
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  return runs.map((run, index) => {
    const from = at;
    bytes.set(run.bytes.subarray(run.from, run.from + (lengths[index] as number)), from);
    at += lengths[index] as number;
    return { bytes, from, bits: run.bits };
  });
};

export class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #hold = 0;
  #held = 0;

  /** Into a buffer that is large enough. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** 24 at most. */
  put(bits: number, count: number): void {
    let hold = this.#hold | (bits << this.#held);
    let held = this.#held + count;
    for (; held >= 8; held -= 8, hold >>>= 8) this.#bytes[this.#at++] = hold;
    this.#hold = hold;
    this.#held = held;
  }

  append({ bytes, from, bits }: BitRun): void {
    const whole = from + (bits >> 3);
    const target = this.#bytes;
    const held = this.#held;
    let hold = this.#hold;
    let at = this.#at;
    for (let index = from; index < whole; index++, hold >>>= 8) {
      hold |= (bytes[index] as number) << held;
      target[at++] = hold;
    }
    this.#hold = hold;
    this.#at = at;
    if ((bits & 7) > 0) this.put(bytes[whole] as number, bits & 7);
  }

  /** To the next byte. */
  align(): void {
    if (this.#held > 0) this.put(0, 8 - this.#held);
  }

  /** What was written, up to its last whole byte. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  /** All that was written. Nothing may follow. */
  run(): BitRun {
    const bits = this.#at * 8 + this.#held;
    this.align();
    return { bytes: this.#bytes, from: 0, bits };
  }
}

/**
 * The texts of a workbook, which its cells name by number. A sheet may name any of them at any time, so they are all kept: as
 * UTF-8 in blocks outside the heap, up to a bound.
 */
import type { ZipEntry } from '../../ooxml/zip-directory.ts';
import { readAll } from './read-xml.ts';
import { tooBig } from './refusals.ts';
import { TextCollector } from './text-collector.ts';
import { unpack } from './unpack.ts';

const MEBIBYTE = 1024 * 1024;
const BLOCK = 4 * MEBIBYTE;
const MAX_BYTES = 256 * MEBIBYTE;
/** Ten for each row that a sheet can have. */
const MAX_TEXTS = 10_000_000;

export class SharedStrings {
  readonly #blocks: Uint8Array[] = [];
  /** Where each text begins and ends, counted over all blocks; texts don't cross their borders. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #used = 0;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  add(text: string): void {
    // A character of UTF-16 has three bytes at most.
    const most = text.length * 3;
    if (this.#ends.length >= MAX_TEXTS) throw tooBig(`The workbook has more than ${MAX_TEXTS} texts.`);
    if (most > BLOCK) throw tooBig(`A text of the workbook has ${text.length} characters.`);
    if (this.#blocks.length * BLOCK - this.#used < most) {
      this.#used = this.#blocks.length * BLOCK;
      if (this.#used >= MAX_BYTES) throw tooBig(`The workbook has more than ${MAX_BYTES} bytes of texts.`);
      this.#blocks.push(new Uint8Array(BLOCK));
    }
    const block = this.#blocks.at(-1) ?? new Uint8Array(0);
    const { written } = this.#encoder.encodeInto(text, block.subarray(this.#used % BLOCK));
    this.#starts.push(this.#used);
    this.#used += written;
    this.#ends.push(this.#used);
  }

  /** Undefined where there is no such text. */
  at(index: number): string | undefined {
    const [start, end] = [this.#starts[index], this.#ends[index]];
    if (start === undefined || end === undefined) return undefined;
    const block = this.#blocks[Math.floor(start / BLOCK)];
    const from = start % BLOCK;
    return start === end ? '' : this.#decoder.decode(block?.subarray(from, from + end - start));
  }

  clear(): void {
    this.#blocks.length = 0;
    this.#starts.length = 0;
    this.#ends.length = 0;
  }
}

export const readSharedStrings = async (entry: ZipEntry | undefined): Promise<SharedStrings> => {
  const strings = new SharedStrings();
  if (entry === undefined) return strings;
  const collector = new TextCollector();
  await readAll(entry.name, unpack(entry), {
    open(name) {
      if (name === 'si') collector.begin();
      collector.open(name);
    },
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name);
      if (name === 'si') strings.add(collector.end());
    },
  });
  return strings;
};

/**
 * Marks in what is rendered, where STYLE and MERGE stood: processing instructions, which no value can write. Who applies
 * the looks finds what they are about from where they have come to stand, whatever loops and conditions have made of it.
 */
import type { Look } from './look.ts';
import type { LookUnit } from './look-options.ts';

export type LookMark =
  | { readonly type: 'look'; readonly unit: LookUnit; readonly look: Look; readonly hasEnd: boolean }
  | { readonly type: 'end' }
  /** What stands between the two stays on one page. */
  | { readonly type: 'together' }
  | { readonly type: 'together-end' }
  /** Without a key, cells are equal whose texts are. */
  | { readonly type: 'merge'; readonly direction: MergeDirection; readonly key?: string };

export type MergeDirection = 'down' | 'across';

export const END_MARK: LookMark = { type: 'end' };

export class LookMarks {
  readonly all: LookMark[] = [];
  readonly #known = new Map<string, string>();

  /** What to write. Most rows of a table have the same few looks: what is told by the same `key` is one mark. */
  add(key: string, make: () => LookMark): string {
    let written = this.#known.get(key);
    if (written === undefined) {
      written = `<?platen ${this.all.push(make()) - 1}?>`;
      this.#known.set(key, written);
    }
    return written;
  }

  read(markup: string): LookMark | undefined {
    const number = /^<\?platen (\d+)\?>$/.exec(markup)?.[1];
    return number === undefined ? undefined : this.all[Number(number)];
  }
}

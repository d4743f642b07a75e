/** XmlEdits: changes to a source at the places of its elements; any stretch of it can be had as it is to be. */
import { findAttribute } from './xml-markup.ts';
import { escapeAttribute } from './xml-text.ts';
import type { XmlElement } from './xml-tree.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class XmlEdits {
  readonly source: string;
  readonly #edits: Edit[] = [];
  #sorted = true;

  constructor(source: string) {
    this.source = source;
  }

  /** Edits must not overlap; what is put at one place stands there in the order in which it came. */
  replace(start: number, end: number, text: string): void {
    const last = this.#edits.at(-1);
    if (last !== undefined && last.start > start) this.#sorted = false;
    this.#edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** By canonical name; undefined takes it out. One that is not there is left so. */
  attribute(element: XmlElement, name: string, value: string | undefined): void {
    const range = findAttribute(this.source, element, name);
    if (range === undefined) return;
    if (value === undefined) this.replace(range.start, range.end, '');
    else this.replace(range.valueStart - 1, range.valueEnd + 1, `"${escapeAttribute(value)}"`);
  }

  /** The stretch from one place to another; edits that begin in it are made whole. */
  text(from: number, to: number): string {
    if (!this.#sorted) {
      this.#edits.sort((a, b) => a.start - b.start);
      this.#sorted = true;
    }
    let out = '';
    let at = from;
    for (let index = this.#firstFrom(from); index < this.#edits.length; index++) {
      const edit = this.#edits[index] as Edit;
      if (edit.start >= to) break;
      out += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return out + this.source.slice(at, Math.max(at, to));
  }

  of(element: XmlElement): string {
    return this.text(element.start, element.end);
  }

  #firstFrom(place: number): number {
    let [low, high] = [0, this.#edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edits[middle] as Edit).start < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

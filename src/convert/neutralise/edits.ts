/** Edits on a part's source: what is not edited stays as it was written, byte for byte. */
import { PlatenError } from '../../errors.ts';
import type { XmlElement } from '../../ooxml/xml.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One attribute as written: white space, name, `=`, quoted value. */
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

export class Edits {
  readonly #source: string;
  readonly #edits: Edit[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  get empty(): boolean {
    return this.#edits.length === 0;
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  remove(element: XmlElement): void {
    this.replace(element.start, element.end, '');
  }

  /** Takes the element away and leaves what is in it. */
  unwrap(element: XmlElement): void {
    this.replace(element.start, element.openEnd, '');
    if (element.closeStart < element.end) this.replace(element.closeStart, element.end, '');
  }

  /** `unwanted` is asked about each attribute by its canonical name. */
  removeAttributes(element: XmlElement, unwanted: (name: string, value: string) => boolean): void {
    const values = [...element.attributes];
    if (!values.some(([name, value]) => unwanted(name, value))) return;
    const written = [...this.#source.slice(element.start, element.openEnd).matchAll(ATTRIBUTE)];
    // The parser keeps attributes in the order of the source, so the two lists run side by side.
    if (written.length !== values.length) {
      throw new PlatenError('docx_damaged', `An element <${element.rawName}> has malformed attributes.`);
    }
    written.forEach((match, index) => {
      const [name, value] = values[index] ?? ['', ''];
      const start = element.start + match.index;
      if (unwanted(name, value)) this.replace(start, start + match[0].length, '');
    });
  }

  /** The source between two offsets with the edits made; one inside another's range is moot. */
  apply(from = 0, to = this.#source.length): string {
    const pieces: string[] = [];
    let at = from;
    for (const { start, end, text } of this.#edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      if (start < at) continue;
      pieces.push(this.#source.slice(at, start), text);
      at = end;
    }
    pieces.push(this.#source.slice(at, to));
    return pieces.join('');
  }
}

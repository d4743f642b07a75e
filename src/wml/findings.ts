/**
 * What a document has that the model does not hold: a code, and the place. The gate reads them; nothing is dropped
 * without one.
 */
import type { XmlElement } from '../ooxml/xml.ts';

export interface Finding {
  /** Bounded: `element:w:foo` for what no reader knows, else a name such as `chart`. */
  readonly code: string;
  readonly part: string;
  /** In the part's text. */
  readonly offset: number;
}

/** A document of a million unknown elements is as unknown as one of a thousand. */
const MOST_FINDINGS = 1000;

export class Findings {
  readonly list: Finding[] = [];
  readonly #codes = new Set<string>();

  note(code: string, part: string, element: XmlElement): void {
    this.add({ code, part, offset: element.start });
  }

  add(finding: Finding): void {
    // One place for each code and part is enough to look it up.
    const key = `${finding.code}\n${finding.part}`;
    if (this.#codes.has(key) || this.list.length >= MOST_FINDINGS) return;
    this.#codes.add(key);
    this.list.push(finding);
  }

  unknown(part: string, element: XmlElement): void {
    this.note(`element:${element.name.slice(0, 60)}`, part, element);
  }
}

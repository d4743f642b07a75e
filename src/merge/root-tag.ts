/** RootTag: the root of a part of the first document; what another document's root declares besides goes onto its elements. */
import type { PlatenError } from '../errors.ts';
import { escapeAttribute, type XmlElement } from '../ooxml/xml.ts';

export class RootTag {
  /** Up to the end of the root's start tag. */
  readonly text: string;
  readonly #tag: string;
  readonly #declared: ReadonlyMap<string, string>;

  constructor(source: string, root: XmlElement) {
    this.text = source.slice(0, root.openEnd);
    this.#tag = source.slice(root.start, root.openEnd);
    this.#declared = declarations(root);
  }

  /** Attributes for each element that comes from below another root. */
  missing(source: string, root: XmlElement, conflict: (prefix: string) => PlatenError): string {
    if (source.slice(root.start, root.openEnd) === this.#tag) return '';
    let text = '';
    for (const [name, address] of declarations(root)) {
      const known = this.#declared.get(name);
      if (known === address) continue;
      if (known !== undefined) throw conflict(name);
      text += ` ${name}="${escapeAttribute(address)}"`;
    }
    if (text === '') return '';
    const ignorable = root.attribute('mc:Ignorable');
    return ignorable === undefined ? text : `${text} mc:Ignorable="${escapeAttribute(ignorable)}"`;
  }
}

const declarations = (root: XmlElement): ReadonlyMap<string, string> =>
  new Map([...root.attributes].filter(([name]) => name.startsWith('xmlns')));

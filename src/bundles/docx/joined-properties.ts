/** JoinedProperties: what documents say of themselves (title, author, dates) → that in which all agree */
import type { DocxPackage } from '../../ooxml/docx.ts';
import { elementsOf } from '../../ooxml/xml.ts';

export class JoinedProperties {
  #base: { readonly part: string; readonly open: string; readonly close: string } | undefined;
  readonly #said = new Map<string, string>();
  #last = '';

  take(docx: DocxPackage): void {
    const [part] = docx.partsOf('core-properties');
    if (part === undefined) {
      this.#said.clear();
      return;
    }
    const { crc32, size } = docx.entry(part);
    if (this.#last === `${crc32} ${size}`) return;
    this.#last = `${crc32} ${size}`;
    const source = docx.text(part);
    const root = docx.xml(part);
    const own = new Map(elementsOf(root).map(({ name, start, end }) => [name, source.slice(start, end)]));
    if (this.#base === undefined) {
      this.#base = { part, open: source.slice(0, root.openEnd), close: `</${root.rawName}>` };
      for (const [name, text] of own) this.#said.set(name, text);
    } else for (const [name, text] of this.#said) if (own.get(name) !== text) this.#said.delete(name);
  }

  get part(): string | undefined {
    return this.#base?.part;
  }

  get text(): string {
    if (this.#base === undefined) return '';
    const open = this.#base.open.replace(/\/>$/, '>');
    return open + [...this.#said.values()].join('') + this.#base.close;
  }
}

/**
 * JoinedStyles: styles of many documents → one set. All come from one template, so they are the same, but for styles that some
 * documents have and others lack. A style that is not the same in two of them is an error: one of the two would look wrong.
 */
import { PlatenError } from '../../errors.ts';
import type { StyleList } from '../../merge/story.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { childValue, isOn, wholeNumber } from '../../wml/properties/word-values.ts';

interface StyleFacts {
  readonly basedOn: string | undefined;
  readonly list: string | undefined;
  readonly level: number | undefined;
  /** Its `w:ind`, as written. */
  readonly indent: string | undefined;
}

const DEEPEST = 20;

export class JoinedStyles {
  /** The first document's part, to which styles of others are added. */
  #base: { readonly part: string; readonly source: string; readonly end: number } | undefined;
  readonly #sources = new Map<string, string>();
  readonly #facts = new Map<string, StyleFacts>();
  readonly #added: string[] = [];
  readonly #seen = new Set<string>();
  readonly #lists = new Map<string, StyleList | undefined>();
  #others = '';
  #default: string | undefined;

  take(docx: DocxPackage, record: number): void {
    const [part] = docx.partsOf('styles');
    if (part === undefined) return;
    const { crc32, size } = docx.entry(part);
    if (this.#seen.has(`${crc32} ${size}`)) return;
    this.#seen.add(`${crc32} ${size}`);
    const source = docx.text(part);
    const root = docx.xml(part);
    const others = elementsOf(root)
      .filter(({ name }) => name !== 'w:style')
      .map(({ start, end }) => source.slice(start, end))
      .join('');
    const isFirst = this.#base === undefined;
    if (isFirst) {
      this.#base = { part, source, end: root.closeStart };
      this.#others = others;
    } else if (others !== this.#others) throw differs('its defaults', record);
    for (const style of elementsOf(root, 'w:style')) this.#takeStyle(style, source, record, isFirst);
  }

  #takeStyle(style: XmlElement, source: string, record: number, isFirst: boolean): void {
    const id = style.attribute('w:styleId') ?? '';
    const text = source.slice(style.start, style.end);
    const known = this.#sources.get(id);
    if (known === text) return;
    if (known !== undefined) throw differs(`the style "${id}"`, record);
    this.#sources.set(id, text);
    this.#facts.set(id, factsOf(style, source));
    if (isOn(style.attribute('w:default')) && style.attribute('w:type') === 'paragraph') this.#default ??= id;
    if (!isFirst) this.#added.push(text);
  }

  /** Of a paragraph's style; undefined where it counts in none. */
  listOf(style: string | undefined): StyleList | undefined {
    const id = style ?? this.#default;
    if (id === undefined) return undefined;
    if (!this.#lists.has(id)) this.#lists.set(id, this.#findList(id));
    return this.#lists.get(id);
  }

  #findList(style: string): StyleList | undefined {
    let indent: string | undefined;
    let id: string | undefined = style;
    for (let depth = 0; id !== undefined && depth < DEEPEST; depth++) {
      const facts: StyleFacts | undefined = this.#facts.get(id);
      indent ??= facts?.indent;
      if (facts?.list !== undefined)
        return facts.list === '0' ? undefined : { list: facts.list, level: facts.level, indent, style: id };
      id = facts?.basedOn;
    }
    return undefined;
  }

  /** The list behind a numbering style. */
  listOfStyle(style: string): string | undefined {
    return this.#facts.get(style)?.list;
  }

  get part(): string | undefined {
    return this.#base?.part;
  }

  get text(): string {
    if (this.#base === undefined) return '';
    const { source, end } = this.#base;
    return source.slice(0, end) + this.#added.join('') + source.slice(end);
  }
}

const factsOf = (style: XmlElement, source: string): StyleFacts => {
  const properties = childOf(style, 'w:pPr');
  const numbering = childOf(properties, 'w:numPr');
  const indent = childOf(properties, 'w:ind');
  return {
    basedOn: childValue(style, 'w:basedOn'),
    list: childValue(numbering, 'w:numId'),
    level: wholeNumber(childValue(numbering, 'w:ilvl')),
    indent: indent && source.slice(indent.start, indent.end),
  };
};

const differs = (what: string, record: number): PlatenError =>
  new PlatenError(
    'bundle_failed',
    `The documents cannot become one: in that of record ${record}, ${what} is not as in the others.`,
    { hint: 'Ask for a ZIP of documents instead, or keep data out of styles.' },
  );

/**
 * AdoptedStyles: styles of included documents → those of the template that includes them, and the ones that it lacks
 *
 * As Word does with "use destination styles": a style of the same name is the template's own; another one comes along. With
 * "keep source formatting", one that looks otherwise comes along as well, under a name of its own.
 */

import type { RecordLists } from '../../merge/joined-numbering.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { childValue } from '../../wml/properties/word-values.ts';
import type { SourceLook } from './source-look.ts';
import { type StylePart, stylePartOf } from './style-part.ts';

interface OneStyle {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly element: XmlElement;
  readonly source: string;
}

export class AdoptedStyles {
  readonly #byName = new Map<string, string>();
  readonly #ids = new Set<string>();
  readonly #host: ReadonlyMap<string, OneStyle>;
  readonly #added: string[] = [];
  /** Styles that came along, by what they say: the second include of a template needs no second set. */
  readonly #known = new Map<string, string>();

  constructor(host: StylePart | undefined) {
    const styles = host === undefined ? [] : stylesIn(host);
    this.#host = new Map(styles.map((style) => [style.id, style]));
    for (const { id, type, name } of styles) {
      this.#byName.set(nameKey(type, name), id);
      this.#ids.add(id.toLowerCase());
    }
  }

  get added(): string {
    return this.#added.join('');
  }

  /** What the styles of one included document are called here; those that are asked for come along. */
  of(
    docx: DocxPackage,
    {
      lists,
      missing,
      look,
    }: { lists: RecordLists; missing: (part: StylePart) => string; look?: SourceLook | undefined },
  ): (id: string) => string {
    const part = stylePartOf(docx);
    if (part === undefined) return (id) => id;
    const own = new Map(stylesIn(part).map((style) => [style.id, style]));
    const found = new Map<string, string>();
    const attributes = missing(part);
    const adopt = (id: string): string => {
      const known = found.get(id);
      if (known !== undefined) return known;
      const style = own.get(id);
      if (style === undefined) return id;
      const same = this.#byName.get(nameKey(style.type, style.name));
      const isSame =
        same !== undefined &&
        (look === undefined || (this.#looksAlike(style, this.#host.get(same), own) && look.hasSameDefaults));
      if (isSame) {
        found.set(id, same);
        return same;
      }
      return this.#take(style, { adopt, found, lists, attributes, look });
    };
    return adopt;
  }

  /** Itself and what it is based on say the same. */
  #looksAlike(style: OneStyle, other: OneStyle | undefined, own: ReadonlyMap<string, OneStyle>): boolean {
    let [mine, theirs]: (OneStyle | undefined)[] = [style, other];
    for (let depth = 0; depth < DEEPEST; depth++) {
      if (mine === undefined || theirs === undefined) return mine === theirs;
      if (lookOf(mine) !== lookOf(theirs)) return false;
      const [a, b]: (string | undefined)[] = [
        childValue(mine.element, 'w:basedOn'),
        childValue(theirs.element, 'w:basedOn'),
      ];
      mine = a === undefined ? undefined : own.get(a);
      theirs = b === undefined ? undefined : this.#host.get(b);
    }
    return true;
  }

  #take(
    style: OneStyle,
    {
      adopt,
      found,
      lists,
      attributes,
      look,
    }: {
      readonly adopt: (id: string) => string;
      readonly found: Map<string, string>;
      readonly lists: RecordLists;
      readonly attributes: string;
      readonly look: SourceLook | undefined;
    },
  ): string {
    const { element, source, name, type } = style;
    const edits = new XmlEdits(source);
    // Known before what it leads to is asked for: linked styles name each other.
    const id = this.#freeId(style.id);
    found.set(style.id, id);
    edits.attribute(element, 'w:styleId', id);
    edits.attribute(element, 'w:default', undefined);
    for (const child of elementsOf(element)) {
      if (child.name === 'w:basedOn' || child.name === 'w:next' || child.name === 'w:link') {
        const old = child.attribute('w:val') ?? '';
        edits.attribute(child, 'w:val', adopt(old));
      } else if (child.name === 'w:name') edits.attribute(child, 'w:val', this.#freeName(type, name));
      else if (child.name === 'w:rsid') edits.replace(child.start, child.end, '');
    }
    const numbering = childOf(childOf(element, 'w:pPr'), 'w:numPr');
    const list = childValue(numbering, 'w:numId');
    if (numbering !== undefined && list !== undefined) {
      const level = childValue(numbering, 'w:ilvl') ?? lists.levelOf(list, style.id);
      const number = lists.number(list);
      const text = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`;
      edits.replace(numbering.start, numbering.end, text);
    }
    if (attributes !== '') edits.insert(element.start + 1 + element.rawName.length, attributes);
    const isRoot = childOf(element, 'w:basedOn') === undefined;
    const text = edits.of(element);
    const looked = look === undefined ? text : look.ofStyle(text, isRoot && type === 'paragraph');
    const key = looked.replaceAll(`"${id}"`, '""');
    const before = this.#known.get(key);
    if (before !== undefined && look === undefined) {
      found.set(style.id, before);
      return before;
    }
    this.#known.set(key, id);
    this.#byName.set(nameKey(type, nameIn(looked) ?? name), id);
    this.#ids.add(id.toLowerCase());
    this.#added.push(looked);
    return id;
  }

  #freeId(id: string): string {
    let free = id;
    for (let count = 2; this.#ids.has(free.toLowerCase()); count++) free = `${id}_${count}`;
    this.#ids.add(free.toLowerCase());
    return free;
  }

  #freeName(type: string, name: string): string {
    let free = name;
    for (let count = 2; this.#byName.has(nameKey(type, free)); count++) free = `${name} ${count}`;
    return free;
  }
}

const DEEPEST = 20;

const stylesIn = ({ root, source }: StylePart): OneStyle[] =>
  elementsOf(root, 'w:style').map((element) => ({
    id: element.attribute('w:styleId') ?? '',
    type: element.attribute('w:type') ?? 'paragraph',
    name: childValue(element, 'w:name') ?? element.attribute('w:styleId') ?? '',
    element,
    source,
  }));

/** Word's own names are the same whatever their case, and whatever language gave them their ids. */
const nameKey = (type: string, name: string): string => `${type} ${name.trim().toLowerCase()}`;

const nameIn = (markup: string): string | undefined => /<\w+:name\s[^>]*?val="([^"]*)"/.exec(markup)?.[1];

const LOOKS: ReadonlySet<string> = new Set(['w:pPr', 'w:rPr', 'w:tblPr', 'w:trPr', 'w:tcPr', 'w:tblStylePr']);

const lookOf = ({ element, source }: OneStyle): string =>
  elementsOf(element)
    .filter(({ name }) => LOOKS.has(name))
    .map(({ start, end }) => source.slice(start, end))
    .join('');

/**
 * JoinedNumbering: lists of many documents → one part, in which each record's lists begin anew
 *
 * Instances (`w:num`) of one abstract list count on from each other (§17.9.15), so each record gets instances of its own: the
 * first of an abstract list starts all levels anew, those that follow count on as they did. The first record keeps its numbers,
 * which styles refer to; bullets count nothing and are shared.
 */
import type { DocxPackage } from '../ooxml/docx.ts';
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import type { EntryWriter } from '../ooxml/zip-write.ts';
import { childValue, wholeNumber } from '../wml/properties/word-values.ts';

/** An abstract list as another document is to have it; `root` is that of its own part. */
type AbstractChange = (text: string, root: XmlElement) => string;
const AS_IT_IS: AbstractChange = (text) => text;

const LEVELS = 9;
const UNCOUNTED: ReadonlySet<string> = new Set(['bullet', 'none']);

interface Abstract {
  /** As written, but for its number; the second of two that say the same is another list, and has another key. */
  readonly key: string;
  readonly source: string;
  readonly starts: readonly number[];
  readonly isCounted: boolean;
  /** A numbering style that has the levels instead. */
  readonly styleLink: string | undefined;
  /** Levels by the paragraph style that stands for them. */
  readonly styles: ReadonlyMap<string, number>;
}

interface Instance {
  readonly abstract: string;
  /** `w:lvlOverride` elements, as written. */
  readonly overrides: string;
  readonly byLevel: ReadonlyMap<number, { readonly start: number | undefined; readonly level: string }>;
}

interface Lists {
  readonly abstracts: ReadonlyMap<string, Abstract>;
  readonly instances: ReadonlyMap<string, Instance>;
}

interface Added {
  readonly number: string;
  readonly abstract: string;
  readonly overrides: string;
}

interface Base {
  readonly part: string;
  readonly source: string;
  /** Behind the last abstract list, behind the last instance. */
  readonly abstractsEnd: number;
  readonly instancesEnd: number;
}

export class JoinedNumbering {
  readonly #numIdOfStyle: (style: string) => string | undefined;
  #base: Base | undefined;
  #lists: Lists = { abstracts: new Map(), instances: new Map() };
  #last: { readonly sum: string; readonly lists: Lists; readonly change: AbstractChange } | undefined;
  /** Abstract lists of the bundle by what they say. */
  readonly #abstracts = new Map<string, string>();
  readonly #shared = new Map<string, string>();
  readonly #newAbstracts: string[] = [];
  readonly #added: Added[] = [];
  /** Texts of overrides, which are the same for thousands of lists. */
  readonly #texts = new Map<string, string>();
  #nextAbstract = 0;
  #nextNumber = 1;

  constructor(numIdOfStyle: (style: string) => string | undefined) {
    this.#numIdOfStyle = numIdOfStyle;
  }

  /** A part for documents whose first has none. */
  begin(part: string, source: string, root: XmlElement): void {
    this.#base ??= baseOf(part, source, root);
  }

  /** The lists of one document, for the time that it is being written. */
  record(docx: DocxPackage, record: number, change: AbstractChange = AS_IT_IS): RecordLists {
    const lists = this.#read(docx, change);
    if (record > 1) return new RecordLists(this, lists);
    this.#lists = lists;
    for (const [number, { key }] of lists.abstracts) this.#abstracts.set(key, number);
    this.#nextAbstract = 1 + Math.max(-1, ...[...lists.abstracts.keys()].map(Number));
    this.#nextNumber = 1 + Math.max(0, ...[...lists.instances.keys()].map(Number));
    return new RecordLists(undefined, lists);
  }

  #read(docx: DocxPackage, change: AbstractChange): Lists {
    const [part] = docx.partsOf('numbering');
    if (part === undefined) return { abstracts: new Map(), instances: new Map() };
    const { crc32, size } = docx.entry(part);
    const sum = `${crc32} ${size}`;
    if (this.#last?.sum === sum && this.#last.change === change) return this.#last.lists;
    const source = docx.text(part);
    const root = docx.xml(part);
    this.#base ??= baseOf(part, source, root);
    const lists = readLists(source, root, change);
    this.#last = { sum, lists, change };
    return lists;
  }

  /** Shared by all records, since it counts nothing. */
  share(instance: Instance, abstract: Abstract): string {
    const number = this.#abstractFor(abstract);
    const key = `${number} ${instance.overrides}`;
    let known = this.#shared.get(key);
    if (known === undefined) {
      known = this.#fromFirst(number, instance) ?? this.#add(number, instance.overrides);
      this.#shared.set(key, known);
    }
    return known;
  }

  #fromFirst(abstract: string, { overrides }: Instance): string | undefined {
    for (const [number, one] of this.#lists.instances)
      if (one.abstract === abstract && one.overrides === overrides) return number;
    return undefined;
  }

  /** A list of its own, on all levels from the beginning where `isAnew`. */
  own(instance: Instance, abstract: Abstract, isAnew: boolean): string {
    const number = this.#abstractFor(abstract);
    return this.#add(number, isAnew ? anew(instance, this.#startsOf(abstract)) : instance.overrides);
  }

  #startsOf(abstract: Abstract): readonly number[] {
    const linked = this.linked(abstract);
    return linked === undefined ? abstract.starts : linked.starts;
  }

  /** The abstract list that a numbering style leads to. */
  linked({ styleLink }: Abstract): Abstract | undefined {
    const number = styleLink === undefined ? undefined : this.#numIdOfStyle(styleLink);
    const instance = number === undefined ? undefined : this.#lists.instances.get(number);
    return instance && this.#lists.abstracts.get(instance.abstract);
  }

  #abstractFor({ key, source }: Abstract): string {
    const known = this.#abstracts.get(key);
    if (known !== undefined) return known;
    const number = String(this.#nextAbstract++);
    this.#abstracts.set(key, number);
    this.#newAbstracts.push(source.replace(NUMBER, `$1"${number}"`));
    return number;
  }

  #add(abstract: string, overrides: string): string {
    const number = String(this.#nextNumber++);
    let text = this.#texts.get(overrides);
    if (text === undefined) {
      text = overrides;
      this.#texts.set(overrides, text);
    }
    this.#added.push({ number, abstract, overrides: text });
    return number;
  }

  get part(): string | undefined {
    return this.#base?.part;
  }

  /** Whether there is anything that the first document's part does not say. */
  get isGrown(): boolean {
    return this.#added.length > 0 || this.#newAbstracts.length > 0;
  }

  writeTo(entry: EntryWriter): void {
    if (this.#base === undefined) return;
    const { source, abstractsEnd, instancesEnd } = this.#base;
    entry.write(source.slice(0, abstractsEnd));
    for (const text of this.#newAbstracts) entry.write(text);
    entry.write(source.slice(abstractsEnd, instancesEnd));
    for (const { number, abstract, overrides } of this.#added)
      entry.write(`<w:num w:numId="${number}"><w:abstractNumId w:val="${abstract}"/>${overrides}</w:num>`);
    entry.write(source.slice(instancesEnd));
  }
}

/** Old → new numbers of lists, in the order in which the document has them. */
export class RecordLists {
  readonly #joined: JoinedNumbering | undefined;
  readonly #lists: Lists;
  readonly #numbers = new Map<string, string>();
  /** Abstract lists that begin anew in this record. */
  readonly #begun = new Set<string>();

  /** Without `joined` all stays as it is. */
  constructor(joined: JoinedNumbering | undefined, lists: Lists) {
    this.#joined = joined;
    this.#lists = lists;
  }

  /** Lists of the first record keep their numbers. */
  get isKept(): boolean {
    return this.#joined === undefined;
  }

  number(old: string): string {
    const instance = this.#lists.instances.get(old);
    const abstract = instance && this.#lists.abstracts.get(instance.abstract);
    if (this.#joined === undefined || instance === undefined || abstract === undefined) return old;
    const known = this.#numbers.get(old);
    if (known !== undefined) return known;
    let number: string;
    if (this.isCounted(old)) {
      number = this.#joined.own(instance, abstract, !this.#begun.has(abstract.key));
      this.#begun.add(abstract.key);
    } else number = this.#joined.share(instance, abstract);
    this.#numbers.set(old, number);
    return number;
  }

  isCounted(old: string): boolean {
    const instance = this.#lists.instances.get(old);
    const abstract = instance && this.#lists.abstracts.get(instance.abstract);
    if (instance === undefined || abstract === undefined) return false;
    const linked = this.#joined?.linked(abstract);
    return (linked ?? abstract).isCounted || /<\w+:lvl\b/.test(instance.overrides);
  }

  /** The level of a list that stands for a paragraph style. */
  levelOf(old: string, style: string): number {
    const instance = this.#lists.instances.get(old);
    return (instance && this.#lists.abstracts.get(instance.abstract)?.styles.get(style)) ?? 0;
  }
}

const NUMBER = /(\sw:abstractNumId\s*=\s*)(?:"[^"]*"|'[^']*')/;

const baseOf = (part: string, source: string, root: XmlElement): Base => {
  const children = elementsOf(root);
  const lastOf = (...names: string[]): number | undefined =>
    children.findLast(({ name }) => names.includes(name))?.end;
  const abstractsEnd = lastOf('w:abstractNum') ?? lastOf('w:numPicBullet') ?? root.openEnd;
  return { part, source, abstractsEnd, instancesEnd: lastOf('w:num') ?? abstractsEnd };
};

const readLists = (source: string, root: XmlElement, change: AbstractChange): Lists => {
  const abstracts = new Map<string, Abstract>();
  const counts = new Map<string, number>();
  for (const element of elementsOf(root, 'w:abstractNum')) {
    const abstract = readAbstract(source, root, element);
    const count = (counts.get(abstract.key) ?? 0) + 1;
    counts.set(abstract.key, count);
    const key = count === 1 ? abstract.key : `${count} ${abstract.key}`;
    abstracts.set(element.attribute('w:abstractNumId') ?? '', {
      ...abstract,
      source: change(abstract.source, root),
      key,
    });
  }
  const instances = elementsOf(root, 'w:num').map(
    (element) => [element.attribute('w:numId') ?? '', readInstance(source, element)] as const,
  );
  return { abstracts, instances: new Map(instances) };
};

/** Of a list that is a numbering style's, the levels stand at the one that the style is made of. */
const levelsIn = (root: XmlElement, element: XmlElement): XmlElement[] => {
  const style = childValue(element, 'w:numStyleLink');
  const made =
    style === undefined
      ? undefined
      : elementsOf(root, 'w:abstractNum').find((one) => childValue(one, 'w:styleLink') === style);
  return elementsOf(made ?? element, 'w:lvl');
};

const readAbstract = (source: string, root: XmlElement, element: XmlElement): Abstract => {
  const text = source.slice(element.start, element.end);
  const levels = levelsIn(root, element);
  const starts: number[] = Array.from({ length: LEVELS }, () => 1);
  const styles = new Map<string, number>();
  for (const level of levels) {
    const index = wholeNumber(level.attribute('w:ilvl')) ?? 0;
    // §17.9.25: a level without w:start begins at 0.
    starts[index] = wholeNumber(childValue(level, 'w:start')) ?? 0;
    const style = childValue(level, 'w:pStyle');
    if (style !== undefined) styles.set(style, index);
  }
  return {
    key: text.replace(NUMBER, ''),
    source: text,
    starts,
    isCounted: levels.some((level) => !UNCOUNTED.has(childValue(level, 'w:numFmt') ?? 'decimal')),
    styleLink: childValue(element, 'w:numStyleLink'),
    styles,
  };
};

const readInstance = (source: string, element: XmlElement): Instance => {
  const overrides = elementsOf(element, 'w:lvlOverride');
  return {
    abstract: childValue(element, 'w:abstractNumId') ?? '',
    overrides: overrides.map(({ start, end }) => source.slice(start, end)).join(''),
    byLevel: new Map(
      overrides.map((override) => {
        const level = childOf(override, 'w:lvl');
        const start =
          wholeNumber(childValue(override, 'w:startOverride')) ?? wholeNumber(childValue(level, 'w:start'));
        const text = level === undefined ? '' : source.slice(level.start, level.end);
        return [wholeNumber(override.attribute('w:ilvl')) ?? 0, { start, level: text }];
      }),
    ),
  };
};

const anew = ({ byLevel }: Instance, starts: readonly number[]): string => {
  let text = '';
  for (let level = 0; level < LEVELS; level++) {
    const own = byLevel.get(level);
    const start = own?.start ?? starts[level] ?? 1;
    text += `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/>${own?.level ?? ''}</w:lvlOverride>`;
  }
  return text;
};

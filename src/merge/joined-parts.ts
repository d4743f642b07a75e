/**
 * JoinedParts: parts of many documents → one package, equal ones once
 *
 * A part is known by the hash of what it says and of where its relationships lead. One of the same name and other content gets
 * another name.
 */
import { createHash } from 'node:crypto';
import { type ContentTypes, contentTypeOf } from '../ooxml/content-types.ts';
import type { DocxPackage } from '../ooxml/docx.ts';
import { relationshipsPartOf, targetTo } from '../ooxml/part-names.ts';
import { type Relationship, writeRelationships } from '../ooxml/relationships.ts';
import type { Content } from '../ooxml/zip-write.ts';

/** Where parts go that are found on the way. */
interface PartSink {
  add(name: string, bytes: Uint8Array): void;
  /** As it was packed in its document. */
  raw(name: string, content: Content): void;
}

type WrittenRelationship = Pick<Relationship, 'id' | 'type' | 'target' | 'external'>;

/** Parts that lead to parts that lead to parts: charts, diagrams, their workbooks. */
const DEEPEST = 12;

export class JoinedParts {
  readonly #side: PartSink;
  readonly #taken = new Set<string>();
  readonly #known = new Map<string, string>();
  readonly #defaults = new Map<string, string>();
  readonly #overrides = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(side: PartSink) {
    this.#side = side;
    this.#defaults.set('rels', 'application/vnd.openxmlformats-package.relationships+xml');
  }

  /** A name for a part that is written by somebody else, with its type. */
  reserve(name: string, type: string): string {
    const free = this.#freeName(name);
    this.#setType(free, type);
    return free;
  }

  /** Types of all parts that were named, and of the extensions that they need. */
  get types(): ContentTypes {
    return { defaults: this.#defaults, overrides: this.#overrides };
  }

  /** A part with all that it leads to, as it is. */
  take(docx: DocxPackage, part: string, depth = 0): string {
    const entry = docx.entry(part);
    const relationships = this.#relationshipsOf(docx, part, depth);
    const hash = createHash('sha256').update(`${entry.method} ${entry.size} ${typeOf(docx, part)}\n`);
    const key = hash.update(relationshipKey(relationships)).update(entry.compressed).digest('base64');
    return this.#once(key, part, typeOf(docx, part), (name) => {
      this.#side.raw(name, entry);
      this.#storeRelationships(name, relationships);
    });
  }

  /**
   * A part whose text is changed on the way. `key` is what else tells it from others; `written` gives its text, and is only
   * asked where there is none like it.
   */
  takeStory(docx: DocxPackage, part: string, key: string, written: () => string): string {
    const relationships = this.#relationshipsOf(docx, part, 0);
    const hash = createHash('sha256').update(`story ${typeOf(docx, part)} ${key}\n`);
    const whole = hash.update(relationshipKey(relationships)).update(docx.text(part)).digest('base64');
    return this.#once(whole, part, typeOf(docx, part), (name) => {
      this.#side.add(name, Buffer.from(written()));
      this.#storeRelationships(name, relationships);
    });
  }

  /** A part of the bundle itself. */
  addText(name: string, type: string, text: string): string {
    const free = this.reserve(name, type);
    this.#side.add(free, Buffer.from(text));
    return free;
  }

  #once(key: string, part: string, type: string, store: (name: string) => void): string {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = this.reserve(part, type);
    this.#known.set(key, name);
    store(name);
    return name;
  }

  #storeRelationships(name: string, relationships: readonly MovedRelationship[]): void {
    if (relationships.length === 0) return;
    const list = relationships.map(({ part, ...one }) => ({
      ...one,
      target: part === undefined ? one.target : targetTo(name, part),
    }));
    this.#side.add(relationshipsPartOf(name), Buffer.from(writeRelationships(list)));
  }

  /** What leads to a part that is missing is left as it is: so it was before. */
  #relationshipsOf(docx: DocxPackage, part: string, depth: number): readonly MovedRelationship[] {
    if (depth > DEEPEST) return [];
    return docx.relationshipsOf(part).map(({ id, type, target, external, part: leadsTo }) => ({
      id,
      type,
      target,
      external,
      part: leadsTo === undefined || !docx.has(leadsTo) ? undefined : this.take(docx, leadsTo, depth + 1),
    }));
  }

  #setType(name: string, type: string): void {
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    // Of pictures and the like all have one type; the others say theirs one by one.
    if (extension !== 'xml' && extension !== 'rels' && !this.#defaults.has(extension))
      this.#defaults.set(extension, type);
    else if (this.#defaults.get(extension) !== type) this.#overrides.set(name, type);
  }

  #freeName(name: string): string {
    if (!this.#taken.has(name.toLowerCase())) {
      this.#taken.add(name.toLowerCase());
      return name;
    }
    const [, stem = name, ending = ''] = /^(.*?)\d*(\.[^./]*)?$/.exec(name) ?? [];
    for (let count = this.#counts.get(stem) ?? 1; ; count++) {
      const other = `${stem}${count}${ending}`;
      if (this.#taken.has(other.toLowerCase())) continue;
      this.#counts.set(stem, count + 1);
      this.#taken.add(other.toLowerCase());
      return other;
    }
  }
}

interface MovedRelationship extends WrittenRelationship {
  /** The part's name in the bundle. */
  readonly part: string | undefined;
}

const relationshipKey = (relationships: readonly MovedRelationship[]): string =>
  relationships.map(({ id, type, target, part }) => `${id} ${type} ${part ?? target}\n`).join('');

const typeOf = (docx: DocxPackage, part: string): string =>
  contentTypeOf(docx.contentTypes, part) ?? 'application/octet-stream';

/** Relationships of one part of the bundle, those that lead to the same place once. */
export class RelationshipSet {
  readonly #part: string;
  readonly #ids = new Map<string, string>();
  readonly #list: WrittenRelationship[] = [];
  readonly #taken = new Set<string>();

  /** `known`: those that are there already, and stay as they are. */
  constructor(part: string, known: readonly WrittenRelationship[] = []) {
    this.#part = part;
    for (const one of known) {
      this.#list.push(one);
      this.#taken.add(one.id);
    }
  }

  get list(): readonly WrittenRelationship[] {
    return this.#list;
  }

  /** To a part of the bundle. */
  toPart(type: string, part: string): string {
    return this.add({ type, target: targetTo(this.#part, part), external: false });
  }

  add({ type, target, external }: Omit<WrittenRelationship, 'id'>): string {
    const key = `${external} ${type} ${target}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    let number = this.#list.length + 1;
    while (this.#taken.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    this.#taken.add(id);
    this.#ids.set(key, id);
    this.#list.push({ id, type, target, external });
    return id;
  }
}

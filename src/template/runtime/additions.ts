/** What a render adds to the package besides its parts' text: relationships, media, lists, ids. */
import { createHash } from 'node:crypto';
import { targetTo } from '../../ooxml/part-names.ts';
import { namesOf } from '../content/dialect.ts';
import { ListNumbering, numberInstanceXml } from '../content/list-numbering.ts';
import type { Budget } from '../expression/values/budget.ts';
import { BYTES } from '../expression/values/memory.ts';
import type { Program, RelationshipInfo } from '../program.ts';

export type MediaExtension = 'png' | 'jpeg' | 'gif' | 'svg';

/** A character that is kept until the package ends, and is then one of a large text and of its copy. */
const WRITTEN_BYTES = 3 * BYTES.character;

export class PackageAdditions {
  readonly #program: Program;
  readonly #isTaken: (part: string) => boolean;
  readonly #budget: Budget;
  #drawing: number;
  #bookmark: number;
  #note: number;
  #number: number;
  #abstract: number;
  /** Instances of the template's own lists that start anew. */
  readonly #restarted: string[] = [];
  #lists: ListNumbering | undefined;
  /** New relationships, by part. */
  readonly relationships = new Map<string, RelationshipInfo[]>();
  /** New parts of other kinds, by name; those without a type have that of their extension. */
  readonly parts = new Map<
    string,
    { readonly content: Uint8Array | string; readonly type: string | undefined }
  >();
  /** New media, by part name. */
  readonly media = new Map<string, Uint8Array>();
  readonly #mediaByBytes = new WeakMap<Uint8Array, string>();
  readonly #mediaByHash = new Map<string, string>();

  constructor(program: Program, isTaken: (part: string) => boolean, budget: Budget) {
    this.#program = program;
    this.#isTaken = isTaken;
    this.#budget = budget;
    this.#drawing = program.nextId.drawing;
    this.#bookmark = program.nextId.bookmark;
    this.#note = program.nextId.note;
    this.#number = program.nextId.number;
    this.#abstract = program.nextId.abstract;
  }

  /** Nothing was added to the package. */
  get isEmpty(): boolean {
    return this.media.size === 0 && this.relationships.size === 0 && this.numbering === undefined;
  }

  /** Made with the first list of a document; most have none. */
  get lists(): ListNumbering {
    this.#lists ??= new ListNumbering({
      catalogue: {
        abstracts: [],
        instances: this.#program.numbering.instances.map((instance) => ({ ...instance, startOverrides: [] })),
      },
      dialect: this.#program.dialect,
      nextAbstractId: () => this.#abstract++,
      nextNumberId: () => this.#number++,
    });
    return this.#lists;
  }

  drawingId(): number {
    return this.#drawing++;
  }

  bookmarkId(): number {
    return this.#bookmark++;
  }

  noteId(): number {
    return this.#note++;
  }

  /** A new instance of a list that starts anew on every level. */
  restart(list: number): string {
    const info = this.#program.lists[list];
    if (info === undefined) return '0';
    const id = this.#number++;
    const markup = numberInstanceXml(id, Number(info.abstractId), new Map(info.starts.entries()));
    this.#budget.memory(markup.length * WRITTEN_BYTES);
    this.#restarted.push(markup);
    return String(id);
  }

  /** What goes into numbering.xml; undefined where nothing was added. */
  get numbering(): { definitions: string; instances: string } | undefined {
    const definitions = this.#lists?.definitions ?? '';
    const instances = this.#restarted.join('') + (this.#lists?.instances ?? '');
    return definitions === '' && instances === '' ? undefined : { definitions, instances };
  }

  /** The same relationship is made once a part. */
  addRelationship(part: string, type: string, target: string, external: boolean): string {
    let own = this.relationships.get(part);
    if (own === undefined) {
      own = [];
      this.relationships.set(part, own);
      this.#ids.set(part, new Map());
    }
    const ids = this.#ids.get(part) as Map<string, string>;
    const key = `${external ? 'e' : 'i'} ${type} ${target}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    this.#budget.memory(BYTES.object + BYTES.entry + key.length * WRITTEN_BYTES);
    const id = `rIdP${own.length + 1}`;
    own.push({ id, type, target, external });
    ids.set(key, id);
    return id;
  }

  readonly #ids = new Map<string, Map<string, string>>();

  addMedia(part: string, bytes: Uint8Array, extension: MediaExtension): string {
    const name = this.#mediaByBytes.get(bytes) ?? this.#store(bytes, extension);
    const type = `${namesOf(this.#program.dialect).relationships}/image`;
    return this.addRelationship(part, type, targetTo(part, name), false);
  }

  /** A part with a name of its own in a folder. */
  addPart(folder: string, extension: string, content: Uint8Array | string, type: string): string {
    let number = this.parts.size + 1;
    const nameOf = (): string => `${folder}platen${number}.${extension}`;
    while (this.#isTaken(nameOf()) || this.parts.has(nameOf())) number += 1;
    return this.addEntry(nameOf(), content, type);
  }

  addEntry(name: string, content: Uint8Array | string, type?: string): string {
    this.#budget.memory(content.length * (typeof content === 'string' ? WRITTEN_BYTES : 1));
    this.parts.set(name, { content, type });
    return name;
  }

  #store(bytes: Uint8Array, extension: MediaExtension): string {
    const hash = createHash('sha1').update(bytes).digest('base64');
    const known = this.#mediaByHash.get(hash);
    if (known !== undefined) return known;
    const folder = this.#program.mainPart.slice(0, this.#program.mainPart.lastIndexOf('/') + 1);
    let number = this.media.size + 1;
    let name = `${folder}media/platen${number}.${extension}`;
    while (this.#isTaken(name) || this.media.has(name))
      name = `${folder}media/platen${++number}.${extension}`;
    this.media.set(name, bytes);
    this.#mediaByBytes.set(bytes, name);
    this.#mediaByHash.set(hash, name);
    return name;
  }
}

/**
 * HostDocument: a template that includes others → one DOCX, with all that came along under numbers and names of its own
 *
 * What the template itself says is not touched but where something is put in.
 */
import type { PlatenError } from '../../errors.ts';
import { JoinedNumbering } from '../../merge/joined-numbering.ts';
import { JoinedParts, RelationshipSet } from '../../merge/joined-parts.ts';
import { NextNumbers } from '../../merge/numbers.ts';
import { RootTag } from '../../merge/root-tag.ts';
import { CONTENT_TYPES_PART, contentTypeOf, writeContentTypes } from '../../ooxml/content-types.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { relationshipsPartOf } from '../../ooxml/part-names.ts';
import { writeRelationships } from '../../ooxml/relationships.ts';
import { elementsOf, parseXml, type XmlElement } from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { type Content, ZipWriter } from '../../ooxml/zip-write.ts';
import { firstFreeIds } from '../compile/parts/free-ids.ts';
import { namesOf } from '../content/dialect.ts';
import { AdoptedStyles } from './adopted-styles.ts';
import { type StylePart, stylePartOf } from './style-part.ts';

export type NoteKind = 'footnote' | 'endnote';

/** Notes that came along. */
interface AddedNotes {
  readonly part: string;
  readonly relationships: RelationshipSet;
  readonly root: RootTag;
  /** Of a part that the template did not have: what separates its notes from the text. */
  readonly separators: string;
  readonly isNew: boolean;
  text: string;
}

/** Numbers of controls that came along: none of the template's own may be among so many. */
const CONTROLS = 100_000;

export class HostDocument {
  readonly docx: DocxPackage;
  readonly next = new NextNumbers();
  readonly styles: AdoptedStyles;
  readonly stylePart: StylePart | undefined;
  readonly numbering: JoinedNumbering;
  readonly parts: JoinedParts;
  /** Told of a prefix that stands for something else in what is included. */
  readonly #conflict: (prefix: string) => PlatenError;
  readonly #edits = new Map<string, XmlEdits>();
  readonly #relationships = new Map<string, RelationshipSet>();
  readonly #notes = new Map<NoteKind, AddedNotes>();
  readonly #roots = new Map<string, RootTag>();
  readonly #added: { readonly name: string; readonly content: Content | Uint8Array }[] = [];
  /** Documents that were included so far, this one among them. */
  documents = 1;

  constructor(docx: DocxPackage, conflict: (prefix: string) => PlatenError) {
    this.docx = docx;
    this.#conflict = conflict;
    this.stylePart = stylePartOf(docx);
    this.styles = new AdoptedStyles(this.stylePart);
    this.parts = new JoinedParts({
      add: (name, bytes) => void this.#added.push({ name, content: bytes }),
      raw: (name, content) => void this.#added.push({ name, content }),
    });
    for (const name of docx.archive.entries.keys()) {
      if (name === CONTENT_TYPES_PART || name.endsWith('.rels') || name.endsWith('/')) continue;
      this.parts.reserve(name, contentTypeOf(docx.contentTypes, name) ?? 'application/octet-stream');
    }
    this.numbering = new JoinedNumbering(() => undefined);
    this.numbering.record(docx, 1);
    this.#beginNumbering();
    this.#takeNumbers();
  }

  #takeNumbers(): void {
    const { next, docx } = this;
    const free = firstFreeIds(docx);
    next.annotation = free.bookmark;
    next.drawing = free.drawing;
    next.footnote = free.note;
    next.endnote = free.note;
    next.comment = free.bookmark;
    const controls = new Set<number>();
    for (const { name, kind } of docx.parts) {
      if (!STORIES.has(kind)) continue;
      const text = docx.text(name);
      for (const [, mark = ''] of text.matchAll(/<\w+:bookmarkStart\s[^>]*?\w+:name="([^"]*)"/g))
        next.names.add(mark);
      for (const [, id = ''] of text.matchAll(/<\w+:id\s+\w+:val="(\d+)"\s*\/>/g)) controls.add(Number(id));
    }
    const isFree = (from: number): boolean =>
      ![...controls].some((control) => control >= from && control < from + CONTROLS);
    let control = CONTROLS;
    while (!isFree(control)) control += CONTROLS;
    next.control = control;
  }

  /** One for lists that come along, where the template has none. */
  #beginNumbering(): void {
    if (this.numbering.part !== undefined) return;
    const folder = this.docx.mainPart.slice(0, this.docx.mainPart.lastIndexOf('/') + 1);
    const address = this.dialect === 'strict' ? STRICT : TRANSITIONAL;
    const source = `${XML_HEAD}<w:numbering xmlns:w="${address}"></w:numbering>`;
    this.numbering.begin(`${folder}numbering.xml`, source, parseXml(source));
  }

  editsOf(part: string): XmlEdits {
    let edits = this.#edits.get(part);
    if (edits === undefined) {
      edits = new XmlEdits(this.docx.text(part));
      this.#edits.set(part, edits);
    }
    return edits;
  }

  relationshipsOf(part: string): RelationshipSet {
    let set = this.#relationships.get(part);
    if (set === undefined) {
      set = new RelationshipSet(part, this.docx.relationshipsOf(part));
      this.#relationships.set(part, set);
    }
    return set;
  }

  /** Declarations that the root of a part here lacks, for each element that comes from below another. */
  missingIn(part: string | RootTag, source: string, root: XmlElement): string {
    const own = typeof part === 'string' ? this.#rootOf(part) : part;
    return own.missing(source, root, this.#conflict);
  }

  #rootOf(part: string): RootTag {
    let root = this.#roots.get(part);
    if (root === undefined) {
      root = new RootTag(this.docx.text(part), this.docx.xml(part));
      this.#roots.set(part, root);
    }
    return root;
  }

  /** Declarations for abstract lists and styles, which stand in parts of their own. */
  missingInNumbering(source: string, root: XmlElement): string {
    const [part] = this.docx.partsOf('numbering');
    if (part !== undefined) return this.missingIn(part, source, root);
    const own = `<w:numbering xmlns:w="${root.attribute('xmlns:w') ?? ''}">`;
    return this.missingIn(new RootTag(own, parseXml(`${own}</w:numbering>`)), source, root);
  }

  missingInStyles(part: StylePart): string {
    const [own] = this.docx.partsOf('styles');
    if (own !== undefined) return this.missingIn(own, part.source, part.root);
    const bare = `<w:styles xmlns:w="${part.root.attribute('xmlns:w') ?? ''}">`;
    return this.missingIn(new RootTag(bare, parseXml(`${bare}</w:styles>`)), part.source, part.root);
  }

  /** The notes of a kind, for those that come along; `included` is where the first of them comes from. */
  notesOf(kind: NoteKind, included: DocxPackage, part: string): AddedNotes {
    const known = this.#notes.get(kind);
    if (known !== undefined) return known;
    const [own] = this.docx.partsOf(`${kind}s`);
    const notes: AddedNotes =
      own === undefined
        ? this.#newNotes(kind, included, part)
        : {
            part: own,
            relationships: this.relationshipsOf(own),
            root: this.#rootOf(own),
            separators: '',
            isNew: false,
            text: '',
          };
    this.#notes.set(kind, notes);
    return notes;
  }

  #newNotes(kind: NoteKind, included: DocxPackage, part: string): AddedNotes {
    const folder = this.docx.mainPart.slice(0, this.docx.mainPart.lastIndexOf('/') + 1);
    const type = contentTypeOf(included.contentTypes, part) ?? `${CONTENT}.${kind}s+xml`;
    const name = this.parts.reserve(`${folder}${kind}s.xml`, type);
    const [source, root] = [included.text(part), included.xml(part)];
    const lines = elementsOf(root, `w:${kind}`).filter((note) => {
      const noteType = note.attribute('w:type');
      return noteType !== undefined && noteType !== 'normal';
    });
    const ids = lines.map((note) => Number(note.attribute('w:id') ?? 0));
    this.next[kind] = Math.max(this.next[kind], 1, ...ids.map((id) => id + 1));
    const { relationships } = namesOf(this.dialect);
    this.relationshipsOf(this.docx.mainPart).toPart(`${relationships}/${kind}s`, name);
    return {
      part: name,
      relationships: new RelationshipSet(name),
      root: new RootTag(source, root),
      separators: lines.map(({ start, end }) => source.slice(start, end)).join(''),
      isNew: true,
      text: '',
    };
  }

  get dialect(): 'strict' | 'transitional' {
    return this.docx.text(this.docx.mainPart).includes(STRICT) ? 'strict' : 'transitional';
  }

  /** The whole of it. */
  write(): Uint8Array {
    const chunks: Uint8Array[] = [];
    const zip = new ZipWriter({ write: (chunk) => void chunks.push(chunk) });
    this.#finishStyles();
    const numbering = this.#finishNumbering();
    this.#finishNotes();
    const rewritten = new Set<string>([CONTENT_TYPES_PART]);
    for (const part of this.#relationships.keys()) rewritten.add(relationshipsPartOf(part));
    if (numbering !== undefined) rewritten.add(numbering.part);
    for (const [name, entry] of this.docx.archive.entries) {
      if (rewritten.has(name) || name.endsWith('/')) continue;
      const edits = this.#edits.get(name);
      if (edits === undefined) zip.raw(name, entry);
      else zip.add(name, edits.text(0, edits.source.length));
    }
    if (numbering !== undefined) zip.add(numbering.part, numbering.text);
    for (const { name, content } of this.#added) {
      if (content instanceof Uint8Array) zip.add(name, content);
      else zip.raw(name, content);
    }
    for (const notes of this.#notes.values()) {
      if (!notes.isNew) continue;
      const close = `</${/<([\w.-]+:\w+)[\s>][^<]*$/.exec(notes.root.text)?.[1] ?? 'w:footnotes'}>`;
      zip.add(notes.part, notes.root.text + notes.separators + notes.text + close);
      if (notes.relationships.list.length > 0)
        zip.add(relationshipsPartOf(notes.part), writeRelationships(notes.relationships.list));
    }
    for (const [part, set] of this.#relationships)
      zip.add(relationshipsPartOf(part), writeRelationships(set.list));
    zip.add(CONTENT_TYPES_PART, writeContentTypes(this.parts.types));
    zip.finish();
    return new Uint8Array(Buffer.concat(chunks));
  }

  #finishStyles(): void {
    const [part] = this.docx.partsOf('styles');
    const { added } = this.styles;
    if (added === '') return;
    if (part !== undefined) {
      this.editsOf(part).insert(this.docx.xml(part).closeStart, added);
      return;
    }
    const folder = this.docx.mainPart.slice(0, this.docx.mainPart.lastIndexOf('/') + 1);
    const address = this.dialect === 'strict' ? STRICT : TRANSITIONAL;
    const text = `${XML_HEAD}<w:styles xmlns:w="${address}">${added}</w:styles>`;
    const name = this.parts.addText(`${folder}styles.xml`, `${CONTENT}.styles+xml`, text);
    const { relationships } = namesOf(this.dialect);
    this.relationshipsOf(this.docx.mainPart).toPart(`${relationships}/styles`, name);
  }

  #finishNumbering(): { readonly part: string; readonly text: string } | undefined {
    const { numbering } = this;
    if (!numbering.isGrown || numbering.part === undefined) return undefined;
    const pieces: string[] = [];
    numbering.writeTo({ write: (piece) => void pieces.push(String(piece)), close: () => undefined });
    const text = pieces.join('');
    if (this.docx.has(numbering.part)) return { part: numbering.part, text };
    const part = this.parts.reserve(numbering.part, `${CONTENT}.numbering+xml`);
    const { relationships } = namesOf(this.dialect);
    this.relationshipsOf(this.docx.mainPart).toPart(`${relationships}/numbering`, part);
    return { part, text };
  }

  #finishNotes(): void {
    for (const { part, isNew, text } of this.#notes.values())
      if (!isNew && text !== '') this.editsOf(part).insert(this.docx.xml(part).closeStart, text);
  }
}

const STORIES: ReadonlySet<string> = new Set([
  ...['document', 'header', 'footer', 'footnotes', 'endnotes', 'comments'],
]);
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TRANSITIONAL = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
const CONTENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/**
 * JoinedDocx :: DOCX files one after the other → one, in which each is a section of its own
 *
 * `document.xml` is written as records come; what is found on the way (pictures, headers, notes) waits on disk. What is kept in
 * memory are names, numbers and hashes. Parts that all share (styles, settings, fonts, theme) are the first document's.
 */
import { PlatenError } from '../../errors.ts';
import { rewriteInstruction } from '../../merge/instructions.ts';
import { JoinedNumbering } from '../../merge/joined-numbering.ts';
import { JoinedParts, RelationshipSet } from '../../merge/joined-parts.ts';
import { NextNumbers, RecordNumbers } from '../../merge/numbers.ts';
import { RootTag } from '../../merge/root-tag.ts';
import { editStory, type StoryRules } from '../../merge/story.ts';
import { CONTENT_TYPES_PART, contentTypeOf, writeContentTypes } from '../../ooxml/content-types.ts';
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../ooxml/limits.ts';
import { relationshipsPartOf } from '../../ooxml/part-names.ts';
import { writeRelationships } from '../../ooxml/relationships.ts';
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import { type ByteSink, type EntryWriter, ZipWriter } from '../../ooxml/zip-write.ts';
import { HAIRLINE } from '../../wml/elements.ts';
import { JoinedNotes, type RelationshipMap } from './joined-notes.ts';
import { JoinedProperties } from './joined-properties.ts';
import { settingsText } from './joined-settings.ts';
import { JoinedStyles } from './joined-styles.ts';
import { prefixDiffers } from './prefix-differs.ts';
import { type BodySections, bodyOf, notesIn, sectionsOf } from './record-body.ts';
import { RecordMarks } from './record-marks.ts';
import { type EdgeKind, type NoteSettings, noteSettings, sectionText } from './sections.ts';
import { SideParts } from './side-parts.ts';

/** Documents that were made here may be larger than what may be uploaded. */
const LIMITS: PackageLimits = {
  ...DEFAULT_PACKAGE_LIMITS,
  fileBytes: Number.MAX_SAFE_INTEGER,
  unpackedBytes: Number.MAX_SAFE_INTEGER,
  entries: Number.MAX_SAFE_INTEGER,
  ratio: Number.MAX_SAFE_INTEGER,
  xmlNodes: Number.MAX_SAFE_INTEGER,
};

/** Written by the bundle itself, out of all documents. */
const WRITTEN_HERE: ReadonlySet<string> = new Set([
  'styles',
  'numbering',
  'settings',
  'footnotes',
  'endnotes',
  'comments',
]);
/** They know comments by marks of paragraphs, which are not the same in the bundle. */
const LEFT_OUT: ReadonlySet<string> = new Set(['commentsExtended', 'commentsIds', 'commentsExtensible']);

export interface JoinOptions {
  /** Pages are counted by record, or through. */
  readonly pageNumbers: 'record' | 'through';
  /** Beginning of the names of files that are there for a time. */
  readonly aside: string;
}

interface Story {
  readonly part: string;
  readonly type: string;
  readonly relationships: RelationshipSet;
  readonly root: RootTag;
  readonly entry: EntryWriter;
  readonly bodyClose: string;
  readonly first: DocxPackage;
  readonly settings: Readonly<Record<'footnote' | 'endnote', NoteSettings>>;
}

export const openRecord = (bytes: Uint8Array): DocxPackage => openDocx(bytes, LIMITS);

export class JoinedDocx {
  readonly #zip: ZipWriter;
  readonly #options: JoinOptions;
  readonly #side: SideParts;
  readonly #parts: JoinedParts;
  readonly #next = new NextNumbers();
  readonly #styles = new JoinedStyles();
  readonly #numbering = new JoinedNumbering((style) => this.#styles.listOfStyle(style));
  readonly #properties = new JoinedProperties();
  readonly #notes: readonly JoinedNotes[];
  readonly #inForce = new Set<EdgeKind>();
  readonly #edgeTypes = new Map<string, string>();
  readonly #empty = new Map<string, string>();
  #story: Story | undefined;
  #pending: { readonly before: string; readonly last: string } | undefined;
  #count = 0;
  #hasEndnotes = false;

  constructor(sink: ByteSink, options: JoinOptions) {
    this.#zip = new ZipWriter(sink);
    this.#options = options;
    this.#side = new SideParts(`${options.aside}.parts`);
    this.#parts = new JoinedParts(this.#side);
    this.#notes = (['footnote', 'endnote', 'comment'] as const).map(
      (kind) => new JoinedNotes(kind, this.#next, `${options.aside}.${kind}s`),
    );
  }

  /** `name` is the record's, for errors. */
  add(bytes: Uint8Array, name: number): void {
    const docx = openRecord(bytes);
    const record = ++this.#count;
    const source = docx.text(docx.mainPart);
    const root = docx.xml(docx.mainPart);
    const body = childOf(root, 'w:body');
    if (body === undefined) throw new PlatenError('docx_damaged', 'The document has no body.');
    this.#styles.take(docx, name);
    this.#properties.take(docx);
    const story = this.#story ?? this.#begin(docx, source, root, body);
    const sections = sectionsOf(body);
    const marks = new RecordMarks(record, sections.inner.length + 1, this.#options.pageNumbers);
    const numbers = new RecordNumbers(this.#next, record);
    const lists = this.#numbering.record(docx, record);
    const instruction = (code: string): string =>
      rewriteInstruction(code, { bookmark: (old) => numbers.bookmark(old), ...marks.rules });
    const rules = { numbers, lists, styles: this.#styles, instruction };
    for (const notes of this.#notes) notes.take(docx, name, rules, this.#intoPart);
    const used = new Set<string>();
    const relationship = this.#intoDocument(docx, story, { ...rules, relationship: (id) => id }, marks);
    const edits = editStory(source, body, {
      ...rules,
      relationship: (id) => {
        used.add(id);
        return relationship(id);
      },
    });
    const texts = this.#sectionTexts(edits, body, sections, record);
    const { begin, end } = marks.bookmarks(() => numbers.fresh('annotation'));
    const missing = story.root.missing(source, root, prefixDiffers(name));
    const written = bodyOf(edits, { body, sections, texts, missing, begin, end });
    if (record === 1) this.#takeShared(docx, story, used);
    if (this.#pending !== undefined) story.entry.write(this.#pending.before);
    story.entry.write(written.text);
    this.#pending = { before: written.endBefore, last: written.endLast };
  }

  finish(): void {
    const story = this.#story;
    if (story === undefined || this.#pending === undefined)
      throw new PlatenError('bundle_failed', 'There is no document to make a bundle of.');
    const zip = this.#zip;
    story.entry.write(this.#pending.last + story.bodyClose);
    story.entry.close();
    this.#finishParts(story);
    this.#side.writeTo(zip);
    for (const notes of this.#notes) notes.writeTo(zip);
    zip.add(relationshipsPartOf(story.part), writeRelationships(story.relationships.list));
    zip.add(CONTENT_TYPES_PART, writeContentTypes(this.#parts.types));
    zip.finish();
  }

  /** The files that were there for a time. */
  remove(): void {
    this.#side.remove();
    for (const notes of this.#notes) notes.remove();
  }

  #begin(docx: DocxPackage, source: string, root: XmlElement, body: XmlElement): Story {
    const part = docx.mainPart;
    const type = contentTypeOf(docx.contentTypes, part) ?? '';
    this.#parts.reserve(part, type);
    const entry = this.#zip.open(part);
    entry.write(source.slice(0, body.openEnd));
    const settings = docx.partsOf('settings')[0];
    const settingsRoot = settings === undefined ? undefined : docx.xml(settings);
    this.#story = {
      part,
      type,
      relationships: new RelationshipSet(part),
      root: new RootTag(source, root),
      entry,
      bodyClose: source.slice(body.closeStart),
      first: docx,
      settings: {
        footnote: noteSettings(childOf(settingsRoot, 'w:footnotePr')),
        endnote: noteSettings(childOf(settingsRoot, 'w:endnotePr')),
      },
    };
    return this.#story;
  }

  /** Relationships of notes: pictures and links. */
  readonly #intoPart: RelationshipMap = (docx, part, into) => {
    const known = new Map(docx.relationshipsOf(part).map((one) => [one.id, one]));
    return (id) => {
      const given = known.get(id);
      if (given === undefined) return id;
      if (given.part === undefined || !docx.has(given.part)) return into.add(given);
      return into.toPart(given.type, this.#parts.take(docx, given.part));
    };
  };

  /** The same, with headers and footers, whose text is changed as well. */
  #intoDocument(
    docx: DocxPackage,
    story: Story,
    rules: StoryRules,
    marks: RecordMarks,
  ): (id: string) => string {
    const plain = this.#intoPart(docx, docx.mainPart, story.relationships);
    const known = new Map(docx.relationshipsOf(docx.mainPart).map((one) => [one.id, one]));
    return (id) => {
      const given = known.get(id);
      const isEdge = given?.kind === 'header' || given?.kind === 'footer';
      if (!isEdge || given.part === undefined || !docx.has(given.part)) return plain(id);
      const { part, type, kind } = given;
      this.#edgeTypes.set(kind, type);
      const source = docx.text(part);
      const name = this.#parts.takeStory(docx, part, marks.keyFor(source), () => {
        const root = docx.xml(part);
        return editStory(source, root, rules).text(0, source.length);
      });
      return story.relationships.toPart(type, name);
    };
  }

  #sectionTexts(
    edits: ReturnType<typeof editStory>,
    body: XmlElement,
    sections: BodySections,
    record: number,
  ): readonly string[] {
    const story = this.#story as Story;
    const counts = {
      footnote: notesIn(body, 'footnote', sections),
      endnote: notesIn(body, 'endnote', sections),
    };
    if (counts.endnote.some((count) => count > 0)) this.#hasEndnotes = true;
    const found: EdgeKind[] = [];
    const all = [...sections.inner.map(({ element }) => element), sections.last];
    const texts = all.map((section, index) => {
      const notes = (kind: 'footnote' | 'endnote') => ({
        document: story.settings[kind],
        before: sum(counts[kind].slice(0, index)),
        inRecord: sum(counts[kind]),
      });
      const { text, edges } = sectionText(section, edits, {
        isFirst: index === 0,
        isLast: index === all.length - 1,
        record,
        pageNumbers: this.#options.pageNumbers,
        inForce: this.#inForce,
        empty: (edge) => this.#emptyEdge(edge, story),
        notes: { footnote: notes('footnote'), endnote: notes('endnote') },
      });
      found.push(...edges);
      return text;
    });
    for (const edge of found) this.#inForce.add(edge);
    return texts;
  }

  #emptyEdge(edge: EdgeKind, story: Story): string {
    const [kind = 'header', type = 'default'] = edge.split(' ');
    let part = this.#empty.get(kind);
    if (part === undefined) {
      const element = kind === 'header' ? 'hdr' : 'ftr';
      const address = /xmlns:w="([^"]*)"/.exec(story.root.text)?.[1] ?? '';
      const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${element} xmlns:w="${address}"><w:p><w:pPr>${HAIRLINE}</w:pPr></w:p></w:${element}>`;
      const contentType = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
      part = this.#parts.addText(`word/${kind}Empty.xml`, contentType, text);
      this.#empty.set(kind, part);
    }
    const id = story.relationships.toPart(this.#edgeTypes.get(kind) ?? '', part);
    return `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
  }

  /** What the first document has for the whole: parts that it leads to without naming them in its text. */
  #takeShared(docx: DocxPackage, story: Story, used: ReadonlySet<string>): void {
    for (const { id, kind, type, target, external, part } of docx.relationshipsOf(docx.mainPart)) {
      if (used.has(id) || WRITTEN_HERE.has(kind) || LEFT_OUT.has(kind)) continue;
      if (external || kind === 'hyperlink') continue;
      if (part === undefined || !docx.has(part)) story.relationships.add({ type, target, external });
      else story.relationships.toPart(type, this.#parts.take(docx, part));
    }
  }

  /** Parts that are made of those of all documents. */
  #finishParts(story: Story): void {
    const { first } = story;
    const zip = this.#zip;
    const lead = (kind: string, part: string): void => {
      const type =
        first.relationshipsOf(first.mainPart).find((one) => one.kind === kind)?.type ??
        `${RELATIONSHIPS}/${kind}`;
      story.relationships.toPart(type, part);
      const contentType = contentTypeOf(first.contentTypes, part) ?? `${CONTENT}.${kind}+xml`;
      this.#parts.reserve(part, contentType);
    };
    const [settings] = first.partsOf('settings');
    if (settings !== undefined) {
      lead('settings', settings);
      zip.add(settings, settingsText(first.text(settings), first.xml(settings), this.#hasEndnotes));
      this.#copyRelationships(first, settings);
    }
    if (this.#styles.part !== undefined) {
      lead('styles', this.#styles.part);
      zip.add(this.#styles.part, this.#styles.text);
    }
    if (this.#numbering.part !== undefined) {
      lead('numbering', this.#numbering.part);
      const entry = zip.open(this.#numbering.part);
      this.#numbering.writeTo(entry);
      entry.close();
      this.#copyRelationships(first, this.#numbering.part);
    }
    for (const notes of this.#notes) {
      if (notes.part === undefined) continue;
      lead(`${notes.kind}s`, notes.part);
      if (notes.relationships.length > 0)
        zip.add(relationshipsPartOf(notes.part), writeRelationships(notes.relationships));
    }
    this.#finishPackage(first);
  }

  #finishPackage(first: DocxPackage): void {
    const root = new RelationshipSet('');
    for (const { kind, type, target, external, part } of first.relationshipsOf('')) {
      if (kind === 'officeDocument') root.toPart(type, first.mainPart);
      else if (
        kind === 'core-properties' &&
        this.#properties.part !== undefined &&
        part === this.#properties.part
      ) {
        const name = this.#parts.addText(
          part,
          contentTypeOf(first.contentTypes, part) ?? '',
          this.#properties.text,
        );
        root.toPart(type, name);
      } else if (part !== undefined && first.has(part)) root.toPart(type, this.#parts.take(first, part));
      else root.add({ type, target, external });
    }
    this.#zip.add(relationshipsPartOf(''), writeRelationships(root.list));
  }

  /** Of a part that keeps its name and the ids of what it leads to. */
  #copyRelationships(docx: DocxPackage, part: string): void {
    const list = docx.relationshipsOf(part);
    if (list.length === 0) return;
    const names = list.map((one) =>
      one.part === undefined || !docx.has(one.part)
        ? one
        : { ...one, target: `/${this.#parts.take(docx, one.part)}` },
    );
    this.#zip.add(relationshipsPartOf(part), writeRelationships(names));
  }
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

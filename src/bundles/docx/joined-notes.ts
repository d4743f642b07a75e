/** JoinedNotes: footnotes, endnotes or comments of many documents → one part, each with a number of its own */

import { RelationshipSet } from '../../merge/joined-parts.ts';
import type { NextNumbers } from '../../merge/numbers.ts';
import { RootTag } from '../../merge/root-tag.ts';
import { editStory, type StoryRules } from '../../merge/story.ts';
import type { DocxPackage, PartKind } from '../../ooxml/docx.ts';
import { elementsOf } from '../../ooxml/xml.ts';
import type { ZipWriter } from '../../ooxml/zip-write.ts';
import { wholeNumber } from '../../wml/properties/word-values.ts';
import { prefixDiffers } from './prefix-differs.ts';
import { SideText } from './side-parts.ts';

type NoteKind = 'footnote' | 'endnote' | 'comment';

interface Base {
  readonly part: string;
  readonly root: RootTag;
  readonly close: string;
  readonly relationships: RelationshipSet;
}

/** How relationships of a part are written into the bundle's own. */
export type RelationshipMap = (
  docx: DocxPackage,
  part: string,
  into: RelationshipSet,
) => (id: string) => string;

export class JoinedNotes {
  readonly kind: NoteKind;
  readonly #next: NextNumbers;
  readonly #text: SideText;
  #base: Base | undefined;

  constructor(kind: NoteKind, next: NextNumbers, path: string) {
    this.kind = kind;
    this.#next = next;
    this.#text = new SideText(path);
  }

  take(
    docx: DocxPackage,
    record: number,
    rules: Omit<StoryRules, 'relationship'>,
    relationshipMap: RelationshipMap,
  ): void {
    const [part] = docx.partsOf(`${this.kind}s` as PartKind);
    if (part === undefined) return;
    const source = docx.text(part);
    const root = docx.xml(part);
    const isFirst = this.#base === undefined;
    this.#base ??= {
      part,
      root: new RootTag(source, root),
      close: `</${root.rawName}>`,
      relationships: new RelationshipSet(part),
    };
    const notes = elementsOf(root, `w:${this.kind}`);
    const isLine = (type: string | undefined): boolean => type !== undefined && type !== 'normal';
    const lines = notes.filter((note) => isLine(note.attribute('w:type')));
    // The lines above notes keep their numbers, which the settings name.
    if (isFirst && this.kind !== 'comment')
      this.#next[this.kind] =
        1 + Math.max(0, ...lines.map((note) => wholeNumber(note.attribute('w:id')) ?? 0));
    const relationship = relationshipMap(docx, part, this.#base.relationships);
    const edits = editStory(source, root, { ...rules, relationship });
    const missing = this.#base.root.missing(source, root, prefixDiffers(record));
    for (const note of notes) {
      if (lines.includes(note)) {
        if (isFirst) this.#text.write(edits.of(note));
        continue;
      }
      edits.attribute(note, 'w:id', rules.numbers.of(this.kind, note.attribute('w:id') ?? ''));
      if (missing !== '') edits.insert(note.start + 1 + note.rawName.length, missing);
      this.#text.write(edits.of(note));
    }
  }

  /** The part's name in its documents; undefined where none had it. */
  get part(): string | undefined {
    return this.#base?.part;
  }

  get relationships(): RelationshipSet['list'] {
    return this.#base?.relationships.list ?? [];
  }

  writeTo(zip: ZipWriter): void {
    if (this.#base === undefined) return;
    const entry = zip.open(this.#base.part);
    entry.write(this.#base.root.text);
    this.#text.writeTo(entry);
    entry.write(this.#base.close);
    entry.close();
  }

  remove(): void {
    this.#text.remove();
  }
}

/**
 * openDocx :: file → DocxPackage
 *
 * Everything that reads a DOCX comes through here: what is not one is refused with the way out named, and what is
 * one is offered part by part.
 */
import { PlatenError } from '../errors.ts';
import { memoBy } from '../memo.ts';
import { CONTENT_TYPES_PART, type ContentTypes, contentTypeOf, readContentTypes } from './content-types.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from './limits.ts';
import { relationshipsPartOf } from './part-names.ts';
import { refuseByContent, refuseByMainType, refuseBySignature } from './refusals.ts';
import { type Relationship, readRelationships } from './relationships.ts';
import { decodeXml, parseXml, type RepeatRule, type XmlElement } from './xml.ts';
import { openZip, readEntry, type ZipArchive, type ZipEntry } from './zip-read.ts';

export type PartKind =
  | 'document'
  | 'header'
  | 'footer'
  | 'footnotes'
  | 'endnotes'
  | 'comments'
  | 'styles'
  | 'numbering'
  | 'settings'
  | 'fontTable'
  | 'theme'
  | 'glossaryDocument'
  | 'core-properties'
  | 'extended-properties'
  | 'custom-properties';

interface DocxPart {
  readonly name: string;
  readonly kind: PartKind;
}

export interface DocxPackage {
  readonly archive: ZipArchive;
  readonly limits: PackageLimits;
  readonly mainPart: string;
  readonly contentTypes: ContentTypes;
  /** The document first, then each kind in the order of `PartKind`, several of a kind by number in their names. */
  readonly parts: readonly DocxPart[];
  /** The names of the parts of one kind, in order. */
  partsOf(kind: PartKind): readonly string[];
  has(part: string): boolean;
  entry(part: string): ZipEntry;
  /** '' is the package itself. A `part` of the result is the name as the zip spells it, where that part exists. */
  relationshipsOf(part: string): readonly Relationship[];
  bytes(part: string): Uint8Array;
  /** Decoded, without a byte order mark. Offsets of `xml` count in this string. */
  text(part: string): string;
  /** Parsed once, until it is forgotten. With a rule, by whoever reads the part alone: it may say what repeats. */
  xml(part: string, repeated?: RepeatRule): XmlElement;
  /** Lets go of texts and trees: a large document is read into something else, and they are most of its memory. */
  forget(): void;
}

const KINDS: readonly PartKind[] = [
  'document',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'comments',
  'styles',
  'numbering',
  'settings',
  'fontTable',
  'theme',
  'glossaryDocument',
  'core-properties',
  'extended-properties',
  'custom-properties',
];

export const openDocx = (file: Uint8Array, limits: PackageLimits = DEFAULT_PACKAGE_LIMITS): DocxPackage => {
  refuseBySignature(file);
  const archive = openZip(file, limits);
  refuseByContent(archive);
  return openPackage(archive, limits);
};

/** Of an archive that was looked at before, or was never a file. */
export const openPackage = (
  archive: ZipArchive,
  limits: PackageLimits = DEFAULT_PACKAGE_LIMITS,
): DocxPackage => {
  const parts = new PackageParts(archive, limits);
  const mainPart = findMainPart(parts);
  refuseByMainType(contentTypeOf(parts.contentTypes, mainPart) ?? '', parts.relationshipsOf(mainPart));
  return parts.withMain(mainPart);
};

const findMainPart = (parts: PackageParts): string => {
  if (!parts.has(relationshipsPartOf(''))) throw incomplete('the list of its relationships (_rels/.rels)');
  const main = parts.relationshipsOf('').find(({ kind, external }) => kind === 'officeDocument' && !external);
  if (main?.part === undefined) throw incomplete('the relationship that names its main part');
  if (!parts.has(main.part)) throw incomplete(`its main part ("${main.part}")`);
  return main.part;
};

const incomplete = (what: string): PlatenError =>
  new PlatenError('docx_damaged', `The document lacks ${what}.`, {
    hint: 'Open it in Word and save it again as a Word document (.docx).',
  });

/**
 * What was read of an entry, for as long as it lives: the entries of a template are the same objects in all documents that
 * are rendered from it, and so are the names that they could lead to.
 */
const CONTENT_TYPES = new WeakMap<ZipEntry, ContentTypes>();
const RELATIONSHIPS = new WeakMap<ZipEntry, readonly Relationship[]>();
/** By the relationships of the main part. */
const PARTS = new WeakMap<readonly Relationship[], readonly DocxPart[]>();
const NO_RELATIONSHIPS: readonly Relationship[] = [];

/** `header10.xml` after `header9.xml`. */
const byNumber = new Intl.Collator('en', { numeric: true });

class PackageParts {
  readonly archive: ZipArchive;
  readonly limits: PackageLimits;
  readonly contentTypes: ContentTypes;
  /** Part names are equal whatever the case of their letters; this leads from lower case to the zip's spelling. */
  readonly #spelling = new Map<string, string>();
  readonly #relationships = new Map<string, readonly Relationship[]>();
  readonly #texts = new Map<string, string>();
  readonly #trees = new Map<string, XmlElement>();

  constructor(archive: ZipArchive, limits: PackageLimits) {
    this.archive = archive;
    this.limits = limits;
    for (const name of archive.entries.keys()) this.#spelling.set(name.toLowerCase(), name);
    if (!this.has(CONTENT_TYPES_PART))
      throw incomplete(`the list of its content types (${CONTENT_TYPES_PART})`);
    this.contentTypes = memoBy(CONTENT_TYPES, this.entry(CONTENT_TYPES_PART), () =>
      readContentTypes(this.text(CONTENT_TYPES_PART), limits),
    );
  }

  withMain(mainPart: string): DocxPackage {
    const own = this.relationshipsOf(mainPart);
    const parts =
      own === NO_RELATIONSHIPS
        ? this.#ordered(mainPart, own)
        : memoBy(PARTS, own, () => this.#ordered(mainPart, own));
    return {
      archive: this.archive,
      limits: this.limits,
      mainPart,
      contentTypes: this.contentTypes,
      parts,
      partsOf: (kind) => parts.filter((part) => part.kind === kind).map(({ name }) => name),
      has: (part) => this.has(part),
      entry: (part) => this.entry(part),
      relationshipsOf: (part) => this.relationshipsOf(part),
      bytes: (part) => this.bytes(part),
      text: (part) => this.text(part),
      xml: (part, repeated) => this.xml(part, repeated),
      forget: () => this.forget(),
    };
  }

  #ordered(mainPart: string, own: readonly Relationship[]): readonly DocxPart[] {
    const related = [...this.relationshipsOf(''), ...own];
    const ordered = new Map<string, PartKind>([[mainPart, 'document']]);
    for (const kind of KINDS) {
      const names = related.filter((one) => one.kind === kind).map(({ part }) => part);
      const present = names.filter((name) => name !== undefined && this.has(name)).map(String);
      for (const name of present.sort(byNumber.compare)) if (!ordered.has(name)) ordered.set(name, kind);
    }
    return [...ordered].map(([name, kind]) => ({ name, kind }));
  }

  has(part: string): boolean {
    return this.#spelling.has(part.toLowerCase());
  }

  entry(part: string): ZipEntry {
    const entry = this.archive.entries.get(this.#spell(part));
    if (entry === undefined) throw incomplete(`the part "${part}"`);
    return entry;
  }

  bytes(part: string): Uint8Array {
    return readEntry(this.entry(part));
  }

  text(part: string): string {
    const known = this.#texts.get(part);
    if (known !== undefined) return known;
    const text = decodeXml(this.bytes(part), part);
    this.#texts.set(part, text);
    return text;
  }

  xml(part: string, repeated?: RepeatRule): XmlElement {
    const known = this.#trees.get(part);
    if (known !== undefined) return known;
    const tree = parseXml(this.text(part), this.limits, part, repeated);
    this.#trees.set(part, tree);
    return tree;
  }

  forget(): void {
    this.#texts.clear();
    this.#trees.clear();
  }

  relationshipsOf(part: string): readonly Relationship[] {
    const known = this.#relationships.get(part);
    if (known !== undefined) return known;
    const own = relationshipsPartOf(part);
    const list = this.has(own)
      ? memoBy(RELATIONSHIPS, this.entry(own), () =>
          readRelationships(this.text(own), part, this.limits, own).map((one) => ({
            ...one,
            part: one.part === undefined ? undefined : this.#spell(one.part),
          })),
        )
      : NO_RELATIONSHIPS;
    this.#relationships.set(part, list);
    return list;
  }

  #spell(part: string): string {
    return this.#spelling.get(part.toLowerCase()) ?? part;
  }
}

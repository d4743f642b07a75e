/**
 * neutralise :: DOCX → DOCX that neither fetches nor runs anything
 *
 * LibreOffice follows whatever a document points to, so it gets a new package in which nothing points outside: the
 * parts that are reached from the main part by relationships of known kinds, each cleaned, and nothing else. Links
 * that a reader may click stay. Pure; what could not be made safe is left out and named in `removals`.
 */
import { PlatenError } from '../../errors.ts';
import { CONTENT_TYPES_PART, writeContentTypes } from '../../ooxml/content-types.ts';
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../ooxml/limits.ts';
import { relationshipsPartOf, targetTo } from '../../ooxml/part-names.ts';
import { type Relationship, writeRelationships } from '../../ooxml/relationships.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import { ZipWriter } from '../../ooxml/zip-write.ts';
import { Edits } from './edits.ts';
import { cleanFields } from './fields.ts';
import { defaultCharacterStyle, keepLinksAlive, runsOfLinks } from './link-runs.ts';
import { isSafeLink } from './links.ts';
import { cleanMarkup, type KeptRelationships } from './markup.ts';
import { cleanPicture } from './pictures.ts';
import type { Removal } from './removals.ts';

interface Neutralised {
  readonly docx: Uint8Array;
  readonly embedsFonts: boolean;
  readonly removals: ReadonlySet<Removal>;
}

/** Parts without which the document is another one: where they cannot be read, nothing is converted. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'officeDocument',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'styles',
  'numbering',
  'settings',
]);

/** What else a page can show or needs for its layout. */
const WANTED: ReadonlySet<string> = new Set([
  ...ESSENTIAL,
  'chart',
  'chartColorStyle',
  'chartStyle',
  'chartUserShapes',
  'comments',
  'core-properties',
  'custom-properties',
  'customXml',
  'customXmlProps',
  'diagramColors',
  'diagramData',
  'diagramDrawing',
  'diagramLayout',
  'diagramQuickStyle',
  'extended-properties',
  'font',
  'fontTable',
  'image',
  'theme',
  'themeOverride',
]);
const PICTURE = 'image';
const FONT = 'font';

/**
 * A rendered document may be larger than an upload: a million rows come out of a template of a page. What it costs is
 * bounded by the memory and time that the caller gives this function's thread.
 */
const LIMITS: PackageLimits = {
  ...DEFAULT_PACKAGE_LIMITS,
  fileBytes: 512 * 1024 * 1024,
  unpackedBytes: 1024 * 1024 * 1024,
  ratio: Number.POSITIVE_INFINITY,
  xmlNodes: 30_000_000,
};

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The start of a part that can be copied as it is: UTF-8, by declaration or by default, and nothing else in front. */
const PLAIN_HEAD =
  /^(?:<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>)?\s*$/i;

export const neutralise = (docx: Uint8Array): Neutralised => {
  const source = openDocx(docx, LIMITS);
  const target = new CleanPackage(source);
  target.addRelated('');
  return target.finish();
};

class CleanPackage {
  readonly #source: DocxPackage;
  readonly #chunks: Uint8Array[] = [];
  readonly #writer = new ZipWriter({ write: (chunk) => this.#chunks.push(chunk) }, { level: 1 });
  readonly #removals = new Set<Removal>();
  /** Parts already decided about. */
  readonly #parts = new Map<string, { readonly as: string; kept: boolean }>();
  #embedsFonts = false;

  readonly #linkStyle: string | undefined;

  constructor(source: DocxPackage) {
    this.#source = source;
    const [styles] = source.partsOf('styles');
    this.#linkStyle = styles === undefined ? undefined : defaultCharacterStyle(source.xml(styles));
  }

  /** The relationships of a part ('' is the package), with the parts behind them. */
  addRelated(part: string): KeptRelationships {
    const kept = new Map<string, Pick<Relationship, 'id' | 'type' | 'target' | 'external'>>();
    for (const one of this.#source.relationshipsOf(part)) {
      // Of two with the same id, readers disagree which one counts; the first.
      if (kept.has(one.id)) continue;
      const target = one.external ? this.#keepLink(one) : this.#keepPart(part, one);
      if (target !== undefined)
        kept.set(one.id, { id: one.id, type: one.type, external: one.external, target });
    }
    if (kept.size > 0) this.#writer.add(relationshipsPartOf(part), writeRelationships([...kept.values()]));
    const idsOf = (external: boolean): Set<string> =>
      new Set([...kept.values()].filter((one) => one.external === external).map(({ id }) => id));
    return { internal: idsOf(false), links: idsOf(true) };
  }

  finish(): Neutralised {
    const names = [...this.#parts].filter(([, { kept }]) => kept).map(([name]) => name.toLowerCase());
    const present = new Set(names);
    const extensions = new Set(
      names.map((name) => name.slice(name.lastIndexOf('.') + 1)).concat('rels', 'xml'),
    );
    const { defaults, overrides } = this.#source.contentTypes;
    this.#writer.add(
      CONTENT_TYPES_PART,
      writeContentTypes({
        defaults: new Map([...defaults].filter(([extension]) => extensions.has(extension))),
        overrides: new Map([...overrides].filter(([name]) => present.has(name.toLowerCase()))),
      }),
    );
    this.#writer.finish();
    return { docx: Buffer.concat(this.#chunks), embedsFonts: this.#embedsFonts, removals: this.#removals };
  }

  #keepLink({ kind, target }: Relationship): string | undefined {
    if (kind !== 'hyperlink') this.#removals.add(kind === PICTURE ? 'linked_picture' : 'reference');
    else if (isSafeLink(target)) return target;
    return undefined;
  }

  #keepPart(from: string, { kind, part, target }: Relationship): string | undefined {
    // A bookmark of this document, which some writers address as a relationship.
    if (kind === 'hyperlink' && target.startsWith('#')) return target;
    if (part === undefined || !this.#source.has(part)) return undefined;
    if (!WANTED.has(kind)) {
      this.#removals.add('part');
      return undefined;
    }
    return this.#addPart(part, kind) ? targetTo(from, part) : undefined;
  }

  /** A part is what it was first taken for: one copied unread as a font must not come back as a picture. */
  #addPart(part: string, kind: string): boolean {
    const as = kind === FONT || kind === PICTURE ? kind : 'markup';
    const known = this.#parts.get(part);
    if (known !== undefined) return known.kept && known.as === as;
    const made = { as, kept: true };
    // Said before its own relationships are followed, which may lead back here.
    this.#parts.set(part, made);
    made.kept = this.#copyPart(part, kind);
    return made.kept;
  }

  #copyPart(part: string, kind: string): boolean {
    if (kind === PICTURE) return this.#copyPicture(part);
    if (kind === FONT) {
      this.#embedsFonts = true;
      this.#writer.raw(part, this.#source.entry(part));
      return true;
    }
    let root: XmlElement;
    try {
      root = this.#source.xml(part);
    } catch (error) {
      if (ESSENTIAL.has(kind) || !(error instanceof PlatenError)) throw error;
      this.#removals.add('part');
      return false;
    }
    this.#copyMarkup(part, root);
    return true;
  }

  #copyPicture(part: string): boolean {
    const bytes = this.#source.bytes(part);
    const clean = cleanPicture(bytes);
    if (clean === undefined) this.#removals.add('picture');
    else if (clean === bytes) this.#writer.raw(part, this.#source.entry(part));
    else this.#writer.add(part, clean);
    return clean !== undefined;
  }

  #copyMarkup(part: string, root: XmlElement): void {
    const text = this.#source.text(part);
    const edits = new Edits(text);
    const kept = this.addRelated(part);
    cleanMarkup(root, kept, edits, (removal) => this.#removals.add(removal));
    const { removed, linkRuns } = cleanFields(root, edits);
    if (removed > 0) this.#removals.add('field');
    if (this.#linkStyle !== undefined) {
      keepLinksAlive([...runsOfLinks(root), ...linkRuns], this.#linkStyle, edits);
    }
    if (edits.empty && PLAIN_HEAD.test(text.slice(0, root.start)) && this.#isPlain(part)) {
      this.#writer.raw(part, this.#source.entry(part));
    } else this.#writer.add(part, XML_HEAD + edits.apply(root.start, root.end));
  }

  /** Starts like UTF-8 without a byte order mark, so that any other reader decodes what was decoded here. */
  #isPlain(part: string): boolean {
    const [first, second] = this.#source.bytes(part);
    return first === 0x3c && second !== 0;
  }
}

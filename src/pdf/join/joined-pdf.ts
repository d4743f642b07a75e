/**
 * JoinedPdf :: PDFs one after the other → one, with an entry of the outline for each
 *
 * Streams: of a document nothing is kept but the numbers of its pages and hashes of what others may share. Fonts and pictures are
 * in the file once; page numbers, tags, links and outlines go along; attachments and scripts do not.
 */
import { PdfFile, type PdfSink } from '../file.ts';
import { infoDictionary, xmpPacket } from '../metadata.ts';
import { pagesOf, type SourcePage } from '../read/pages.ts';
import { PdfSource } from '../read/source.ts';
import { badPdf, PdfRef, type PdfValue } from '../read/values.ts';
import { reference, textString } from '../syntax.ts';
import { Copier, type EntryRule, type Shared } from './copier.ts';
import { JoinedFonts } from './joined-fonts.ts';
import { JoinedMetadata } from './joined-metadata.ts';
import { elementName, isElement, JoinedStructure } from './joined-structure.ts';
import { Destinations, treeEntries } from './navigation.ts';

/** As the writer of single files has it. */
const COMPRESSION = 4;
const PAGES_PER_BRANCH = 64;

/** Of a page: written anew, or of no use without what was left behind. */
const PAGE_LEFT_OUT = ['/Type', '/Parent', '/Resources', '/Contents', '/B', '/AF', '/PieceInfo'];

interface Branch {
  readonly object: number;
  readonly pages: number[];
}

interface OutlineItem {
  readonly object: number;
  readonly title: string;
  readonly page: number;
  readonly previous: number | undefined;
  /** The document's own outline, below it. */
  readonly children: string;
}

export class JoinedPdf {
  readonly #file: PdfFile;
  readonly #shared: Shared;
  readonly #structure: JoinedStructure;
  readonly #metadata = new JoinedMetadata();
  readonly #tree: number;
  readonly #outline: number;
  readonly #branches: { readonly object: number; readonly count: number }[] = [];
  #branch: Branch | undefined;
  #pages = 0;
  #documents = 0;
  #firstItem: number | undefined;
  #lastItem: OutlineItem | undefined;
  readonly #labels: string[] = [];
  #outputIntents = '';

  constructor(sink: PdfSink) {
    this.#file = new PdfFile(sink, COMPRESSION);
    this.#tree = this.#file.allocate();
    this.#outline = this.#file.allocate();
    this.#shared = { file: this.#file, fonts: new JoinedFonts(this.#file), known: new Map() };
    this.#structure = new JoinedStructure(this.#file);
  }

  /** `title` is its entry of the outline. */
  add(bytes: Uint8Array, title: string): void {
    const source = new PdfSource(bytes);
    const pages = pagesOf(source);
    this.#documents += 1;
    this.#metadata.take(source);
    const copier = new Copier(source, this.#shared, this.#ruleFor(source));
    if (this.#documents === 1) this.#takeOutputIntents(source, copier);
    const objects = pages.map(({ object }) => {
      const number = this.#file.allocate();
      copier.assign(object, number);
      return number;
    });
    this.#takeOutline(source, copier, title, objects[0] as number);
    this.#takeLabels(source, copier);
    for (const [index, page] of pages.entries()) this.#takePage(page, copier, objects[index] as number);
    this.#structure.take(source, copier, this.#languageOf(source));
    copier.finish();
  }

  finish(): { readonly pages: number } {
    if (this.#documents === 0) throw badPdf('there is none');
    const file = this.#file;
    this.#closeBranch();
    const kids = this.#branches.map(({ object }) => reference(object)).join(' ');
    file.add(`<</Type/Pages/Count ${this.#pages}/Kids[${kids}]>>`, this.#tree);
    this.#shared.fonts.finish();
    this.#writeItem(undefined);
    file.add(
      `<</Type/Outlines/First ${reference(this.#firstItem ?? 0)}/Last ${reference(this.#lastItem?.object ?? 0)}/Count ${this.#documents}>>`,
      this.#outline,
    );
    const root = file.add(`<<${this.#catalog()}>>`);
    file.finish({ root, info: file.add(infoDictionary(this.#metadata.metadata)) });
    return { pages: this.#pages };
  }

  #catalog(): string {
    const { metadata, isArchived, isTagged } = this.#metadata;
    const xmp = Buffer.from(xmpPacket(metadata, { pdfA: isArchived, tagged: isTagged }), 'latin1');
    let catalog = `/Type/Catalog/Pages ${reference(this.#tree)}`;
    catalog += `/Metadata ${reference(this.#file.addEncodedStream('/Type/Metadata/Subtype/XML', xmp))}`;
    catalog += `/Outlines ${reference(this.#outline)}/PageMode/UseOutlines`;
    catalog += `/PageLabels ${reference(this.#file.add(`<</Nums[${this.#labels.join(' ')}]>>`))}`;
    if (metadata.language !== undefined) catalog += `/Lang${textString(metadata.language)}`;
    if (metadata.title !== undefined && metadata.title !== '')
      catalog += '/ViewerPreferences<</DisplayDocTitle true>>';
    const structure = this.#structure.finish();
    if (structure !== undefined) catalog += `/StructTreeRoot ${reference(structure)}`;
    if (isTagged) catalog += '/MarkInfo<</Marked true>>';
    if (isArchived) catalog += this.#outputIntents;
    return catalog;
  }

  /** What changes on the way from a document into the file. */
  #ruleFor(source: PdfSource): EntryRule {
    const destinations = new Destinations(source);
    const base = this.#structure.next;
    const isTagged = source.root.has('/StructTreeRoot');
    const document = this.#documents;
    return (key, value, dict): PdfValue | null | undefined => {
      switch (key) {
        case '/Dest':
          return destinations.placeOf(value);
        case '/D':
          return dict.get('/S') === '/GoTo' ? destinations.placeOf(value) : undefined;
        case '/StructParent':
        case '/StructParents':
          return isTagged ? String(base + Number(source.resolve(value))) : null;
        case '/ID':
          return isElement(dict) ? elementName(value, document) : undefined;
        case '/Headers':
          return elementName(value, document);
        default:
          return undefined;
      }
    };
  }

  #takePage({ dict }: SourcePage, copier: Copier, object: number): void {
    const parent = this.#branchFor(object);
    const resources = dict.get('/Resources');
    const contents = dict.get('/Contents');
    this.#file.add(
      `<</Type/Page/Parent ${reference(parent)}` +
        `${resources === undefined ? '/Resources<<>>' : `/Resources ${copier.sharedText(resources)}`}` +
        `${contents === undefined ? '' : `/Contents ${copier.sharedText(contents)}`}${copier.entries(dict, PAGE_LEFT_OUT)}>>`,
      object,
    );
    this.#pages += 1;
  }

  #branchFor(page: number): number {
    this.#branch ??= { object: this.#file.allocate(), pages: [] };
    const { object, pages } = this.#branch;
    if (pages.push(page) >= PAGES_PER_BRANCH) this.#closeBranch();
    return object;
  }

  #closeBranch(): void {
    if (this.#branch === undefined) return;
    const { object, pages } = this.#branch;
    const kids = pages.map(reference).join(' ');
    this.#file.add(
      `<</Type/Pages/Parent ${reference(this.#tree)}/Count ${pages.length}/Kids[${kids}]>>`,
      object,
    );
    this.#branches.push({ object, count: pages.length });
    this.#branch = undefined;
  }

  /** An entry is written when the one behind it has its number. */
  #takeOutline(source: PdfSource, copier: Copier, title: string, page: number): void {
    const object = this.#file.allocate();
    const given = source.root.get('/Outlines');
    const own = source.maybeDict(given);
    const [first, last] = [own?.get('/First'), own?.get('/Last')];
    let children = '';
    if (given instanceof PdfRef && first !== undefined && last !== undefined) {
      copier.assign(given.object, object);
      const count = Math.abs(Number(source.resolve(own?.get('/Count')) ?? 1)) || 1;
      // Closed: a file of thousands opens with its records, not with their headings.
      children = `/First ${copier.text(first)}/Last ${copier.text(last)}/Count -${count}`;
    }
    this.#writeItem(object);
    this.#lastItem = { object, title, page, previous: this.#lastItem?.object, children };
    this.#firstItem ??= object;
  }

  #writeItem(next: number | undefined): void {
    const item = this.#lastItem;
    if (item === undefined) return;
    this.#file.add(
      `<</Title${textString(item.title)}/Parent ${reference(this.#outline)}` +
        `${item.previous === undefined ? '' : `/Prev ${reference(item.previous)}`}` +
        `${next === undefined ? '' : `/Next ${reference(next)}`}${item.children}/Dest[${reference(item.page)}/Fit]>>`,
      item.object,
    );
  }

  /** Each document counts as it did by itself. */
  #takeLabels(source: PdfSource, copier: Copier): void {
    const before = this.#labels.length;
    for (const [key, value] of treeEntries(
      source,
      source.maybeDict(source.root.get('/PageLabels')),
      '/Nums',
    )) {
      const label = source.maybeDict(value);
      if (label !== undefined) this.#labels.push(`${this.#pages + Number(key)} ${copier.text(label)}`);
    }
    if (this.#labels.length === before) this.#labels.push(`${this.#pages} <</S/D>>`);
  }

  /** In the words of the file, where it is another than the first document's. */
  #languageOf(source: PdfSource): string | undefined {
    const own = source.resolve(source.root.get('/Lang'));
    if (typeof own !== 'string' || this.#metadata.language === undefined) return undefined;
    return own === textString(this.#metadata.language) ? undefined : own;
  }

  #takeOutputIntents(source: PdfSource, copier: Copier): void {
    const intents = source.root.get('/OutputIntents');
    if (intents !== undefined) this.#outputIntents = `/OutputIntents ${copier.sharedText(intents)}`;
  }
}

/** Throws where it could not be joined with others. */
export const checkJoinable = (bytes: Uint8Array): void => {
  pagesOf(new PdfSource(bytes));
};

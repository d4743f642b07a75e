/**
 * writePdf :: display list → PDF (ISO 32000-1, version 1.7; PDF/A-2b and tags where asked for)
 *
 * `PdfWriter` takes pages one at a time and forgets them: memory grows by what the file refers to (fonts in use, places of
 * objects), never by its pages.
 */
import type { FontLibrary } from '../fonts/font.ts';
import type { DisplayList, LinkItem, Page } from '../layout/display-list.ts';
import { type PlacedLink, pageContent } from './content.ts';
import { PdfFile, type PdfSink } from './file.ts';
import { srgbProfile } from './icc.ts';
import { infoDictionary, xmpPacket } from './metadata.ts';
import { linkAnnotation, type PageRef, writeDestinations, writeOutline } from './navigation.ts';
import { type ImageSource, Resources } from './resources.ts';
import { Structure } from './structure.ts';
import { num, reference, textString } from './syntax.ts';

export interface PdfOptions {
  /** `pdfa-2b`: for archives (ISO 19005-2, level B). */
  readonly conformance?: 'pdf' | 'pdfa-2b';
  /** With the structure that screen readers need; wants a display list with `structure`. */
  readonly tagged?: boolean;
  /** U+F0xx of symbol fonts are copied as they are, not as what they show. */
  readonly symbolCodes?: boolean;
  /** What readers call the first page, and count on from; 1 where left out. */
  readonly firstPage?: number | undefined;
  /** zlib's, 0 to 9. */
  readonly compression?: number;
}

interface PdfSources {
  readonly fonts: FontLibrary;
  readonly images: ImageSource;
}

interface PdfReport {
  readonly pages: number;
  readonly bytes: number;
  readonly warnings: readonly string[];
  /** Why the file is not what `conformance` wants: codes. */
  readonly violations: readonly string[];
  /** What of the document the file does not show as it should: codes. */
  readonly reasons: readonly string[];
}

/** 6, zlib's own default, takes three times as long for a tenth of a page's content. */
const DEFAULT_COMPRESSION = 3;

interface PendingPage extends PageRef {
  readonly width: number;
  readonly content: number;
  readonly links: readonly PlacedLink[];
  readonly structureKey: number | undefined;
}

export class PdfWriter {
  readonly #file: PdfFile;
  readonly #archived: boolean;
  readonly #firstPage: number;
  readonly #resources: Resources;
  readonly #structure: Structure | undefined;
  readonly #pages: PendingPage[] = [];
  readonly #warnings: string[] = [];

  constructor(sink: PdfSink, sources: PdfSources, options: PdfOptions = {}) {
    this.#file = new PdfFile(sink, options.compression ?? DEFAULT_COMPRESSION);
    this.#firstPage = options.firstPage ?? 1;
    this.#archived = options.conformance === 'pdfa-2b';
    this.#resources = new Resources({
      ...sources,
      file: this.#file,
      warn: (message) => this.#warnings.push(message),
      draw: (drawing, resources) => pageContent(drawing, resources, undefined).operators,
      archived: this.#archived,
      symbolCodes: options.symbolCodes === true,
    });
    this.#structure = options.tagged === true ? new Structure(this.#file) : undefined;
  }

  page(page: Page): void {
    const object = this.#file.allocate();
    const marks = this.#structure?.page(object);
    const { operators, links } = pageContent(page, this.#resources, marks);
    this.#pages.push({
      object,
      width: page.width,
      height: page.height,
      content: this.#file.addStream('', operators),
      links,
      structureKey: marks?.key,
    });
    this.#file.handOn();
  }

  finish(list: Omit<DisplayList, 'pages'>): PdfReport {
    const pdfA = this.#archived;
    const names = new Set(list.destinations.map((destination) => destination.name));
    const tree = this.#writePages((destination) => names.has(destination));
    this.#resources.finish();
    const outline = writeOutline(this.#file, list.outline, this.#pages);
    const destinations = writeDestinations(this.#file, list.destinations, this.#pages);
    const { metadata } = list;
    const xmp = Buffer.from(xmpPacket(metadata, { pdfA, tagged: this.#structure !== undefined }), 'latin1');
    let catalog = `/Type/Catalog/Pages ${reference(tree)}`;
    // Metadata that an archive's tools can find without unpacking the file.
    catalog += `/Metadata ${reference(this.#file.addEncodedStream('/Type/Metadata/Subtype/XML', xmp))}`;
    if (outline !== undefined) catalog += `/Outlines ${reference(outline)}/PageMode/UseOutlines`;
    if (destinations !== undefined) catalog += `/Names<</Dests ${reference(destinations)}>>`;
    if (this.#firstPage !== 1) catalog += `/PageLabels<</Nums[0<</S/D/St ${this.#firstPage}>>]>>`;
    if (metadata.language !== undefined) catalog += `/Lang${textString(metadata.language)}`;
    if (metadata.title !== undefined && metadata.title !== '')
      catalog += '/ViewerPreferences<</DisplayDocTitle true>>';
    if (this.#structure !== undefined) {
      catalog += `/MarkInfo<</Marked true>>/StructTreeRoot ${reference(this.#structure.write(list.structure, this.#pages))}`;
    }
    if (pdfA) catalog += `/OutputIntents[${this.#outputIntent()}]`;
    const root = this.#file.add(`<<${catalog}>>`);
    this.#file.finish({ root, info: this.#file.add(infoDictionary(metadata)) });
    return {
      pages: this.#pages.length,
      bytes: this.#file.size,
      warnings: this.#warnings,
      violations: this.#resources.violations,
      reasons: this.#resources.reasons,
    };
  }

  /** Who listens to a tagged file hears of a link what is said of it, or where it leads. */
  #described(item: LinkItem): LinkItem {
    if (this.#structure === undefined || item.description !== undefined) return item;
    return 'uri' in item.target ? { ...item, description: item.target.uri } : item;
  }

  /** ISO 19005-2, 6.1.13: from 3 to 14,400 units. */
  #side(length: number): number {
    return this.#archived ? Math.min(14_400, Math.max(3, length)) : Math.max(1, length);
  }

  #outputIntent(): string {
    const profile = this.#file.addStream('/N 3', srgbProfile());
    return (
      '<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/RegistryName(http://www.color.org)' +
      `/Info(sRGB)/DestOutputProfile ${reference(profile)}>>`
    );
  }

  /** A flat tree is slow to open from some thousand pages on; readers seek through branches of this many. */
  static readonly #pagesPerBranch = 64;

  #writePages(known: (destination: string) => boolean): number {
    const root = this.#file.allocate();
    const branches: string[] = [];
    const size = PdfWriter.#pagesPerBranch;
    const single = this.#pages.length <= size;
    for (let start = 0; start < this.#pages.length; start += size) {
      const parent = single ? root : this.#file.allocate();
      const kids = this.#pages.slice(start, start + size);
      for (const page of kids) this.#writePage(page, parent, known);
      const list = kids.map((page) => reference(page.object)).join(' ');
      if (single) branches.push(list);
      else {
        this.#file.add(
          `<</Type/Pages/Parent ${reference(root)}/Count ${kids.length}/Kids[${list}]>>`,
          parent,
        );
        branches.push(reference(parent));
      }
    }
    this.#file.add(
      `<</Type/Pages/Count ${this.#pages.length}/Kids[${branches.join(' ')}]/Resources ${reference(this.#resources.object)}>>`,
      root,
    );
    return root;
  }

  #writePage(page: PendingPage, parent: number, known: (destination: string) => boolean): void {
    const annotations = page.links.flatMap(({ item, element }) => {
      // A link to a bookmark that is not there leads nowhere, in Word as well.
      if ('destination' in item.target && !known(item.target.destination)) return [];
      const object = this.#file.allocate();
      const key = element === null ? undefined : this.#structure?.annotation(element, page.object, object);
      const extra = key === undefined ? '' : `/StructParent ${key}`;
      return [reference(this.#file.add(linkAnnotation(this.#described(item), page.height, extra), object))];
    });
    const annots = annotations.length === 0 ? '' : `/Annots[${annotations.join(' ')}]`;
    const tags = page.structureKey === undefined ? '' : `/StructParents ${page.structureKey}/Tabs/S`;
    this.#file.add(
      `<</Type/Page/Parent ${reference(parent)}/MediaBox[0 0 ${num(this.#side(page.width))} ${num(this.#side(page.height))}]` +
        `/Contents ${reference(page.content)}${annots}${tags}>>`,
      page.object,
    );
  }
}

const streamPdf = (
  list: DisplayList,
  sources: PdfSources,
  sink: PdfSink,
  options?: PdfOptions,
): PdfReport => {
  const writer = new PdfWriter(sink, sources, options);
  for (const page of list.pages) writer.page(page);
  return writer.finish(list);
};

export const writePdf = (
  list: DisplayList,
  sources: PdfSources,
  options?: PdfOptions,
): PdfReport & { readonly file: Uint8Array } => {
  const chunks: Uint8Array[] = [];
  const report = streamPdf(list, sources, { write: (chunk) => chunks.push(chunk) }, options);
  return { ...report, file: Buffer.concat(chunks) };
};

/** RenderedLayout :: parts that were rendered in this process → PDF in a sink, or why not. Takes its time. */
import type { FontLibrary } from '../../fonts/font.ts';
import { type FontLibraryOptions, openFontLibrary } from '../../fonts/library.ts';
import { DEFAULT_LAYOUT_LIMITS } from '../../layout/budget.ts';
import type { PagesOfMany } from '../../layout/context.ts';
import { openPackage } from '../../ooxml/docx.ts';
import type { ZipArchive } from '../../ooxml/zip-read.ts';
import type { PdfSink } from '../../pdf/file.ts';
import type { NativeUse, PdfSettings } from '../../service/renderer-ports.ts';
import { type Declined, type LaidOut, layOut } from './convert-native.ts';
import { declinedFor } from './gate.ts';
import { lintPages } from './lint-pages.ts';
import { type MappedPages, mapBoxes } from './map-boxes.ts';
import { type FoundPages, pageFactsOf } from './page-facts.ts';
import { type PageOfWords, wordsOf } from './page-words.ts';

export interface LayoutTerms {
  readonly use: Exclude<NativeUse, 'never'>;
  readonly watermark?: string | undefined;
  readonly pdf?: PdfSettings | undefined;
  /** Where it is one of many whose pages are counted through. */
  readonly pages?: PagesOfMany | undefined;
}

export class RenderedLayout {
  readonly #fonts: Promise<FontLibrary>;

  constructor(fonts: FontLibraryOptions) {
    this.#fonts = openFontLibrary(fonts);
  }

  /** Whoever lays out hears of an error. */
  async ready(): Promise<void> {
    await this.#fonts.catch(() => undefined);
  }

  async lay(
    parts: ZipArchive,
    { use, milliseconds, ...options }: LayoutTerms & { readonly milliseconds: number },
    sink: PdfSink,
  ): Promise<LaidOut | Declined> {
    const library = await this.#fonts;
    const limits = { ...DEFAULT_LAYOUT_LIMITS, milliseconds };
    try {
      return layOut(
        openPackage(parts),
        library,
        { ...options, limits, onlyFaithful: use === 'faithful' },
        sink,
      );
    } catch (error) {
      if (use === 'always') throw error;
      return { kind: 'declined', reasons: [declinedFor(error)] };
    }
  }

  /** Where tags have come to stand, in parts whose values name them. */
  async map(
    parts: ZipArchive,
    charts: ReadonlyMap<string, number>,
    milliseconds: number,
  ): Promise<MappedPages> {
    const limits = { ...DEFAULT_LAYOUT_LIMITS, milliseconds };
    return mapBoxes(openPackage(parts), await this.#fonts, charts, { limits });
  }

  /** Its words, and where they stand. */
  async wordsOf(parts: ZipArchive, milliseconds: number): Promise<readonly PageOfWords[]> {
    const limits = { ...DEFAULT_LAYOUT_LIMITS, milliseconds };
    return wordsOf(openPackage(parts), await this.#fonts, { limits });
  }

  /** What of its pages is hardly meant. */
  async lint(parts: ZipArchive, milliseconds: number): Promise<ReturnType<typeof lintPages>> {
    const limits = { ...DEFAULT_LAYOUT_LIMITS, milliseconds };
    return lintPages(openPackage(parts), await this.#fonts, { limits });
  }

  /** Where things stand, for a DOCX whose fields say so; undefined where that can't be told. */
  async pagesOf(parts: ZipArchive, milliseconds: number): Promise<FoundPages | undefined> {
    const limits = { ...DEFAULT_LAYOUT_LIMITS, milliseconds };
    try {
      return pageFactsOf(openPackage(parts), await this.#fonts, { limits });
    } catch (error) {
      declinedFor(error);
      return undefined;
    }
  }
}

/**
 * SmallLayout :: rendered parts → PDF in a sink, on a thread that others wait for; or that it is too much for that
 *
 * The same layout under a budget of a few milliseconds. What could take long between two looks at the clock is let in by its
 * size, or not at all: text, pictures that have to be decoded, fonts that the document or the machine brings. Whatever is
 * too much, and whatever goes wrong, is left to a process that may end, which also knows what to say of it.
 */
import { PlatenError } from '../../errors.ts';
import type { FontLibrary } from '../../fonts/font.ts';
import { type FontLibraryOptions, openFontLibrary } from '../../fonts/library.ts';
import { readPng, TYPE_GRAY_ALPHA, TYPE_RGBA } from '../../images/decode/png-parts.ts';
import { sniff } from '../../images/sniff.ts';
import type { LayoutLimits } from '../../layout/budget.ts';
import { type DocxPackage, openPackage } from '../../ooxml/docx.ts';
import type { ZipArchive, ZipEntry } from '../../ooxml/zip-read.ts';
import type { PdfSink } from '../../pdf/file.ts';
import { warmUpDocument } from '../warm-up.ts';
import {
  convertNatively,
  type Declined,
  type LaidOut,
  layOut,
  type NativeOptions,
} from './convert-native.ts';
import { type FoundPages, pageFactsOf } from './page-facts.ts';
import type { LayoutTerms } from './rendered-layout.ts';

/** Of all parts with text together, unpacked. Read in some milliseconds, but for what the template always has. */
const TEXT_BYTES = 192 * 1024;
/** The same with styles, theme and whatever else is read once a template. */
const ALL_TEXT_BYTES = 768 * 1024;
const PICTURE_BYTES = 256 * 1024;
/** Of a picture with transparent parts: decoded and packed again, once as long as it is remembered, in ten milliseconds. */
const DECODED_PIXELS = 160_000;

/** Of some milliseconds each. */
const WARM_UPS = 30;

/** An invoice of two pages takes 250 steps and a tenth of the time. */
const LIMITS = { milliseconds: 20, pages: 20, nesting: 6, steps: 4_000, patterns: 'loaded' } as const;
/** Until V8 has compiled what they need, documents take many times their time: so many of them have three times as much. */
const LEARNING = 500;
const LEARNING_MS = 60;

/** Fonts of 15 MB are read in one go, and each stays in memory. */
const MOST_FONTS = { fileBytes: 2 * 1024 * 1024, allBytes: 48 * 1024 * 1024 };

export class SmallLayout {
  readonly #options: FontLibraryOptions;
  #opening: Promise<void> | undefined;
  #fonts: FontLibrary | undefined;
  #laid = 0;

  constructor(fonts: FontLibraryOptions) {
    this.#options = fonts;
  }

  /** Opens the fonts, the first time. Until then everything is too large. */
  ready(): Promise<void> {
    // The processes have the same fonts, and say what is wrong with them.
    this.#opening ??= this.#open().catch(() => undefined);
    return this.#opening;
  }

  /** The first layouts take many times as long as later ones, so they are nobody's. */
  async warm(): Promise<void> {
    await this.ready();
    const library = this.#fonts;
    if (library === undefined) return;
    const document = warmUpDocument();
    for (let turn = 0; turn < WARM_UPS; turn += 1) {
      convertNatively(document, library);
      // Requests come first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #open(): Promise<void> {
    const library = await openFontLibrary({ ...this.#options, most: MOST_FONTS });
    // The very first takes a tenth of a second, which is more than any document has.
    convertNatively(warmUpDocument(), library);
    this.#fonts = library;
  }

  /** `large` where it is too much or goes wrong, `late` where it took too long this time. */
  lay(
    parts: RenderedParts,
    { use, ...options }: LayoutTerms,
    sink: PdfSink,
  ): LaidOut | Declined | 'large' | 'late' {
    return this.#within(parts, (docx, library, limits) =>
      layOut(docx, library, { ...options, limits, onlyFaithful: use === 'faithful', guard: GUARD }, sink),
    );
  }

  /** Where things stand, for a DOCX whose fields say so. */
  pagesOf(parts: RenderedParts): FoundPages | 'large' | 'late' {
    if (this.#fonts === undefined) void this.ready();
    return this.#within(parts, (docx, library, limits) =>
      pageFactsOf(docx, library, { limits, guard: GUARD }),
    );
  }

  #within<Result>(
    parts: RenderedParts,
    work: (docx: DocxPackage, library: FontLibrary, limits: LayoutLimits) => Result,
  ): Result | 'large' | 'late' {
    const library = this.#fonts;
    if (library === undefined) return 'late';
    if (isTooMuch(parts)) return 'large';
    const milliseconds = this.#laid < LEARNING ? LEARNING_MS : LIMITS.milliseconds;
    const clock = threadTime(milliseconds);
    const limits: LayoutLimits = { ...LIMITS, milliseconds, clock };
    this.#laid += 1;
    try {
      return work(openPackage(parts), library, limits);
    } catch {
      return clock() < milliseconds ? 'large' : 'late';
    }
  }
}

interface RenderedParts extends ZipArchive {
  /** Those that no other document has. */
  readonly own: readonly ZipEntry[];
}

const isTooMuch = ({ own, entries }: RenderedParts): boolean =>
  textBytes(own) > TEXT_BYTES || textBytes(entries.values()) > ALL_TEXT_BYTES;

const notSmall = (what: string): PlatenError =>
  new PlatenError('document_too_complex', `The document has too much ${what} to be laid out at once.`);

const GUARD: NonNullable<NativeOptions['guard']> = {
  fonts: () => {
    throw notSmall('fonts of its own');
  },
  picture: (bytes) => {
    if (bytes.byteLength > PICTURE_BYTES || !isQuick(bytes)) throw notSmall('picture');
  },
};

/** JPEG goes in as it is, and so does a PNG unless it has to be decoded. */
const isQuick = (bytes: Uint8Array): boolean => {
  const format = sniff(bytes);
  if (format !== 'png') return format === 'jpeg';
  const { width, height, type, transparency, interlaced } = readPng(bytes);
  const isPassed =
    type !== TYPE_GRAY_ALPHA && type !== TYPE_RGBA && transparency === undefined && !interlaced;
  return isPassed || width * height <= DECODED_PIXELS;
};

/** Media are not looked at; whatever else a part is, somebody might parse it. */
const textBytes = (entries: Iterable<ZipEntry>): number => {
  let bytes = 0;
  for (const { name, size } of entries) if (!name.includes('/media/')) bytes += size;
  return bytes;
};

/**
 * Milliseconds that this thread has had a processor: on a busy machine a document waits for one many times as long as it
 * takes. Asking for it takes a microsecond, so that it is asked only where as much time has passed.
 */
const threadTime = (milliseconds: number): (() => number) => {
  const started = performance.now();
  const before = process.threadCpuUsage?.();
  return () => {
    const passed = performance.now() - started;
    if (before === undefined || passed < milliseconds) return passed;
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
};

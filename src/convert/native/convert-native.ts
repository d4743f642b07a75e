/**
 * layOut :: package → PDF in a sink: model, gate, layout, file. Synchronous.
 * convertNatively :: DOCX → PDF, the same from bytes to bytes.
 */
import { PlatenError } from '../../errors.ts';
import { deobfuscate } from '../../fonts/embedded.ts';
import type { FontLibrary } from '../../fonts/font.ts';
import type { LayoutLimits } from '../../layout/budget.ts';
import type { PagesOfMany } from '../../layout/context.ts';
import type { Page } from '../../layout/display-list.ts';
import { layoutDocument } from '../../layout/layout-document.ts';
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import type { PdfSink } from '../../pdf/file.ts';
import { PdfWriter } from '../../pdf/write.ts';
import type { PdfSettings } from '../../service/renderer-ports.ts';
import { readDocument } from '../../wml/document.ts';
import type { WordDocument } from '../../wml/model.ts';
import { reasonsOf } from './gate.ts';
import { HarmlessLinks } from './harmless-links.ts';
import { stampOf } from './watermark.ts';

export interface NativeOptions {
  /** Give up, with the reasons, where the gate has any. */
  readonly onlyFaithful?: boolean;
  readonly limits?: LayoutLimits;
  readonly watermark?: string | undefined;
  readonly pdf?: PdfSettings | undefined;
  /** Where it is one of many whose pages are counted through. */
  readonly pages?: PagesOfMany | undefined;
  /** Asked before anything is made of what a document brings along; throws where that is not to be. */
  readonly guard?: {
    readonly fonts: () => void;
    readonly picture: (bytes: Uint8Array) => void;
  };
}

export interface LaidOut {
  readonly kind: 'converted';
  readonly pages: number;
  readonly warnings: readonly string[];
  readonly reasons: readonly string[];
  /** Milliseconds: until the document was read, and those of writing pages, which are written as they are full. */
  readonly times: { readonly readMs: number; readonly writeMs: number };
}

export interface Declined {
  readonly kind: 'declined';
  readonly reasons: readonly string[];
}

export type NativeResult = (LaidOut & { readonly pdf: Uint8Array }) | Declined;

export const convertNatively = (
  file: Uint8Array,
  library: FontLibrary,
  options: NativeOptions = {},
): NativeResult => {
  const chunks: Uint8Array[] = [];
  const result = layOut(openDocx(file), library, options, { write: (chunk) => chunks.push(chunk) });
  return result.kind === 'declined' ? result : { ...result, pdf: Buffer.concat(chunks) };
};

export const layOut = (
  docx: DocxPackage,
  library: FontLibrary,
  { onlyFaithful = false, limits, watermark, pdf: settings = {}, guard, pages: ofMany }: NativeOptions,
  sink: PdfSink,
): LaidOut | Declined => {
  const tagged = settings.tagged === true;
  const began = performance.now();
  const document = readDocument(docx);
  const readMs = performance.now() - began;
  docx.forget();
  const early = reasonsOf(document.findings, []);
  if (onlyFaithful && early.length > 0) return { kind: 'declined', reasons: early };

  if (document.embeddedFonts.length > 0) guard?.fonts();
  const fonts = withDocumentFonts(library, document, docx);
  const images = (part: string): Uint8Array | undefined => {
    if (part === '' || !docx.has(part)) return undefined;
    const bytes = docx.bytes(part);
    guard?.picture(bytes);
    return bytes;
  };
  const writer = new PdfWriter(
    sink,
    { fonts, images },
    {
      tagged,
      firstPage: ofMany?.first,
      conformance: settings.conformance === undefined ? 'pdf' : 'pdfa-2b',
      // Who listens to a file, or finds it in an archive, is told what is shown.
      symbolCodes: document.copiesSymbolCodes && !tagged && settings.conformance === undefined,
    },
  );
  const stamped = watermark === undefined ? (page: Page) => page : stampOf(watermark, fonts);
  // Pages are written as they are full. Where the gate declines in the end, that was for nothing, which is rare.
  const links = new HarmlessLinks();
  let writeMs = 0;
  const onPage = (page: Page): void => {
    const from = performance.now();
    writer.page(stamped(links.page(page)));
    writeMs += performance.now() - from;
  };
  const layout = layoutDocument(document, fonts, limits, { tagged, onPage, pages: ofMany });
  const found = reasonsOf(document.findings, layout.reasons);
  if (onlyFaithful && found.length > 0) return { kind: 'declined', reasons: found };

  const laid = performance.now();
  const { pages, warnings, violations, reasons: undrawn } = writer.finish(layout.list);
  writeMs += performance.now() - laid;
  const reasons = [...new Set([...found, ...undrawn])];
  if (onlyFaithful && reasons.length > 0) return { kind: 'declined', reasons };
  if (violations.length > 0) {
    if (onlyFaithful) return { kind: 'declined', reasons: violations };
    throw new PlatenError(
      'pdf_failed',
      `The document cannot be ${settings.conformance}: ${inWords(violations)}.`,
      {
        hint: 'Replace it in the template, or use LibreOffice for this document.',
      },
    );
  }
  const said = [...layout.warnings, ...warnings, ...links.warnings];
  return { kind: 'converted', pages, warnings: said, reasons, times: { readMs, writeMs } };
};

const VIOLATIONS: Readonly<Record<string, string>> = {
  'pdfa:cmyk-picture': 'it holds a picture in four colours (CMYK)',
  'pdfa:missing-character': 'no font has one of its characters',
};

const inWords = (violations: readonly string[]): string =>
  violations.map((code) => VIOLATIONS[code] ?? code).join(', ');

export const withDocumentFonts = (
  library: FontLibrary,
  { embeddedFonts }: WordDocument,
  docx: DocxPackage,
): FontLibrary =>
  embeddedFonts.length === 0
    ? library
    : library.withEmbedded(
        embeddedFonts.map(({ part, key, ...face }) => ({
          ...face,
          bytes: deobfuscate(docx.bytes(part), key),
        })),
      );

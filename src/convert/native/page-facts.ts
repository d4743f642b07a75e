/**
 * pageFactsOf :: package → on which pages things come to stand. Nothing is drawn into a file. Synchronous.
 */
import type { FontLibrary } from '../../fonts/font.ts';
import { layoutDocument, type PageFacts } from '../../layout/layout-document.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { readDocument } from '../../wml/document.ts';
import { type NativeOptions, withDocumentFonts } from './convert-native.ts';
import { reasonsOf } from './gate.ts';

export interface FoundPages extends PageFacts {
  /** Why Word's pages may be others, each in words or as a code. */
  readonly doubts: readonly string[];
}

export const pageFactsOf = (
  docx: DocxPackage,
  library: FontLibrary,
  { limits, guard }: Pick<NativeOptions, 'limits' | 'guard'>,
): FoundPages => {
  const document = readDocument(docx);
  docx.forget();
  if (document.embeddedFonts.length > 0) guard?.fonts();
  const fonts = withDocumentFonts(library, document, docx);
  const { facts, reasons, warnings } = layoutDocument(document, fonts, limits, { onPage: () => undefined });
  return { ...facts, doubts: [...reasonsOf(document.findings, reasons), ...warnings] };
};

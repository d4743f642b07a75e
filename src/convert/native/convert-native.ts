/**
 * convertNatively :: DOCX → PDF: package, model, gate, layout, file. Synchronous.
 */
import type { FontLibrary } from '../../fonts/font.ts';
import type { LayoutLimits } from '../../layout/budget.ts';
import { layoutDocument } from '../../layout/layout-document.ts';
import { openDocx } from '../../ooxml/docx.ts';
import { writePdf } from '../../pdf/write.ts';
import { readDocument } from '../../wml/document.ts';

export interface NativeResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
  readonly reasons: readonly string[];
}

export const convertNatively = (
  file: Uint8Array,
  fonts: FontLibrary,
  limits?: LayoutLimits,
): NativeResult => {
  const docx = openDocx(file);
  const document = readDocument(docx);
  const { list, warnings } = layoutDocument(document, fonts, limits);
  const images = (part: string): Uint8Array | undefined =>
    part !== '' && docx.has(part) ? docx.bytes(part) : undefined;
  const written = writePdf(list, { fonts, images });
  return {
    pdf: written.file,
    pages: written.pages,
    warnings: [...warnings, ...written.warnings],
    reasons: [...new Set(document.findings.map(({ code }) => code))],
  };
};

/**
 * mapBoxes :: package whose values say which tags they came from → where each has come to stand. Nothing is drawn into a
 * file. Synchronous.
 */
import type { FontLibrary } from '../../fonts/font.ts';
import type { OriginBox } from '../../layout/display-list.ts';
import { layoutDocument } from '../../layout/layout-document.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { readDocument } from '../../wml/document.ts';
import { type NativeOptions, withDocumentFonts } from './convert-native.ts';
import type { FoundPages } from './page-facts.ts';

export interface MappedPages extends FoundPages {
  readonly boxes: readonly OriginBox[];
}

export const mapBoxes = (
  docx: DocxPackage,
  library: FontLibrary,
  charts: ReadonlyMap<string, number>,
  { limits }: Pick<NativeOptions, 'limits'> = {},
): MappedPages => {
  const document = readDocument(docx, charts);
  docx.forget();
  const fonts = withDocumentFonts(library, document, docx);
  const { facts, origins } = layoutDocument(document, fonts, limits, { onPage: () => undefined });
  return { ...facts, doubts: [], boxes: origins };
};

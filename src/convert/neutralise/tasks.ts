/** The task of a process that cleans documents for LibreOffice. */
import { neutralise } from './neutralise.ts';
import { warningsFor } from './removals.ts';

export interface CleanedDocument {
  readonly docx: Uint8Array;
  readonly embedsFonts: boolean;
  readonly warnings: readonly string[];
}

export const clean = (docx: Uint8Array): CleanedDocument => {
  const { docx: cleaned, embedsFonts, removals } = neutralise(docx);
  return { docx: cleaned, embedsFonts, warnings: warningsFor(removals) };
};

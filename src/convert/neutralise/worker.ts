/** The thread's side of `neutralise`: DOCX in, result out as plain data. A refusal is data as well. */
import { type ErrorData, errorToData } from '../../errors.ts';
import { tellPackingTo } from '../../packing.ts';
import { neutralise } from './neutralise.ts';
import { type Removal, warningsFor } from './removals.ts';

export interface CleanTask {
  readonly docx: Uint8Array;
  /** Where the thread tells when it packs. */
  readonly packing: Int32Array;
}

export type CleanAnswer =
  | {
      readonly ok: true;
      readonly docx: Uint8Array;
      readonly embedsFonts: boolean;
      readonly warnings: readonly string[];
      readonly removals: readonly Removal[];
    }
  | { readonly ok: false; readonly error: ErrorData };

const clean = ({ docx, packing }: CleanTask): CleanAnswer => {
  tellPackingTo(packing);
  try {
    const { docx: cleaned, embedsFonts, removals } = neutralise(docx);
    return { ok: true, docx: cleaned, embedsFonts, warnings: warningsFor(removals), removals: [...removals] };
  } catch (error) {
    return { ok: false, error: errorToData(error) };
  }
};

export default clean;

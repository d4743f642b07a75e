/** assembleBundle :: parts → one file */
import { PlatenError } from '../errors.ts';
import { documentsOf, type Part } from './documents.ts';
import { type WrittenFile, writeFile } from './out-file.ts';
import type { Bundle } from './part-file.ts';
import { type ExtraFile, writeZip } from './zip.ts';

interface BundleOrder {
  readonly bundle: Bundle;
  readonly ending: 'docx' | 'pdf';
  readonly parts: readonly Part[];
  /** Where the file goes. */
  readonly out: string;
  /** Files beside the documents, only in a ZIP. */
  readonly extra?: readonly ExtraFile[];
}

/** Streams: memory is bounded by what one document needs, and what the file has to refer to. */
export const assembleBundle = async ({
  bundle,
  ending,
  parts,
  out,
  extra = [],
}: BundleOrder): Promise<WrittenFile> => {
  if (bundle !== 'zip')
    throw new PlatenError('internal_error', `Bundles of the kind ${bundle} cannot be made yet.`);
  return writeFile(out, (file) => writeZip(documentsOf(parts, bundle), { ending, extra }, file));
};

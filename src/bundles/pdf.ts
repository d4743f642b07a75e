/** writeJoinedPdf :: documents → one PDF of them, an entry of its outline for each */
import { PlatenError } from '../errors.ts';
import { JoinedPdf } from '../pdf/join/joined-pdf.ts';
import type { BundledDocument } from './documents.ts';
import type { OutFile } from './out-file.ts';

export const writeJoinedPdf = (documents: Iterable<BundledDocument>, out: OutFile): void => {
  const joined = new JoinedPdf(out);
  for (const { record, name, bytes } of documents) {
    try {
      joined.add(bytes, name);
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      throw new PlatenError(error.code, `Record ${record}: ${error.message}`, { cause: error });
    }
  }
  joined.finish();
};

/** writeJoinedDocx :: documents → one DOCX of them, each a section of its own */
import { PlatenError } from '../errors.ts';
import type { BundledDocument } from './documents.ts';
import { JoinedDocx, type JoinOptions } from './docx/joined-docx.ts';
import type { OutFile } from './out-file.ts';

export const writeJoinedDocx = (
  documents: Iterable<BundledDocument>,
  options: JoinOptions,
  out: OutFile,
): void => {
  const joined = new JoinedDocx(out, options);
  try {
    for (const { record, bytes } of documents) {
      try {
        joined.add(bytes, record);
      } catch (error) {
        if (!(error instanceof PlatenError) || error.code === 'bundle_failed') throw error;
        throw new PlatenError(error.code, `Record ${record}: ${error.message}`, { cause: error });
      }
    }
    joined.finish();
  } finally {
    joined.remove();
  }
};

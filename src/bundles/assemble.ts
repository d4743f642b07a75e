/** assembleBundle :: parts → one file */
import { documentsOf, type Part } from './documents.ts';
import { writeJoinedDocx } from './docx.ts';
import { type OutFile, type WrittenFile, writeFile } from './out-file.ts';
import type { Bundle } from './part-file.ts';
import { writeJoinedPdf } from './pdf.ts';
import { type ExtraFile, writeZip } from './zip.ts';

interface BundleOrder {
  readonly bundle: Bundle;
  readonly ending: 'docx' | 'pdf';
  readonly parts: readonly Part[];
  /** Where the file goes. */
  readonly out: string;
  /** How one DOCX counts its pages; `record` where left out. In a PDF they were counted when it was laid out. */
  readonly pageNumbers?: 'record' | 'through';
  /** Files beside the documents, only in a ZIP. */
  readonly extra?: readonly ExtraFile[];
}

/** Streams: memory is bounded by what one document needs, and what the file has to refer to. */
export const assembleBundle = async (order: BundleOrder): Promise<WrittenFile> =>
  writeFile(order.out, (file) => fill(order, file));

const fill = (
  { bundle, ending, parts, extra = [], pageNumbers = 'record', out: path }: BundleOrder,
  out: OutFile,
): void => {
  const documents = documentsOf(parts, bundle);
  switch (bundle) {
    case 'zip':
      writeZip(documents, { ending, extra }, out);
      break;
    case 'pdf':
      writeJoinedPdf(documents, out);
      break;
    case 'docx':
      writeJoinedDocx(documents, { pageNumbers, aside: path }, out);
      break;
  }
};

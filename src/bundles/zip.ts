/**
 * writeZip :: documents, files → a ZIP of them
 *
 * Documents are stored: DOCX and PDF are packed inside already. Times are fixed, so the same documents give the same bytes.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { ZipWriter } from '../ooxml/zip-write.ts';
import { UniqueNames } from '../records/file-names.ts';
import type { BundledDocument } from './documents.ts';
import type { OutFile } from './out-file.ts';

export interface ExtraFile {
  readonly name: string;
  readonly path: string;
}

export const writeZip = (
  documents: Iterable<BundledDocument>,
  { ending, extra }: { readonly ending: string; readonly extra: readonly ExtraFile[] },
  out: OutFile,
): void => {
  const zip = new ZipWriter(out);
  // The endings differ, so no document has the name of such a file.
  for (const file of extra) addFile(zip, file);
  const names = new UniqueNames();
  for (const { name, bytes, crc32 } of documents) {
    const fileName = `${names.take(checked(name))}.${ending}`;
    zip.raw(fileName, { method: 0, crc32, size: bytes.byteLength, compressed: bytes });
  }
  zip.finish();
};

const PIECE_BYTES = 256 * 1024;

/** Piece by piece: a report may have a line for each of 100,000 records. */
const addFile = (zip: ZipWriter, { name, path }: ExtraFile): void => {
  const entry = zip.open(checked(name));
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const fd = openSync(path, 'r');
  try {
    for (let got = readSync(fd, piece); got > 0; got = readSync(fd, piece))
      entry.write(piece.subarray(0, got));
  } finally {
    closeSync(fd);
  }
  entry.close();
};

/** Names are made safe before; one that leaves the folder it is unpacked in must not get out of here all the same. */
const checked = (name: string): string => {
  if (name === '' || /[/\\\p{Cc}]/u.test(name))
    throw new Error(`not the name of a file: ${JSON.stringify(name)}`);
  return name;
};

/**
 * mappedDocument :: document, the map of its tags → both as one file: the map stands behind the document
 *
 * So what is kept for a document (to answer a request again, as the result of a job) is kept for its map as well. How they go
 * over the wire is for whoever answers to say.
 */
import { Readable } from 'node:stream';
import type { GeneratedDocument, Spool } from '../renderer-ports.ts';

const OTHER_LAYOUT =
  'The map is of Platen’s own layout, and LibreOffice has made this PDF: its lines and pages may be others.';

export const mappedDocument = (made: GeneratedDocument, map: string): GeneratedDocument => {
  const { document, engine, warnings } = made;
  return {
    ...made,
    warnings: engine === 'libreoffice' ? [...warnings, OTHER_LAYOUT] : warnings,
    mapAt: document.size,
    document: followedBy(document, Buffer.from(map)),
  };
};

const followedBy = (document: Spool, tail: Uint8Array): Spool => ({
  size: document.size + tail.length,
  inMemory: document.inMemory,
  stream: () => Readable.from(chunksOf(document, tail)),
  bytes: async () => Buffer.concat([await document.bytes(), tail]),
  dispose: () => document.dispose(),
});

async function* chunksOf(document: Spool, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  for await (const chunk of document.stream()) yield chunk as Uint8Array;
  yield tail;
}

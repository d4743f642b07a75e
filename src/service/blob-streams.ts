/** Files of any size to and from the blobs, a piece in memory at a time where they are in files. */
import { Readable } from 'node:stream';
import { PIECE_BYTES } from '../file-pieces.ts';
import type { BlobStore } from './ports.ts';
import type { Spool } from './renderer-ports.ts';

/** What is in memory stands in one piece, what is in a file in as many as it takes. */
export const putDocument = async (
  blobs: BlobStore,
  hash: string,
  document: Pick<Spool, 'size' | 'bytes' | 'withFile'>,
): Promise<void> => {
  const { size } = document;
  if (document.withFile === undefined) await blobs.put(hash, await document.bytes());
  else await document.withFile((fd) => blobs.putFile(hash, { fd, size }));
};

/** All of it, or from `start` to before `end`; undefined where it is not there. */
export const blobStream = async (
  blobs: BlobStore,
  hash: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Readable | undefined> => {
  const found = await blobs.head(hash);
  if (found === undefined) return undefined;
  const { start, end } = range ?? { start: 0, end: found.size };
  return Readable.from(
    found.pieces === 0 ? wholeOf(blobs, hash, start, end) : piecesOf(blobs, hash, start, end),
  );
};

async function* wholeOf(blobs: BlobStore, hash: string, start: number, end: number) {
  const bytes = (await blobs.get(hash)) ?? gone(hash);
  yield bytes.subarray(start, end);
}

async function* piecesOf(blobs: BlobStore, hash: string, start: number, end: number) {
  for (let number = Math.floor(start / PIECE_BYTES); number * PIECE_BYTES < end; number += 1) {
    const piece = (await blobs.piece(hash, number)) ?? gone(hash);
    const before = number * PIECE_BYTES;
    yield piece.subarray(Math.max(0, start - before), end - before);
  }
}

const gone = (hash: string): never => {
  throw new Error(`the blob ${hash} is gone while it is read`);
};

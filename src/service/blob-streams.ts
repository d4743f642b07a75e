/** Files of any size to and from the blobs, a piece in memory at a time. */
import { Readable } from 'node:stream';
import type { BlobStore } from './ports.ts';
import type { Spool } from './renderer-ports.ts';

/** Large enough that a trip to the database is worth it, and for S3, which takes no part below 5 MiB; small enough for many at once. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Up to the size of a piece it stands in one. */
export const putDocument = async (
  blobs: BlobStore,
  hash: string,
  document: Pick<Spool, 'size' | 'bytes' | 'stream'>,
): Promise<void> => {
  if (document.size <= PIECE_BYTES) return blobs.put(hash, await document.bytes());
  if (await blobs.beginPieces(hash)) return;
  let pieces = 0;
  for await (const piece of inPieces(document.stream(), PIECE_BYTES)) {
    await blobs.putPiece(hash, pieces, piece);
    pieces += 1;
  }
  await blobs.endPieces(hash, { pieces, size: document.size });
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

/**
 * Chunks of a stream, as pieces of one size; the last may be smaller. All are in the same memory, one after the other: whoever takes
 * one is done with it before the next, and megabytes that come and go make V8 collect all that the server has.
 */
async function* inPieces(stream: AsyncIterable<unknown>, size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const chunk of stream) {
    for (let rest = chunk as Uint8Array; rest.length > 0; ) {
      const taken = Math.min(rest.length, size - filled);
      piece.set(rest.subarray(0, taken), filled);
      filled += taken;
      rest = rest.subarray(taken);
      if (filled < size) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

const gone = (hash: string): never => {
  throw new Error(`the blob ${hash} is gone while it is read`);
};

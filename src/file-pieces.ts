/**
 * Files to and from what keeps them, a piece at a time. Whoever keeps a file reads and writes it itself, by its descriptor, which all
 * threads of a process share: megabytes that come and go through the thread that serves make V8 collect all that the server has.
 */
import { read, write } from 'node:fs';
import { promisify } from 'node:util';

const readAt = promisify(read);
const writeAt = promisify(write);

/** Large enough that a trip to the database is worth it, and for S3, which takes no part below 5 MiB; small enough for many at once. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** All are in the same memory, one after the other: whoever takes one is done with it before the next. */
export async function* readPieces(fd: number, size: number): AsyncGenerator<Uint8Array> {
  const memory = Buffer.allocUnsafeSlow(Math.min(size, PIECE_BYTES));
  for (let start = 0; start < size; start += PIECE_BYTES) {
    const piece = memory.subarray(0, Math.min(PIECE_BYTES, size - start));
    for (let at = 0; at < piece.length; ) {
      const { bytesRead } = await readAt(fd, piece, at, piece.length - at, start + at);
      if (bytesRead === 0) throw new Error('a file is shorter than what was written');
      at += bytesRead;
    }
    yield piece;
  }
}

export const writePiece = async (fd: number, bytes: Uint8Array, start: number): Promise<void> => {
  for (let at = 0; at < bytes.length; )
    at += (await writeAt(fd, bytes, at, bytes.length - at, start + at)).bytesWritten;
};

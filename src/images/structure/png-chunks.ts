/**
 * pngChunks :: PNG file → its chunks, in order, up to IEND (PNG 3rd edition §5.3)
 *
 * Throws RangeError where one is cut off.
 */
import { crc32 } from 'node:zlib';

interface PngChunk {
  readonly name: string;
  readonly data: Uint8Array;
  /** Whether the checksum is right. Asked, because not every reader asks it of every chunk. */
  isIntact(): boolean;
}

const SIGNATURE_BYTES = 8;

export function* pngChunks(bytes: Uint8Array): Generator<PngChunk, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE_BYTES; ; ) {
    const end = at + 8 + view.getUint32(at);
    // Reading it also proves that the chunk is all there: DataView throws past the end.
    const checksum = view.getUint32(end);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const named = bytes.subarray(at + 4, end);
    yield { name, data: bytes.subarray(at + 8, end), isIntact: () => crc32(named) === checksum };
    if (name === 'IEND') return;
    at = end + 4;
  }
}

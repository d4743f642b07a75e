/** The chunks of a WebP file, which is a RIFF container (RFC 9649 §2.3). */

export interface RiffChunk {
  readonly name: string;
  /** Of the chunk's header, and of the data behind it. */
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** Chunks from an offset on; a chunk is padded to an even length. Throws RangeError where one is cut off. */
export const riffChunks = (bytes: Uint8Array, from: number, to: number): readonly RiffChunk[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, to);
  const chunks: RiffChunk[] = [];
  for (let at = from; at + 8 <= to; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const data = at + 8;
    const end = data + view.getUint32(at + 4, true);
    if (end > to) throw new RangeError('a chunk leaves its container');
    chunks.push({ name, start: at, data, end });
    at = end + ((end - data) & 1);
  }
  return chunks;
};

/** Chunks of the file; bytes behind the RIFF container are not part of the picture. */
export const webpChunks = (bytes: Uint8Array): readonly RiffChunk[] => {
  const declared = 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (declared > bytes.byteLength) throw new RangeError('the file is shorter than it says');
  return riffChunks(bytes, 12, declared);
};

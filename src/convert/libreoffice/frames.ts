/**
 * What goes over the driver's stdin and stdout: two big-endian 32-bit lengths, that many bytes of JSON, that many of
 * payload. driver.py is the other side.
 */
export interface Frame {
  readonly message: Readonly<Record<string, unknown>>;
  readonly payload: Uint8Array;
}

const HEADER_BYTES = 8;

export const encodeFrame = (message: Readonly<Record<string, unknown>>, payload: Uint8Array): Buffer[] => {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(json.length, 0);
  header.writeUInt32BE(payload.length, 4);
  return [header, json, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)];
};

/** Puts frames together from whatever pieces a pipe delivers. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = HEADER_BYTES;

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    while (this.#length >= this.#needed) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      const json = bytes.readUInt32BE(0);
      const end = HEADER_BYTES + json + bytes.readUInt32BE(4);
      if (bytes.length >= end) {
        frames.push({
          message: JSON.parse(bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + json)),
          payload: bytes.subarray(HEADER_BYTES + json, end),
        });
        this.#keep(bytes.subarray(end), HEADER_BYTES);
      } else this.#keep(bytes, end);
    }
    return frames;
  }

  #keep(rest: Buffer, needed: number): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    this.#needed = needed;
  }
}

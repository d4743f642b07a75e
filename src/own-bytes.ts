/**
 * Bytes that stay for long, in memory of their own
 *
 * Node.js puts small buffers (`Buffer.from`, `concat`, `allocUnsafe`) into rooms of 64 KiB that they share with whatever else is made at
 * the time, and whoever keeps one of them keeps the room: a cache of a thousand templates of 3 KB held 64 MB.
 */
export const ownBytes = (bytes: Uint8Array): Uint8Array => {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
};

/** How much is asked for at a time: what is left of the last is little beside all that a template is. */
const ROOM_BYTES = 4 * 1024;

/** Many small texts that stay as long as each other, as UTF-8 in few pieces of memory. */
export const ownTexts = (): ((text: string) => Uint8Array) => {
  let room = Buffer.allocUnsafeSlow(0);
  let at = 0;
  return (text) => {
    const length = Buffer.byteLength(text);
    if (length > ROOM_BYTES / 4) return ownBytes(Buffer.from(text));
    if (at + length > room.byteLength) {
      room = Buffer.allocUnsafeSlow(ROOM_BYTES);
      at = 0;
    }
    const bytes = room.subarray(at, at + length);
    at += room.write(text, at);
    return bytes;
  };
};

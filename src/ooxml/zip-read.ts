/**
 * readEntry :: ZipEntry → bytes
 *
 * What an entry of an opened archive (`zip-directory.ts`) holds, inflated and held against what the archive says about it.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { PlatenError } from '../errors.ts';
import { damaged, RESAVE, type ZipArchive, type ZipEntry } from './zip-directory.ts';

export { openZip, ZIP_SIGNATURES, type ZipArchive, type ZipEntry } from './zip-directory.ts';

/** Bytes that the inflater takes at a time: few enough that an entry which lies about its size gains nothing. */
const INFLATE_CHUNK = 1024 * 1024;

/** Inflates one entry. Its size was held to the limits when the archive was opened, and bounds the inflater here. */
export const readEntry = (entry: ZipEntry): Uint8Array => {
  if (entry.isOwn === true) return entry.compressed;
  const bytes = entry.method === 0 ? entry.compressed : inflate(entry);
  if (bytes.length !== entry.size) {
    throw damaged(`"${entry.name}" unpacks to ${bytes.length} bytes where the file says ${entry.size}.`);
  }
  if (crc32(bytes) !== entry.crc32) throw damaged(`The checksum of "${entry.name}" is wrong.`);
  return bytes;
};

/** Unpacks all of it, also what nobody reads: it is copied into every document, and must be what it says. */
export const checkEntries = ({ entries }: ZipArchive): void => {
  for (const entry of entries.values()) readEntry(entry);
};

const inflate = (entry: ZipEntry): Uint8Array => {
  if (entry.size === 0 && entry.compressed.length === 0) return new Uint8Array(0);
  try {
    const { buffer, engine } = inflateRawSync(entry.compressed, {
      // One byte more than promised shows that the promise was false.
      maxOutputLength: entry.size + 1,
      chunkSize: Math.min(Math.max(entry.size + 1, 1024), INFLATE_CHUNK),
      info: true,
    }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
    if (engine.bytesWritten !== entry.compressed.length) {
      throw damaged(`"${entry.name}" carries bytes after the end of its data.`);
    }
    return buffer;
  } catch (cause) {
    if (cause instanceof PlatenError) throw cause;
    if (cause instanceof RangeError) {
      throw damaged(`"${entry.name}" unpacks to more than the ${entry.size} bytes that the file says.`);
    }
    throw new PlatenError('docx_damaged', `The data of "${entry.name}" cannot be unpacked.`, {
      hint: RESAVE,
      cause,
    });
  }
};

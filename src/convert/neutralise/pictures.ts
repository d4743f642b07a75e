/**
 * cleanPicture :: picture bytes → bytes that LibreOffice only has to draw
 *
 * LibreOffice goes by content, not by name, and hands some formats (EPS) to other programs. So this goes by content
 * too: formats on the list pass, SVG is cleaned, gzip is opened first, anything else is left out.
 */
import { gunzipSync } from 'node:zlib';
import { cleanSvg } from './svg.ts';

const RASTER_AND_METAFILE = [
  /^\x89PNG\r\n/, // PNG
  /^\xff\xd8\xff/, // JPEG
  /^GIF8[79]a/, // GIF
  /^BM/, // BMP
  /^(?:II\*\0|MM\0\*)/, // TIFF
  /^RIFF[\s\S]{4}WEBP/, // WebP
  /^\x01\0\0\0[\s\S]{36} EMF/, // EMF
  /^\xd7\xcd\xc6\x9a/, // WMF, placeable
  /^[\x01\x02]\0\x09\0\0[\x01\x03]/, // WMF
];
const GZIP = /^\x1f\x8b/;
/** A metafile of this size, unpacked, is a page of a few hundred megapixels. */
const UNPACKED_BYTES = 64 * 1024 * 1024;

export const cleanPicture = (bytes: Uint8Array): Uint8Array | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1');
  if (RASTER_AND_METAFILE.some((signature) => signature.test(head))) return bytes;
  if (GZIP.test(head)) return unpacked(bytes);
  return looksLikeXml(bytes) ? cleanSvg(bytes) : undefined;
};

const unpacked = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    const inner = gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES });
    return GZIP.test(inner.toString('latin1', 0, 2)) ? undefined : cleanPicture(inner);
  } catch {
    return undefined;
  }
};

/** The first character that is neither white space nor part of a byte order mark. */
const looksLikeXml = (bytes: Uint8Array): boolean => {
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f);
  return first === 0x3c;
};

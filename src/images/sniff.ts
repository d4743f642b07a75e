/**
 * sniff :: bytes → format
 *
 * By content, never by name: extensions and declared types lie.
 */

type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'svg' | 'bmp' | 'tiff' | 'emf' | 'wmf';

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0));

interface Signature {
  readonly format: ImageFormat;
  readonly parts: readonly { readonly at: number; readonly bytes: readonly number[] }[];
}

const signature = (format: ImageFormat, ...parts: readonly [number, readonly number[]][]): Signature => ({
  format,
  parts: parts.map(([at, bytes]) => ({ at, bytes })),
});

const SIGNATURES: readonly Signature[] = [
  signature('png', [0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]),
  signature('jpeg', [0, [0xff, 0xd8, 0xff]]),
  signature('gif', [0, ascii('GIF87a')]),
  signature('gif', [0, ascii('GIF89a')]),
  signature('webp', [0, ascii('RIFF')], [8, ascii('WEBP')]),
  signature('tiff', [0, [0x49, 0x49, 0x2a, 0x00]]),
  signature('tiff', [0, [0x4d, 0x4d, 0x00, 0x2a]]),
  // EMR_HEADER, and the " EMF" that follows its bounds; the first four bytes alone are too common.
  signature('emf', [0, [0x01, 0x00, 0x00, 0x00]], [40, ascii(' EMF')]),
  signature('wmf', [0, [0xd7, 0xcd, 0xc6, 0x9a]]),
  signature('wmf', [0, [0x01, 0x00, 0x09, 0x00, 0x00, 0x03]]),
  // "BM" alone is any text: the size of the information header follows at 14.
  signature('bmp', [0, ascii('BM')], [15, [0x00, 0x00, 0x00]]),
];

/** An XML file whose root is `svg`, after a byte order mark, a declaration, comments and a document type. */
const SVG_START =
  /^\uFEFF?\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\s[^[>]*(?:\[[\s\S]*?\]\s*)?>\s*)*<(?:[A-Za-z_][\w.-]*:)?svg[\s>/]/;

/** How far the root of an SVG may be from its start: licence comments are long, and a scan must end. */
const SVG_HEAD_BYTES = 16 * 1024;

const looksLikeSvg = (bytes: Uint8Array): boolean => {
  if (startsWith(bytes, [0xff, 0xfe]))
    return SVG_START.test(new TextDecoder('utf-16le').decode(bytes.subarray(0, SVG_HEAD_BYTES)));
  if (startsWith(bytes, [0xfe, 0xff]))
    return SVG_START.test(new TextDecoder('utf-16be').decode(bytes.subarray(0, SVG_HEAD_BYTES)));
  return SVG_START.test(new TextDecoder().decode(bytes.subarray(0, SVG_HEAD_BYTES)));
};

export const sniff = (bytes: Uint8Array): ImageFormat | undefined => {
  const known = SIGNATURES.find((candidate) =>
    candidate.parts.every((part) => startsWith(bytes, part.bytes, part.at)),
  );
  if (known !== undefined) return known.format;
  return looksLikeSvg(bytes) ? 'svg' : undefined;
};

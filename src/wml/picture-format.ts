/** Which pictures nothing here makes pixels of: drawings of Windows, and scans. An empty frame would stand in their place. */

/** Looked into only where the name says so: most pictures are not worth unpacking twice. */
const NAMES = /\.(emf|wmf|emz|wmz|tiff?|wdp|pict)$/i;

const SIGNATURES: readonly (readonly [at: number, text: string])[] = [
  [40, ' EMF'],
  [0, '\xd7\xcd\xc6\x9a'],
  [0, '\x01\x00\x09\x00\x00\x03'],
  [0, 'II*\x00'],
  [0, 'MM\x00*'],
  [0, '\x1f\x8b'],
];

/** By content: programs call pictures by names that are not theirs. */
export const isUndrawable = (
  part: string | undefined,
  bytesOf: (part: string) => Uint8Array | undefined,
): boolean => {
  if (part === undefined || !NAMES.test(part)) return false;
  const bytes = bytesOf(part);
  if (bytes === undefined) return false;
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return SIGNATURES.some(([at, text]) => head.startsWith(text, at));
};

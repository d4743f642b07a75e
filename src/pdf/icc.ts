/**
 * sRGB as an ICC profile (IEC 61966-2-1, ICC.1:2004-10), made here: three primaries, one curve. PDF/A wants to know what
 * its colours mean.
 */

const SIGNATURES = { acsp: 'acsp', mntr: 'mntr', rgb: 'RGB ', xyz: 'XYZ ' } as const;

/** s15Fixed16: sixteen bits before the point, sixteen behind. */
const fixed = (value: number): number => Math.round(value * 65_536);

const bytesOf = (...numbers: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  numbers.forEach((value, index) => {
    view.setInt32(index * 4, value);
  });
  return bytes;
};

const tag = (text: string): number =>
  (text.charCodeAt(0) << 24) | (text.charCodeAt(1) << 16) | (text.charCodeAt(2) << 8) | text.charCodeAt(3);

const xyz = (x: number, y: number, z: number): Uint8Array =>
  bytesOf(tag(SIGNATURES.xyz), 0, fixed(x), fixed(y), fixed(z));

/** A text in one language, UTF-16. */
const localized = (text: string): Uint8Array => {
  const head = bytesOf(tag('mluc'), 0, 1, 12, tag('enUS'), text.length * 2, 28);
  const bytes = new Uint8Array(head.byteLength + text.length * 2);
  bytes.set(head);
  for (let index = 0; index < text.length; index++)
    bytes[head.byteLength + index * 2 + 1] = text.charCodeAt(index);
  return bytes;
};

/** Parametric curve 3: ((a·x + b)^g where x ≥ d, c·x below). */
const curve = bytesOf(
  tag('para'),
  3 << 16,
  fixed(2.4),
  fixed(1 / 1.055),
  fixed(0.055 / 1.055),
  fixed(1 / 12.92),
  fixed(0.04045),
);

/** The primaries adapted to D50 (Bradford), as ICC profiles have them, and the adaptation itself. */
const TAGS: readonly (readonly [signature: string, data: Uint8Array])[] = [
  ['desc', localized('sRGB')],
  ['cprt', localized('No copyright, use freely')],
  ['wtpt', xyz(0.9642, 1, 0.8249)],
  ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
  ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
  ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
  ['rTRC', curve],
  ['gTRC', curve],
  ['bTRC', curve],
  [
    'chad',
    bytesOf(
      tag('sf32'),
      0,
      ...[1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01707, -0.00923, 0.01508, 0.75168].map(fixed),
    ),
  ],
];

const HEADER_BYTES = 128;

export const srgbProfile = (): Uint8Array => {
  const tableBytes = 4 + TAGS.length * 12;
  // Tags with the same data share it.
  const places = new Map<Uint8Array, number>();
  let size = HEADER_BYTES + tableBytes;
  for (const [, data] of TAGS) {
    if (places.has(data)) continue;
    places.set(data, size);
    size += (data.byteLength + 3) & ~3;
  }
  const profile = new Uint8Array(size);
  const view = new DataView(profile.buffer);
  view.setUint32(0, size);
  view.setUint32(8, 0x04200000); // version 4.2
  view.setInt32(12, tag(SIGNATURES.mntr));
  view.setInt32(16, tag(SIGNATURES.rgb));
  view.setInt32(20, tag(SIGNATURES.xyz));
  [2000, 1, 1, 0, 0, 0].forEach((value, index) => {
    view.setUint16(24 + index * 2, value); // the date: any, but always the same
  });
  view.setInt32(36, tag(SIGNATURES.acsp));
  profile.set(bytesOf(fixed(0.9642), fixed(1), fixed(0.8249)), 68);
  view.setUint32(HEADER_BYTES, TAGS.length);
  TAGS.forEach(([signature, data], index) => {
    const at = HEADER_BYTES + 4 + index * 12;
    const place = places.get(data) ?? 0;
    view.setInt32(at, tag(signature));
    view.setUint32(at + 4, place);
    view.setUint32(at + 8, data.byteLength);
    profile.set(data, place);
  });
  return profile;
};

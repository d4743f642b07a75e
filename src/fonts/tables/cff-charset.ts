/**
 * cidsOf :: CFF table → (glyph → CID)
 *
 * A PDF addresses the glyphs of a CID-keyed CFF font (East Asian fonts) by the CIDs of its charset, those of any other by
 * their numbers (ISO 32000-1 §9.7.4.2). Adobe Technical Note 5176.
 */
import { badFont } from './sfnt.ts';

export type CidOf = (glyph: number) => number;

const identity: CidOf = (glyph) => glyph;

const OP_CHARSET = 15;
const OP_CHARSTRINGS = 17;
const OP_ROS = 1230;
/** Charset offsets 0 to 2 name predefined ones, which only fonts that are not CID-keyed have. */
const LAST_PREDEFINED = 2;

export const cidsOf = (cff: DataView): CidOf => {
  const headerSize = cff.getUint8(2);
  const names = readIndex(cff, headerSize);
  const topDicts = readIndex(cff, names.end);
  const [start, end] = topDicts.ranges[0] ?? [0, 0];
  const dict = readDict(cff, start, end);
  if (!dict.has(OP_ROS)) return identity;
  const charset = dict.get(OP_CHARSET) ?? 0;
  if (charset <= LAST_PREDEFINED) return identity;
  const count = readIndex(cff, dict.get(OP_CHARSTRINGS) ?? 0).ranges.length;
  const cids = readCharset(cff, charset, count);
  return (glyph) => cids[glyph] ?? 0;
};

interface Index {
  readonly ranges: readonly (readonly [start: number, end: number])[];
  readonly end: number;
}

const readIndex = (cff: DataView, at: number): Index => {
  const count = cff.getUint16(at);
  if (count === 0) return { ranges: [], end: at + 2 };
  const size = cff.getUint8(at + 2);
  if (size < 1 || size > 4) throw badFont('its CFF table is damaged');
  const offset = (index: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte++) value = value * 256 + cff.getUint8(at + 3 + index * size + byte);
    return value;
  };
  const base = at + 2 + (count + 1) * size;
  const ranges = Array.from(
    { length: count },
    (_, index) => [base + offset(index), base + offset(index + 1)] as const,
  );
  return { ranges, end: base + offset(count) };
};

/** The last operand of each operator; two-byte operators are 1200 and the second byte. */
const readDict = (cff: DataView, start: number, end: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  let operand = 0;
  let at = start;
  while (at < end) {
    const byte = cff.getUint8(at++);
    if (byte <= 21) {
      found.set(byte === 12 ? 1200 + cff.getUint8(at++) : byte, operand);
      operand = 0;
    } else if (byte === 28) {
      operand = cff.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      operand = cff.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      while ((cff.getUint8(at++) & 0x0f) !== 0x0f) if (at >= end) break; // a real number: not needed
    } else if (byte <= 246) operand = byte - 139;
    else if (byte <= 250) operand = (byte - 247) * 256 + cff.getUint8(at++) + 108;
    else if (byte <= 254) operand = -(byte - 251) * 256 - cff.getUint8(at++) - 108;
  }
  return found;
};

const readCharset = (cff: DataView, start: number, count: number): Uint16Array => {
  const cids = new Uint16Array(count);
  const format = cff.getUint8(start);
  let at = start + 1;
  for (let glyph = 1; glyph < count; ) {
    const first = cff.getUint16(at);
    at += 2;
    let more = 0;
    if (format === 1) more = cff.getUint8(at++);
    else if (format === 2) {
      more = cff.getUint16(at);
      at += 2;
    }
    for (let step = 0; step <= more && glyph < count; step++) cids[glyph++] = first + step;
  }
  return cids;
};

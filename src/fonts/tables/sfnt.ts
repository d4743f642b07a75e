/**
 * openSfnt :: bytes → tables by tag
 *
 * The container of TrueType and OpenType fonts and of collections (OpenType 1.9, "Font file"). Every offset in it is
 * the file's word, so nothing is read but through the views made here: they end where the table ends, and reading past
 * that throws a RangeError that `guardFont` turns into a refusal of the font.
 */
import { PlatenError } from '../../errors.ts';

type Outlines = 'truetype' | 'cff';

export interface Sfnt {
  readonly outlines: Outlines;
  readonly tags: readonly string[];
  /** An empty view where the font has no such table. */
  table(tag: string): DataView;
  has(tag: string): boolean;
}

interface TableRecord {
  readonly tag: string;
  readonly offset: number;
  readonly length: number;
}

const TRUETYPE_1 = 0x00010000;
const APPLE_TRUE = 0x74727565; // 'true'
const OPENTYPE_CFF = 0x4f54544f; // 'OTTO'
const COLLECTION = 0x74746366; // 'ttcf'

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
/** Real fonts have up to some 40 tables; a directory of thousands is damage. */
const MOST_TABLES = 256;
/** The largest system collections hold 40 fonts. */
const MOST_FONTS = 256;

export const badFont = (what: string, cause?: unknown): PlatenError =>
  new PlatenError('font_invalid', `The font cannot be used: ${what}.`, cause === undefined ? {} : { cause });

/** Runs a reader over a font's bytes; whatever is wrong with them comes out as one kind of error. */
export const guardFont = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (error instanceof PlatenError) throw error;
    if (error instanceof RangeError) throw badFont('it is cut off or damaged', error);
    throw error;
  }
};

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Where the fonts of a file start: one place, or several in a collection. `head` is the file's first bytes. */
export const fontOffsets = (head: DataView): readonly number[] => {
  if (head.getUint32(0) !== COLLECTION) return [0];
  const count = head.getUint32(8);
  if (count > MOST_FONTS) throw badFont('its collection is damaged');
  return Array.from({ length: count }, (_, index) => head.getUint32(HEADER_BYTES + index * 4));
};

const outlinesOf = (directory: DataView): Outlines => {
  const version = directory.getUint32(0);
  if (version === TRUETYPE_1 || version === APPLE_TRUE) return 'truetype';
  if (version === OPENTYPE_CFF) return 'cff';
  throw badFont('it is neither TrueType nor OpenType');
};

export const directoryBytes = (directory: DataView): number => {
  const count = directory.getUint16(4);
  if (count > MOST_TABLES) throw badFont('its table directory is damaged');
  return HEADER_BYTES + count * RECORD_BYTES;
};

export const tableRecords = (directory: DataView): readonly TableRecord[] => {
  const records: TableRecord[] = [];
  for (let at = HEADER_BYTES; at < directoryBytes(directory); at += RECORD_BYTES) {
    records.push({
      tag: tagAt(directory, at),
      offset: directory.getUint32(at + 8),
      length: directory.getUint32(at + 12),
    });
  }
  return records;
};

const NO_TABLE = new DataView(new ArrayBuffer(0));

export const openSfnt = (bytes: Uint8Array, index = 0): Sfnt =>
  guardFont(() => {
    const file = viewOf(bytes);
    const start = fontOffsets(file)[index];
    if (start === undefined) throw badFont(`its file has no font number ${index}`);
    if (start >= bytes.byteLength) throw badFont('its collection is damaged');
    const directory = viewOf(bytes.subarray(start));
    const outlines = outlinesOf(directory);
    const tables = new Map<string, DataView>();
    for (const { tag, offset, length } of tableRecords(directory)) {
      // Some fonts in the wild claim a last table that is a few bytes longer than the file: it is cut to fit.
      if (offset > bytes.byteLength) throw badFont(`its table ${JSON.stringify(tag)} lies outside the file`);
      tables.set(tag, viewOf(bytes.subarray(offset, Math.min(bytes.byteLength, offset + length))));
    }
    return {
      outlines: tables.has('glyf') ? 'truetype' : outlines,
      tags: [...tables.keys()],
      table: (tag) => tables.get(tag) ?? NO_TABLE,
      has: (tag) => tables.has(tag),
    };
  });

/**
 * writeFont :: UsedFont → Type0 font, descendant, descriptor, font file, ToUnicode (ISO 32000-1 §9.7)
 */
import { LRUCache } from 'lru-cache';
import { isEmojiFamily, isSymbolFamily } from '../fonts/families/fallback.ts';
import type { Face, Font } from '../fonts/font.ts';
import { subsetCff } from '../fonts/tables/subset-cff.ts';
import { type Fit, NO_GLYPH, type SubsetGlyph, subsetTrueType } from '../fonts/tables/subset-truetype.ts';
import { memoBy } from '../memo.ts';
import { ownBytes } from '../own-bytes.ts';
import type { PdfFile } from './file.ts';
import { name, reference } from './syntax.ts';
import { toUnicodeMap } from './to-unicode.ts';
import type { Code, UsedFont } from './used-font.ts';

const fitOf = ({ family }: Face, text: string): Fit => {
  if (BULLET.test(text) || isEmojiFamily(family)) return 'dot';
  return isSymbolFamily(family) ? 'sign' : 'letter';
};

/** Dots and squares, also by the codes of Symbol and Wingdings. */
const BULLET = /^[\u2022\u2023\u25a0-\u25ff\u2b1b\u2b1c\uf06c\uf06e\uf06f\uf0a7\uf0a8\uf0b7]$/;

const FLAG_FIXED_PITCH = 1;
const FLAG_SERIF = 2;
const FLAG_SYMBOLIC = 4;
const FLAG_ITALIC = 64;
const FLAG_FORCE_BOLD = 0x40000;

export const writeFont = (file: PdfFile, { font, object, codes }: UsedFont): void => {
  const { face } = font;
  const em = (units: number): number => Math.round((units / face.unitsPerEm) * 1000);
  const { baseFont, program, toUnicode, widths } = packedFont(file, font, codes);
  const fontFile = file.addEncodedStream(program.entries, program.data);
  const [left, bottom, right, top] = face.units.box;
  const flags =
    FLAG_SYMBOLIC |
    (face.units.fixedPitch ? FLAG_FIXED_PITCH : 0) |
    (isSerif(face.units.os2?.panose) ? FLAG_SERIF : 0) |
    (font.italic ? FLAG_ITALIC : 0) |
    (font.synthetic.bold ? FLAG_FORCE_BOLD : 0);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName${baseFont}/Flags ${flags}/FontBBox[${em(left)} ${em(bottom)} ${em(right)} ${em(top)}]` +
      `/ItalicAngle ${Math.round(face.units.italicAngle)}/Ascent ${Math.round(font.descriptor.ascent * 1000)}` +
      `/Descent ${Math.round(font.descriptor.descent * 1000)}/CapHeight ${Math.round(font.capHeight * 1000)}` +
      `/XHeight ${Math.round(font.xHeight * 1000)}/StemV ${font.bold ? 120 : 80}` +
      `/${face.outlines === 'cff' ? 'FontFile3' : 'FontFile2'} ${reference(fontFile)}>>`,
  );
  const descendant = file.add(
    `<</Type/Font/Subtype/${face.outlines === 'cff' ? 'CIDFontType0' : 'CIDFontType2'}/BaseFont${baseFont}` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${reference(descriptor)}` +
      `${face.outlines === 'cff' ? '' : '/CIDToGIDMap/Identity'}/DW 1000/W[${widths}]>>`,
  );
  const texts = file.addEncodedStream('/Filter/FlateDecode', toUnicode);
  file.add(
    `<</Type/Font/Subtype/Type0/BaseFont${baseFont}/Encoding/Identity-H/DescendantFonts[${reference(descendant)}]` +
      `/ToUnicode ${reference(texts)}>>`,
    object,
  );
};

/** The subset's own widths are in font units, these in thousandths: they agree to less than one of either. */
const widthsOf = (codes: SortedCodes): string => {
  let text = '';
  let previous = -2;
  for (const [code, { width }] of codes) {
    // Runs of consecutive codes: `first[width width …]`.
    if (code === previous + 1) text += ' ';
    else text += `${previous < 0 ? '' : ']'}${code}[`;
    text += String(Math.round(width * 10_000) / 10);
    previous = code;
  }
  return `${text}]`;
};

/** What a document's letters make of a font: all of it that takes time. */
interface PackedFont {
  readonly level: number;
  readonly codes: SortedCodes;
  readonly baseFont: string;
  readonly program: { readonly entries: string; readonly data: Uint8Array };
  readonly toUnicode: Uint8Array;
  readonly widths: string;
}

type SortedCodes = readonly (readonly [code: number, drawn: Code])[];

/** Of 5 to 20 KB each, for as long as the font lives: a document's own fonts go with it. */
const PACKED_PER_FONT = 64;
const PACKED = new WeakMap<Font, LRUCache<number, PackedFont>>();

/** Documents of one template use the same letters, or nearly always: digits, labels, the alphabet. */
const packedFont = (file: PdfFile, font: Font, codes: UsedFont['codes']): PackedFont => {
  const known = memoBy(PACKED, font, () => new LRUCache<number, PackedFont>({ max: PACKED_PER_FONT }));
  const hash = hashOf(codes);
  const kept = known.get(hash);
  if (kept?.level === file.level && areAlike(kept.codes, codes)) return kept;
  const sorted = [...codes].sort(([a], [b]) => a - b);
  const drawn = sorted.map(([, code]) => code);
  const packed = {
    level: file.level,
    codes: sorted,
    baseFont: name(`${subsetTag(drawn.map(({ text }) => text).join('|'))}+${postscriptName(font)}`),
    program: fontProgram(file, font, sorted),
    toUnicode: ownBytes(
      file.deflate(
        Buffer.from(toUnicodeMap(sorted.map(([code, { text }]) => [code, text] as const)), 'latin1'),
      ),
    ),
    widths: widthsOf(sorted),
  };
  known.set(hash, packed);
  return packed;
};

/** The same in whatever order they came. Two that differ may have the same, so it only says where to look. */
const hashOf = (codes: UsedFont['codes']): number => {
  let hash = 0;
  codes.forEach(({ glyph }, code) => {
    hash = (hash + Math.imul(Math.imul(0x811c9dc5 ^ code, 0x01000193) ^ glyph, 0x01000193)) | 0;
  });
  return hash;
};

const areAlike = (some: SortedCodes, others: UsedFont['codes']): boolean =>
  some.length === others.size && some.every(([code, drawn]) => isAlike(drawn, others.get(code)));

const isAlike = (one: Code, other: Code | undefined): boolean =>
  one === other ||
  (one.glyph === other?.glyph &&
    one.text === other.text &&
    one.advance === other.advance &&
    one.width === other.width);

const fontProgram = (
  file: PdfFile,
  { face, letterHeight }: Font,
  codes: SortedCodes,
): PackedFont['program'] => {
  if (face.outlines === 'cff') {
    const bytes = subsetCff(
      face,
      codes.map(([, { glyph }]) => glyph),
    );
    return { entries: '/Subtype/CIDFontType0C/Filter/FlateDecode', data: ownBytes(file.deflate(bytes)) };
  }
  // A code is a glyph's number in the file; numbers that no code has are empty there.
  const glyphs: SubsetGlyph[] = [];
  for (const [code, { glyph, advance, text }] of codes) {
    while (glyphs.length < code) glyphs.push(NO_GLYPH);
    glyphs.push({ id: glyph, advance, fit: fitOf(face, text) });
  }
  const bytes = subsetTrueType(face, glyphs, letterHeight);
  return { entries: `/Length1 ${bytes.byteLength}/Filter/FlateDecode`, data: ownBytes(file.deflate(bytes)) };
};

/** PANOSE: Latin text with serif styles 2 to 10. */
const isSerif = (panose: readonly number[] | undefined): boolean =>
  panose?.[0] === 2 && (panose[1] ?? 0) >= 2 && (panose[1] ?? 0) <= 10;

/** A font drawn with another's numbers is not that other font, and is not called so. */
const postscriptName = (font: Font): string =>
  font.face.postscriptName.replace(/[^A-Za-z0-9_-]/g, '') || 'Font';

/** Six capitals that differ between subsets of the same font (§9.6.4), from what the subset holds. */
export const subsetTag = (contents: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < contents.length; index++) {
    hash = Math.imul(hash ^ contents.charCodeAt(index), 0x01000193) >>> 0;
  }
  let tag = '';
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
};

/**
 * UsedFont: one font of a PDF while pages are written. Each distinct (glyph, text) gets the next code, so the file that is
 * embedded at the end holds exactly what the pages show, in two-byte codes of which the first is nearly always zero.
 *
 * writeFont :: UsedFont → Type0 font, descendant, descriptor, font file, ToUnicode (ISO 32000-1 §9.7)
 */
import { LRUCache } from 'lru-cache';
import { isEmojiFamily, isSymbolFamily } from '../fonts/families/fallback.ts';
import type { Face, Font } from '../fonts/font.ts';
import { type CidOf, cidsOf } from '../fonts/tables/cff-charset.ts';
import { subsetCff } from '../fonts/tables/subset-cff.ts';
import { type Fit, subsetTrueType } from '../fonts/tables/subset-truetype.ts';
import type { PdfFile } from './file.ts';
import { name, reference } from './syntax.ts';
import { toUnicodeMap } from './to-unicode.ts';

interface Code {
  readonly glyph: number;
  /** What it stands for; empty for the "missing" box. */
  readonly text: string;
  /** In em: as text is laid out. */
  readonly advance: number;
  /** In em: as the file says, which has to be what the font in it says. */
  readonly width: number;
}

/** Codes are two bytes. A document that needs more glyphs of one font than this does not exist; the rest would be boxes. */
const MOST_CODES = 0xffff;
const FAST_LIMIT = 0x500;
/** The character for what cannot be shown, a square, a question mark. */
const INSTEAD = [0xfffd, 0x25a1, 0x3f];

interface FontRules {
  /** By the rules of PDF/A. */
  readonly archived?: boolean;
  /** U+F0xx of symbol fonts are copied as they are. */
  readonly symbolCodes?: boolean;
}

export class UsedFont {
  readonly font: Font;
  /** The resource's name on every page. */
  readonly name: string;
  readonly object: number;
  readonly #cidOf: CidOf | undefined;
  readonly #codes = new Map<number, Code>();
  readonly #byGlyphAndText = new Map<string, number>();
  readonly #fast = new Int32Array(FAST_LIMIT).fill(-1);
  readonly #slow = new Map<number, number>();
  /** In em, by code: asked for with every letter. */
  readonly #advances: number[] = [];
  readonly #widths: number[] = [];

  /** Whether a character had to be drawn as the "missing" box. */
  usesMissing = false;
  /** Drawn in place of the "missing" box, which PDF/A does not allow (ISO 19005-2, 6.2.11.8). */
  readonly #instead: number;
  readonly #symbolCodes: boolean;

  constructor(font: Font, resource: string, object: number, { archived, symbolCodes }: FontRules = {}) {
    this.#symbolCodes = symbolCodes === true;
    this.#instead =
      archived === true ? (INSTEAD.map((point) => font.glyphFor(point)).find((glyph) => glyph > 0) ?? 0) : 0;
    this.font = font;
    this.name = resource;
    this.object = object;
    this.#cidOf = font.face.outlines === 'cff' ? cidsOf(font.face.sfnt().table('CFF ')) : undefined;
    // Code 0 is the "missing" box in every font.
    this.#register(0, { glyph: 0, text: '', advance: font.advanceOfGlyph(0), width: this.#width(0) });
  }

  /** The code of a character drawn by itself. */
  codeOf(codePoint: number): number {
    const known = codePoint < FAST_LIMIT ? (this.#fast[codePoint] ?? -1) : (this.#slow.get(codePoint) ?? -1);
    if (known >= 0) return known;
    const glyph = this.font.glyphFor(codePoint);
    const asIs = this.#symbolCodes && codePoint >= 0xf020 && codePoint <= 0xf0ff;
    const text = String.fromCodePoint(asIs ? codePoint : this.font.unicodeFor(codePoint));
    const code = this.codeOfGlyph(glyph, text, this.font.advance(codePoint));
    if (codePoint < FAST_LIMIT) this.#fast[codePoint] = code;
    else this.#slow.set(codePoint, code);
    return code;
  }

  /** The code of a glyph that shaping chose; `text` is what its cluster says. */
  codeOfGlyph(wanted: number, text: string, given?: number): number {
    const glyph = wanted === 0 ? this.#instead : wanted;
    if (glyph === 0) this.usesMissing = true;
    const id = `${glyph} ${text}`;
    const known = this.#byGlyphAndText.get(id);
    if (known !== undefined) return known;
    // A CFF font's codes are its glyphs: one text each.
    const code = this.#cidOf === undefined ? this.#codes.size : this.#cidOf(glyph);
    if (code > MOST_CODES) return 0;
    this.#byGlyphAndText.set(id, code);
    if (!this.#codes.has(code)) {
      const advance = given ?? this.#advance(glyph, text);
      const width = this.ownWidths ? this.#width(glyph) : advance;
      this.#register(code, { glyph, text, advance, width });
    }
    return code;
  }

  /**
   * A font knows a glyph's borrowed advance once it was asked for the character's, and the text may have been measured with
   * another name of the same font: the character is asked for first.
   */
  #advance(glyph: number, text: string): number {
    const codePoint = text.codePointAt(0);
    return codePoint !== undefined && this.font.glyphFor(codePoint) === glyph
      ? this.font.advance(codePoint)
      : this.font.advanceOfGlyph(glyph);
  }

  /** CFF outlines keep their widths; those of TrueType are written as they are needed. */
  get ownWidths(): boolean {
    return this.#cidOf !== undefined;
  }

  #width(glyph: number): number {
    return this.ownWidths
      ? this.font.face.advanceOfGlyph(glyph) / this.font.face.unitsPerEm
      : this.font.advanceOfGlyph(glyph);
  }

  #register(code: number, entry: Code): void {
    this.#codes.set(code, entry);
    this.#advances[code] = entry.advance;
    this.#widths[code] = entry.width;
  }

  advanceOf(code: number): number {
    return this.#advances[code] ?? 0;
  }

  widthOf(code: number): number {
    return this.#widths[code] ?? 0;
  }

  get codes(): ReadonlyMap<number, Code> {
    return this.#codes;
  }
}

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

export const writeFont = (file: PdfFile, used: UsedFont): void => {
  const { font } = used;
  const { face } = font;
  const codes = [...used.codes].sort(([a], [b]) => a - b);
  const em = (units: number): number => Math.round((units / face.unitsPerEm) * 1000);

  const fontFile = writeFontFile(
    file,
    used.font,
    codes.map(([, code]) => code),
  );
  const baseFont = name(`${subsetTag(codes.map(([, code]) => code.text).join('|'))}+${postscriptName(font)}`);
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
      `${face.outlines === 'cff' ? '' : '/CIDToGIDMap/Identity'}/DW 1000/W[${widths(codes)}]>>`,
  );
  const toUnicode = file.addStream('', toUnicodeMap(codes.map(([code, { text }]) => [code, text] as const)));
  file.add(
    `<</Type/Font/Subtype/Type0/BaseFont${baseFont}/Encoding/Identity-H/DescendantFonts[${reference(descendant)}]` +
      `/ToUnicode ${reference(toUnicode)}>>`,
    used.object,
  );
};

/** The subset's own widths are in font units, these in thousandths: they agree to less than one of either. */
const widths = (codes: readonly (readonly [number, Code])[]): string => {
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

interface Subset {
  readonly length: number;
  readonly data: Uint8Array;
}

/** Of 5 to 20 KB each, for as long as the face lives: a document's own fonts go with it. */
const SUBSETS_PER_FACE = 32;
const SUBSETS = new WeakMap<Face, LRUCache<string, Subset>>();

const subsetsOf = (face: Face): LRUCache<string, Subset> => {
  let known = SUBSETS.get(face);
  if (known === undefined) {
    known = new LRUCache({ max: SUBSETS_PER_FACE });
    SUBSETS.set(face, known);
  }
  return known;
};

const writeFontFile = (file: PdfFile, { face, letterHeight }: Font, codes: readonly Code[]): number => {
  if (face.outlines === 'cff') {
    return file.addStream(
      '/Subtype/CIDFontType0C',
      subsetCff(
        face,
        codes.map((code) => code.glyph),
      ),
    );
  }
  // Headings and labels of a template use the same letters in each of its documents.
  const subsets = subsetsOf(face);
  const key = `${file.level} ${letterHeight} ${codes.map(({ glyph, advance }) => `${glyph}:${advance}`).join(' ')}`;
  let known = subsets.get(key);
  if (known === undefined) {
    const bytes = subsetTrueType(
      face,
      codes.map(({ glyph, advance, text }) => ({ id: glyph, advance, fit: fitOf(face, text) })),
      letterHeight,
    );
    known = { length: bytes.byteLength, data: file.deflate(bytes) };
    subsets.set(key, known);
  }
  return file.addEncodedStream(`/Length1 ${known.length}/Filter/FlateDecode`, known.data);
};

/** PANOSE: Latin text with serif styles 2 to 10. */
const isSerif = (panose: readonly number[] | undefined): boolean =>
  panose?.[0] === 2 && (panose[1] ?? 0) >= 2 && (panose[1] ?? 0) <= 10;

/** A font drawn with another's numbers is not that other font, and is not called so. */
const postscriptName = (font: Font): string =>
  font.face.postscriptName.replace(/[^A-Za-z0-9_-]/g, '') || 'Font';

/** Six capitals that differ between subsets of the same font (§9.6.4), from what the subset holds. */
const subsetTag = (contents: string): string => {
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

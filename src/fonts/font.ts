/**
 * What layout and the PDF writer know of fonts. A `Font` is a request answered: the face that will be drawn, with the
 * numbers of the font that the document asked for where that one cannot be had. A `Face` is what one font file holds.
 *
 * Lengths are in em unless they say otherwise: multiply by the size in points.
 */

import type { FontUnits } from './tables/metrics-tables.ts';
import type { Sfnt } from './tables/sfnt.ts';

declare const brand: unique symbol;

/** Names one font as it is drawn (face, borrowed numbers, synthetic styles); the same in every process. */
export type FontKey = string & { readonly [brand]: 'font' };

/** What a document says of a font: `w:rFonts` and, where the document has it, `word/fontTable.xml`. */
export interface FontRequest {
  readonly family: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** `w:altName`: another name of the same font. */
  readonly alternateName?: string;
  /** `w:family`: which kind of letters to draw where neither name is known. */
  readonly familyClass?: FamilyClass;
  /** `w:pitch w:val="fixed"`. */
  readonly fixedPitch?: boolean;
  /** `w:panose1`: twenty hexadecimal digits. */
  readonly panose?: string;
  /** Of `w:sig`, usb0 and csb0: tells versions of a font apart. */
  readonly signature?: string;
  /** `w:lang w:eastAsia`: whose Han characters to draw where neither the font nor the character says. */
  readonly language?: string;
  /** The document's author did not have it either, and saw what Word draws in its place. */
  readonly absent?: boolean;
}

export type FamilyClass = 'roman' | 'swiss' | 'modern' | 'script' | 'decorative' | 'auto';

/**
 * How good an answer is.
 *  exact: the font itself
 *  metric: another face with the same advances, or drawn at the original's advances: lines break where they should
 *  similar: another face with advances of its own
 */
export type MatchQuality = 'exact' | 'metric' | 'similar';

/** A single-spaced line of a font, as Word computes it (ECMA-376 leaves it open; OS/2 and hhea tables). */
export interface LineMetrics {
  /** From the top of the line to the baseline; the line gap, where Word adds one, is in here: it lies above. */
  readonly ascent: number;
  /** From the baseline to the bottom of the line, positive. */
  readonly descent: number;
  /** ascent + descent. */
  readonly height: number;
}

/** A line along the text: a rectangle from `top` (above the baseline; negative is below it) down by `thickness`. */
export interface Rule {
  readonly top: number;
  readonly thickness: number;
}

export interface Font {
  readonly key: FontKey;
  readonly face: Face;
  /** The family asked for, as the document wrote it. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly quality: MatchQuality;
  /** The family drawn in its place, where it is another one. */
  readonly substitute: string | undefined;
  /** Drawn by the writer, because no face has them: heavier by a stroke, slanted by a shear. */
  readonly synthetic: { readonly bold: boolean; readonly italic: boolean };
  readonly line: LineMetrics;
  /** For the PDF's font descriptor. */
  readonly descriptor: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  readonly capHeight: number;
  readonly xHeight: number;
  /** How much higher letters are drawn than the face has them: 1 but for faces of the same design at another size. */
  readonly letterHeight: number;
  readonly underline: Rule;
  readonly strike: Rule;

  /** Whether it can be drawn. Symbol and Wingdings answer for U+F0xx as well as for the Unicode that it stands for. */
  has(codePoint: number): boolean;
  /** 0 where it cannot: the face's "missing" box. */
  glyphFor(codePoint: number): number;
  /** The character that is shown: itself, but for symbol fonts, whose U+F0xx stand for others. For copying text. */
  unicodeFor(codePoint: number): number;
  /** The advance that the original has, where that is known. */
  advance(codePoint: number): number;
  /** Of a glyph that shaping chose. */
  advanceOfGlyph(glyph: number): number;
  /** Summed advances: kerning and ligatures off, as most text in Word has them. */
  measure(text: string): number;
  /** Through HarfBuzz: for kerned, ligated, right-to-left and complex runs. */
  shape(text: string, options?: ShapeOptions): ShapedGlyphs;
}

export interface ShapeOptions {
  /** `w:kern`; off where absent. */
  readonly kerning?: boolean;
  /** `w14:ligatures`: the four kinds; none where absent. Required ligatures (Arabic) are always on. */
  readonly ligatures?: readonly LigatureKind[];
  /** Any other OpenType features, on or off or an alternate's number (`w14:numForm`, `w14:stylisticSets`…). */
  readonly features?: Readonly<Record<string, number>>;
  readonly direction?: 'ltr' | 'rtl';
  /** BCP 47. */
  readonly language?: string;
}

export type LigatureKind = 'standard' | 'contextual' | 'discretional' | 'historical';

/**
 * The result of shaping, in visual order. Lengths are in em, so that a shaped word can be cached and drawn at any size.
 */
export interface ShapedGlyphs {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
  /** For each glyph, where its cluster starts in the text (UTF-16 units). */
  readonly clusters: readonly number[];
  /** Moves a glyph without moving the pen; absent where all are zero. y grows upwards, as in fonts. */
  readonly offsets?: readonly { readonly x: number; readonly y: number }[];
}

/** What one font file (or one font of a collection) holds, read when it is first asked for. Font units throughout. */
export interface Face {
  /** Names the font among those of this process: package or path, and number in the collection. */
  readonly id: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  readonly outlines: 'truetype' | 'cff';
  readonly units: FontUnits;
  has(codePoint: number): boolean;
  glyphFor(codePoint: number): number;
  advanceOfGlyph(glyph: number): number;
  /** The whole file, for shaping and subsetting. */
  bytes(): Uint8Array;
  /** Which font of the file, where it is a collection. */
  readonly index: number;
  sfnt(): Sfnt;
  /** Of a face that is kept in pieces: outlines by its own numbers. Such a face has nothing to shape: `bytes` is empty. */
  readonly glyphData?: (glyph: number) => DataView;
  /** Makes ready what `glyphData` will be asked for: many at once cost less. */
  readonly drawGlyphs?: (glyphs: readonly number[]) => void;
}

/** A font that a document brings along, deobfuscated; named as the document's font table names it. */
export interface EmbeddedFont {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly bytes: Uint8Array;
}

export interface FontLibrary {
  /** Always answers: a family that nobody knows gets a face of its class. Answers are kept; asking again is a look-up. */
  resolve(request: FontRequest): Font;
  /**
   * `preferred` where it has the character, else the best font that does, else `preferred` (its "missing" box). `square` for
   * what Western fonts have as well and is to be East Asian (※, “): as wide as an ideograph.
   */
  fontFor(codePoint: number, preferred: Font, square?: boolean): Font;
  /** The font that a display list names. */
  byKey(key: FontKey): Font;
  /** The same library with a document's own fonts before all others; for the time of that document. */
  withEmbedded(fonts: readonly EmbeddedFont[]): FontLibrary;
  /** Families that can be drawn as themselves, sorted. */
  families(): readonly string[];
}

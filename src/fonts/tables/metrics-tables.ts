/**
 * readMetrics :: head, hhea, OS/2, post → the numbers that describe a whole font, in font units
 */
import { badFont, type Sfnt } from './sfnt.ts';

export interface FontUnits {
  readonly unitsPerEm: number;
  /** `xMin yMin xMax yMax` of the head table. */
  readonly box: readonly [number, number, number, number];
  readonly hhea: { readonly ascent: number; readonly descent: number; readonly lineGap: number };
  readonly os2: Os2 | undefined;
  /** Of the stroke's top edge (OpenType 1.9, post). */
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly italicAngle: number;
  readonly fixedPitch: boolean;
  /** From the head table, for fonts without OS/2. */
  readonly macBold: boolean;
  readonly macItalic: boolean;
}

interface Os2 {
  readonly weight: number;
  readonly fsType: number;
  readonly familyClass: number;
  readonly panose: readonly number[];
  readonly unicodeRanges: readonly [number, number, number, number];
  readonly fsSelection: number;
  readonly typoAscent: number;
  readonly typoDescent: number;
  readonly typoLineGap: number;
  readonly winAscent: number;
  readonly winDescent: number;
  readonly codePages: number;
  readonly strikeThickness: number;
  readonly strikePosition: number;
  readonly xHeight: number | undefined;
  readonly capHeight: number | undefined;
}

export const FS_ITALIC = 0x0001;
export const FS_BOLD = 0x0020;
const FS_USE_TYPO_METRICS = 0x0080;
/** "Restricted License embedding": such a font may not be put into a document. */
const FS_TYPE_RESTRICTED = 0x0002;

/** OS/2 version 0 as Apple wrote it ends before the typographic metrics. */
const SHORTEST_OS2 = 78;

export const readOs2 = (table: DataView): Os2 | undefined => {
  if (table.byteLength < SHORTEST_OS2) return undefined;
  const version = table.getUint16(0);
  const hasCodePages = version >= 1 && table.byteLength >= 86;
  const hasHeights = version >= 2 && table.byteLength >= 90;
  return {
    weight: table.getUint16(4),
    fsType: table.getUint16(8),
    strikeThickness: table.getInt16(26),
    strikePosition: table.getInt16(28),
    familyClass: table.getInt16(30),
    panose: Array.from({ length: 10 }, (_, index) => table.getUint8(32 + index)),
    unicodeRanges: [table.getUint32(42), table.getUint32(46), table.getUint32(50), table.getUint32(54)],
    fsSelection: table.getUint16(62),
    typoAscent: table.getInt16(68),
    typoDescent: table.getInt16(70),
    typoLineGap: table.getInt16(72),
    winAscent: table.getUint16(74),
    winDescent: table.getUint16(76),
    codePages: hasCodePages ? table.getUint32(78) : 0,
    xHeight: hasHeights ? table.getInt16(86) : undefined,
    capHeight: hasHeights ? table.getInt16(88) : undefined,
  };
};

export const readMetrics = (sfnt: Sfnt): FontUnits => {
  const head = sfnt.table('head');
  const hhea = sfnt.table('hhea');
  if (head.byteLength < 54 || hhea.byteLength < 36) throw badFont('it lacks the head or the hhea table');
  const unitsPerEm = head.getUint16(18);
  // OpenType 1.9, head: 16 to 16,384. Outside of that every length would be nonsense.
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw badFont('its units per em are out of range');
  const post = sfnt.table('post');
  const macStyle = head.getUint16(44);
  return {
    unitsPerEm,
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    hhea: { ascent: hhea.getInt16(4), descent: hhea.getInt16(6), lineGap: hhea.getInt16(8) },
    os2: readOs2(sfnt.table('OS/2')),
    underlinePosition: post.byteLength >= 16 ? post.getInt16(8) : Math.round(unitsPerEm * -0.1),
    underlineThickness: post.byteLength >= 16 ? post.getInt16(10) : Math.round(unitsPerEm * 0.05),
    italicAngle: post.byteLength >= 16 ? post.getInt32(4) / 0x10000 : 0,
    fixedPitch: post.byteLength >= 16 && post.getUint32(12) !== 0,
    macBold: (macStyle & 1) !== 0,
    macItalic: (macStyle & 2) !== 0,
  };
};

/** Whether its licence bits let it be put into a document. */
export const mayEmbed = (os2: Os2 | undefined): boolean =>
  ((os2?.fsType ?? 0) & 0x000f) !== FS_TYPE_RESTRICTED;

interface LineUnits {
  readonly ascent: number;
  readonly descent: number;
}

/**
 * A single-spaced line as Word makes it: the win metrics and whatever the hhea line asks for beyond them, the gap above
 * the text; or the typographic metrics where the font says so (fsSelection bit 7: Aptos, newer Cambria). Measured in PDFs
 * that Word made: Arial 1.1499 em, Calibri 1.2207, Cambria 1.1724, Aptos 1.2207 with its baseline at 0.939.
 */
export const lineOf = ({ hhea, os2 }: FontUnits): LineUnits => {
  if (os2 === undefined) return { ascent: hhea.ascent + hhea.lineGap, descent: -hhea.descent };
  if ((os2.fsSelection & FS_USE_TYPO_METRICS) !== 0) {
    return { ascent: os2.typoAscent + Math.max(0, os2.typoLineGap), descent: -os2.typoDescent };
  }
  const winSum = os2.winAscent + os2.winDescent;
  if (winSum === 0) return { ascent: hhea.ascent + hhea.lineGap, descent: -hhea.descent };
  const gap = Math.max(0, hhea.lineGap - (winSum - (hhea.ascent - hhea.descent)));
  return { ascent: os2.winAscent + gap, descent: os2.winDescent };
};

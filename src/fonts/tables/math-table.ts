/**
 * mathTableOf :: face → what it says of formulas (OpenType 1.9, MATH): constants, corrections, glyphs that grow
 *
 * Lengths come in em. A damaged table counts as none.
 */
import type { Face } from '../font.ts';
import { guardFont } from './sfnt.ts';

/** In the order of the table, behind the percentages and the two least heights. */
const CONSTANTS = [
  'mathLeading',
  'axisHeight',
  'accentBaseHeight',
  'flattenedAccentBaseHeight',
  'subscriptShiftDown',
  'subscriptTopMax',
  'subscriptBaselineDropMin',
  'superscriptShiftUp',
  'superscriptShiftUpCramped',
  'superscriptBottomMin',
  'superscriptBaselineDropMax',
  'subSuperscriptGapMin',
  'superscriptBottomMaxWithSubscript',
  'spaceAfterScript',
  'upperLimitGapMin',
  'upperLimitBaselineRiseMin',
  'lowerLimitGapMin',
  'lowerLimitBaselineDropMin',
  'stackTopShiftUp',
  'stackTopDisplayStyleShiftUp',
  'stackBottomShiftDown',
  'stackBottomDisplayStyleShiftDown',
  'stackGapMin',
  'stackDisplayStyleGapMin',
  'stretchStackTopShiftUp',
  'stretchStackBottomShiftDown',
  'stretchStackGapAboveMin',
  'stretchStackGapBelowMin',
  'fractionNumeratorShiftUp',
  'fractionNumeratorDisplayStyleShiftUp',
  'fractionDenominatorShiftDown',
  'fractionDenominatorDisplayStyleShiftDown',
  'fractionNumeratorGapMin',
  'fractionNumDisplayStyleGapMin',
  'fractionRuleThickness',
  'fractionDenominatorGapMin',
  'fractionDenomDisplayStyleGapMin',
  'skewedFractionHorizontalGap',
  'skewedFractionVerticalGap',
  'overbarVerticalGap',
  'overbarRuleThickness',
  'overbarExtraAscender',
  'underbarVerticalGap',
  'underbarRuleThickness',
  'underbarExtraDescender',
  'radicalVerticalGap',
  'radicalDisplayStyleVerticalGap',
  'radicalRuleThickness',
  'radicalExtraAscender',
  'radicalKernBeforeDegree',
  'radicalKernAfterDegree',
] as const;

export type MathConstant = (typeof CONSTANTS)[number] | 'displayOperatorMinHeight';

/** A glyph of another size, and how high (or wide) it is. */
interface MathVariant {
  readonly glyph: number;
  readonly size: number;
}

/** A piece of a glyph that is put together; an extender may come any number of times. */
interface MathPart {
  readonly glyph: number;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly extender: boolean;
}

interface MathConstruction {
  readonly variants: readonly MathVariant[];
  /** In the direction of growth: from below, or from the left. */
  readonly parts: readonly MathPart[];
}

export interface MathTable {
  readonly constants: Readonly<Record<MathConstant, number>>;
  /** How far an inclined glyph leans out at its upper right. */
  italicCorrection(glyph: number): number;
  /** How much nearer what is lowered may come at its lower right, where it is this high; 0 where the font is silent. */
  lowerKern(glyph: number, height: number): number;
  /** Where the middle of an accent stands; undefined where that is the middle of the glyph. */
  accentPlace(glyph: number): number | undefined;
  construction(glyph: number, direction: 'vertical' | 'horizontal'): MathConstruction | undefined;
  /** Parts reach into each other by this at least. */
  readonly overlap: number;
}

const KNOWN = new WeakMap<Face, { readonly table: MathTable | undefined }>();

export const mathTableOf = (face: Face): MathTable | undefined => {
  let known = KNOWN.get(face);
  if (known === undefined) {
    known = { table: read(face) };
    KNOWN.set(face, known);
  }
  return known.table;
};

const read = (face: Face): MathTable | undefined => {
  const view = face.sfnt().table('MATH');
  if (view.byteLength < 10) return undefined;
  return unlessDamaged(() => readTable(view, face.unitsPerEm));
};

const unlessDamaged = <Result>(readIt: () => Result): Result | undefined => {
  try {
    return guardFont(readIt);
  } catch {
    return undefined;
  }
};

const FIRST_VALUE = 8;

const readTable = (view: DataView, em: number): MathTable => {
  const [constantsAt, infoAt, variantsAt] = [view.getUint16(4), view.getUint16(6), view.getUint16(8)];
  const constants: Partial<Record<MathConstant, number>> = {
    displayOperatorMinHeight: view.getUint16(constantsAt + 6) / em,
  };
  for (const [index, name] of CONSTANTS.entries())
    constants[name] = view.getInt16(constantsAt + FIRST_VALUE + index * 4) / em;
  const [italics, accents] = [view.getUint16(infoAt), view.getUint16(infoAt + 2)];
  const values = (offset: number): ReadonlyMap<number, number> =>
    offset === 0 ? new Map() : readValues(view, infoAt + offset, em);
  const [italicOf, accentOf] = [values(italics), values(accents)];
  const kernsAt = view.getUint16(infoAt + 6);
  const kerns = kernsAt === 0 ? NO_PLACES : readKernPlaces(view, infoAt + kernsAt);
  const growing = {
    vertical: readConstructions(view, variantsAt, 'vertical'),
    horizontal: readConstructions(view, variantsAt, 'horizontal'),
  };
  return {
    constants: constants as Record<MathConstant, number>,
    italicCorrection: (glyph) => italicOf.get(glyph) ?? 0,
    lowerKern: (glyph, height) => {
      const at = kerns.get(glyph);
      return at === undefined ? 0 : (unlessDamaged(() => readKern(view, at, height * em)) ?? 0) / em;
    },
    accentPlace: (glyph) => accentOf.get(glyph),
    construction: (glyph, direction) => {
      const at = growing[direction].get(glyph);
      return at === undefined ? undefined : unlessDamaged(() => readConstruction(view, at, em));
    },
    overlap: view.getUint16(variantsAt) / em,
  };
};

/** A coverage, a count, and a value for each glyph of it: italics corrections, and places of accents. */
const readValues = (view: DataView, at: number, em: number): ReadonlyMap<number, number> => {
  const glyphs = readCoverage(view, at + view.getUint16(at));
  return new Map(glyphs.map((glyph, index) => [glyph, view.getInt16(at + 4 + index * 4) / em]));
};

const readCoverage = (view: DataView, at: number): readonly number[] => {
  const [format, count] = [view.getUint16(at), view.getUint16(at + 2)];
  if (format === 1) return Array.from({ length: count }, (_, index) => view.getUint16(at + 4 + index * 2));
  const glyphs: number[] = [];
  for (let range = 0; range < count; range++) {
    const place = at + 4 + range * 6;
    const last = view.getUint16(place + 2);
    // Glyphs are counted in 16 bits, and so is what a range adds.
    for (let glyph = view.getUint16(place); glyph <= last && glyphs.length <= 0xffff; glyph++)
      glyphs.push(glyph);
  }
  return glyphs;
};

const NO_PLACES: ReadonlyMap<number, number> = new Map();

/** Of each glyph four corners; the third is the lower right. */
const LOWER_RIGHT = 4;

const readKernPlaces = (view: DataView, at: number): ReadonlyMap<number, number> =>
  new Map(
    readCoverage(view, at + view.getUint16(at)).flatMap((glyph, index) => {
      const offset = view.getUint16(at + 4 + index * 8 + LOWER_RIGHT);
      return offset === 0 ? [] : [[glyph, at + offset] as const];
    }),
  );

/** A staircase: a value up to each height, and one above all of them. */
const readKern = (view: DataView, at: number, height: number): number => {
  const count = view.getUint16(at);
  let step = 0;
  while (step < count && view.getInt16(at + 2 + step * 4) < height) step += 1;
  return view.getInt16(at + 2 + (count + step) * 4);
};

/** Where the construction of each glyph stands. */
const readConstructions = (
  view: DataView,
  at: number,
  direction: 'vertical' | 'horizontal',
): ReadonlyMap<number, number> => {
  const vertical = direction === 'vertical';
  const coverage = view.getUint16(at + (vertical ? 2 : 4));
  if (coverage === 0) return new Map();
  const first = at + 10 + (vertical ? 0 : view.getUint16(at + 6) * 2);
  return new Map(
    readCoverage(view, at + coverage).map((glyph, index) => [glyph, at + view.getUint16(first + index * 2)]),
  );
};

const readConstruction = (view: DataView, at: number, em: number): MathConstruction => {
  const [assembly, count] = [view.getUint16(at), view.getUint16(at + 2)];
  const variants = Array.from({ length: count }, (_, index) => ({
    glyph: view.getUint16(at + 4 + index * 4),
    size: view.getUint16(at + 6 + index * 4) / em,
  }));
  if (assembly === 0) return { variants, parts: [] };
  const from = at + assembly;
  const parts = Array.from({ length: view.getUint16(from + 4) }, (_, index) => {
    const place = from + 6 + index * 10;
    return {
      glyph: view.getUint16(place),
      start: view.getUint16(place + 2) / em,
      end: view.getUint16(place + 4) / em,
      size: view.getUint16(place + 6) / em,
      extender: (view.getUint16(place + 8) & 1) !== 0,
    };
  });
  return { variants, parts };
};

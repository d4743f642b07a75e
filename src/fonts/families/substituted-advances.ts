/**
 * borrowAdvances :: original family, style, face drawn instead → (code point → advance)
 *
 * A face drawn in place of another takes the other's advances, so that lines break where they would with the original. What
 * is known of the original is in `data/advances.json`; the rest follows from it: an accented letter is as wide as its
 * letter, a style that is not known is like its nearest sibling, and anything else is the face's own advance times the
 * ratio that its known neighbours have.
 */
import advances from '../data/advances.json' with { type: 'json' };
import type { Face } from '../font.ts';
import { eastAsianKind, isEastAsianCharacter, isHalfWidth } from './east-asian-families.ts';
import { isArabic } from './fallback.ts';
import { averageAdvance } from './web-families.ts';

type StyleName = 'regular' | 'bold' | 'italic' | 'boldItalic';
type Runs = readonly (readonly number[])[];
type Family = Partial<Record<StyleName, Runs>>;

const FAMILIES = advances as unknown as Readonly<Record<string, Family>>;

/** Families of which only a sample is known, and the family that they are a cut of. */
const RELATIVES: Readonly<Record<string, string>> = {
  'aptos display': 'aptos',
  'aptos semibold': 'aptos',
  'aptos light': 'aptos',
  'cambria math': 'cambria',
  'dengxian light': 'dengxian',
  'book antiqua': 'palatino linotype',
  century: 'century schoolbook',
  // Of one foundry and to one scale, two thirds of others': of Angsana New only the blank is known.
  'angsana new': 'cordia new',
};

const styleName = (bold: boolean, italic: boolean): StyleName => {
  if (bold) return italic ? 'boldItalic' : 'bold';
  return italic ? 'italic' : 'regular';
};

/** Where to look when a style is unknown or lacks a character: weight changes advances more than slant does. */
const SIBLINGS: Readonly<Record<StyleName, readonly StyleName[]>> = {
  regular: ['italic', 'bold', 'boldItalic'],
  italic: ['regular', 'boldItalic', 'bold'],
  bold: ['boldItalic', 'regular', 'italic'],
  boldItalic: ['bold', 'italic', 'regular'],
};

type Table = ReadonlyMap<number, number>;
const tables = new Map<string, Table>();

const tableOf = (family: string, style: StyleName): Table => {
  const key = `${family}/${style}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const table = new Map<number, number>();
  for (const [first = 0, ...widths] of FAMILIES[family]?.[style] ?? []) {
    widths.forEach((width, index) => {
      if (width > 0) table.set(first + index, width / 1000);
    });
  }
  tables.set(key, table);
  return table;
};

/** Whether a family is known to have a character, as its widths are: of the Arabic script all or none. */
export const knowsAdvance = (family: string, codePoint: number): boolean =>
  tableOf(family, 'regular').has(isArabic(codePoint) ? BEH_ALONE : codePoint);

const BEH_ALONE = 0xfe8f;

/** Whether a family is known to have a character that is narrower than a square: quotes and dashes of some East Asian fonts. */
export const isKnownNarrow = (family: string, codePoint: number): boolean => {
  for (const name of [family, RELATIVES[family] ?? '']) {
    const table = tableOf(name, 'regular');
    const width = table.get(codePoint) ?? table.get(SAME_AS.get(codePoint) ?? codePoint);
    if (width !== undefined) return width < 1;
  }
  return false;
};

/** Digits, capitals, small letters and the rest differ from face to face by ratios of their own. */
const classOf = (codePoint: number): number => {
  if (codePoint >= 0x30 && codePoint <= 0x39) return 0;
  const text = String.fromCodePoint(codePoint);
  const upper = text.toUpperCase();
  if (upper === text.toLowerCase()) return 3;
  return upper === text ? 1 : 2;
};

const CLASSES = 4;
/** Fewer pairs than this say nothing about a class. */
const ENOUGH_PAIRS = 4;
/** Of a font of which no more is known than this (Wingdings), the rest cannot be guessed. */
const FEW_ADVANCES = 8;

/** For each class of characters, how much wider `to` is than `from`, over the characters that both know. */
const ratios = (
  pairs: Iterable<readonly [codePoint: number, from: number, to: number]>,
): readonly number[] => {
  const from = new Float64Array(CLASSES + 1);
  const to = new Float64Array(CLASSES + 1);
  const count = new Uint32Array(CLASSES + 1);
  for (const [codePoint, a, b] of pairs) {
    for (const slot of [classOf(codePoint), CLASSES]) {
      from[slot] = (from[slot] ?? 0) + a;
      to[slot] = (to[slot] ?? 0) + b;
      count[slot] = (count[slot] ?? 0) + 1;
    }
  }
  const ratio = (slot: number): number => {
    const divisor = from[slot] ?? 0;
    return divisor > 0 ? (to[slot] ?? 0) / divisor : 1;
  };
  return Array.from({ length: CLASSES }, (_, slot) =>
    ratio((count[slot] ?? 0) >= ENOUGH_PAIRS ? slot : CLASSES),
  );
};

export interface BorrowedAdvances {
  /** In em; undefined where the face's own advance is the original's. */
  advance(codePoint: number): number | undefined;
  /** By an average, or for a few signs alone: lines break elsewhere. */
  readonly estimated?: boolean;
}

/** Undefined where nothing is known of the original. */
export const borrowAdvances = (request: {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly face: Face;
  /** A metric twin is right wherever the table says nothing. */
  readonly twin: boolean;
  /** Of running text, in em, for families of which no advance is known. */
  readonly average?: number | undefined;
}): BorrowedAdvances | undefined => {
  const { family, face, twin, average } = request;
  const style = styleName(request.bold, request.italic);
  const own = tableOf(family, style);
  if (twin) return own.size === 0 ? undefined : { advance: (codePoint) => own.get(codePoint) };

  const siblingTables = SIBLINGS[style].map((each) => tableOf(family, each));
  const relative = RELATIVES[family];
  const ofRelative = relative === undefined ? [] : fitted(relative, family, [style, ...SIBLINGS[style]]);
  const sources = [own, ...ofRelative.slice(0, 1), ...siblingTables, ...ofRelative.slice(1)].filter(
    (table) => table.size > 0,
  );
  const onFace = (codePoint: number): number =>
    face.advanceOfGlyph(face.glyphFor(codePoint)) / face.unitsPerEm;
  const sparse = sources.every((table) => table.size < FEW_ADVANCES);
  if (sparse && average !== undefined) return widened(onFace, average);
  if (sources.length === 0) {
    if (eastAsianKind(family) !== undefined)
      return {
        advance: (codePoint) => (isEastAsianCharacter(codePoint) ? squareAdvance(codePoint) : undefined),
      };
    return undefined;
  }

  const [best, ...rest] = sources as [Table, ...Table[]];
  const siblings = rest.map((table) => ({ table, ratio: ratios(common(table, best)) }));
  const faceRatio = ratios(common({ get: onFace, has: (codePoint) => face.has(codePoint) }, best));

  const square = eastAsianKind(family) !== undefined;

  const direct = (codePoint: number): number | undefined => {
    const known = best.get(codePoint);
    if (known !== undefined) return known;
    for (const { table, ratio } of siblings) {
      const width = table.get(codePoint);
      if (width !== undefined) return width * (ratio[classOf(codePoint)] ?? 1);
    }
    return undefined;
  };
  return {
    estimated: sparse && !square,
    advance: (codePoint) => {
      const known = direct(codePoint);
      if (known !== undefined) return known;
      if (square && isEastAsianCharacter(codePoint)) return squareAdvance(codePoint);
      // U+00A0 is a space that does not break, U+00AD and U+2011 are hyphens; a quote is as wide as its partner.
      const base = SAME_AS.get(codePoint) ?? String.fromCodePoint(codePoint).normalize('NFD').codePointAt(0);
      const ofBase = base === undefined || base === codePoint ? undefined : direct(base);
      if (ofBase === undefined && (sparse || codePoint >= 0xe000)) return undefined;
      return ofBase ?? onFace(codePoint) * (faceRatio[classOf(codePoint)] ?? 1);
    },
  };
};

/** Han characters, kana and Hangul fill a square [M], whatever the face does. */
const squareAdvance = (codePoint: number): number => (isHalfWidth(codePoint) ? 0.5 : 1);

/** Of a face that lends nothing else. */
export const SQUARES: BorrowedAdvances = { advance: squareAdvance };

/** Segoe UI Emoji has one width for all of them [M]. */
export const EMOJI_ADVANCES: BorrowedAdvances = { advance: () => 1.373 };

/** Every letter by as much as the average asks for. */
const widened = (advance: (codePoint: number) => number, average: number): BorrowedAdvances => {
  const ratio = average / averageAdvance(advance);
  return { advance: (codePoint) => advance(codePoint) * ratio, estimated: true };
};

/** A relative's advances, made as wide or narrow as the family is where both are known. */
const fitted = (relative: string, family: string, styles: readonly StyleName[]): readonly Table[] => {
  const ratio = ratios(common(tableOf(relative, 'regular'), tableOf(family, 'regular')));
  return styles.map(
    (style) =>
      new Map(
        [...tableOf(relative, style)].map(([codePoint, width]) => [
          codePoint,
          width * (ratio[classOf(codePoint)] ?? 1),
        ]),
      ),
  );
};

const SAME_AS: ReadonlyMap<number, number> = new Map([
  [0xa0, 0x20],
  [0xad, 0x2d],
  [0x2010, 0x2d],
  [0x2011, 0x2d],
  [0x2018, 0x2019],
  [0x2019, 0x2018],
  [0x201c, 0x201d],
  [0x201d, 0x201c],
]);

interface Widths {
  get(codePoint: number): number | undefined;
  has(codePoint: number): boolean;
}

function* common(from: Widths, to: Table): Iterable<readonly [number, number, number]> {
  for (const [codePoint, width] of to) {
    const other = from.has(codePoint) ? from.get(codePoint) : undefined;
    if (other !== undefined && other > 0) yield [codePoint, other, width];
  }
}

/**
 * Numbers of fonts that documents ask for and that cannot be shipped: what a line of them measures, where their rules
 * lie, which free family is drawn in their place. The table is `known-families.ts`, their advances are in `data/advances.json`.
 */

import type { Face, FamilyClass } from '../font.ts';
import { eastAsianKind } from './east-asian-families.ts';
import { KNOWN_FAMILIES } from './known-families.ts';
import { type WebFamily, webFamily } from './web-families.ts';

export interface Original {
  readonly name: string;
  /** Bundled families to draw instead, in order of likeness. */
  readonly draw: readonly string[];
  readonly kind: FamilyClass;
  readonly numbers: OriginalNumbers | undefined;
  /** The signature of a version whose numbers differ. */
  readonly version?: string;
  /** Of running text, in em, where no more is known of the advances; and where it is bold. */
  readonly average?: number;
  readonly boldAverage?: number;
}

/** In font units of `em`. */
export interface OriginalNumbers {
  readonly em: number;
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly underline: readonly [top: number, thickness: number];
  readonly strike: readonly [top: number, thickness: number];
  /** What Word writes into a PDF's font descriptor: hhea ascent, typographic descent and ascent. */
  readonly descriptor: readonly [ascent: number, descent: number, capHeight: number];
}

const readNumbers = (figures: string): OriginalNumbers => {
  const [em = 1, ascent = 0, descent = 0, xHeight = 0, capHeight = 0, ...rest] = figures
    .split(' ')
    .map(Number);
  const [underline = 0, underlineThickness = 0, strike = 0, strikeThickness = 0, ...descriptor] = rest;
  return {
    em,
    ascent,
    descent,
    xHeight,
    capHeight,
    underline: [underline, underlineThickness],
    strike: [strike, strikeThickness],
    descriptor: [descriptor[0] ?? 0, descriptor[1] ?? 0, descriptor[2] ?? 0],
  };
};

/** Rules where most fonts have them. */
const webNumbers = (
  line: Pick<WebFamily, 'ascent' | 'descent' | 'xHeight' | 'capHeight'>,
): OriginalNumbers => ({
  em: 1,
  ...line,
  underline: [-0.1, 0.05],
  strike: [0.3, 0.05],
  descriptor: [line.ascent, -line.descent, line.capHeight],
});

/** Lines of East Asian fonts are higher by three tenths, half above and half below the text [M]. */
const EAST_ASIAN_LEADING = 0.3;

const withLeading = (numbers: OriginalNumbers): OriginalNumbers => {
  // In whole units of the font: MS Mincho's line is 332 of 256 [M].
  const half = Math.round(((numbers.ascent + numbers.descent) * EAST_ASIAN_LEADING) / 2);
  return { ...numbers, ascent: numbers.ascent + half, descent: numbers.descent + half };
};

/** By name, or by name and style or version where one differs: "arial/bold". */
const numbersByName = new Map<string, OriginalNumbers>();

const ORIGINALS: ReadonlyMap<string, Original> = new Map(
  KNOWN_FAMILIES.split('\n').flatMap((line): [string, Original][] => {
    const [name = '', kind = '', draw = '', figures = ''] = line.split('|').map((cell) => cell.trim());
    if (name === '' || name.startsWith('#')) return [];
    if (figures !== '') {
      const numbers = readNumbers(figures);
      numbersByName.set(name, eastAsianKind(name) === undefined ? numbers : withLeading(numbers));
    }
    if (name.includes('/')) return [];
    const original = {
      name,
      kind: kind as FamilyClass,
      draw: draw.split(',').map((family) => family.trim()),
      numbers: numbersByName.get(name),
    };
    return [[name, original]];
  }),
);

/**
 * The numbers of a style: all styles of a family share them where the table has no other, and a family of which only the kind is known
 * has lines as high as an unknown one of that kind.
 */
export const numbersOf = (original: Original, bold: boolean): OriginalNumbers | undefined =>
  (bold && original.version === undefined ? numbersByName.get(`${original.name}/bold`) : undefined) ??
  original.numbers ??
  numbersByName.get(CLASS_FAMILIES[original.kind]);

export const originalOf = (canonicalName: string, version?: string): Original | undefined => {
  const original = ORIGINALS.get(canonicalName) ?? webOriginal(canonicalName);
  if (original === undefined || version === undefined) return original;
  const numbers = numbersByName.get(`${canonicalName}/${version}`);
  return numbers === undefined ? original : { ...original, numbers, version };
};

const VERSIONS: ReadonlySet<string> = new Set(
  [...numbersByName.keys()].map((name) => name.split('/')[1] ?? '').filter((part) => part.includes(' ')),
);

/** Only signatures that make a difference count: fonts have many, and one answer serves all the others. */
export const versionOf = (signature = ''): string | undefined => {
  const version = signature.toLowerCase();
  return VERSIONS.has(version) ? version : undefined;
};

const webOriginals = new Map<string, Original>();

const webOriginal = (name: string): Original | undefined => {
  const known = webOriginals.get(name);
  if (known !== undefined) return known;
  const family = webFamily(name);
  if (family === undefined) return undefined;
  const { kind, draw, average, boldAverage, ...line } = family;
  const original = { name, kind, draw: [draw], average, boldAverage, numbers: webNumbers(line) };
  webOriginals.set(name, original);
  return original;
};

/** Faces whose advances are the original's, but for what `data/advances.json` corrects. */
const TWINS: ReadonlySet<string> = new Set([
  'arial/Arimo',
  'arial unicode ms/Arimo',
  'times new roman/Tinos',
  'courier new/Cousine',
  'calibri/Carlito',
  'georgia/Gelasio',
  'comic sans ms/Comic Relief',
]);

/** Faces of the original's design, drawn larger: Calibri's free twin was made from Lato. Their letters are made as high. */
const LARGER: ReadonlySet<string> = new Set(['calibri light/Lato']);

/** How much higher a face's letters are to be drawn than the face has them. */
export const letterHeight = (original: Original | undefined, face: Face): number => {
  const { numbers } = original ?? {};
  const { xHeight } = face.units.os2 ?? {};
  if (
    original === undefined ||
    numbers === undefined ||
    !xHeight ||
    !LARGER.has(`${original.name}/${face.family}`)
  )
    return 1;
  return numbers.xHeight / numbers.em / (xHeight / face.unitsPerEm);
};

export const isTwin = (original: string, faceFamily: string): boolean =>
  TWINS.has(`${original}/${faceFamily}`);

/** Characters of symbol fonts that Word falls back to come from Segoe UI Symbol: its line is what they add. */
export const FALLBACK_SYMBOLS = 'segoe ui symbol';
export const FALLBACK_EMOJI = 'segoe ui emoji';

/** Arabic letters of a font that nobody knows: most are nearer to Arial's in width than to those of the face that is drawn. */
export const FALLBACK_ARABIC = 'arial';

/** What stands in for a family that nobody knows, by its class (`w:family`). */
export const CLASS_FAMILIES: Readonly<Record<FamilyClass, string>> = {
  roman: 'times new roman',
  swiss: 'arial',
  modern: 'courier new',
  script: 'times new roman',
  decorative: 'times new roman',
  auto: 'times new roman',
};

/** What Word draws for a font that it does not have and of which the font table says no class: Calibri for Inter [M]. */
export const ABSENT_FAMILY = 'calibri';

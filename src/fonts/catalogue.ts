/**
 * FontCatalogue: which font files answer to a name.
 *
 * Order is authority: the operator's folders, then the families that come with Platen, then the machine's own. So the same
 * document looks the same on every machine unless the operator says otherwise.
 */
import { normalizeFamily } from './families/family-names.ts';
import type { FontEntry } from './index-files.ts';

export interface FontCatalogue {
  /** The file of a family that is nearest to a style; undefined where the family is unknown. */
  find(
    normalizedFamily: string,
    style: { readonly bold: boolean; readonly italic: boolean },
  ): FontEntry | undefined;
  /** Fonts that claim a block of Unicode, in order of authority. */
  claiming(codePoint: number): readonly FontEntry[];
  families(): readonly string[];
}

const REGULAR_WEIGHT = 400;
const BOLD_WEIGHT = 700;
const WRONG_SLANT = 10_000;
/** A folder's Medium comes before the next folder's Regular, but not its Regular before the next one's Bold. */
const FOLDER_STEP = 120;

export const openCatalogue = (entries: readonly FontEntry[]): FontCatalogue => {
  const usable = entries.filter((entry) => entry.embeddable);
  const linked = new Map<string, FontEntry[]>();
  const typographic = new Map<string, FontEntry[]>();
  const single = new Map<string, FontEntry[]>();
  const note = (map: Map<string, FontEntry[]>, names: readonly string[], entry: FontEntry): void => {
    for (const name of new Set(names.map(normalizeFamily))) {
      const list = map.get(name);
      if (list === undefined) map.set(name, [entry]);
      else list.push(entry);
    }
  };
  for (const entry of usable) {
    note(linked, entry.families, entry);
    note(typographic, entry.typographicFamilies, entry);
    note(single, [...entry.fullNames, entry.postscriptName], entry);
  }
  return {
    find: (family, style) => {
      // Word knows families of four linked styles (name id 1); a font's full name ("Arial Black") is asked for as well.
      for (const map of [linked, typographic, single]) {
        const candidates = map.get(family);
        if (candidates !== undefined) return nearest(candidates, style);
      }
      return undefined;
    },
    claiming: (codePoint) => {
      const bit = rangeBit(codePoint);
      return bit === undefined ? [] : usable.filter((entry) => claims(entry, bit));
    },
    families: () => [...new Set(usable.flatMap((entry) => entry.families.slice(0, 1)))].sort(),
  };
};

const nearest = (
  candidates: readonly FontEntry[],
  style: { readonly bold: boolean; readonly italic: boolean },
): FontEntry | undefined => {
  const wanted = style.bold ? BOLD_WEIGHT : REGULAR_WEIGHT;
  const distance = (entry: FontEntry): number =>
    Math.abs(entry.weight - wanted) +
    (entry.italic === style.italic ? 0 : WRONG_SLANT) +
    entry.folder * FOLDER_STEP;
  let best: FontEntry | undefined;
  for (const entry of candidates) {
    if (best === undefined || distance(entry) < distance(best)) best = entry;
  }
  return best;
};

const claims = (entry: FontEntry, bit: number): boolean =>
  (((entry.unicodeRanges[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;

/** OpenType 1.9, OS/2 ulUnicodeRange: the blocks that a document without the right font falls back for. */
const RANGE_BITS: readonly (readonly [first: number, last: number, bit: number])[] = [
  [0x0370, 0x03ff, 7],
  [0x0400, 0x052f, 9],
  [0x0530, 0x058f, 10],
  [0x0590, 0x05ff, 11],
  [0x0600, 0x06ff, 13],
  [0x0700, 0x074f, 71],
  [0x0780, 0x07bf, 72],
  [0x0900, 0x097f, 15],
  [0x0980, 0x09ff, 16],
  [0x0a00, 0x0a7f, 17],
  [0x0a80, 0x0aff, 18],
  [0x0b00, 0x0b7f, 19],
  [0x0b80, 0x0bff, 20],
  [0x0c00, 0x0c7f, 21],
  [0x0c80, 0x0cff, 22],
  [0x0d00, 0x0d7f, 23],
  [0x0d80, 0x0dff, 73],
  [0x0e00, 0x0e7f, 24],
  [0x0e80, 0x0eff, 25],
  [0x0f00, 0x0fff, 70],
  [0x1000, 0x109f, 74],
  [0x10a0, 0x10ff, 26],
  [0x1100, 0x11ff, 28],
  [0x1200, 0x137f, 75],
  [0x13a0, 0x13ff, 76],
  [0x1400, 0x167f, 77],
  [0x1780, 0x17ff, 80],
  [0x1800, 0x18af, 81],
  [0x1f00, 0x1fff, 30],
  [0x2070, 0x209f, 32],
  [0x20a0, 0x20cf, 33],
  [0x2100, 0x214f, 35],
  [0x2150, 0x218f, 36],
  [0x2190, 0x21ff, 37],
  [0x2200, 0x22ff, 38],
  [0x2300, 0x23ff, 39],
  [0x2460, 0x24ff, 42],
  [0x2500, 0x257f, 43],
  [0x2580, 0x259f, 44],
  [0x25a0, 0x25ff, 45],
  [0x2600, 0x26ff, 46],
  [0x2700, 0x27bf, 47],
  [0x2e80, 0x2fdf, 59],
  [0x3000, 0x303f, 48],
  [0x3040, 0x309f, 49],
  [0x30a0, 0x30ff, 50],
  [0x3100, 0x312f, 51],
  [0x3130, 0x318f, 52],
  [0x3200, 0x32ff, 54],
  [0x3300, 0x33ff, 55],
  [0x3400, 0x4dbf, 59],
  [0x4e00, 0x9fff, 59],
  [0xac00, 0xd7af, 56],
  [0xf900, 0xfaff, 61],
  [0xfb50, 0xfdff, 63],
  [0xfe70, 0xfeff, 67],
  [0xff00, 0xffef, 68],
  [0x10000, 0x10ffff, 57],
];

const rangeBit = (codePoint: number): number | undefined =>
  RANGE_BITS.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];

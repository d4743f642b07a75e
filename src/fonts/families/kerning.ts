/**
 * knownKerning :: original family, style → (two letters → em)
 *
 * Kerning of fonts that cannot be shipped, as far as PDFs that Word made show it [M]: `data/kerning.json`, which
 * `scripts/fonts/read-pdf-kerning.ts` makes. Word kerns where `w:kern` says so, which documents of its later versions all do.
 */
import kerning from '../data/kerning.json' with { type: 'json' };
import type { Face } from '../font.ts';
import type { Shaper } from '../shaper.ts';

/** By how much two letters come closer, in em; negative where they do. */
export type Kerning = (pair: string) => number;

type Cut = 'regular' | 'bold';
const FAMILIES = kerning as Readonly<Record<string, Partial<Record<Cut, string>>>>;

/** Families of which little is known, and the one that they are a cut of. */
const RELATIVES: Readonly<Record<string, string>> = { 'aptos display': 'aptos', 'aptos semibold': 'aptos' };

/** Whose pairs another family has: 60 of Calibri Light in six documents are those of Calibri to four thousandths [M]. */
const KERNED_AS: ReadonlyMap<string, string> = new Map([['calibri light', 'calibri']]);

export const kernedAs = (family: string): string | undefined => KERNED_AS.get(family);

/** What the bold cut lacks, the regular one has: the 33 pairs that both show differ by five thousandths in the mean [M]. */
export const knownKerning = (family: string, bold: boolean): Kerning | undefined => {
  const names = [family, RELATIVES[family] ?? family];
  const cuts: readonly Cut[] = bold ? ['bold', 'regular'] : ['regular'];
  const tables = names.flatMap((name) => cuts.map((cut) => tableOf(name, cut)));
  if (tables.every(({ size }) => size === 0)) return undefined;
  return remembered((pair) => {
    for (const wanted of [pair, unaccented(pair)])
      for (const table of tables) {
        const found = table.get(wanted);
        if (found !== undefined) return found;
      }
    return 0;
  });
};

/** As a face has it that is drawn for a sibling. */
export const kerningOf = (face: Face, shaper: Shaper): Kerning =>
  remembered((pair) => {
    const [kerned, plain] = [true, false].map((on) => shaper.shape(face, pair, { kerning: on }).advances);
    return kerned?.length === 2 ? (kerned[0] ?? 0) - (plain?.[0] ?? 0) : 0;
  });

/** Of each table once; a document of random letters must not fill memory. */
const MOST_PAIRS = 20_000;

const remembered = (kerning: Kerning): Kerning => {
  const known = new Map<string, number>();
  return (pair) => {
    const before = known.get(pair);
    if (before !== undefined) return before;
    const value = kerning(pair);
    if (known.size < MOST_PAIRS) known.set(pair, value);
    return value;
  };
};

/** An accented letter kerns as its letter does. */
const unaccented = (pair: string): string => pair.normalize('NFD').replace(/\p{M}/gu, '');

const tables = new Map<string, ReadonlyMap<string, number>>();

const tableOf = (family: string, cut: Cut): ReadonlyMap<string, number> => {
  const key = `${family}/${cut}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const list = FAMILIES[family]?.[cut]?.split(' ') ?? [];
  const table = new Map(
    list.map((item): [string, number] => [item.slice(0, 2), Number(item.slice(2)) / 1000]),
  );
  tables.set(key, table);
  return table;
};

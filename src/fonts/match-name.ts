/**
 * matchName :: a name and a style → which font's file to draw with, and whose numbers it takes
 *
 * By its own name, then by the one that it goes under, then as a font whose numbers are known.
 */
import type { FontCatalogue } from './catalogue.ts';
import { canonicalFamily, normalizeFamily, splitStyle } from './families/family-names.ts';
import { type Original, originalOf } from './families/proprietary-metrics.ts';
import type { MatchQuality } from './font.ts';
import type { FontEntry } from './index-files.ts';

export interface Style {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly version?: string | undefined;
}

/** A name's answer, before a face is opened. */
export interface Match extends Style {
  readonly entry: FontEntry;
  /** The font whose numbers the face takes; absent where it is drawn as itself. */
  readonly original?: Original;
  readonly quality: MatchQuality;
}

/** A style may be part of the name: "Arial Bold". */
export const matchName = (catalogue: FontCatalogue, name: string, style: Style): Match | undefined => {
  const match = matchFamily(catalogue, name, style);
  if (match !== undefined) return match;
  const split = splitStyle(name);
  return (
    split &&
    matchFamily(catalogue, split.family, {
      ...style,
      bold: style.bold || split.bold,
      italic: style.italic || split.italic,
    })
  );
};

export const matchFamily = (catalogue: FontCatalogue, name: string, style: Style): Match | undefined => {
  const own = catalogue.find(name, style);
  if (own !== undefined) return { entry: own, quality: 'exact', ...style };
  const canonical = canonicalFamily(name);
  const installed = canonical === name ? undefined : catalogue.find(canonical, style);
  if (installed !== undefined) return { entry: installed, quality: 'exact', ...style };
  const original = originalOf(canonical, style.version);
  if (original === undefined) return undefined;
  const entry = firstDefined(original.draw, (family) => catalogue.find(normalizeFamily(family), style));
  return (
    entry && { entry, original, quality: original.numbers === undefined ? 'similar' : 'metric', ...style }
  );
};

const firstDefined = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined => {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
};

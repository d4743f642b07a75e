/** compareBreaks :: marked document, what Word saved → for each mark, whether a page begins there, and how far off it is */
import type { Destination } from '../../../src/layout/display-list.ts';
import type { Spot } from './flow.ts';
import type { SavedLayout } from './saved.ts';

export interface Break {
  readonly spot: Spot;
  /** The page that begins here in Word, counted from 1, where that is known. */
  readonly word: number | undefined;
  readonly here: number;
  /** 0 where a page begins here, too; less where it began so many lines before, more where it begins so many later. */
  readonly lines: number;
}

/** Points: baselines of one line in one font. */
const SAME_LINE = 2;

export const compareBreaks = (
  flow: readonly Spot[],
  { marks }: SavedLayout,
  destinations: readonly Destination[],
): readonly Break[] => {
  const places = new Map(destinations.map((one) => [one.name, one]));
  const byPage = new Map<number, { readonly spot: Spot; readonly index: number; readonly y: number }[]>();
  for (const [index, spot] of flow.entries()) {
    const place = places.get(spot.name);
    if (place === undefined || spot.kind === 'mark') continue;
    const found = byPage.get(place.page) ?? [];
    if (found.length === 0) byPage.set(place.page, found);
    found.push({ spot, index, y: place.y });
  }
  return flow.flatMap((spot, index): Break[] => {
    const place = places.get(spot.name);
    if (!marks.has(spot) || place === undefined) return [];
    const beside = (byPage.get(place.page) ?? []).filter(
      (one) => one.spot.row === undefined || one.spot.row !== spot.row || one.spot.cell === spot.cell,
    );
    const lines = (some: typeof beside): number => countLines(some.map(({ y }) => y));
    const before = lines(beside.filter((one) => one.index < index));
    const after = lines(beside.filter((one) => one.index > index));
    return [
      {
        spot,
        word: marks.get(spot),
        here: place.page + 1,
        lines: before === 0 ? 0 : before <= after ? -before : after,
      },
    ];
  });
};

const countLines = (ys: readonly number[]): number => {
  let count = 0;
  let last: number | undefined;
  for (const y of ys) {
    if (last === undefined || Math.abs(y - last) > SAME_LINE) count += 1;
    last = y;
  }
  return count;
};

/** Problems by path: the same mistake in every item of a list is one problem with a count and its first places. */
import { EACH, type Place, writePath } from './path.ts';

/** A place in the data, from the inside out: most places are never written. */
export interface Spot {
  readonly up: Spot | undefined;
  readonly step: string | number;
  /** Reached through a list or a map: `[]` in the path that problems are counted under. */
  readonly isEach: boolean;
}

export interface Found {
  /** `items[].sku` */
  readonly path: string;
  /** Where it is, as many as are shown. */
  readonly places: readonly Place[];
  readonly count: number;
}

export interface Mistyped extends Found {
  readonly expected: string;
  readonly found: string;
}

interface DataReport {
  readonly missing: readonly Found[];
  readonly mistyped: readonly Mistyped[];
  readonly unused: readonly Found[];
  /** More distinct paths than are listed. */
  readonly truncated: boolean;
}

/** Distinct paths of each kind, as the server lists them. */
const MOST_PATHS = 1000;
/** Squiggles past these say nothing new, and each costs time in the editor. */
const MOST_PLACES = 50;

interface Counting {
  readonly spots: Spot[];
  count: number;
  readonly expected?: string;
  readonly found?: string;
}

export class FoundProblems {
  readonly #missing = new Map<string, Counting>();
  readonly #mistyped = new Map<string, Counting>();
  readonly #unused = new Map<string, Counting>();
  #isTruncated = false;

  missing(spot: Spot): void {
    this.#add(this.#missing, pathOf(spot), spot, {});
  }

  mistyped(spot: Spot | undefined, expected: string, found: string): void {
    this.#add(this.#mistyped, `${pathOf(spot)}\n${found}`, spot, { expected, found });
  }

  unused(spot: Spot): void {
    this.#add(this.#unused, pathOf(spot), spot, {});
  }

  report(): DataReport {
    return {
      missing: [...this.#missing].map(([path, one]) => found(path, one)),
      mistyped: [...this.#mistyped].map(([key, one]) => ({
        ...found(key.slice(0, key.lastIndexOf('\n')), one),
        expected: one.expected ?? '',
        found: one.found ?? '',
      })),
      unused: [...this.#unused].map(([path, one]) => found(path, one)),
      truncated: this.#isTruncated,
    };
  }

  #add(
    to: Map<string, Counting>,
    key: string,
    spot: Spot | undefined,
    more: { readonly expected?: string; readonly found?: string },
  ): void {
    let known = to.get(key);
    if (known === undefined) {
      if (to.size >= MOST_PATHS) {
        this.#isTruncated = true;
        return;
      }
      known = { spots: [], count: 0, ...more };
      to.set(key, known);
    }
    known.count += 1;
    if (known.spots.length < MOST_PLACES) known.spots.push(spot ?? ROOT);
  }
}

/** The data itself, which may be of the wrong type too. */
const ROOT: Spot = { up: undefined, step: '', isEach: false };

const found = (path: string, { spots, count }: Counting): Found => ({
  path,
  count,
  places: spots.map(placeOf),
});

const placeOf = (spot: Spot): Place => {
  const steps: (string | number)[] = [];
  for (let at: Spot | undefined = spot === ROOT ? undefined : spot; at !== undefined; at = at.up)
    steps.push(at.step);
  return steps.reverse();
};

const pathOf = (spot: Spot | undefined): string => {
  const steps: (string | typeof EACH)[] = [];
  for (let at = spot; at !== undefined; at = at.up) steps.push(at.isEach ? EACH : String(at.step));
  return writePath(steps.reverse());
};

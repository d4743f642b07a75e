/**
 * What is wrong with data, by path. A loop's items are one path, so that a million items with the same mistake are one
 * problem; paths are kept as a tree and written out at the end, so that no text is made for each item.
 */
import { EACH, type Place, writePath } from './paths.ts';

export interface FoundProblem {
  /** `items[].sku`: a loop's items are one path. */
  readonly path: string;
  /** Where in the data it is: the first places, as many as were asked for. */
  readonly places: readonly Place[];
  /** How often it is there, in all places together. */
  readonly count: number;
}

export interface MissingProblem extends FoundProblem {
  /** What the data has that differs in case or separators alone. */
  readonly suggestion?: string;
}

export interface TypeProblem extends FoundProblem {
  /** What the template can use, in words of JSON Schema: `number`, `array or object`, `date`. */
  readonly expected: string;
  readonly found: string;
}

export interface FoundProblems {
  readonly missing: readonly MissingProblem[];
  readonly mistyped: readonly TypeProblem[];
  readonly unused: readonly FoundProblem[];
  /** More distinct paths were found than are listed. */
  readonly truncated: boolean;
}

/** Distinct paths of each kind. Data can hold any number of names that the template does not know. */
const MOST_PATHS = 1000;

/** A place in the data while it is walked, from the inside out: most places are never written. */
export interface Spot {
  readonly path: PathNode;
  readonly up: Spot | undefined;
  readonly step: string | number;
}

class PathNode {
  readonly #up: PathNode | undefined;
  readonly #step: string | typeof EACH;
  readonly #names = new Map<string, PathNode>();
  #item: PathNode | undefined;

  constructor(up?: PathNode, step: string | typeof EACH = '') {
    this.#up = up;
    this.#step = step;
  }

  item(): PathNode {
    this.#item ??= new PathNode(this, EACH);
    return this.#item;
  }

  /** For names of the schema, of which there are only so many. */
  name(name: string): PathNode {
    let node = this.#names.get(name);
    if (node === undefined) {
      node = this.unknown(name);
      this.#names.set(name, node);
    }
    return node;
  }

  /** For names of the data, which are not kept. */
  unknown(name: string): PathNode {
    return new PathNode(this, name);
  }

  toString(): string {
    const steps: (string | typeof EACH)[] = [];
    for (let at: PathNode = this; at.#up !== undefined; at = at.#up) steps.push(at.#step);
    return writePath(steps.reverse());
  }
}

const placeOf = (spot: Spot): Place => {
  const steps: (string | number)[] = [];
  for (let at = spot; at.up !== undefined; at = at.up) steps.push(at.step);
  return steps.reverse();
};

interface Counting {
  readonly path: PathNode;
  readonly spots: Spot[];
  count: number;
}

interface CountingType extends Counting {
  readonly expected: string;
  readonly found: string;
}

export class DataProblems {
  readonly root: Spot = { path: new PathNode(), up: undefined, step: '' };
  readonly #mostPlaces: number;
  readonly #missing = new Map<PathNode, Counting>();
  readonly #mistyped = new Map<PathNode, Map<string, CountingType>>();
  readonly #unused = new Map<PathNode, Map<string, Counting>>();
  #mistypedPaths = 0;
  #unusedPaths = 0;
  #isTruncated = false;

  /** `mostPlaces`: as many places of each problem are told. */
  constructor(mostPlaces: number) {
    this.#mostPlaces = mostPlaces;
  }

  missing(spot: Spot): void {
    const known = this.#missing.get(spot.path);
    if (known !== undefined) this.#again(known, spot);
    else if (this.#hasRoom(this.#missing.size)) this.#missing.set(spot.path, first(spot));
  }

  mistyped(spot: Spot, expected: string, found: string): void {
    const kinds = getOrMake(this.#mistyped, spot.path);
    const known = kinds.get(found);
    if (known !== undefined) this.#again(known, spot);
    else if (this.#hasRoom(this.#mistypedPaths)) {
      kinds.set(found, { ...first(spot), expected, found });
      this.#mistypedPaths += 1;
    }
  }

  unused(owner: Spot, name: string): void {
    const names = getOrMake(this.#unused, owner.path);
    const known = names.get(name);
    if (known !== undefined) this.#again(known, { path: known.path, up: owner, step: name });
    else if (this.#hasRoom(this.#unusedPaths)) {
      names.set(name, first({ path: owner.path.unknown(name), up: owner, step: name }));
      this.#unusedPaths += 1;
    }
  }

  report(): FoundProblems {
    return {
      missing: [...this.#missing.values()].map(problemOf),
      mistyped: [...this.#mistyped.values()].flatMap((kinds) =>
        [...kinds.values()].map((one) => ({ ...problemOf(one), expected: one.expected, found: one.found })),
      ),
      unused: [...this.#unused.values()].flatMap((names) => [...names.values()].map(problemOf)),
      truncated: this.#isTruncated,
    };
  }

  #again(known: Counting, spot: Spot): void {
    known.count += 1;
    if (known.spots.length < this.#mostPlaces) known.spots.push(spot);
  }

  #hasRoom(size: number): boolean {
    this.#isTruncated ||= size >= MOST_PATHS;
    return size < MOST_PATHS;
  }
}

const first = (spot: Spot): Counting => ({ path: spot.path, spots: [spot], count: 1 });

const problemOf = ({ path, spots, count }: Counting): FoundProblem => ({
  path: String(path),
  places: spots.map(placeOf),
  count,
});

const getOrMake = <Inner>(map: Map<PathNode, Map<string, Inner>>, path: PathNode): Map<string, Inner> => {
  let inner = map.get(path);
  if (inner === undefined) {
    inner = new Map();
    map.set(path, inner);
  }
  return inner;
};

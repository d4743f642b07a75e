/**
 * What is wrong with data, by path. A loop's items are one path, so that a million items with the same mistake are one
 * problem; paths are kept as a tree and written out at the end, so that no text is made for each item.
 */

interface DataProblem {
  /** `items[].sku`: a loop's items are one path. */
  readonly path: string;
  /** The first place: `items[3].sku`. */
  readonly first: string;
  readonly count: number;
}

interface MissingProblem extends DataProblem {
  /** What the data has that differs in case or separators alone. */
  readonly suggestion?: string;
}

interface TypeProblem extends DataProblem {
  readonly expected: string;
  readonly found: string;
}

export interface DataReport {
  readonly valid: boolean;
  readonly missing: readonly MissingProblem[];
  readonly mistyped: readonly TypeProblem[];
  readonly unused: readonly DataProblem[];
  /** More distinct paths were found than are listed. */
  readonly truncated: boolean;
}

/** Distinct paths of each kind. Data can hold any number of names that the template does not know. */
const MOST_PATHS = 1000;

/** A place in the data: the way to it, from the inside out. */
export interface Place {
  readonly path: PathNode;
  readonly up: Place | undefined;
  readonly step: string | number;
}

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const written = (step: string): string => (PLAIN_NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`);

class PathNode {
  readonly #up: PathNode | undefined;
  readonly #step: string;
  readonly #names = new Map<string, PathNode>();
  #item: PathNode | undefined;

  constructor(up?: PathNode, step = '') {
    this.#up = up;
    this.#step = step;
  }

  item(): PathNode {
    this.#item ??= new PathNode(this, '[]');
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
    return new PathNode(this, written(name));
  }

  toString(): string {
    const steps: string[] = [];
    for (let at: PathNode | undefined = this; at !== undefined; at = at.#up) steps.push(at.#step);
    return steps.reverse().join('').replace(/^\./, '');
  }
}

const textOf = (place: Place): string => {
  const steps: string[] = [];
  for (let at: Place | undefined = place; at?.up !== undefined; at = at.up)
    steps.push(typeof at.step === 'number' ? `[${at.step}]` : written(at.step));
  return steps.reverse().join('').replace(/^\./, '');
};

interface Found {
  readonly path: PathNode;
  readonly first: Place;
  count: number;
}

export class DataProblems {
  readonly root = new PathNode();
  readonly #missing = new Map<PathNode, Found>();
  readonly #mistyped = new Map<PathNode, Map<string, Found & { expected: string; found: string }>>();
  readonly #unused = new Map<PathNode, Map<string, Found>>();
  #mistypedPaths = 0;
  #unusedPaths = 0;
  #isTruncated = false;

  missing(place: Place): void {
    const known = this.#missing.get(place.path);
    if (known !== undefined) known.count += 1;
    else if (this.#hasRoom(this.#missing.size))
      this.#missing.set(place.path, { path: place.path, first: place, count: 1 });
  }

  mistyped(place: Place, expected: string, found: string): void {
    const kinds = getOrMake(this.#mistyped, place.path);
    const known = kinds.get(found);
    if (known !== undefined) known.count += 1;
    else if (this.#hasRoom(this.#mistypedPaths)) {
      kinds.set(found, { path: place.path, first: place, count: 1, expected, found });
      this.#mistypedPaths += 1;
    }
  }

  unused(owner: Place, name: string): void {
    const names = getOrMake(this.#unused, owner.path);
    const known = names.get(name);
    if (known !== undefined) known.count += 1;
    else if (this.#hasRoom(this.#unusedPaths)) {
      const path = owner.path.unknown(name);
      names.set(name, { path, first: { path, up: owner, step: name }, count: 1 });
      this.#unusedPaths += 1;
    }
  }

  report(): DataReport {
    const missing = [...this.#missing.values()].map(problemOf);
    const mistyped = [...this.#mistyped.values()].flatMap((kinds) =>
      [...kinds.values()].map((one) => ({ ...problemOf(one), expected: one.expected, found: one.found })),
    );
    const unused = [...this.#unused.values()].flatMap((names) => [...names.values()].map(problemOf));
    const valid = missing.length === 0 && mistyped.length === 0;
    return { valid, missing, mistyped, unused, truncated: this.#isTruncated };
  }

  #hasRoom(size: number): boolean {
    this.#isTruncated ||= size >= MOST_PATHS;
    return size < MOST_PATHS;
  }
}

const problemOf = ({ path, first, count }: Found): DataProblem => ({
  path: String(path),
  first: textOf(first),
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

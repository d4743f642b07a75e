/**
 * matchingBlocks :: sequence × sequence → runs that both have, in order
 *
 * The longest common run first, then the same to its left and to its right (Ratcliff and Obershelp): what stays put
 * is found before what moved, which is how a person compares two pages.
 */
export interface Block {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

export const matchingBlocks = (a: readonly string[], b: readonly string[]): readonly Block[] => {
  const places = new Map<string, number[]>();
  for (const [index, item] of b.entries()) {
    const known = places.get(item);
    if (known) known.push(index);
    else places.set(item, [index]);
  }
  const found: Block[] = [];
  const open: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [aFrom, aTo, bFrom, bTo] = range;
    const longest = longestRun(a, places, range);
    if (longest.length === 0) continue;
    found.push(longest);
    open.push(
      [aFrom, longest.a, bFrom, longest.b],
      [longest.a + longest.length, aTo, longest.b + longest.length, bTo],
    );
  }
  return found.sort((one, other) => one.a - other.a);
};

const longestRun = (
  a: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [aFrom, aTo, bFrom, bTo]: readonly [number, number, number, number],
): Block => {
  let best: Block = { a: aFrom, b: bFrom, length: 0 };
  // Length of the run that ends at each place of b, for the item of a before this one.
  let runs = new Map<number, number>();
  for (let at = aFrom; at < aTo; at += 1) {
    const next = new Map<number, number>();
    for (const place of places.get(a[at] ?? '') ?? []) {
      if (place < bFrom) continue;
      if (place >= bTo) break;
      const length = (runs.get(place - 1) ?? 0) + 1;
      next.set(place, length);
      if (length > best.length) best = { a: at - length + 1, b: place - length + 1, length };
    }
    runs = next;
  }
  return best;
};

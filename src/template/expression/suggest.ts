/** suggest :: (what was written, what exists) → what was probably meant, for hints. */

export const suggest = (written: string, known: Iterable<string>): string | undefined => {
  const wanted = written.toLowerCase();
  let best: string | undefined;
  // A third of the letters may be wrong; more would make `sum` out of anything short.
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
};

/** Damerau–Levenshtein with adjacent swaps (the commonest slip); gives up at `limit`. */
const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? limit) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
};

/** nested :: stages in a row → a tree: what was done while something else was is part of it */
export interface Timed {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Of a call of the store: which. */
  readonly system?: string;
  readonly hasFailed?: boolean;
}

interface Nested {
  readonly row: Timed;
  readonly children: Nested[];
}

export const nested = (rows: readonly Timed[]): Nested[] => {
  const top: Nested[] = [];
  const open: Nested[] = [];
  // What begins with something and ends later is what it is part of.
  for (const row of rows.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    while (open.length > 0 && (open.at(-1)?.row.to ?? 0) < row.to) open.pop();
    const one: Nested = { row, children: [] };
    (open.at(-1)?.children ?? top).push(one);
    open.push(one);
  }
  return top;
};

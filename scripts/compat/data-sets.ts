/** dataSets :: a template's sample → the data that both engines get: as it is, turned round, without lists, nothing. */
export interface DataSet {
  readonly name: 'sample' | 'inverted' | 'no items' | 'no data';
  readonly data: Readonly<Record<string, unknown>>;
}

export const dataSets = (sample: Readonly<Record<string, unknown>>): readonly DataSet[] => [
  { name: 'sample', data: sample },
  {
    name: 'inverted',
    data: mapped(
      sample,
      (list) => list.slice(0, 1),
      (flag) => !flag,
    ),
  },
  {
    name: 'no items',
    data: mapped(
      sample,
      () => [],
      (flag) => flag,
    ),
  },
  { name: 'no data', data: {} },
];

const mapped = (
  sample: Readonly<Record<string, unknown>>,
  list: (items: readonly unknown[]) => readonly unknown[],
  flag: (value: boolean) => boolean,
): Record<string, unknown> => {
  const value = (one: unknown): unknown => {
    if (typeof one === 'boolean') return flag(one);
    if (Array.isArray(one)) return list(one).map(value);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, value(inner)]));
  };
  return value(sample) as Record<string, unknown>;
};

/** mergedWith :: what all records share, a record → its data: the record's own value counts, and objects of both are joined. */
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mergedWith = (shared: Fields, own: Fields): Fields => {
  const merged = new Map<string, unknown>(Object.entries(shared));
  if (merged.size === 0) return own;
  for (const [name, value] of Object.entries(own)) {
    const common = merged.get(name);
    merged.set(name, isFields(common) && isFields(value) ? mergedWith(common, value) : value);
  }
  return Object.fromEntries(merged);
};

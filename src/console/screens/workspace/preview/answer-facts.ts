/** factsOf :: headers of a generated document → what the server says about it besides the document itself. */

export interface ListHeader {
  readonly count: number;
  /** As many of them as fit into the header. */
  readonly items: readonly string[];
}

export interface AnswerFacts {
  readonly missing: ListHeader;
  readonly warnings: ListHeader;
  readonly pages: number | undefined;
  readonly engine: string;
}

const NONE: ListHeader = { count: 0, items: [] };

/** `2; customer.vat, items%5B%5D.sku` */
const listOf = (header: string | null): ListHeader => {
  const [, count, rest] = /^(\d+);\s*(.*)$/.exec(header ?? '') ?? [];
  if (count === undefined) return NONE;
  const items = (rest ?? '').split(', ').filter((item) => item !== '');
  return { count: Number(count), items: items.map(decoded) };
};

const decoded = (item: string): string => {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
};

export const factsOf = (headers: { get(name: string): string | null }): AnswerFacts => {
  const pages = Number(headers.get('platen-pages') ?? Number.NaN);
  return {
    missing: listOf(headers.get('platen-missing')),
    warnings: listOf(headers.get('platen-warnings')),
    pages: Number.isInteger(pages) ? pages : undefined,
    engine: headers.get('platen-engine') ?? '',
  };
};

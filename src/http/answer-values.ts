/** How the values that many answers hold are written, and how long lists are cut into pages. */
import type { Rows } from '../service/organizations.ts';

/** UTC with milliseconds. */
export const iso = (time: number): string => new Date(time).toISOString();

export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

/** Entries of a page where the request does not say. */
const PAGE = 100;

/** One more than asked for tells whether there is a next page. */
export const pageOf = async <Entry extends { readonly id: string }>(
  { limit = PAGE, before }: { readonly limit?: number; readonly before?: string },
  read: (rows: Rows) => Promise<readonly Entry[]>,
): Promise<{ readonly entries: readonly Entry[]; readonly next: string | null }> => {
  const found = await read({ limit: limit + 1, ...(before !== undefined && { before }) });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
};

/** Lists that grow for ever, read whole: for whoever looks for something in them, or takes them elsewhere. */
import { api } from './client.ts';

interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

/** Entries of a request, as many as the server gives; and requests, so that a list of years does not use up a minute. */
const LIMIT = 1000;
const MOST_PAGES = 20;
/** What is looked through, and exported, at most: the newest. */
export const MOST_RECORDS = LIMIT * MOST_PAGES;

export const readAll = async <Entry>(path: string, signal?: AbortSignal): Promise<readonly Entry[]> => {
  const all: Entry[] = [];
  let before: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { entries, next } = await api.get<Page<Entry>>(path, { limit: LIMIT, before }, signal);
    all.push(...entries);
    if (next === null) break;
    before = next;
  }
  return all;
};

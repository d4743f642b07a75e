/** What the screens have read of the server, and when it is read again. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, NetworkError } from './errors.ts';

/** Three more tries where the server is busy or away; none where it has said what is wrong. */
const worthARetry = (failures: number, error: unknown): boolean =>
  failures < 3 && (error instanceof NetworkError || (error instanceof ApiError && error.status === 503));

/**
 * After a change, what was read before it is read again, and also what is being read for the first time: the library takes
 * an answer that is on its way for the new one, though it was asked for before the change.
 */
class Readings extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await super.invalidateQueries(filters, options);
    if (early.length === 0) return;
    await Promise.allSettled(early.map(({ promise }) => promise));
    const hashes = new Set(early.map(({ queryHash }) => queryHash));
    await super.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }, options);
  }
}

export const queryClient = new Readings({
  defaultOptions: {
    queries: { retry: worthARetry, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

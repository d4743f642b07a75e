/** What expressions print with the data as they are typed: asked of the engine, some time after the last key. Undefined until it has answered. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import type { EvaluatedExpression } from '../api/types.ts';
import type { HelpSubject } from './help-state.ts';

const PAUSE_MS = 400;
/** As many as the server takes at once. */
const MOST = 200;

export const useEvaluated = (
  { store, options }: HelpSubject,
  expressions: readonly string[],
): ReadonlyMap<string, EvaluatedExpression> | undefined => {
  const version = useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.version,
  );
  const [settled] = useDebouncedValue(version, PAUSE_MS);
  const asked = expressions.slice(0, MOST);
  const { locale, timezone, currency } = options;
  const regional = Object.fromEntries(
    Object.entries({ locale, timezone, currency }).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data } = useQuery({
    queryKey: ['evaluated', settled, asked, regional],
    queryFn: async ({ signal }) => {
      const body = { expressions: asked, data: JSON.parse(store.text), options: regional };
      const { results } = await api.post<{ results: readonly EvaluatedExpression[] }>(
        '/template/evaluate',
        body,
        signal,
      );
      return new Map(asked.map((expression, index) => [expression, results[index] as EvaluatedExpression]));
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    // Data that are no JSON just now are shown by others; what was true before stays.
    retry: false,
    gcTime: 10_000,
  });
  // What was asked before stays while data change, not where other expressions are asked for.
  return data?.has(asked[0] ?? '') === true ? data : undefined;
};

/** Pages of docs/ as they are asked for: each once, and all of them for who searches. */

import { DOCS } from 'virtual:docs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocsPage } from './page.ts';
import { type DocsPlace, placesOf } from './search.ts';

/** They are files of this build: what is there once is there for good. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const;

export const docsPageQuery = (name: string) =>
  queryOptions({
    ...KEPT,
    queryKey: ['docs', name],
    queryFn: async (): Promise<DocsPage | null> =>
      (await DOCS.find((page) => page.name === name)?.load()) ?? null,
  });

/** Wanted when somebody begins to type: nothing is fetched before. */
export const useDocsPlaces = (isWanted: boolean): readonly DocsPlace[] | undefined => {
  const [wanted, setWanted] = useState(isWanted);
  useEffect(() => {
    if (isWanted) setWanted(true);
  }, [isWanted]);
  return useQuery({
    ...KEPT,
    queryKey: ['docs', 'places'],
    queryFn: async () => (await Promise.all(DOCS.map(({ load }) => load()))).flatMap(placesOf),
    enabled: wanted,
  }).data;
};

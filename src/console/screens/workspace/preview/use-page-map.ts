/**
 * The map of the pages that are shown: asked for when somebody wants it, and in a pause. While somebody types, pages come first,
 * and the server counts both for a person's minute.
 */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { type MappedTag, PageMap } from './page-map.ts';
import type { Rendered } from './preview-runner.ts';

/** After which the pages have settled: for who points at them, and for who may type on. */
export const POINTING_MS = 300;
export const TYPING_MS = 1500;

export interface WantedMap {
  readonly map: PageMap | undefined;
  want(milliseconds: number): void;
}

export const usePageMap = (result: Rendered | undefined): WantedMap => {
  const [loaded, setLoaded] = useState<{ readonly of: Rendered; readonly map: PageMap }>();
  const asked = useRef<{ of: Rendered; timer: ReturnType<typeof setTimeout>; stop: AbortController }>(
    undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for older pages is of no use
  useEffect(
    () => () => {
      clearTimeout(asked.current?.timer);
      asked.current?.stop.abort();
      asked.current = undefined;
    },
    [result],
  );
  const isLoaded = loaded !== undefined && loaded.of === result;
  const want = useCallback(
    (milliseconds: number): void => {
      if (result === undefined || isLoaded || asked.current?.of === result) return;
      const stop = new AbortController();
      const load = async (): Promise<void> => {
        try {
          const { tags } = await api.map<{ tags: readonly MappedTag[] }>(result.body, stop.signal);
          // A transition lets keys in between.
          startTransition(() => setLoaded({ of: result, map: new PageMap(tags) }));
        } catch {
          // Pages are as good without it; whoever points at them asks again.
          if (asked.current?.stop === stop) asked.current = undefined;
        }
      };
      asked.current = { of: result, stop, timer: setTimeout(() => void load(), milliseconds) };
    },
    [result, isLoaded],
  );
  return { map: isLoaded ? loaded.map : undefined, want };
};

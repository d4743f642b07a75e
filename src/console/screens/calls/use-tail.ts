/** What comes while somebody watches: asked for again and again, each answer waiting for the next entry. */
import { useEffect, useState } from 'react';
import type { Call, CallPage } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { isAborted } from '../../api/errors.ts';

const WAIT_SECONDS = 20;
const PAUSE_MS = 3_000;
/** Older ones of those that came are left out; they are in the list when it is loaded anew. */
const MOST = 500;
/** Before any entry that there can be. */
const BEGINNING = '0'.repeat(16);

export const useTail = (
  query: Readonly<Record<string, string | undefined>>,
  { isOn, newest }: { readonly isOn: boolean; readonly newest: string | undefined },
): readonly Call[] => {
  const [came, setCame] = useState<readonly Call[]>([]);
  const asked = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with nothing
  useEffect(() => setCame([]), [asked, newest]);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for (let after = newest ?? BEGINNING; !stop.signal.aborted; )
        try {
          const wanted = { ...JSON.parse(asked), after, wait: WAIT_SECONDS };
          const page = await api.get<CallPage>('/organization/calls', wanted, stop.signal);
          after = page.next ?? after;
          if (page.entries.length > 0)
            setCame((before) => [...page.entries.toReversed(), ...before].slice(0, MOST));
        } catch (error) {
          if (isAborted(error)) return;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
    };
    void follow();
    return () => stop.abort();
  }, [asked, isOn, newest]);
  return came;
};

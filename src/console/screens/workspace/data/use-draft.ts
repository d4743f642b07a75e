/** Keeps what is typed in the browser, some moments after the last key and when the page goes away. */
import { useEffect, useRef, useState } from 'react';
import type { CallOptions } from '../snippets/call.ts';
import { Drafts, type SaveResult, type Storage } from './draft.ts';
import type { TextStore } from './text-store.ts';

/** The browser may refuse even to be asked. */
const storage = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};

export const drafts = new Drafts(storage());

const PAUSE_MS = 600;

interface Input {
  readonly store: TextStore;
  readonly organization: string;
  readonly templateKey: string;
  readonly options: CallOptions;
  readonly onSaved: () => void;
}

export const useDraft = ({
  store,
  organization,
  templateKey,
  options,
  onSaved,
}: Input): SaveResult | undefined => {
  const [result, setResult] = useState<SaveResult>();
  const latest = useRef({ options, onSaved });
  latest.current = { options, onSaved };
  const isFirst = useRef(true);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDirty = false;
    const save = (): void => {
      clearTimeout(timer);
      if (!isDirty) return;
      isDirty = false;
      const draft = { text: store.text, options: latest.current.options, savedAt: Date.now() };
      setResult(drafts.save(organization, templateKey, draft));
      latest.current.onSaved();
    };
    // Writing a megabyte takes some milliseconds: between two keys nobody notices.
    const whenIdle = (): void => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(save, { timeout: 2000 });
      else save();
    };
    const unsubscribe = store.subscribe(() => {
      isDirty = true;
      clearTimeout(timer);
      timer = setTimeout(whenIdle, PAUSE_MS);
    });
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', save);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [store, organization, templateKey]);

  const written = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when what the options say has changed
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    setResult(drafts.save(organization, templateKey, { text: store.text, options, savedAt: Date.now() }));
  }, [written]);

  return result;
};

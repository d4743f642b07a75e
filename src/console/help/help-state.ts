/** Whether help is open, at which place of docs/, and what template somebody is at. Small, because every page has it. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Delimiter, Inspection } from '../api/types.ts';
import type { TextStore } from '../screens/workspace/data/text-store.ts';
import type { CallOptions } from '../screens/workspace/snippets/call.ts';

/** A template's page, as help needs it: its fields, its delimiters, and the data as they are typed. */
export interface HelpSubject {
  readonly inspection: Inspection;
  readonly delimiter: Delimiter;
  readonly store: TextStore;
  readonly options: CallOptions;
}

interface HelpState {
  readonly isOpen: boolean;
  /** An address of docs/; the overview where there is none. */
  readonly place: string | undefined;
  readonly subject: HelpSubject | undefined;
}

let state: HelpState = { isOpen: false, place: undefined, subject: undefined };
const listeners = new Set<() => void>();

const change = (changes: Partial<HelpState>): void => {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
};

export const openHelp = (place?: string): void => change({ isOpen: true, place });
export const closeHelp = (): void => change({ isOpen: false });

export const useHelp = (): HelpState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** While a template's page is there, help is about it. */
export const useHelpSubject = ({ inspection, delimiter, store, options }: HelpSubject): void => {
  useEffect(() => {
    change({ subject: { inspection, delimiter, store, options } });
    return () => change({ subject: undefined });
  }, [inspection, delimiter, store, options]);
};

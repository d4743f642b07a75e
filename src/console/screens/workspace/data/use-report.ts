/** What is wrong with the data as it stands, some moments after the last key. */
import { startTransition, useEffect, useState } from 'react';
import type { Schema } from '../../../../data-check/read-schema.ts';
import type { TextReport } from './check-text.ts';
import { Checker } from './checker.ts';
import type { TextStore } from './text-store.ts';

/** Short enough to feel immediate when typing pauses, long enough not to run between two keys. */
const QUIET_MS = 200;

export interface Checked {
  readonly report: TextReport;
  /** The version of the text that it is about. */
  readonly version: number;
}

export const useReport = (store: TextStore, schema: Schema): Checked | undefined => {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    // A transition lets keys in between.
    const checker = new Checker(schema, (report, version) =>
      startTransition(() => setChecked({ report, version })),
    );
    const ask = (): void => checker.ask(() => store.text, store.version);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(ask, QUIET_MS);
    });
    ask();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      checker.close();
    };
  }, [store, schema]);
  return checked;
};

/** What is wrong with the data as it stands: at once where that is quickly found out, otherwise when typing pauses. */
import { startTransition, useEffect, useState } from 'react';
import type { Schema } from '../../../../data-check/read-schema.ts';
import type { TextReport } from './check-text.ts';
import { Checker } from './checker.ts';
import type { TextStore } from './text-store.ts';

/** Short enough to feel immediate when typing pauses, long enough not to run between two keys. */
const QUIET_MS = 200;
/** A check that takes so long, with the text on its way to the worker, is not for between two keys. */
const LONG_MS = 40;

export interface Checked {
  readonly report: TextReport;
  /** The version of the text that it is about. */
  readonly version: number;
}

export const useReport = (store: TextStore, schema: Schema): Checked | undefined => {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    // A transition lets keys in between.
    let asked = 0;
    let took = 0;
    const checker = new Checker(schema, (report, version) => {
      took = performance.now() - asked;
      startTransition(() => setChecked({ report, version }));
    });
    const ask = (): void => {
      asked = performance.now();
      checker.ask(() => store.text, store.version);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(ask, took < LONG_MS ? 0 : QUIET_MS);
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

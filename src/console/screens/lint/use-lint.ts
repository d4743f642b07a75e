/** Looks at one or two versions of a template, set by set, as long as somebody waits for it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAborted } from '../../api/errors.ts';
import { type LintReport, type LintSubject, lintNext, NOTHING_YET, nextSet } from './run-lint.ts';

export interface Linting {
  /** One for each subject. */
  readonly reports: readonly LintReport[];
  readonly isRunning: boolean;
  /** The set that is being looked at, and how many of all have been. */
  readonly at: { readonly set: string | undefined; readonly done: number; readonly of: number | undefined };
  readonly error: unknown;
  stop(): void;
  /** Goes on where it was stopped or has failed. */
  goOn(): void;
}

/** Begins by itself. `subjects` must be the same list as long as nothing else is asked for. */
export const useLint = (subjects: readonly LintSubject[]): Linting => {
  const [reports, setReports] = useState<readonly LintReport[]>(() => subjects.map(() => NOTHING_YET));
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const stopper = useRef<AbortController>(undefined);
  const latest = useRef(reports);

  const run = useCallback(async (): Promise<void> => {
    const stop = new AbortController();
    stopper.current = stop;
    setRunning(true);
    setError(undefined);
    try {
      for (;;) {
        // Both come along together: what is told of a set is told of both.
        const order = latest.current.map((report, index) => ({ report, index }));
        const [turn] = order
          .filter(({ report }) => nextSet(report) !== undefined)
          .sort((a, b) => a.report.sets.length - b.report.sets.length);
        if (turn === undefined) break;
        const subject = subjects[turn.index] as LintSubject;
        const report = await lintNext(subject, turn.report, stop.signal);
        latest.current = latest.current.with(turn.index, report);
        setReports(latest.current);
      }
    } catch (failure) {
      if (!isAborted(failure)) setError(failure);
    }
    if (stopper.current === stop) setRunning(false);
  }, [subjects]);

  useEffect(() => {
    latest.current = subjects.map(() => NOTHING_YET);
    setReports(latest.current);
    void run();
    return () => {
      stopper.current?.abort();
      stopper.current = undefined;
    };
  }, [subjects, run]);

  const known = reports.every(({ left }) => left !== undefined);
  const done = reports.reduce((sum, { sets }) => sum + sets.length, 0);
  const waiting = reports.toSorted((a, b) => a.sets.length - b.sets.length)[0];
  return {
    reports,
    isRunning,
    at: {
      set: waiting && nextSet(waiting),
      done,
      of: known ? done + reports.reduce((sum, { left }) => sum + (left?.length ?? 0), 0) : undefined,
    },
    error,
    stop: () => {
      stopper.current?.abort();
      stopper.current = undefined;
      setRunning(false);
    },
    goOn: () => void run(),
  };
};

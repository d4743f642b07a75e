/**
 * runLint :: template, data → what of its pages is hardly meant, set by set
 *
 * One request for each set of data: a template of many pages takes a while with each, and who waits sees how far it has come, has what
 * was found so far, and can stop.
 */
import { api } from '../../api/client.ts';
import type { LintAnswer, LintedSet, LintFinding } from '../../api/version-types.ts';
import type { CallOptions } from '../workspace/snippets/call.ts';

/** What is looked at. */
export interface LintSubject {
  readonly templateKey: string;
  readonly choice: { readonly version?: number; readonly label?: string };
  /** JSON that is looked at as the usual data; without it, the template's own sample. */
  readonly dataText?: string | undefined;
  readonly options: CallOptions;
}

export interface LintReport {
  readonly findings: readonly LintFinding[];
  readonly sets: readonly LintedSet[];
  /** Names of sets that are still to be looked at; undefined before the first has told. */
  readonly left: readonly string[] | undefined;
}

export const NOTHING_YET: LintReport = { findings: [], sets: [], left: undefined };

/** The set that every template has. */
const FIRST = 'usual';

/** The next set that is to be looked at; undefined where there is none. */
export const nextSet = ({ left }: LintReport): string | undefined => (left === undefined ? FIRST : left[0]);

export const lintNext = async (
  subject: LintSubject,
  report: LintReport,
  signal: AbortSignal,
): Promise<LintReport> => {
  const name = nextSet(report);
  if (name === undefined) return report;
  const answer = await api.post<LintAnswer>('/template/lint', bodyOf(subject, name), signal);
  return {
    findings: [...report.findings, ...answer.findings],
    sets: [...report.sets, ...answer.sets],
    left: (report.left ?? answer.left).filter((one) => one !== name),
  };
};

const bodyOf = ({ templateKey, choice, dataText, options }: LintSubject, name: string): Blob => {
  const rest = { templateKey, sets: [name], withData: true, options: { ...options, ...choice } };
  const data = dataText === undefined ? [] : [',"data":', dataText];
  return new Blob([JSON.stringify(rest).slice(0, -1), ...data, '}'], { type: 'application/json' });
};

/** What the first has and the second has not: of two that are alike, one each. */
export const addedFindings = (now: LintReport, before: LintReport): readonly LintFinding[] => {
  const known = new Map<string, number>();
  for (const finding of before.findings)
    known.set(likeness(finding), (known.get(likeness(finding)) ?? 0) + 1);
  return now.findings.filter((finding) => {
    const count = known.get(likeness(finding)) ?? 0;
    known.set(likeness(finding), count - 1);
    return count <= 0;
  });
};

/** Pages move with everything above them: what is said counts, and not where. */
const likeness = ({ rule, data, message }: LintFinding): string => JSON.stringify([rule, data, message]);

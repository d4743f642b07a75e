/** summary :: measured documents → lines: of all, of odd and even numbers apart, by script, and beside other programs */
import type { Fidelity } from './compare.ts';
import type { Known } from './known-scores.ts';

export interface Row {
  readonly name: string;
  readonly reasons: readonly string[];
  readonly native: Fidelity;
  readonly ink: number | undefined;
  readonly known: Known | undefined;
}

/** So much below another program is clearly worse. */
const CLEARLY = 0.05;

const EAST_ASIAN = new Set(['zh', 'ja', 'ko']);
const OTHER = new Set(['ar', 'fa', 'he', 'th']);
const scriptOf = ({ known }: Row): string => {
  const language = known?.language ?? '';
  if (EAST_ASIAN.has(language)) return 'East Asian';
  return OTHER.has(language) ? 'right to left, Thai' : 'Latin, Cyrillic, Greek';
};

export const summary = (title: string, rows: readonly Row[]): readonly string[] => {
  const number = (row: Row): number => Number.parseInt(row.name, 10);
  const scripts = [...new Set(rows.map(scriptOf))];
  return [
    title,
    figures('all', rows),
    figures(
      'past the gate',
      rows.filter((row) => row.reasons.length === 0),
    ),
    // A rule that was found on the odd ones has to hold on the even ones, too.
    figures(
      'odd numbers',
      rows.filter((row) => number(row) % 2 === 1),
    ),
    figures(
      'even numbers',
      rows.filter((row) => number(row) % 2 === 0),
    ),
    ...(scripts.length > 1
      ? scripts.map((script) =>
          figures(
            script,
            rows.filter((row) => scriptOf(row) === script),
          ),
        )
      : []),
    ...['LibreOffice 7.4', 'LibreOffice 25.2'].flatMap((program) => beside(program, rows)),
  ].filter((line) => line !== '');
};

const figures = (title: string, rows: readonly Row[]): string => {
  if (rows.length === 0) return '';
  const all = rows.map((row) => row.native);
  const shares = (['score', 'recall', 'page', 'place', 'lines', 'extra'] as const).map(
    (key) => `${key} ${mean(all.map((one) => one[key]))}`,
  );
  const inks = rows.flatMap((row) => row.ink ?? []);
  const same = all.filter((one) => one.pages === one.referencePages).length;
  const looks = inks.length === 0 ? '' : `  ink ${mean(inks)}`;
  return `  ${title} (${rows.length}): ${shares.join('  ')}  same page count ${same}${looks}`;
};

const beside = (program: string, rows: readonly Row[]): readonly string[] => {
  const both = rows.flatMap((row) => {
    const other = row.known?.others.get(program);
    return other === undefined ? [] : [{ row, other }];
  });
  if (both.length === 0) return [];
  const worse = both.filter(({ row, other }) => row.native.score < other.score - CLEARLY);
  const share = ((100 * worse.length) / both.length).toFixed(1);
  const same = both.filter(({ other }) => other.samePages).length;
  return [
    `  ${program} (${both.length}): score ${mean(both.map(({ other }) => other.score))}  same page count ${same}; natively clearly worse: ${worse.length} (${share} %) ${worse.map(({ row }) => row.name).join(', ')}`,
  ];
};

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

/** stack :: UsagePoint[] → one row a moment with a number for each template or format, for the chart and its table. */
import type { UsagePoint } from '../../api/settings-types.ts';

export type By = 'template' | 'format';

interface Series {
  readonly id: string;
  readonly name: string;
  readonly total: number;
}

interface Row {
  readonly start: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface Stack {
  readonly series: readonly Series[];
  readonly rows: readonly Row[];
}

/** More colours than this can't be told apart; the rest is summed up. */
const MAX_SERIES = 6;
const OTHERS = 'others';

export const stack = (
  points: readonly UsagePoint[],
  by: By,
  starts: readonly number[],
  nameOf: (templateKey: string) => string,
): Stack => {
  const made = points.filter(({ outcome }) => outcome === 'ok');
  const idOf = ({ templateKey, format }: UsagePoint): string => {
    if (by === 'format') return `f ${format}`;
    return templateKey === null ? OTHERS : `t ${templateKey}`;
  };
  const totals = new Map<string, { total: number; name: string }>();
  for (const point of made) {
    const id = idOf(point);
    const before = totals.get(id)?.total ?? 0;
    totals.set(id, {
      total: before + point.count,
      name: by === 'format' ? (point.format ?? '') : nameOf(point.templateKey ?? ''),
    });
  }
  // The server sums up what is beyond its own bound; that joins the rest here.
  const ranked = [...totals].filter(([id]) => id !== OTHERS).toSorted(([, a], [, b]) => b.total - a.total);
  const summed = totals.get(OTHERS)?.total ?? 0;
  // A rest of one template is that template.
  const all = ranked.length <= MAX_SERIES && summed === 0;
  const kept = all ? ranked : ranked.slice(0, MAX_SERIES - 1);
  const rest = ranked.slice(kept.length);
  const series = kept.map(([id, { name, total }]) => ({ id, name, total }));
  if (!all)
    series.push({
      id: OTHERS,
      name: summed > 0 ? 'All others' : `${rest.length} others`,
      total: rest.reduce((sum, [, { total }]) => sum + total, summed),
    });

  const known = new Set(kept.map(([id]) => id));
  const rows = starts.map((start) => ({ start, counts: {} as Record<string, number> }));
  for (const point of made) {
    const at = lastAtOrBefore(starts, Date.parse(point.start));
    const row = rows[at];
    if (row === undefined) continue;
    const id = known.has(idOf(point)) ? idOf(point) : OTHERS;
    row.counts[id] = (row.counts[id] ?? 0) + point.count;
  }
  return { series, rows };
};

/** Binary search: 90 days of a hundred templates are nine thousand points. */
const lastAtOrBefore = (starts: readonly number[], moment: number): number => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

export interface Failures {
  readonly code: string;
  readonly count: number;
  readonly templates: readonly string[];
}

/** Failed generations by their code, the most frequent first. */
export const failures = (points: readonly UsagePoint[]): readonly Failures[] => {
  const byCode = new Map<string, { count: number; templates: Set<string> }>();
  for (const { outcome, count, templateKey } of points) {
    if (outcome === 'ok') continue;
    const entry = byCode.get(outcome) ?? { count: 0, templates: new Set() };
    entry.count += count;
    if (templateKey !== null) entry.templates.add(templateKey);
    byCode.set(outcome, entry);
  }
  return [...byCode]
    .map(([code, { count, templates }]) => ({ code, count, templates: [...templates] }))
    .toSorted((a, b) => b.count - a.count);
};

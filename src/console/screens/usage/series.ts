/** stack :: UsagePoint[] → one row a moment with a number for each template or format, for the chart and its table. */
import type { UsagePoint } from '../../api/types.ts';

export type By = 'template' | 'format';

export interface Series {
  readonly id: string;
  readonly name: string;
  readonly total: number;
}

export interface Row {
  readonly start: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface Stack {
  readonly series: readonly Series[];
  readonly rows: readonly Row[];
}

/** More colours than this can't be told apart; the rest is summed up. */
const MAX_SERIES = 6;

export const stack = (
  points: readonly UsagePoint[],
  by: By,
  starts: readonly number[],
  nameOf: (templateKey: string) => string,
): Stack => {
  const made = points.filter(({ outcome }) => outcome === 'ok');
  const idOf = (point: UsagePoint) => (by === 'template' ? `t ${point.templateKey}` : `f ${point.format}`);
  const totals = new Map<string, { total: number; name: string }>();
  for (const point of made) {
    const id = idOf(point);
    const before = totals.get(id)?.total ?? 0;
    totals.set(id, {
      total: before + point.count,
      name: by === 'template' ? nameOf(point.templateKey) : point.format,
    });
  }
  const ranked = [...totals].toSorted(([, a], [, b]) => b.total - a.total);
  // A rest of one template is that template.
  const kept = ranked.length <= MAX_SERIES ? ranked : ranked.slice(0, MAX_SERIES - 1);
  const rest = ranked.slice(kept.length);
  const series = kept.map(([id, { name, total }]) => ({ id, name, total }));
  if (rest.length > 0)
    series.push({
      id: 'others',
      name: `${rest.length} others`,
      total: rest.reduce((sum, [, { total }]) => sum + total, 0),
    });

  const known = new Set(kept.map(([id]) => id));
  const rows = starts.map((start) => ({ start, counts: {} as Record<string, number> }));
  for (const point of made) {
    const at = lastAtOrBefore(starts, Date.parse(point.start));
    const row = rows[at];
    if (row === undefined) continue;
    const id = known.has(idOf(point)) ? idOf(point) : 'others';
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
    entry.templates.add(templateKey);
    byCode.set(outcome, entry);
  }
  return [...byCode]
    .map(([code, { count, templates }]) => ({ code, count, templates: [...templates] }))
    .toSorted((a, b) => b.count - a.count);
};

/** The spans that the usage page offers, and the points in time that its chart has. */

export const RANGES = [
  { value: '24h', label: '24 hours', hours: 24, step: 'hour' },
  { value: '7d', label: '7 days', hours: 7 * 24, step: 'day' },
  { value: '30d', label: '30 days', hours: 30 * 24, step: 'day' },
  { value: '90d', label: '90 days', hours: 90 * 24, step: 'day' },
] as const;

type Range = (typeof RANGES)[number];

export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const HOUR_MS = 3_600_000;

/** From the start of the first hour or day to the end of the current one, in the browser's own time zone. */
export const spanOf = (range: Range, now: Date): { readonly from: Date; readonly to: Date } => {
  const to = startOf(range.step, now);
  if (range.step === 'hour') {
    to.setTime(to.getTime() + HOUR_MS);
    return { from: new Date(to.getTime() - range.hours * HOUR_MS), to };
  }
  // Days by the calendar: one of them has 23 or 25 hours where clocks change.
  to.setDate(to.getDate() + 1);
  const from = new Date(to);
  from.setDate(from.getDate() - range.hours / 24);
  return { from, to };
};

export const startsWithin = (range: Range, from: Date, to: Date): readonly number[] => {
  const starts: number[] = [];
  for (const at = new Date(from); at < to; ) {
    starts.push(at.getTime());
    if (range.step === 'hour') at.setTime(at.getTime() + HOUR_MS);
    else at.setDate(at.getDate() + 1);
  }
  return starts;
};

const startOf = (step: 'hour' | 'day', moment: Date): Date => {
  const at = new Date(moment);
  if (step === 'hour') at.setMinutes(0, 0, 0);
  else at.setHours(0, 0, 0, 0);
  return at;
};

export const labelOf = (step: 'hour' | 'day', start: number): string =>
  step === 'hour'
    ? new Date(start).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : new Date(start).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

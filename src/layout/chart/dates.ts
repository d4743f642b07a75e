/**
 * Date axes (ECMA-376 §21.2.2.39): categories stand where their days are, whatever their order and distance
 */
import type { ChartAxis, ChartGroup, TimeUnit } from '../../wml/chart/model.ts';
import { dateOf, serialOf } from './number-format.ts';

export interface Dates {
  readonly unit: TimeUnit;
  /** In units, since whenever. */
  readonly first: number;
  readonly count: number;
  /** Where a day stands, as a share of the axis. */
  readonly share: (serial: number, between: boolean) => number;
  readonly serial: (unit: number) => number;
}

/** A century of days. */
const MOST_UNITS = 36_600;

export const datesOf = (
  axis: ChartAxis,
  groups: readonly ChartGroup[],
  from1904: boolean,
): Dates | undefined => {
  let [low, high] = [axis.min ?? Number.POSITIVE_INFINITY, axis.max ?? Number.NEGATIVE_INFINITY];
  let closest = Number.POSITIVE_INFINITY;
  for (const { series } of groups)
    for (const { categories } of series) {
      let before: number | undefined;
      for (const value of categories?.numbers?.values ?? []) {
        if (value === undefined) continue;
        if (axis.min === undefined) low = Math.min(low, value);
        if (axis.max === undefined) high = Math.max(high, value);
        if (before !== undefined && value !== before) closest = Math.min(closest, Math.abs(value - before));
        before = value;
      }
    }
  if (!(low <= high)) return undefined;
  const unit = axis.baseTimeUnit ?? (closest >= 360 ? 'years' : closest >= 28 ? 'months' : 'days');
  const unitOf = (serial: number): number => {
    if (unit === 'days') return Math.floor(serial);
    const date = dateOf(serial, from1904);
    return unit === 'years' ? date.getUTCFullYear() : date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const serial = (at: number): number => {
    if (unit === 'days') return at;
    const [year, month] = unit === 'years' ? [at, 0] : [Math.floor(at / 12), at % 12];
    return serialOf(new Date(Date.UTC(year, month, 1)), from1904);
  };
  const first = unitOf(low);
  const count = Math.min(MOST_UNITS, unitOf(high) - first + 1);
  return {
    unit,
    first,
    count,
    serial,
    share: (at, between) => {
      const place = unitOf(at) - first;
      return between || count < 2 ? (place + 0.5) / count : place / (count - 1);
    },
  };
};

/** In units, of which a label may stand for each so many. */
const NICE: Readonly<Record<TimeUnit, readonly number[]>> = {
  days: [1, 2, 7, 14, 30, 60, 90, 180, 365],
  months: [1, 2, 3, 4, 6, 12, 24, 36, 60, 120],
  years: [1, 2, 5, 10, 20, 50, 100],
};

export const dateLabels = (
  dates: Dates,
  axis: ChartAxis,
  between: boolean,
  most: number,
): readonly { readonly at: number; readonly serial: number }[] => {
  const { unit, first, count } = dates;
  const given = axis.majorUnit === undefined ? undefined : Math.max(1, Math.round(axis.majorUnit));
  const named = axis.majorTimeUnit ?? unit;
  const out: { at: number; serial: number }[] = [];
  if (given !== undefined && named !== unit && unit === 'days') {
    const start = dateOf(first, false);
    for (let step = 0; out.length < 400; step++) {
      const months = step * given * (named === 'years' ? 12 : 1);
      const serial = serialOf(
        new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate())),
        false,
      );
      if (serial > first + count - 1) break;
      out.push({ at: dates.share(serial, between), serial });
    }
    return out;
  }
  const factor = given === undefined ? undefined : given * (named === 'years' && unit === 'months' ? 12 : 1);
  const wanted = count / Math.max(1, most);
  const step = factor ?? NICE[unit].find((one) => one >= wanted) ?? Math.ceil(wanted);
  for (let at = 0; at < count && out.length < 400; at += step) {
    const serial = dates.serial(first + at);
    out.push({ at: dates.share(serial, between), serial });
  }
  return out;
};

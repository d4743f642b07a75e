/**
 * valueScale :: smallest and largest value, axis, room → where a value axis begins and ends, and its steps
 *
 * Office's own rule, as Microsoft described it (KB 214075) and as it comes out in Word's PDFs [M]: five percent of air above,
 * zero unless all values lie within a sixth of the largest, and steps of 1, 2 or 5 of which there are at most ten.
 */
import type { ChartAxis } from '../../wml/chart/model.ts';

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly major: number;
  readonly minor: number;
  /** Steps multiply instead of adding. */
  readonly base: number | undefined;
}

interface ScaleRoom {
  /** Of the axis, in points. */
  readonly length: number;
  /** The least distance between two labels. */
  readonly spacing: number;
}

type Limits = Pick<ChartAxis, 'min' | 'max' | 'majorUnit' | 'minorUnit' | 'logBase'>;

const MOST_STEPS = 10;
/** A unit of the document that would make more lines than this is none. */
const MOST_GIVEN = 500;
const AIR = 0.05;
/** Where values differ by less than this share of the largest, the axis does not begin at zero. */
const NARROW = 1 / 6;

export const valueScale = (low: number, high: number, axis: Limits, room: ScaleRoom): Scale => {
  if (axis.logBase !== undefined) return logScale(low, high, axis, axis.logBase);
  const { least, most } = limits(low, high);
  let [min, max] = [axis.min ?? least, axis.max ?? most];
  if (!(max > min)) {
    // One end is given, and the values lie beyond it.
    if (axis.max === undefined) max = min + Math.max(1, Math.abs(min));
    else min = axis.min === undefined ? max - Math.max(1, Math.abs(max)) : min;
    if (!(max > min)) max = min + 1;
  }
  const steps = Math.max(1, Math.min(MOST_STEPS, Math.floor(room.length / Math.max(1, room.spacing))));
  const given = axis.majorUnit;
  const major =
    given !== undefined && (max - min) / given <= MOST_GIVEN
      ? given
      : unitFor(min, max, steps, axis.min === undefined, axis.max === undefined);
  const from = axis.min ?? clean(Math.floor(min / major + 1e-9) * major);
  const to = axis.max ?? clean(Math.ceil(max / major - 1e-9) * major);
  const minor = axis.minorUnit;
  return {
    min: from,
    max: to > from ? to : from + major,
    major,
    minor: minor !== undefined && (to - from) / minor <= MOST_GIVEN ? minor : major / 5,
    base: undefined,
  };
};

const limits = (low: number, high: number): { readonly least: number; readonly most: number } => {
  if (low > high || (low === 0 && high === 0)) return { least: 0, most: 1 };
  const span = high - low;
  if (low >= 0) {
    const narrow = span > 0 && span <= high * NARROW;
    return { least: narrow ? low - span / 2 : 0, most: high + AIR * (span > 0 ? span : high) };
  }
  if (high <= 0) {
    const narrow = span > 0 && span <= -low * NARROW;
    return { least: low - AIR * (span > 0 ? span : -low), most: narrow ? high + span / 2 : 0 };
  }
  return { least: low - AIR * span, most: high + AIR * span };
};

/** The smallest of 1, 2 and 5 times a power of ten that needs no more steps. */
const unitFor = (min: number, max: number, steps: number, freeMin: boolean, freeMax: boolean): number => {
  const span = max - min;
  let power = 10 ** Math.floor(Math.log10(span / MOST_STEPS));
  if (!(power > 0) || !Number.isFinite(power)) return span > 0 ? span : 1;
  for (let round = 0; round < 6; round++, power *= 10) {
    for (const factor of [1, 2, 5]) {
      const unit = factor * power;
      const from = freeMin ? Math.floor(min / unit + 1e-9) : min / unit;
      const to = freeMax ? Math.ceil(max / unit - 1e-9) : max / unit;
      if (to - from <= steps + 1e-9) return clean(unit);
    }
  }
  return span;
};

/** Without the last digits of binary fractions: 0.30000000000000004 is 0.3. */
const clean = (value: number): number => Number(value.toPrecision(12));

const logScale = (low: number, high: number, axis: Limits, base: number): Scale => {
  const power = (value: number, round: (power: number) => number): number =>
    base ** round(Math.log(value) / Math.log(base));
  const top = high > 0 ? high : base;
  const bottom = low > 0 ? low : Math.min(1, top);
  const min =
    axis.min !== undefined && axis.min > 0 ? axis.min : power(bottom, (at) => Math.floor(at + 1e-9));
  const wanted =
    axis.max !== undefined && axis.max > min ? axis.max : power(top, (at) => Math.ceil(at - 1e-9));
  return { min, max: wanted > min ? wanted : min * base, major: base, minor: base, base };
};

/** Where labels and lines stand, from the least to the largest. */
export const stepsOf = ({ min, max, major, base }: Scale): readonly number[] => {
  const out: number[] = [];
  if (base !== undefined) {
    for (let at = min; at <= max * (1 + 1e-9) && out.length < MOST_GIVEN; at *= base) out.push(at);
    return out;
  }
  const count = Math.min(MOST_GIVEN, Math.floor((max - min) / major + 1e-6));
  for (let step = 0; step <= count; step++) out.push(clean(min + step * major));
  return out;
};

/** Between 0 and 1 along the axis. */
export const shareOf = ({ min, max, base }: Scale, value: number): number => {
  if (base === undefined) return (value - min) / (max - min);
  return (Math.log(Math.max(value, min * 1e-9)) - Math.log(min)) / (Math.log(max) - Math.log(min));
};

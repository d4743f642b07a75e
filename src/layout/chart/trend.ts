/**
 * fitTrend :: points → a curve through them by least squares (ECMA-376 §21.2.2.211), and what its label says
 */
import type { Trendline } from '../../wml/chart/model.ts';
import { formatValue, general } from './number-format.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Fit {
  readonly at: (x: number) => number;
  /** From the constant upwards; for curves, the two that their formula names. */
  readonly coefficients: readonly number[];
  readonly rSquared: number;
}

export const fitTrend = (trend: Trendline, points: readonly Place[]): Fit | undefined => {
  const usable = points.filter(
    ({ x, y }) => (!/log|power/.test(trend.type) || x > 0) && (!/exp|power/.test(trend.type) || y > 0),
  );
  if (usable.length < 2 || trend.type === 'movingAvg') return undefined;
  const forX = /log|power/.test(trend.type) ? Math.log : (x: number): number => x;
  const forY = /exp|power/.test(trend.type) ? Math.log : (y: number): number => y;
  const order = trend.type === 'poly' ? Math.min(trend.order, usable.length - 1) : 1;
  const given = trend.intercept;
  const fixed =
    given === undefined || trend.type === 'log' || trend.type === 'power'
      ? undefined
      : trend.type === 'exp'
        ? given > 0
          ? Math.log(given)
          : undefined
        : given;
  const flat = usable.map(({ x, y }) => ({ x: forX(x), y: forY(y) }));
  const coefficients = leastSquares(flat, order, fixed);
  if (coefficients === undefined) return undefined;
  const straight = (x: number): number => coefficients.reduceRight((sum, one) => sum * x + one, 0);
  const back = /exp|power/.test(trend.type) ? Math.exp : (y: number): number => y;
  return {
    at: (x) => back(straight(forX(x))),
    coefficients,
    rSquared: rSquaredOf(flat, straight, fixed !== undefined),
  };
};

/** Without a constant of its own, a line is compared with zero instead of the mean. */
const rSquaredOf = (points: readonly Place[], at: (x: number) => number, fixed: boolean): number => {
  const mean = fixed ? 0 : points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const [rest, all] = points.reduce(
    ([a, b], { x, y }) => [a + (y - at(x)) ** 2, b + (y - mean) ** 2] as const,
    [0, 0] as readonly [number, number],
  );
  return all > 0 ? 1 - rest / all : 1;
};

/** The normal equations, solved by elimination. */
const leastSquares = (
  points: readonly Place[],
  order: number,
  constant: number | undefined,
): readonly number[] | undefined => {
  const powers = Array.from({ length: order + 1 }, (_, power) => power).slice(constant === undefined ? 0 : 1);
  const size = powers.length;
  const rows = powers.map((row) => [
    ...powers.map((column) => points.reduce((sum, { x }) => sum + x ** (row + column), 0)),
    points.reduce((sum, { x, y }) => sum + (y - (constant ?? 0)) * x ** row, 0),
  ]);
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++)
      if (Math.abs(cell(row, at)) > Math.abs(cell(best, at))) best = row;
    const [pivot, other] = [rows[best], rows[at]];
    if (pivot === undefined || other === undefined || cell(best, at) === 0) return undefined;
    [rows[at], rows[best]] = [pivot, other];
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const factor = cell(row, at) / cell(at, at);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * cell(at, column));
    }
  }
  const solved = powers.map((_, at) => cell(at, size) / cell(at, at));
  if (!solved.every(Number.isFinite)) return undefined;
  return constant === undefined ? solved : [constant, ...solved];
};

/** As many as a curve needs to look like one. */
const STEPS = 60;

export const trendPoints = (trend: Trendline, fit: Fit, points: readonly Place[]): readonly Place[] => {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x } of points) {
    from = Math.min(from, x);
    to = Math.max(to, x);
  }
  from -= trend.backward;
  to += trend.forward;
  const count = trend.type === 'linear' ? 1 : STEPS;
  return Array.from({ length: count + 1 }, (_, step) => {
    const x = from + ((to - from) * step) / count;
    return { x, y: fit.at(x) };
  }).filter(({ y }) => Number.isFinite(y));
};

/** Each point is the mean of the last few. */
export const movingAverage = (period: number, points: readonly Place[]): readonly Place[] =>
  points.slice(period - 1).map(({ x }, index) => ({
    x,
    y: points.slice(index, index + period).reduce((sum, { y }) => sum + y, 0) / period,
  }));

const RAISED = '⁰¹²³⁴⁵⁶';

/** "y = 2x + 1" and "R² = 0.98". */
export const trendLabel = (trend: Trendline, { coefficients, rSquared }: Fit): string => {
  const code = trend.label?.format ?? 'General';
  const number = (value: number): string =>
    code === 'General' ? significant(value) : formatValue(value, code);
  const signed = (value: number, first: boolean): string =>
    first ? number(value) : `${value < 0 ? '-' : '+'} ${number(Math.abs(value))}`;
  const [constant = 0, slope = 0] = coefficients;
  const equation = (): string => {
    switch (trend.type) {
      case 'exp':
        return `y = ${number(Math.exp(constant))}e${number(slope)}x`;
      case 'power':
        return `y = ${number(Math.exp(constant))}x${number(slope)}`;
      case 'log':
        return `y = ${number(slope)}ln(x)${constant === 0 ? '' : ` ${signed(constant, false)}`}`;
      default: {
        const terms: string[] = [];
        for (let power = coefficients.length - 1; power >= 0; power--) {
          const value = coefficients[power] ?? 0;
          if (value === 0) continue;
          const unknown = power === 0 ? '' : power === 1 ? 'x' : `x${RAISED[power] ?? ''}`;
          terms.push(`${signed(value, terms.length === 0)}${unknown}`);
        }
        return `y = ${terms.join(' ') || '0'}`;
      }
    }
  };
  return [
    ...(trend.equation ? [equation()] : []),
    ...(trend.rSquared ? [`R² = ${significant(rSquared)}`] : []),
  ].join('\n');
};

/** Five digits for what is above one, four behind the point for what is below [M]. */
const significant = (value: number): string =>
  Math.abs(value) >= 1 ? general(Number(value.toPrecision(5))) : general(Number(value.toFixed(4)));

/** chartData :: what rows or an object of the data say → labels and series of a chart, with every value checked */
import { dataError } from '../../errors.ts';
import { inShort } from '../content/in-short.ts';

export interface ChartSeries {
  /** Undefined: the template's own name stays. */
  readonly name?: string;
  /** Null is a gap. */
  readonly values: readonly (number | null)[];
  /** Of points: where they stand, and how large they are. */
  readonly x?: readonly (number | null)[];
  readonly sizes?: readonly (number | null)[];
  /** Of which series of the template it is made, where that is not the one at its place. */
  readonly model?: number;
  /** Continues the look of that series, which another has as it is. */
  readonly isFurther?: boolean;
  /** Where they stand in the sheet, if they stand there already. */
  readonly at?: SeriesPlaces;
}

/** Addresses of cells. */
interface SeriesPlaces {
  readonly name?: string;
  readonly values: string;
  readonly x?: string;
  readonly sizes?: string;
}

type Label = string | number | null;

export interface ChartData {
  readonly labels: readonly Label[];
  /** Of categories in several columns: those that stand to the left, the outermost first. */
  readonly outerLabels?: readonly (readonly Label[])[];
  readonly labelsAt?: string;
  readonly series: readonly ChartSeries[];
  readonly title?: string;
  readonly min?: number;
  readonly max?: number;
}

/** One row of a list: its label, and a value of each series. */
export interface ChartPoint {
  readonly label: unknown;
  readonly values: readonly unknown[];
  readonly size?: unknown;
}

/** Excel's limits of points in a series and of series in a chart, which Word's charts have. */
const MOST_POINTS = 32_000;
const MOST_SERIES = 255;

const NUMERIC = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

/** A number, or a text that is one; nothing is a gap. */
export const numberOf = (value: unknown, what: () => string): number | null => {
  if (value === undefined || value === null || value === '') return null;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && NUMERIC.test(value)
        ? Number(value)
        : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw dataError(
    `${what()} is ${inShort(value)}, where the chart needs a number.`,
    'Send a number, or leave it out for a gap.',
  );
};

const labelOf = (value: unknown, row: number): Label => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  throw dataError(`The category of row ${row + 1} is ${inShort(value)}, not a text or a number.`);
};

const checkCounts = (series: number, points: number): void => {
  if (series > MOST_SERIES)
    throw dataError(`The chart has ${series} series; Word shows ${MOST_SERIES} at most.`);
  if (points > MOST_POINTS)
    throw dataError(`The chart has ${points} points in a series; Word shows ${MOST_POINTS} at most.`);
};

/** `names`: what the tag calls its series; undefined leaves the template's name. `hasX`: labels are numbers. */
export const fromPoints = (
  points: readonly ChartPoint[],
  names: readonly { readonly text: string; readonly isOwn: boolean }[],
  hasX: boolean,
): ChartData => {
  checkCounts(names.length, points.length);
  const at = (index: number, row: number) => () => `"${names[index]?.text}" of row ${row + 1}`;
  const x = hasX ? points.map(({ label }, row) => numberOf(label, () => `x of row ${row + 1}`)) : undefined;
  const sizes = points.some(({ size }) => size !== undefined)
    ? points.map(({ size }, row) => numberOf(size, () => `The size of row ${row + 1}`))
    : undefined;
  return {
    labels: hasX ? [] : points.map(({ label }, row) => labelOf(label, row)),
    series: names.map(({ text, isOwn }, index) => ({
      ...(isOwn && { name: text }),
      values: points.map(({ values }, row) => numberOf(values[index], at(index, row))),
      ...(x !== undefined && { x }),
      ...(sizes !== undefined && { sizes }),
    })),
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SHAPE_HINT =
  'Send {"categories": ["Jan", "Feb"], "series": [{"name": "Sales", "values": [1, 2]}]}, or write `{CHART rows category=month series=(sales)}` for a list of rows.';

/** `{ categories, series: [{ name, values }], title, min, max }`; of points `series: [{ name, points: [{ x, y, size }] }]`. */
export const fromObject = (value: unknown): ChartData => {
  if (!isRecord(value))
    throw dataError(`A chart is made of an object, but the value is ${inShort(value)}.`, SHAPE_HINT);
  const { categories = [], series = [], title, min, max } = value;
  if (!Array.isArray(categories) || !Array.isArray(series))
    throw dataError('The categories and the series of a chart are lists.', SHAPE_HINT);
  const read = series.map((one: unknown, index): ChartSeries => {
    const what = `Series ${index + 1}`;
    if (!isRecord(one)) throw dataError(`${what} is ${inShort(one)}, not an object.`, SHAPE_HINT);
    const { name, values, points } = one;
    const own = typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {};
    const list: unknown = points ?? values ?? [];
    if (!Array.isArray(list)) throw dataError(`${what} has no list of values.`, SHAPE_HINT);
    const number = (key: string) =>
      list.map((point: unknown, row) =>
        numberOf(isRecord(point) ? point[key] : undefined, () => `${key} of point ${row + 1} in ${what}`),
      );
    if (points !== undefined)
      return {
        ...own,
        values: number('y'),
        x: number('x'),
        ...(list.some((point: unknown) => isRecord(point) && point['size'] !== undefined) && {
          sizes: number('size'),
        }),
      };
    return {
      ...own,
      values: list.map((point: unknown, row) => numberOf(point, () => `Value ${row + 1} of ${what}`)),
    };
  });
  checkCounts(read.length, Math.max(0, ...read.map(({ values }) => values.length)));
  return { labels: categories.map(labelOf), series: read, ...boundsOf({ title, min, max }) };
};

/** Titles and ends of the axis, from the tag or from the data. */
export const boundsOf = (
  given: Readonly<Record<string, unknown>>,
): Pick<ChartData, 'title' | 'min' | 'max'> => {
  const { title } = given;
  const min = numberOf(given['min'], () => 'min');
  const max = numberOf(given['max'], () => 'max');
  if (min !== null && max !== null && min >= max)
    throw dataError(`The axis of the chart ends at ${max}, which is not above its beginning at ${min}.`);
  return {
    ...(title !== undefined && title !== null && { title: String(title) }),
    ...(min !== null && { min }),
    ...(max !== null && { max }),
  };
};

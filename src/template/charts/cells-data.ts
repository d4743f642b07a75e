/**
 * dataOfCells :: chart of the template + the rows that its sheet has become → what the chart shows, and where it stands
 *
 * A range of the template's sheet covers what its rows have become. Where the values of a series stand beside each other, each
 * copy of their row is a series.
 */
import { childOf, descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { type CellRange, readRange, writeRange } from './cell-ranges.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import { modelsOf } from './fill-chart.ts';
import type { Cell, SheetCell } from './sheet.ts';

export interface MadeRow {
  /** The row of the template that it was made of. */
  readonly from: number;
  readonly cells: readonly SheetCell[];
}

type Role = 'tx' | 'cat' | 'val' | 'xVal' | 'yVal' | 'bubbleSize';
const ROLES: readonly Role[] = ['tx', 'cat', 'val', 'xVal', 'yVal', 'bubbleSize'];
/** Where a text would be a bar of nothing. */
const OF_NUMBERS: ReadonlySet<Role> = new Set(['val', 'yVal', 'bubbleSize']);

/** `range` is undefined where the formula is none that could be followed. */
export interface ChartRange {
  readonly role: Role;
  readonly formula: string;
  readonly range: CellRange | undefined;
  readonly isOfNumbers: boolean;
}

const formulaOf = (series: XmlElement, role: Role): string | undefined => {
  const holder = childOf(series, `c:${role}`);
  const formula =
    holder === undefined ? undefined : [...descendantsOf(holder)].find(({ name }) => name === 'c:f');
  return formula === undefined ? undefined : textContent(formula);
};

export const rangesOf = (root: XmlElement): ChartRange[] =>
  modelsOf(root).flatMap(({ series }) =>
    ROLES.flatMap((role) => {
      const formula = formulaOf(series, role);
      if (formula === undefined) return [];
      return [{ role, formula, range: readRange(formula), isOfNumbers: OF_NUMBERS.has(role) }];
    }),
  );

export const isUpright = ({ columns, rows }: CellRange): boolean =>
  columns[0] === columns[1] || rows[0] !== rows[1];

/** A place for what has no rows: its formula must not point at others. */
export const withEmptyPlaces = (rows: readonly MadeRow[], root: XmlElement): MadeRow[] => {
  const made = [...rows];
  for (const { range } of rangesOf(root)) {
    if (range === undefined || !isUpright(range)) continue;
    const [top, bottom] = range.rows;
    if (made.some(({ from }) => from >= top && from <= bottom)) continue;
    const next = made.findIndex(({ from }) => from > bottom);
    made.splice(next < 0 ? made.length : next, 0, { from: top, cells: [] });
  }
  return made;
};

interface Found {
  readonly cells: readonly Cell[];
  readonly at: string;
}

export const dataOfCells = (root: XmlElement, rows: readonly MadeRow[]): ChartData => {
  const cellAt = (row: number, column: number): Cell =>
    rows[row]?.cells.find((one) => one.column === column)?.value ?? null;
  const madeOf = (range: CellRange): number[] =>
    rows.flatMap(({ from }, index) => (from >= range.rows[0] && from <= range.rows[1] ? [index] : []));
  const address = ({ sheet, columns }: CellRange, top: number, bottom: number): string =>
    writeRange({ sheet, rows: [top + 1, bottom + 1], columns });
  const column = (range: CellRange, at: number): Found | undefined => {
    const made = madeOf(range);
    const [first] = made;
    const last = made.at(-1);
    if (first === undefined || last === undefined) return undefined;
    return { cells: made.map((row) => cellAt(row, at)), at: address(range, first, last) };
  };
  /** Beside each other, in a row that was made of the range's. */
  const across = (range: CellRange, row: number | undefined): Found | undefined => {
    if (row === undefined) return undefined;
    const [left, right] = range.columns;
    const cells = Array.from({ length: right - left + 1 }, (_, index) => cellAt(row, left + index));
    return { cells, at: address(range, row, row) };
  };

  const series = modelsOf(root).flatMap(({ series: model }, index): ChartSeries[] => {
    const rangeOf = (role: Role): CellRange | undefined => readRange(formulaOf(model, role) ?? '');
    const values = rangeOf('val') ?? rangeOf('yVal');
    if (values === undefined) return [];
    const copies = isUpright(values) ? [undefined] : madeOf(values);
    return copies.map((row, copy): ChartSeries => {
      const found = (range: CellRange | undefined): Found | undefined => {
        if (range === undefined) return undefined;
        if (row === undefined && isUpright(range)) return column(range, range.columns[0]);
        const isOwnRow = row !== undefined && range.rows[0] === values.rows[0];
        return across(range, isOwnRow ? row : madeOf(range)[0]);
      };
      const name = found(rangeOf('tx'));
      const shown = found(values);
      const x = found(rangeOf('xVal'));
      const sizes = found(rangeOf('bubbleSize'));
      return {
        ...(name !== undefined && { name: name.cells.map((cell) => cell ?? '').join(' ') }),
        values: numbers(shown?.cells ?? []),
        ...(x !== undefined && isNumbers(x.cells) && { x: numbers(x.cells) }),
        ...(sizes !== undefined && { sizes: numbers(sizes.cells) }),
        model: index,
        isFurther: copy > 0,
        at: {
          values: shown?.at ?? '',
          ...(name !== undefined && { name: name.at }),
          ...(x !== undefined && { x: x.at }),
          ...(sizes !== undefined && { sizes: sizes.at }),
        },
      };
    });
  });

  const [first] = modelsOf(root);
  const category = readRange(
    first === undefined ? '' : (formulaOf(first.series, 'cat') ?? formulaOf(first.series, 'xVal') ?? ''),
  );
  if (category === undefined) return { labels: [], series };
  // Categories stand as the values do; what is wider than that are levels.
  const values = first === undefined ? undefined : readRange(formulaOf(first.series, 'val') ?? '');
  const [left, right] = category.columns;
  const made = madeOf(category);
  const levels =
    values === undefined || isUpright(values)
      ? Array.from({ length: right - left + 1 }, (_, index) => column(category, left + index))
      : made.map((row) => across(category, row));
  const inner = levels.at(-1);
  const [top, bottom] = [made[0], made.at(-1)];
  return {
    labels: inner?.cells ?? [],
    ...(levels.length > 1 && { outerLabels: levels.slice(0, -1).map((level) => level?.cells ?? []) }),
    ...(top !== undefined && bottom !== undefined && { labelsAt: address(category, top, bottom) }),
    series,
  };
};

const isNumbers = (cells: readonly Cell[]): boolean => cells.every((cell) => typeof cell !== 'string');

const numbers = (cells: readonly Cell[]): (number | null)[] =>
  cells.map((cell) => (typeof cell === 'number' ? cell : null));

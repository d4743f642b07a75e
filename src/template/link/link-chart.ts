/** Charts by data: the rows are gone through like those of a loop, and a chart part of its own is made of what they say. */
import { relationshipsPartOf, targetTo } from '../../ooxml/part-names.ts';
import { writeRelationships } from '../../ooxml/relationships.ts';
import { parseXml } from '../../ooxml/xml.ts';
import { dataOfCells, withEmptyPlaces } from '../charts/cells-data.ts';
import { boundsOf, type ChartData, type ChartPoint, fromObject, fromPoints } from '../charts/chart-data.ts';
import { fillChart } from '../charts/fill-chart.ts';
import { plainWorkbook, type SheetRow } from '../charts/sheet.ts';
import { type Book, openBook } from '../charts/workbook.ts';
import { namesOf } from '../content/dialect.ts';
import { BYTES } from '../expression/values/memory.ts';
import { textOf } from '../expression/values/text.ts';
import type { Op } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import { rowsOf } from './link-sheet.ts';

type ChartOp = Extract<Op, { op: 'chart' }>;
type PointOp = Extract<Op, { op: 'point' }>;

const POINTS = 'chart points';

/** A row of the list that a chart is made of. */
export const linkPoint = (op: PointOp, context: LinkContext): Step => {
  const { tag, isPoint } = op;
  const label = op.label === undefined ? undefined : linkTree(op.label, 'value', context, tag);
  const values = op.values.map((tree) => linkTree(tree, 'condition', context, tag));
  const size = op.size === undefined ? undefined : linkTree(op.size, 'condition', context, tag);
  return (state) => {
    state.tag = tag;
    state.budget.memory((values.length + 2) * BYTES.element);
    const name = label?.(state);
    // A date or an amount that was formatted is a text by now; a label that nobody named is the row's number.
    const shown = isPoint || typeof name !== 'object' || name === null ? name : textOf(name, state);
    const points = state.memo.get(POINTS) as ChartPoint[];
    points.push({
      label: label === undefined ? points.length + 1 : shown,
      values: values.map((evaluate) => evaluate(state)),
      ...(size !== undefined && { size: size(state) ?? null }),
    });
  };
};

export const linkChart = (op: ChartOp, context: LinkContext): Step => {
  const { tag, names, isPoints } = op;
  const rows = op.rows === undefined ? undefined : context.ops([op.rows], context);
  const operand = op.e === undefined ? undefined : linkTree(op.e, 'value', context, tag);
  const cells = op.cells === undefined ? undefined : context.ops(op.cells.ops, context);
  const body = context.ops(op.source, context);
  const bookOf = templateBook(op, context);
  const options = op.options.map(({ name, text, e }) => ({
    name,
    value: e === undefined ? () => text : linkTree(e, 'condition', context, tag),
  }));
  return (state) => {
    const source = Buffer.from(state.capture(() => body(state))).toString();
    state.tag = tag;
    const own = bookOf();
    if (op.cells !== undefined && cells !== undefined) {
      const { sheet } = op.cells;
      const root = parseXml(source);
      const made = withEmptyPlaces(rowsOf(state, cells), root);
      state.tag = tag;
      const shown = dataOfCells(root, made);
      doubts(state, shown);
      takeMemory(state, source, shown);
      const { markup } = fillChart(source, shown);
      const book = bookWith(
        own.book,
        sheet,
        made.map((row) => row.cells),
      );
      state.write(addChart(state, op, markup, { type: op.book?.type ?? WORKBOOK, bytes: book }));
      return;
    }
    if (rows === undefined && operand === undefined) {
      // Its texts alone: what is behind them stays as it is.
      const kept = op.book && own.bytes && { type: op.book.type, bytes: own.bytes };
      state.budget.memory(source.length * BYTES.character);
      state.write(addChart(state, op, source, kept));
      return;
    }
    const data = rows === undefined ? fromObject(operand?.(state)) : ofRows(state, rows, names, isPoints);
    state.tag = tag;
    const given = Object.fromEntries(options.map(({ name, value }) => [name, value(state)]));
    // Of a tag that was the title nothing stays, unless the data have one.
    if (given['title'] === '' && data.title !== undefined) given['title'] = data.title;
    const whole: ChartData = {
      ...data,
      ...boundsOf({ title: data.title, min: data.min, max: data.max, ...given }),
    };
    doubts(state, whole);
    takeMemory(state, source, whole);
    const { markup, sheet } = fillChart(source, whole);
    const styles = own.book?.rowsOf(sheet.name) ?? [];
    const styleOf = (column: number, row: number): string | undefined =>
      styles.find((one) => one.row === row)?.cells.find((one) => one.column === column)?.style;
    const book = bookWith(own.book, sheet.name, sheet.rows(styleOf));
    const type = own.book === undefined ? WORKBOOK : (op.book?.type ?? WORKBOOK);
    state.write(addChart(state, op, markup, { type, bytes: book }));
  };
};

/** Of the template, opened with the first chart that is made of it. */
const templateBook = (
  { book }: ChartOp,
  { file }: LinkContext,
): (() => { readonly bytes: Uint8Array | undefined; readonly book: Book | undefined }) => {
  let opened: { readonly bytes: Uint8Array | undefined; readonly book: Book | undefined } | undefined;
  return () => {
    if (opened === undefined) {
      const bytes = book === undefined ? undefined : file?.(book.part);
      opened = { bytes, book: bytes === undefined ? undefined : openBook(bytes) };
    }
    return opened;
  };
};

/** The template's with this sheet; a plain one where that can't be read, or has none of this name. */
const bookWith = (book: Book | undefined, name: string, rows: readonly SheetRow[]): Uint8Array =>
  book?.withSheet(name, rows) ?? plainWorkbook(name, rows);

const takeMemory = (state: RenderState, source: string, { series, labels }: ChartData): void => {
  const cells = series.reduce((sum, { values }) => sum + values.length, labels.length);
  state.budget.memory(source.length * CHART_BYTES + cells * CELL_BYTES);
};

/** The chart is read once more, and a cell is written in the chart and in the sheet. */
const CHART_BYTES = 12;
const CELL_BYTES = 200;

const ofRows = (state: RenderState, rows: Step, names: ChartOp['names'], isPoints: boolean): ChartData => {
  const outer = state.memo.get(POINTS);
  const points: ChartPoint[] = [];
  state.memo.set(POINTS, points);
  rows(state);
  state.memo.set(POINTS, outer);
  return fromPoints(points, names, isPoints);
};

/** More than anybody can tell apart on a page. */
const MANY_POINTS = 1000;

const doubts = (state: RenderState, { series }: ChartData): void => {
  const most = Math.max(0, ...series.map(({ values }) => values.length));
  if (series.every(({ values }) => values.every((value) => value === null)))
    state.doubt(() => 'has no data: its chart is empty.');
  else if (most > MANY_POINTS)
    state.doubt(() => `has ${most} points in a series: nobody will tell them apart on a page.`);
};

/** The id of the relationship to a part of its own. */
const addChart = (
  state: RenderState,
  op: ChartOp,
  markup: string,
  behind: { readonly bytes: Uint8Array; readonly type: string } | undefined,
): string => {
  const { additions, program } = state;
  const kinds = namesOf(program.dialect).relationships;
  const folder = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);
  const name = additions.addPart(folder(op.part), 'xml', markup, CHART);
  const origin = state.origins?.of(state, op.tag);
  if (origin !== undefined) state.origins?.charts.set(name, origin);
  const own = op.relationships.map((one) => {
    if (!one.type.endsWith('/package') || behind === undefined) return one;
    const extension = behind.type === WORKBOOK ? 'xlsx' : (/[^.]+$/.exec(op.book?.part ?? '')?.[0] ?? 'xlsx');
    const embeddings = `${folder(program.mainPart)}embeddings/`;
    const book = additions.addPart(embeddings, extension, behind.bytes, behind.type);
    return { ...one, target: targetTo(name, book), external: false };
  });
  if (own.length > 0) additions.addEntry(relationshipsPartOf(name), writeRelationships(own));
  return additions.addRelationship(state.part, `${kinds}/chart`, targetTo(state.part, name), false);
};

const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

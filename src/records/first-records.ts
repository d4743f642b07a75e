/**
 * The beginning of a file of records, for whoever looks at it before it is sent: by the same rules as the whole, in the
 * browser. Of CSV and of JSON only the beginning is read.
 */
import type { Info, Options } from 'csv-parse';
import { parse } from 'csv-parse/browser/esm/sync';
import { PlatenError, type Problem } from '../errors.ts';
import type { Cell, Row } from './cells.ts';
import { type Conversion, namesOf, planColumns, RowReader } from './columns.ts';
import { CSV_HEAD, csvError, csvOptions, formatOf } from './csv-format.ts';
import { decodeText } from './decode-text.ts';
import { FieldKinds } from './field-kinds.ts';
import { readJsonArray } from './json-array.ts';
import { readNdjson } from './ndjson.ts';
import type { ReadRecord } from './record.ts';
import { checkSource, type RecordSource } from './source.ts';
import { recordsOf } from './tables.ts';
import { openWorkbook } from './xlsx/workbook.ts';

export interface TableHead {
  /** Of a workbook. */
  readonly sheets: readonly string[];
  /** Of the columns. */
  readonly names: readonly string[];
  /** The first rows below, as they are in the file. */
  readonly rows: readonly (readonly string[])[];
}

/** Names of columns and the first rows of a table. */
export const readHead = async (file: Blob, source: RecordSource, rows: number): Promise<TableHead> => {
  checkSource(source);
  const { sheets, table } = await openTable(file, source, rows);
  const headerRow = source.headerRow ?? 1;
  const found: Row[] = [];
  let seen = 0;
  for await (const row of table) {
    const place = source.kind === 'xlsx' ? row.number : ++seen;
    if (place >= headerRow) found.push(row);
    if (found.length > rows) break;
  }
  const [names, ...rest] = found;
  return {
    sheets,
    names: names === undefined ? [] : namesOf(names),
    rows: rest.map(({ cells }) => Array.from(cells, shownCell)),
  };
};

export { mergedWith } from './merge.ts';
export type { ReadRecord } from './record.ts';
export { kindOf, type RecordKind, type RecordSource } from './source.ts';

export interface FileProblem {
  readonly message: string;
  readonly hint: string | undefined;
  readonly details: readonly Problem[];
}

/** What is wrong with a file, where it was a reader that said so. */
export const problemOf = (error: unknown): FileProblem | undefined =>
  error instanceof PlatenError
    ? { message: error.message, hint: error.hint, details: error.details ?? [] }
    : undefined;

/** The first records as a batch would get them; throws where the file as a whole can't be read. */
export const firstRecords = async (
  file: Blob,
  source: RecordSource,
  conversion: Conversion,
  count: number,
): Promise<ReadRecord[]> => {
  checkSource(source);
  const records: ReadRecord[] = [];
  for await (const record of await openRecords(file, source, conversion, count)) {
    records.push(record);
    if (records.length >= count) break;
  }
  return records;
};

/** Texts for fields, typed once for all records: what they make of the data, by the rules for cells. */
export const sharedData = (texts: Readonly<Record<string, string>>, conversion: Conversion): ReadRecord => {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  const columns = planColumns(
    filled.map(([path]) => path),
    undefined,
    new FieldKinds(conversion.schema),
  );
  const cells = filled.map(([, text]) => text);
  const read = new RowReader(columns, conversion, true).read({ number: 1, cells }, 1);
  if (!('problem' in read)) return read;
  // There is no line that it could be on.
  const message = read.problem.message.replace(/^.*?column /, '');
  return { ...read, problem: { ...read.problem, message } };
};

const openRecords = async (
  file: Blob,
  source: RecordSource,
  conversion: Conversion,
  count: number,
): Promise<AsyncIterable<ReadRecord>> => {
  if (source.kind === 'json') return readJsonArray(decodeText(bytesOf(file), source.encoding));
  if (source.kind === 'ndjson') return readNdjson(decodeText(bytesOf(file), source.encoding));
  const { table } = await openTable(file, source, count);
  return recordsOf(table, source, conversion);
};

const openTable = async (
  file: Blob,
  source: RecordSource,
  rows: number,
): Promise<{ sheets: readonly string[]; table: AsyncIterable<Row> | Iterable<Row> }> => {
  if (source.kind === 'xlsx') {
    const workbook = await openWorkbook(new Uint8Array(await file.arrayBuffer()));
    return { sheets: workbook.sheets, table: workbook.rows(source.sheet) };
  }
  return { sheets: [], table: await firstRows(file, source, rows) };
};

/** Empty lines are rows to the parser, so a few more are asked for. */
const SPARE_ROWS = 50;

const firstRows = async (file: Blob, source: RecordSource, count: number): Promise<Row[]> => {
  let head = '';
  let isCut = false;
  for await (const piece of decodeText(bytesOf(file), source.encoding)) {
    head += piece;
    isCut = head.length >= CSV_HEAD;
    if (isCut) break;
  }
  const { separator, skip } = formatOf(head, source);
  const rows: Row[] = [];
  const keep = ({ record, info }: { record: string[]; info: Info }): null => {
    rows.push({ number: info.lines, cells: record });
    return null;
  };
  const to = (source.headerRow ?? 1) + count + SPARE_ROWS;
  try {
    parse(head.slice(skip), { ...csvOptions(separator), to, on_record: keep } as unknown as Options);
  } catch (error) {
    // Where the text was cut, the last record is cut as well.
    if (!isCut || rows.length < 2) throw csvError(error);
  }
  return rows;
};

const shownCell = (cell: Cell): string => {
  if (cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'date' in cell ? cell.date : 'shown' in cell ? cell.shown : cell.broken;
};

/** Not every browser has streams that can be iterated. */
async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

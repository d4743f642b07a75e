/** recordsOf :: rows → records, by the names in one of the rows. Rows without a value are no records. */
import { PlatenError } from '../errors.ts';
import { isEmptyCell, type Row } from './cells.ts';
import { type Conversion, namesOf, planColumns, RowReader } from './columns.ts';
import { FieldKinds } from './field-kinds.ts';
import type { ReadRecord } from './record.ts';
import type { RecordSource } from './source.ts';

export async function* recordsOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  source: RecordSource,
  conversion: Conversion,
): AsyncGenerator<ReadRecord, void, undefined> {
  const isSheet = source.kind === 'xlsx';
  const headerRow = source.headerRow ?? 1;
  let reader: RowReader | undefined;
  let record = 0;
  let seen = 0;
  for await (const row of rows) {
    // Sheets leave out empty rows, so they say which one it is; in CSV, what is quoted may have several lines.
    const place = isSheet ? row.number : ++seen;
    if (place < headerRow) continue;
    if (reader === undefined) {
      if (place > headerRow || isBlank(row)) throw noNames(headerRow);
      const columns = planColumns(namesOf(row), source.columns, new FieldKinds(conversion.schema));
      reader = new RowReader(columns, conversion, !isSheet);
    } else if (!isBlank(row)) yield reader.read(row, ++record);
  }
  if (reader === undefined) throw noNames(headerRow);
}

/** The last cell of a sheet's row is never empty; of CSV, separators alone make no record. */
const isBlank = ({ cells }: Row): boolean => isEmptyCell(cells.at(-1)) && cells.every(isEmptyCell);

const noNames = (headerRow: number): PlatenError =>
  new PlatenError('records_columns', `Row ${headerRow} should have the names of the columns, and is empty.`, {
    hint: 'Say in `source.headerRow` in which row the names are.',
  });

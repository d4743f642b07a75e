/** readList, readFile :: records of a request, or of a file → one after the other, in order */
import { readRecords } from '../../records/index.ts';
import { dataOf, type ReadRecord } from '../../records/record.ts';
import type { RecordsFile } from '../../service/jobs/batch-renderer-ports.ts';

export async function* readList(records: readonly unknown[]): AsyncGenerator<ReadRecord> {
  for (const [index, value] of records.entries()) yield { record: index + 1, ...dataOf(value) };
}

export const readFile = ({
  path,
  kind,
  source,
  schema,
  locale,
}: RecordsFile & { readonly path: string }): AsyncIterable<ReadRecord> =>
  readRecords({ path }, { kind, ...source }, { schema, locale });

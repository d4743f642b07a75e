/** Stand-in until records has its readers. */
import { PlatenError } from '../../errors.ts';
import type { RecordsFile } from '../../service/jobs/batch-renderer-ports.ts';
import { isObject } from '../parse-body.ts';
import type { ChunkLine } from './batch-protocol.ts';

export async function* readList(records: readonly unknown[]): AsyncGenerator<ChunkLine> {
  let record = 0;
  for (const data of records) {
    record += 1;
    yield isObject(data)
      ? { record, data }
      : { record, problem: { code: 'record_broken', message: 'A record must be a JSON object.' } };
  }
}

export async function* readFile(_file: RecordsFile & { readonly path: string }): AsyncGenerator<ChunkLine> {
  yield* [];
  throw new PlatenError('internal_error', 'Files of records cannot be read yet.');
}

/**
 * readRecords :: file → records
 *
 * The records of a batch, one after the other, from a JSON array, NDJSON, CSV or a workbook. Memory is bounded by one
 * record, and for a workbook by its packed bytes and its table of texts.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Conversion } from './columns.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './decode-text.ts';
import { readJsonArray } from './json-array.ts';
import { readNdjson } from './ndjson.ts';
import type { ReadRecord } from './record.ts';
import { checkSource, type RecordSource } from './source.ts';
import { recordsOf } from './tables.ts';
import { tooBig } from './xlsx/refusals.ts';
import { openWorkbook, WORKBOOK_LIMITS } from './xlsx/workbook.ts';

export { namedWithout, namePattern, UniqueNames } from './file-names.ts';
export { mergedWith } from './merge.ts';
export type { ReadRecord } from './record.ts';
export { type ReportLine, reportCsv } from './report.ts';
export { checkSource, kindOf, type RecordKind, type RecordSource } from './source.ts';
export { WarningNotes } from './warnings.ts';

/** Bytes that are read at a time. */
const PIECE = 64 * 1024;

/** In order; throws where the file as a whole can't be read. */
export async function* readRecords(
  file: { readonly path: string },
  source: RecordSource,
  conversion: Conversion,
): AsyncGenerator<ReadRecord, void, undefined> {
  checkSource(source);
  if (source.kind === 'xlsx') {
    const workbook = await openWorkbook(await bytesOf(file.path));
    yield* recordsOf(workbook.rows(source.sheet), source, conversion);
    return;
  }
  const text = decodeText(createReadStream(file.path, { highWaterMark: PIECE }), source.encoding);
  if (source.kind === 'csv') yield* recordsOf(readCsv(text, source), source, conversion);
  else yield* source.kind === 'json' ? readJsonArray(text) : readNdjson(text);
}

const bytesOf = async (path: string): Promise<Uint8Array> => {
  const { size } = await stat(path);
  if (size > WORKBOOK_LIMITS.fileBytes)
    throw tooBig(`The workbook has ${size} bytes; the limit is ${WORKBOOK_LIMITS.fileBytes}.`);
  return readFile(path);
};

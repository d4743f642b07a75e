/**
 * The report of a batch, read from its chunks: a line for each thing that is to be said about a record, in the order of the records.
 * What was never begun, or not paid for, has one line as well, which says what has stopped the batch.
 */
import { PlatenError } from '../../errors.ts';
import { type ReportLine, reportCsv } from '../../records/report.ts';
import { type SharedWarning, WarningNotes } from '../../records/warnings.ts';
import type { StopCode } from './batch-model.ts';
import type { BatchStore, EndedChunk } from './batch-ports.ts';
import type { FailedRecord } from './batch-renderer-ports.ts';
import { toJobError } from './job-errors.ts';
import type { JobEnd, JobError, JobResult } from './job-ports.ts';

const CHUNKS_AT_ONCE = 50;

const WHY: Readonly<Record<StopCode, string>> = {
  insufficient_credit: 'The organization had no credit left for this document.',
  too_many_failed_records: 'The batch was stopped before this record: more failed than `maxFailures` allows.',
  storage_limit: 'The batch was stopped before this record: no room was left for the results of jobs.',
  batch_cancelled: 'The batch was called off before this record was made.',
};

export class BatchReport {
  readonly #batches: Pick<BatchStore, 'chunks'>;
  readonly #id: string;

  constructor(batches: Pick<BatchStore, 'chunks'>, id: string) {
    this.#batches = batches;
    this.#id = id;
  }

  async *chunks(): AsyncGenerator<EndedChunk> {
    for (let after = -1; ; ) {
      const page = await this.#batches.chunks(this.#id, { after, limit: CHUNKS_AT_ONCE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < CHUNKS_AT_ONCE) return;
      after = last.part;
    }
  }

  async *lines(): AsyncGenerator<ReportLine> {
    const warnings = await this.#allWarnings();
    let at = 0;
    for await (const chunk of this.chunks())
      for (const line of failuresOf(chunk)) {
        for (; (warnings[at]?.record ?? Number.POSITIVE_INFINITY) < line.record; at += 1)
          yield warnings[at] as ReportLine;
        yield line;
      }
    yield* warnings.slice(at);
  }

  async *ndjson(): AsyncGenerator<string> {
    for await (const line of this.lines()) yield `${JSON.stringify(line)}\n`;
  }

  /** Few, however many records there are. */
  async #allWarnings(): Promise<readonly ReportLine[]> {
    const notes = WarningNotes.ofBatch();
    for await (const chunk of this.chunks())
      for (const warning of warningsOf(chunk)) notes.addShared(warning);
    return notes.lines();
  }
}

export { reportCsv };

export async function* reportJson(lines: AsyncIterable<ReportLine>): AsyncGenerator<string> {
  let before = '[';
  for await (const line of lines) {
    yield `${before}\n${JSON.stringify({ level: 'error', ...line })}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** How a batch ends that has made something. */
export const batchEnd = (stoppedBy: StopCode | null, total: number, result: JobResult): JobEnd => {
  if (stoppedBy === 'batch_cancelled') return { state: 'cancelled', result };
  if (stoppedBy === null || stoppedBy === 'insufficient_credit') return { state: 'completed', result };
  return { state: 'failed', error: batchError(stoppedBy, total), result };
};

export const batchError = (stoppedBy: StopCode | null, total: number): JobError =>
  toJobError(
    stoppedBy === null
      ? new PlatenError('no_documents', `None of the ${total} records has become a document.`, {
          hint: 'GET /jobs/{id}/report says why.',
        })
      : new PlatenError(stoppedBy, STOPPED[stoppedBy], {
          hint: 'GET /jobs/{id}/report lists the records that have no document.',
        }),
  );

const STOPPED: Readonly<Record<StopCode, string>> = {
  insufficient_credit: 'The organization had no credit left.',
  too_many_failed_records: 'More records failed than `maxFailures` allows, and the batch was stopped.',
  storage_limit: 'No room was left for the results of jobs, and the batch was stopped.',
  batch_cancelled: 'The batch was called off.',
};

/** What is kept of a chunk. */
export const chunkReport = (failures: readonly FailedRecord[], warnings: readonly SharedWarning[]): string =>
  JSON.stringify([...failures.flatMap(({ lines }) => lines), ...warnings]);

const readReport = ({ report }: EndedChunk) => {
  const all = JSON.parse(report) as (ReportLine | SharedWarning)[];
  return {
    lines: all.filter((line): line is ReportLine => !('records' in line)),
    warnings: all.filter((line): line is SharedWarning => 'records' in line),
  };
};

/** Documents that were not paid for have none. */
const warningsOf = (chunk: EndedChunk): readonly SharedWarning[] => {
  const { warnings } = readReport(chunk);
  if (warnings.length === 0 || chunk.paid === chunk.documents) return warnings;
  const unpaid = new Set([...failuresOf(chunk)].map(({ record }) => record));
  return warnings.flatMap((warning) => {
    const records = warning.records.filter((record) => !unpaid.has(record));
    return records.length === 0 ? [] : [{ ...warning, records }];
  });
};

function* failuresOf(chunk: EndedChunk): Generator<ReportLine> {
  const { first, total, paid, stoppedBy } = chunk;
  const { lines } = readReport(chunk);
  const code = stoppedBy ?? 'batch_cancelled';
  let made = 0;
  let at = 0;
  for (let record = first; record < first + total; record += 1) {
    if (lines[at]?.record === record)
      for (; lines[at]?.record === record; at += 1) yield lines[at] as ReportLine;
    else if (made < paid) made += 1;
    else yield { record, code, message: WHY[code] };
  }
}

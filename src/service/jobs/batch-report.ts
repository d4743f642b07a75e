/**
 * The report of a batch, read from its chunks: a line for each thing that was wrong with a record, in the order of the records. What
 * was never begun, or not paid for, has one line as well, which says what has stopped the batch.
 */
import { PlatenError } from '../../errors.ts';
import { type ReportLine, reportCsv } from '../../records/report.ts';
import type { StopCode } from './batch-model.ts';
import type { BatchStore, EndedChunk } from './batch-ports.ts';
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
    for await (const chunk of this.chunks()) yield* linesOf(chunk);
  }

  async *ndjson(): AsyncGenerator<string> {
    for await (const line of this.lines()) yield `${JSON.stringify(line)}\n`;
  }
}

export { reportCsv };

export async function* reportJson(lines: AsyncIterable<ReportLine>): AsyncGenerator<string> {
  let before = '[';
  for await (const line of lines) {
    yield `${before}\n${JSON.stringify(line)}`;
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

function* linesOf({ first, total, paid, report, stoppedBy }: EndedChunk): Generator<ReportLine> {
  const lines = JSON.parse(report) as ReportLine[];
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

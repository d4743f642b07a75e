/** Rows of jobs → what the domain calls them. */
import type { Selectable } from 'kysely';
import type { BatchStep, Bundle, PagesThrough, StopCode } from '../service/jobs/batch-model.ts';
import type { ClaimedJob, Job, JobEnd, JobState } from '../service/jobs/job-ports.ts';
import type { OutputFormat } from '../service/model.ts';
import type { NewEvent } from '../service/webhooks/webhook-ports.ts';
import type { JobsTable } from './tables.ts';

export type JobRow = Selectable<JobsTable>;

/** What the column `report` of a whole job has. */
export interface Warned {
  readonly warned: number;
  /** Of a job of one document. */
  readonly lines?: Job['warnings'];
}

const NOTHING_WARNED: Warned = { warned: 0 };

export const warnedOf = ({ report }: Pick<JobRow, 'report'>): Warned =>
  report === null ? NOTHING_WARNED : (JSON.parse(report) as Warned);

/** With what its chunks that run have made so far. */
export interface WatchedRow extends JobRow {
  readonly done_so_far: number | string | null;
  readonly failed_so_far: number | string | null;
}

export const toJob = (row: JobRow & Partial<WatchedRow>): Job => ({
  id: row.id,
  organizationId: row.organization_id,
  state: row.state as JobState,
  templateKey: row.template_key,
  version: row.version,
  output: row.output as OutputFormat,
  bundle: row.bundle as Bundle | null,
  records: {
    total: row.total,
    done: row.done + Number(row.done_so_far ?? 0),
    failed: row.failed + Number(row.failed_so_far ?? 0),
    warned: warnedOf(row).warned,
  },
  warnings: warnedOf(row).lines ?? [],
  charged: row.paid,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
  result:
    row.result_hash === null
      ? null
      : {
          hash: row.result_hash,
          size: row.result_size ?? 0,
          contentType: row.result_type ?? '',
          filename: row.result_name ?? '',
        },
  error: row.error === null ? null : JSON.parse(row.error),
  reportHash: row.report_hash,
});

/** No header can hold the first character. */
export const keyOf = (id: string): string => `\u0001job ${id}`;

/** `whole`: the job itself, or the one that it is a chunk of. */
export const toClaimed = (row: JobRow, whole: JobRow): ClaimedJob => ({
  id: row.id,
  organizationId: row.organization_id,
  templateKey: row.template_key,
  version: row.version,
  output: row.output as OutputFormat,
  actor: row.actor,
  requestId: row.request_id,
  createdAt: row.created_at,
  bodyHash: whole.body_hash ?? '',
  fileHash: whole.file_hash ?? '',
  programHash: whole.program_hash ?? '',
  pins: whole.pins,
  token: row.token ?? '',
  key: keyOf(row.id),
  attempts: row.attempts,
  ...(row.step !== null && { batch: stepOf(row, whole) }),
});

const stepOf = (row: JobRow, whole: JobRow): BatchStep => {
  const bundle = whole.bundle as Bundle;
  if (row.step === 'bundle') return { step: 'bundle', bundle, stoppedBy: row.stopped_by as StopCode | null };
  if (row.step === 'split') return { step: 'split', bundle, recordsHash: row.records_hash };
  const { first_record: first, total } = row;
  const place = { bundle, recordsHash: row.records_hash ?? '', first: first ?? 1, total };
  if (row.step === 'count') return { step: 'count', ...place };
  const { pages } = JSON.parse(row.pins) as { readonly pages?: PagesThrough };
  return { step: 'chunk', ...place, ...(pages && { pages }) };
};

/** The trace of whoever asked for it. */
export const traceOf = (row: Pick<JobRow, 'pins'> | undefined): NewEvent['trace'] =>
  row && (JSON.parse(row.pins) as Pick<NewEvent, 'trace'>).trace;

/** What an ended job does not need any more. */
export const DONE_WITH = {
  token: null,
  body_hash: null,
  file_hash: null,
  program_hash: null,
  records_hash: null,
};

export const resultOf = ({ result }: JobEnd) => {
  if (result === undefined) return { kept_bytes: 0 };
  return {
    result_hash: result.hash,
    result_size: result.size,
    result_type: result.contentType,
    result_name: result.filename,
    kept_bytes: result.size,
  };
};

import type { PagesThrough, StopCode } from '../service/jobs/batch-model.ts';
import type { BatchStore, EndedChunk, HeldJob, MadeDocuments } from '../service/jobs/batch-ports.ts';
import type { JobState } from '../service/jobs/job-ports.ts';
import { bundleWhenDone, keptFor, stopBatch } from './batch-steps.ts';
import { type Database, present, type Trx } from './database.ts';
import { writeEvent } from './events.ts';
import { chargeGroup, lockBalance } from './group-charge.ts';
import { DONE_WITH, type JobRow, resultOf, toJob, traceOf, type Warned, warnedOf } from './job-rows.ts';
import { countFailures } from './usage.ts';

/** While its chunks are worked on nobody claims the batch itself. */
const UNTIL_ITS_CHUNKS_END = Number.MAX_SAFE_INTEGER;

/** Locks the row, and nothing else happens to it. Undefined where it is not the caller's any more. */
const held = (trx: Trx, { id, token }: Pick<HeldJob, 'id' | 'token'>): Promise<JobRow | undefined> =>
  trx
    .updateTable('jobs')
    .set({ token })
    .where('id', '=', id)
    .where('token', '=', token)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();

const locked = (trx: Trx, id: string): Promise<JobRow | undefined> =>
  trx
    .updateTable('jobs')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

const parentOf = async (trx: Trx, id: string): Promise<string | undefined> =>
  (await trx.selectFrom('jobs').select('parent_id').where('id', '=', id).executeTakeFirst())?.parent_id ??
  undefined;

/** The batch before the chunk: whoever calls it off takes the same way. */
const lockBoth = async (
  trx: Trx,
  job: HeldJob,
): Promise<{ readonly batch: JobRow; readonly chunk: JobRow } | undefined> => {
  const parentId = await parentOf(trx, job.id);
  const batch = parentId === undefined ? undefined : await locked(trx, parentId);
  const chunk = batch && (await held(trx, job));
  return chunk && { batch, chunk };
};

const ENDED = { token: null, records_hash: null };

const drop = async (
  trx: Trx,
  { at }: HeldJob,
  { batch, chunk }: { readonly batch: JobRow; readonly chunk: JobRow },
): Promise<void> => {
  const stoppedBy = batch.stopped_by ?? 'batch_cancelled';
  await trx
    .updateTable('jobs')
    .set({ ...ENDED, state: 'cancelled', stopped_by: stoppedBy, kept_bytes: 0, finished_at: at })
    .where('id', '=', chunk.id)
    .execute();
  await trx
    .updateTable('jobs')
    .set(({ eb }) => ({ failed: eb('failed', '+', chunk.total) }))
    .where('id', '=', batch.id)
    .execute();
  await bundleWhenDone(trx, batch.id);
};

/** The code of what stops a batch after this chunk. */
const stopAfter = async (
  trx: Trx,
  batch: JobRow,
  { unpaid, roomBytes }: { readonly unpaid: number; readonly roomBytes: number },
): Promise<StopCode | undefined> => {
  if (unpaid > 0) return 'insufficient_credit';
  if (batch.max_failures !== null && batch.failed > batch.max_failures) return 'too_many_failed_records';
  return (await keptFor(trx, batch.organization_id)) > roomBytes ? 'storage_limit' : undefined;
};

const commit = async (trx: Trx, job: HeldJob, made: MadeDocuments): Promise<boolean> => {
  const { at, organizationId } = job;
  // First, as every charge does.
  const balance = await lockBalance(trx, organizationId);
  const both = await lockBoth(trx, job);
  if (both === undefined || balance === undefined) return false;
  const { batch, chunk } = both;
  if (batch.stopped_by !== null) {
    await drop(trx, job, both);
    return true;
  }
  const paid = Math.min(made.documents, balance.credit ?? made.documents);
  const unpaid = made.documents - paid;
  const warned = made.warned.filter((place) => place < paid).length;
  const about = { organizationId, templateKey: batch.template_key, format: batch.output, at };
  await chargeGroup(trx, balance, {
    ...about,
    documents: paid,
    templateId: made.templateId,
    requestId: batch.request_id,
  });
  const failures = new Map(made.failures);
  if (unpaid > 0) failures.set('insufficient_credit', unpaid + (failures.get('insufficient_credit') ?? 0));
  await countFailures(trx, about, failures);
  await trx
    .updateTable('jobs')
    .set({
      ...ENDED,
      state: 'completed',
      finished_at: at,
      done: made.documents,
      failed: chunk.total - paid,
      paid,
      report: made.report,
      kept_bytes: paid === 0 ? 0 : (made.part?.size ?? 0),
      ...(unpaid > 0 && { stopped_by: 'insufficient_credit' }),
      ...(paid > 0 && made.part && { result_hash: made.part.hash, result_size: made.part.size }),
    })
    .where('id', '=', chunk.id)
    .execute();
  const counted = await trx
    .updateTable('jobs')
    .set(({ eb }) => ({
      done: eb('done', '+', paid),
      paid: eb('paid', '+', paid),
      failed: eb('failed', '+', chunk.total - paid),
      // The row is locked: nobody else counts meanwhile.
      report: JSON.stringify({ warned: warnedOf(batch).warned + warned } satisfies Warned),
    }))
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirst();
  const by = await stopAfter(trx, present(counted), { unpaid, roomBytes: made.roomBytes });
  if (by === undefined) await bundleWhenDone(trx, batch.id);
  else await stopBatch(trx, { id: batch.id, by, at });
  return true;
};

/** Out of the queue again, until the last one is counted. */
const count = async (
  trx: Trx,
  { batch, chunk }: { readonly batch: JobRow; readonly chunk: JobRow },
  counted: readonly number[],
): Promise<void> => {
  await trx
    .updateTable('jobs')
    .set({
      ...{ state: 'prepared', step: 'chunk', token: null, attempts: 0, lease_until: 0 },
      pins: JSON.stringify({ counted }),
    })
    .where('id', '=', chunk.id)
    .execute();
  const chunks = trx.selectFrom('jobs').where('parent_id', '=', batch.id);
  const open = await chunks.select('id').where('step', '=', 'count').limit(1).executeTakeFirst();
  if (open === undefined)
    await numberPages(trx, await chunks.select(['id', 'pins']).orderBy('part').execute());
};

/** Each chunk hears where its records begin, and how many pages there are in all. */
const numberPages = async (
  trx: Trx,
  chunks: readonly { readonly id: string; readonly pins: string }[],
): Promise<void> => {
  const counted = chunks.map(({ pins }) => (JSON.parse(pins) as { counted: readonly number[] }).counted);
  const total = counted.flat().reduce((sum, pages) => sum + pages, 0);
  let next = 1;
  for (const [index, { id }] of chunks.entries()) {
    const first = (counted[index] ?? []).map((pages) => {
      next += pages;
      return next - pages;
    });
    const pins = JSON.stringify({ pages: { first, total } satisfies PagesThrough });
    await trx.updateTable('jobs').set({ state: 'queued', pins }).where('id', '=', id).execute();
  }
};

const toEndedChunk = (row: JobRow): EndedChunk => ({
  part: row.part ?? 0,
  first: row.first_record ?? 1,
  total: row.total,
  state: row.state as JobState,
  documents: row.done,
  paid: row.paid,
  result: row.result_hash === null ? null : { hash: row.result_hash, size: row.result_size ?? 0 },
  report: row.report ?? '[]',
  stoppedBy: row.stopped_by as StopCode | null,
});

export const batchStore = (database: Database): BatchStore => ({
  addChunks: (job, chunks) =>
    database.transaction(async (trx) => {
      const batch = await held(trx, job);
      if (batch === undefined) return false;
      if (chunks[0]?.part === 0) await trx.deleteFrom('jobs').where('parent_id', '=', job.id).execute();
      if (chunks.length === 0) return true;
      await trx
        .insertInto('jobs')
        .values(
          chunks.map((chunk) => ({
            id: chunk.id,
            parent_id: job.id,
            organization_id: batch.organization_id,
            // In no queue yet: the file may turn out to be none.
            state: 'prepared',
            step: 'chunk',
            part: chunk.part,
            first_record: chunk.first,
            total: chunk.total,
            records_hash: chunk.recordsHash,
            kept_bytes: chunk.size,
            template_key: batch.template_key,
            version: batch.version,
            output: batch.output,
            actor: batch.actor,
            request_id: batch.request_id,
            pins: '{}',
            done: 0,
            failed: 0,
            attempts: 0,
            lease_until: 0,
            is_cancelled: 0,
            // A millisecond apart, so that they are worked on in their order.
            created_at: batch.created_at + chunk.part,
          })),
        )
        .execute();
      return true;
    }),

  startChunks: (job, { total, bodyHash, pins, isCounted }) =>
    database.transaction(async (trx) => {
      const batch = await held(trx, job);
      if (batch === undefined || batch.is_cancelled === 1) return false;
      await trx
        .updateTable('jobs')
        .set({
          step: 'chunks',
          token: null,
          lease_until: UNTIL_ITS_CHUNKS_END,
          total,
          body_hash: bodyHash,
          records_hash: null,
          kept_bytes: 0,
          pins,
        })
        .where('id', '=', job.id)
        .execute();
      await trx
        .updateTable('jobs')
        .set({ state: 'queued', ...(isCounted && { step: 'count' }) })
        .where('parent_id', '=', job.id)
        .where('state', '=', 'prepared')
        .execute();
      await bundleWhenDone(trx, job.id);
      return true;
    }),

  commitCount: (job, pages) =>
    database.transaction(async (trx) => {
      const both = await lockBoth(trx, job);
      if (both === undefined) return false;
      if (both.batch.stopped_by !== null) await drop(trx, job, both);
      else await count(trx, both, pages);
      return true;
    }),

  commitChunk: (job, made) => database.transaction((trx) => commit(trx, job, made)),

  dropChunk: (job) =>
    database.transaction(async (trx) => {
      const both = await lockBoth(trx, job);
      if (both !== undefined) await drop(trx, job, both);
      return both !== undefined;
    }),

  async chunks(id, { after, limit }) {
    const rows = await database.db
      .selectFrom('jobs')
      .selectAll()
      .where('parent_id', '=', id)
      .where('part', '>', after)
      .orderBy('part')
      .limit(limit)
      .execute();
    return rows.map(toEndedChunk);
  },

  finish: (job, { reportHash, ...end }) =>
    database.transaction(async (trx) => {
      const { id, at, expiresAt } = job;
      if ((await held(trx, job)) === undefined) return false;
      const row = await trx
        .updateTable('jobs')
        .set({
          ...DONE_WITH,
          ...resultOf(end),
          state: end.state,
          finished_at: at,
          expires_at: expiresAt,
          report_hash: reportHash,
          ...(end.state === 'failed' && { error: JSON.stringify(end.error) }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      await trx.deleteFrom('jobs').where('parent_id', '=', id).execute();
      if (end.state === 'cancelled') return true;
      const facts = toJob(present(row));
      const { organizationId } = facts;
      const event = { organizationId, event: `job.${end.state}`, at, facts, trace: traceOf(row) } as const;
      await writeEvent(trx, event, row?.callback ?? null);
      return true;
    }),
});

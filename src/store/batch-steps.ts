/** Steps of a batch that are parts of several transactions. Each holds the row of the batch before those of its chunks. */
import { PlatenError } from '../errors.ts';
import type { StopCode } from '../service/jobs/batch-model.ts';
import type { Db, Trx } from './database.ts';

/** What is kept for the organization's jobs: bodies that wait, chunks, finished parts, results. */
export const keptFor = async (db: Db, organizationId: string): Promise<number> => {
  const row = await db
    .selectFrom('jobs')
    .where('organization_id', '=', organizationId)
    .where('kept_bytes', '>', 0)
    .select(({ fn }) => fn.sum<number | string | null>('kept_bytes').as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
};

export const roomUsedUp = (roomBytes: number): PlatenError =>
  new PlatenError(
    'storage_limit',
    `All that is kept for the jobs of the organization may take ${Math.round(roomBytes / 1024 ** 2)} MiB, and this would be more.`,
    {
      hint: 'Wait until results have expired, or have whoever runs this server raise PLATEN_JOB_BYTES.',
    },
  );

/** No further chunk is begun, and what runs is to stop; what was paid for is bundled as soon as nothing runs any more. */
export const stopBatch = async (
  trx: Trx,
  { id, by, at }: { readonly id: string; readonly by: StopCode; readonly at: number },
): Promise<void> => {
  const dropped = await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', stopped_by: by, records_hash: null, kept_bytes: 0, finished_at: at })
    .where('parent_id', '=', id)
    // Those whose pages are counted wait for the last count.
    .where('state', 'in', ['queued', 'prepared'])
    .returning('total')
    .execute();
  const records = dropped.reduce((sum, { total }) => sum + total, 0);
  await trx
    .updateTable('jobs')
    .set(({ eb }) => ({ stopped_by: by, failed: eb('failed', '+', records) }))
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('jobs')
    .set({ is_cancelled: 1 })
    .where('parent_id', '=', id)
    .where('state', '=', 'running')
    .execute();
  await bundleWhenDone(trx, id);
};

/** After the last chunk whoever looks next may claim the batch again. */
export const bundleWhenDone = async (trx: Trx, id: string): Promise<void> => {
  const open = await trx
    .selectFrom('jobs')
    .select('id')
    .where('parent_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) return;
  await trx
    .updateTable('jobs')
    .set({ step: 'bundle', lease_until: 0, attempts: 0 })
    .where('id', '=', id)
    .where('step', '=', 'chunks')
    .execute();
};

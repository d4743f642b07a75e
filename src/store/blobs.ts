import type { BlobStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';

/** How many blobs one statement of the sweep removes: a blob may be 20 MiB, and others wait for a long write. */
const SWEEP_BATCH = 20;

/**
 * The delete itself checks age and use, not only the selection of candidates: a `put` that comes in between has
 * refreshed the time by then (PostgreSQL looks at the row again after waiting for its lock), and a version that
 * names the blob holds it by foreign key.
 */
const sweepBatch = async (db: Db, olderThan: number): Promise<number> => {
  const unused = db
    .selectFrom('blobs')
    .where('stored_at', '<', olderThan)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('template_versions')
            .select('template_versions.number')
            .whereRef('template_versions.file_hash', '=', 'blobs.hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('template_versions')
            .select('template_versions.number')
            .whereRef('template_versions.program_hash', '=', 'blobs.hash'),
        ),
      ),
    )
    .where(({ not, exists, or, selectFrom, ref }) =>
      not(
        or(
          (['file_hash', 'program_hash', 'result_hash'] as const).map((column) =>
            exists(selectFrom('retries').select('retries.key').where(column, '=', ref('blobs.hash'))),
          ),
        ),
      ),
    )
    .where(({ not, exists, or, selectFrom, ref }) =>
      not(
        or(
          (['body_hash', 'file_hash', 'program_hash', 'result_hash'] as const).map((column) =>
            exists(selectFrom('jobs').select('jobs.id').where(`jobs.${column}`, '=', ref('blobs.hash'))),
          ),
        ),
      ),
    )
    .select('hash')
    .limit(SWEEP_BATCH);
  const { numDeletedRows } = await db
    .deleteFrom('blobs')
    .where('hash', 'in', unused)
    .where('stored_at', '<', olderThan)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

export const blobStore = ({ db }: Database): BlobStore => ({
  async put(hash, bytes) {
    const now = Date.now();
    // Most programs and many files are there already: then their bytes need not travel.
    const refreshed = await db
      .updateTable('blobs')
      .set({ stored_at: now })
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (refreshed.numUpdatedRows > 0) return;
    await db
      .insertInto('blobs')
      .values({ hash, bytes, stored_at: now })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ stored_at: now }))
      .execute();
  },

  async get(hash) {
    const row = await db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
    if (row === undefined) return undefined;
    const { bytes } = row;
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },

  async sweep(olderThan) {
    let swept = 0;
    for (;;) {
      const batch = await sweepBatch(db, olderThan);
      swept += batch;
      if (batch < SWEEP_BATCH) return swept;
    }
  },
});

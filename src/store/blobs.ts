import type { BlobStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';

/** How many blobs one statement of the sweep removes: a blob may be 20 MiB, and others wait for a long write. */
const SWEEP_BATCH = 20;

/**
 * Returns when each of those that it removed was put. The delete itself checks age and use, not only the selection of
 * candidates: a `put` that comes in between has refreshed the time by then (PostgreSQL looks at the row again after
 * waiting for its lock), and a version that names the blob holds it by foreign key.
 */
const sweepBatch = async (
  db: Db,
  { from, olderThan }: { readonly from: number; readonly olderThan: number },
): Promise<readonly number[]> => {
  const unused = db
    .selectFrom('blobs')
    .where('stored_at', '>=', from)
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
    .orderBy('stored_at')
    .limit(SWEEP_BATCH);
  const swept = await db
    .deleteFrom('blobs')
    .where('hash', 'in', unused)
    .where('stored_at', '<', olderThan)
    .returning('stored_at')
    .execute();
  return swept.map((blob) => Number(blob.stored_at));
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export const blobStore = ({ db }: Database): BlobStore => ({
  async put(hash, bytes) {
    const now = Date.now();
    // Most programs and many files are there already: then their bytes need not travel.
    const refreshed = await db
      .updateTable('blobs')
      .set({ stored_at: now })
      .where('hash', '=', hash)
      .where('pieces', '>=', 0)
      .executeTakeFirstOrThrow();
    if (refreshed.numUpdatedRows > 0) return;
    await db
      .insertInto('blobs')
      .values({ hash, bytes, stored_at: now })
      // What another has begun in pieces is whole from here on.
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ bytes, stored_at: now, pieces: 0 }))
      .execute();
  },

  async get(hash) {
    const row = await db
      .selectFrom('blobs')
      .select(['bytes', 'pieces'])
      .where('hash', '=', hash)
      .where('pieces', '>=', 0)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.pieces === 0) return bytesOf(row.bytes);
    const pieces = await db
      .selectFrom('blob_pieces')
      .select('bytes')
      .where('hash', '=', hash)
      .where('number', '<', row.pieces)
      .orderBy('number')
      .execute();
    const whole = Buffer.concat(pieces.map(({ bytes }) => bytes));
    return bytesOf(whole);
  },

  async beginPieces(hash) {
    const now = Date.now();
    const there = await db
      .updateTable('blobs')
      .set({ stored_at: now })
      .where('hash', '=', hash)
      .returning('pieces')
      .executeTakeFirst();
    if (there !== undefined) return there.pieces >= 0;
    await db
      .insertInto('blobs')
      .values({ hash, bytes: new Uint8Array(), stored_at: now, pieces: -1 })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ stored_at: now }))
      .execute();
    return false;
  },

  // Two that put the same file at once write the same pieces.
  async putPiece(hash, number, bytes) {
    await db
      .insertInto('blob_pieces')
      .values({ hash, number, bytes })
      .onConflict((conflict) => conflict.columns(['hash', 'number']).doNothing())
      .execute();
  },

  async endPieces(hash, { pieces, size }) {
    await db
      .updateTable('blobs')
      .set({ pieces, size, stored_at: Date.now() })
      .where('hash', '=', hash)
      .execute();
  },

  async head(hash) {
    const row = await db
      .selectFrom('blobs')
      .select(({ fn }) => ['pieces', 'size', fn<number>('length', ['bytes']).as('length')])
      .where('hash', '=', hash)
      .where('pieces', '>=', 0)
      .executeTakeFirst();
    return row && { pieces: row.pieces, size: row.size ?? row.length };
  },

  async piece(hash, number) {
    const row = await db
      .selectFrom('blob_pieces')
      .select('bytes')
      .where('hash', '=', hash)
      .where('number', '=', number)
      .executeTakeFirst();
    return row && bytesOf(row.bytes);
  },

  async sweep(olderThan) {
    let swept = 0;
    // Oldest first, and on from where the last batch ended: what is in use is looked at once a sweep, not once a batch.
    for (let from = 0; ; ) {
      const times = await sweepBatch(db, { from, olderThan });
      swept += times.length;
      if (times.length < SWEEP_BATCH) return swept;
      from = Math.max(...times);
    }
  },
});

import { PlatenError } from '../errors.ts';
import { PIECE_BYTES, readPieces, writePiece } from '../file-pieces.ts';
import type { BlobRegister, BlobStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';

/** How many blobs one statement of the sweep removes: a blob may be 20 MiB, and others wait for a long write. */
const SWEEP_BATCH = 20;

interface Swept {
  readonly storedAt: number;
  readonly object: string | null;
}

/**
 * Returns when each of those that it removed was put, and where it was. The delete itself checks age and use, not only the selection of
 * candidates: a `put` that comes in between has refreshed the time by then (PostgreSQL looks at the row again after
 * waiting for its lock), and a version that names the blob holds it by foreign key.
 */
const sweepBatch = async (
  db: Db,
  { from, olderThan }: { readonly from: number; readonly olderThan: number },
): Promise<readonly Swept[]> => {
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
          (
            ['body_hash', 'file_hash', 'program_hash', 'result_hash', 'records_hash', 'report_hash'] as const
          ).map((column) =>
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
    .returning(['stored_at', 'object'])
    .execute();
  return swept.map(({ stored_at, object }) => ({ storedAt: Number(stored_at), object }));
};

const sweepAll = async (db: Db, olderThan: number): Promise<{ count: number; objects: string[] }> => {
  const objects: string[] = [];
  let count = 0;
  // Oldest first, and on from where the last batch ended: what is in use is looked at once a sweep, not once a batch.
  for (let from = 0; ; ) {
    const swept = await sweepBatch(db, { from, olderThan });
    count += swept.length;
    objects.push(...swept.flatMap(({ object }) => object ?? []));
    if (swept.length < SWEEP_BATCH) return { count, objects };
    from = Math.max(...swept.map(({ storedAt }) => storedAt));
  }
};

/** False where it is not there, or not whole. */
const refresh = async (db: Db, hash: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('blobs')
    .set({ stored_at: Date.now() })
    .where('hash', '=', hash)
    .where('pieces', '>=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
};

/** A server whose settings name no bucket, or another one, must not take an empty row for an empty file. */
const refuseElsewhere = ({ object }: { readonly object: string | null }): void => {
  if (object === null) return;
  throw new PlatenError(
    'not_ready',
    'A file of the service lies in a bucket that this server does not know.',
    {
      hint: 'Set PLATEN_BLOBS as it was when the file was stored.',
    },
  );
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export const blobStore = (database: Database): BlobStore => {
  const blobs = rowsOfBlobs(database);
  return {
    ...blobs,
    async putFile(hash, { fd, size }) {
      if (size === 0) return blobs.put(hash, new Uint8Array());
      if (size <= PIECE_BYTES) {
        // Its bytes are not even read where it is there.
        if (await refresh(database.db, hash)) return;
        for await (const bytes of readPieces(fd, size)) await blobs.put(hash, bytes);
        return;
      }
      if (await blobs.beginPieces(hash)) return;
      let pieces = 0;
      for await (const piece of readPieces(fd, size)) {
        await blobs.putPiece(hash, pieces, piece);
        pieces += 1;
      }
      await blobs.endPieces(hash, { pieces, size });
    },

    async copyToFile(hash, fd) {
      const found = await blobs.head(hash);
      if (found === undefined) return undefined;
      let written = 0;
      for (let number = 0; number < Math.max(1, found.pieces); number += 1) {
        const bytes = await (found.pieces === 0 ? blobs.get(hash) : blobs.piece(hash, number));
        if (bytes === undefined) throw new Error(`the blob ${hash} is gone while it is read`);
        await writePiece(fd, bytes, written);
        written += bytes.byteLength;
      }
      return written;
    },
  };
};

const rowsOfBlobs = ({ db }: Database): Omit<BlobStore, 'putFile' | 'copyToFile'> => ({
  async put(hash, bytes) {
    // Most programs and many files are there already: then their bytes need not travel.
    if (await refresh(db, hash)) return;
    const now = Date.now();
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
      .select(['bytes', 'pieces', 'object'])
      .where('hash', '=', hash)
      .where('pieces', '>=', 0)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    refuseElsewhere(row);
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

  // Whoever fetches it from here is served by this server.
  link: async () => undefined,

  async sweep(olderThan) {
    return (await sweepAll(db, olderThan)).count;
  },
});

export const blobRegister = ({ db }: Database): BlobRegister => ({
  async find(hash) {
    const row = await db
      .selectFrom('blobs')
      .select(({ fn }) => [
        ...(['object', 'size', 'pieces', 'piece_bytes'] as const),
        fn<number>('length', ['bytes']).as('length'),
      ])
      .where('hash', '=', hash)
      .where('pieces', '>=', 0)
      .executeTakeFirst();
    return (
      row && {
        object: row.object,
        size: row.size ?? row.length,
        pieces: row.pieces,
        pieceBytes: row.piece_bytes ?? 0,
      }
    );
  },

  refresh: (hash) => refresh(db, hash),

  async add(hash, { object, size, pieces, pieceBytes }) {
    const now = Date.now();
    const outside = {
      ...{ bytes: new Uint8Array(), object, size, pieces, piece_bytes: pieceBytes },
      stored_at: now,
    };
    // Another's may be swept between the two questions; then there is room for this one.
    for (;;) {
      const added = await db
        .insertInto('blobs')
        .values({ hash, ...outside })
        // One that was begun in pieces and left is this one from here on; one that is there stays where it is.
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(outside).where('blobs.pieces', '<', 0))
        .returning('hash')
        .executeTakeFirst();
      if (added !== undefined) return object;
      const there = await db
        .updateTable('blobs')
        .set({ stored_at: now })
        .where('hash', '=', hash)
        .returning('object')
        .executeTakeFirst();
      if (there !== undefined) return there.object ?? '';
    }
  },

  sweep: (olderThan) => sweepAll(db, olderThan),

  async inUse(objects) {
    if (objects.length === 0) return [];
    const rows = await db
      .selectFrom('blobs')
      .select('object')
      .where('object', 'in', [...objects])
      .execute();
    return rows.flatMap(({ object }) => object ?? []);
  },

  async hasObjects() {
    const row = await db
      .selectFrom('blobs')
      .select('object')
      .where('object', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
});

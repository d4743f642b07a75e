/**
 * migrate :: Database × Migration[] → the newest schema
 *
 * One transaction with everything in it, so a database is never between two versions. Several nodes may start at
 * once: whoever gets the lock does the work, the rest find it done.
 */
import { sql } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { Database, Db } from './database.ts';
import type { Migration, SqlWords } from './migrations/migration.ts';

interface MigrateOptions {
  readonly words: SqlWords;
  readonly migrations: readonly Migration[];
}

export const migrate = (database: Database, { words, migrations }: MigrateOptions): Promise<void> =>
  database.transaction(async (trx) => {
    await database.exclusive(trx);
    await sql`create table if not exists schema_version (
      version bigint primary key,
      name text not null,
      applied_at bigint not null
    )`.execute(trx);
    const present = await currentVersion(trx);
    const known = migrations.at(-1)?.version ?? 0;
    if (present > known) throw newerDatabase(present, known);
    for (const { version, name, statements } of migrations) {
      if (version <= present) continue;
      for (const statement of statements(words)) await sql.raw(statement).execute(trx);
      await trx.insertInto('schema_version').values({ version, name, applied_at: Date.now() }).execute();
    }
  });

const currentVersion = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('schema_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
};

const newerDatabase = (present: number, known: number): PlatenError =>
  new PlatenError(
    'not_ready',
    `The database has schema version ${present}, but this Platen only knows versions up to ${known}.`,
    { hint: 'Run the newer Platen that wrote it, or restore a backup from before the upgrade.' },
  );

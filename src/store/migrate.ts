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
    if (words.dialect === 'sqlite') await requireOwnFile(trx);
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

/** A file of somebody else is left as it is. PostgreSQL's extensions bring tables of their own, and its errors say which name is taken. */
const requireOwnFile = async (trx: Db): Promise<void> => {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'`.execute(
    trx,
  );
  const { rows: ours } = await sql`
    select name from pragma_table_info('schema_version') where name in ('version', 'applied_at')`.execute(
    trx,
  );
  if (tables.length === 0 || ours.length === 2) return;
  const names = tables.slice(0, 3).map(({ name }) => name);
  throw new PlatenError(
    'not_ready',
    `The database holds tables of something else (${names.join(', ')}${tables.length > names.length ? ', …' : ''}), and they are left as they are.`,
    { hint: 'Set PLATEN_DATA to a folder of its own, or move that platen.db away.' },
  );
};

const newerDatabase = (present: number, known: number): PlatenError =>
  new PlatenError(
    'not_ready',
    `The database has schema version ${present}, but this Platen only knows versions up to ${known}.`,
    { hint: 'Run the newer Platen that wrote it, or restore a backup from before the upgrade.' },
  );

/**
 * Backups, and databases that move: built by hand from the configuration, as `app.ts` builds the server. Backups are made beside
 * servers that run; what these write after the moment of the snapshot is not in it. Who moves is alone.
 */
import { join } from 'node:path';
import { type ArchiveFacts, readArchive, writeArchive } from './archive/archive-file.ts';
import type { ArchiveEntry, TableSum } from './archive/frames.ts';
import type { Config } from './config.ts';
import { PlatenError } from './errors.ts';
import { makeLogger } from './http/logging.ts';
import { version } from './installation.mjs';
import { openStoreWithFiles, requireDatabase } from './parts.ts';
import type { Store } from './service/ports.ts';
import { dump } from './store/archive/dump.ts';
import { load } from './store/archive/load.ts';
import type { Company, Snapshot } from './store/archive/snapshot.ts';
import type { Database } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { POSTGRES_WORDS, SQLITE_WORDS } from './store/migrations/migration.ts';
import { takeBack } from './store/moved.ts';
import { DATABASE_FILE } from './store/sqlite/database-file.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataFolder'>;

export const openSnapshot = async (
  { databaseUrl, dataFolder }: Place,
  company: Company,
): Promise<Snapshot> => {
  if (databaseUrl !== null) {
    const { openPostgresSnapshot } = await import('./store/postgres/snapshot.ts');
    return openPostgresSnapshot(databaseUrl, company);
  }
  const { openSqliteSnapshot } = await import('./store/sqlite/snapshot.ts');
  return openSqliteSnapshot(join(dataFolder, DATABASE_FILE), company);
};

/** The database itself: an empty one that is there, a new file, or one that a store has brought up to date. */
export const openTarget = async ({ databaseUrl, dataFolder }: Place): Promise<Database> => {
  if (databaseUrl !== null) {
    const { openPatiently } = await import('./store/postgres/open.ts');
    return openPatiently(databaseUrl);
  }
  const file = join(dataFolder, DATABASE_FILE);
  const [{ openDatabase }, { translateSqliteError }, { keepPrivate, makeFolder, openingError }] =
    await Promise.all([
      import('./store/sqlite/database.ts'),
      import('./store/sqlite/errors.ts'),
      import('./store/sqlite/open.ts'),
    ]);
  await makeFolder(dataFolder);
  await keepPrivate(file);
  try {
    return await openDatabase(file, 'write');
  } catch (error) {
    throw openingError(translateSqliteError(error), file);
  }
};

interface Backup {
  readonly facts: ArchiveFacts;
  readonly tables: Sums;
}

type Sums = Readonly<Record<string, TableSum>>;

/** `hasFiles`: those of the bucket as well. */
export const backUp = async (
  config: Config,
  file: string,
  { hasFiles, passphrase }: { hasFiles: boolean; passphrase: string | undefined },
): Promise<Backup> => {
  requireDatabase(config);
  // The newest schema, as a server would make it: a backup is of a version that somebody has run.
  const { store } = await openStoreWithFiles(config, makeLogger('warn'));
  try {
    await requireOrganizations(store);
    const snapshot = await openSnapshot(config, 'beside');
    try {
      const isOutside = config.blobs !== null && !hasFiles;
      const facts: ArchiveFacts = {
        schema: snapshot.version,
        platen: version(),
        madeAt: new Date().toISOString(),
        files: isOutside ? 'some in a bucket' : 'inside',
      };
      let tables: Sums = {};
      const entries = noting(dump(snapshot, isOutside ? undefined : store.blobs), (end) => {
        tables = end;
      });
      await writeArchive(file, facts, { entries, passphrase });
      return { facts, tables };
    } finally {
      await snapshot.close();
    }
  } finally {
    await store.close();
  }
};

export const restore = async (
  config: Place & Pick<Config, 'blobs'>,
  file: string,
  passphrase: string | undefined,
): Promise<Backup> => {
  const { facts, entries } = await readArchive(file);
  if (facts.files !== 'inside' && config.blobs === null)
    throw new PlatenError('bad_backup', 'Files of this backup lie in a bucket, and PLATEN_BLOBS is unset.', {
      hint: 'Set it as it was where the backup was made, or make one with --with-files.',
    });
  const tables = await loadInto(config, facts.schema, entries(passphrase));
  return { facts, tables };
};

/** Without a file in between. Nobody may write meanwhile: see `Company`. */
export const moveTo = async (from: Config, to: Place): Promise<Sums> => {
  requireDatabase(from);
  await bringUpToDate(from);
  const snapshot = await openSnapshot(from, 'alone');
  try {
    const tables = await loadInto(to, snapshot.version, aloneToTheEnd(snapshot));
    const target = nameOf(to);
    await snapshot.markMoved(target, Date.now()).catch((cause: unknown) => {
      throw new PlatenError(
        'not_ready',
        `Everything is in ${target} and was checked, but the database that it came from could not be marked as moved.`,
        { hint: 'Start servers on the new one alone, and put the old one away by hand.', cause },
      );
    });
    return tables;
  } finally {
    await snapshot.close();
  }
};

/** Without user and password. */
const nameOf = ({ databaseUrl, dataFolder }: Place): string => {
  if (databaseUrl === null) return dataFolder;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
};

/** Makes a database that was moved one that servers start on again; whether it was. */
export const takeMoveBack = async (config: Config): Promise<boolean> => {
  requireDatabase(config);
  const database = await openTarget(config);
  const words = config.databaseUrl === null ? SQLITE_WORDS : POSTGRES_WORDS;
  try {
    // One that an older version left has no place for a mark yet.
    await migrate(database, { words, migrations: MIGRATIONS });
    return await takeBack(database.db);
  } finally {
    await database.db.destroy();
  }
};

/** The last entry comes only where nobody has come meanwhile; without it nothing is kept. */
async function* aloneToTheEnd(snapshot: Snapshot): AsyncGenerator<ArchiveEntry> {
  for await (const entry of dump(snapshot, undefined)) {
    if (entry.kind === 'end') await snapshot.requireAlone();
    yield entry;
  }
}

const bringUpToDate = async (config: Config): Promise<void> => {
  const { store } = await openStoreWithFiles(config, makeLogger('warn'));
  try {
    await requireOrganizations(store);
  } finally {
    await store.close();
  }
};

/** Every server has one from its first start on: a database without is another one than was meant. */
const requireOrganizations = async ({ organizations }: Pick<Store, 'organizations'>): Promise<void> => {
  if ((await organizations.list()).length > 0) return;
  throw new PlatenError('bad_backup', 'There is nothing in this database: no server has ever run on it.', {
    hint: 'Is DATABASE_URL, or PLATEN_DATA, what the server has?',
  });
};

const loadInto = async (
  place: Place,
  version: number,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Sums> => {
  const database = await openTarget(place);
  const words = place.databaseUrl === null ? SQLITE_WORDS : POSTGRES_WORDS;
  try {
    return await load({ database, words, version, entries });
  } catch (error) {
    if (place.databaseUrl === null) throw error;
    // Rights that are missing, tables of somebody else: as a server says it that starts there.
    const { openingError } = await import('./store/postgres/opening.ts');
    throw openingError(error, place.databaseUrl);
  } finally {
    await database.db.destroy();
  }
};

async function* noting(
  entries: AsyncIterable<ArchiveEntry>,
  note: (tables: Sums) => void,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    if (entry.kind === 'end') note(entry.tables);
    yield entry;
  }
}

/**
 * Backups, and databases that move: built by hand from the configuration, as `app.ts` builds the server. Each works beside
 * servers that run; what they write after the moment of the snapshot is not in it.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import packageFacts from '../package.json' with { type: 'json' };
import { type ArchiveFacts, readArchive, writeArchive } from './archive/archive-file.ts';
import type { ArchiveEntry, TableSum } from './archive/frames.ts';
import type { Config } from './config.ts';
import { PlatenError } from './errors.ts';
import { makeLogger } from './http/logging.ts';
import { openStoreWithFiles } from './parts.ts';
import { dump } from './store/archive/dump.ts';
import { load } from './store/archive/load.ts';
import type { Snapshot } from './store/archive/snapshot.ts';
import type { Database } from './store/database.ts';
import { POSTGRES_WORDS, SQLITE_WORDS } from './store/migrations/migration.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataFolder'>;

const DATABASE_FILE = 'platen.db';

const openSnapshot = async ({ databaseUrl, dataFolder }: Place): Promise<Snapshot> => {
  if (databaseUrl !== null) {
    const { openPostgresSnapshot } = await import('./store/postgres/snapshot.ts');
    return openPostgresSnapshot(databaseUrl);
  }
  const file = join(dataFolder, DATABASE_FILE);
  if (!existsSync(file))
    throw new PlatenError('bad_backup', `There is no database ${file}.`, {
      hint: 'PLATEN_DATA names the folder that it is in.',
    });
  const { openSqliteSnapshot } = await import('./store/sqlite/snapshot.ts');
  return openSqliteSnapshot(file);
};

/** The database itself: an empty one that is there, a new file, or one that a store has brought up to date. */
export const openTarget = async ({ databaseUrl, dataFolder }: Place): Promise<Database> => {
  if (databaseUrl !== null) {
    const { openPatiently } = await import('./store/postgres/open.ts');
    return openPatiently(databaseUrl);
  }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const { openDatabase } = await import('./store/sqlite/database.ts');
  return openDatabase(join(dataFolder, DATABASE_FILE), 'write');
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
  // The newest schema, as a server would make it: a backup is of a version that somebody has run.
  const { store } = await openStoreWithFiles(config, makeLogger('warn'));
  try {
    const snapshot = await openSnapshot(config);
    try {
      const isOutside = config.blobs !== null && !hasFiles;
      const facts: ArchiveFacts = {
        schema: snapshot.version,
        platen: packageFacts.version,
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

/** Without a file in between. */
export const moveTo = async (from: Config, to: Place): Promise<Sums> => {
  await bringUpToDate(from);
  const snapshot = await openSnapshot(from);
  try {
    return await loadInto(to, snapshot.version, dump(snapshot, undefined));
  } finally {
    await snapshot.close();
  }
};

const bringUpToDate = async (config: Config): Promise<void> =>
  (await openStoreWithFiles(config, makeLogger('warn'))).store.close();

const loadInto = async (
  place: Place,
  version: number,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Sums> => {
  const database = await openTarget(place);
  const words = place.databaseUrl === null ? SQLITE_WORDS : POSTGRES_WORDS;
  try {
    return await load({ database, words, version, entries });
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

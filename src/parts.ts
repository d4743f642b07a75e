/** Parts that the server builds in more than one place, from the configuration. Loads little: every command begins here. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import { PlatenError } from './errors.ts';
import { CACHE_FOLDER } from './module-cache.mjs';
import { People } from './service/people/people.ts';
import { SignIn } from './service/people/sign-in.ts';
import type { Store } from './service/ports.ts';
import { openStore } from './store/open-store.ts';
import { DATABASE_FILE } from './store/sqlite/database-file.ts';
import type { RendererConfig } from './workers/renderer-config.ts';

/** `threads`: those of this server that open it, each for itself. */
export const openConfiguredStore = (config: Config, logger: Logger, threads = 1): Promise<Store> =>
  openStore(
    config.databaseUrl === null
      ? { kind: 'sqlite', folder: config.dataFolder }
      : {
          kind: 'postgres',
          url: config.databaseUrl,
          ...(config.databaseReplicaUrl !== null && { replicaUrl: config.databaseReplicaUrl }),
          threads,
          onConnectionError: (err) => logger.warn({ err }, 'a database connection failed'),
          onWarning: (words) => logger.warn(words),
        },
  );

export interface Files {
  /** Whether the server may do all that it has to where they are; rejects with the way out where not. */
  check(): Promise<void>;
  /** Rejects where nobody answers there. */
  ping(): Promise<void>;
}

interface StoreWithFiles {
  readonly store: Store;
  /** Where they lie outside of the database. */
  readonly files?: Files;
}

/**
 * Where something is to be read, an empty database that nobody has asked for would answer "nothing": a backup of it looks like
 * one, until it is needed.
 */
export const requireDatabase = ({
  databaseUrl,
  dataFolder,
}: Pick<Config, 'databaseUrl' | 'dataFolder'>): void => {
  const file = join(dataFolder, DATABASE_FILE);
  if (databaseUrl !== null || existsSync(file)) return;
  throw new PlatenError('not_ready', `There is no database ${file}.`, {
    hint: 'Commands find it by the settings of the server: PLATEN_DATA is the folder that it is in, DATABASE_URL the address of PostgreSQL.',
  });
};

export const openStoreWithFiles = async (
  config: Config,
  logger: Logger,
  threads = 1,
): Promise<StoreWithFiles> => {
  const store = await openConfiguredStore(config, logger, threads);
  try {
    return await withFiles(config, store);
  } catch (error) {
    await store.close();
    throw error;
  }
};

const withFiles = async (config: Config, store: Store): Promise<StoreWithFiles> => {
  if (config.blobs === null) {
    if (!(await store.blobRegister.hasObjects())) return { store };
    throw new PlatenError('not_ready', 'Files of this database lie in a bucket, and PLATEN_BLOBS is unset.', {
      hint: 'Set it as it was.',
    });
  }
  // The SDK takes its time to load, which starts without a bucket don't pay for.
  const { openObjectBlobs } = await import('./object-storage/object-blobs.ts');
  const { blobs, check, ping, close } = openObjectBlobs(config.blobs, {
    register: store.blobRegister,
    database: store.blobs,
  });
  return {
    files: { check, ping },
    store: {
      ...store,
      blobs,
      async close() {
        close();
        await store.close();
      },
    },
  };
};

/** Of the processes that may end. */
export const laneOptions = (
  config: Config,
): Pick<RendererConfig, 'renderMs' | 'memoryBytes' | 'queue' | 'packageLimits'> => ({
  renderMs: config.renderSeconds * 1000,
  memoryBytes: config.workerBytes,
  queue: config.queueLength,
  packageLimits: { fileBytes: config.templateBytes, unpackedBytes: config.unpackedBytes },
});

export const layoutOptions = (config: Config): NonNullable<RendererConfig['layout']> => ({
  fonts: fontOptions(config),
  milliseconds: config.pdfSeconds * 1000,
  warm: config.pdfWarm,
});

export const fontOptions = ({ fontFolders }: Config) => ({
  folders: fontFolders,
  cacheFile: join(CACHE_FOLDER, 'fonts.json'),
});

export const buildPeople = (
  config: Config,
  { store, secret, threads = 1 }: { store: Store; secret: string; threads?: number },
): { signIn: SignIn; people: People } => {
  const { people, authRecords: records, limiter } = store;
  const signIn = new SignIn({
    people,
    records,
    limiter,
    passwords,
    secret,
    addressAttempts: config.authFailures,
    threads,
  });
  const rules = new People({
    people,
    records,
    signIn,
    secret,
    credits: config.credits,
    mayCreateOrganizations: config.createOrganizations === 'owners',
    now: Date.now,
  });
  return { signIn, people: rules };
};

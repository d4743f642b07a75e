/** Parts that the server builds in more than one place, from the configuration. Loads little: every command begins here. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import { CACHE_FOLDER } from './module-cache.mjs';
import { People } from './service/people/people.ts';
import { SignIn } from './service/people/sign-in.ts';
import type { Store } from './service/ports.ts';
import { openStore } from './store/open-store.ts';
import type { RendererConfig } from './workers/renderer.ts';

/** `threads`: those of this server that open it, each for itself. */
export const openConfiguredStore = (config: Config, logger: Logger, threads = 1): Promise<Store> =>
  openStore(
    config.databaseUrl === null
      ? { kind: 'sqlite', folder: config.dataFolder }
      : {
          kind: 'postgres',
          url: config.databaseUrl,
          threads,
          onConnectionError: (err) => logger.warn({ err }, 'a database connection failed'),
          onWarning: (words) => logger.warn(words),
        },
  );

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

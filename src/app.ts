/** The composition root: builds everything by hand from the configuration, and holds no logic. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import packageFacts from '../package.json' with { type: 'json' };
import type { SessionSettings } from './auth/better-auth.ts';
import { passwords } from './auth/passwords.ts';
import { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { createConverter } from './convert/index.ts';
import { PlatenError } from './errors.ts';
import { exampleFiles } from './example-files.ts';
import { closeServer, listen } from './http/listen.ts';
import { makeLogger } from './http/logging.ts';
import { RecordIds } from './http/record-ids.ts';
import { ResultLinks } from './http/result-links.ts';
import type { HttpNeeds } from './http/types.ts';
import { DEFAULT_REMOTE_IMAGE_POLICY, fetchRemoteImages } from './images/fetch-remote.ts';
import { CACHE_FOLDER } from './module-cache.mjs';
import { freeSpace } from './processes/disk.ts';
import { sweepTemporary } from './processes/temporary.ts';
import { Admin } from './service/admin.ts';
import { Authenticator } from './service/authenticator.ts';
import { Documents } from './service/documents.ts';
import { Examples } from './service/examples.ts';
import { FailedCalls } from './service/failed-calls.ts';
import { firstStart } from './service/first-start.ts';
import { startHousekeeping } from './service/housekeeping.ts';
import { JobRunner } from './service/job-runner.ts';
import { Jobs } from './service/jobs.ts';
import { Organizations } from './service/organizations.ts';
import { People } from './service/people.ts';
import { PeopleAdmin } from './service/people-admin.ts';
import type { Store } from './service/ports.ts';
import { RateLimits } from './service/rate-limits.ts';
import type { PdfConverter, Renderer } from './service/renderer-ports.ts';
import { Retries } from './service/retries.ts';
import { SignIn } from './service/sign-in.ts';
import { TemplatePrograms } from './service/template-programs.ts';
import { Templates } from './service/templates.ts';
import { openStore } from './store/open-store.ts';
import { PROGRAM_FORMAT } from './template/program.ts';
import { createRenderer, type LayoutConfig } from './workers/renderer.ts';

interface RunningServer {
  /** http://127.0.0.1:8080 */
  readonly address: string;
  /** Where the first owner makes an account; absent once there is one. */
  readonly ownerLink?: string;
  /** Stops accepting, finishes what runs (bounded by the configuration), closes. */
  close(): Promise<void>;
}

export interface Overrides {
  /** Where the log goes; standard output where left out. */
  readonly logTo?: DestinationStream;
  /** The key that the first start makes, as soon as it is stored: it can't be shown later, whatever fails next. */
  readonly onFirstKey?: (secret: string) => void;
  /** Another build of the console. */
  readonly consoleFolder?: string;
}

export const startServer = async (config: Config, overrides: Overrides = {}): Promise<RunningServer> => {
  const logger = makeLogger(config.logLevel, overrides.logTo);
  for (const warning of config.warnings) logger.warn(warning);
  const swept = sweepTemporary(tmpdir());
  if (swept.length > 0) logger.info({ swept }, 'removed what a server has left behind that was killed');
  // What was opened last is closed first, also where a later step of the start fails.
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.reverse()) await close();
  };
  try {
    // Loaded here, and not for the command line: it takes as long to load as all the rest. The database opens meanwhile, and
    // processes start after it, so that none of them keeps the first answer waiting.
    const opening = openConfiguredStore(config, logger);
    opened.push(() =>
      opening.then(
        (store) => store.close(),
        () => undefined,
      ),
    );
    const [{ buildServer }, store] = await Promise.all([import('./http/server.ts'), opening]);
    const converter = openConverter(config, logger);
    opened.push(() => converter.close());
    const layout = {
      fonts: fontOptions(config),
      milliseconds: config.pdfSeconds * 1000,
      warm: config.pdfWarm,
    };
    const renderer = openRenderer(config, { converter, logger, processes: config.workers, layout });
    // Templates of another engine's version are compiled while a render waits for them: never in the processes that wait.
    const spare = lazily(() => openRenderer(config, { converter, logger, processes: 1 }));
    opened.push(
      async () => spare.made?.close(),
      () => renderer.close(),
    );

    const recompile: Renderer['compile'] = (job) => spare.get().compile(job);
    const secret = await signingSecret(config, store);
    const rules = buildPeople(config, { store, secret });
    const sessions = new Sessions(sessionSettings(config, { store, logger, secret, people: rules.people }));
    const service = buildService(config, {
      store,
      renderer,
      converter,
      recompile,
      logger,
      people: { ...rules, sessions },
      secret,
      consoleFolder: overrides.consoleFolder ?? CONSOLE_FOLDER,
    });
    opened.push(
      () => service.housekeeping.stop(),
      () => service.failedCalls.stop(),
      () => service.runner.stop(),
    );
    const started = await firstStart(store, {
      apiKey: config.apiKey,
      credits: config.credits,
      now: Date.now,
    });
    if (started.kind === 'made') overrides.onFirstKey?.(started.secret);
    if (started.kind === 'refused')
      logger.warn('PLATEN_API_KEY is a key that has been revoked or has expired.');

    const server = await buildServer(service.needs);
    opened.push(() => closeServer(server, config.shutdownSeconds));
    const address = await listen(server, config);
    // What is there now answers whether the server lives; all that the first document would wait for is loaded next.
    const warming = setTimeout(() => {
      renderer.warm();
      converter.warm();
      service.runner.start();
      sessions.warm().catch((err: unknown) => logger.error({ err }, 'the sign-in library cannot be loaded'));
    }, WARM_AFTER_MS);
    opened.push(async () => clearTimeout(warming));
    const close = lazily(closeAll);
    const [organization] = await store.organizations.list();
    const token = organization && (await service.needs.people.firstOwnerToken(organization.id));
    return {
      address,
      ...(token !== undefined && { ownerLink: ownerLink(config.publicUrl ?? address, token) }),
      close: () => close.get(),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

/** Kept where every node finds it, unless the operator keeps it. */
const signingSecret = async (config: Config, store: Store): Promise<string> =>
  config.secret ?? store.people.keepSecret('sessions', randomBytes(32).toString('base64url'));

const ownerLink = (url: string, token: string): string => `${url}/setup#token=${token}`;

/** Modules load without a pause, so whoever has waited for the port gets a moment to be answered. */
const WARM_AFTER_MS = 100;

const CONSOLE_FOLDER = join(import.meta.dirname, '../dist/console');

const lazily = <T>(make: () => T) => ({
  made: undefined as T | undefined,
  get(): T {
    this.made ??= make();
    return this.made;
  },
});

interface Administration {
  readonly admin: Admin;
  readonly people: () => Promise<PeopleAdmin>;
  close(): Promise<void>;
}

/** The administration on the configured database, next to whatever servers run on it. */
export const openAdmin = async (config: Config, actor: string): Promise<Administration> => {
  const store = await openConfiguredStore(config, makeLogger('warn'));
  const admin = new Admin(store, { actor, credits: config.credits });
  return {
    admin,
    people: async () => {
      const secret = await signingSecret(config, store);
      const { people } = buildPeople(config, { store, secret });
      return new PeopleAdmin({ store, admin, people, passwords, actor });
    },
    close: () => store.close(),
  };
};

const fontOptions = ({ fontFolders }: Config) => ({
  folders: fontFolders,
  cacheFile: join(CACHE_FOLDER, 'fonts.json'),
});

/** DOCX to PDF with the configured engines. */
export const openConverter = (config: Config, logger: Logger = makeLogger('silent')): PdfConverter =>
  createConverter({
    engine: config.pdfEngine,
    native: {
      processes: config.workers,
      queue: config.queueLength,
      fonts: fontOptions(config),
    },
    libreoffice: {
      processes: config.pdfProcesses,
      timeoutMs: config.pdfSeconds * 1000,
      warm: config.pdfWarm,
      searchPath: config.searchPath,
      ...(config.pdfUser !== null && { user: config.pdfUser }),
      ...(config.soffice !== null && { soffice: config.soffice }),
      ...(config.python !== null && { python: config.python }),
      // What keeps happening is worth an operator's look; what was replaced or started is routine.
      onEvent: ({ kind, message }) =>
        logger[kind === 'crashed' || kind === 'start_failed' || kind === 'timed_out' ? 'warn' : 'info'](
          { event: kind },
          message,
        ),
    },
  });

const openRenderer = (config: Config, { converter, logger, processes, layout }: Rendering): Renderer =>
  createRenderer({
    processes,
    renderMs: config.renderSeconds * 1000,
    memoryBytes: config.workerBytes,
    spoolBytes: config.spoolBytes,
    queue: config.queueLength,
    converter,
    ...(layout && { layout }),
    packageLimits: { fileBytes: config.templateBytes, unpackedBytes: config.unpackedBytes },
    ...(config.imageHosts.length > 0 && {
      fetchPictures: (urls) =>
        fetchRemoteImages(urls, { ...DEFAULT_REMOTE_IMAGE_POLICY, hosts: config.imageHosts }),
    }),
    onError: (err) => logger.error({ err }, 'a rendering process ended by itself'),
  });

interface Rendering {
  readonly converter: PdfConverter;
  readonly logger: Logger;
  readonly processes: number;
  /** Where it is left out, nothing is laid out where it is rendered. */
  readonly layout?: LayoutConfig;
}

const openConfiguredStore = (config: Config, logger: Logger): Promise<Store> =>
  openStore(
    config.databaseUrl === null
      ? { kind: 'sqlite', folder: config.dataFolder }
      : {
          kind: 'postgres',
          url: config.databaseUrl,
          onConnectionError: (err) => logger.warn({ err }, 'a database connection failed'),
          onWarning: (words) => logger.warn(words),
        },
  );

interface Parts {
  readonly store: Store;
  readonly renderer: Renderer;
  readonly converter: PdfConverter;
  readonly logger: Logger;
  readonly recompile: Renderer['compile'];
  readonly people: Pick<HttpNeeds, 'sessions' | 'signIn' | 'people'>;
  readonly consoleFolder: string;
  /** Signs, and hides numbers. */
  readonly secret: string;
}

const sessionSettings = (
  config: Config,
  { store, logger, secret, people }: { store: Store; logger: Logger; secret: string; people: People },
): SessionSettings => ({
  records: store.authRecords,
  secret,
  publicUrl: config.publicUrl,
  oidc:
    config.oidcIssuer === null || config.oidcClientId === null
      ? null
      : {
          id: 'oidc',
          issuer: config.oidcIssuer,
          clientId: config.oidcClientId,
          clientSecret: config.oidcClientSecret,
          name: config.oidcName,
        },
  admission: people,
  log: (level, message) => logger[level]({ part: 'sign-in' }, message),
});

const buildPeople = (
  config: Config,
  { store, secret }: { store: Store; secret: string },
): { signIn: SignIn; people: People } => {
  const { people, authRecords: records, limiter } = store;
  const signIn = new SignIn({
    people,
    records,
    limiter,
    passwords,
    secret,
    addressAttempts: config.authFailures,
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

const buildService = (config: Config, all: Parts) => {
  const { store, renderer, converter, logger, recompile } = all;
  const now = Date.now;
  const onError = (err: unknown): void => logger.error({ err }, 'background work failed');
  const authenticator = new Authenticator(store.apiKeys, now);
  const parts = { templates: store.templates, blobs: store.blobs, renderer, programFormat: PROGRAM_FORMAT };
  const programs = new TemplatePrograms({ ...parts, recompile, cacheBytes: config.templateCacheBytes });
  const storage = {
    templates: config.templateLimit,
    versions: config.versionLimit,
    bytes: config.storageLimit,
  };
  const templates = new Templates({ ...parts, programs, storage, now });
  const failedCalls = new FailedCalls({ usage: store.usage, onError });
  const documents = new Documents({ store, renderer, templates, programs, now });
  const retries = new Retries(store.retries, now);
  const runner = new JobRunner({
    jobs: store.jobs,
    blobs: store.blobs,
    organizations: store.organizations,
    documents,
    retries,
    failedCalls,
    places: config.jobs,
    now,
    onError,
  });
  const needs: HttpNeeds = {
    settings: { ...config, version: packageFacts.version, consoleFolder: all.consoleFolder },
    logger,
    authenticator,
    ...all.people,
    rateLimits: new RateLimits(store.limiter, config),
    organizations: new Organizations({ store, now }),
    templates,
    examples: new Examples({ source: exampleFiles(), templates }),
    documents,
    retries,
    jobs: new Jobs({
      jobs: store.jobs,
      blobs: store.blobs,
      renderer,
      templates,
      wake: () => runner.wake(),
      now,
    }),
    resultLinks: new ResultLinks(all.secret),
    failedCalls,
    recordIds: new RecordIds(all.secret),
    gauges: {
      queueDepth: () => renderer.queueDepth,
      cacheHits: () => programs.hits,
      cacheMisses: () => programs.misses,
    },
    health: async () => ({
      required: {
        store: await healthOf(() => store.ping()),
        disk: await freeSpace(
          config.databaseUrl === null ? [config.dataFolder, tmpdir()] : [tmpdir()],
          config.freeBytes,
        ),
        renderer: renderer.isWarm
          ? { ok: true, message: `${config.workers} processes, ${renderer.queueDepth} jobs waiting` }
          : { ok: false, message: 'is being loaded' },
      },
      // Without it only PDF is missing; documents are still made.
      optional: { pdf: await converter.health() },
    }),
  };
  return {
    needs,
    failedCalls,
    runner,
    housekeeping: startHousekeeping({
      authenticator,
      blobs: store.blobs,
      people: store.people,
      retries: store.retries,
      jobs: store.jobs,
      now,
      onError,
    }),
  };
};

/** What is wrong goes to whoever asks for readiness: only what a PlatenError says of itself. */
const healthOf = async (check: () => Promise<void>): Promise<{ ok: boolean; message: string }> => {
  try {
    await check();
    return { ok: true, message: 'ok' };
  } catch (error) {
    return { ok: false, message: error instanceof PlatenError ? error.message : 'does not answer' };
  }
};

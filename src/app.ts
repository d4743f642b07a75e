/** The composition root: builds everything by hand from the configuration, and holds no logic. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import { passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import { createConverter } from './convert/index.ts';
import { PlatenError } from './errors.ts';
import type { Front } from './front.ts';
import { FailureGuard } from './http/failure-guard.ts';
import { canShareAPort } from './http/listen.ts';
import { makeLogger } from './http/logging.ts';
import { ROOT, version } from './installation.mjs';
import {
  buildPeople,
  type Files,
  fontOptions,
  laneOptions,
  layoutOptions,
  openConfiguredStore,
  openStoreWithFiles,
  requireDatabase,
} from './parts.ts';
import { diskHealth } from './processes/disk.ts';
import { sweepTemporary } from './processes/temporary.ts';
import { watchOver } from './processes/watch-over.ts';
import { Admin } from './service/admin.ts';
import { firstStart } from './service/first-start.ts';
import { startSweeping } from './service/housekeeping.ts';
import { LeaseClock } from './service/lease-clock.ts';
import { PeopleAdmin } from './service/people/people-admin.ts';
import type { Store } from './service/ports.ts';
import type { PdfConverter } from './service/renderer-ports.ts';
import { metricsUrl } from './telemetry/watch.ts';
import type { Core, Health } from './threads/core.ts';
import type { LargeLane } from './workers/large-lane.ts';
import { openLargeLane } from './workers/renderer-config.ts';

interface RunningServer {
  /** http://127.0.0.1:8080 */
  readonly address: string;
  /** Where the first owner makes an account; absent once there is one. */
  readonly ownerLink?: string;
  /** Says at /readyz that it goes, and serves on for as long as the configuration gives a load balancer to notice. */
  drain(): Promise<void>;
  /** Stops accepting, finishes what runs (bounded by the configuration), closes. */
  close(): Promise<void>;
}

export interface Overrides {
  /** Where the log goes; standard output where left out. */
  readonly logTo?: DestinationStream;
  /** The key that the first start makes, as soon as it is stored: it can't be shown later, whatever fails next. */
  readonly onFirstKey?: (secret: string) => void;
  /** The process is the server's alone: it is ended where its main thread is stuck. */
  readonly isWatched?: boolean;
  /** Another build of the console. */
  readonly consoleFolder?: string;
  /** Loaded by each thread that serves, before anything else; tests bring one that misbehaves. */
  readonly preload?: URL;
  /** Milliseconds of processor time without an answer after which such a thread is replaced: ten seconds. */
  readonly stuckMs?: number;
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
    // The database opens while modules are loaded, and processes start after it, so that none of them keeps the first
    // answer waiting.
    const opening = openStoreWithFiles(config, logger);
    opened.push(() =>
      opening.then(
        ({ store }) => store.close(),
        () => undefined,
      ),
    );
    const threads = await threadsOf(config, logger);
    const [openFronts, { store, files }] = await Promise.all([frontsFor(threads), opening]);
    await files?.check();
    const core = openCore(config, { store, files, logger, isWarm: () => fronts?.isWarm === true });
    opened.push(() => core.close());
    const secret = await signingSecret(config, store);
    const started = await firstStart(store, {
      apiKey: config.apiKey,
      credits: config.credits,
      now: Date.now,
    });
    if (started.kind === 'made') overrides.onFirstKey?.(started.secret);
    if (started.kind === 'refused')
      logger.warn('PLATEN_API_KEY is a key that has been revoked or has expired.');

    let fronts: Fronts | undefined;
    fronts = await openFronts(config, core, {
      logger,
      secret,
      threads,
      consoleFolder: overrides.consoleFolder ?? CONSOLE_FOLDER,
      ...(overrides.logTo && { logTo: overrides.logTo }),
      ...(overrides.preload && { preload: overrides.preload }),
      ...(overrides.stuckMs !== undefined && { stuckMs: overrides.stuckMs }),
    });
    opened.push(() => fronts.close());
    const counting = await sendMetrics(config, fronts, logger);
    if (counting !== undefined) opened.push(() => counting.close());
    const address = await fronts.listen(config);
    if (overrides.isWatched) watchOver();
    // What is there now answers whether the server lives; all that the first document would wait for is loaded next.
    const warming = setTimeout(() => {
      core.warm();
      fronts.warm();
    }, WARM_AFTER_MS);
    opened.push(async () => clearTimeout(warming));
    const close = lazily(closeAll);
    const organizations = await store.organizations.list();
    const [organization] = organizations;
    if (config.secret === null && organizations.some(({ keepsCallData }) => keepsCallData))
      logger.warn(SECRET_BESIDE);
    const { people } = buildPeople(config, { store, secret });
    const token = organization && (await people.firstOwnerToken(organization.id));
    return {
      address,
      ...(token !== undefined && { ownerLink: ownerLink(config.publicUrl ?? address, token) }),
      async drain() {
        if (config.drainSeconds === 0) return;
        core.leave();
        fronts.leave();
        await sleep(config.drainSeconds * 1000);
      },
      close: () => close.get(),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

type Fronts = Pick<Front, 'listen' | 'isWarm' | 'warm' | 'metrics' | 'leave' | 'close'>;

/** The SDK is loaded where a collector is named. */
const sendMetrics = async (config: Config, fronts: Fronts, logger: Logger) => {
  const url = metricsUrl(config);
  if (url === undefined) return undefined;
  const { openMetricsExport } = await import('./telemetry/metrics-export.ts');
  const counted = (): ReturnType<Fronts['metrics']> => fronts.metrics();
  return openMetricsExport({ settings: config, url, version: version(), counted, logger });
};

/** Loaded here, and not for the command line: what answers requests takes as long to load as all the rest. */
const frontsFor = async (threads: number) =>
  threads === 1
    ? (await import('./front.ts')).openFront
    : (await import('./front-threads.ts')).openFrontThreads;

const threadsOf = async ({ httpThreads }: Config, logger: Logger): Promise<number> => {
  if (httpThreads === 1 || (await canShareAPort())) return httpThreads;
  logger.warn('On this system threads cannot share a port, so one of them serves HTTP.');
  return 1;
};

/** What a server has once; the rest is in `front.ts`. */
const openCore = (
  config: Config,
  {
    store,
    files,
    logger,
    isWarm,
  }: { store: Store; files: Files | undefined; logger: Logger; isWarm: () => boolean },
): Core & { warm(): void; leave(): void; close(): Promise<void> } => {
  const converter = openConverter(config, logger);
  let isLeaving = false;
  const onError = (err: unknown): void => logger.error({ err }, 'a rendering process ended by itself');
  const lane = { ...laneOptions(config), onError };
  const large = openLargeLane({
    ...lane,
    processes: config.workers,
    background: config.jobs,
    layout: layoutOptions(config),
  });
  const spare = openLargeLane({ ...lane, processes: 1 });
  const sweeping = startSweeping({
    blobs: store.blobs,
    people: store.people,
    retries: store.retries,
    jobs: store.jobs,
    webhooks: store.webhooks,
    retention: store.retention,
    rules: config,
    leaseClock: new LeaseClock(() => store.jobs.clock(), Date.now),
    now: Date.now,
    onError: (err) => logger.error({ err }, 'background work failed'),
  });
  return {
    store,
    large,
    spare,
    converter,
    failures: new FailureGuard(config.authFailures),
    health: async (): Promise<Health> => {
      const folders = {
        ...(config.databaseUrl === null && { PLATEN_DATA: config.dataFolder }),
        TMPDIR: tmpdir(),
      };
      const { replica } = store;
      const [database, disk, pdf, bucket, standby] = await Promise.all([
        answers(() => store.ping()),
        diskHealth(folders, config.freeBytes),
        converter.health(),
        files && answers(() => files.ping()),
        // Lists come from the primary without it.
        replica && healthOf(replica),
      ]);
      const renderer = rendererHealth(config, large, isWarm());
      const server = isLeaving && { server: { ok: false, message: 'has been told to stop' } };
      return {
        required: { store: database, disk, renderer, ...server },
        // Without them something is missing, and documents are still made: templates in memory need no files.
        optional: { pdf, ...(bucket && { files: bucket }), ...(standby && { replica: standby }) },
      };
    },
    warm() {
      large.warm();
      converter.warm();
    },
    leave() {
      isLeaving = true;
    },
    async close() {
      await sweeping.stop();
      await large.close();
      await spare.close();
      await converter.close();
    },
  };
};

/** Kept where every node finds it, unless the operator keeps it. */
const signingSecret = async (config: Config, store: Store): Promise<string> =>
  config.secret ?? store.people.keepSecret('sessions', randomBytes(32).toString('base64url'));

/** Whoever has a copy of the database then has what opens it. */
const SECRET_BESIDE =
  'What callers send is kept for the log of calls, encrypted with a secret that lies in the same database: set PLATEN_SECRET, and a copy of the database no longer opens it.';

const ownerLink = (url: string, token: string): string => `${url}/setup#token=${token}`;

/** Modules load without a pause, so whoever has waited for the port gets a moment to be answered. */
const WARM_AFTER_MS = 100;

const CONSOLE_FOLDER = join(ROOT, 'dist/console');

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

/**
 * The administration on the configured database, next to whatever servers run on it. `mustExist`: the database, where it is a
 * file; otherwise it is made.
 */
export const openAdmin = async (
  config: Config,
  actor: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<Administration> => {
  if (mustExist) requireDatabase(config);
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

/** Lays documents out where it is called, to learn their pages; for the command line. */
export const openPageFinder = async (config: Config) => {
  const { RenderedLayout } = await import('./convert/native/rendered-layout.ts');
  return new RenderedLayout(fontOptions(config));
};

const rendererHealth = (
  { workers }: Config,
  large: LargeLane,
  isWarm: boolean,
): Health['required'][string] => {
  if (large.isFailing) {
    // Whoever is sent no requests would never try again.
    large.warm();
    return { ok: false, message: 'its processes cannot be started' };
  }
  if (!isWarm) return { ok: false, message: 'is being loaded' };
  return { ok: true, message: `${workers} processes, ${large.waiting} jobs waiting` };
};

/** What is wrong goes to whoever asks for readiness: only what a PlatenError says of itself. */
const healthOf = async (look: () => Promise<PartHealth>): Promise<PartHealth> => {
  try {
    const late: PartHealth = { ok: false, message: 'does not answer' };
    const { ok, message } = await Promise.race([look(), sleep(HEALTH_MS, late, { ref: false })]);
    return { ok, message };
  } catch (error) {
    return { ok: false, message: error instanceof PlatenError ? error.message : 'does not answer' };
  }
};

type PartHealth = Health['required'][string];

const answers = (ping: () => Promise<void>): Promise<PartHealth> =>
  healthOf(() => ping().then(() => ({ ok: true, message: 'ok' })));

/** A pooler may hold a question back for as long as its database is away, and whoever asks for readiness waits for a few seconds at most. */
const HEALTH_MS = 3_000;

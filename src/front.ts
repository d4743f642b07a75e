/**
 * openFront :: the core → what answers HTTP requests
 *
 * One of it where one thread serves, in the thread that has the core; one in each thread where several do. Builds by hand,
 * as `app.ts` does, and holds no logic.
 */
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import type { SessionSettings } from './auth/better-auth.ts';
import { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { exampleFiles } from './example-files.ts';
import { statusOf } from './http/error-replies.ts';
import { closeServer, endKeptConnections, listen, type Place } from './http/listen.ts';
import { Metrics, type MetricsPart } from './http/metrics.ts';
import { RecordIds } from './http/record-ids.ts';
import { ResultLinks } from './http/result-links.ts';
import { buildServer } from './http/server.ts';
import type { HttpNeeds } from './http/types.ts';
import { DEFAULT_REMOTE_IMAGE_POLICY, fetchRemoteImages } from './images/fetch-remote.ts';
import { version } from './installation.mjs';
import { addressProblem, postRules, postTo } from './outgoing/post.ts';
import { buildPeople, laneOptions, layoutOptions } from './parts.ts';
import { AT_WORK, giveBackWhenQuiet } from './processes/give-back.ts';
import { Authenticator } from './service/authenticator.ts';
import { CallLog } from './service/calls/call-log.ts';
import { CallVault } from './service/calls/call-vault.ts';
import { Calls } from './service/calls/calls.ts';
import { JobCalls } from './service/calls/job-calls.ts';
import { Documents } from './service/documents/documents.ts';
import { Retries } from './service/documents/retries.ts';
import { Examples } from './service/examples.ts';
import { FailedCalls } from './service/failed-calls.ts';
import { startFlushing } from './service/housekeeping.ts';
import type { BatchRenderer } from './service/jobs/batch-renderer-ports.ts';
import { BatchRunner } from './service/jobs/batch-runner.ts';
import { JobRunner } from './service/jobs/job-runner.ts';
import { Jobs } from './service/jobs/jobs.ts';
import { resultsKeptUntil } from './service/jobs/kept-until.ts';
import { LeaseClock } from './service/lease-clock.ts';
import { Organizations } from './service/organizations.ts';
import type { People } from './service/people/people.ts';
import type { Store } from './service/ports.ts';
import { PreludeMemory, Preludes } from './service/preludes.ts';
import { RateLimits } from './service/rate-limits.ts';
import type { Renderer } from './service/renderer-ports.ts';
import { TemplatePrograms } from './service/template-programs.ts';
import { Templates } from './service/templates.ts';
import { Compare } from './service/versions/compare.ts';
import { Labels } from './service/versions/labels.ts';
import { Samples } from './service/versions/samples.ts';
import { WebhookSender } from './service/webhooks/webhook-sender.ts';
import { Webhooks } from './service/webhooks/webhooks.ts';
import type { Watch } from './stages.ts';
import { tracedStore } from './telemetry/traced-store.ts';
import { openWatch } from './telemetry/watch.ts';
import { PROGRAM_FORMAT } from './template/program.ts';
import type { Core } from './threads/core.ts';
import { createBatchRenderer } from './workers/batch/batch-renderer.ts';
import { createRenderer } from './workers/renderer.ts';
import type { RendererConfig } from './workers/renderer-config.ts';
import { spoolFileName } from './workers/spool.ts';

export interface Front {
  /** Resolves with http://127.0.0.1:8080 */
  listen(place: Place): Promise<string>;
  /** Whether what the first document would wait for is there. */
  readonly isWarm: boolean;
  /** Loads it; returns at once. */
  warm(): void;
  metrics(): Promise<MetricsPart>;
  /** It will close soon: requests are still answered, and their connections ended. */
  leave(): void;
  /** Stops accepting, finishes what runs (bounded by the configuration), writes down what it has gathered. */
  close(): Promise<void>;
}

export interface FrontOptions {
  readonly logger: Logger;
  /** Signs, and hides numbers. */
  readonly secret: string;
  readonly consoleFolder: string;
  /** Fronts of this server, of which this is one. */
  readonly threads: number;
  /** Which of them, from 0. */
  readonly index?: number;
}

export const openFront = async (config: Config, given: Core, options: FrontOptions): Promise<Front> => {
  const { logger, threads } = options;
  const onError = (err: unknown): void => logger.error({ err }, 'background work failed');
  const watch = await openWatch({
    settings: config,
    version: version(),
    database: config.databaseUrl === null ? 'sqlite' : 'postgresql',
    logger,
  });
  const core = watch.isTracing ? { ...given, store: tracedStore(given.store, watch.current) } : given;
  const renderer = openRenderer(config, core, options);
  const authenticator = new Authenticator(core.store.apiKeys, Date.now);
  const { jobs, batches, blobs, organizations, webhooks } = core.store;
  const now = Date.now;
  const leaseClock = new LeaseClock(() => jobs.clock(), now);
  const rules = postRules({ isPrivateAllowed: config.webhookPrivate });
  const receivers = { webhooks, addressProblem: (url: string) => addressProblem(url, rules) };
  const vault = new CallVault(options.secret);
  const callLog = new CallLog({ calls: core.store.calls, vault, now, onError });
  const jobCalls = new JobCalls({ callLog, statusOf, now });
  const sender = new WebhookSender({
    ...{ webhooks, calls: jobCalls, watch, leaseClock, now, onError },
    post: (message) => postTo(message, rules),
    places: Math.max(2, Math.ceil(MESSAGES_AT_ONCE / threads)),
  });
  const tell = sender.tell.bind(sender);
  const failedCalls = new FailedCalls({ usage: core.store.usage, tell, onError });

  const preludes = new PreludeMemory(organizations);
  const programs = openPrograms(config, core, preludes, options);
  const metrics = new Metrics(
    {
      queueDepth: () => renderer.queueDepth,
      cacheHits: () => programs.hits,
      cacheMisses: () => programs.misses,
      waitingJobs: () => jobs.waiting(),
      waitingDeliveries: () => webhooks.waiting(),
    },
    threads === 1,
  );
  const people = buildPeople(config, { store: core.store, secret: options.secret, threads });
  const sessions = new Sessions(sessionSettings(config, core.store, people.people, options));
  const service = serviceOf(config, core, { renderer, programs, preludes, tell, watch, leaseClock });
  const { documents, retries, templates } = service;
  const keptUntil = resultsKeptUntil(organizations, now);
  const batchRenderer = openBatchRenderer(config, core, onError);
  const roomBytes = config.jobBytes;
  const runner = new JobRunner({
    ...{ jobs, blobs, documents, organizations, retries, failedCalls, keptUntil, watch, now, onError },
    leaseClock,
    calls: jobCalls,
    batches: new BatchRunner({
      ...{ jobs, batches, blobs, programs, keptUntil, roomBytes, now, onError },
      calls: jobCalls,
      renderer: batchRenderer,
    }),
    places: placesOf(config.jobs, options),
  });
  const server = await buildServer({
    ...service,
    jobs: new Jobs({
      ...{ jobs, blobs, renderer, batchRenderer, templates, documents, organizations, roomBytes, now },
      addressProblem: receivers.addressProblem,
      wake: () => runner.wake(),
    }),
    webhooks: new Webhooks({ ...receivers, wake: () => sender.wake(), now }),
    ...people,
    sessions,
    settings: {
      ...config,
      version: version(),
      consoleFolder: options.consoleFolder,
      hasSecret: config.secret !== null,
    },
    logger,
    authenticator,
    failedCalls,
    callLog,
    calls: new Calls({ calls: core.store.calls, apiKeys: core.store.apiKeys, vault, now }),
    failures: core.failures,
    recordIds: new RecordIds(options.secret),
    resultLinks: new ResultLinks(options.secret),
    temporaryFile: () => spoolFileName(tmpdir()),
    metrics,
    watch,
    scrape: core.scrape ?? (() => metrics.registry.metrics()),
    health: core.health,
    ...(core.held && { held: core.held }),
  });
  const flushing = startFlushing(authenticator, onError);
  const endGivingBack = giveBackWhenQuiet({
    everyMs: QUIET_MS,
    leastBytes: WORTH_BYTES,
    done: () => (runner.isBusy ? AT_WORK : programs.hits + programs.misses + Number(renderer.isWarm)),
  });
  return {
    listen: (place) => listen(server, place),
    get isWarm() {
      return renderer.isWarm;
    },
    warm() {
      renderer.warm();
      runner.start();
      sender.start();
    },
    metrics: () => metrics.registry.getMetricsAsJSON(),
    leave: () => endKeptConnections(server),
    async close() {
      endGivingBack();
      await closeServer(server, config.shutdownSeconds);
      await runner.stop();
      await failedCalls.stop();
      await sender.stop();
      await callLog.stop();
      await flushing.stop();
      await renderer.close();
      await watch.close();
    },
  };
};

const serviceOf = (
  config: Config,
  { store }: Core,
  {
    renderer,
    programs,
    preludes,
    tell,
    watch,
    leaseClock,
  }: {
    renderer: Renderer;
    programs: TemplatePrograms;
    preludes: PreludeMemory;
    tell: WebhookSender['tell'];
    watch: Watch;
    leaseClock: LeaseClock;
  },
): Pick<
  HttpNeeds,
  | 'rateLimits'
  | 'organizations'
  | 'templates'
  | 'labels'
  | 'samples'
  | 'compare'
  | 'examples'
  | 'documents'
  | 'retries'
  | 'preludes'
> => {
  const now = Date.now;
  const storage = {
    templates: config.templateLimit,
    versions: config.versionLimit,
    bytes: config.storageLimit,
  };
  const parts = { templates: store.templates, blobs: store.blobs, renderer, programFormat: PROGRAM_FORMAT };
  const templates = new Templates({
    ...{ ...parts, programs, preludes, storage, watch, now },
    labels: store.labels,
  });
  const samples = new Samples({ samples: store.samples, templates, storage, now });
  return {
    rateLimits: new RateLimits(store.limiter, config),
    organizations: new Organizations({ store, now, mostCallDays: config.keptCallDays }),
    templates,
    labels: new Labels({ labels: store.labels, templates, now }),
    samples,
    compare: new Compare({ templates, samples, programs, renderer, now }),
    examples: new Examples({ source: exampleFiles(), templates }),
    documents: new Documents({ store, renderer, templates, programs, preludes, tell, now }),
    preludes: new Preludes({
      ...{ organizations: store.organizations, templates: store.templates, renderer, now },
      memory: preludes,
    }),
    retries: new Retries(store.retries, leaseClock),
  };
};

/** Without a document, until memory is given back. */
const QUIET_MS = 5_000;
/** Small documents grow a server by less, and the code that was compiled for them is worth more than what they leave. */
const WORTH_BYTES = 128 * 1024 ** 2;

/** Webhooks that a server sends at once, in all its threads. */
const MESSAGES_AT_ONCE = 32;

/** The jobs that a server runs at once are dealt out to its fronts; one without any leaves them to the others. */
const placesOf = (jobs: number, { threads, index = 0 }: FrontOptions): number =>
  Math.floor(jobs / threads) + (index < jobs % threads ? 1 : 0);

/** What is kept of templates is shared out to the threads, each of which has a memory of its own. */
const openPrograms = (
  config: Config,
  core: Core,
  preludes: PreludeMemory,
  options: FrontOptions,
): TemplatePrograms => {
  const { templates, blobs } = core.store;
  const spare = createRenderer({
    ...rendererConfig(config, core, options),
    lane: core.spare,
    smallLane: false,
  });
  return new TemplatePrograms({
    templates,
    blobs,
    programFormat: PROGRAM_FORMAT,
    recompile: (job) => spare.compile(job),
    rejoin: (job) => spare.join(job),
    preludes,
    cacheBytes: Math.ceil(config.templateCacheBytes / options.threads),
  });
};

const openBatchRenderer = (
  config: Config,
  { large, converter }: Core,
  onError: (error: unknown) => void,
): BatchRenderer =>
  createBatchRenderer({
    ...{ lane: large, converter, onError },
    renderMs: config.renderSeconds * 1000,
    layout: layoutOptions(config),
    ...picturesOf(config),
  });

const picturesOf = ({ imageHosts }: Config): Pick<RendererConfig, 'fetchPictures'> =>
  imageHosts.length === 0
    ? {}
    : {
        fetchPictures: (urls) =>
          fetchRemoteImages(urls, { ...DEFAULT_REMOTE_IMAGE_POLICY, hosts: imageHosts }),
      };

const openRenderer = (config: Config, core: Core, options: FrontOptions): Renderer =>
  createRenderer({
    ...rendererConfig(config, core, options),
    lane: core.large,
    layout: layoutOptions(config),
    ...picturesOf(config),
  });

const rendererConfig = (
  config: Config,
  { converter, held }: Core,
  { logger }: FrontOptions,
): RendererConfig => ({
  ...laneOptions(config),
  processes: config.workers,
  converter,
  spoolBytes: config.spoolBytes,
  ...(held && { spoolHeld: held }),
  onError: (err) => logger.error({ err }, 'what small documents need cannot be loaded'),
});

const sessionSettings = (
  config: Config,
  store: Store,
  people: People,
  { logger, secret }: FrontOptions,
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

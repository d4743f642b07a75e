/** What Prometheus may ask for. Every label has a bounded set of values: routes, methods, statuses, engines, codes. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PlatenError } from '../errors.ts';
import type { InFlight } from './body/in-flight.ts';

/** From a millisecond (a small DOCX) to the longest conversion. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Memory, processor time, files: the same whichever thread looks. */
const OF_THE_PROCESS = /^process_/;

/** Read when metrics are asked for. */
interface Gauges {
  readonly queueDepth: () => number;
  readonly cacheHits: () => number;
  readonly cacheMisses: () => number;
  /** Of all servers together, as the database has them. */
  readonly waitingJobs: () => Promise<{ readonly count: number; readonly oldest: number | null }>;
  readonly waitingDeliveries: () => Promise<number>;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #renders: Counter<'engine' | 'outcome'>;
  readonly #renderDurations: Histogram<'engine'>;
  readonly #reasons: Counter<'engine' | 'reason'>;

  /** `isWhole`: what it says of the process is not said by another thread as well. */
  constructor(gauges: Gauges, isWhole = true) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    if (!isWhole)
      for (const { name } of this.registry.getMetricsAsArray())
        if (OF_THE_PROCESS.test(name)) this.registry.removeSingleMetric(name);
    this.#requests = new Counter({
      name: 'platen_http_requests_total',
      help: 'Answered requests; status "aborted" where the caller hung up first.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'platen_http_request_duration_seconds',
      help: 'From the first byte of the request to the last of the answer.',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    });
    this.#renders = new Counter({
      name: 'platen_renders_total',
      help: 'Generated documents by engine and outcome: "ok" or an error code.',
      labelNames: ['engine', 'outcome'],
      registers,
    });
    this.#renderDurations = new Histogram({
      name: 'platen_render_duration_seconds',
      help: 'Generation as the caller waits for it: queue, render, conversion, charge.',
      labelNames: ['engine'],
      buckets: SECONDS,
      registers,
    });
    this.#reasons = new Counter({
      name: 'platen_pdf_fallback_reasons_total',
      help: 'Why the native engine could not vouch for a document, by the engine that made its PDF all the same.',
      labelNames: ['engine', 'reason'],
      registers,
    });
    const live = (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    live('platen_queue_depth', 'Jobs that wait for a rendering process.', gauges.queueDepth);
    this.#watchQueues(gauges);
    const counted = (name: string, help: string, read: () => number): void => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    };
    counted(
      'platen_template_cache_hits_total',
      'Generations that found their template in memory.',
      gauges.cacheHits,
    );
    counted('platen_template_cache_misses_total', 'Generations that had to load it.', gauges.cacheMisses);
  }

  /** Each thread sees the same, so it is not added up. A database that is away is told of elsewhere: there is no number then. */
  #watchQueues({ waitingJobs, waitingDeliveries }: Gauges): void {
    const shared = (name: string, help: string, read: () => Promise<number>): void => {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        aggregator: 'max',
        async collect() {
          const value = await read().catch(() => undefined);
          if (value === undefined) this.reset();
          else this.set(value);
        },
      });
    };
    shared(
      'platen_jobs_waiting',
      'Jobs, and chunks of batches, that no server has begun.',
      async () => (await waitingJobs()).count,
    );
    shared('platen_jobs_oldest_seconds', 'For how long the oldest of them has waited.', async () => {
      const { oldest } = await waitingJobs();
      return oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
    });
    shared('platen_webhook_deliveries_waiting', 'Deliveries that are to be sent yet.', waitingDeliveries);
  }

  watchBodies(held: () => InFlight['held']): void {
    new Gauge({
      name: 'platen_request_body_bytes',
      help: 'Bytes of request bodies held in memory, of known callers and of strangers who sign in.',
      labelNames: ['kind'],
      registers: [this.registry],
      collect() {
        for (const [kind, bytes] of Object.entries(held())) this.set({ kind }, bytes);
      },
    });
  }

  rendered(engine: string, outcome: string, seconds: number): void {
    this.#renders.inc({ engine, outcome });
    this.#renderDurations.observe({ engine }, seconds);
  }

  fellBack(engine: string, reasons: readonly string[]): void {
    for (const reason of new Set(reasons.map(reasonLabel))) this.#reasons.inc({ engine, reason });
  }

  answered(request: FastifyRequest, status: string, seconds: number): void {
    // A request that matched no route may hold any path and method: neither may become a label.
    const route = request.routeOptions.url;
    const known = route !== undefined && !request.is404;
    const labels = known ? { method: request.method, route } : { method: 'other', route: 'unmatched' };
    this.#requests.inc({ ...labels, status });
    this.#durations.observe(labels, seconds);
  }
}

/** What several threads have counted, as one. */
export const addedUp = (parts: readonly MetricsPart[]): Pick<Registry, 'metrics' | 'getMetricsAsJSON'> =>
  AggregatorRegistry.aggregate(
    // What the library would leave out, when the process began, only one of them says.
    parts.map((metrics) =>
      metrics.map((metric) => (metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' } : metric)),
    ),
  );

export type MetricsPart = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export const serveMetrics = (
  app: FastifyInstance,
  {
    metrics,
    scrape,
    settings,
  }: {
    readonly metrics: Metrics;
    readonly scrape: () => Promise<string>;
    readonly settings: { readonly metricsToken: string | null };
  },
): void => {
  const { metricsToken: token } = settings;
  const wanted = token === null ? undefined : digestOf(`Bearer ${token}`);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (wanted !== undefined && !timingSafeEqual(wanted, digestOf(request.headers.authorization ?? '')))
      throw new PlatenError('unauthorized', 'Metrics need the token of PLATEN_METRICS_TOKEN.', {
        hint: 'Send it as `Authorization: Bearer …`.',
      });
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return scrape();
  });
};

/** Of one length, whatever was sent. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A code names the element of the document that nobody knows, which may be any: only that there is one is counted. */
const reasonLabel = (reason: string): string => {
  const known = /^[a-z][a-z0-9_-]{0,40}(:[a-z][a-z0-9_-]{0,40})?$/.test(reason);
  return known && !reason.startsWith('element:') ? reason : (/^[a-z]+/.exec(reason)?.[0] ?? 'other');
};

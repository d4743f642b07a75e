/**
 * openTracing :: settings → spans of what was noted, sent to a collector
 *
 * The span of a request or job begins with it, so that its id can be handed on. Those of its stages, and of what the store was
 * asked for, are made of what was noted once it is over: on its way nothing is done that the log of slow documents does not do.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traces,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { Stages, type Trace, type Watch, type WatchedEnd, type WatchedKind } from '../stages.ts';
import { CLOSING_MS, EXPORT_MS, resourceOf, type TelemetrySettings, telling, within } from './exporters.ts';
import { nested, type Timed } from './nested.ts';

interface Tracing extends Omit<Watch, 'document'> {
  start(...start: Parameters<Watch['start']>): Stages;
  close(): Promise<void>;
}

interface TracingOptions {
  readonly settings: TelemetrySettings;
  readonly url: string;
  readonly version: string;
  /** As its spans name it: `sqlite`, `postgresql`. */
  readonly database: string;
  readonly logger: Logger;
}

const KINDS = { request: SpanKind.SERVER, work: SpanKind.CONSUMER, call: SpanKind.CLIENT } as const;
const SERVER_ERROR = 500;

export const openTracing = ({ settings, url, version, database, logger }: TracingOptions): Tracing => {
  const exporter = telling(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), 'traces', logger);
  const provider = new TracerProvider({
    resource: resourceOf(settings, version),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: settings.otelSpanDelayMs,
        maxQueueSize: settings.otelSpanQueue,
        maxExportBatchSize: Math.min(512, settings.otelSpanQueue),
        exportTimeoutMillis: EXPORT_MS * 2,
      }),
    ],
  });
  const tracer = provider.getTracer('platen', version);
  const running = new AsyncLocalStorage<Stages>();
  return {
    start: (kind, { began = performance.now(), carried = {} } = {}) =>
      new Stages(began, new SpanTrace(tracer, { kind, began, carried })),
    current: () => running.getStore(),
    within: (stages, work) => (stages === undefined ? work() : running.run(stages, work)),
    end(stages, end) {
      if (stages.trace instanceof SpanTrace) stages.trace.end(stages, end, database);
    },
    close: () => within(CLOSING_MS, provider.shutdown()),
  };
};

const samplerOf = ({ otelSampler, otelSamplerRatio }: TelemetrySettings): Sampler => {
  const name = otelSampler.replace('parentbased_', '');
  const root =
    name === 'traceidratio'
      ? new TraceIdRatioBasedSampler(otelSamplerRatio)
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return otelSampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

const W3C = new W3CTraceContextPropagator();

class SpanTrace implements Trace {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #tracer: Tracer;
  readonly #kind: WatchedKind;
  readonly #span: Span;
  readonly #context: Context;
  /** What `performance.now()` has to be added to. */
  readonly #epoch = Date.now() - performance.now();

  constructor(
    tracer: Tracer,
    { kind, began, carried }: { kind: WatchedKind; began: number; carried: object },
  ) {
    const parent = W3C.extract(ROOT_CONTEXT, carried, defaultTextMapGetter);
    const startTime = this.#epoch + began;
    this.#tracer = tracer;
    this.#kind = kind;
    this.#span = tracer.startSpan(kind, { kind: KINDS[kind], startTime }, parent);
    this.#context = traces.setSpan(parent, this.#span);
    this.id = this.#span.spanContext().traceId;
    const headers: Record<string, string> = {};
    W3C.inject(this.#context, headers, defaultTextMapSetter);
    this.headers = headers;
  }

  end(stages: Stages, end: WatchedEnd, database: string): void {
    const over = performance.now();
    if (this.#span.isRecording()) {
      this.#describe(stages, end);
      const rows: Timed[] = [...stages.list, ...stages.calls.map((call) => ({ ...call, system: database }))];
      for (const { row, children } of nested(rows)) this.#write(row, children, this.#context);
    }
    this.#span.end(this.#epoch + over);
  }

  #describe({ facts }: Stages, { name, organizationId, requestId, code, status }: WatchedEnd): void {
    const span = this.#span;
    const isRequest = this.#kind === 'request';
    const [method, route] = name.split(' ');
    span.updateName(name);
    const attributes: Attributes = {
      'platen.request_id': requestId,
      'platen.organization': organizationId,
      'error.type': code,
      ...(isRequest && { 'http.request.method': method, 'http.route': route }),
      'http.response.status_code': status,
      ...Object.fromEntries(Object.entries(facts).map(([fact, value]) => [`platen.${fact}`, value])),
    };
    span.setAttributes(attributes);
    const hasFailed = isRequest ? (status ?? 0) >= SERVER_ERROR : code !== undefined;
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR, message: code ?? '' });
  }

  #write(row: Timed, children: ReturnType<typeof nested>, parent: Context): void {
    const isCall = row.system !== undefined;
    const span = this.#tracer.startSpan(
      row.name,
      {
        startTime: this.#epoch + row.from,
        kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL,
        ...(isCall && { attributes: { 'db.system.name': row.system, 'db.operation.name': row.name } }),
      },
      parent,
    );
    if (row.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    const inside = traces.setSpan(parent, span);
    for (const child of children) this.#write(child.row, child.children, inside);
    span.end(this.#epoch + row.to);
  }
}

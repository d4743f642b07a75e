/**
 * Where traces and metrics are sent: OTLP over HTTP, as JSON.
 *
 * What has to be sent is gathered within bounds, and thrown away where nobody takes it: no request waits for a collector. That
 * one does not take it is said once, and once more when it does.
 */
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { Logger } from 'pino';

export interface TelemetrySettings {
  readonly otlpEndpoint: string | null;
  readonly otlpTracesEndpoint: string | null;
  readonly otlpMetricsEndpoint: string | null;
  readonly otelService: string;
  readonly otelDisabled: boolean;
  readonly otelTraces: 'otlp' | 'none';
  readonly otelMetrics: 'otlp' | 'none';
  readonly otelSampler: SamplerName;
  readonly otelSamplerRatio: number;
  readonly otelSpanDelayMs: number;
  readonly otelSpanQueue: number;
  readonly otelMetricsMs: number;
}

type SamplerName =
  | ('always_on' | 'always_off' | 'traceidratio')
  | ('parentbased_always_on' | 'parentbased_always_off' | 'parentbased_traceidratio');

/** Of one attempt to send, with all that is tried again; then what was to be sent is gone. */
export const EXPORT_MS = 10_000;
/** When the server stops, so long is waited for the last of it. */
export const CLOSING_MS = 2_000;

/** The same attributes wherever something comes from; `OTEL_RESOURCE_ATTRIBUTES` is read by the SDK itself. */
export const resourceOf = ({ otelService }: TelemetrySettings, version: string): Resource =>
  resourceFromAttributes({
    'service.version': version,
    'service.instance.id': `${hostname()}-${process.pid}${threadId === 0 ? '' : `-${threadId}`}`,
  })
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': otelService }));

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** Says when nobody takes what is sent, and when somebody does again. */
export const telling = <Items, Kind extends Exporter<Items>>(
  exporter: Kind,
  what: 'traces' | 'metrics',
  logger: Logger,
): Kind => {
  let isFailing = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const failed = result.code === ExportResultCode.FAILED;
      if (failed && !isFailing)
        logger.warn({ reason: reasonOf(result.error) }, `${what} cannot be sent to the collector`);
      if (!failed && isFailing) logger.info(`${what} can be sent to the collector again`);
      isFailing = failed;
      done(result);
    });
  return exporter;
};

/** An answer's body may hold anything; its status and the system's code say enough. */
const reasonOf = (error: Error | undefined): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (code !== undefined && code !== '') return String(code);
  return (error?.message || 'no answer in time').slice(0, 200);
};

/** What is not done by then is not waited for any longer. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
};

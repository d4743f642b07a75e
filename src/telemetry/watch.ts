/**
 * openWatch :: settings → who looks at the clocks of requests and jobs
 *
 * Slow documents are written into the log; what is traced goes to a collector as well. The SDK is loaded where there is one.
 */
import type { Logger } from 'pino';
import { Stages, UNWATCHED, type Watch } from '../stages.ts';
import type { TelemetrySettings } from './exporters.ts';
import { slowLog } from './slow-log.ts';

interface WatchOptions {
  readonly settings: TelemetrySettings & {
    /** Documents that take longer are told of; 0: none. */
    readonly slowMs: number;
  };
  readonly version: string;
  readonly database: string;
  readonly logger: Logger;
}

interface OpenWatch extends Watch {
  readonly isTracing: boolean;
  close(): Promise<void>;
}

export const openWatch = async (options: WatchOptions): Promise<OpenWatch> => {
  const { slowMs } = options.settings;
  const tell = slowMs === 0 ? undefined : slowLog(slowMs, options.logger);
  const url = tracesUrl(options.settings);
  if (url === undefined) {
    const watch: Watch =
      tell === undefined
        ? UNWATCHED
        : { ...UNWATCHED, document: (_kind, { began } = {}) => new Stages(began), end: tell };
    return { ...watch, isTracing: false, close: async () => undefined };
  }
  const { openTracing } = await import('./tracing.ts');
  const tracing = openTracing({ ...options, url });
  return {
    ...tracing,
    isTracing: true,
    document: tracing.start,
    end(stages, end) {
      tell?.(stages, end);
      tracing.end(stages, end);
    },
  };
};

/** Undefined where nothing is traced. */
const tracesUrl = ({
  otelDisabled,
  otelTraces,
  otlpEndpoint,
  otlpTracesEndpoint,
}: TelemetrySettings): string | undefined => {
  if (otelDisabled || otelTraces === 'none') return undefined;
  return otlpTracesEndpoint ?? (otlpEndpoint === null ? undefined : `${otlpEndpoint}/v1/traces`);
};

export const metricsUrl = ({
  otelDisabled,
  otelMetrics,
  otlpEndpoint,
  otlpMetricsEndpoint,
}: TelemetrySettings): string | undefined => {
  if (otelDisabled || otelMetrics === 'none') return undefined;
  return otlpMetricsEndpoint ?? (otlpEndpoint === null ? undefined : `${otlpEndpoint}/v1/metrics`);
};

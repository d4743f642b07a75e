/**
 * openMetricsExport :: what Prometheus would be told → the same, sent to a collector
 *
 * One source of figures: nothing is counted twice. Names and labels are those of `/metrics`.
 */
import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { Logger } from 'pino';
import { CLOSING_MS, EXPORT_MS, resourceOf, type TelemetrySettings, telling, within } from './exporters.ts';

/** As prom-client writes a metric down. */
interface Counted {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly {
    readonly value: number | string;
    readonly labels: Readonly<Record<string, string | number | undefined>>;
    readonly metricName?: string;
  }[];
}

interface MetricsExportOptions {
  readonly settings: TelemetrySettings;
  readonly url: string;
  readonly version: string;
  readonly counted: () => Promise<readonly Counted[]>;
  readonly logger: Logger;
}

export const openMetricsExport = ({
  settings,
  url,
  version,
  counted,
  logger,
}: MetricsExportOptions): { close(): Promise<void> } => {
  const resource = resourceOf(settings, version);
  const scope = { name: 'platen', version };
  const began = millisToHrTime(Date.now() - process.uptime() * 1000);
  const producer: MetricProducer = {
    async collect() {
      const times = { startTime: began, endTime: millisToHrTime(Date.now()) };
      const metrics = (await counted()).flatMap((metric) => toOtlp(metric, times));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
  const exporter = telling(new OTLPMetricExporter({ url, timeoutMillis: EXPORT_MS }), 'metrics', logger);
  const provider = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: settings.otelMetricsMs,
        exportTimeoutMillis: Math.min(EXPORT_MS, settings.otelMetricsMs),
        metricProducers: [producer],
      }),
    ],
  });
  return { close: () => within(CLOSING_MS, provider.shutdown()) };
};

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

const toOtlp = ({ name, help, type, values }: Counted, times: Times): MetricData[] => {
  const common = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () =>
    values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value: Number(value) }));
  switch (type) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
    default:
      return [];
  }
};

/** Prometheus counts what is below each border, OTLP what is between two. */
const histograms = (values: Counted['values'], times: Times) => {
  const byLabels = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels));
  return [...byLabels].map(([labels, rows]) => {
    const of = (ending: string) => rows.filter(({ metricName = '' }) => metricName.endsWith(ending));
    const buckets = of('_bucket').map(({ value, labels: { le } }) => ({
      le: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
      below: Number(value),
    }));
    buckets.sort((a, b) => a.le - b.le);
    return {
      ...times,
      attributes: JSON.parse(labels) as Record<string, string>,
      value: {
        count: Number(of('_count')[0]?.value ?? 0),
        sum: Number(of('_sum')[0]?.value ?? 0),
        buckets: {
          boundaries: buckets.map(({ le }) => le).filter(Number.isFinite),
          counts: buckets.map(({ below }, at) => below - (buckets[at - 1]?.below ?? 0)),
        },
      },
    };
  });
};

const unitOf = (name: string): string =>
  /_seconds(_total)?$/.test(name) ? 's' : /_bytes$/.test(name) ? 'By' : '';

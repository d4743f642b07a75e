/** A collector of OpenTelemetry: takes traces and metrics as OTLP over HTTP has them, or misbehaves. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type KeyValues = readonly { readonly key: string; readonly value: Value }[];

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly resource: Readonly<Record<string, unknown>>;
}

interface ReceivedPoint {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: number | undefined;
  readonly count?: number;
  readonly sum?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

interface ReceivedMetric {
  readonly name: string;
  readonly kind: 'sum' | 'gauge' | 'histogram';
  readonly isMonotonic?: boolean;
  readonly points: readonly ReceivedPoint[];
}

export interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The last that were sent, by name. */
  readonly metrics: Map<string, ReceivedMetric>;
  readonly requests: { readonly path: string; readonly type: string | undefined }[];
  /** From now on: takes what comes, answers with this status, with nothing at all, or cuts the connection. */
  answer: number | 'nothing' | 'cut';
  close(): Promise<void>;
}

const plain = ({ stringValue, intValue, doubleValue, boolValue }: Value): unknown =>
  stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
const attributesOf = (pairs: KeyValues = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value)]));
const milliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

// biome-ignore lint/suspicious/noExplicitAny: what others send has no type.
type Json = any;

const spansOf = (body: Json): ReceivedSpan[] =>
  body.resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        from: milliseconds(span.startTimeUnixNano),
        to: milliseconds(span.endTimeUnixNano),
        attributes: attributesOf(span.attributes),
        resource: attributesOf(resource.attributes),
      })),
    ),
  );

const metricsOf = (body: Json): ReceivedMetric[] =>
  body.resourceMetrics.flatMap(({ scopeMetrics }: Json) =>
    scopeMetrics.flatMap(({ metrics }: Json) =>
      metrics.map((metric: Json) => {
        const kind =
          (['sum', 'gauge', 'histogram'] as const).find((name) => metric[name] !== undefined) ?? 'sum';
        return {
          name: metric.name,
          kind,
          isMonotonic: metric[kind].isMonotonic,
          points: metric[kind].dataPoints.map((point: Json) => ({
            ...point,
            attributes: attributesOf(point.attributes),
            value: point.asDouble ?? point.asInt,
            bucketCounts: point.bucketCounts?.map(Number),
          })),
        };
      }),
    ),
  );

export const startCollector = async (): Promise<Collector> => {
  const hanging = new Set<ServerResponse>();
  const collector = {
    spans: [] as ReceivedSpan[],
    metrics: new Map<string, ReceivedMetric>(),
    requests: [] as { path: string; type: string | undefined }[],
    answer: 200 as Collector['answer'],
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    collector.requests.push({ path, type: request.headers['content-type'] });
    if (collector.answer === 'cut') {
      request.socket.destroy();
      return;
    }
    if (collector.answer === 'nothing') {
      hanging.add(response);
      return;
    }
    if (collector.answer === 200) {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      if (path.endsWith('/traces')) collector.spans.push(...spansOf(body));
      else for (const metric of metricsOf(body)) collector.metrics.set(metric.name, metric);
    }
    response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

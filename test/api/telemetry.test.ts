/** OpenTelemetry through the real door: a collector that takes what comes, and some that don't. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../support/otlp.ts';
import { startReceiver } from '../support/receiver.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

const SECRET = 'Zaphod-Beeblebrox';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

let collector: Collector;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let server: TestServer;
const settings = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_METRIC_EXPORT_INTERVAL: '250',
  PLATEN_PDF_ENGINE: 'native',
  PLATEN_WEBHOOK_PRIVATE: 'true',
});
const upload = (to: TestServer) =>
  to.call('PUT', '/template/upload', {
    body: form({
      templateKey: 'letter',
      template: docx(p('{FOR row IN rows}'), p('Dear {row}'), p('{END}')),
    }),
  });
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
  server = await startTestServer({ ...settings(collector.url), OTEL_SERVICE_NAME: 'papers' });
  await upload(server);
});
afterAll(async () => {
  await server?.close();
  await collector?.close();
  await receiver?.close();
});

const order = (output: string, rows: number) => ({
  templateKey: 'letter',
  output,
  data: { rows: Array.from({ length: rows }, (_one, index) => `${SECRET} ${index}`) },
});
const traced = (trace: string, flags = '01') => ({
  traceparent: `00-${trace}-${PARENT}-${flags}`,
  tracestate: 'congo=t61rcWkgMzE',
});
const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace);
const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const one = async (trace: string, name: string): Promise<ReceivedSpan> => {
  await expect.poll(() => named(spansOf(trace), name).length, { timeout: 15_000 }).toBe(1);
  return named(spansOf(trace), name)[0] as ReceivedSpan;
};

test('a request goes on with the trace of its caller, and its stages and calls of the store are part of it', async () => {
  const { status } = await server.call('POST', '/template/generate', {
    json: order('PDF', 3),
    headers: { ...traced(TRACE), 'x-request-id': 'traced-1' },
  });
  expect(status).toBe(200);
  const root = await one(TRACE, 'POST /template/generate');
  expect(root).toMatchObject({
    parentSpanId: PARENT,
    kind: 2,
    traceState: 'congo=t61rcWkgMzE',
    resource: { 'service.name': 'papers', 'service.version': expect.any(String) },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/template/generate',
      'http.response.status_code': 200,
      'platen.request_id': 'traced-1',
      'platen.organization': expect.any(String),
      'platen.template': 'letter',
      'platen.version': 1,
      'platen.engine': 'native',
      'platen.rows': 3,
      'platen.pages': 1,
    },
  });
  const spans = spansOf(TRACE);
  const children = (parent: ReceivedSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name);
  expect(children(root)).toEqual(
    expect.arrayContaining([
      'authenticate',
      'body',
      'read',
      'template',
      'render',
      'layout',
      'charge',
      'send',
    ]),
  );
  const [layout] = named(spans, 'layout');
  expect(children(layout as ReceivedSpan)).toEqual(['layout.read', 'layout.pages', 'layout.write']);
  const [charge] = named(spans, 'credit.charge');
  expect(charge).toMatchObject({
    kind: 3,
    parentSpanId: named(spans, 'charge')[0]?.spanId,
    attributes: { 'db.system.name': 'sqlite', 'db.operation.name': 'credit.charge' },
  });
  for (const { from, to } of spans) {
    expect(from).toBeLessThanOrEqual(to);
    expect(from).toBeGreaterThanOrEqual(root.from - 1);
    expect(to).toBeLessThanOrEqual(root.to + 1);
  }
  const line = server.log.map((text) => JSON.parse(text)).find(({ requestId }) => requestId === 'traced-1');
  expect(line).toMatchObject({ msg: 'request', traceId: TRACE });
});

test('a large document, with its wait for a process', async () => {
  const trace = '1af7651916cd43dd8448eb211c80319c';
  await server.call('POST', '/template/generate', { json: order('PDF', 6_000), headers: traced(trace) });
  const root = await one(trace, 'POST /template/generate');
  for (const name of ['queue', 'render', 'layout', 'charge'])
    expect(named(spansOf(trace), name)[0]?.parentSpanId, name).toBe(root.spanId);
});

test('a job and what is told of its end go on with the trace of whoever asked for it', async () => {
  const trace = '2af7651916cd43dd8448eb211c80319c';
  const made = await server.call('POST', '/jobs', {
    json: { ...order('DOCX', 2), callback: `${receiver.url}/told` },
    headers: traced(trace),
  });
  expect(made.status).toBe(202);
  const request = await one(trace, 'POST /jobs');
  const job = await one(trace, 'job');
  expect(job).toMatchObject({
    kind: 5,
    parentSpanId: request.spanId,
    attributes: { 'platen.template': 'letter' },
  });
  expect(named(spansOf(trace), 'wait')[0]?.parentSpanId).toBe(job.spanId);
  const told = await one(trace, 'webhook job.completed');
  expect(told).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } });
  const [message] = receiver.at('/told');
  expect(message?.headers).toMatchObject({
    traceparent: `00-${trace}-${told.spanId}-01`,
    tracestate: 'congo=t61rcWkgMzE',
  });
});

test('the chunks of a batch as well', async () => {
  const trace = '3af7651916cd43dd8448eb211c80319c';
  await server.call('POST', '/jobs', {
    json: { templateKey: 'letter', output: 'DOCX', records: [{ rows: [1] }, { rows: [2] }] },
    headers: traced(trace),
  });
  for (const step of ['split', 'chunk', 'bundle']) await one(trace, `batch ${step}`);
});

test('who is not to be traced is not, and an error has its code', async () => {
  const unsampled = '4af7651916cd43dd8448eb211c80319c';
  const failed = '5af7651916cd43dd8448eb211c80319c';
  await server.call('GET', '/organization', { headers: traced(unsampled, '00') });
  await server.call('GET', '/healthz', { headers: traced(unsampled) });
  await server.call('GET', '/jobs/none', { headers: traced(failed) });
  expect(await one(failed, 'GET /jobs/:id')).toMatchObject({
    attributes: { 'http.response.status_code': 404, 'error.type': 'job_not_found' },
    status: { code: 0 },
  });
  expect(spansOf(unsampled)).toEqual([]);
  await server.call('GET', '/organization', { headers: { traceparent: 'nonsense', tracestate: ',,=' } });
  await expect
    .poll(
      () => named(collector.spans, 'GET /organization').filter(({ parentSpanId }) => !parentSpanId).length,
    )
    .toBe(1);
});

const scraped = async (from: TestServer, line: RegExp): Promise<number> =>
  Number(line.exec((await from.call('GET', '/metrics', { key: null })).text)?.[1]);

test('metrics are the figures that Prometheus gets', async () => {
  const wanted = await scraped(server, /^platen_renders_total\{engine="native",outcome="ok"\} (\d+)/m);
  expect(wanted).toBeGreaterThan(0);
  const rendered = () =>
    collector.metrics
      .get('platen_renders_total')
      ?.points.find(({ attributes }) => attributes['engine'] === 'native')?.value;
  await expect.poll(rendered).toBe(wanted);
  expect(collector.metrics.get('platen_renders_total')).toMatchObject({ kind: 'sum', isMonotonic: true });
  expect(collector.metrics.get('platen_queue_depth')).toMatchObject({
    kind: 'gauge',
    points: [{ value: 0 }],
  });
  const { kind, points } = collector.metrics.get('platen_render_duration_seconds') ?? {};
  const native = points?.find(({ attributes }) => attributes['engine'] === 'native');
  expect(kind).toBe('histogram');
  expect(native).toMatchObject({ count: wanted });
  expect(native?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(wanted);
  expect(native?.bucketCounts?.length).toBe((native?.explicitBounds?.length ?? 0) + 1);
});

test('nothing of the data is in a span, and JSON is what is sent', () => {
  expect(JSON.stringify(collector.spans)).not.toContain(SECRET);
  expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/metrics']));
  expect(new Set(collector.requests.map(({ type }) => type))).toEqual(new Set(['application/json']));
});

test('several threads: spans of each, metrics of all together; a collector that fails keeps nobody waiting', async () => {
  const own = await startCollector();
  const many = await startTestServer({
    ...settings(own.url),
    PLATEN_HTTP_THREADS: '2',
    OTEL_BSP_MAX_QUEUE_SIZE: '64',
  });
  const generate = () =>
    many.call('POST', '/template/generate', { json: order('DOCX', 1), headers: { connection: 'close' } });
  const told = (words: string) => many.log.filter((line) => line.includes(words)).length;
  try {
    await upload(many);
    for (let turn = 0; turn < 12; turn += 1) expect((await generate()).status).toBe(200);
    await expect.poll(() => named(own.spans, 'POST /template/generate').length).toBe(12);
    await expect.poll(() => named(own.spans, 'credit.charge').length).toBe(12);
    await expect.poll(() => own.metrics.get('platen_renders_total')?.points[0]?.value).toBe(12);
    for (const answer of [500, 'cut', 413, 'nothing'] as const) {
      own.answer = answer;
      const before = own.requests.length;
      for (let turn = 0; turn < 20; turn += 1) expect((await generate()).status).toBe(200);
      if (answer === 500) await expect.poll(() => told('metrics cannot be sent')).toBe(1);
      // It was asked, so that what was made was made beside it.
      await expect.poll(() => own.requests.length).toBeGreaterThan(before);
    }
    // Once for each of the two threads and for the metrics, whatever came after.
    expect(told('traces cannot be sent')).toBeLessThanOrEqual(2);
    expect(told('metrics cannot be sent')).toBe(1);
  } finally {
    const began = performance.now();
    await many.close();
    // Two seconds for traces and as many for metrics, and a busy machine.
    expect(performance.now() - began).toBeLessThan(15_000);
    await own.close();
  }
});

test('nothing of the SDK is loaded where nobody asks for it', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) {
      if (/@opentelemetry\\/(sdk|exporter|core|resources)/.test(name)) seen.push(name);
      return next(name, context);
    } });
    await import('./dist/server/parts/app.js');
    await import('./dist/server/parts/front.js');
    process.stdout.write(JSON.stringify(seen));
    process.exit(0);
  `;
  const cwd = join(import.meta.dirname, '../..');
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe('[]');
});

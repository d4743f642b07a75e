/** What operators see: health, metrics, the OpenAPI document, the log. */
import { readdirSync, renameSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p, raw } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { content?: Record<string, unknown>; headers?: object }>;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

const openApi = async () => (await server.call('GET', '/openapi.json', { key: null })).json as OpenApi;

test('/healthz says that the process lives, /readyz what it can do', async () => {
  const health = await server.call('GET', '/healthz', { key: null });
  expect([health.status, health.json]).toEqual([200, { status: 'ok' }]);
  // Until the engine is loaded it says so.
  const ask = () => server.call('GET', '/readyz', { key: null });
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
  const ready = await ask();
  expect(ready.json).toMatchObject({
    status: expect.stringMatching(/^(ready|degraded)$/),
    parts: { store: { ok: true }, renderer: { ok: true }, pdf: { ok: expect.any(Boolean) } },
  });
});

test('/readyz is 503 where a disk is full; /healthz goes on', async () => {
  const full = await startTestServer({ PLATEN_MIN_FREE_BYTES: '8000000GiB' });
  try {
    const ready = await full.call('GET', '/readyz', { key: null });
    expect([ready.status, ready.json]).toMatchObject([
      503,
      {
        status: 'unavailable',
        parts: {
          disk: { ok: false, message: expect.stringMatching(/MiB of the disk of PLATEN_DATA are free/) },
        },
      },
    ]);
    expect((await full.call('GET', '/healthz', { key: null })).status).toBe(200);
  } finally {
    await full.close();
  }
});

test('/readyz is 503 while the folder of the database cannot be written, and 200 again after that', async () => {
  const { dataFolder } = server.config;
  const ask = () => server.call('GET', '/readyz', { key: null });
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
  renameSync(dataFolder, `${dataFolder}-away`);
  try {
    const { status, json, text } = await ask();
    expect([status, json]).toMatchObject([
      503,
      { parts: { disk: { ok: false, message: 'the disk of PLATEN_DATA cannot be written (ENOENT)' } } },
    ]);
    expect(text).not.toContain(dataFolder);
  } finally {
    renameSync(`${dataFolder}-away`, dataFolder);
  }
  expect((await ask()).status).toBe(200);
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('platen-probe'))).toEqual([]);
});

const ODD = '<w:r><w:rPr><w:emboss/></w:rPr><w:t>1/2</w:t></w:r><w:r><w:fromTheFuture/></w:r>';

test('/metrics may need a token, and no key will do for it', async () => {
  const closed = await startTestServer({ PLATEN_METRICS_TOKEN: 'for-prometheus-alone' });
  try {
    const ask = (key: string | null) => closed.call('GET', '/metrics', { key });
    for (const key of [null, TEST_KEY, 'for-prometheus-alon'])
      expect(await ask(key)).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    expect((await ask('for-prometheus-alone')).text).toContain('platen_queue_depth');
  } finally {
    await closed.close();
  }
});

test('/metrics counts requests, durations, renders by engine and outcome, queue and cache', async () => {
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'metered', template: docx(p('{a}')) }),
  });
  const generate = (key: string) =>
    server.call('POST', '/template/generate', { json: { templateKey: key, output: 'DOCX', data: {} } });
  await generate('metered');
  await generate('metered');
  await generate('nothing');
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'odd', template: docx(p('{a}', raw(ODD))) }),
  });
  for (let turn = 0; turn < 2; turn += 1)
    await server.call('POST', '/template/generate', {
      json: { templateKey: 'odd', output: 'PDF', data: {}, options: { engine: 'native' } },
    });
  for (let turn = 0; turn < 50; turn += 1) await server.call('GET', `/made-up-${turn}`);
  const { text, headers } = await server.call('GET', '/metrics', { key: null });
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toContain(
    'platen_http_requests_total{method="POST",route="/template/generate",status="200"} 4',
  );
  expect(text).toContain(
    'platen_http_request_duration_seconds_count{method="POST",route="/template/generate"} 5',
  );
  expect(text).toContain('platen_renders_total{engine="docx",outcome="ok"} 2');
  expect(text).toContain('platen_renders_total{engine="none",outcome="template_not_found"} 1');
  expect(text).toContain('platen_renders_total{engine="native",outcome="ok"} 2');
  expect(text).toContain('platen_pdf_fallback_reasons_total{engine="native",reason="text-effects"} 2');
  // Which element it was is anybody's guess, and no label.
  expect(text).toContain('platen_pdf_fallback_reasons_total{engine="native",reason="element"} 2');
  expect(text).not.toContain('fromTheFuture');
  expect(text).toMatch(/platen_queue_depth 0/);
  expect(text).toMatch(/platen_jobs_waiting 0/);
  expect(text).toMatch(/platen_jobs_oldest_seconds 0/);
  expect(text).toMatch(/platen_webhook_deliveries_waiting 0/);
  expect(text).toMatch(
    /# TYPE platen_template_cache_hits_total counter\nplaten_template_cache_hits_total 2\n/,
  );
  expect(text).toMatch(/platen_template_cache_misses_total 2\n/);
  expect(text).toContain('route="unmatched",status="404"} 50');
  expect(text).not.toContain('made-up');
  expect(text).toContain('process_cpu_seconds_total');
});

describe('/openapi.json', () => {
  test('304 is for GET, and has no body', async () => {
    const { get, post } = (await openApi()).paths['/template/download'] ?? {};
    expect(get?.responses).toMatchObject({ 304: { description: expect.any(String) } });
    expect(Object.keys(get?.responses['304'] ?? {})).toEqual(['description']);
    expect(post?.responses).not.toHaveProperty('304');
  });

  test('is OpenAPI 3.1 with every operation and every status of the specification', async () => {
    const { openapi, paths } = await openApi();
    expect(openapi).toMatch(/^3\.1\./);
    const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
    const common = ['200', '400', '401', '429', '500'];
    const specified: Record<string, [string[], string[]]> = {
      '/template/upload': [['put', 'post'], common],
      '/template/replace': [['put'], [...common, '404']],
      '/template/list': [['get', 'post'], common],
      '/template/generate': [['post'], [...common, '402', '404']],
      '/template/download': [
        ['get', 'post'],
        [...common, '404'],
      ],
      '/template/delete': [
        ['put', 'delete'],
        [...common, '404'],
      ],
    };
    for (const [path, [methods, wanted]] of Object.entries(specified))
      for (const method of methods)
        expect(statuses(path, method), `${method} ${path}`).toEqual(expect.arrayContaining(wanted));
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    // Bodies that may be left out are told all the same.
    const keyInBody = (path: string, method: string) =>
      paths[path]?.[method]?.requestBody?.content['application/json']?.schema?.properties;
    for (const [path, method] of [
      ['/template/download', 'post'],
      ['/template/delete', 'delete'],
      ['/template/delete', 'put'],
    ] as const)
      expect(keyInBody(path, method), `${method} ${path}`).toHaveProperty('templateKey');
    expect(paths['/template/download']?.['get']?.requestBody).toBeUndefined();
  });

  test('the example of a generate request works as it stands, and its headers are told', async () => {
    const { paths } = await openApi();
    const operation = paths['/template/generate']?.['post'];
    const exampleOf = (schema: Schema): unknown => {
      if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
        return Object.fromEntries(
          Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)]),
        );
      const [first] = schema.examples ?? [];
      return first ?? schema.default;
    };
    const body = exampleOf(operation?.requestBody?.content['application/json']?.schema ?? {});
    expect(body).toMatchObject({ templateKey: 'invoice', options: { locale: expect.any(String) } });
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'invoice', template: docx(p('{a}')) }),
    });
    const answer = await server.call('POST', '/template/generate', { json: body });
    expect(answer).toMatchObject({ status: 200, json: undefined });
    expect(Object.keys(operation?.responses['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Content-Disposition', 'Platen-Missing', 'Platen-Engine', 'RateLimit-Limit']),
    );
  });

  test('its schemas compile, and real answers fit them', async () => {
    const { components } = await openApi();
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, binary: true } });
    const validate = (name: string, value: unknown): void => {
      const schema = components.schemas[name];
      if (schema === undefined) throw new Error(`no schema ${name}`);
      const check = ajv.compile({ components, ...schema });
      expect([check(value), check.errors]).toEqual([true, null]);
    };
    validate('Error', (await server.call('GET', '/nowhere')).json);
    validate('Error', (await server.call('PUT', '/template/upload', { body: form({}) })).json);
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'fits', template: docx(p('{a}')) }),
    });
    for (const template of (await server.call('GET', '/template/list')).json as unknown[])
      validate('Template', template);
  });
});

test('every operation with a key says which scope it wants', async () => {
  const { json } = await server.call('GET', '/openapi.json', { key: null });
  const { paths } = json as { paths: Record<string, Record<string, { security?: object[] }>> };
  expect(paths['/template/generate']?.['post']?.security).toEqual([
    { apiKey: ['generate'] },
    { session: ['generate'] },
  ]);
  expect(paths['/session']?.['get']?.security).not.toContainEqual({ apiKey: expect.anything() });
});

test('the log has one line a request, with its id, and neither secrets nor document data', async () => {
  const file = docx(p('{secretField}'));
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'logged', template: file }) });
  const { headers } = await server.call('POST', '/template/generate?api_key=plt_in-the-query', {
    json: { templateKey: 'logged', output: 'DOCX', data: { secretField: 'confidential words' } },
  });
  await server.call('GET', '/template/list', { key: 'plt_wrong-but-still-a-secret' });
  // A key in the path, by somebody who guessed at the address, in spellings.
  await server.call('GET', '/template/plt_in-the-path');
  await server.call('GET', '/organization/keys/%70lt%5Fin-the-path');
  await server.call('DELETE', '/organization/keys/plt_in-the-path');
  await server.call('GET', '/template/a-fixed-key-of-the-operators-own');
  await expect
    .poll(() => server.log.filter((line) => line.includes(headers.get('x-request-id') ?? '?')).length)
    .toBe(1);
  const line = JSON.parse(server.log.find((one) => one.includes(headers.get('x-request-id') ?? '?')) ?? '{}');
  expect(line).toMatchObject({
    level: 'info',
    method: 'POST',
    path: '/template/generate',
    status: 200,
    ms: expect.any(Number),
    organization: expect.any(String),
  });
  const log = server.log.join('');
  for (const secret of [
    TEST_KEY,
    'in-the-path',
    'operators-own',
    'plt_in-the-query',
    'plt_wrong-but-still-a-secret',
    'confidential words',
  ])
    expect(log).not.toContain(secret);
});

test('a refused request is one line too: its code, not what the data held', async () => {
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'dated', template: docx(p('{born | date:"yyyy"}')) }),
  });
  const refused = await server.call('POST', '/template/generate', {
    json: { templateKey: 'dated', output: 'DOCX', data: { born: 'a patient of ours' } },
  });
  expect(refused.json).toMatchObject({
    code: 'data_invalid',
    error: expect.stringContaining('a patient of ours'),
  });
  const broken = await server.call('PUT', '/template/delete', {
    headers: { 'content-type': 'application/json' },
    body: 'a patient of ours',
  });
  expect(broken.status).toBe(400);
  const linesOf = (headers: Headers): unknown[] =>
    server.log
      .filter((line) => line.includes(headers.get('x-request-id') ?? '?'))
      .map((line) => JSON.parse(line));
  await expect
    .poll(() => linesOf(refused.headers))
    .toEqual([expect.objectContaining({ msg: 'request', status: 400, code: 'data_invalid' })]);
  await expect
    .poll(() => linesOf(broken.headers))
    .toEqual([expect.objectContaining({ msg: 'request', status: 400, code: 'bad_json' })]);
  expect(server.log.join('')).not.toContain('a patient of ours');
});

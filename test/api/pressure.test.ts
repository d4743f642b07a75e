/** More than fits: bodies, jobs. The answer is 503 with Retry-After, and the server is fine afterwards. */
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    PLATEN_MAX_IN_FLIGHT_BYTES: '1MiB',
    PLATEN_WORKERS: '1',
    PLATEN_QUEUE_LIMIT: '4',
    PLATEN_RENDER_SECONDS: '2',
  });
  const slow = docx(
    p('{FOR i IN rows}'),
    p('{FOR j IN rows}'),
    p('{i} {j}'),
    p('{END-FOR j}'),
    p('{END-FOR i}'),
  );
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'slow', template: slow }) });
});
afterAll(() => server?.close());

const held = async () =>
  Number(
    /platen_request_body_bytes\{kind="known"\} (\d+)/.exec((await server.call('GET', '/metrics')).text)?.[1],
  );
const generate = (rows: number) =>
  server.call('POST', '/template/generate', {
    json: {
      templateKey: 'slow',
      output: 'DOCX',
      data: { rows: Array.from({ length: rows }, (_, index) => index) },
    },
  });

/** A generate request that never sends the end of its body. */
const unfinished = (bytes: number): ClientRequest => {
  const { port, hostname } = new URL(server.address);
  const call = request({
    port,
    hostname,
    method: 'POST',
    path: '/template/generate',
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      'content-type': 'application/json',
      'content-length': bytes + 1,
    },
  });
  call.on('error', () => {});
  call.write(Buffer.alloc(bytes, ' '));
  return call;
};

test('an organization’s bodies are held only up to half of the limit for all of them together', async () => {
  const slow = [unfinished(200_000), unfinished(200_000)];
  await expect.poll(held).toBe(400_000);
  const refused = await server.call('POST', '/template/generate', {
    headers: { 'content-type': 'application/json' },
    body: ' '.repeat(300_000),
  });
  expect([refused.status, refused.json]).toEqual([503, expect.objectContaining({ code: 'busy' })]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await generate(2)).status).toBe(200);
  for (const call of slow) call.destroy();
  await expect.poll(held).toBe(0);
});

test('jobs wait only up to the limit of the queue, and an organization’s own are not all of it', async () => {
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => generate(150)))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await generate(2)).status).toBe(200);
});

test('a render that takes too long is ended with 400, and the next one works', async () => {
  const started = Date.now();
  const { status, json } = await generate(30_000);
  expect(status).toBe(400);
  expect(['render_timeout', 'render_budget', 'render_memory']).toContain((json as { code: string }).code);
  expect(Date.now() - started).toBeLessThan(15_000);
  expect((await generate(2)).status).toBe(200);
});

/** SIGTERM: stop accepting, finish what runs, close. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

/** Also on a machine that is busy with other suites. */
const WAIT = { timeout: 20_000, interval: 5 };

const start = async (environment: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-shutdown-'));
  const server = await startServerProcess({ PLATEN_DATA: folder, ...environment });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const template = docx(
    p('{FOR i IN rows}'),
    p('{FOR j IN rows}'),
    p('{i} {j}'),
    p('{END-FOR j}'),
    p('{END-FOR i}'),
  );
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'slow', template }) });
  const generate = (rows: number) =>
    server.call('POST', '/template/generate', {
      json: {
        templateKey: 'slow',
        output: 'DOCX',
        data: { rows: Array.from({ length: rows }, (_, index) => index) },
      },
    });
  return { server, generate };
};

test('running requests are answered, new ones are not taken, and the process ends with 0', async () => {
  const { server, generate } = await start();
  let answered = 0;
  const running = [500, 500, 500].map(async (rows) => {
    const answer = await generate(rows);
    answered += 1;
    return answer;
  });
  // One runs, and two wait for the thread.
  await vi.waitUntil(
    async () => /platen_queue_depth 2\b/.test((await server.call('GET', '/metrics')).text),
    WAIT,
  );
  const ended = server.stop('SIGTERM');
  const late = () =>
    server.call('GET', '/template/list').then(
      ({ status }) => status,
      () => 'refused',
    );
  await vi.waitUntil(async () => ['refused', 503].includes(await late()), WAIT);
  expect(answered).toBeLessThan(3);
  for (const answer of await Promise.all(running)) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
  }
  expect(await ended).toBe(0);
});

test('an idle server ends at once, also where connections are kept alive', async () => {
  const { server } = await start();
  await server.call('GET', '/healthz');
  const started = Date.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(3000);
});

test('what does not finish in time is cut off', async () => {
  const { server, generate } = await start({ PLATEN_SHUTDOWN_SECONDS: '1', PLATEN_RENDER_SECONDS: '60' });
  const endless = generate(20_000).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await vi.waitUntil(
    async () =>
      !/platen_request_body_bytes\{kind="known"\} 0\b/.test((await server.call('GET', '/metrics')).text),
    WAIT,
  );
  const started = Date.now();
  await server.stop('SIGTERM');
  expect(Date.now() - started).toBeLessThan(5000);
  expect(await endless).not.toBe(200);
});

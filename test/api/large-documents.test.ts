/** Documents past the spool's 8 MiB: streamed from a file without a name, which goes away whatever the caller does. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'large', template: docx(p('{text}')) }),
  });
});
afterAll(() => server?.close());

/** Hardly compressible: 13 MiB of it make a document of about 10. */
const text = randomBytes(10 * 1024 * 1024).toString('base64');
const body = JSON.stringify({ templateKey: 'large', output: 'DOCX', data: { text } });

/** Files that this process holds open without a name; where the system does not tell, none. */
const namelessFiles = (): number =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(' (deleted)');
        } catch {
          return false;
        }
      }).length
    : 0;

test('arrive whole', async () => {
  const before = namelessFiles();
  const answer = await server.call('POST', '/template/generate', {
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect(answer.bytes.length).toBeGreaterThan(8 * 1024 * 1024);
  expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  expect(paragraphs(answer.bytes)).toEqual([text]);
  await expect.poll(namelessFiles).toBe(before);
});

test('leave nothing behind where the caller hangs up, at whatever moment', async () => {
  const before = namelessFiles();
  const { port, hostname } = new URL(server.address);
  for (const moment of [50, 200, 400, 'headers', 'data'] as const) {
    const call = request({
      port,
      hostname,
      method: 'POST',
      path: '/template/generate',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    });
    call.on('error', () => {});
    const answered = new Promise<void>((resolve) =>
      call.on('response', (response) => {
        response.on('error', () => {});
        if (moment === 'data') response.once('data', () => resolve());
        else resolve();
      }),
    );
    call.end(body);
    await (typeof moment === 'number' ? sleep(moment) : answered);
    call.destroy();
  }
  await expect.poll(namelessFiles).toBe(before);
  expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

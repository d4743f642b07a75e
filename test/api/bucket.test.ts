/** A server whose files lie in a real S3 server: templates, documents, results of jobs, and what happens when S3 is away. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServer } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { refuseWith, S3_CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';
import { form, rowsOf, startTestServer, type TestServer } from '../support/server.ts';

let s3: TestS3;
let server: TestServer;
beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  s3 = await startS3();
  server = await startTestServer({ PLATEN_BLOBS: s3.address('&links=true') });
});
afterAll(async () => {
  await server?.close();
  await s3?.stop();
  vi.unstubAllEnvs();
});

const upload = (templateKey: string) =>
  server.call('PUT', '/template/upload', {
    body: form({ templateKey, template: docx(p(`Dear {name}, ${templateKey}`)) }),
  });
const order = (templateKey: string) => ({ templateKey, output: 'DOCX', data: { name: 'Ada' } });
const generate = (templateKey: string) =>
  server.call('POST', '/template/generate', { json: order(templateKey) });

test('a template lies in the bucket, and documents are made of it', async () => {
  expect((await upload('letter')).status).toBe(200);
  expect(rowsOf(server, 'select sum(length(bytes)) as inside from blobs where object is not null')).toEqual([
    { inside: 0 },
  ]);
  expect((await s3.objects()).length).toBeGreaterThanOrEqual(2);
  expect(paragraphs((await generate('letter')).bytes)).toEqual(['Dear Ada, letter']);
});

test('the result of a job is fetched here, or by a link from the bucket itself', async () => {
  const { id } = (await server.call('POST', '/jobs', { json: order('letter') })).json as { id: string };
  const result = () => server.call('GET', `/jobs/${id}/result`);
  await expect.poll(async () => (await result()).status, { timeout: 15_000 }).toBe(200);
  const { url } = (await server.call('GET', `/jobs/${id}/result?link=1`)).json as { url: string };
  expect(url).toContain('X-Amz-Signature=');
  const linked = await fetch(url);
  expect(linked.headers.get('content-disposition')).toContain('letter.docx');
  expect(new Uint8Array(await linked.arrayBuffer())).toEqual((await result()).bytes);
});

test('while S3 is away, what is in memory goes on and the rest is 503; nothing is half there', async () => {
  expect((await generate('letter')).status).toBe(200);
  s3.answer(refuseWith(403, 'AccessDenied'));
  try {
    expect((await generate('letter')).status).toBe(200);
    expect(await upload('late')).toMatchObject({ status: 503, json: { code: 'not_ready' } });
    const { status, json } = await server.call('GET', '/readyz');
    expect({ status, json }).toMatchObject({ status: 200, json: { parts: { files: { ok: false } } } });
    expect(server.log.join('')).toContain('AccessDenied');
  } finally {
    s3.answer(undefined);
  }
  expect((await generate('late')).status).toBe(404);
  expect((await upload('late')).status).toBe(200);
  expect((await server.call('GET', '/readyz')).json).toMatchObject({ parts: { files: { ok: true } } });
});

test('a bucket that says nothing keeps nobody waiting who asks whether the server is ready', async () => {
  s3.answer(() => true);
  try {
    // The bucket itself is given up after 40 seconds.
    const { status, json } = await server.call('GET', '/readyz', { signal: AbortSignal.timeout(10_000) });
    expect({ status, json }).toMatchObject({ status: 200, json: { parts: { files: { ok: false } } } });
  } finally {
    s3.answer(undefined);
  }
});

test('a server does not start with a bucket that refuses it, nor without the one that has its files', async () => {
  const settings = { PORT: '0', PLATEN_DATA: server.config.dataFolder };
  const start = (environment: Record<string, string>) =>
    startServer(loadConfig({ ...settings, ...environment }));
  s3.answer(refuseWith(403, 'AccessDenied'));
  try {
    await expect(start({ PLATEN_BLOBS: s3.address() })).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('AccessDenied'),
      hint: expect.stringContaining('s3:PutObject failed'),
    });
  } finally {
    s3.answer(undefined);
  }
  await expect(start({})).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringContaining('PLATEN_BLOBS is unset'),
  });
});

/** Answers that nobody reads: they hold a share of the disk, are cut off in time, and keep nobody else from theirs. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Build, docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

const WAIT = { timeout: 20_000 };
/** Packs to more than 9 MB, so that the document goes to a file. */
const BODY = JSON.stringify({
  templateKey: 't',
  output: 'DOCX',
  data: { a: randomBytes(9_000_000).toString('base64') },
});

/** With two organizations, that have the same template. */
const start = async (environment: Readonly<Record<string, string>>) => {
  const server = await startTestServer(environment);
  const otherKey = await server.admin(async (admin) => {
    const { id } = await admin.createOrganization('Beta');
    return (await admin.createKey(id, { name: 'key' })).secret;
  });
  for (const key of [TEST_KEY, otherKey]) {
    const body = form({ templateKey: 't', template: docx(p('{a}')) });
    expect((await server.call('PUT', '/template/upload', { key, body })).status).toBe(200);
  }
  return { server, otherKey };
};

/** One where nobody is too slow, and one where everybody soon is: a quarter of the time for requests is the time of grace. */
let patient: Awaited<ReturnType<typeof start>>;
let strict: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  patient = await start({ PLATEN_SPOOL_BYTES: '40MiB', PLATEN_MIN_BODY_RATE: '1KiB' });
  strict = await start({ PLATEN_REQUEST_SECONDS: '8', PLATEN_MIN_BODY_RATE: '4MiB' });
});
afterAll(async () => {
  await patient?.server.close();
  await strict?.server.close();
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const generate = (server: TestServer, key: string) =>
  server.call('POST', '/template/generate', {
    key,
    body: BODY,
    headers: { 'content-type': 'application/json' },
  });

/** Asks for the document, and reads no more than how the answer begins. */
const GENERATE = { line: 'POST /template/generate', body: BODY };

const stoppedReader = async (
  server: TestServer,
  request = GENERATE,
): Promise<{ readonly status: string; readonly socket: Socket }> => {
  const { port, hostname } = new URL(server.address);
  const socket = connect({ port: Number(port), host: hostname });
  open.push(socket);
  socket.on('error', () => {});
  socket.write(`${request.line} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${TEST_KEY}\r\n`);
  socket.write(
    `Content-Type: application/json\r\nContent-Length: ${request.body.length}\r\n\r\n${request.body}`,
  );
  const status = await new Promise<string>((resolve) =>
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(String(chunk).slice(9, 12));
    }),
  );
  return { status, socket };
};

test('readers that stop hold a share of their organization’s, and others are served', async () => {
  const { server, otherKey } = patient;
  const first = await stoppedReader(server);
  const second = await stoppedReader(server);
  expect([first.status, second.status]).toEqual(['200', '200']);
  const refused = await generate(server, TEST_KEY);
  expect(refused).toMatchObject({ status: 503, json: { code: 'busy' } });
  expect((refused.json as { error: string }).error).toContain('waiting to be read');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await generate(server, otherKey)).status).toBe(200);
  // A refused document costs nothing; two that stopped were made.
  expect((await server.call('GET', '/organization')).json).toMatchObject({ credit: 998 });
  first.socket.destroy();
  await expect.poll(async () => (await generate(server, TEST_KEY)).status, WAIT).toBe(200);
});

test('a reader that stops is cut off when its time is up; one that keeps the pace gets everything', async () => {
  const { server } = strict;
  const large = docx(p('{a}'), (build: Build) => {
    build.file('word/media/image1.png', 'image/png', randomBytes(9_000_000));
    return '';
  });
  const body = form({ templateKey: 'large', template: large });
  expect((await server.call('PUT', '/template/upload', { body })).status).toBe(200);
  const download = { line: 'GET /template/download?templateKey=large', body: '' };
  const cutOff = () => server.log.filter((line) => line.includes('read too slowly')).length;
  for (const [index, request] of [GENERATE, download].entries()) {
    const { status, socket } = await stoppedReader(server, request);
    expect(status).toBe('200');
    await expect.poll(cutOff, WAIT).toBe(index + 1);
    socket.destroy();
  }

  const reader = await stoppedReader(server);
  let size = 0;
  const ended = new Promise<void>((resolve) => reader.socket.once('close', () => resolve()));
  reader.socket.on('data', (chunk) => {
    size += chunk.length;
    if (size > 8_800_000) reader.socket.destroy();
  });
  reader.socket.resume();
  await ended;
  expect(size).toBeGreaterThan(8_800_000);
});

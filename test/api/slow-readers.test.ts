/** Answers that nobody reads: they hold a share of the disk, are cut off in time, and keep nobody else from theirs. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

const WAIT = { timeout: 20_000 };
/** Packs to more than 9 MB, so that the document goes to a file. */
const BODY = JSON.stringify({
  templateKey: 't',
  output: 'DOCX',
  data: { a: randomBytes(9_000_000).toString('base64') },
});

let server: TestServer;
let otherKey: string;
beforeAll(async () => {
  server = await startTestServer({
    PLATEN_SPOOL_BYTES: '40MiB',
    // A quarter of it is the time of grace.
    PLATEN_REQUEST_SECONDS: '20',
    PLATEN_MIN_BODY_RATE: '4MiB',
  });
  otherKey = await server.admin(async (admin) => {
    const { id } = await admin.createOrganization('Beta');
    return (await admin.createKey(id, { name: 'key' })).secret;
  });
  for (const key of [TEST_KEY, otherKey]) {
    const body = form({ templateKey: 't', template: docx(p('{a}')) });
    expect((await server.call('PUT', '/template/upload', { key, body })).status).toBe(200);
  }
});
afterAll(() => server?.close());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const generate = (key: string) =>
  server.call('POST', '/template/generate', {
    key,
    body: BODY,
    headers: { 'content-type': 'application/json' },
  });

/** Asks for the document, and reads no more than how the answer begins. */
const stoppedReader = async (): Promise<{ readonly status: string; readonly socket: Socket }> => {
  const { port, hostname } = new URL(server.address);
  const socket = connect({ port: Number(port), host: hostname });
  open.push(socket);
  socket.on('error', () => {});
  socket.write(
    `POST /template/generate HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${TEST_KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  );
  const status = await new Promise<string>((resolve) =>
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(String(chunk).slice(9, 12));
    }),
  );
  return { status, socket };
};

test('readers that stop hold a share of their organization’s, others are served, and the time of slow ones ends', async () => {
  const first = await stoppedReader();
  const second = await stoppedReader();
  expect([first.status, second.status]).toEqual(['200', '200']);
  const refused = await generate(TEST_KEY);
  expect(refused).toMatchObject({ status: 503, json: { code: 'busy' } });
  expect((refused.json as { error: string }).error).toContain('waiting to be read');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await generate(otherKey)).status).toBe(200);
  // A refused document costs nothing; two that stopped were made.
  expect((await server.call('GET', '/organization')).json).toMatchObject({ credit: 998 });

  await expect.poll(async () => (await generate(TEST_KEY)).status, WAIT).toBe(200);
  expect(server.log.filter((line) => line.includes('read too slowly')).length).toBeGreaterThan(0);
});

test('a reader that is slower than a computer, and faster than the least, gets everything', async () => {
  const { socket, status } = await stoppedReader();
  expect(status).toBe('200');
  let size = 0;
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    size += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 2);
    if (size > 8_800_000) socket.destroy();
  });
  socket.resume();
  await ended;
  expect(size).toBeGreaterThan(8_800_000);
});

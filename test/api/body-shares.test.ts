/** Who holds the memory for bodies: whatever strangers or one organization send and don't finish, others are served. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';
import { anOwner, PASSWORD, Visitor } from '../support/visitor.ts';

const KIBIBYTE = 1024;
const LIMIT = 4 * 1024 * KIBIBYTE;
const WAIT = { timeout: 20_000 };
const EMAIL = 'owner@example.com';

let server: TestServer;
let otherKey: string;
beforeAll(async () => {
  server = await startTestServer({
    PLATEN_MAX_IN_FLIGHT_BYTES: String(LIMIT),
    PLATEN_MAX_BODY_BYTES: '1MiB',
    PLATEN_MAX_TEMPLATE_BYTES: '1MiB',
    PLATEN_TRUST_PROXY: 'loopback',
    // A quarter of it is the time of grace.
    PLATEN_REQUEST_SECONDS: '12',
  });
  await anOwner(server, EMAIL);
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
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await expect.poll(held, WAIT).toEqual({ known: 0, strangers: 0 });
});

const held = async () => {
  const { text } = await server.call('GET', '/metrics');
  const of = (kind: string) =>
    Number(new RegExp(`platen_request_body_bytes\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1]);
  return { known: of('known'), strangers: of('strangers') };
};

interface Start {
  readonly path: string;
  readonly headers?: readonly string[];
  readonly sent: number;
  readonly announced: number;
}

/** A request of which only the beginning comes. */
const begin = ({ path, headers = [], sent, announced }: Start): Socket => {
  const { port, hostname } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${announced}`,
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${' '.repeat(sent)}`);
  open.push(socket);
  return socket;
};
const textOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });

const stranger = (address: string): Socket =>
  begin({
    path: '/session',
    headers: [`X-Forwarded-For: ${address}`],
    sent: 16 * KIBIBYTE - 1,
    announced: 16 * KIBIBYTE,
  });
const ofAlpha = (): Socket =>
  begin({
    path: '/template/generate',
    headers: [`Authorization: Bearer ${TEST_KEY}`],
    sent: 900 * KIBIBYTE,
    announced: 1000 * KIBIBYTE,
  });

const generate = async (key: string) =>
  (
    await server.call('POST', '/template/generate', {
      key,
      json: { templateKey: 't', output: 'DOCX', data: { a: 1 } },
    })
  ).status;
const upload = async (key: string) => {
  const body = form({ templateKey: 't', template: docx(p('{a} x'.repeat(2000))) });
  return (await server.call('PUT', '/template/replace', { key, body })).status;
};
const signIn = async () => (await new Visitor(server.address).signIn(EMAIL, PASSWORD)).status;
const everybodyIsServed = async () =>
  expect([await generate(otherKey), await upload(otherKey), await signIn()]).toEqual([200, 200, 200]);

describe('strangers', () => {
  test('of one address, as many as the server takes, hold next to nothing', async () => {
    for (let index = 0; index < 300; index += 1) stranger('203.0.113.5');
    await expect.poll(async () => (await held()).strangers, WAIT).toBeGreaterThan(0);
    await everybodyIsServed();
    const { known, strangers } = await held();
    expect([known, strangers <= LIMIT / 128]).toEqual([0, true]);
  });

  test('of many addresses hold no more than is there for strangers', async () => {
    for (let index = 0; index < 300; index += 1) stranger(`203.0.${index}.7`);
    await expect.poll(async () => (await held()).strangers, WAIT).toBeGreaterThan(LIMIT / 128);
    await everybodyIsServed();
    expect((await held()).strangers).toBeLessThanOrEqual(LIMIT / 64);
  });

  test('send no more than a form', async () => {
    const { status, json } = await server.call('POST', '/session', {
      key: null,
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(17 * KIBIBYTE),
    });
    expect([status, json]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
  });
});

describe('one organization', () => {
  test('that sends and does not finish holds half; the others are served', async () => {
    const answers = Array.from({ length: 26 }, ofAlpha).map(textOf);
    await expect.poll(async () => (await held()).known, WAIT).toBeGreaterThan(LIMIT / 4);
    await everybodyIsServed();
    expect((await held()).known).toBeLessThanOrEqual(LIMIT / 2);
    for (const socket of open) socket.destroy();
    const refused = (await Promise.all(answers)).filter((text) => text.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]).toMatch(/retry-after: 2[\s\S]*"busy"/i);
    expect(refused[0]).toContain('Your organization');
    await expect.poll(async () => (await held()).known, WAIT).toBe(0);
    expect(await generate(TEST_KEY)).toBe(200);
  });
});

describe('a body that trickles', () => {
  test.each([
    ['of a caller', '/template/generate', [`Authorization: Bearer ${TEST_KEY}`]],
    ['of a stranger', '/session', []],
  ])('%s is ended with 408 before the time of a request is over', async (_who, path, headers) => {
    const started = performance.now();
    const socket = begin({ path, headers, sent: 100, announced: 16_000 });
    const trickle = setInterval(() => socket.write(' '.repeat(100)), 200);
    const answer = await textOf(socket);
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/);
    expect(answer).toContain('8 KiB a second');
    expect(performance.now() - started).toBeGreaterThan(2900);
  });

  test('a body that keeps its pace is let through, however long it takes', async () => {
    const json = JSON.stringify({ templateKey: 't', output: 'DOCX', data: { a: 1 } });
    const announced = 60_000 + json.length;
    const socket = begin({
      path: '/template/generate',
      headers: [`Authorization: Bearer ${TEST_KEY}`, 'Connection: close'],
      sent: 0,
      announced,
    });
    const answer = textOf(socket);
    for (let sent = 0; sent < 60_000; sent += 6000) {
      socket.write(' '.repeat(6000));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    socket.write(json);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

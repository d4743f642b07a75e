/** Three threads that serve HTTP: what one thread promises they promise together, on either store, and one that is lost is replaced. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Overrides } from '../../src/app.ts';
import { canShareAPort } from '../../src/http/listen.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip } from '../../src/ooxml/zip-read.ts';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { startReceiver } from '../support/receiver.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';
import { lastAcceptedAfter } from '../support/until-refused.ts';

/** Elsewhere than on Linux threads can't share a port, and one serves: what all the other suites are about. */
const canShare = await canShareAPort();
const THREADS = { PLATEN_HTTP_THREADS: '3' };

// Each thread loads all modules for itself, which takes its time where others are at work.
vi.setConfig({ hookTimeout: 300_000, testTimeout: 120_000 });

/** Ready, which is when all of them have loaded what a document needs. */
const startThreads = async (
  environment: Readonly<Record<string, string>>,
  overrides: Overrides = {},
): Promise<TestServer> => {
  const server = await startTestServer({ ...THREADS, ...environment }, overrides);
  // On a connection that is closed after it: some tests count them.
  const isReady = async () => (await ask(server, 'GET', '/readyz')).status;
  await vi.waitFor(async () => expect(await isReady()).toBe(200), { timeout: 200_000, interval: 200 });
  return server;
};

interface Answered {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** On a connection of its own: which thread has it is the system's choice. */
const ask = (
  { address }: TestServer,
  method: string,
  path: string,
  { key = TEST_KEY, json, hangUp = false }: { key?: string; json?: unknown; hangUp?: boolean } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, address),
      {
        method,
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
      },
    );
    asked.on('error', (error) =>
      hangUp ? resolve({ status: 499, bytes: new Uint8Array() }) : reject(error),
    );
    asked.end(json === undefined ? undefined : JSON.stringify(json));
    if (hangUp) setTimeout(() => asked.destroy(), 1);
  });

const generate = (server: TestServer, key: string, more: { output?: string; hangUp?: boolean } = {}) =>
  ask(server, 'POST', '/template/generate', {
    key,
    hangUp: more.hangUp ?? false,
    json: { templateKey: 'k', output: more.output ?? 'DOCX', data: { name: 'Ada' } },
  });

const organization = async (server: TestServer, name: string, credit: number | null) =>
  server.admin(async (admin) => {
    const { id } = await admin.createOrganization(name, credit);
    const { secret, key } = await admin.createKey(id, { name: 'key' });
    return { id, secret, keyId: key.id };
  });

const put = async (server: TestServer, key: string, path: string, template: Uint8Array): Promise<void> => {
  const answer = await server.call('PUT', path, { key, body: form({ templateKey: 'k', template }) });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
};

const counted = (answers: readonly Answered[]): Record<number, number> => {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
};

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe.skipIf(!canShare).each(['SQLite', 'PostgreSQL'])('three threads on %s', (store) => {
  let server: TestServer;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = store === 'PostgreSQL' ? await freshDatabase() : undefined;
    server = await startThreads({
      PLATEN_WEBHOOK_PRIVATE: 'true',
      ...(database && { DATABASE_URL: database.url }),
    });
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
  });

  test('all of them serve, and one scrape tells what all of them did', async () => {
    const { secret } = await organization(server, 'serving', null);
    await put(server, secret, '/template/upload', docx(p('Hello {name}')));
    const before = await server.call('GET', '/metrics', { key: null });
    // One after the other: what comes while a template is being loaded counts as one that did not find it.
    const answers: Answered[] = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push(await generate(server, secret));
    expect(counted(answers)).toEqual({ 200: 40 });
    for (const { bytes } of answers) expect(paragraphs(bytes)).toEqual(['Hello Ada']);
    const after = await server.call('GET', '/metrics', { key: null });
    const grown = (name: string): number =>
      [after, before]
        .map(({ text }) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0))
        .reduce((now, then) => now - then);
    // Each of them has to load the template once; that forty connections come to all three is next to certain.
    expect(grown('platen_template_cache_misses_total')).toBe(3);
    expect(grown('platen_template_cache_hits_total')).toBe(37);
    expect(grown('platen_renders_total\\{engine="docx",outcome="ok"\\}')).toBe(40);
    expect(after.text.match(/^process_start_time_seconds /gm)).toHaveLength(1);
  });

  test('credit is exact', async () => {
    const { id, secret } = await organization(server, 'credit', 25);
    await put(server, secret, '/template/upload', docx(p('Hello {name}')));
    expect(counted(await times(75, () => generate(server, secret)))).toEqual({ 200: 25, 402: 50 });
    await server.admin(async (admin) => {
      expect((await admin.organization(id)).credit).toBe(0);
      const charges = (await admin.ledger(id, 1000)).filter(({ reason }) => reason === 'generate');
      expect(charges.map(({ balanceAfter }) => balanceAfter).sort((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 25 }, (_, index) => index),
      );
    });
  });

  test('limits are exact, of documents and of other requests', async () => {
    const { id, secret } = await organization(server, 'limits', null);
    await put(server, secret, '/template/upload', docx(p('Hello {name}')));
    await server.admin((admin) => admin.setLimits(id, { requestLimit: 21, generateLimit: 20 }));
    // The key, with its organization, is remembered for half a second.
    await expect
      .poll(async () =>
        (await server.call('GET', '/template/list', { key: secret })).headers.get('ratelimit-limit'),
      )
      .toBe('21');
    const made = counted(await times(60, () => generate(server, secret)));
    expect(made).toEqual({ 200: 20, 429: 40 });
    const asked = counted(await times(60, () => ask(server, 'GET', '/template/list', { key: secret })));
    expect(asked[429]).toBeGreaterThanOrEqual(40);
    expect((asked[200] ?? 0) + (asked[429] ?? 0)).toBe(60);
  });

  test('a revoked key is refused by all of them within a second', async () => {
    const { id, secret, keyId } = await organization(server, 'revoking', null);
    const statuses = async () =>
      counted(await times(12, () => ask(server, 'GET', '/template/list', { key: secret })));
    expect(await statuses()).toEqual({ 200: 12 });
    await server.admin((admin) => admin.revokeKey(id, keyId));
    expect(await lastAcceptedAfter(async () => (await statuses())[200] === undefined)).toBeLessThan(1000);
  });

  test('no document is older than what was acknowledged, and each is paid for', async () => {
    const { id, secret } = await organization(server, 'replacing', 100_000);
    await put(server, secret, '/template/upload', docx(p('1 {name}')));
    let acknowledged = 1;
    let made = 0;
    let stop = false;
    const client = async (): Promise<void> => {
      while (!stop) {
        const least = acknowledged;
        const { status, bytes } = await generate(server, secret);
        expect(status).toBe(200);
        expect(Number.parseInt(paragraphs(bytes)[0] ?? '', 10)).toBeGreaterThanOrEqual(least);
        made += 1;
      }
    };
    const clients = [1, 2, 3, 4].map(client);
    for (let number = 2; number <= 8; number += 1) {
      await put(server, secret, '/template/replace', docx(p(`${number} {name}`)));
      acknowledged = number;
    }
    stop = true;
    await Promise.all(clients);
    expect(made).toBeGreaterThan(4);
    expect(await server.admin(async (admin) => (await admin.organization(id)).credit)).toBe(100_000 - made);
  });

  test('what is large, and what is a PDF, is made as by one; whoever hangs up pays nothing', async () => {
    const { id, secret } = await organization(server, 'large', 1000);
    await put(server, secret, '/template/upload', docx(p('Hello {name}, {#rows}{n} {/rows}')));
    const pdfs = await times(6, () => generate(server, secret, { output: 'PDF' }));
    expect(counted(pdfs)).toEqual({ 200: 6 });
    for (const { bytes } of pdfs) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
    const rows = Array.from({ length: 30_000 }, (_, n) => ({ n }));
    const large = (hangUp: boolean) =>
      ask(server, 'POST', '/template/generate', {
        key: secret,
        hangUp,
        json: { templateKey: 'k', output: 'DOCX', data: { name: 'Ada', rows } },
      });
    const answers = await times(6, (index) => large(index % 2 === 0));
    expect(counted(answers)).toEqual({ 200: 3, 499: 3 });
    expect(paragraphs(answers[1]?.bytes ?? new Uint8Array())[0]).toContain('29998 29999');
    expect(await server.admin(async (admin) => (await admin.organization(id)).credit)).toBe(1000 - 9);
  });

  test('jobs are run once, paid for once, and told once, whichever thread takes them', async () => {
    const receiver = await startReceiver();
    try {
      const { id, secret } = await organization(server, 'jobs', 100);
      await put(server, secret, '/template/upload', docx(p('Hello {name}')));
      const asked = await times(12, (index) =>
        ask(server, 'POST', '/jobs', {
          key: secret,
          json: {
            templateKey: 'k',
            output: 'DOCX',
            data: { name: `N${index}` },
            callback: `${receiver.url}/end`,
          },
        }),
      );
      expect(counted(asked)).toEqual({ 202: 12 });
      await expect.poll(() => receiver.at('/end').length, { timeout: 30_000 }).toBe(12);
      expect(new Set(receiver.at('/end').map(({ headers }) => headers['webhook-id'])).size).toBe(12);
      expect(await server.admin(async (admin) => (await admin.organization(id)).credit)).toBe(100 - 12);
    } finally {
      await receiver.close();
    }
  });

  test('a batch is split, made and put together by whichever threads take its parts, and paid for once', async () => {
    const { id, secret } = await organization(server, 'batches', 100);
    await put(server, secret, '/template/upload', docx(p('Hello {name}')));
    const records = Array.from({ length: 60 }, (_, index) => ({ name: `N${index + 1}` }));
    const asked = await ask(server, 'POST', '/jobs', {
      key: secret,
      json: { templateKey: 'k', output: 'DOCX', records },
    });
    const job = (JSON.parse(Buffer.from(asked.bytes).toString()) as { id: string }).id;
    const look = async () =>
      JSON.parse(Buffer.from((await ask(server, 'GET', `/jobs/${job}`, { key: secret })).bytes).toString());
    await expect
      .poll(look, { timeout: 60_000 })
      .toMatchObject({ state: 'completed', records: { total: 60, done: 60, failed: 0 }, charged: 60 });
    const result = await ask(server, 'GET', `/jobs/${job}/result`, { key: secret });
    expect(openZip(result.bytes, DEFAULT_PACKAGE_LIMITS).entries.size).toBe(62);
    expect(await server.admin(async (admin) => (await admin.organization(id)).credit)).toBe(40);
  });
});

describe.skipIf(!canShare)('what is shared out is shared by all threads together', () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startThreads({
      PLATEN_HTTP_THREADS: '2',
      PLATEN_CONNECTIONS: '40',
      PLATEN_AUTH_FAILURES: '20',
      PLATEN_MAX_IN_FLIGHT_BYTES: String(4 * 1024 * 1024),
    });
  });
  afterAll(() => server?.close());
  afterEach(() => closeAll());
  const closeAll = (): void => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  const open = (localAddress: string, text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(new URL(server.address).port), host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => resolve('cut off'));
      socket.on('close', () => resolve('cut off'));
      socket.on('data', (chunk) => resolve(String(chunk).split('\r\n')[0] ?? ''));
      socket.write(text);
    });

  test('one address gets half of the connections, and the next is served', async () => {
    const hello = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers: string[] = [];
    for (let n = 0; n < 40; n += 1) answers.push(await open('127.0.0.1', hello));
    expect(answers.filter((line) => line === 'HTTP/1.1 200 OK')).toHaveLength(20);
    // Only Linux has the whole network 127.0.0.0/8; elsewhere threads don't share a port anyway.
    expect(await open('127.0.0.2', hello)).toBe('HTTP/1.1 200 OK');
    closeAll();
    await expect.poll(() => open('127.0.0.1', hello), { timeout: 20_000 }).toBe('HTTP/1.1 200 OK');
    closeAll();
  });

  test('a port that a server has is not shared with another one', async () => {
    const { port } = new URL(server.address);
    await expect(startTestServer({ ...THREADS, PORT: port })).rejects.toThrow(/is in use already/);
  });

  test('failed keys of an address are counted once for all of them', async () => {
    const answers: Answered[] = [];
    for (let turn = 0; turn < 30; turn += 1)
      answers.push(await ask(server, 'GET', '/template/list', { key: 'plt_wrong' }));
    expect(counted(answers)).toEqual({ 401: 20, 429: 10 });
  });

  test('one organization holds half of the bodies, and the next is served', async () => {
    const other = await organization(server, 'other', null);
    await put(server, other.secret, '/template/upload', docx(p('Hello {name}')));
    const bytes = 900 * 1024;
    const head = `POST /template/generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${2 * bytes}\r\n\r\n`;
    const answers = Array.from({ length: 12 }, () => open('127.0.0.2', head + ' '.repeat(bytes)));
    const held = async (): Promise<number> => {
      const { text } = await server.call('GET', '/metrics', { key: null });
      return Number(/platen_request_body_bytes\{kind="known"\} (\d+)/.exec(text)?.[1]);
    };
    await expect.poll(held, { timeout: 20_000 }).toBeGreaterThan(1024 * 1024);
    expect(await held()).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect((await generate(server, other.secret)).status).toBe(200);
    closeAll();
    const refused = (await Promise.all(answers)).filter((line) => line.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeGreaterThanOrEqual(9);
    await expect.poll(held, { timeout: 20_000 }).toBe(0);
  });
});

describe.skipIf(!canShare)('a thread that is lost', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startThreads(
      { PLATEN_HTTP_THREADS: '2', PLATEN_SHUTDOWN_SECONDS: '2' },
      { preload: new URL('../support/for-ever.ts', import.meta.url), stuckMs: 1000 },
    );
  });
  afterAll(() => server?.close());
  const isReplaced = (words: RegExp) =>
    expect.poll(() => server.log.some((line) => words.test(line)), { timeout: 50_000 }).toBe(true);
  /** Often enough that each thread is asked. */
  const allServe = () =>
    expect
      .poll(async () => counted(await times(20, () => ask(server, 'GET', '/healthz').catch(() => LOST))), {
        timeout: 50_000,
      })
      .toEqual({ 200: 20 });
  const LOST: Answered = { status: 0, bytes: new Uint8Array() };

  test('in a loop without end is replaced, while the other serves', async () => {
    const stuck = ask(server, 'GET', '/for-ever').catch(() => LOST);
    // Some of these are the stuck thread's, and wait; one is answered at once.
    const others = times(12, () => ask(server, 'GET', '/healthz').catch(() => LOST));
    await isReplaced(/does not answer any more/);
    expect((await stuck).status).toBe(0);
    expect((await others).some(({ status }) => status === 200)).toBe(true);
    await allServe();
  });

  test('because it has ended is replaced, and what it held is free again', async () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await ask(server, 'GET', '/end').catch(() => LOST);
    await isReplaced(/has ended, and is replaced/);
    await allServe();
    const { text } = await server.call('GET', '/metrics', { key: null });
    expect(text).toContain('platen_request_body_bytes{kind="known"} 0');
    socket.destroy();
  });
});

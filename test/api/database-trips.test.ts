/** A server on PostgreSQL: how often it asks, behind a pooler too, and whom a lock on one organization's rows stops. */
import { connect } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { pgbouncerIsMissing, startPgBouncer } from '../support/pgbouncer.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let database: TestDatabase;
let pooler: Pooler;
let server: TestServer;

beforeAll(async () => {
  database = await freshDatabase();
  pooler = await startPooler(database.url);
  server = await startTestServer({ DATABASE_URL: pooler.url, PLATEN_CREDITS: '1000' });
});
afterAll(async () => {
  await server?.close();
  pooler?.close();
  await database?.drop();
});

const organization = (name: string, credit: number | null, limits = {}) =>
  server.admin(async (admin) => {
    const { id } = await admin.createOrganization(name, credit);
    await admin.setLimits(id, limits);
    return { id, secret: (await admin.createKey(id, { name: 'key' })).secret };
  });
const upload = (secret: string, text = 'Hello {name}') =>
  server.call('PUT', '/template/upload', {
    key: secret,
    body: form({ templateKey: 'k', template: docx(p(text)) }),
  });
const generate = (secret: string, more: Record<string, unknown> = {}) =>
  server.call('POST', '/template/generate', {
    key: secret,
    json: { templateKey: 'k', output: 'DOCX', data: { name: 'Ada' }, ...more },
  });
const usedOf = async (id: string): Promise<number> => {
  const rows = await database.sql(
    `select used from rate_windows where bucket = 'generate' and subject = '${id}'`,
  );
  return Number(rows[0]?.used ?? 0);
};

test('a server works behind a pooler in transaction mode, and says what that costs', async () => {
  expect(server.log.some((line) => line.includes('statement_timeout'))).toBe(true);
  const { secret } = await organization('pooled', 10);
  expect((await upload(secret)).status).toBe(200);
  expect((await generate(secret)).status).toBe(200);
  expect(pooler.named).toEqual([]);
});

test.skipIf(pgbouncerIsMissing)(
  'behind a real pgbouncer every document is paid for once, and no limit is passed',
  async () => {
    const own = await freshDatabase();
    const bouncer = await startPgBouncer(own.url);
    const pooled = await startTestServer({
      DATABASE_URL: bouncer.url,
      PLATEN_CREDITS: '30',
      PLATEN_GENERATE_LIMIT: '100',
    });
    try {
      const template = docx(p('Hello {name}'));
      const uploaded = await pooled.call('PUT', '/template/upload', {
        body: form({ templateKey: 'k', template }),
      });
      expect(uploaded.status).toBe(200);
      const made = await Promise.all(
        Array.from({ length: 120 }, () =>
          pooled.call('POST', '/template/generate', {
            json: { templateKey: 'k', output: 'DOCX', data: { name: 'Ada' } },
          }),
        ),
      );
      const count = (wanted: number) => made.filter(({ status }) => status === wanted).length;
      expect([count(200), count(402) + count(429)]).toEqual([30, 90]);
      expect(Number((await own.sql('select credit from organizations'))[0]?.['credit'])).toBe(0);
    } finally {
      await pooled.close();
      await bouncer.close();
      await own.drop();
    }
  },
);

test('a document is one trip to the database: limit, version and credit in one statement', async () => {
  const { id, secret } = await organization('trips', 100);
  await upload(secret);
  await generate(secret);
  pooler.statements.length = 0;
  for (let n = 0; n < 20; n += 1) {
    const made = await generate(secret);
    expect(made.status).toBe(200);
    expect(made.headers.get('ratelimit-remaining')).toBe(String(99_998 - n));
  }
  // Keys are looked up every half second, their last use is written in a transaction every few seconds, and jobs and
  // messages that are due are looked for once a second.
  const forDocuments = pooler.statements.filter(
    (text) => !/api_keys|from "jobs"|from "webhook_deliveries"|^begin|^commit/.test(text),
  );
  expect(forDocuments).toHaveLength(20);
  expect(forDocuments.every((text) => /rate_windows/.test(text) && /ledger/.test(text))).toBe(true);
  expect(await usedOf(id)).toBe(21);
});

test('what a label points at is resolved without a trip, and a label that is moved is seen by the next document', async () => {
  const { secret } = await organization('labelled', 100);
  const call = (method: string, path: string, json: unknown) =>
    server.call(method, `/template/${path}`, { key: secret, json });
  await upload(secret, 'one {name}');
  await server.call('PUT', '/template/replace', {
    key: secret,
    body: form({ templateKey: 'k', template: docx(p('two {name}')) }),
  });
  const point = (version: number) =>
    call('PUT', 'labels', { templateKey: 'k', labels: { production: version } });
  expect((await point(1)).status).toBe(200);
  const options = { label: 'production' };
  const made = async () => paragraphs((await generate(secret, { options })).bytes)[0];
  expect(await made()).toBe('one Ada');
  pooler.statements.length = 0;
  for (let n = 0; n < 10; n += 1) expect(await made()).toBe('one Ada');
  const forDocuments = pooler.statements.filter(
    (text) => !/api_keys|from "jobs"|from "webhook_deliveries"|^begin|^commit/.test(text),
  );
  expect(forDocuments).toHaveLength(10);
  await point(2);
  expect(await made()).toBe('two Ada');
});

test('every request is counted once, whatever becomes of it; what is one too many costs nothing', async () => {
  const { id, secret } = await organization('counted', 100, { generateLimit: 6 });
  await upload(secret, 'Hello {name | date}');
  expect((await generate(secret)).status).toBe(400);
  expect((await generate(secret, { templateKey: 'nothing' })).status).toBe(404);
  const bad = await server.call('POST', '/template/generate', {
    key: secret,
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect([bad.status, bad.headers.get('ratelimit-remaining')]).toEqual([400, '3']);
  expect((await server.call('POST', '/template/generate', { key: secret, body: 'text' })).status).toBe(400);
  const dated = { data: { name: '2026-01-01' } };
  const many = await Promise.all(Array.from({ length: 12 }, () => generate(secret, dated)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = many.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(50);
  expect((await server.admin((admin) => admin.organization(id))).credit).toBe(98);
  // A minute that is known to be full is not asked about again.
  pooler.statements.length = 0;
  expect((await generate(secret, dated)).status).toBe(429);
  expect(pooler.statements.filter((text) => /rate_windows/.test(text))).toEqual([]);
});

test('a caller who hangs up is counted, and pays nothing', async () => {
  const { id, secret } = await organization('gone', 100);
  await upload(secret);
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  const head = ['POST /template/generate HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${secret}`];
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 1000', '', '{"a'].join('\r\n'));
  // Its key has been looked up by then, so it is known whose request it is.
  await expect
    .poll(() => server.call('GET', '/metrics', { key: null }).then(({ text }) => text))
    .toMatch(/platen_request_body_bytes\{kind="known"\} 3\b/);
  socket.destroy();
  await expect.poll(() => usedOf(id)).toBe(1);
  expect((await server.admin((admin) => admin.organization(id))).credit).toBe(100);
});

test('a lock on the rows of one organization stops that organization alone', async () => {
  const [locked, free] = [await organization('locked', 100), await organization('free', 100)];
  await Promise.all([upload(locked.secret), upload(free.secret)]);
  expect([(await generate(locked.secret)).status, (await generate(free.secret)).status]).toEqual([200, 200]);
  const list = (secret: string) => server.call('GET', '/template/list', { key: secret });
  await list(locked.secret);
  const operator = new Client({ connectionString: database.url });
  await operator.connect();
  await operator.query('begin');
  await operator.query('select 1 from organizations where id = $1 for update', [locked.id]);
  await operator.query('select 1 from rate_windows where subject = $1 for update', [locked.id]);
  const waiting = Array.from({ length: 40 }, (_, n) => (n % 2 ? generate : list)(locked.secret));
  try {
    await expect.poll(() => stuckConnections()).toBeGreaterThan(1);
    for (let n = 0; n < 5; n += 1) {
      expect((await list(free.secret)).status).toBe(200);
      expect((await generate(free.secret)).status).toBe(200);
    }
    expect(await stuckConnections()).toBeLessThanOrEqual(5);
  } finally {
    await operator.query('rollback');
    await operator.end();
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
});

const stuckConnections = async (): Promise<number> => {
  const rows = await database.sql(
    "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(rows[0]?.count);
};

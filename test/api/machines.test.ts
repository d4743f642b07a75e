/**
 * Three servers, PostgreSQL with a standby, and a bucket: everything that operators do to them and everything that breaks, under load.
 * What was acknowledged is there at the end, and each document was charged for once. `npm run machines` does it for longer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { type Machines, startMachines } from '../support/machines.ts';
import { refuseWith } from '../support/s3.ts';
import { callAt, form } from '../support/server.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { SteadyLoad } from '../support/steady-load.ts';

const CREDIT = 1_000_000;
const RECORDS = 300;
const CALLERS = 4;

let machines: Machines;
let load: SteadyLoad;
let batch = '';
beforeAll(async () => {
  machines = await startMachines(3, { PLATEN_CREDITS: String(CREDIT), PLATEN_DRAIN_SECONDS: '1' });
  await upload('letter');
  load = new SteadyLoad({
    address: machines.balancer.address,
    templateKey: 'letter',
    callers: CALLERS,
    pauseMs: 30,
  });
  await load.more(20);
});
afterAll(async () => {
  await load?.stop();
  await machines?.close();
});

const call = (...request: [method: string, path: string, init?: object]) =>
  callAt(machines.balancer.address, ...request);
const upload = (templateKey: string) =>
  call('PUT', '/template/upload', {
    body: form({ templateKey, template: docx(p(`${templateKey}: {name}`)) }),
  });
const oneServer = (at: number): ServerProcess => {
  const server = machines.servers[at];
  if (server === undefined) throw new Error('no such server');
  return server;
};
/** What went wrong since; never anything but a database or a server that is away, and said so. */
const since = (count: number): string[] => load.failures.slice(count).map(({ what }) => what);
const readiness = async () =>
  (await Promise.all(machines.servers.map((server) => server.call('GET', '/readyz')))).map(
    ({ status }) => status,
  );
const AWAY = /^503 not_ready$|ECONNRESET|other side closed|SocketError/;

test('a server is replaced: it says so before it goes, serves meanwhile, and no request fails', async () => {
  const before = load.failures.length;
  await machines.start();
  await machines.balancer.ready(4);
  const old = oneServer(1);
  const ended = machines.end(old, 'SIGTERM');
  await expect
    .poll(async () => (await old.call('GET', '/readyz')).json, { interval: 20 })
    .toMatchObject({
      status: 'unavailable',
      parts: { server: { ok: false, message: 'has been told to stop' } },
    });
  const late = await old.call('POST', '/template/generate', {
    json: { templateKey: 'letter', output: 'DOCX', data: { name: 'late' } },
  });
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  load.acknowledged += 1;
  expect(await ended).toBe(0);
  await load.more(20);
  expect(since(before)).toEqual([]);
});

test('a server is killed: only what it was doing fails', async () => {
  const before = load.failures.length;
  const records = Array.from({ length: RECORDS }, (_, at) => ({ name: `record ${at}` }));
  const made = await call('POST', '/jobs', { json: { templateKey: 'letter', output: 'DOCX', records } });
  batch = (made.json as { id: string }).id;
  // In the middle of the batch; its part of the work moves on while the tests below go their way.
  await expect
    .poll(async () => ((await call('GET', `/jobs/${batch}`)).json as { state: string }).state, {
      interval: 20,
    })
    .toBe('running');
  await machines.end(oneServer(1), 'SIGKILL');
  await load.more(20);
  expect(since(before).length).toBeLessThanOrEqual(CALLERS);
  expect(since(before).filter((what) => !AWAY.test(what))).toEqual([]);
});

test('connections to the database are cut: it is said, and made up for', async () => {
  const before = load.failures.length;
  for (let time = 0; time < 3; time += 1) {
    machines.database.cut();
    await sleep(100);
  }
  await load.more(20);
  expect(since(before).filter((what) => !AWAY.test(what))).toEqual([]);
});

test('the database is away, and restarted: nobody is ready meanwhile, everybody lives and comes back', async () => {
  const before = load.failures.length;
  machines.database.away();
  try {
    await expect.poll(readiness, { interval: 50, timeout: 10_000 }).toEqual([503, 503]);
    for (const server of machines.servers) expect((await server.call('GET', '/healthz')).status).toBe(200);
  } finally {
    machines.database.back();
  }
  await expect.poll(readiness, { interval: 50, timeout: 10_000 }).toEqual([200, 200]);
  await machines.database.restart();
  await load.more(20);
  expect(since(before).filter((what) => !AWAY.test(what))).toEqual([]);
});

test('another database takes over, while the first still answers and only reads: the way there is found', async () => {
  const before = load.failures.length;
  await machines.database.failOver('lingering');
  await load.more(20);
  await expect.poll(readiness, { interval: 50, timeout: 20_000 }).toEqual([200, 200]);
  expect(since(before).filter((what) => !AWAY.test(what))).toEqual([]);
});

test('the bucket is away: documents of templates in memory are made, the rest is told to wait', async () => {
  const before = load.failures.length;
  machines.s3.answer(refuseWith(503, 'SlowDown'));
  try {
    await load.more(20);
    expect(await upload('late')).toMatchObject({ status: 503, json: { code: 'not_ready' } });
  } finally {
    machines.s3.answer(undefined);
  }
  expect((await upload('late')).status).toBe(200);
  expect(since(before)).toEqual([]);
});

test('after all of it: the batch is whole, and every document was charged for once', async () => {
  await expect
    .poll(async () => (await call('GET', `/jobs/${batch}`)).json, { interval: 200, timeout: 40_000 })
    .toMatchObject({ state: 'completed', records: { done: RECORDS, failed: 0 }, charged: RECORDS });
  await load.finish();
  const [sums] = await machines.database.sql(
    "select count(*) filter (where reason = 'generate')::int as documents, -sum(amount) filter (where reason <> 'grant')::int as spent from ledger",
  );
  expect(sums).toEqual({ documents: load.acknowledged, spent: load.acknowledged + RECORDS });
  expect((await call('GET', '/organization')).json).toMatchObject({
    credit: CREDIT - load.acknowledged - RECORDS,
  });
}, 60_000);

/** Credit: one a document, only for a document, exact whatever happens at once. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_CREDITS: '50' });
  const upload = (key: string, file: Uint8Array) =>
    server.call('PUT', '/template/upload', { body: form({ templateKey: key, template: file }) });
  await upload('small', docx(p('{a}')));
  await upload(
    'slow',
    docx(p('{FOR i IN rows}'), p('{FOR j IN rows}'), p('{i} {j}'), p('{END-FOR j}'), p('{END-FOR i}')),
  );
});
afterAll(() => server?.close());

const generate = (key = 'small', data: object = { a: 1 }) =>
  server.call('POST', '/template/generate', { json: { templateKey: key, output: 'DOCX', data } });
const balance = () => server.admin(async (admin) => (await admin.organization('default')).credit);
const setBalance = (credit: number | null) => server.admin((admin) => admin.setCredit('default', credit));
const usage = async (key: string) =>
  ((await server.call('GET', '/template/list')).json as { key: string; usage: number }[]).find(
    (one) => one.key === key,
  )?.usage;

test('a document costs one, a failed generation nothing', async () => {
  await setBalance(50);
  expect((await generate()).status).toBe(200);
  expect(await balance()).toBe(49);
  expect((await generate('none')).status).toBe(404);
  expect((await generate('small', { a: { object: true } })).status).toBe(400);
  expect(await balance()).toBe(49);
  const [charge] = await server.admin((admin) => admin.ledger('default', 1));
  expect(charge).toMatchObject({ amount: -1, balanceAfter: 49, reason: 'generate', note: 'small' });
});

test('of many at once, exactly as many succeed as there is credit for', async () => {
  await setBalance(20);
  const before = (await usage('small')) ?? 0;
  const statuses = (await Promise.all(Array.from({ length: 60 }, () => generate()))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 402)).toHaveLength(40);
  expect(await balance()).toBe(0);
  expect(await usage('small')).toBe(before + 20);
});

test('an empty balance is 402 at once, and credit that is added works at once', async () => {
  await setBalance(0);
  const refused = await generate();
  expect([refused.status, refused.json]).toEqual([
    402,
    expect.objectContaining({ code: 'insufficient_credit' }),
  ]);
  await server.admin((admin) => admin.addCredit('default', 1));
  expect((await generate()).status).toBe(200);
  expect((await generate()).status).toBe(402);
  await setBalance(null);
  expect((await generate()).status).toBe(200);
  expect(await balance()).toBeNull();
});

test('what succeeded and what failed is in the hourly series', async () => {
  await setBalance(null);
  await generate('small', { a: {} });
  const hour = 3_600_000;
  await expect
    .poll(async () => {
      const series = await server.admin((admin) =>
        admin.usage('default', Date.now() - hour, Date.now() + hour),
      );
      return series.map(({ outcome }) => outcome);
    })
    .toEqual(expect.arrayContaining(['ok', 'data_invalid']));
});

test('a caller that hangs up before the charge is not charged', async () => {
  await setBalance(10);
  const before = await usage('slow');
  const { port, hostname } = new URL(server.address);
  const body = JSON.stringify({
    templateKey: 'slow',
    output: 'DOCX',
    data: { rows: Array.from({ length: 700 }, (_, index) => index) },
  });
  for (let turn = 0; turn < 5; turn += 1) {
    const call = request({
      port,
      hostname,
      method: 'POST',
      path: '/template/generate',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    });
    call.on('error', () => {});
    call.end(body);
    await sleep(30);
    call.destroy();
  }
  // The workers are free again once this one is answered, so whatever would have been charged has been.
  expect((await generate('slow', { rows: [1, 2] })).status).toBe(200);
  expect(await balance()).toBe(9);
  expect(await usage('slow')).toBe((before ?? 0) + 1);
});

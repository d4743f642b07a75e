/** Guessing passwords: slowed down by address, by address and account, by account; the same for accounts that do not exist. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, PASSWORD, Visitor } from '../support/visitor.ts';

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  // The first hop is believed, so that a test can come from many addresses.
  server = await startTestServer({ PLATEN_TRUST_PROXY: '1', PLATEN_AUTH_FAILURES: '25' });
  owner = await anOwner(server);
});
afterAll(() => server?.close());

const guess = (address: string, email: string, password = 'a wrong password'): Promise<Answer> =>
  new Visitor(server.address).call('POST', '/session', {
    json: { email, password },
    headers: { 'x-forwarded-for': address },
  });
const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test('an account takes twenty attempts of an address in a quarter of an hour, and its owner comes in from another', async () => {
  const target = await aColleague(owner, { email: 'target@example.com' });
  const answers: Answer[] = [];
  for (let n = 0; n < 22; n += 1) answers.push(await guess('192.0.2.1', 'target@example.com'));
  expect(statuses(answers)).toEqual({ 401: 20, 429: 2 });
  const refused = await guess('192.0.2.1', 'TARGET@example.com', PASSWORD);
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_failures' } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  expect((await guess('192.0.2.2', 'target@example.com', PASSWORD)).status).toBe(200);
  // A browser that was signed in before is let in where its address is not.
  await target.call('DELETE', '/session');
  const again = await target.call('POST', '/session', {
    json: { email: 'target@example.com', password: PASSWORD },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(again.status).toBe(200);
});

test('an account that does not exist is refused in the same words, as often', async () => {
  const answers: Answer[] = [];
  for (let n = 0; n < 22; n += 1) answers.push(await guess('198.51.100.1', 'nobody@example.com'));
  expect(statuses(answers)).toEqual({ 401: 20, 429: 2 });
  const known = await guess('192.0.2.1', 'target@example.com');
  expect(known.json).toMatchObject({
    error: (answers.at(-1)?.json as { error?: string } | undefined)?.error,
  });
});

test('an address takes its share a minute, whatever accounts it tries; an IPv6 network is one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => guess(`2001:db8::${n.toString(16)}`, `somebody${n}@example.com`)),
  );
  const counted = statuses(answers);
  expect(counted[429]).toBe(5);
  // What was not refused was tried, or told to come back because too many were at it at that moment.
  expect((counted[401] ?? 0) + (counted[503] ?? 0)).toBe(25);
  expect((await guess('2001:db8:0:1::1', 'elsewhere@example.com')).status).toBe(401);
});

test('guessing links is counted as well', async () => {
  const look = () =>
    new Visitor(server.address).call('GET', '/invitation?token=guess', {
      headers: { 'x-forwarded-for': '203.0.113.1' },
    });
  const answers: Answer[] = [];
  for (let n = 0; n < 27; n += 1) answers.push(await look());
  expect(statuses(answers)).toEqual({ 404: 25, 429: 2 });
});

test('the current password is guarded likewise', async () => {
  const ada = await aColleague(owner, { email: 'ada@example.com' });
  const answers: Answer[] = [];
  for (let n = 0; n < 21; n += 1)
    answers.push(
      await ada.call('PUT', '/session/password', {
        json: { current: 'a wrong password', next: 'another good password' },
        headers: { 'x-forwarded-for': `192.0.2.${n}` },
      }),
    );
  expect(statuses(answers)).toEqual({ 401: 20, 429: 1 });
});

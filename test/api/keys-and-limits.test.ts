/** API keys with their scopes and ends, rate limits, and failed authentications. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';
import { lastAcceptedAfter } from '../support/until-refused.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_AUTH_FAILURES: '5', PLATEN_TRUST_PROXY: 'true' });
});
afterAll(() => server.close());

/** An organization of the test's own, so that limits and keys don't meet those of other tests. */
const organization = (name: string, scopes?: string[]) =>
  server.admin(async (admin) => {
    const { id } = await admin.createOrganization(name);
    const { secret, key } = await admin.createKey(id, { name: 'key', ...(scopes && { scopes }) });
    return { id, secret, keyId: key.id };
  });

const file = docx(p('{a}'));

test('a key may do what its scopes say; 403 names the one that is missing', async () => {
  const operations: [string, string, string, object][] = [
    ['templates:read', 'GET', '/template/list', {}],
    ['templates:read', 'GET', '/template/download?templateKey=x', {}],
    ['templates:write', 'PUT', '/template/upload', { body: form({ templateKey: 'x', template: file }) }],
    ['templates:write', 'PUT', '/template/replace', { body: form({ templateKey: 'x', template: file }) }],
    ['templates:write', 'PUT', '/template/delete', { json: { templateKey: 'y' } }],
    ['generate', 'POST', '/template/generate', { json: { templateKey: 'x', output: 'DOCX', data: {} } }],
  ];
  for (const scope of ['templates:read', 'templates:write', 'generate', 'admin']) {
    const { secret } = await organization(`scope ${scope}`, [scope]);
    for (const [needed, method, path, init] of operations) {
      const { status, json, headers } = await server.call(method, path, { key: secret, ...init });
      if (needed === scope) expect(status, path).not.toBe(403);
      else {
        expect(status, path).toBe(403);
        expect(json).toMatchObject({ code: 'forbidden', error: expect.stringContaining(needed) });
        expect(headers.get('ratelimit-remaining')).not.toBeNull();
      }
    }
  }
});

test('a revoked key is refused within a second, also while it is in use', async () => {
  const { id, secret, keyId } = await organization('revoking');
  const list = () => server.call('GET', '/template/list', { key: secret });
  expect((await list()).status).toBe(200);
  await server.admin((admin) => admin.revokeKey(id, keyId));
  expect(await lastAcceptedAfter(async () => (await list()).status !== 200)).toBeLessThan(1000);
  expect((await list()).status).toBe(401);
});

test('the last use of a key is remembered', async () => {
  const { id, secret } = await organization('last use');
  const started = Date.now();
  await server.call('GET', '/template/list', { key: secret });
  await expect
    .poll(() => server.admin(async (admin) => (await admin.keys(id))[0]?.lastUsedAt ?? 0), {
      interval: 500,
    })
    .toBeGreaterThanOrEqual(started);
});

test('every authenticated answer tells the limit; past it 429 with Retry-After; generate has a budget of its own', async () => {
  const { id, secret } = await organization('limited');
  await server.admin((admin) => admin.setLimits(id, { requestLimit: 5, generateLimit: 2 }));
  const list = () => server.call('GET', '/template/list', { key: secret });
  const generate = () =>
    server.call('POST', '/template/generate', {
      key: secret,
      json: { templateKey: 'none', output: 'DOCX', data: {} },
    });

  const spend = async (call: typeof list, limit: number) => {
    const answers = [];
    for (let turn = 0; turn <= limit; turn += 1) answers.push(await call());
    return answers;
  };
  const answers = await spend(list, 5);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
    '4',
    '3',
    '2',
    '1',
    '0',
    '0',
  ]);
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-limit')).toBe('5');
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  }
  expect(answers[5]?.json).toMatchObject({ code: 'rate_limited' });
  expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);

  const generated = await spend(generate, 2);
  expect(generated.map(({ status }) => status)).toEqual([404, 404, 429]);
});

test('a limit is the organization’s, not the key’s', async () => {
  const { id, secret } = await organization('shared');
  const second = await server.admin((admin) => admin.createKey(id, { name: 'second' }));
  await server.admin((admin) => admin.setLimits(id, { requestLimit: 2 }));
  const statuses = [];
  for (const key of [secret, second.secret, secret, second.secret])
    statuses.push((await server.call('GET', '/template/list', { key })).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('failed authentications are limited per address, and working keys stay unharmed', async () => {
  const { secret } = await organization('bystander');
  const from = (address: string, key: string) =>
    server.call('GET', '/template/list', { key, headers: { 'x-forwarded-for': address } });
  const statuses = [];
  for (let turn = 0; turn < 7; turn += 1) statuses.push((await from('192.0.2.7', `plt_guess${turn}`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const refused = await from('192.0.2.7', 'plt_guess');
  expect(refused.json).toMatchObject({ code: 'too_many_failures' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('192.0.2.8', 'plt_guess')).status).toBe(401);
  expect((await from('192.0.2.7', secret)).status).toBe(200);
});

/** An organization's own settings and API keys, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { type CallInit, form, startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner } from '../support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_GENERATE_LIMIT: '200', PLATEN_REQUEST_LIMIT: '600' });
});
afterAll(() => server?.close());

const ALL = ['templates:read', 'templates:write', 'generate', 'admin'];

interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: string[];
  readonly status: string;
  readonly key: string;
  readonly expiresAt: string | null;
  readonly lastUsed: string | null;
}

/** An organization of the test's own, with a key of these scopes. */
const organization = async (name: string, scopes: string[] = ALL) => {
  const { id, secret } = await server.admin(async (admin) => {
    const made = await admin.createOrganization(name);
    return { id: made.id, ...(await admin.createKey(made.id, { name: 'first', scopes })) };
  });
  const call = (method: string, path: string, init: CallInit = {}) =>
    server.call(method, path, { key: secret, ...init });
  const keys = async () => ((await call('GET', '/organization/keys')).json as { keys: ShownKey[] }).keys;
  return { id, secret, call, keys };
};

describe('GET /organization', () => {
  test('shows credit, headroom and defaults to a key of any scope', async () => {
    const { id, call } = await organization('looked at', ['generate']);
    // The first one waits for the engine to be loaded; the limit is known within a second.
    await call('POST', '/template/generate', { json: {} });
    await server.admin((admin) => admin.setLimits(id, { generateLimit: 7 }));
    await expect
      .poll(async () =>
        (await call('POST', '/template/generate', { json: {} })).headers.get('ratelimit-limit'),
      )
      .toBe('7');
    const { status, json } = await call('GET', '/organization');
    expect(status).toBe(200);
    expect(json).toEqual({
      id,
      name: 'looked at',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      credit: 1000,
      limits: {
        generate: { limit: 7, remaining: expect.any(Number), resetSeconds: expect.any(Number) },
        request: { limit: 600, remaining: 599, resetSeconds: expect.any(Number) },
        templates: { used: 0, limit: 10_000 },
        versions: { used: 0, limit: 100_000 },
        bytes: { used: 0, limit: 10 * 1024 ** 3 },
      },
      defaults: { locale: null, timezone: null, currency: null },
      lowCredit: null,
      resultHours: null,
      callDays: null,
      callDaysKept: 30,
      callDaysLimit: 90,
      keepCallData: false,
      callDataKeyIn: 'database',
    });
    const { limits } = json as { limits: { generate: { remaining: number } } };
    expect(limits.generate.remaining).toBeLessThan(7);
    await server.admin((admin) => admin.setCredit(id, null));
    expect((await call('GET', '/organization')).json).toMatchObject({ credit: null });
  });

  test('looking does not use the generate budget', async () => {
    const { call } = await organization('peeking');
    for (let turn = 0; turn < 3; turn += 1)
      expect((await call('GET', '/organization')).json).toMatchObject({
        limits: { generate: { remaining: 200 }, request: { remaining: 599 - turn } },
      });
  });
});

describe('PATCH /organization', () => {
  test('changes the name and single defaults; null clears one', async () => {
    const { call } = await organization('before');
    const patch = async (json: unknown) => (await call('PATCH', '/organization', { json })).json;
    expect(await patch({ name: '  <b>Äfter</b> & "Söhne"  ' })).toMatchObject({
      name: '<b>Äfter</b> & "Söhne"',
    });
    expect(await patch({ defaults: { locale: 'DE-at', currency: 'eur' } })).toMatchObject({
      name: '<b>Äfter</b> & "Söhne"',
      defaults: { locale: 'de-AT', timezone: null, currency: 'EUR' },
    });
    expect(await patch({ defaults: { timezone: 'Europe/Vienna', locale: null } })).toMatchObject({
      defaults: { locale: null, timezone: 'Europe/Vienna', currency: 'EUR' },
    });
    expect(await patch({})).toMatchObject({ name: '<b>Äfter</b> & "Söhne"', defaults: { currency: 'EUR' } });
    expect((await call('GET', '/organization')).json).toMatchObject({
      defaults: { timezone: 'Europe/Vienna' },
    });
  });

  test('needs the scope admin', async () => {
    const { call } = await organization('no admin', ['templates:read', 'templates:write', 'generate']);
    const { status, json } = await call('PATCH', '/organization', { json: { name: 'x' } });
    expect([status, json]).toMatchObject([403, { code: 'forbidden' }]);
  });

  test('all that is wrong is told at once, and nothing is changed', async () => {
    const { call } = await organization('unharmed');
    const { status, json } = await call('PATCH', '/organization', {
      json: {
        name: 'a\0b',
        defaults: { locale: 'x'.repeat(10_000), timezone: 'Atlantis/Capital', currency: 5 },
      },
    });
    expect(status).toBe(400);
    const { code, details } = json as { code: string; details: { path: string; message: string }[] };
    expect(code).toBe('bad_request');
    expect(details.map(({ path }) => path)).toEqual([
      'name',
      'defaults.locale',
      'defaults.timezone',
      'defaults.currency',
    ]);
    expect(details.every(({ message }) => message.length < 200)).toBe(true);
    expect((await call('GET', '/organization')).json).toMatchObject({
      name: 'unharmed',
      defaults: { locale: null, timezone: null, currency: null },
    });
  });

  test.each([
    ['a name of another type', { name: 7 }, 'bad_admin_request'],
    ['a name of nothing', { name: ' ' }, 'bad_admin_request'],
    ['a name of null', { name: null }, 'bad_admin_request'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'bad_admin_request'],
    ['a name that is no text', { name: '\uD800' }, 'bad_admin_request'],
    ['defaults of another type', { defaults: ['de'] }, 'bad_admin_request'],
    ['defaults of null', { defaults: null }, 'bad_admin_request'],
    ['a locale that is none', { defaults: { locale: 'not a locale' } }, 'bad_option'],
    ['no object', ['name'], 'bad_request'],
  ])('%s is a clear 400', async (_, json, code) => {
    const { call } = await organization(`wrong ${_}`);
    const answer = await call('PATCH', '/organization', { json });
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code, error: expect.stringMatching(/\w{4}.*\.$/) },
    ]);
  });
});

describe('defaults', () => {
  const file = docx(p('{n | number} {n | currency} {t | date:"HH:mm"}'));
  const data = { n: 1234.5, t: '2026-07-01T12:00:00Z' };

  test('hold for documents whose options do not say', async () => {
    const { call } = await organization('defaults');
    await call('PUT', '/template/upload', { body: form({ templateKey: 'k', template: file }) });
    const text = async (options: object) => {
      const { bytes } = await call('POST', '/template/generate', {
        json: { templateKey: 'k', output: 'DOCX', data, options },
      });
      return paragraphs(bytes)[0]?.replaceAll('\u00a0', ' ');
    };
    expect(await text({})).toBe('1,234.5 $1,234.50 12:00');
    await call('PATCH', '/organization', {
      json: { defaults: { locale: 'de-DE', timezone: 'Europe/Vienna', currency: 'EUR' } },
    });
    await expect.poll(() => text({})).toBe('1.234,5 1.234,50 € 14:00');
    expect(await text({ locale: 'en-GB', currency: 'GBP' })).toBe('1,234.5 £1,234.50 14:00');
    expect(await text({ timezone: 'Asia/Tokyo' })).toBe('1.234,5 1.234,50 € 21:00');
  });
});

describe('API keys', () => {
  test('one is made, shown once, listed, used and revoked', async () => {
    const { call, keys, secret } = await organization('its keys');
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await call('POST', '/organization/keys', {
      json: {
        name: '<script>alert(1)</script>',
        scopes: ['generate', 'templates:read', 'generate'],
        expiresAt,
      },
    });
    expect(made.status).toBe(201);
    const shown = made.json as ShownKey;
    expect(shown).toEqual({
      id: expect.any(String),
      name: '<script>alert(1)</script>',
      prefix: shown.key.slice(0, 12),
      scopes: ['templates:read', 'generate'],
      label: null,
      createdAt: expect.any(String),
      lastUsed: null,
      expiresAt,
      revokedAt: null,
      status: 'active',
      key: expect.stringMatching(/^plt_[\w-]{43}$/),
    });
    expect((await server.call('GET', '/template/list', { key: shown.key })).status).toBe(200);
    const listed = await call('GET', '/organization/keys');
    expect(listed.text).not.toContain(shown.key);
    expect(listed.text).not.toContain(secret);
    expect((await keys()).map(({ name, status }) => [name, status])).toEqual([
      ['<script>alert(1)</script>', 'active'],
      ['first', 'active'],
    ]);
    const first = await call('GET', '/organization/keys?limit=1');
    expect(first.json).toMatchObject({ keys: [{ id: shown.id }], next: shown.id });
    const rest = await call('GET', `/organization/keys?limit=1&before=${shown.id}`);
    expect(rest.json).toMatchObject({ keys: [{ name: 'first' }], next: null });
    for (const query of ['limit=0', 'limit=1&before=%00', 'before=%27'])
      expect((await call('GET', `/organization/keys?${query}`)).json).toMatchObject({ code: 'bad_request' });

    const revoked = await call('DELETE', `/organization/keys/${shown.id}`);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    expect((await keys())[0]).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    await expect
      .poll(async () => (await server.call('GET', '/template/list', { key: shown.key })).status, {
        timeout: 1000,
      })
      .toBe(401);
    expect((await call('DELETE', `/organization/keys/${shown.id}`)).json).toMatchObject({
      code: 'api_key_not_found',
    });
    const { json } = await call('GET', '/organization');
    const audit = await server.admin((admin) => admin.audit((json as { id: string }).id));
    expect(audit.slice(0, 2).map(({ actor, action }) => [actor, action])).toEqual([
      [`key:${secret.slice(0, 12)}`, 'api_key.revoke'],
      [`key:${secret.slice(0, 12)}`, 'api_key.create'],
    ]);
  });

  test('none can be made with more scopes than its maker has', async () => {
    const { call, keys } = await organization('ambitious', ['admin', 'templates:read']);
    const make = (scopes: string[]) => call('POST', '/organization/keys', { json: { name: 'n', scopes } });
    const refused = await make(['templates:read', 'generate']);
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { code: 'forbidden', error: expect.stringContaining('generate') },
    ]);
    expect(await keys()).toHaveLength(1);
    expect((await make(['templates:read'])).status).toBe(201);
  });

  test('other organizations are out of reach', async () => {
    const mine = await organization('mine');
    const theirs = await organization('theirs');
    const [their] = await theirs.keys();
    const answer = await mine.call('DELETE', `/organization/keys/${their?.id}`);
    expect([answer.status, answer.json]).toMatchObject([404, { code: 'api_key_not_found' }]);
    expect((await theirs.keys())[0]?.status).toBe('active');
    expect((await mine.keys()).map(({ id }) => id)).not.toContain(their?.id);
  });

  test('a key of no admin sees and makes none', async () => {
    const { call } = await organization('plain', ['templates:read', 'templates:write', 'generate']);
    for (const [method, path] of [
      ['GET', '/organization/keys'],
      ['POST', '/organization/keys'],
      ['DELETE', '/organization/keys/x'],
    ] as const)
      expect((await call(method, path)).json).toMatchObject({ code: 'forbidden' });
  });

  test('an expired one is shown as that', async () => {
    const { call, keys } = await organization('short-lived');
    const expiresAt = new Date(Date.now() + 300).toISOString();
    await call('POST', '/organization/keys', { json: { name: 'soon', scopes: ['generate'], expiresAt } });
    await expect.poll(async () => (await keys())[0]?.status).toBe('expired');
  });

  test('everything wrong is told at once', async () => {
    const { call } = await organization('wrong keys');
    const { status, json } = await call('POST', '/organization/keys', {
      json: { scopes: ['generate', 'root', 7], expiresAt: '1999-01-01' },
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      code: 'bad_request',
      details: [
        { path: 'name', message: 'name is required.' },
        { path: 'scopes', message: expect.stringContaining('not root') },
        { path: 'expiresAt', message: expect.stringContaining('future') },
      ],
    });
  });

  test.each([
    ['scopes that are no list', { name: 'n', scopes: 'generate' }],
    ['no scopes', { name: 'n', scopes: [] }],
    ['an expiry that is no time', { name: 'n', scopes: ['generate'], expiresAt: 'tomorrow' }],
    ['an expiry beyond all times', { name: 'n', scopes: ['generate'], expiresAt: '+275760-09-13T00:00:00Z' }],
    ['an expiry of another type', { name: 'n', scopes: ['generate'], expiresAt: {} }],
    ['a name with a line break', { name: 'a\nb', scopes: ['generate'] }],
    ['a name of a megabyte', { name: 'x'.repeat(200_000), scopes: ['generate'] }],
  ])('%s is a clear 400', async (_, json) => {
    const { call, keys } = await organization(`key with ${_}`);
    const answer = await call('POST', '/organization/keys', { json });
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'bad_admin_request' }]);
    expect(answer.text.length).toBeLessThan(2000);
    expect(await keys()).toHaveLength(1);
  });

  test.each([
    ['a body that is no JSON', { body: '{', headers: { 'content-type': 'application/json' } }, 'bad_json'],
    ['no body', {}, 'unsupported_media_type'],
    ['another type', { body: 'name=x', headers: { 'content-type': 'text/plain' } }, 'unsupported_media_type'],
  ])('%s is a clear 400', async (_, init, code) => {
    const { call } = await organization(`body: ${_}`);
    const answer = await call('POST', '/organization/keys', init);
    expect([answer.status, answer.json]).toMatchObject([400, { code }]);
  });

  test('an id that can be none is 400, another method 405 with Allow', async () => {
    const { call } = await organization('odd ids');
    expect((await call('DELETE', '/organization/keys/%00')).json).toMatchObject({ code: 'bad_request' });
    const long = await call('DELETE', `/organization/keys/${'x'.repeat(300)}`);
    expect(long.json).toMatchObject({ code: 'bad_request' });
    const other = await call('PUT', '/organization/keys/abc');
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'DELETE, OPTIONS']);
  });
});

test('a person may do what their role says', async () => {
  const owner = await anOwner(server);
  const admin = await aColleague(owner, { role: 'admin', email: 'admin@example.com' });
  const member = await aColleague(owner, { role: 'member', email: 'member@example.com' });
  const key = { name: 'by a person', scopes: ALL };
  for (const [person, status] of [
    [owner, 201],
    [admin, 201],
    [member, 403],
  ] as const) {
    expect((await person.call('GET', '/organization')).json).toMatchObject({ name: 'default' });
    expect((await person.call('POST', '/organization/keys', { json: key })).status).toBe(status);
    const patched = await person.call('PATCH', '/organization', { json: { defaults: { currency: 'EUR' } } });
    expect(patched.status).toBe(status === 201 ? 200 : 403);
  }
  const { entries } = (await owner.call('GET', '/organization/audit?limit=2')).json as { entries: object[] };
  expect(entries).toMatchObject([
    { actor: 'user:admin@example.com', action: 'organization.update' },
    { actor: 'user:admin@example.com', action: 'api_key.create' },
  ]);
  await member.call('PUT', '/template/upload', {
    body: form({ templateKey: 'by a member', template: docx(p('{a}')) }),
  });
  expect((await member.call('GET', '/template/versions?templateKey=by%20a%20member')).json).toMatchObject({
    versions: [{ createdBy: 'user:member@example.com' }],
  });
});

test('templates are listed with their version and delimiter where that is asked for', async () => {
  const { call } = await organization('lists');
  await call('PUT', '/template/upload', { body: form({ templateKey: 'k', template: docx(p('{a}')) }) });
  await call('PUT', '/template/replace', {
    body: form({ templateKey: 'k', template: docx(p('[[a]]')), delimiter: 'DOUBLE_SQUARE_BRACKETS' }),
  });
  const [short] = (await call('GET', '/template/list')).json as object[];
  expect(short).not.toHaveProperty('version');
  expect((await call('GET', '/template/list?details=true')).json).toMatchObject([
    { key: 'k', version: 2, delimiter: 'DOUBLE_SQUARE_BRACKETS' },
  ]);
});

/** Signing in and out, the owner link, names and passwords; and everything that must not sign anybody in. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, PASSWORD, tokenOf, Visitor } from '../support/visitor.ts';

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  const before = await new Visitor(server.address).call('GET', '/session');
  expect(before.json).toEqual({
    person: null,
    organization: null,
    organizations: [],
    setup: true,
    signInWith: [],
  });
  owner = await anOwner(server);
});
afterAll(() => server?.close());

const visitor = () => new Visitor(server.address);
let count = 0;
const somebody = async (extra: { role?: string } = {}) => {
  count += 1;
  const email = `person${count}@example.com`;
  return { email, visitor: await aColleague(owner, { email, ...extra }) };
};
const anError = (status: number, code: string) =>
  expect.objectContaining({ status, json: expect.objectContaining({ code, error: expect.any(String) }) });

describe('the owner link', () => {
  test('made the first owner, signed in, of the first organization', async () => {
    const { status, json, headers } = await owner.call('GET', '/session');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const organization = { id: expect.any(String), name: 'default', role: 'owner' };
    expect(json).toEqual({
      person: { id: expect.any(String), email: 'owner@example.com', name: 'Olive Owner' },
      organization,
      organizations: [organization],
      setup: false,
      signInWith: [],
    });
  });

  test('does not work twice', async () => {
    const body = {
      token: tokenOf(server.ownerLink),
      name: 'Eve',
      email: 'eve@example.com',
      password: PASSWORD,
    };
    const eve = visitor();
    expect(await eve.call('POST', '/session/owner', { json: body })).toEqual(anError(404, 'link_not_found'));
    expect(eve.cookies.size).toBe(0);
    expect(await eve.signIn('eve@example.com')).toEqual(anError(401, 'bad_credentials'));
  });

  test('says all at once what is missing', async () => {
    const { status, json } = await visitor().call('POST', '/session/owner', { json: { token: 7 } });
    expect(status).toBe(400);
    expect((json as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual([
      'token',
      'name',
      'email',
      'password',
    ]);
  });
});

describe('signing in', () => {
  test('works with the right password, whatever the case of the address', async () => {
    const { email } = await somebody();
    const back = visitor();
    const { status, json } = await back.signIn(`  ${email.toUpperCase()}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ person: { email }, organization: { role: 'member' } });
    expect((await back.call('GET', '/template/list')).status).toBe(200);
  });

  test('a wrong password, an unknown address and no address at all get the same answer', async () => {
    const { email } = await somebody();
    const answers = await Promise.all([
      visitor().signIn(email, 'wrong wrong wrong'),
      visitor().signIn('nobody@example.com'),
      visitor().signIn('not an address'),
      visitor().signIn(email, ''),
      visitor().signIn(email, 'x'.repeat(10_000)),
    ]);
    for (const answer of answers) {
      expect(answer).toEqual(anError(401, 'bad_credentials'));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const words = answers.map(({ json }) => ({ ...(json as object), requestId: '' }));
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('the cookie is for the browser alone, and its token is not in the database as it is', async () => {
    const { email } = await somebody();
    const { headers } = await visitor().signIn(email);
    const [line = '', device = '', ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(device).toMatch(/^platen\.device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = decodeURIComponent(line).split(/[=.]/)[2] ?? '';
    expect(token).toMatch(/^\w{32}$/);
    const stored = JSON.stringify(rowsOf(server, 'select * from sessions'));
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).not.toContain(token);
    expect(line).toMatch(/^platen\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('signing in again ends the session that the browser had', async () => {
    const { email, visitor: first } = await somebody();
    const before = first.cookie;
    await first.signIn(email);
    expect(first.cookie).not.toBe(before);
    const { json } = await visitor().call('GET', '/session', { headers: { cookie: before } });
    expect(json).toMatchObject({ person: null });
  });

  test.each([
    ['text', 'text/plain', '{"email":"a@b.c","password":"x"}', 400, 'unsupported_media_type'],
    [
      'a form',
      'application/x-www-form-urlencoded',
      'email=a%40b.c&password=x',
      400,
      'unsupported_media_type',
    ],
    ['broken JSON', 'application/json', '{"email":', 400, 'bad_json'],
    ['a list', 'application/json', '[]', 400, 'bad_request'],
    ['wrong types', 'application/json', '{"email":{"$ne":1},"password":["x"]}', 400, 'bad_request'],
    ['300 KiB', 'application/json', `{"email":"${'x'.repeat(300 * 1024)}"}`, 413, 'body_too_large'],
  ])('%s as a body is refused', async (_, type, body, status, code) => {
    const answer = await visitor().call('POST', '/session', { body, headers: { 'content-type': type } });
    expect(answer).toEqual(anError(status, code));
  });

  test('no password and no token is ever in the log', async () => {
    const { email, visitor: person } = await somebody();
    await person.signIn(email, 'a very secret wrong password');
    await person.signIn(email);
    const token = person.cookie.split('=')[1] ?? '';
    const log = server.log.join('\n');
    for (const secret of [PASSWORD, 'a very secret wrong password', token, tokenOf(server.ownerLink)])
      expect(log).not.toContain(secret);
    expect(log).not.toContain(email);
  });
});

describe('sessions', () => {
  test('signing out ends it, also for whoever kept the cookie', async () => {
    const { visitor: person } = await somebody();
    const kept = person.cookie;
    const { status, bytes } = await person.call('DELETE', '/session');
    expect([status, bytes.length]).toEqual([204, 0]);
    expect([...person.cookies.keys()]).toEqual(['platen.device']);
    const thief = visitor();
    expect((await thief.call('GET', '/session', { headers: { cookie: kept } })).json).toMatchObject({
      person: null,
    });
    const answer = await thief.call('GET', '/template/list', { headers: { cookie: kept } });
    expect(answer).toEqual(anError(401, 'session_expired'));
    // A browser that asks for a page must not pop up a password box of its own.
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="platen"');
  });

  test('a session that has ended is 401 where it is used, nobody where it is asked about', async () => {
    const { visitor: person } = await somebody();
    const id = ((await person.call('GET', '/session')).json as { person: { id: string } }).person.id;
    rowsOf(server, `update sessions set expires_at = ${Date.now() - 1} where user_id = '${id}' returning id`);
    const cookie = person.cookie;
    expect(await person.call('POST', '/template/list')).toEqual(anError(401, 'session_expired'));
    expect([...person.cookies.keys()]).toEqual(['platen.device']);
    const asked = await visitor().call('GET', '/session', { headers: { cookie } });
    expect([asked.status, asked.json]).toMatchObject([200, { person: null }]);
  });

  test('a session that is used is prolonged, once a day', async () => {
    const { visitor: person } = await somebody();
    const id = ((await person.call('GET', '/session')).json as { person: { id: string } }).person.id;
    expect((await person.call('GET', '/template/list')).headers.getSetCookie()).toEqual([]);
    const soon = Date.now() + 3_600_000;
    rowsOf(server, `update sessions set expires_at = ${soon} where user_id = '${id}' returning id`);
    const { status, headers } = await person.call('GET', '/template/list');
    expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('Max-Age=1209600')]);
    const [row] = rowsOf(server, `select expires_at from sessions where user_id = '${id}'`);
    expect(Number(row?.['expires_at'])).toBeGreaterThan(soon + 10 * 86_400_000);
  });

  test('a cookie that was changed, cut or made up is no session', async () => {
    const { visitor: person } = await somebody();
    const [name = '', value = ''] = person.cookie.split('=');
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const forgeries = [
      `${token}x.${signature}`,
      `${token}.${signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`,
      token,
      `${token}.`,
      `.${signature}`,
      '',
      'x'.repeat(4000),
      '%00%ff',
    ];
    for (const forged of forgeries) {
      const headers = { cookie: `${name}=${encodeURIComponent(forged)}` };
      expect(await visitor().call('GET', '/template/list', { headers })).toEqual(
        anError(401, 'session_expired'),
      );
      expect((await visitor().call('GET', '/session', { headers })).json).toMatchObject({ person: null });
    }
    expect((await person.call('GET', '/template/list')).status).toBe(200);
  });

  test('an API key says more than a cookie', async () => {
    const { visitor: person } = await somebody();
    const call = (key: string) => person.call('GET', '/template/list', { key });
    expect(await call('plt_wrong')).toEqual(anError(401, 'unauthorized'));
  });

  test('a name changes, and rules hold', async () => {
    const { visitor: person } = await somebody();
    const rename = (name: unknown) => person.call('PATCH', '/session', { json: { name } });
    expect((await rename(' Zoë <b>Ångström</b> ')).json).toMatchObject({
      person: { name: 'Zoë <b>Ångström</b>' },
    });
    for (const name of ['', '   ', 'a\u0000b', 'a\r\nb', 'x'.repeat(201)])
      expect(await rename(name)).toEqual(anError(400, 'bad_person_name'));
    expect(await rename(7)).toEqual(anError(400, 'bad_request'));
  });

  test('a new password needs the old one, and ends every other session', async () => {
    const { email, visitor: person } = await somebody();
    const elsewhere = visitor();
    await elsewhere.signIn(email);
    const change = (current: string, next: string) =>
      person.call('PUT', '/session/password', { json: { current, next } });
    expect(await change('wrong wrong wrong', 'another good password')).toEqual(
      anError(401, 'bad_credentials'),
    );
    expect(await change(PASSWORD, 'short')).toEqual(anError(400, 'bad_password'));
    expect(await change(PASSWORD, 'x'.repeat(257))).toEqual(anError(400, 'bad_password'));
    expect(await change(PASSWORD, '𝒶'.repeat(10))).toMatchObject({ status: 204 });
    expect((await elsewhere.call('GET', '/session')).json).toMatchObject({ person: null });
    expect((await person.call('GET', '/session')).json).toMatchObject({ person: { email } });
    expect((await visitor().signIn(email)).status).toBe(401);
    expect((await visitor().signIn(email, '𝒶'.repeat(10))).status).toBe(200);
  });

  test('what needs somebody needs a session', async () => {
    for (const [method, path, json] of [
      ['PATCH', '/session', { name: 'x' }],
      ['PUT', '/session/password', { current: 'x', next: 'y' }],
      ['PUT', '/session/organization', { organizationId: 'x' }],
      ['POST', '/organizations', { name: 'x' }],
    ] as const)
      expect(await visitor().call(method, path, { json })).toEqual(anError(401, 'session_expired'));
  });
});

describe('requests that the console did not send', () => {
  const foreign = [
    ['no Platen-Console header', { 'platen-console': '' }],
    ['another value in it', { 'platen-console': 'yes' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['our name as a prefix', { origin: 'ORIGIN.evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
  ] as const;
  test.each(foreign)('%s is refused where a cookie would authenticate', async (_, headers) => {
    const { visitor: person } = await somebody();
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('ORIGIN', server.address)]),
    );
    for (const [method, path, json] of [
      ['PATCH', '/session', { name: 'Eve' }],
      ['DELETE', '/session', undefined],
      ['PUT', '/template/delete', { templateKey: 'x' }],
      ['POST', '/template/generate', { templateKey: 'x', output: 'DOCX', data: {} }],
      ['POST', '/template/list', undefined],
      ['POST', '/organizations', { name: 'x' }],
    ] as const)
      expect(await person.call(method, path, { headers: sent, ...(json !== undefined && { json }) })).toEqual(
        anError(403, 'csrf'),
      );
    expect((await person.call('GET', '/session')).json).toMatchObject({ person: { name: 'Ada' } });
  });

  test('without an Origin as well', async () => {
    const { visitor: person } = await somebody();
    const answer = await fetch(`${server.address}/session`, {
      method: 'DELETE',
      headers: { cookie: person.cookie, 'platen-console': '1' },
    });
    expect(answer.status).toBe(403);
  });

  test('no foreign page signs anybody in, with or without a cookie', async () => {
    const { email } = await somebody();
    const headers = { origin: 'https://evil.example' };
    const call = (path: string, json: object) => visitor().call('POST', path, { json, headers });
    expect(await call('/session', { email, password: PASSWORD })).toEqual(anError(403, 'csrf'));
    expect(await call('/invitation', { token: 'x' })).toEqual(anError(403, 'csrf'));
    expect(await call('/session/owner', { token: 'x' })).toEqual(anError(403, 'csrf'));
  });

  test('reading is free, and an API key needs none of it', async () => {
    const { visitor: person } = await somebody();
    expect((await person.call('GET', '/template/list', { headers: { 'platen-console': '' } })).status).toBe(
      200,
    );
    expect((await server.call('POST', '/template/list', { headers: { cookie: person.cookie } })).status).toBe(
      200,
    );
  });

  test('no answer tells another site that it may read it', async () => {
    const { headers } = await owner.call('OPTIONS', '/session', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-headers')).toBeNull();
  });
});

describe('addresses of people', () => {
  const enter = async (email: unknown) => {
    const invited = await owner.call('POST', '/organization/invitations', { json: { role: 'member' } });
    return visitor().call('POST', '/invitation', {
      json: {
        token: tokenOf((invited.json as { link: string }).link),
        name: 'x',
        password: PASSWORD,
        email,
      },
    });
  };

  test('any script is welcome, in one spelling', async () => {
    const { status, json } = await enter('ZOE\u0308@bücher.example');
    expect(status).toBe(200);
    expect(json).toMatchObject({ person: { email: 'zoë@bücher.example' } });
    expect((await visitor().signIn('zoë@BÜCHER.example')).status).toBe(200);
    expect(await enter('Zoë@bücher.example')).toMatchObject({ status: 200 });
  });

  test.each([
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\u0000@example.com',
    'ada@exa\u202Emple.com',
    '"<script>"@example.com',
    '<ada@example.com>',
    'ada@example.com,eve@example.com',
    `${'x'.repeat(250)}@example.com`,
    '\uD800@example.com',
    7,
    {},
  ])('%j is none', async (email) => {
    expect(await enter(email)).toEqual(anError(400, 'bad_email'));
  });
});

/** Signing in by OpenID Connect, against an issuer that checks its client, and one that lies. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLIENT, type Claims, type Issuer, startIssuer } from '../support/oidc-issuer.ts';
import { rowsOf, startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, PASSWORD, tokenOf, Visitor } from '../support/visitor.ts';

let issuer: Issuer;
let server: TestServer;
let owner: Visitor;

const freePort = async (): Promise<string> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
};

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  issuer = await startIssuer(() => `${url}/session/callback/oidc`);
  server = await startTestServer({
    PORT: port,
    PLATEN_URL: url,
    PLATEN_OIDC_ISSUER: issuer.address,
    PLATEN_OIDC_CLIENT_ID: CLIENT.id,
    PLATEN_OIDC_CLIENT_SECRET: CLIENT.secret,
    PLATEN_OIDC_NAME: 'Staff login',
  });
  owner = await anOwner(server);
});
afterAll(async () => {
  await server?.close();
  await issuer?.close();
});
beforeEach(() => {
  issuer.signature = 'right';
});

const verified = (email: string, extra: Partial<Claims> = {}): Claims => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  name: 'Ida Provider',
  ...extra,
});
const invite = async (email: string, role = 'member'): Promise<string> => {
  const { json } = await owner.call('POST', '/organization/invitations', { json: { role, email } });
  return tokenOf((json as { link: string }).link);
};

/** Out to the issuer and back to the callback; answers with where the browser ends up. */
const goThrough = async (visitor: Visitor): Promise<string> => {
  const out = await visitor.call('GET', '/session/oidc');
  expect(out.status).toBe(302);
  const back = await fetch(out.headers.get('location') ?? '', { redirect: 'manual' });
  return comeBack(visitor, back.headers.get('location') ?? '');
};
const comeBack = async (visitor: Visitor, address: string): Promise<string> => {
  const { pathname, search } = new URL(address);
  const answer = await visitor.call('GET', `${pathname}${search}`);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.headers.get('location') ?? '';
};
const whoIs = async (visitor: Visitor) => (await visitor.call('GET', '/session')).json;

test('the sign-in page offers it, by its name', async () => {
  expect(await whoIs(new Visitor(server.address))).toMatchObject({
    signInWith: [{ id: 'oidc', name: 'Staff login', url: '/session/oidc' }],
  });
});

test('somebody whose address is invited comes in, is a member, and comes back without the invitation', async () => {
  await invite('ida@example.com', 'admin');
  issuer.person = verified('Ida@Example.com');
  const ida = new Visitor(server.address);
  expect(await goThrough(ida)).toBe('/');
  const seen = {
    person: { email: 'ida@example.com', name: 'Ida Provider' },
    organization: { role: 'admin' },
  };
  expect(await whoIs(ida)).toMatchObject(seen);
  expect((await owner.call('GET', '/organization/invitations')).json).toEqual({ invitations: [] });
  const again = new Visitor(server.address);
  expect(await goThrough(again)).toBe('/');
  expect(await whoIs(again)).toMatchObject(seen);
  expect(issuer.complaints).toEqual([]);
});

test('tokens of the issuer are kept nowhere', () => {
  const [account] = rowsOf(server, "select * from accounts where provider_id = 'oidc'");
  expect(account).toMatchObject({ access_token: null, refresh_token: null, id_token: null });
  expect(server.log.join('\n')).not.toContain('token of the issuer');
});

test('whoever is not invited is sent back with a reason, and leaves nothing behind', async () => {
  issuer.person = verified('stranger@example.com');
  const stranger = new Visitor(server.address);
  expect(await goThrough(stranger)).toBe('/sign-in?error=not_invited');
  expect(await whoIs(stranger)).toMatchObject({ person: null });
  const people = await server.people((one) => one.list());
  expect(people.map(({ email }) => email)).not.toContain('stranger@example.com');
});

test('an invitation that names nobody lets nobody in this way', async () => {
  await owner.call('POST', '/organization/invitations', { json: { role: 'member' } });
  issuer.person = verified('other@example.com');
  expect(await goThrough(new Visitor(server.address))).toBe('/sign-in?error=not_invited');
});

test('an address that the issuer has not verified says nothing', async () => {
  await invite('unproven@example.com');
  for (const person of [
    { sub: '7', email: 'unproven@example.com', email_verified: false },
    { sub: '7', email: 'unproven@example.com' },
    { sub: '7' },
  ]) {
    issuer.person = person;
    const visitor = new Visitor(server.address);
    expect(await goThrough(visitor)).toMatch(/^\/sign-in\?error=(email_unverified|failed)$/);
    expect(await whoIs(visitor)).toMatchObject({ person: null });
  }
});

test('a member with a password comes in as the same person; the password, which proved nothing, ends', async () => {
  const email = 'both@example.com';
  const before = await aColleague(owner, { email, role: 'admin' });
  const { person } = (await whoIs(before)) as { person: { id: string } };
  issuer.person = verified(email);
  const after = new Visitor(server.address);
  expect(await goThrough(after)).toBe('/');
  expect(await whoIs(after)).toMatchObject({ person: { id: person.id }, organization: { role: 'admin' } });
  expect(await whoIs(before)).toMatchObject({ person: null });
  expect((await new Visitor(server.address).signIn(email)).status).toBe(401);
  // From here on the address is proven: a password that an operator sets stays.
  const password = await server.people((people) => people.resetPassword(email));
  expect((await new Visitor(server.address).signIn(email, password)).status).toBe(200);
  expect(await goThrough(new Visitor(server.address))).toBe('/');
  expect((await new Visitor(server.address).signIn(email, password)).status).toBe(200);
});

test.each<[string, Partial<Claims>, Issuer['signature']]>([
  ['signed by somebody else', {}, 'foreign'],
  ['not signed', {}, 'none'],
  ['of another issuer', { iss: 'https://evil.example' }, 'right'],
  ['for another client', { aud: 'somebody else' }, 'right'],
  ['for another attempt', { nonce: 'x'.repeat(32) }, 'right'],
  ['that has expired', { exp: 1000 }, 'right'],
])('an ID token %s signs nobody in', async (_, claims, signature) => {
  issuer.person = verified('owner@example.com', claims);
  issuer.signature = signature;
  const visitor = new Visitor(server.address);
  expect(await goThrough(visitor)).toBe('/sign-in?error=failed');
  expect(await whoIs(visitor)).toMatchObject({ person: null });
  expect((await new Visitor(server.address).signIn('owner@example.com', PASSWORD)).status).toBe(200);
});

test('an answer for another browser, a second one, or one that was made up signs nobody in', async () => {
  issuer.person = verified('ida@example.com');
  const ida = new Visitor(server.address);
  const out = await ida.call('GET', '/session/oidc');
  const back = await fetch(out.headers.get('location') ?? '', { redirect: 'manual' });
  const address = back.headers.get('location') ?? '';
  const victim = new Visitor(server.address);
  expect(await comeBack(victim, address)).toBe('/sign-in?error=failed');
  expect(await whoIs(victim)).toMatchObject({ person: null });

  const fresh = new Visitor(server.address);
  const { search } = new URL(
    (
      await fetch((await fresh.call('GET', '/session/oidc')).headers.get('location') ?? '', {
        redirect: 'manual',
      })
    ).headers.get('location') ?? '',
  );
  expect(await comeBack(fresh, `${server.address}/session/callback/oidc${search}`)).toBe('/');
  const replay = new Visitor(server.address);
  for (const [name, value] of fresh.cookies) replay.cookies.set(name, value);
  expect(await comeBack(replay, `${server.address}/session/callback/oidc${search}`)).toBe(
    '/sign-in?error=failed',
  );

  for (const query of [
    '',
    '?code=x',
    '?code=x&state=y',
    '?error=access_denied&state=y',
    '?state[]=1&code=%00',
  ])
    expect(
      await comeBack(new Visitor(server.address), `${server.address}/session/callback/oidc${query}`),
    ).toBe('/sign-in?error=failed');
});

test('the person who says no is told so', async () => {
  const visitor = new Visitor(server.address);
  const out = await visitor.call('GET', '/session/oidc');
  const state = new URL(out.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', error_description: '<script>', state });
  expect(await comeBack(visitor, `${server.address}/session/callback/oidc?${query}`)).toBe(
    '/sign-in?error=access_denied',
  );
});

test('nothing else of the library is served', async () => {
  for (const [method, path] of [
    ['POST', '/session/sign-up/email'],
    ['POST', '/session/sign-in/email'],
    ['GET', '/session/get-session'],
    ['GET', '/session/ok'],
    ['GET', '/session/error'],
    ['GET', '/session/callback/google'],
    ['POST', '/session/sign-in/social'],
  ] as const)
    expect((await new Visitor(server.address).call(method, path)).status).toBe(404);
});

test('an issuer that is away is a sentence, not a wait; once it is back, it works without a restart', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const away = await freePort();
  const other = await startTestServer({
    PORT: port,
    PLATEN_URL: url,
    PLATEN_OIDC_ISSUER: `http://127.0.0.1:${away}`,
    PLATEN_OIDC_CLIENT_ID: CLIENT.id,
  });
  try {
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, headers } = await new Visitor(other.address).call('GET', '/session/oidc');
      expect([status, headers.get('location')]).toEqual([302, '/sign-in?error=failed']);
    }
    expect(other.log.join('\n')).toContain('identity provider');
    const back = await startIssuer(() => `${url}/session/callback/oidc`, Number(away));
    try {
      const { headers } = await new Visitor(other.address).call('GET', '/session/oidc');
      expect(headers.get('location')).toContain(`${back.address}/authorize?`);
    } finally {
      await back.close();
    }
  } finally {
    await other.close();
  }
});

test('cookies are for https alone where the address is', async () => {
  const secure = await startTestServer({ PLATEN_URL: 'https://documents.example.com' });
  try {
    const visitor = new Visitor(secure.address);
    const answer = await visitor.call('POST', '/session/owner', {
      json: { token: tokenOf(secure.ownerLink), name: 'x', email: 'o@example.com', password: PASSWORD },
      headers: { origin: 'https://documents.example.com' },
    });
    expect(secure.ownerLink).toMatch(/^https:\/\/documents\.example\.com\/setup#token=/);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Secure-platen\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=15552000');
    expect((await visitor.call('GET', '/session')).json).toMatchObject({
      person: { email: 'o@example.com' },
    });
    const local = await visitor.call('DELETE', '/session');
    expect(local).toMatchObject({ status: 403, json: { code: 'csrf' } });
  } finally {
    await secure.close();
  }
});

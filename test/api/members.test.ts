/** Roles, invitations, organizations: who may do what, and what nobody may. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, PASSWORD, tokenOf, Visitor } from '../support/visitor.ts';

let server: TestServer;
let owner: Visitor;
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  owner = await anOwner(server);
  admin = await aColleague(owner, { role: 'admin', email: 'admin@example.com', name: 'Abel Admin' });
  member = await aColleague(admin, { role: 'member', email: 'member@example.com', name: 'Mia Member' });
});
afterAll(() => server?.close());

const anError = (status: number, code: string, message?: RegExp) =>
  expect.objectContaining({
    status,
    json: expect.objectContaining({
      code,
      error: message === undefined ? expect.any(String) : expect.stringMatching(message),
    }),
  });
const idOf = async (visitor: Visitor): Promise<string> =>
  ((await visitor.call('GET', '/session')).json as { person: { id: string } }).person.id;
const invite = (by: Visitor, json: object) => by.call('POST', '/organization/invitations', { json });
const linkOf = async (by: Visitor, json: object): Promise<string> =>
  ((await invite(by, json)).json as { link: string }).link;
const enter = (token: string, json: object, as = new Visitor(server.address)) =>
  as.call('POST', '/invitation', { json: { token, ...json } });
const setRole = (by: Visitor, id: string, role: unknown) =>
  by.call('PATCH', `/organization/members/${id}`, { json: { role } });
const remove = (by: Visitor, id: string) => by.call('DELETE', `/organization/members/${id}`);

describe('roles', () => {
  test('members are listed, oldest first, and one of them is you', async () => {
    const { status, json } = await admin.call('GET', '/organization/members');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      members: [
        { name: 'Olive Owner', email: 'owner@example.com', role: 'owner', you: false },
        { name: 'Abel Admin', role: 'admin', you: true, createdAt: expect.stringMatching(/Z$/) },
        { name: 'Mia Member', role: 'member', you: false },
      ],
    });
  });

  test('a key with the scope admin sees them as well, and is nobody', async () => {
    const { json } = await server.call('GET', '/organization/members');
    expect((json as { members: { you: boolean }[] }).members.map(({ you }) => you)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('a member is told which role it takes', async () => {
    const needed = anError(403, 'forbidden', /member.*admin or owner/);
    expect(await member.call('GET', '/organization/members')).toEqual(needed);
    expect(await invite(member, { role: 'member' })).toEqual(needed);
    expect(await setRole(member, await idOf(member), 'owner')).toEqual(needed);
    expect(await remove(member, await idOf(admin))).toEqual(needed);
    expect(await member.call('GET', '/organization/invitations')).toEqual(needed);
    expect((await member.call('GET', '/template/list')).status).toBe(200);
  });

  test('an admin and a key may do much, but owners are the concern of owners', async () => {
    const needed = anError(403, 'forbidden', /role owner/);
    const ownerId = await idOf(owner);
    expect(await setRole(admin, ownerId, 'member')).toEqual(needed);
    expect(await remove(admin, ownerId)).toEqual(needed);
    expect(await setRole(admin, await idOf(admin), 'owner')).toEqual(needed);
    expect(await invite(admin, { role: 'owner' })).toEqual(needed);
    for (const [method, path, json] of [
      ['PATCH', `/organization/members/${ownerId}`, { role: 'member' }],
      ['DELETE', `/organization/members/${ownerId}`, undefined],
      ['POST', '/organization/invitations', { role: 'owner' }],
    ] as const)
      expect(await server.call(method, path, json === undefined ? {} : { json })).toEqual(needed);
  });

  test('the last owner stays', async () => {
    const ownerId = await idOf(owner);
    expect(await setRole(owner, ownerId, 'admin')).toEqual(anError(409, 'last_owner'));
    expect(await remove(owner, ownerId)).toEqual(anError(409, 'last_owner'));
  });

  test('a role changes what the running session may do, at once', async () => {
    const ada = await aColleague(owner, { email: 'ada@example.com' });
    const id = await idOf(ada);
    expect((await ada.call('GET', '/organization/members')).status).toBe(403);
    expect(await setRole(owner, id, 'admin')).toMatchObject({ status: 200, json: { id, role: 'admin' } });
    expect((await ada.call('GET', '/organization/members')).status).toBe(200);
    expect((await remove(admin, id)).status).toBe(204);
    expect(await ada.call('GET', '/template/list')).toEqual(anError(403, 'forbidden'));
    expect((await ada.call('GET', '/session')).json).toMatchObject({
      person: { id },
      organization: null,
      organizations: [],
    });
    expect(await remove(admin, id)).toEqual(anError(404, 'member_not_found'));
  });

  test('anybody may leave', async () => {
    const zoe = await aColleague(owner, { email: 'zoe@example.com' });
    expect((await remove(zoe, await idOf(zoe))).status).toBe(204);
    expect((await zoe.call('GET', '/session')).json).toMatchObject({ organizations: [] });
  });

  test.each(['boss', '', 7, null, ['owner']])('%j is no role', async (role) => {
    expect(await setRole(owner, await idOf(member), role)).toEqual(anError(400, 'bad_request'));
    expect(await invite(owner, { role })).toEqual(anError(400, 'bad_request'));
  });

  test('whoever did it is in the audit log', async () => {
    const entries = await server.admin((one) => one.audit('default', 200));
    const actions = entries.map(({ actor, action }) => `${actor} ${action}`);
    expect(actions).toContain('user:admin@example.com member.remove');
    expect(actions).toContain('user:owner@example.com owner_link.use');
    expect(actions).toContain('user:owner@example.com invitation.create');
  });
});

describe('invitations', () => {
  test('an invitation is a link that says what it is for, is listed, and works once', async () => {
    const made = await invite(admin, { role: 'admin', email: ' Eva@Example.com ' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      id: expect.any(String),
      email: 'eva@example.com',
      role: 'admin',
      link: expect.stringMatching(new RegExp(`^${server.address}/invitation#token=[\\w-]{43}$`)),
    });
    const { link, id, createdAt, expiresAt } = made.json as Record<string, string>;
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')).toBe(7 * 24 * 3_600_000);
    const token = tokenOf(link ?? '');
    const listed = await admin.call('GET', '/organization/invitations');
    expect(listed.json).toMatchObject({ invitations: [{ id, email: 'eva@example.com', role: 'admin' }] });
    expect(listed.text).not.toContain(token);

    const looked = await new Visitor(server.address).call('GET', `/invitation?token=${token}`);
    expect(looked.json).toEqual({
      organization: { name: 'default' },
      role: 'admin',
      email: 'eva@example.com',
      expiresAt,
    });
    const eva = new Visitor(server.address);
    expect(await enter(token, { name: 'Eva', password: PASSWORD }, eva)).toMatchObject({
      status: 200,
      json: { person: { email: 'eva@example.com', name: 'Eva' }, organization: { role: 'admin' } },
    });
    expect((await eva.call('GET', '/organization/members')).status).toBe(200);
    expect(await enter(token, { name: 'x', email: 'x@example.com', password: PASSWORD })).toEqual(
      anError(404, 'link_not_found'),
    );
    expect(await new Visitor(server.address).call('GET', `/invitation?token=${token}`)).toEqual(
      anError(404, 'link_not_found'),
    );
    expect((await admin.call('GET', '/organization/invitations')).json).toEqual({ invitations: [] });
  });

  test('of two who use one link at the same moment, one gets in', async () => {
    const token = tokenOf(await linkOf(owner, { role: 'member' }));
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        enter(token, { name: 'Racer', email: `racer${n}@example.com`, password: PASSWORD }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    const people = await owner.call('GET', '/organization/members');
    expect(people.text.match(/racer\d@/g)).toHaveLength(1);
  });

  test('one that names an address is for that address alone', async () => {
    const token = tokenOf(await linkOf(owner, { role: 'member', email: 'right@example.com' }));
    const wrong = anError(403, 'email_mismatch');
    expect(await enter(token, { name: 'x', email: 'wrong@example.com', password: PASSWORD })).toEqual(wrong);
    expect(await enter(token, {}, member)).toEqual(wrong);
    expect(await new Visitor(server.address).signIn('wrong@example.com')).toEqual(
      anError(401, 'bad_credentials'),
    );
    expect(await enter(token, { name: 'x', email: 'RIGHT@example.com', password: PASSWORD })).toMatchObject({
      status: 200,
    });
  });

  test('somebody with an account joins with it, signed in or by its password', async () => {
    const other = await server.admin((one) => one.createOrganization('Other', 5));
    await server.people(async (people) => people.setRole('Other', 'owner@example.com', 'owner'));
    await owner.call('PUT', '/session/organization', { json: { organizationId: other.id } });
    const [first, second] = [
      tokenOf(await linkOf(owner, { role: 'member' })),
      tokenOf(await linkOf(owner, { role: 'member' })),
    ];
    const joined = await enter(first, {}, member);
    expect(joined.json).toMatchObject({ organization: { id: other.id, role: 'member' } });
    expect((joined.json as { organizations: unknown[] }).organizations).toHaveLength(2);

    const email = 'admin@example.com';
    expect(await enter(second, { email, password: 'wrong wrong wrong' })).toEqual(
      anError(401, 'bad_credentials'),
    );
    const back = new Visitor(server.address);
    expect(await enter(second, { email, password: PASSWORD }, back)).toMatchObject({
      status: 200,
      json: { person: { name: 'Abel Admin' }, organization: { id: other.id } },
    });
    const defaultId = (joined.json as { organizations: { id: string; name: string }[] }).organizations.find(
      ({ name }) => name === 'default',
    )?.id;
    for (const visitor of [owner, member])
      expect(
        await visitor.call('PUT', '/session/organization', { json: { organizationId: defaultId } }),
      ).toMatchObject({ status: 200, json: { organization: { name: 'default' } } });
  });

  test('revoked, it is gone; those of others are not there', async () => {
    const { id, link } = (await invite(owner, { role: 'member' })).json as { id: string; link: string };
    const gone = anError(404, 'invitation_not_found');
    expect((await admin.call('DELETE', `/organization/invitations/${id}`)).status).toBe(204);
    expect(await admin.call('DELETE', `/organization/invitations/${id}`)).toEqual(gone);
    expect(await admin.call('DELETE', '/organization/invitations/..%2Fx')).toEqual(gone);
    expect(await enter(tokenOf(link), { name: 'x', email: 'x@example.com', password: PASSWORD })).toEqual(
      anError(404, 'link_not_found'),
    );
  });

  test.each([
    [{ name: 'x', email: 'n@example.com' }, 'bad_password'],
    [{ name: 'x', email: 'n@example.com', password: 'short' }, 'bad_password'],
    [{ name: 'x', email: 'n@example.com', password: 'x'.repeat(2000) }, 'bad_password'],
    [{ name: 'x', password: PASSWORD }, 'bad_email'],
  ])('%j is not enough, and does not use it up', async (fields, code) => {
    const token = tokenOf(await linkOf(owner, { role: 'member' }));
    expect(await enter(token, fields)).toEqual(anError(400, code));
    expect((await new Visitor(server.address).call('GET', `/invitation?token=${token}`)).status).toBe(200);
  });

  test('it does not tell who has an account', async () => {
    await aColleague(owner, { email: 'has.one@example.com' });
    const token = tokenOf(await linkOf(owner, { role: 'member' }));
    const asked = (email: string) =>
      Promise.all(
        [
          { email, password: PASSWORD.slice(1) },
          { email },
          { email, name: '', password: PASSWORD.slice(1) },
          { email, name: 'x', password: 'short' },
        ].map(async (fields) => (await enter(token, fields)).json),
      );
    const [known, unknown] = [await asked('has.one@example.com'), await asked('has.none@example.com')];
    const words = (answers: readonly unknown[]) =>
      answers.map((answer) => ({ ...(answer as object), requestId: '' }));
    expect(words(known)).toEqual(words(unknown));
    expect(words(known)).toMatchObject([
      { code: 'bad_credentials', hint: expect.stringContaining('somebody new sends a name') },
      { code: 'bad_credentials' },
      { code: 'bad_person_name' },
      { code: 'bad_password' },
    ]);
  });

  test('a token that is none', async () => {
    for (const token of ['', 'x', '../..', 'x'.repeat(5000), '\u0000'])
      expect(await enter(token, { name: 'x', email: 'x@example.com', password: PASSWORD })).toEqual(
        anError(404, 'link_not_found'),
      );
    expect(await enter(7 as unknown as string, {})).toEqual(anError(400, 'bad_request'));
  });
});

describe('organizations', () => {
  test('an owner makes one, is in it, and switches back; credit is the operator’s to give', async () => {
    const made = await owner.call('POST', '/organizations', { json: { name: ' Zweite <b> ' } });
    expect(made).toMatchObject({
      status: 201,
      json: { organization: { name: 'Zweite <b>', role: 'owner' } },
    });
    expect((await owner.call('GET', '/template/list')).json).toEqual([]);
    expect(await server.admin((one) => one.organization('Zweite <b>'))).toMatchObject({ credit: 0 });
    const { organizations } = made.json as { organizations: { id: string; name: string }[] };
    const organizationId = organizations.find(({ name }) => name === 'default')?.id;
    expect(await owner.call('PUT', '/session/organization', { json: { organizationId } })).toMatchObject({
      json: { organization: { id: organizationId } },
    });
  });

  test('nobody makes limits and places in the queue without end', async () => {
    const maker = await startTestServer();
    try {
      const boss = await anOwner(maker);
      const made = async (name: string) =>
        (await boss.call('POST', '/organizations', { json: { name } })).status;
      for (let owned = 1; owned < 20; owned += 1) expect(await made(`no. ${owned}`)).toBe(201);
      expect(await boss.call('POST', '/organizations', { json: { name: 'one more' } })).toEqual(
        anError(403, 'forbidden', /20 organizations/),
      );
    } finally {
      await maker.close();
    }
  });

  test('who owns none makes none, and nobody sees what is not theirs', async () => {
    expect(await member.call('POST', '/organizations', { json: { name: 'x' } })).toEqual(
      anError(403, 'forbidden', /owner/),
    );
    const { id } = await server.admin((one) => one.createOrganization('Strangers'));
    expect(await owner.call('PUT', '/session/organization', { json: { organizationId: id } })).toEqual(
      anError(404, 'organization_not_found'),
    );
  });

  test.each(['', '  ', 'a\u0000', 'x'.repeat(201)])('%j is no name', async (name) => {
    expect(await owner.call('POST', '/organizations', { json: { name } })).toEqual(
      anError(400, 'bad_request'),
    );
  });

  test('the operator may keep that to the command line', async () => {
    const strict = await startTestServer({ PLATEN_CREATE_ORGANIZATIONS: 'nobody' });
    try {
      const boss = await anOwner(strict);
      expect(await boss.call('POST', '/organizations', { json: { name: 'x' } })).toEqual(
        anError(403, 'forbidden', /operator/),
      );
    } finally {
      await strict.close();
    }
  });
});

describe('nobody gives more than they have', () => {
  test('a key gives no role with scopes that it lacks', async () => {
    const organization = (await owner.call('GET', '/organization')).json as { id: string };
    const keyWith = (...scopes: string[]) =>
      server.admin(
        async (it) => (await it.createKey(organization.id, { name: scopes.join(), scopes })).secret,
      );
    const colleague = await idOf(await aColleague(owner, { email: 'kim@example.com' }));
    const attempts = [
      ['POST', '/organization/invitations', { role: 'admin' }],
      ['POST', '/organization/invitations', { role: 'member' }],
      ['PATCH', `/organization/members/${colleague}`, { role: 'admin' }],
    ] as const;
    const [lacking, full] = [
      await keyWith('admin'),
      await keyWith('admin', 'templates:read', 'templates:write', 'generate'),
    ];
    for (const [method, path, json] of attempts)
      expect(await server.call(method, path, { key: lacking, json })).toEqual(
        anError(403, 'forbidden', /generate/),
      );
    for (const [method, path, json] of attempts)
      expect((await server.call(method, path, { key: full, json })).status).toBeLessThan(300);
  });

  test('the invitations of somebody who was removed, or may no longer make them, end', async () => {
    const usable = async (link: string) =>
      (await new Visitor(server.address).call('GET', `/invitation?token=${tokenOf(link)}`)).status;
    const second = await aColleague(owner, { email: 'second@example.com', role: 'owner' });
    const [asOwner, asAdmin] = [
      await linkOf(second, { role: 'owner' }),
      await linkOf(second, { role: 'member' }),
    ];
    const ofOthers = await linkOf(owner, { role: 'member' });
    expect([await usable(asOwner), await usable(asAdmin)]).toEqual([200, 200]);
    expect((await setRole(owner, await idOf(second), 'admin')).status).toBe(200);
    expect([await usable(asOwner), await usable(asAdmin)]).toEqual([404, 200]);
    expect((await remove(owner, await idOf(second))).status).toBe(204);
    expect([await usable(asAdmin), await usable(ofOthers)]).toEqual([404, 200]);
    const back = await second.call('POST', '/invitation', { json: { token: tokenOf(asOwner) } });
    expect(back).toEqual(anError(404, 'link_not_found'));
  });
});

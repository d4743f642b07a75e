import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/service/model.ts';
import type { NewLink } from '../../../src/service/people/people-ports.ts';
import type { Store } from '../../../src/service/ports.ts';
import { actor, anOrganization, atOnce, auditOf, type Fixture, sha256 } from './fixture.ts';

const address = (): string => `${randomUUID()}@example.com`;

const aLink = (organizationId: string, extra: Partial<NewLink> = {}): NewLink => ({
  id: randomUUID(),
  hash: sha256(randomUUID()),
  kind: 'invitation',
  organizationId,
  role: 'member',
  email: null,
  expiresAt: 1000,
  ...extra,
});

const newcomer = (email = address()) => ({ id: randomUUID(), email, name: 'Ada', passwordHash: 'salt:hash' });

/** A person who came by an invitation. */
const aMember = async (store: Store, organizationId: string, role: Role = 'member') => {
  const link = aLink(organizationId, { role });
  const person = newcomer();
  await store.people.createLink(link, actor(1));
  await store.people.redeem(link.hash, person, 5);
  return person;
};

const refusal = (code: string) => expect.objectContaining({ code });

export const peopleContract = (fixture: () => Fixture): void => {
  describe('people', () => {
    test('a person’s invitations end with the right to make them, and are audited', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const [boss, maker] = [await aMember(store, id, 'owner'), await aMember(store, id, 'owner')];
      const made = (role: Role, createdBy: string) => aLink(id, { role, createdBy });
      const links = [made('owner', maker.id), made('member', maker.id), made('owner', boss.id), aLink(id)];
      for (const link of links) await store.people.createLink(link, actor(10));
      const open = async () =>
        Promise.all(links.map(async ({ hash }) => (await store.people.findLink(hash, 20)) !== undefined));
      const setRole = (role: Role | null) =>
        store.people.setRole({ organizationId: id, userId: maker.id, role, byOwner: true }, actor(20));
      expect(await open()).toEqual([true, true, true, true]);
      await setRole('admin');
      expect(await open()).toEqual([false, true, true, true]);
      await setRole(null);
      expect(await open()).toEqual([false, false, true, true]);
      const revoked = (await auditOf(store, id)).filter(({ action }) => action === 'invitation.revoke');
      expect(revoked).toHaveLength(2);
    });

    test('a secret is the first that any node proposed', async () => {
      const { store, other } = fixture();
      const name = randomUUID();
      const kept = await atOnce(10, (n) => (n % 2 ? store : other).people.keepSecret(name, `proposal ${n}`));
      expect(new Set(kept).size).toBe(1);
      expect(await other.people.keepSecret(name, 'late')).toBe(kept[0]);
    });

    test('a link makes a person and a member of it, and the person can be found', async () => {
      const { store, other } = fixture();
      const organization = await anOrganization(store);
      const link = aLink(organization.id, { role: 'admin' });
      await store.people.createLink(link, actor(42, 'user:boss'));
      const { hash, ...shown } = link;
      const open = { ...shown, organizationName: organization.name, createdAt: 42 };
      expect(await other.people.findLink(hash, 999)).toEqual(open);
      expect(await other.people.invitations(organization.id, 999)).toEqual([open]);

      const person = newcomer('zoë@exämple.com');
      expect(await other.people.redeem(hash, person, 50)).toEqual({ organizationId: organization.id });
      const { id, email, name } = person;
      expect(await store.people.members(organization.id)).toEqual([
        { id, email, name, role: 'admin', createdAt: 50 },
      ]);
      expect(await store.people.memberships(id)).toEqual([{ organization, role: 'admin' }]);
      const record = {
        id,
        email,
        name,
        createdAt: 50,
        organizations: [{ id: organization.id, name: organization.name, role: 'admin' }],
      };
      expect(await store.people.findByEmail(email)).toEqual(record);
      expect(await store.people.list()).toContainEqual(record);
      expect(await store.people.findByEmail('nobody@example.com')).toBeUndefined();
      const log = await auditOf(store, organization.id);
      expect(log.slice(-2)).toMatchObject([
        { name: 'user:boss', action: 'invitation.create', subject: { id: link.id, role: 'admin' }, at: 42 },
        { name: `user:${email}`, action: 'invitation.use', subject: { id: link.id, userId: id }, at: 50 },
      ]);
      expect(JSON.stringify(log)).not.toContain(hash);
    });

    test('a link works once, however many try at the same moment', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const link = aLink(id);
      await store.people.createLink(link, actor());
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? store : other).people.redeem(link.hash, newcomer(), 10)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal('link_not_found'));
      expect(await store.people.members(id)).toHaveLength(1);
    });

    test('a link ends at its time, or when it is revoked', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const [old, revoked] = [aLink(id, { expiresAt: 100 }), aLink(id)];
      for (const link of [old, revoked]) await store.people.createLink(link, actor());
      expect(await store.people.findLink(old.hash, 100)).toBeUndefined();
      await expect(store.people.redeem(old.hash, newcomer(), 100)).rejects.toThrow(refusal('link_not_found'));
      expect(await store.people.revokeInvitation((await anOrganization(store)).id, revoked.id, actor())).toBe(
        false,
      );
      expect(await store.people.revokeInvitation(id, revoked.id, actor())).toBe(true);
      expect(await store.people.revokeInvitation(id, revoked.id, actor())).toBe(false);
      await expect(store.people.redeem(revoked.hash, newcomer(), 10)).rejects.toThrow(
        refusal('link_not_found'),
      );
      expect(await store.people.invitations(id, 100)).toEqual([]);
      expect(await store.people.findByEmail('nobody')).toBeUndefined();
    });

    test('a refused use leaves the link as it was, and no person behind', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const present = await aMember(store, id);
      const link = aLink(id, { email: 'ada@example.org', role: 'admin' });
      await store.people.createLink(link, actor());
      const stranger = newcomer();
      await expect(store.people.redeem(link.hash, stranger, 10)).rejects.toThrow(refusal('email_mismatch'));
      await expect(store.people.redeem(link.hash, { id: present.id }, 10)).rejects.toThrow(
        refusal('email_mismatch'),
      );
      expect(await store.people.findByEmail(stranger.email)).toBeUndefined();
      const open = aLink(id);
      await store.people.createLink(open, actor());
      await expect(store.people.redeem(open.hash, newcomer(present.email), 10)).rejects.toThrow(
        refusal('email_taken'),
      );
      expect(await store.people.invitations(id, 10)).toHaveLength(2);
      expect(await store.people.members(id)).toHaveLength(1);
    });

    test('a member who uses a link keeps the higher role', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const person = await aMember(store, id, 'admin');
      const [down, up] = [aLink(id, { role: 'member' }), aLink(id, { role: 'owner' })];
      for (const link of [down, up]) await store.people.createLink(link, actor());
      await store.people.redeem(down.hash, { id: person.id }, 10);
      expect(await store.people.members(id)).toMatchObject([{ role: 'admin', createdAt: 5 }]);
      await store.people.redeem(up.hash, { id: person.id }, 10);
      expect(await store.people.members(id)).toMatchObject([{ role: 'owner', createdAt: 5 }]);
    });

    test('an owner link replaces the one before, and an owner ends it', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const owner = { kind: 'owner', role: 'owner', expiresAt: null } as const;
      const [first, second] = [aLink(id, owner), aLink(id, owner)];
      const kept = await atOnce(6, (n) =>
        (n % 2 ? store : other).people.keepFirstOwnerLink(n === 0 ? first : aLink(id, owner), actor()),
      );
      expect(new Set(kept.map((link) => link.id)).size).toBe(1);
      await store.people.createLink(second, actor());
      expect(await other.people.findLink(first.hash, 10)).toBeUndefined();
      expect(await other.people.keepFirstOwnerLink(aLink(id, owner), actor())).toEqual({ id: second.id });
      expect(await other.people.findLink(second.hash, 10)).toMatchObject({ id: second.id, expiresAt: null });
      expect(await other.people.invitations(id, 10)).toEqual([]);
      await aMember(store, id, 'owner');
      expect(await other.people.findLink(second.hash, 10)).toBeUndefined();
      expect(await other.people.hasOwner()).toBe(true);
      await expect(store.people.redeem(second.hash, newcomer(), 10)).rejects.toThrow(
        refusal('link_not_found'),
      );
    });

    test('invitations that name an address are there for whoever proves to have it', async () => {
      const { store, other } = fixture();
      const [first, second, third] = [
        await anOrganization(store),
        await anOrganization(store),
        await anOrganization(store),
      ];
      const person = await aMember(store, first.id);
      for (const [{ id }, extra] of [
        [second, { role: 'admin' }],
        [third, { expiresAt: 20 }],
      ] as const)
        await store.people.createLink(aLink(id, { email: person.email, ...extra }), actor());
      expect(await other.people.isInvited(person.email, 30)).toBe(true);
      expect(await other.people.isInvited(address(), 30)).toBe(false);
      await other.people.redeemBound(person.id, 30);
      expect(await other.people.isInvited(person.email, 30)).toBe(false);
      expect(
        (await store.people.memberships(person.id)).map(({ organization, role }) => [organization.id, role]),
      ).toEqual(
        [
          [first.id, 'member'],
          [second.id, 'admin'],
        ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      );
    });

    test('roles change, members go, and owners are the concern of owners', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const [boss, ada] = [
        await aMember(store, organizationId, 'owner'),
        await aMember(store, organizationId),
      ];
      const set = (userId: string, role: Role | null, byOwner: boolean) =>
        store.people.setRole({ organizationId, userId, role, byOwner }, actor(60, 'user:x'));
      expect(await set(ada.id, 'admin', false)).toBe('changed');
      expect(await set(ada.id, 'owner', false)).toBe('owner_needed');
      expect(await set(boss.id, 'member', false)).toBe('owner_needed');
      expect(await set(boss.id, null, false)).toBe('owner_needed');
      expect(await set(boss.id, null, true)).toBe('last_owner');
      expect(await set(boss.id, 'admin', true)).toBe('last_owner');
      expect(await set(boss.id, 'owner', true)).toBe('changed');
      expect(await set(randomUUID(), 'admin', true)).toBe('not_member');
      expect(await set(ada.id, 'owner', true)).toBe('changed');
      expect(await set(boss.id, null, true)).toBe('changed');
      expect(await store.people.members(organizationId)).toMatchObject([{ id: ada.id, role: 'owner' }]);
      expect((await auditOf(store, organizationId)).at(-1)).toEqual({
        name: 'user:x',
        action: 'member.remove',
        subject: { userId: boss.id },
        at: 60,
      });
    });

    test('two owners who step down at once leave one', async () => {
      const { store, other } = fixture();
      for (let turn = 0; turn < 5; turn += 1) {
        const { id: organizationId } = await anOrganization(store);
        const owners = [
          await aMember(store, organizationId, 'owner'),
          await aMember(store, organizationId, 'owner'),
        ];
        const outcomes = await Promise.all(
          owners.map(({ id: userId }, n) =>
            (n % 2 ? store : other).people.setRole(
              { organizationId, userId, role: n % 2 ? 'member' : null, byOwner: true },
              actor(),
            ),
          ),
        );
        expect(outcomes.toSorted()).toEqual(['changed', 'last_owner']);
      }
    });

    test('an organization comes with its owner; an operator grants any role', async () => {
      const { store } = fixture();
      const { id: first } = await anOrganization(store);
      const person = await aMember(store, first);
      const id = randomUUID();
      await store.people.createOrganization({ id, name: 'Second', credit: 7 }, person.id, actor(9));
      expect(await store.people.memberships(person.id)).toMatchObject([
        { organization: { name: 'Acme' }, role: 'member' },
        { organization: { id, name: 'Second', credit: 7 }, role: 'owner' },
      ]);
      await store.people.grantRole(first, person.id, 'owner', actor());
      expect(await store.people.members(first)).toMatchObject([{ role: 'owner' }]);
    });
  });

  describe('records of the sign-in library', () => {
    const aUser = () => ({
      id: randomUUID(),
      name: 'Ada',
      email: address(),
      emailVerified: 1,
      image: null,
      createdAt: 10,
      updatedAt: 20,
    });
    const eq = (field: string, value: string | number | null) =>
      ({ field, operator: 'eq', value, connector: 'AND' }) as const;

    test('a row comes back as it was written, for every node', async () => {
      const { store, other } = fixture();
      const user = aUser();
      expect(await store.authRecords.create('users', user)).toEqual(user);
      expect(await other.authRecords.find('users', [eq('email', user.email)])).toEqual([user]);
      expect(await other.authRecords.find('users', [eq('email', user.email.toUpperCase())])).toEqual([]);
    });

    test('an e-mail address is there once', async () => {
      const { store, other } = fixture();
      const user = aUser();
      const outcomes = await Promise.allSettled(
        [store, other, store].map(({ authRecords }) =>
          authRecords.create('users', { ...user, id: randomUUID() }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: refusal('email_taken'),
      });
    });

    test('conditions, order and pages', async () => {
      const { store } = fixture();
      const user = aUser();
      await store.authRecords.create('users', user);
      for (const [identifier, expiresAt] of [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ] as const)
        await store.authRecords.create('verifications', {
          id: `${user.id}${identifier}`,
          identifier: `${user.id}${identifier}`,
          value: user.id,
          expiresAt,
          createdAt: 0,
          updatedAt: 0,
        });
      const mine = eq('value', user.id);
      const found = async (
        where: Parameters<Store['authRecords']['find']>[1],
        options?: Parameters<Store['authRecords']['find']>[2],
      ) =>
        (await store.authRecords.find('verifications', [mine, ...where], options)).map(
          ({ expiresAt }) => expiresAt,
        );
      const sort = { field: 'expiresAt', direction: 'desc' } as const;
      expect(await found([], { sort })).toEqual([3, 2, 1]);
      expect(await found([], { sort, limit: 1, offset: 1 })).toEqual([2]);
      const by = (operator: 'ne' | 'lt' | 'lte' | 'gt' | 'gte', value: number) =>
        found([{ field: 'expiresAt', operator, value, connector: 'AND' }], { sort });
      expect(await by('ne', 2)).toEqual([3, 1]);
      expect(await by('lt', 2)).toEqual([1]);
      expect(await by('lte', 2)).toEqual([2, 1]);
      expect(await by('gt', 2)).toEqual([3]);
      expect(await by('gte', 2)).toEqual([3, 2]);
      const among = (operator: 'in' | 'not_in', value: number[]) =>
        found([{ field: 'expiresAt', operator, value, connector: 'AND' }], { sort });
      expect(await among('in', [1, 3])).toEqual([3, 1]);
      expect(await among('not_in', [1, 3])).toEqual([2]);
      expect(await among('in', [])).toEqual([]);
      expect(await among('not_in', [])).toEqual([3, 2, 1]);
      const either = [1, 3].map(
        (value) => ({ field: 'expiresAt', operator: 'eq', value, connector: 'OR' }) as const,
      );
      expect(await found(either, { sort })).toEqual([3, 1]);
      expect(await store.authRecords.count('verifications', [mine])).toBe(3);
      expect(
        await store.authRecords.find('users', [eq('image', null), eq('email', user.email)]),
      ).toHaveLength(1);
    });

    test('a change gives what is there afterwards, a removal what was there, to one of many', async () => {
      const { store, other } = fixture();
      const user = aUser();
      await store.authRecords.create('users', user);
      const changed = await other.authRecords.update('users', [eq('id', user.id)], { name: 'Zoë' });
      expect(changed).toEqual([{ ...user, name: 'Zoë' }]);
      const removed = await atOnce(6, (n) =>
        (n % 2 ? store : other).authRecords.delete('users', [eq('id', user.id)]),
      );
      expect(removed.flat()).toEqual([{ ...user, name: 'Zoë' }]);
      expect(await store.authRecords.update('users', [eq('id', user.id)], { name: 'x' })).toEqual([]);
    });

    test('a field that does not exist is refused, whatever its name', async () => {
      const { store } = fixture();
      for (const field of ['role', 'user_id', '__proto__', 'id" = id or "1', ''])
        await expect(store.authRecords.find('users', [eq(field, 'x')])).rejects.toThrow();
      await expect(store.authRecords.create('users', { ...aUser(), admin: 1 })).rejects.toThrow();
    });

    test('sessions go with their person; what has ended is swept', async () => {
      const { store } = fixture();
      const user = aUser();
      await store.authRecords.create('users', user);
      const session = (expiresAt: number) => ({
        id: randomUUID(),
        token: sha256(randomUUID()),
        userId: user.id,
        organizationId: null,
        expiresAt,
        ipAddress: '',
        userAgent: '',
        createdAt: 1,
        updatedAt: 1,
      });
      for (const end of [100, 5000, 6000]) await store.authRecords.create('sessions', session(end));
      expect(await store.people.sweep(5000)).toBeGreaterThanOrEqual(1);
      expect(await store.authRecords.count('sessions', [eq('userId', user.id)])).toBe(2);
      await store.authRecords.delete('users', [eq('id', user.id)]);
      expect(await store.authRecords.count('sessions', [eq('userId', user.id)])).toBe(0);
    });
  });
};

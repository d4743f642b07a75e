import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actor, aKey, anOrganization, atOnce, auditOf, type Fixture, type StoreFactory } from './fixture.ts';

export const organizationsContract = (fixture: () => Fixture, factory: StoreFactory): void => {
  describe('organizations', () => {
    test('one is created with its credit and found on the other node', async () => {
      const { store, other } = fixture();
      const id = randomUUID();
      const created = await store.organizations.create(
        { id, name: 'Ünïcode "Ltd" 🏭', credit: 7 },
        actor(1234),
      );
      expect(created).toEqual({
        id,
        name: 'Ünïcode "Ltd" 🏭',
        credit: 7,
        generateLimit: null,
        requestLimit: null,
        templateLimit: null,
        versionLimit: null,
        storageLimit: null,
        stored: { templates: 0, versions: 0, bytes: 0 },
        lowCredit: null,
        resultHours: null,
        callDays: null,
        keepsCallData: false,
        defaults: { locale: null, timezone: null, currency: null },
        createdAt: 1234,
      });
      expect(await other.organizations.get(id)).toEqual(created);
      expect(await auditOf(other, id)).toEqual([
        {
          name: 'cli',
          action: 'organization.create',
          subject: { id, name: 'Ünïcode "Ltd" 🏭', credit: 7 },
          at: 1234,
        },
      ]);
    });

    test('none is found by an id that nobody has', async () => {
      expect(await fixture().store.organizations.get('nobody')).toBeUndefined();
    });

    test('an id is taken once', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      await expect(store.organizations.create({ id, name: 'Again', credit: 1 }, actor())).rejects.toThrow();
      expect((await store.organizations.get(id))?.name).toBe('Acme');
    });

    test('the list is oldest first', async () => {
      const house = await factory.build();
      try {
        const store = await house.open();
        for (const [id, at] of [
          ['b', 20],
          ['c', 10],
          ['B', 20],
        ] as const) {
          await store.organizations.create({ id, name: id, credit: null }, actor(at));
        }
        expect((await store.organizations.list()).map(({ id }) => id)).toEqual(['c', 'B', 'b']);
      } finally {
        await house.remove();
      }
    });

    test('a new name changes the name alone, and is audited', async () => {
      const { store, other } = fixture();
      const before = await anOrganization(store);
      const after = await store.organizations.update(before.id, { name: 'New' }, actor(55, 'key:plt_ab12'));
      expect(after).toEqual({ ...before, name: 'New' });
      expect(await other.organizations.get(before.id)).toEqual(after);
      expect((await auditOf(store, before.id)).at(-1)).toEqual({
        name: 'key:plt_ab12',
        action: 'organization.update',
        subject: { id: before.id, name: 'New' },
        at: 55,
      });
      expect(await store.organizations.update('nobody', { name: 'New' }, actor())).toBeUndefined();
    });

    test('defaults are set, left and taken away one by one, and go with every key', async () => {
      const { store, other } = fixture();
      const { id, name, defaults } = await anOrganization(store);
      expect(defaults).toEqual({ locale: null, timezone: null, currency: null });
      const key = aKey(id);
      await store.apiKeys.create(key, actor());
      const set = async (change: Partial<typeof defaults>) => {
        const updated = await store.organizations.update(id, { defaults: change }, actor());
        const found = await other.apiKeys.findByHash(key.hash);
        expect(found?.organization).toEqual(updated);
        expect(updated?.name).toBe(name);
        return updated?.defaults;
      };
      expect(await set({ locale: 'de-AT', timezone: 'Europe/Vienna' })).toEqual({
        locale: 'de-AT',
        timezone: 'Europe/Vienna',
        currency: null,
      });
      expect(await set({ currency: 'EUR', locale: null })).toEqual({
        locale: null,
        timezone: 'Europe/Vienna',
        currency: 'EUR',
      });
      expect(await set({})).toMatchObject({ timezone: 'Europe/Vienna' });
      expect((await auditOf(store, id)).at(-2)).toMatchObject({
        action: 'organization.update',
        subject: { id, defaults: { currency: 'EUR', locale: null } },
      });
    });

    test('limits are set, left and returned to the default one by one', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const limits = async () => {
        const found = await other.organizations.get(id);
        return [found?.generateLimit, found?.requestLimit];
      };
      await store.organizations.setLimits(id, { generateLimit: 5 }, actor());
      expect(await limits()).toEqual([5, null]);
      await store.organizations.setLimits(id, { requestLimit: 0 }, actor());
      expect(await limits()).toEqual([5, 0]);
      await store.organizations.setLimits(id, { generateLimit: null }, actor());
      expect(await limits()).toEqual([null, 0]);
      expect(await store.organizations.setLimits(id, {}, actor())).toMatchObject({ requestLimit: 0 });
      expect(await store.organizations.setLimits('nobody', { generateLimit: 5 }, actor())).toBeUndefined();
      const actions = (await auditOf(store, id)).map(({ action, subject }) => [action, subject]);
      expect(actions.slice(1, 4)).toEqual([
        ['organization.set_limits', { id, generateLimit: 5 }],
        ['organization.set_limits', { id, requestLimit: 0 }],
        ['organization.set_limits', { id, generateLimit: null }],
      ]);
    });

    test('of many nodes that make the first organization at once, one does', async () => {
      const house = await factory.build();
      try {
        const nodes = await atOnce(3, () => house.open());
        const answers = await Promise.all(
          nodes.flatMap((node) =>
            Array.from({ length: 4 }, () => {
              const id = randomUUID();
              return node.organizations.createFirst({ id, name: 'First', credit: 1000 }, aKey(id), actor());
            }),
          ),
        );
        expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
        const [node] = nodes;
        const organizations = (await node?.organizations.list()) ?? [];
        expect(organizations).toHaveLength(1);
        const id = organizations[0]?.id ?? '';
        expect(await node?.apiKeys.list(id)).toHaveLength(1);
        expect(await node?.credit.ledger(id, 10)).toHaveLength(1);
        expect((await node?.audit.list(undefined, 10))?.map(({ action }) => action)).toEqual([
          'api_key.create',
          'organization.create',
        ]);
      } finally {
        await house.remove();
      }
    });

    test('the first organization is not made where another exists', async () => {
      const { store } = fixture();
      await anOrganization(store);
      const id = randomUUID();
      expect(
        await store.organizations.createFirst({ id, name: 'Second', credit: 1 }, aKey(id), actor()),
      ).toBe('exists');
      expect(await store.organizations.get(id)).toBeUndefined();
    });
  });
};

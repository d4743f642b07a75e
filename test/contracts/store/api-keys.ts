import { describe, expect, test } from 'vitest';
import { actor, aKey, anOrganization, atOnce, auditOf, type Fixture } from './fixture.ts';

export const apiKeysContract = (fixture: () => Fixture): void => {
  describe('API keys', () => {
    test('one is found by its hash, with its organization', async () => {
      const { store, other } = fixture();
      const organization = await anOrganization(store, null);
      const key = aKey(organization.id, { expiresAt: 99, scopes: ['admin', 'generate'] });
      const created = await store.apiKeys.create(key, actor(42));
      const { hash, ...kept } = key;
      expect(created).toEqual({ ...kept, createdAt: 42, lastUsedAt: null, revokedAt: null, label: null });
      expect(await other.apiKeys.findByHash(hash)).toEqual({ key: created, organization });
      expect(await other.apiKeys.findByHash(hash.toUpperCase())).toBeUndefined();
    });

    test('the audit entry tells the key apart but does not hold its hash', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const key = aKey(id);
      await store.apiKeys.create(key, actor(42));
      const entry = (await auditOf(store, id)).at(-1);
      expect(entry).toMatchObject({
        action: 'api_key.create',
        at: 42,
        subject: { id: key.id, prefix: key.prefix },
      });
      expect(JSON.stringify(entry)).not.toContain(key.hash);
    });

    test('a key needs an organization that exists', async () => {
      const { store } = fixture();
      await expect(store.apiKeys.create(aKey('nobody'), actor())).rejects.toMatchObject({
        code: 'organization_not_found',
      });
    });

    test('the list is newest first, per organization, with revoked ones', async () => {
      const { store } = fixture();
      const [mine, theirs] = [await anOrganization(store), await anOrganization(store)];
      const names = [
        ['old', 1],
        ['new', 3],
        ['middle', 2],
      ] as const;
      for (const [name, at] of names) await store.apiKeys.create(aKey(mine.id, { name }), actor(at));
      await store.apiKeys.create(aKey(theirs.id), actor(4));
      const [newest] = await store.apiKeys.list(mine.id);
      await store.apiKeys.revoke(mine.id, newest?.id ?? '', actor(9));
      expect((await store.apiKeys.list(mine.id)).map(({ name, revokedAt }) => [name, revokedAt])).toEqual([
        ['new', 9],
        ['middle', null],
        ['old', null],
      ]);
    });

    test('the list comes in pages, also where keys were made in the same moment', async () => {
      const { store } = fixture();
      const [mine, theirs] = [await anOrganization(store), await anOrganization(store)];
      for (const at of [1, 2, 2, 2, 3]) await store.apiKeys.create(aKey(mine.id), actor(at));
      const other = await store.apiKeys.create(aKey(theirs.id), actor(4));
      const all = (await store.apiKeys.list(mine.id)).map(({ id }) => id);
      const paged: string[] = [];
      for (let before: string | undefined; ; before = paged.at(-1)) {
        const page = await store.apiKeys.list(mine.id, { limit: 2, ...(before !== undefined && { before }) });
        if (page.length === 0) break;
        paged.push(...page.map(({ id }) => id));
      }
      expect(paged).toEqual(all);
      expect(await store.apiKeys.list(mine.id, { before: all[2] ?? '' })).toHaveLength(2);
      expect(await store.apiKeys.list(mine.id, { before: other.id })).toEqual([]);
    });

    test('a revocation is seen by the other node at once, and happens once', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const key = aKey(id);
      await store.apiKeys.create(key, actor());
      expect((await other.apiKeys.findByHash(key.hash))?.key.revokedAt).toBeNull();
      const answers = await atOnce(10, (n) => (n % 2 ? store : other).apiKeys.revoke(id, key.id, actor(77)));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await other.apiKeys.findByHash(key.hash))?.key.revokedAt).toBe(77);
      const revocations = (await auditOf(store, id)).filter(({ action }) => action === 'api_key.revoke');
      expect(revocations).toEqual([
        {
          name: 'cli',
          action: 'api_key.revoke',
          subject: { id: key.id, name: key.name, prefix: key.prefix },
          at: 77,
        },
      ]);
    });

    test('a key of another organization is not revoked', async () => {
      const { store } = fixture();
      const [mine, theirs] = [await anOrganization(store), await anOrganization(store)];
      const key = aKey(theirs.id);
      await store.apiKeys.create(key, actor());
      expect(await store.apiKeys.revoke(mine.id, key.id, actor())).toBe(false);
      expect((await store.apiKeys.findByHash(key.hash))?.key.revokedAt).toBeNull();
    });

    test('uses from several nodes leave the newest', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const keys = await atOnce(5, () => store.apiKeys.create(aKey(id), actor()));
      await atOnce(10, (n) =>
        (n % 2 ? store : other).apiKeys.touch(
          new Map((n % 3 ? keys : keys.toReversed()).map((key, index) => [key.id, 1000 + n * 10 + index])),
        ),
      );
      await store.apiKeys.touch(new Map([[keys[0]?.id ?? '', 5]]));
      await store.apiKeys.touch(new Map());
      await store.apiKeys.touch(new Map([['nobody', 5]]));
      const found = new Map((await store.apiKeys.list(id)).map((key) => [key.id, key.lastUsedAt]));
      // Number 9 is the newest round, and 9 % 3 is 0: the reversed order.
      expect(keys.map((key) => found.get(key.id))).toEqual([1094, 1093, 1092, 1091, 1090]);
    });
  });
};

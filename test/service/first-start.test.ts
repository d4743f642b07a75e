import { expect, test } from 'vitest';
import { Admin } from '../../src/service/admin.ts';
import { hashOfSecret } from '../../src/service/api-keys.ts';
import { firstStart } from '../../src/service/first-start.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

const now = Date.now;

test('the first start makes one organization and one key, the second none', async () => {
  const store = await sqliteStore();
  const first = await firstStart(store, { apiKey: null, credits: 1000, now });
  if (first.kind !== 'made') throw new Error(first.kind);
  const found = await store.apiKeys.findByHash(hashOfSecret(first.secret));
  expect(found?.key.scopes).toEqual(['templates:read', 'templates:write', 'generate', 'admin']);
  expect(found?.organization.credit).toBe(1000);
  expect(await firstStart(store, { apiKey: null, credits: 1000, now })).toEqual({ kind: 'existing' });
  expect(await store.organizations.list()).toHaveLength(1);
});

test('several servers that start at once on an empty database make one organization', async () => {
  const store = await sqliteStore();
  const starts = Array.from({ length: 8 }, () =>
    firstStart(store, { apiKey: 'plt_fixed', credits: null, now }),
  );
  expect((await Promise.all(starts)).every(({ kind }) => kind === 'fixed')).toBe(true);
  const [only, ...others] = await store.organizations.list();
  expect(others).toEqual([]);
  expect(await store.apiKeys.list(only?.id ?? '')).toHaveLength(1);
});

test('a fixed key works whenever it is set, twice as well as once, until it is revoked', async () => {
  const store = await sqliteStore();
  await firstStart(store, { apiKey: null, credits: 5, now });
  const settings = { apiKey: 'a-fixed-key-of-the-operator', credits: 5, now };
  expect(await firstStart(store, settings)).toEqual({ kind: 'fixed' });
  expect(await firstStart(store, settings)).toEqual({ kind: 'fixed' });
  const found = await store.apiKeys.findByHash(hashOfSecret(settings.apiKey));
  expect(found?.organization.name).toBe('default');
  expect(settings.apiKey).not.toBe(found?.key.prefix);
  await new Admin(store, { actor: 'test', credits: null }).revokeKey('default', found?.key.id ?? '');
  expect(await firstStart(store, settings)).toEqual({ kind: 'refused' });
});

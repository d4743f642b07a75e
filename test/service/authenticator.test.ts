import { expect, test } from 'vitest';
import { Admin } from '../../src/service/admin.ts';
import { Authenticator } from '../../src/service/authenticator.ts';
import { sqliteStore } from '../support/sqlite-store.ts';
import { lastAcceptedAfter } from '../support/until-refused.ts';

const setUp = async () => {
  const store = await sqliteStore();
  const admin = new Admin(store, { actor: 'test', credits: null });
  const { id } = await admin.createOrganization('Acme');
  let lookUps = 0;
  const apiKeys = { ...store.apiKeys, touch: store.apiKeys.touch.bind(store.apiKeys) };
  apiKeys.findByHash = (hash) => {
    lookUps += 1;
    return store.apiKeys.findByHash(hash);
  };
  let offset = 0;
  const authenticator = new Authenticator(apiKeys, () => Date.now() + offset);
  return {
    admin,
    id,
    authenticator,
    lookUps: () => lookUps,
    advance: (ms: number) => {
      offset += ms;
    },
  };
};

const refused = (why: string) =>
  expect.objectContaining({ code: 'unauthorized', message: expect.stringContaining(why) });

test('a hundred requests at once with one key are one look-up, and so are a hundred with a wrong one', async () => {
  const { admin, id, authenticator, lookUps } = await setUp();
  const { secret } = await admin.createKey(id, { name: 'a' });
  await Promise.all(Array.from({ length: 100 }, () => authenticator.authenticate(secret)));
  expect(lookUps()).toBe(1);
  for (let turn = 0; turn < 100; turn += 1)
    await expect(authenticator.authenticate('plt_wrong')).rejects.toThrow(refused('not valid'));
  expect(lookUps()).toBeLessThanOrEqual(3);
});

test('a revoked key is refused within a second even where it is used all the time', async () => {
  const { admin, id, authenticator } = await setUp();
  const { secret, key } = await admin.createKey(id, { name: 'a' });
  await authenticator.authenticate(secret);
  await admin.revokeKey(id, key.id);
  let refusal: unknown;
  const isRefused = async () => {
    await authenticator.authenticate(secret).catch((error: unknown) => {
      refusal = error;
    });
    return refusal !== undefined;
  };
  expect(await lastAcceptedAfter(isRefused)).toBeLessThan(1000);
  expect(refusal).toEqual(refused('revoked'));
});

test('a key expires at its time, also while it is remembered', async () => {
  const { admin, id, authenticator, advance } = await setUp();
  const { secret } = await admin.createKey(id, { name: 'a', expiresAt: Date.now() + 60_000 });
  await authenticator.authenticate(secret);
  advance(60_001);
  await expect(authenticator.authenticate(secret)).rejects.toThrow(refused('expired'));
});

test('the last use of each key is written down when flushed', async () => {
  const { admin, id, authenticator } = await setUp();
  const { secret } = await admin.createKey(id, { name: 'a' });
  await authenticator.authenticate(secret);
  expect((await admin.keys(id))[0]?.lastUsedAt).toBeNull();
  await authenticator.flush();
  expect((await admin.keys(id))[0]?.lastUsedAt).toBeGreaterThan(Date.now() - 5000);
});

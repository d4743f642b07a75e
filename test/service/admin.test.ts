import { expect, test } from 'vitest';
import { Admin } from '../../src/service/admin.ts';
import { hashOfSecret } from '../../src/service/api-keys.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

const makeAdmin = async () => {
  const store = await sqliteStore();
  return { store, admin: new Admin(store, { actor: 'cli', credits: 1000 }) };
};

const badRequest = (why: string) =>
  expect.objectContaining({ code: 'bad_admin_request', message: expect.stringContaining(why) });

test('an organization starts with the configured credit, or with what it is given', async () => {
  const { admin } = await makeAdmin();
  expect(await admin.createOrganization(' Acme ')).toMatchObject({ name: 'Acme', credit: 1000 });
  expect(await admin.createOrganization('Free', null)).toMatchObject({ credit: null });
  expect((await admin.organizations()).map(({ name }) => name)).toEqual(['Acme', 'Free']);
  await expect(admin.createOrganization('Acme')).rejects.toThrow(badRequest('already called'));
  await expect(admin.createOrganization('')).rejects.toThrow(badRequest('1 to 200'));
  await expect(admin.createOrganization('x', -1)).rejects.toThrow(badRequest('The credit must be'));
  await expect(admin.organization('Nobody')).rejects.toThrow(
    expect.objectContaining({ code: 'organization_not_found' }),
  );
});

test('a key is shown once, stored as a hash, listed by prefix, and revoked by id or prefix', async () => {
  const { admin, store } = await makeAdmin();
  const { id } = await admin.createOrganization('Acme');
  const { secret, key } = await admin.createKey('Acme', { name: 'backend' });
  expect(secret).toMatch(/^plt_[\w-]{43}$/);
  expect(key).toMatchObject({
    organizationId: id,
    scopes: ['templates:read', 'templates:write', 'generate'],
    expiresAt: null,
    revokedAt: null,
  });
  expect(secret.startsWith(key.prefix)).toBe(true);
  expect(key.prefix.length).toBeLessThanOrEqual(12);
  expect(JSON.stringify([await admin.keys(id), await admin.audit(id)])).not.toContain(secret);
  expect((await store.apiKeys.findByHash(hashOfSecret(secret)))?.key.id).toBe(key.id);

  const second = await admin.createKey(id, {
    name: 'reader',
    scopes: ['templates:read'],
    expiresAt: Date.now() + 60_000,
  });
  expect((await admin.revokeKey(id, second.key.prefix)).id).toBe(second.key.id);
  expect((await admin.revokeKey(id, key.id)).id).toBe(key.id);
  await expect(admin.revokeKey(id, key.id)).rejects.toThrow(
    expect.objectContaining({ code: 'api_key_not_found' }),
  );
  expect((await admin.keys(id)).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
  await expect(admin.createKey(id, { name: 'x', scopes: ['root'] })).rejects.toThrow(badRequest('not root'));
  await expect(admin.createKey(id, { name: 'x', scopes: [] })).rejects.toThrow(badRequest('scopes'));
  await expect(admin.createKey(id, { name: 'x', expiresAt: 1 })).rejects.toThrow(badRequest('future'));
});

test('credit: every change is in the ledger with the balance after it', async () => {
  const { admin } = await makeAdmin();
  await admin.createOrganization('Acme', 10);
  expect((await admin.addCredit('Acme', 5, 'order 7')).credit).toBe(15);
  expect((await admin.addCredit('Acme', -20)).credit).toBe(0);
  expect((await admin.setCredit('Acme', null)).credit).toBeNull();
  await expect(admin.addCredit('Acme', 5)).rejects.toThrow(badRequest('unlimited'));
  expect((await admin.setCredit('Acme', 3)).credit).toBe(3);
  await expect(admin.addCredit('Acme', 0)).rejects.toThrow(badRequest('whole number'));
  await expect(admin.addCredit('Acme', 1.5)).rejects.toThrow(badRequest('whole number'));
  const ledger = await admin.ledger('Acme');
  expect(ledger.map(({ balanceAfter }) => balanceAfter)).toEqual([3, null, 0, 15, 10]);
  expect(ledger.find(({ note }) => note === 'order 7')).toMatchObject({ amount: 5 });
});

test('limits: set one, keep the other, return to the default', async () => {
  const { admin } = await makeAdmin();
  await admin.createOrganization('Acme');
  expect(await admin.setLimits('Acme', { generateLimit: 5 })).toMatchObject({
    generateLimit: 5,
    requestLimit: null,
  });
  expect(await admin.setLimits('Acme', { requestLimit: 9 })).toMatchObject({
    generateLimit: 5,
    requestLimit: 9,
  });
  expect(await admin.setLimits('Acme', { generateLimit: null })).toMatchObject({
    generateLimit: null,
    requestLimit: 9,
  });
  await expect(admin.setLimits('Acme', { generateLimit: 0 })).rejects.toThrow(
    badRequest('The generate limit must be from 1 to 1000000000'),
  );
});

test('every change is in the audit log, with who made it', async () => {
  const { admin } = await makeAdmin();
  const { id } = await admin.createOrganization('Acme');
  await admin.renameOrganization(id, 'Acme & Co');
  const { key } = await admin.createKey(id, { name: 'backend' });
  await admin.revokeKey(id, key.id);
  await admin.addCredit(id, 1);
  await admin.setCredit(id, null);
  await admin.setLimits(id, { generateLimit: 1 });
  const entries = await admin.audit(id);
  expect(entries).toHaveLength(7);
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['cli']));
  expect(await admin.usage(id, 0, Date.now())).toEqual([]);
  await expect(admin.usage(id, 2, 1)).rejects.toThrow(badRequest('span'));
  await expect(admin.ledger(id, 0)).rejects.toThrow(badRequest('rows'));
});

test('no two organizations get one name, neither made nor renamed', async () => {
  const { admin } = await makeAdmin();
  const { id } = await admin.createOrganization('First of its name');
  await admin.createOrganization('Second');
  await expect(admin.renameOrganization('Second', 'First of its name')).rejects.toThrow(
    badRequest('An organization is already called "First of its name"'),
  );
  // To its own name, or another spelling of it, is no conflict.
  expect(await admin.renameOrganization(id, ' First of its name ')).toMatchObject({ id });
});

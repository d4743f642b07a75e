import { expect, test } from 'vitest';
import { passwords } from '../../src/auth/passwords.ts';
import { People } from '../../src/service/people/people.ts';
import { SignIn } from '../../src/service/people/sign-in.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

test('the owner link of the first start is the same at every start, also after the secret has changed, until used', async () => {
  const { people, authRecords: records, limiter, organizations } = await sqliteStore();
  const { id } = await organizations.create({ id: 'o', name: 'Acme', credit: null }, { name: 'x', at: 1 });
  const started = (secret: string) =>
    new People({
      people,
      records,
      signIn: new SignIn({ people, records, limiter, passwords, secret, addressAttempts: 10 }),
      secret,
      credits: null,
      mayCreateOrganizations: true,
      now: Date.now,
    });
  const first = await started('a').firstOwnerToken(id);
  expect(await started('a').firstOwnerToken(id)).toBe(first);
  const other = await started('b').firstOwnerToken(id);
  expect(other).not.toBe(first);
  expect(await started('b').firstOwnerToken(id)).toBe(other);
  await expect(started('b').link(first)).rejects.toMatchObject({ code: 'link_not_found' });
  const entrance = { name: 'Ada', email: 'ada@example.com', password: 'long enough', address: '' };
  await started('b').enter({ token: other, ...entrance });
  expect(await started('b').firstOwnerToken(id)).toBeUndefined();
  // From now on an operator's link ends after a week.
  const { expiresAt } = await started('b').link(await started('b').newOwnerToken(id, 'cli'));
  expect(expiresAt).toBeGreaterThan(Date.now() + 6 * 86_400_000);
});

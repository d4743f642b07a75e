import { expect, test } from 'vitest';
import { passwords } from '../../src/auth/passwords.ts';
import { SignIn } from '../../src/service/people/sign-in.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

const setUp = async (verify = passwords.verifyPassword) => {
  const store = await sqliteStore();
  const tried: string[] = [];
  const signIn = new SignIn({
    people: store.people,
    records: store.authRecords,
    limiter: store.limiter,
    passwords: {
      hashPassword: passwords.hashPassword,
      verifyPassword: (password, hash) => {
        tried.push(hash);
        return verify(password, hash);
      },
    },
    secret: 'x'.repeat(32),
    addressAttempts: 1000,
  });
  const { id } = await store.organizations.create(
    { id: 'o', name: 'Acme', credit: null },
    { name: 'test', at: 1 },
  );
  const link = { id: 'l', hash: 'h', kind: 'invitation', role: 'member', email: null, expiresAt: 9 } as const;
  await store.people.createLink({ ...link, organizationId: id }, { name: 'test', at: 1 });
  const passwordHash = await passwords.hashPassword('the right password');
  const person = { id: 'p', email: 'ada@example.com', name: 'Ada', passwordHash };
  await store.people.redeem('h', person, 2);
  return { signIn, tried, passwordHash };
};

test('the same work is done for an account that does not exist, and for a password that can be nobody’s', async () => {
  const { signIn, tried, passwordHash } = await setUp();
  const attempt = (email: unknown, password: unknown) =>
    signIn.signIn({ email, password, address: '192.0.2.1' });
  expect(await attempt('ADA@example.com', 'the right password')).toBe('p');
  for (const [email, password] of [
    ['ada@example.com', 'wrong'],
    ['ada@example.com', 'x'.repeat(100_000)],
    ['ada@example.com', undefined],
    ['nobody@example.com', 'the right password'],
    ['nobody@example.com', 'nobody has this password'],
    ['no address', 'x'],
    [undefined, 'x'],
  ])
    await expect(attempt(email, password)).rejects.toMatchObject({ code: 'bad_credentials' });
  expect(tried).toHaveLength(8);
  expect(tried.slice(0, 4)).toEqual(Array(4).fill(passwordHash));
  const decoy = tried[4];
  expect(decoy).toHaveLength(passwordHash.length);
  expect(tried.slice(5)).toEqual([decoy, decoy, decoy]);
});

test('more than a handful at the same moment are told to come back', async () => {
  const { signIn } = await setUp();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      signIn.signIn({ email: `somebody${n}@example.com`, password: 'x', address: '192.0.2.1' }),
    ),
  );
  const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'));
  expect(new Set(codes)).toEqual(new Set(['bad_credentials', 'busy']));
});

test('an account takes two hundred attempts from all addresses; a browser that was signed in before comes in still', async () => {
  // Quick: it is the counting that is tried here.
  const { signIn } = await setUp(async (password) => password === 'the right password');
  const attempt = (address: string, password: string, device?: string) =>
    signIn.signIn({ email: 'ada@example.com', password, address, device }).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  const tries: Record<string, number> = {};
  for (let n = 0; n < 21; n += 1)
    for (let times = 0; times < 10; times += 1) {
      const code = await attempt(`192.0.2.${n}`, 'a wrong password');
      tries[code] = (tries[code] ?? 0) + 1;
    }
  expect(tries).toEqual({ bad_credentials: 200, too_many_failures: 10 });
  expect(await attempt('198.51.100.1', 'the right password')).toBe('too_many_failures');

  const device = signIn.deviceToken('ada@example.com');
  expect(await attempt('198.51.100.1', 'a wrong password', device)).toBe('bad_credentials');
  expect(await attempt('198.51.100.1', 'the right password', device)).toBe('in');
  // It is of one account alone, signed, and has its own twenty attempts.
  for (const other of [signIn.deviceToken('eve@example.com'), `x${device}`, 'x.y', '.', ''])
    expect(await attempt('198.51.100.1', 'the right password', other)).toBe('too_many_failures');
  for (let n = 0; n < 18; n += 1) await attempt('198.51.100.2', 'a wrong password', device);
  expect(await attempt('198.51.100.3', 'the right password', device)).toBe('too_many_failures');
});

import { expect, test } from 'vitest';
import { FailureGuard } from '../../src/http/failure-guard.ts';

const refused = expect.objectContaining({ code: 'too_many_failures' });

test('an address has its failures a minute, then waits for the rest of it', () => {
  let now = 0;
  const guard = new FailureGuard(3, () => now);
  for (let turn = 0; turn < 3; turn += 1) guard.count('192.0.2.1');
  now = 20_000;
  expect(() => guard.count('192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'too_many_failures', retryAfter: 40 }),
  );
  guard.count('192.0.2.2');
  now = 60_000;
  guard.count('192.0.2.1');
});

test('a /64 of IPv6 addresses is one client', () => {
  const guard = new FailureGuard(1, () => 0);
  guard.count('2001:db8:1:2:3:4:5:6');
  expect(() => guard.count('2001:db8:1:2::9')).toThrow(refused);
  guard.count('2001:db8:1:3::9');
  guard.count('::1');
  expect(() => guard.count('::2')).toThrow(refused);
  guard.count('::ffff:192.0.2.1');
  guard.count('::ffff:192.0.2.2');
});

test('a flood from everywhere is forgotten oldest first', () => {
  const guard = new FailureGuard(1, () => 0);
  guard.count('10.0.0.0');
  for (let index = 1; index <= 10_000; index += 1) guard.count(`10.1.${index >> 8}.${index & 255}`);
  guard.count('10.0.0.0');
  expect(() => guard.count('10.0.0.0')).toThrow(refused);
});

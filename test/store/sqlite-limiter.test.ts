import { afterEach, expect, test, vi } from 'vitest';
import { memoryLimiter } from '../../src/store/sqlite/limiter.ts';

afterEach(() => vi.useRealTimers());

test('a clock that is set back makes nobody wait longer than a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const limiter = memoryLimiter();
  limiter.count('generate', 'a', 1);
  vi.setSystemTime(Date.now() - 3_600_000);
  const refused = limiter.count('generate', 'a', 1);
  expect(refused.allowed).toBe(false);
  expect(refused.resetMs).toBeLessThanOrEqual(60_000);
});

test('a window ends when its time has passed, and is forgotten', () => {
  let now = 0;
  const limiter = memoryLimiter(() => now);
  limiter.count('generate', 'a', 1);
  expect(limiter.refused('generate', 'a', 1)).toMatchObject({ allowed: false, resetMs: 60_000 });
  now = 59_999;
  expect(limiter.refused('generate', 'a', 1)).toMatchObject({ resetMs: 1 });
  now = 60_000;
  expect(limiter.refused('generate', 'a', 1)).toBeUndefined();
  expect(limiter.count('generate', 'a', 1)).toMatchObject({ allowed: true, remaining: 0, resetMs: 60_000 });
});

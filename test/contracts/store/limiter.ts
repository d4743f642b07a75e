import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { atOnce, type Fixture, type StoreFactory } from './fixture.ts';

export const limiterContract = (fixture: () => Fixture, { sharedLimits }: StoreFactory): void => {
  describe('rate limiter', () => {
    test('a verdict says how much is left and when it starts anew', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      const first = await store.limiter.consume('generate', subject, 2);
      expect(first).toMatchObject({ allowed: true, limit: 2, remaining: 1 });
      expect(first.resetMs).toBeGreaterThan(55_000);
      expect(first.resetMs).toBeLessThanOrEqual(60_000);
      expect(await store.limiter.consume('generate', subject, 2)).toMatchObject({
        allowed: true,
        remaining: 0,
      });
      const refused = await store.limiter.consume('generate', subject, 2);
      expect(refused).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
      expect(refused.resetMs).toBeGreaterThan(55_000);
      expect(refused.resetMs).toBeLessThanOrEqual(first.resetMs);
    });

    test('a bucket may have a longer window of its own', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      const first = await store.limiter.consume('slow', subject, 1, 600_000);
      expect(first.resetMs).toBeGreaterThan(590_000);
      expect(await store.limiter.consume('slow', subject, 1, 600_000)).toMatchObject({ allowed: false });
    });

    test('looking does not count', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      expect(await store.limiter.peek('generate', subject, 1)).toMatchObject({ allowed: true, remaining: 1 });
      expect(await store.limiter.peek('generate', subject, 1)).toMatchObject({ allowed: true, remaining: 1 });
      await store.limiter.consume('generate', subject, 1);
      expect(await store.limiter.peek('generate', subject, 1)).toMatchObject({
        allowed: false,
        remaining: 0,
      });
    });

    test('buckets and subjects are counted apart, whatever their names', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      await store.limiter.consume('a', subject, 1);
      expect(await store.limiter.consume('b', subject, 1)).toMatchObject({ allowed: true });
      expect(await store.limiter.consume('a', `${subject}:b`, 1)).toMatchObject({ allowed: true });
      expect(await store.limiter.consume(`a:${subject}`, 'b', 1)).toMatchObject({ allowed: true });
      expect(await store.limiter.consume('a', '__proto__', 1_000_000)).toMatchObject({ allowed: true });
    });

    test('a limit of nothing refuses the first', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      expect(await store.limiter.peek('a', subject, 0)).toMatchObject({ allowed: false, remaining: 0 });
      expect(await store.limiter.consume('a', subject, 0)).toMatchObject({ allowed: false, remaining: 0 });
    });

    test('a limit that is raised within the minute lets more through', async () => {
      const { store } = fixture();
      const subject = randomUUID();
      await store.limiter.consume('a', subject, 1);
      expect(await store.limiter.consume('a', subject, 1)).toMatchObject({ allowed: false });
      expect(await store.limiter.consume('a', subject, 10)).toMatchObject({ allowed: true, limit: 10 });
    });

    test('of many at once exactly the limit passes', async () => {
      const { store, other } = fixture();
      const subject = randomUUID();
      const verdicts = await atOnce(120, (n) =>
        (sharedLimits && n % 2 ? other : store).limiter.consume('a', subject, 37),
      );
      const allowed = verdicts.filter((verdict) => verdict.allowed);
      expect(allowed).toHaveLength(37);
      expect(allowed.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 37 }, (_, remaining) => remaining),
      );
    });
  });
};

import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startSweeping } from '../../src/service/housekeeping.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

afterEach(() => vi.useRealTimers());

test('blobs that nobody names are swept every two minutes, once they are ten minutes old; errors do not stop it', async () => {
  const store = await sqliteStore();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = Date.now();
  const errors: unknown[] = [];
  const asked: number[] = [];
  const sweep = async (olderThan: number): Promise<number> => {
    asked.push(now - olderThan);
    if (asked.length === 1) throw new Error('the database is away');
    return store.blobs.sweep(olderThan);
  };
  const housekeeping = startSweeping({
    blobs: { sweep },
    people: store.people,
    retries: store.retries,
    jobs: store.jobs,
    webhooks: store.webhooks,
    retention: store.retention,
    rules: loadConfig({}),
    leaseClock: { now: async () => now },
    now: () => now,
    onError: (error) => errors.push(error),
  });
  const hash = 'a'.repeat(64);
  await store.blobs.put(hash, new Uint8Array([1]));
  vi.advanceTimersByTime(2 * 60_000);
  expect(asked).toEqual([10 * 60_000]);
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000 });
  vi.advanceTimersByTime(2 * 60_000);
  expect(await store.blobs.get(hash)).toBeDefined();
  now += 2 * 60 * 60_000;
  vi.advanceTimersByTime(2 * 60_000);
  await vi.waitFor(async () => expect(await store.blobs.get(hash)).toBeUndefined(), { timeout: 30_000 });
  await housekeeping.stop();
});

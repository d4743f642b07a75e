import { afterEach, expect, test, vi } from 'vitest';
import { LeaseClock } from '../../src/service/lease-clock.ts';

const HOUR_MS = 3_600_000;

afterEach(() => vi.useRealTimers());

test('goes by the database, asked once a minute, whatever this machine says and whoever sets it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let own = 5 * HOUR_MS;
  let asked = 0;
  const database = async () => {
    asked += 1;
    return 1_000_000 + performance.now();
  };
  const clock = new LeaseClock(database, () => own);
  const at = performance.now();
  expect(await Promise.all([clock.now(), clock.now()])).toEqual([1_000_000 + at, 1_000_000 + at]);
  expect(asked).toBe(1);
  own -= HOUR_MS;
  vi.advanceTimersByTime(59_000);
  expect(await clock.now()).toBe(1_000_000 + at + 59_000);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await clock.now()).toBe(1_000_000 + at + 60_000);
  expect(asked).toBe(2);
});

test('is this machine’s where the database has none; a database that is away is asked again', async () => {
  const own = 7;
  expect(
    await new LeaseClock(
      async () => undefined,
      () => own,
    ).now(),
  ).toBe(7);
  let isAway = true;
  const clock = new LeaseClock(
    async () => {
      if (isAway) throw new Error('away');
      return 1_000;
    },
    () => own,
  );
  await expect(clock.now()).rejects.toThrow('away');
  isAway = false;
  expect(await clock.now()).toBeGreaterThanOrEqual(1_000);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inGroups } from '../../src/store/group-commit.ts';

/** A commit that takes a moment, and remembers its groups. */
const slowly = (groups: number[][]) => async (items: readonly number[]) => {
  groups.push([...items]);
  await sleep(5);
  return items.map((item) => (item < 0 ? new Error(`no ${item}`) : item * 10));
};

test('what comes while a commit runs shares the next, in order, and each gets its own answer', async () => {
  const groups: number[][] = [];
  const submit = inGroups(slowly(groups), { pauseMs: 0, most: 3 });
  const first = submit(1);
  await sleep(2);
  const rest = [2, 3, 4, 5, 6].map((item) => submit(item));
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50, 60]);
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6]]);
});

test('an item’s own error is its alone, a commit’s error is everyone’s, and work goes on after either', async () => {
  const groups: number[][] = [];
  let broken = false;
  const submit = inGroups(
    (items: readonly number[]) => (broken ? Promise.reject(new Error('disk')) : slowly(groups)(items)),
    { pauseMs: 0, most: 10 },
  );
  const mixed = await Promise.allSettled([submit(1), submit(-1), submit(2)]);
  expect(mixed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  broken = true;
  const failed = await Promise.allSettled([submit(1), submit(2)]);
  expect(failed).toMatchObject([{ reason: { message: 'disk' } }, { reason: { message: 'disk' } }]);
  broken = false;
  expect(await submit(7)).toBe(70);
});

test('commits start at least the pause apart while groups form; whoever comes alone does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let commits = 0;
  const submit = inGroups(
    async (items: readonly number[]) => {
      commits += 1;
      return items;
    },
    { pauseMs: 40, most: 10 },
  );
  const together = [submit(1), submit(2)];
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.all(together)).toEqual([1, 2]);
  const second = submit(3);
  await vi.advanceTimersByTimeAsync(39);
  expect(commits).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toBe(3);
  // The last one came alone, so this one need not wait for company.
  const third = submit(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(await third).toBe(4);
  expect(commits).toBe(3);
});

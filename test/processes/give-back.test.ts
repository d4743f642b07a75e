/** Memory is given back once nothing is done, and where that is worth the compiled code that goes with it. */
import { expect, onTestFinished, test } from 'vitest';
import { giveBackWhenQuiet } from '../../src/processes/give-back.ts';

const LEAST_BYTES = 96 * 1024 ** 2;
/** One that sees that something was done, one that gives back, and one more. */
const LOOKS = 3;

/** Gone with the next collection of everything: it is too large to be young. */
const watched = (): (() => boolean) => {
  const mark = new WeakRef(new Array<number>(200_000).fill(0.5));
  return () => mark.deref() === undefined;
};

test('what a start leaves is given back at once, later on only what has grown', async () => {
  let done = 0;
  let looks = 0;
  const look = (): number => {
    looks += 1;
    return done;
  };
  onTestFinished(giveBackWhenQuiet({ everyMs: 20, leastBytes: LEAST_BYTES, done: look }));
  const ofTheStart = watched();
  await expect.poll(ofTheStart).toBe(true);

  const little = Buffer.alloc(LEAST_BYTES / 2, 1);
  const ofALittle = watched();
  done += 1;
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThanOrEqual(before + LOOKS);
  expect(ofALittle()).toBe(false);

  const much = Buffer.alloc(2 * LEAST_BYTES, 1);
  const ofMuch = watched();
  done += 1;
  await expect.poll(ofMuch).toBe(true);
  expect([little.at(-1), much.at(-1)]).toEqual([1, 1]);
});

/** Organizations take turns on the thread that makes small documents. */
import { beforeEach, expect, test } from 'vitest';
import { Turns } from '../../src/service/documents/turns.ts';

let now: number;
let later: (() => void)[];
let turns: Turns;
let done: string[];
beforeEach(() => {
  now = 0;
  later = [];
  done = [];
  turns = new Turns(
    () => now,
    (work) => later.push(work),
  );
});

const takes = (milliseconds: number, name: string) => (): string => {
  now += milliseconds;
  done.push(name);
  return name;
};
const ask = (organizationId: string, count: number, milliseconds = 1): void => {
  for (let at = 0; at < count; at += 1)
    void turns.run(organizationId, 0, takes(milliseconds, organizationId));
};
/** What the loop does when it has looked at its connections. */
const look = (): void => {
  for (const work of later.splice(0)) work();
};

test('what comes first, and little of it, is done at once, without a promise', () => {
  expect(turns.run('a', 0, () => 'document')).toBe('document');
  look();
  expect(turns.run('a', 0, () => 'document')).toBe('document');
  expect(() =>
    turns.run('b', 0, () => {
      throw new Error('a bug');
    }),
  ).toThrow('a bug');
});

test('who has been alone for a while has all that came together done in one go, once the thread has looked at all its connections', async () => {
  turns.run('b', 0, () => undefined);
  turns.run('a', 0, () => undefined);
  look();
  now += 501;
  const made = Array.from({ length: 9 }, () => turns.run('a', 0, takes(0.3, 'a')));
  expect(done).toEqual([]);
  look();
  expect(done).toHaveLength(9);
  await expect(Promise.all(made)).resolves.toEqual(Array(9).fill('a'));
  expect(later).toEqual([]);
});

test('who comes beside one that has been alone for a while, and waits, is served at once', () => {
  ask('a', 1);
  look();
  now += 501;
  ask('a', 100);
  expect(turns.run('b', 0, takes(0.1, 'b'))).toBe('b');
});

test('what waits is made in the end, and what goes wrong with it is told to whoever asked', async () => {
  ask('a', 2);
  const [made, failed] = [
    turns.run('a', 0, () => 'document'),
    turns.run('a', 0, () => {
      throw new Error('a bug');
    }),
  ];
  while (later.length > 0) look();
  await expect(made).resolves.toBe('document');
  await expect(failed).rejects.toThrow('a bug');
});

test('whoever comes behind a hundred of another organization waits for a few of them', () => {
  ask('a', 100);
  ask('b', 5);
  for (let looks = 0; done.filter((name) => name === 'b').length < 5; looks += 1) {
    expect(looks).toBeLessThan(10);
    look();
  }
  expect(done.filter((name) => name === 'a').length).toBeLessThanOrEqual(10);
});

test('turns are of time, not of documents', () => {
  ask('a', 100, 7);
  ask('b', 100, 0.7);
  const count = (wanted: string) => done.filter((name) => name === wanted).length;
  while (count('b') < 70) look();
  expect(count('a')).toBeGreaterThanOrEqual(6);
  expect(count('a')).toBeLessThanOrEqual(9);
});

test('the thread looks at its connections every few milliseconds, whoever floods it', () => {
  ask('a', 1000);
  while (later.length > 0) {
    const before = now;
    look();
    expect(now - before).toBeLessThan(6);
  }
  expect(done).toHaveLength(1000);
});

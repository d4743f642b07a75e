import { describe, expect, test } from 'vitest';
import { FairGate, gateLimits, type Release } from '../../src/convert/fair-gate.ts';

const gate = (
  places: number,
  perOrganization: number,
  waiting = 100,
  waitingPerOrganization = 100,
): FairGate => new FairGate({ places, perOrganization, waiting, waitingPerOrganization }, 'documents');

/** Enters and writes down the order in which places were given. */
const enterAll = (target: FairGate, names: readonly string[]) => {
  const order: string[] = [];
  const releases: Release[] = [];
  const entering = names.map(async (name, index) => {
    const release = await target.enter(name.slice(0, 1));
    order.push(names[index] ?? '');
    releases.push(release);
  });
  return { order, releases, entering };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('FairGate', () => {
  test('organizations take turns, first come first served within one', async () => {
    const target = gate(1, 1);
    const { order, releases } = enterAll(target, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    for (let turn = 0; turn < 6; turn += 1) {
      await settle();
      releases[turn]?.();
    }
    await settle();
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(target.running).toBe(0);
    expect(target.waiting).toBe(0);
  });

  test('one organization never holds every place', async () => {
    const target = new FairGate(gateLimits(2, 10), 'documents');
    const hog = enterAll(target, ['a1', 'a2', 'a3', 'a4']);
    await settle();
    expect(hog.order).toEqual(['a1', 'a2']);
    const guest = await target.enter('b');
    expect(target.running).toBe(3);
    guest();
    await settle();
    expect(hog.order).toEqual(['a1', 'a2']);
    hog.releases[0]?.();
    await settle();
    expect(hog.order).toEqual(['a1', 'a2', 'a3']);
  });

  test('what may wait is bounded in total and per organization, and says when to come back', async () => {
    const target = gate(1, 1, 3, 2);
    enterAll(target, ['a1', 'a2', 'a3']);
    await expect(target.enter('a')).rejects.toMatchObject({ code: 'busy', retryAfter: 1 });
    void target.enter('b').catch(() => undefined);
    await expect(target.enter('c')).rejects.toMatchObject({ code: 'busy' });
    expect(target.waiting).toBe(3);
  });

  test('whoever gives up leaves the queue at once', async () => {
    const target = gate(1, 1, 1, 1);
    const release = await target.enter('a');
    const controller = new AbortController();
    const waiting = target.enter('a', controller.signal);
    controller.abort(new Error('hung up'));
    await expect(waiting).rejects.toThrow('hung up');
    expect(target.waiting).toBe(0);
    await expect(target.enter('b', controller.signal)).rejects.toThrow('hung up');
    const next = target.enter('b');
    release();
    (await next)();
    expect(target.running).toBe(0);
  });

  test('a place given back twice is given back once', async () => {
    const target = gate(1, 1);
    const release = await target.enter('a');
    release();
    release();
    const { order } = enterAll(target, ['b1', 'c1']);
    await settle();
    expect(order).toEqual(['b1']);
  });

  test('closing refuses those who wait and those who come', async () => {
    const target = gate(1, 1);
    await target.enter('a');
    const waiting = target.enter('a');
    target.close();
    await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(target.enter('b')).rejects.toMatchObject({ code: 'shutting_down' });
  });

  test('a task that throws gives its place back', async () => {
    const target = gate(1, 1);
    await expect(target.run('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(target.running).toBe(0);
  });
});

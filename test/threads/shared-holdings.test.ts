/** The same rule in memory that threads share: exact however they meet, and free of what a thread held that has ended. */
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Shares } from '../../src/shares.ts';
import { makeHoldingsTable, SharedHoldings } from '../../src/threads/shared-holdings.ts';

const made = (limit: number, threads = 2, holders = 16) => {
  const table = makeHoldingsTable({ holders, threads });
  const holdings = Array.from({ length: threads }, (_, thread) => new SharedHoldings(table, thread));
  return { table, holdings, shares: holdings.map((held) => new Shares(limit, held)) };
};

const takeAll = (shares: Shares | undefined, holder: string): number => {
  let got = 0;
  while (shares?.take(holder, 1)) got += 1;
  return got;
};

describe('SharedHoldings', () => {
  test('one holder in two threads is one holder', () => {
    const { shares } = made(1024);
    const [a, b] = shares;
    expect([a?.take('x', 300), b?.take('x', 300), b?.take('x', 212), a?.take('x', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([a?.held, b?.held]).toEqual([300, 212]);
    expect(takeAll(b, 'y')).toBe(256);
    a?.giveBack('x', 300);
    expect(takeAll(a, 'y')).toBe(150);
  });

  test('what nobody has to share may be taken to the end', () => {
    const [a, b] = made(10).shares;
    expect([a?.takeRest('proxy', 6), b?.takeRest('proxy', 5), b?.takeRest('proxy', 4)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('whatever is taken and given back, it is as if one thread had done it', () => {
    const names = Array.from({ length: 12 }, (_, n) => `holder ${n}`);
    const move = fc.tuple(
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(...names),
      fc.integer({ min: -9, max: 9 }),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200 }), (moves) => {
        const { shares } = made(100, 3);
        const one = new Shares(100);
        const held = new Map<string, number>();
        for (const [thread, name, amount] of moves) {
          const key = `${thread} ${name}`;
          const own = held.get(key) ?? 0;
          if (amount >= 0) {
            const got = shares[thread]?.take(name, amount);
            expect(got).toBe(one.take(name, amount));
            if (got) held.set(key, own + amount);
          } else {
            const back = Math.min(-amount, own);
            shares[thread]?.giveBack(name, back);
            one.giveBack(name, back);
            held.set(key, own - back);
          }
        }
        expect(shares.reduce((sum, { held: here }) => sum + here, 0)).toBe(one.held);
      }),
    );
  });

  test('a thread that has ended leaves nothing behind, not even the lock', () => {
    const { table, holdings, shares } = made(1000, 3, 64);
    for (let n = 0; n < 40; n += 1) for (const each of shares) expect(each.take(`holder ${n}`, 1)).toBe(true);
    // It ends with the lock in its hand.
    Atomics.store(new Int32Array(table), 0, 3);
    holdings[0]?.forget(2);
    expect(shares.map(({ held }) => held)).toEqual([40, 40, 0]);
    for (let n = 0; n < 40; n += 1) {
      expect(holdings[0]?.alone(() => holdings[0]?.of(`holder ${n}`))).toBe(2);
      for (const each of shares.slice(0, 2)) each.giveBack(`holder ${n}`, 1);
    }
    expect(takeAll(shares[1], 'x')).toBe(500);
  });

  test('where there is no row left, nothing is taken', () => {
    const [a] = made(1000, 1, 16).shares;
    const got = Array.from({ length: 100 }, (_, n) => a?.take(`holder ${n}`, 1));
    expect(got.filter((is) => is)).toHaveLength(31);
    expect(a?.take('holder 3', 1)).toBe(true);
    for (let n = 0; n < 31; n += 1) a?.giveBack(`holder ${n}`, n === 3 ? 2 : 1);
    expect([a?.held, a?.take('holder 99', 1)]).toEqual([0, true]);
  });

  test('threads that take and give back at the same time lose nothing', async () => {
    const { table, holdings, shares } = made(50, 4);
    const source = `
      import { parentPort, workerData } from 'node:worker_threads';
      const { Shares } = await import(workerData.shares);
      const { SharedHoldings } = await import(workerData.holdings);
      const shares = new Shares(50, new SharedHoldings(workerData.table, workerData.thread));
      const mine = [];
      let taken = 0;
      for (let turn = 0; turn < 20000; turn += 1) {
        const name = 'holder ' + (turn % 7);
        if (shares.take(name, 1)) { taken += 1; mine.push(name); }
        else for (const one of mine.splice(0)) shares.giveBack(one, 1);
      }
      for (const one of mine) shares.giveBack(one, 1);
      parentPort.postMessage(taken);`;
    const taken = await Promise.all(
      [1, 2, 3].map(
        (thread) =>
          new Promise<number>((resolve, reject) => {
            new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
              workerData: {
                table,
                thread,
                shares: new URL('../../src/shares.ts', import.meta.url).href,
                holdings: new URL('../../src/threads/shared-holdings.ts', import.meta.url).href,
              },
            })
              .once('message', resolve)
              .once('error', reject);
          }),
      ),
    );
    expect(Math.min(...taken)).toBeGreaterThan(1000);
    expect(holdings[0]?.alone(() => holdings[0]?.total)).toBe(0);
    expect(takeAll(shares[0], 'x')).toBe(25);
  });
});

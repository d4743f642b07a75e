import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Shares } from '../src/shares.ts';

/** Takes byte by byte until it is told no, and says how much it got. */
const takeAll = (shares: Shares, holder: string): number => {
  let got = 0;
  while (shares.take(holder, 1)) got += 1;
  return got;
};

describe('Shares', () => {
  test('one alone gets half, the next half of what is left, and so on', () => {
    const shares = new Shares(1024);
    expect(['a', 'b', 'c', 'd'].map((holder) => takeAll(shares, holder))).toEqual([512, 256, 128, 64]);
    expect(shares.held).toBe(960);
  });

  test('at the same time each gets the same, and one share stays free', () => {
    const shares = new Shares(1000);
    const got = { a: 0, b: 0, c: 0 };
    for (let turn = 0; turn < 1000; turn += 1)
      for (const holder of ['a', 'b', 'c'] as const) if (shares.take(holder, 1)) got[holder] += 1;
    expect(got).toEqual({ a: 250, b: 250, c: 250 });
  });

  test('what is given back is there again, for its holder and for the others', () => {
    const shares = new Shares(1000);
    expect(shares.take('a', 500)).toBe(true);
    expect(shares.take('a', 1)).toBe(false);
    expect(shares.take('b', 251)).toBe(false);
    shares.giveBack('a', 500);
    expect(shares.take('b', 500)).toBe(true);
    shares.giveBack('b', 500);
    expect([shares.held, shares.take('a', 500)]).toEqual([0, true]);
  });

  test('whoever refused holds what it held before', () => {
    const shares = new Shares(100);
    expect([shares.take('a', 51), shares.held, shares.take('a', 50)]).toEqual([false, 0, true]);
  });

  test('whatever others take and give back, they leave as much free as any of them holds', () => {
    const holder = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(fc.tuple(holder, fc.integer({ min: -300, max: 300 }))), (moves) => {
        const shares = new Shares(1000);
        const own = { a: 0, b: 0, c: 0 };
        for (const [who, bytes] of moves as ['a' | 'b' | 'c', number][]) {
          if (bytes < 0) {
            const back = Math.min(-bytes, own[who]);
            shares.giveBack(who, back);
            own[who] -= back;
          } else if (shares.take(who, bytes)) {
            own[who] += bytes;
            expect(own[who]).toBeLessThanOrEqual(1000 - shares.held);
          }
        }
        const free = 1000 - (own.a + own.b + own.c);
        expect(shares.held).toBe(1000 - free);
        expect(takeAll(shares, 'newcomer')).toBe(Math.floor(free / 2));
      }),
    );
  });
});

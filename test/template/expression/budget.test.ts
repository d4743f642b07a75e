/** Each budget ends a render with a message that names it; what is within bounds is not touched. */
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import {
  Budget,
  type BudgetLimits,
  DEFAULT_BUDGETS,
} from '../../../src/template/expression/values/budget.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { evaluate, execute, TestScope } from './evaluate.ts';

const errorOf = (run: () => unknown): PlatenError => {
  try {
    run();
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('budgets of expressions', () => {
  it.each<[keyof BudgetLimits, string]>([
    ['text', '"x".repeat(1e9)'],
    ['text', '"x".padStart(1e9)'],
    ['text', '"x".padEnd(1e12, "ab")'],
    ['text', '"abc".repeat(1000).replaceAll("", "x".repeat(100000))'],
    ['text', '"ab".repeat(1e6).replaceAll("a", "b".repeat(1e6))'],
    ['text', 'Array.from({ length: 1000 }, () => "x".repeat(100000)).join("")'],
    ['text', 'Array.from({ length: 100000 }, () => "").join("x".repeat(1000))'],
    ['text', '"x".repeat(1e7).concat("x".repeat(1e7))'],
    ['text', '[[["x".repeat(1e7)]], "x".repeat(1e7)] + ""'],
    ['text', 'JSON.stringify([["x".repeat(1e7)], "x".repeat(1e7)])'],
    ['text', '"\ufdfa".repeat(5e6).normalize("NFKC")'],
    ['text', '"x" | pad:1000000 | replace:" ":"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"'],
    ['list', 'Array.from({ length: 1e9 })'],
    ['list', 'Array.from({ length: 1e9 }, (_, i) => i)'],
    ['list', '"x".repeat(1e7).split("")'],
    ['list', '[..."x".repeat(1e7)]'],
    ['list', 'Array.from({ length: 4000 }, () => Array.from({ length: 2000 })).flat()'],
    ['list', 'Array.from({ length: 4000 }).flatMap(() => Array.from({ length: 2000 }))'],
    ['list', 'Array.from({ length: 4e6 }).concat(Array.from({ length: 4e6 }))'],
    ['list', '(x => Math.max(...x, ...x))(Array.from({ length: 4e6 }))'],
  ])('%s: %s', (budget, source) => {
    const error = errorOf(() => evaluate(source));
    expect(error.code).toBe('render_budget');
    expect(error.message).toContain(`\`${budget}\``);
    expect(error.hint).toBeTruthy();
  });

  it('steps: nested loops over small lists', () => {
    const source = 'Array.from({ length: 10 }, () => 0).map(a => b.map(c => b.map(d => b.map(e => e))))';
    const list = Array.from({ length: 30 }, (_, index) => index);
    expect(errorOf(() => evaluate(source, { b: list }, { budgets: { steps: 100_000 } })).message).toMatch(
      /`steps`: 100,000/,
    );
  });

  it('time: looked at while work goes on', () => {
    const list = Array.from({ length: 2000 }, (_, index) => index);
    const started = cpuMilliseconds();
    const error = errorOf(() =>
      evaluate(
        'b.map(a => b.map(c => b.map(d => a + c + d)))',
        { b: list },
        { budgets: { time: 100, steps: 1e15 } },
      ),
    );
    expect(error.message).toMatch(/`time`: 100 milliseconds/);
    expect(cpuMilliseconds() - started).toBeLessThan(5000);
  });

  it('memory: a text that doubles', () => {
    const scope = new TestScope([{}]);
    execute('s = "0123456789"', scope);
    const error = errorOf(() => {
      for (let turn = 0; turn < 100; turn += 1) execute('s = s + s', scope);
    });
    expect(error.message).toMatch(/`text`/);
    const budget = new Budget({ memory: 1000 });
    expect(errorOf(() => Array.from({ length: 100 }, () => budget.text(100))).message).toMatch(
      /`memory`: 1,000 bytes/,
    );
  });

  it('memory: lists that double share their elements, but not their text', () => {
    const scope = new TestScope([{}]);
    execute('a = ["x"]', scope);
    for (let turn = 0; turn < 18; turn += 1) execute('a = [a, a]', scope);
    expect(errorOf(() => execute('"" + a', scope, { budgets: { steps: 100_000 } })).message).toMatch(
      /`steps`/,
    );
    expect(
      errorOf(() => execute('JSON.stringify(a)', scope, { budgets: { steps: 100_000 } })).message,
    ).toMatch(/`steps`/);
    expect(
      errorOf(() => execute('a.flat(Infinity)', scope, { budgets: { steps: 100_000 } })).message,
    ).toMatch(/`steps`/);
  });

  it.each([
    'f = n => f(n + 1); f(0)',
    'f = n => [n].map(x => f(x)); f(0)',
    'f = n => [n, n].sort((a, b) => f(a)); f(0)',
    'f = n => [n].reduce((a, b) => f(b), 0); f(0)',
    'f = n => ({ a: { b: [[[f(n)]]] } }); f(0)',
    'f = n => g(n); g = n => f(n); f(0)',
    'f = n => (f(n) | upper); f(0)',
  ])('nesting: %s', (source) => {
    const error = errorOf(() => execute(source, new TestScope([{}])));
    expect(error.code).toBe('render_budget');
    expect(error.message).toMatch(/`nesting`/);
  });

  it('are given back after a call', () => {
    const scope = new TestScope([{}]);
    execute('f = n => n < 1 ? 0 : 1 + f(n - 1)', scope);
    expect(execute('[1, 2, 3].map(x => f(100))', scope)).toEqual([100, 100, 100]);
  });

  it('leave room for honest work', () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ price: index, name: `Item ${index}` }));
    expect(evaluate('items.map(i => i.price * 2).reduce((a, b) => a + b, 0)', { items })).toBe(9_999_900_000);
    expect(evaluate('items.map(i => i.name.toUpperCase()).join("\\n").length', { items })).toBe(1_088_889);
    expect(evaluate('"-".repeat(10000).length')).toBe(10_000);
  });
});

describe('budgets of the engine', () => {
  it.each<[keyof BudgetLimits, (budget: Budget) => void]>([
    ['turns', (budget) => budget.turn(11)],
    ['output', (budget) => budget.output(11)],
    ['nesting', (budget) => budget.enter(11)],
    ['steps', (budget) => budget.step(11)],
  ])('%s', (name, use) => {
    const error = errorOf(() => use(new Budget({ [name]: 10 })));
    expect(error.code).toBe('render_budget');
    expect(error.message).toMatch(new RegExp(`budget \`${name}\`: 10 `));
    expect(() => use(new Budget())).not.toThrow();
  });

  it('have defaults for what is not given', () => {
    expect(new Budget({ turns: 5 }).limits).toEqual({ ...DEFAULT_BUDGETS, turns: 5 });
  });
});

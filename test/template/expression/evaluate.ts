/** An expression on data, in one line, with a scope that does what the engine's does at the root of a document. */

import { linkExpression, type Position } from '../../../src/template/expression/evaluate/link.ts';
import { parseExpression } from '../../../src/template/expression/parse/parse.ts';
import type { Expression, ExpressionMode, ExpressionProblem } from '../../../src/template/expression/tree.ts';
import { Budget, type BudgetLimits } from '../../../src/template/expression/values/budget.ts';
import type { PathRead, RunContext, Scope } from '../../../src/template/expression/values/scope.ts';
import {
  isObject,
  ownProperty,
  type Value,
  type ValueObject,
} from '../../../src/template/expression/values/values.ts';

/** Tuesday, 5 March 2024, noon in UTC. */
export const NOW = Date.UTC(2024, 2, 5, 12);

export interface Circumstances {
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly translations?: ValueObject;
  readonly budgets?: Partial<BudgetLimits>;
  readonly missing?: (path: PathRead | undefined) => void;
}

export const runContext = (circumstances: Circumstances = {}): RunContext => ({
  locale: circumstances.locale ?? 'en-US',
  timezone: circumstances.timezone ?? 'UTC',
  currency: circumstances.currency ?? 'USD',
  now: NOW,
  translations: circumstances.translations,
  budget: new Budget(circumstances.budgets),
  ...(circumstances.missing !== undefined && { missing: circumstances.missing }),
});

/** The innermost object first; variables are those of the document. */
export class TestScope implements Scope {
  readonly variables: Map<string, Value>;
  readonly #items: readonly Value[];

  constructor(items: readonly Value[], variables = new Map<string, Value>()) {
    this.#items = items;
    this.variables = variables;
  }

  lookup(name: string): Value {
    if (this.variables.has(name)) return this.variables.get(name);
    if (name === 'this') return this.#items[0];
    if (name === '@root') return this.#items.at(-1);
    for (const item of this.#items) {
      const own = isObject(item) ? ownProperty(item, name) : undefined;
      if (own !== undefined) return own;
    }
    return undefined;
  }

  ask(find: (object: ValueObject) => Value): Value {
    for (const item of this.#items) {
      const found = isObject(item) ? find(item) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  assign(name: string, value: Value): void {
    this.variables.set(name, value);
  }

  outer(levels: number): Scope | undefined {
    return levels < this.#items.length ? new TestScope(this.#items.slice(levels), this.variables) : undefined;
  }
}

export const parsed = (source: string, mode: ExpressionMode = 'value'): Expression => {
  const result = parseExpression(source, mode);
  if (!result.ok) throw new Error(`${source}: ${result.problem.message}`);
  return result.tree;
};

export const problemOf = (source: string, mode: ExpressionMode = 'value'): ExpressionProblem => {
  const result = parseExpression(source, mode);
  if (result.ok) throw new Error(`${source} has no problem: ${JSON.stringify(result.tree)}`);
  return result.problem;
};

export const evaluate = (source: string, data: Value = {}, circumstances: Circumstances = {}): Value =>
  linkExpression(parsed(source))(new TestScope([data]), runContext(circumstances));

export const execute = (source: string, scope: TestScope, circumstances: Circumstances = {}): Value =>
  linkExpression(parsed(source, 'statements'))(scope, runContext(circumstances));

/** The paths that an evaluation reports as missing; `?` for the whole. */
export const missingOf = (source: string, data: Value = {}, position: Position = 'value'): string[] => {
  const reports: string[] = [];
  const missing = (path: PathRead | undefined): void => {
    reports.push(path === undefined ? '?' : '../'.repeat(path.levels) + [path.name, ...path.keys].join('.'));
  };
  linkExpression(parsed(source, 'statements'), position)(new TestScope([data]), runContext({ missing }));
  return reports;
};

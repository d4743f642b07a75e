/** What evaluation is given from outside: names (from the engine), and what holds for the whole render. */
import type { Budget } from './budget.ts';
import type { Value, ValueObject } from './values.ts';

/**
 * The names that a tag sees; the engine implements it. Names arrive as written: `customer`, `$item`, `@index`
 * (`@first` `@last` `@key` `@root`), and `this` for the current item (written `this` or `.`). `$now` is asked for
 * first, so that a loop variable `now` wins, and is the time of the request where the scope says missing.
 */
export interface Scope {
  lookup(name: string): Value;
  /** What the objects say in which a bare name is looked for, the innermost first: the first answer. */
  ask(find: (object: ValueObject) => Value): Value;
  /**
   * `SET`: updates the nearest variable of that name, or defines one for the whole document. `lacking` is what it could
   * not be made of.
   */
  assign(name: string, value: Value, lacking?: PathRead): void;
  /**
   * For `../x` and `$parent.x`: the scope around `levels` entered items, conditions not counted. Undefined where
   * there is none, which makes the path missing.
   */
  outer(levels: number): Scope | undefined;
}

/** A path as written, for the report of a missing value; the object is made once, when the expression is linked. */
export interface PathRead {
  /** How many items outwards the name was looked up: 0, or 1 for each `../`. */
  readonly levels: number;
  readonly name: string;
  readonly keys: readonly (string | number)[];
}

export interface RunContext {
  /** BCP 47, as in `en-US`. */
  readonly locale: string;
  /** IANA, as in `Europe/Berlin`. */
  readonly timezone: string;
  /** ISO 4217, as in `EUR`. */
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly translations: ValueObject | undefined;
  readonly budget: Budget;
  /**
   * Called for each path in a value position that turned out missing and that nothing (`??`, `?.`, `default`)
   * satisfies; with undefined where the whole is missing without one path to blame (`"abc" * 2`, `items[n]`).
   */
  readonly missing?: (path: PathRead | undefined) => void;
  /** Called for each path that a condition, or an operand with a fallback, asks for and that is not there. */
  readonly absent?: (path: PathRead) => void;
  /** Nobody said which currency: neither the request nor the organization. */
  readonly isCurrencyAssumed?: boolean;
  /**
   * Called where what is asked for can be done and is probably not what was meant, as when texts that look like numbers
   * are joined; the sentence goes on from the tag. Only the first of a tag is told.
   */
  readonly doubt?: (sentence: () => string) => void;
}

export type Evaluate = (scope: Scope, run: RunContext) => Value;

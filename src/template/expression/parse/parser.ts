/** The state that the parsing functions share: tokens, nesting, local names. */

import type { Expression, ExpressionMode } from '../tree.ts';
import { ExpressionFailure, failure } from './failure.ts';
import type { Token } from './lex.ts';

/** Nobody writes so deep by hand; the parser's own recursion is about eight calls a level. */
const MAX_NESTING = 200;

interface Local {
  readonly name: string;
  readonly constant: boolean;
}

/** The entry points that call each other across files: `expression` without, `piped` with pipes. */
export interface Grammar {
  expression(parser: Parser): Expression;
  piped(parser: Parser): Expression;
}

export class Parser {
  readonly source: string;
  readonly mode: ExpressionMode;
  readonly grammar: Grammar;
  readonly #tokens: readonly Token[];
  #index = 0;
  #nesting = 0;
  #closers: ReadonlyMap<number, number> | undefined;
  readonly #locals: Local[] = [];
  readonly #grouped = new WeakSet<Expression>();

  constructor(source: string, tokens: readonly Token[], mode: ExpressionMode, grammar: Grammar) {
    this.source = source;
    this.#tokens = tokens;
    this.mode = mode;
    this.grammar = grammar;
  }

  peek(offset = 0): Token {
    const token = this.ahead(offset);
    if (token.failure !== undefined) throw token.failure;
    return token;
  }

  /** The same for whoever can do with a bad token. */
  ahead(offset = 0): Token {
    const token = this.#tokens[this.#index + offset] ?? this.#tokens.at(-1);
    if (token === undefined) throw failure(0, 'The expression is empty.');
    return token;
  }

  /** How many tokens have been read. */
  get position(): number {
    return this.#index;
  }

  skip(tokens: number): void {
    this.#index += tokens;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  isOperator(text: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'operator' && token.text === text;
  }

  take(operator: string): boolean {
    if (!this.isOperator(operator)) return false;
    this.#index += 1;
    return true;
  }

  /** What is parsed, or why it can't be; nothing has been read then. */
  attempt<T>(parse: () => T): T | ExpressionFailure {
    const [index, nesting, locals] = [this.#index, this.#nesting, this.#locals.length];
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      this.#index = index;
      this.#nesting = nesting;
      this.#locals.length = locals;
      return error;
    }
  }

  /** The offset (for `peek`) of the bracket that closes the one at the parser's place; undefined where none does. */
  closingOffset(): number | undefined {
    this.#closers ??= matchBrackets(this.#tokens);
    const closer = this.#closers.get(this.#index);
    return closer === undefined ? undefined : closer - this.#index;
  }

  nested<T>(parse: () => T): T {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw tooDeep(this.peek().start);
    const result = parse();
    this.#nesting -= 1;
    return result;
  }

  /** Parentheses leave no node behind; a few rules ask whether they were there. */
  markGrouped(node: Expression): void {
    this.#grouped.add(node);
  }

  isGrouped(node: Expression): boolean {
    return this.#grouped.has(node);
  }

  declare(name: string, constant: boolean): void {
    this.#locals.push({ name, constant });
  }

  local(name: string): Local | undefined {
    return this.#locals.findLast((local) => local.name === name);
  }

  withLocals<T>(names: readonly string[], parse: () => T): T {
    const before = this.#locals.length;
    for (const name of names) this.declare(name, false);
    const result = parse();
    this.#locals.length = before;
    return result;
  }
}

/** Each opening bracket's closing one, by the tokens' places; for all at once, or nested ones would be counted again. */
const matchBrackets = (tokens: readonly Token[]): ReadonlyMap<number, number> => {
  const closers = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, index) => {
    if (kind !== 'operator') return;
    if ('([{'.includes(text)) open.push(index);
    else if (')]}'.includes(text)) {
      const opener = open.pop();
      if (opener !== undefined) closers.set(opener, index);
    }
  });
  return closers;
};

export const tooDeep = (at: number): ExpressionFailure =>
  failure(at, 'The expression is nested too deeply.', 'Compute a part of it before, with SET.');

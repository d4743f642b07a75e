/** The syntax tree: plain data that JSON carries unchanged, since it is stored with the compiled template. */

export type UnaryOperator = '!' | '-' | '+' | 'typeof';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '**';
export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | '===' | '!==' | 'in' | 'contains';
export type BinaryOperator = ArithmeticOperator | ComparisonOperator;
export type LogicalOperator = '&&' | '||' | '??';

export type PathKey = string | number;

/**
 * A name and constant keys: `a.b[0]`, `this.x`, `@index`, `$item.x`; `levels` counts `../`. `optional` where any `?.`
 * stands in it. Kept flat, because most of all reads are of this kind.
 */
export interface PathExpression {
  readonly type: 'path';
  readonly levels: number;
  readonly name: string;
  readonly keys: readonly PathKey[];
  readonly optional: boolean;
}

export type Expression =
  | { readonly type: 'literal'; readonly value: null | boolean | number | string }
  /** `undefined`, written out. */
  | { readonly type: 'missing' }
  /** `texts` is one longer than `parts`. */
  | { readonly type: 'template'; readonly texts: readonly string[]; readonly parts: readonly Expression[] }
  | PathExpression
  /**
   * What may be one name after all: `first-name`, `terms and conditions`. The key counts where the operands of the
   * expression are not in the data.
   */
  | { readonly type: 'ambiguous'; readonly expression: Expression; readonly path: PathExpression }
  /** Access to something that is not a path, or by a computed key. */
  | {
      readonly type: 'access';
      readonly object: Expression;
      readonly key: Expression;
      readonly optional: boolean;
    }
  | {
      readonly type: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Item[];
      readonly optional: boolean;
    }
  | { readonly type: 'call'; readonly callee: Expression; readonly args: readonly Item[] }
  /** `Math.max(…)`, `Number(…)`; without `args` the function itself, as in `.map(Number)`. */
  | { readonly type: 'builtin'; readonly name: string; readonly args: readonly Item[] | null }
  /** `new Date(…)` */
  | { readonly type: 'date'; readonly args: readonly Expression[] }
  | { readonly type: 'unary'; readonly op: UnaryOperator; readonly operand: Expression }
  | {
      readonly type: 'binary';
      readonly op: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'logical';
      readonly op: LogicalOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly type: 'array'; readonly items: readonly Item[] }
  | { readonly type: 'object'; readonly entries: readonly ObjectEntry[] }
  | { readonly type: 'arrow'; readonly params: readonly string[]; readonly body: Expression }
  | {
      readonly type: 'pipe';
      readonly input: Expression;
      readonly name: string;
      readonly args: readonly Argument[];
    }
  /** Statements; the value is that of the last. */
  | { readonly type: 'sequence'; readonly statements: readonly Expression[] }
  /** `const x = …`, visible in the rest of its own tag. */
  | { readonly type: 'declare'; readonly name: string; readonly value: Expression }
  /** `x = …`; `x += …` arrives as `x = x + …`. The value is the new one, with `previous` (`x++`) the old one. */
  | {
      readonly type: 'assign';
      readonly name: string;
      readonly value: Expression;
      readonly previous: boolean;
    };

/** A formatter's argument. */
export type Argument = Expression | Word;

/** `currency:EUR`: that word, unless the data has a field of that name that will do as well. */
export interface Word {
  readonly type: 'word';
  readonly text: string;
  readonly field: Extract<Expression, { type: 'path' }>;
}

export type Item = Expression | { readonly type: 'spread'; readonly value: Expression };

export type ObjectEntry =
  | { readonly key: string; readonly value: Expression }
  | { readonly computed: Expression; readonly value: Expression }
  | { readonly spread: Expression };

export type ExpressionProblemCode = 'bad_expression' | 'unsafe_name' | 'unknown_formatter' | 'bad_argument';

export interface ExpressionProblem {
  readonly code: ExpressionProblemCode;
  readonly message: string;
  readonly hint?: string;
  /** Offset in the source. */
  readonly at: number;
}

export type ParsedExpression =
  | { readonly ok: true; readonly tree: Expression }
  | { readonly ok: false; readonly problem: ExpressionProblem };

/** `value`: one expression. `statements`: also assignments, `const`/`let` and sequences (SET, EXEC, INS). */
export type ExpressionMode = 'value' | 'statements';

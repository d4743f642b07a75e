/** expression :: Parser → Expression. Prefix, infix and conditional operators, by binding power (Pratt). */

import type { BinaryOperator, Expression, LogicalOperator } from '../tree.ts';
import { failure } from './failure.ts';
import type { Token } from './lex.ts';
import { arrowFunction, startsArrow } from './parse-arrow.ts';
import { orHyphenated } from './parse-hyphen.ts';
import { isInfixWord, operand } from './parse-operand.ts';
import type { Parser } from './parser.ts';
import { unexpected } from './unexpected.ts';

type Infix =
  | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly power: number }
  | { readonly kind: 'logical'; readonly op: LogicalOperator; readonly power: number };

const CONDITIONAL = 1;
const NOT = 5; // looser than comparison, tighter than `and`
const EXPONENT = 10;

const binary = (op: BinaryOperator, power: number): Infix => ({ kind: 'binary', op, power });
const logical = (op: LogicalOperator, power: number): Infix => ({ kind: 'logical', op, power });

const SYMBOLS: ReadonlyMap<string, Infix> = new Map([
  ['??', logical('??', 2)],
  ['||', logical('||', 3)],
  ['&&', logical('&&', 4)],
  ['==', binary('==', 6)],
  ['!=', binary('!=', 6)],
  ['===', binary('===', 6)],
  ['!==', binary('!==', 6)],
  ['<', binary('<', 7)],
  ['<=', binary('<=', 7)],
  ['>', binary('>', 7)],
  ['>=', binary('>=', 7)],
  ['+', binary('+', 8)],
  ['-', binary('-', 8)],
  ['*', binary('*', 9)],
  ['/', binary('/', 9)],
  ['%', binary('%', 9)],
  ['**', binary('**', EXPONENT)],
]);

const WORDS: ReadonlyMap<string, Infix> = new Map([
  ['or', logical('||', 3)],
  ['and', logical('&&', 4)],
  ['eq', binary('===', 6)],
  ['ne', binary('!==', 6)],
  ['lt', binary('<', 7)],
  ['le', binary('<=', 7)],
  ['gt', binary('>', 7)],
  ['ge', binary('>=', 7)],
  ['in', binary('in', 7)],
  ['contains', binary('contains', 7)],
]);

export const infixOf = (token: Token): Infix | undefined => {
  if (token.kind === 'operator') return SYMBOLS.get(token.text);
  return token.kind === 'name' ? WORDS.get(token.text.toLowerCase()) : undefined;
};

export const expression = (parser: Parser): Expression =>
  startsArrow(parser) ? arrowFunction(parser) : climb(parser, CONDITIONAL);

/** Everything that binds at least as tightly as `power`. */
const climb = (parser: Parser, power: number): Expression => {
  const { start } = parser.peek();
  let left = prefix(parser);
  for (;;) {
    const token = parser.peek();
    if (token.kind === 'name' && token.text === 'instanceof') {
      throw failure(token.start, '`instanceof` does not exist here.', 'Use typeof or Array.isArray(x).');
    }
    if (token.kind === 'operator' && token.text === '?' && power <= CONDITIONAL) {
      left = conditional(parser, left);
      continue;
    }
    const infix = infixOf(token);
    if (infix === undefined || infix.power < power) return left;
    left = orHyphenated(parser, withRight(parser, left, infix), start);
  }
};

const withRight = (parser: Parser, left: Expression, infix: Infix): Expression => {
  const token = parser.next();
  const rightAssociative = infix.power === EXPONENT;
  const right = parser.nested(() => climb(parser, rightAssociative ? infix.power : infix.power + 1));
  if (infix.kind === 'binary') return { type: 'binary', op: infix.op, left, right };
  if (mixesNullish(parser, infix.op, left) || mixesNullish(parser, infix.op, right)) {
    throw failure(
      token.start,
      '`??` cannot stand beside `||` or `&&` without parentheses.',
      'Show what belongs together: (a ?? b) || c.',
    );
  }
  return { type: 'logical', op: infix.op, left, right };
};

/** As in JavaScript, where nobody agrees which of the two should bind tighter. */
const mixesNullish = (parser: Parser, op: LogicalOperator, side: Expression): boolean =>
  side.type === 'logical' && !parser.isGrouped(side) && (op === '??') !== (side.op === '??');

const conditional = (parser: Parser, test: Expression): Expression => {
  const question = parser.next();
  return parser.nested(() => {
    const then = expression(parser);
    if (!parser.take(':')) {
      throw parser.peek().kind === 'end'
        ? failure(question.start, 'The `?` lacks its `:`.', 'Write condition ? this : that.')
        : unexpected(parser, '`:`');
    }
    return { type: 'conditional', test, then, otherwise: expression(parser) };
  });
};

const prefix = (parser: Parser): Expression => {
  const token = parser.peek();
  if (token.kind === 'operator' && (token.text === '!' || token.text === '-' || token.text === '+')) {
    return unary(parser, token.text);
  }
  if (token.kind === 'name' && token.text === 'typeof' && (operandFollows(parser) || signFollows(parser)))
    return unary(parser, 'typeof');
  if (token.kind === 'name' && token.text.toLowerCase() === 'not' && operandFollows(parser)) {
    parser.next();
    const operandOfNot = parser.nested(() => climb(parser, NOT));
    return { type: 'unary', op: '!', operand: operandOfNot };
  }
  return operand(parser);
};

const unary = (parser: Parser, op: '!' | '-' | '+' | 'typeof'): Expression => {
  const token = parser.next();
  const inner = parser.nested(() => prefix(parser));
  if (parser.isOperator('**')) {
    throw failure(token.start, `\`${op}\` before a power is ambiguous.`, 'Write (-a) ** b or -(a ** b).');
  }
  if (op === '-' && inner.type === 'literal' && typeof inner.value === 'number') {
    return { type: 'literal', value: 0 - inner.value }; // JSON knows no -0
  }
  return { type: 'unary', op, operand: inner };
};

/** JavaScript's `typeof -x`; nobody subtracts from a field of that name. */
const signFollows = (parser: Parser): boolean => parser.isOperator('-', 1) || parser.isOperator('+', 1);

/** `{not}` and `{typeof}` are fields; `{not x}` and `{typeof x}` are operators. */
const operandFollows = (parser: Parser): boolean => {
  const next = parser.peek(1);
  switch (next.kind) {
    case 'end':
      return false;
    case 'name':
      return !isInfixWord(next.text);
    case 'operator':
      if (['(', '{', '!', '@'].includes(next.text)) return true;
      // `not[0]` and `not.x` are paths, `not - 1` subtracts.
      return next.spaced && ['[', '.', '..'].includes(next.text);
    default:
      return true;
  }
};

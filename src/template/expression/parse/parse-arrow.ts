/** arrowFunction :: Parser → Expression. `x => x.price`, `(a, b) => a + b`. */

import type { Expression } from '../tree.ts';
import { failure } from './failure.ts';
import type { Parser } from './parser.ts';
import { unexpected } from './unexpected.ts';

export const startsArrow = (parser: Parser): boolean => {
  if (parser.peek().kind === 'name') return parser.isOperator('=>', 1);
  if (!parser.isOperator('(')) return false;
  const closing = parser.closingOffset();
  return closing !== undefined && parser.isOperator('=>', closing + 1);
};

export const arrowFunction = (parser: Parser): Expression => {
  const params = parser.take('(') ? parameterList(parser) : [parameter(parser)];
  const duplicate = params.find((name, index) => params.indexOf(name) < index);
  if (duplicate !== undefined) {
    throw failure(parser.peek().start, `The parameter \`${duplicate}\` is there twice.`);
  }
  parser.next(); // `=>`, which startsArrow saw
  if (parser.isOperator('{')) {
    throw failure(
      parser.peek().start,
      'The body of an arrow function is one expression, not a block.',
      'Write (x) => x * 2; an object as the result needs parentheses: (x) => ({ key: x }).',
    );
  }
  const body = parser.nested(() => parser.withLocals(params, () => parser.grammar.expression(parser)));
  return { type: 'arrow', params, body };
};

const parameterList = (parser: Parser): string[] => {
  const params: string[] = [];
  while (!parser.take(')')) {
    params.push(parameter(parser));
    if (parser.isOperator('=')) {
      throw failure(parser.peek().start, 'A parameter cannot have a default.', 'Use `??` in the body.');
    }
    if (!parser.take(',') && !parser.isOperator(')')) throw unexpected(parser, '`)`');
  }
  return params;
};

const parameter = (parser: Parser): string => {
  const token = parser.next();
  if (token.kind === 'name' && !token.text.startsWith('@') && !RESERVED.has(token.text)) return token.text;
  if (token.text === '{' || token.text === '[') {
    throw failure(
      token.start,
      'A parameter cannot be taken apart.',
      'Give it a name, and read its properties in the body: (item) => item.price.',
    );
  }
  throw failure(token.start, 'A parameter has to be a name.');
};

const RESERVED = new Set(['this', 'true', 'false', 'null', 'undefined', '$parent']);

/** piped :: Parser → Expression. `value | formatter:argument | formatter(argument)`. */
import { checkArguments, unknownFormatter } from '../../formatters/check.ts';
import { formatterOf, paramAt } from '../../formatters/registry.ts';
import type { Argument, Expression } from '../tree.ts';
import { type ExpressionFailure, failure } from './failure.ts';
import { type Pattern, pipeArgument } from './parse-argument.ts';
import { operand } from './parse-operand.ts';
import { infixOf } from './parse-operators.ts';
import type { Parser } from './parser.ts';
import { unexpected } from './unexpected.ts';

export const piped = (parser: Parser): Expression => {
  const start = parser.peek().start;
  let node = parser.grammar.expression(parser);
  let isPiped = false;
  while (parser.take('|')) {
    node = pipe(parser, node);
    isPiped = true;
  }
  if (isPiped) refuseOperator(parser, start);
  return node;
};

const pipe = (parser: Parser, input: Expression): Expression => {
  const name = parser.next();
  if (name.kind !== 'name') {
    throw failure(name.start, 'The name of a formatter is missing behind `|`.', 'Write value | upper.');
  }
  const formatter = formatterOf(name.text);
  if (formatter === undefined) {
    const { code, message, hint } = unknownFormatter(name.text);
    throw failure(name.start, message, hint, code);
  }
  const starts: number[] = [];
  const args: Argument[] = [];
  let before: Pattern | undefined;
  const argument = (isListed: boolean, parse: () => Expression): void => {
    const param = paramAt(formatter, args.length);
    starts.push(parser.ahead().start);
    const read = pipeArgument(parser, { formatter, param, isListed, before, parse });
    args.push(read.argument);
    before = read.pattern;
  };

  if (parser.take('(')) {
    while (!parser.take(')')) {
      argument(true, () => parser.grammar.expression(parser));
      if (!parser.take(',') && !parser.isOperator(')')) throw unexpected(parser, '`)`');
    }
  }
  while (parser.take(':')) argument(false, () => plainArgument(parser));

  const problem = checkArguments(formatter, args);
  if (problem !== undefined) {
    const at = problem.argument === undefined ? name.start : (starts[problem.argument] ?? name.start);
    throw failure(at, problem.message, problem.hint, problem.code);
  }
  return { type: 'pipe', input, name: name.text, args };
};

/** Literals, paths, negative numbers, and anything else in parentheses. */
const plainArgument = (parser: Parser): Expression => {
  if (parser.isOperator('-') && parser.peek(1).kind === 'number') {
    parser.next();
    return { type: 'literal', value: 0 - parser.next().number };
  }
  return operand(parser);
};

/** `items | count > 3`: the pipe binds loosest, so nothing can follow it but another pipe. */
const refuseOperator = (parser: Parser, start: number): void => {
  const token = parser.peek();
  const isOperator = infixOf(token) !== undefined || (token.kind === 'operator' && token.text === '?');
  if (isOperator) throw operatorBehindPipe(parser, start);
  const isArgument = token.kind === 'string' || token.kind === 'number' || token.kind === 'name';
  if (isArgument && parser.mode === 'value') {
    const text = parser.source.slice(token.start, token.end);
    throw failure(
      token.start,
      `Unexpected ${text} behind a formatter.`,
      `An argument needs a colon before it: \`:${text}\`.`,
    );
  }
};

const operatorBehindPipe = (parser: Parser, start: number): ExpressionFailure => {
  const token = parser.peek();
  const before = parser.source.slice(start, parser.peek(-1).end).trim();
  const behind = parser.source.slice(token.start).trim();
  return failure(
    token.start,
    `\`${token.text}\` cannot follow a formatter: the pipe binds loosest.`,
    `Put the formatted part in parentheses: (${before}) ${behind}`,
  );
};

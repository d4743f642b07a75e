/** unexpected :: a token that cannot stand where it does → what to tell its author. */
import { FORMATTERS } from '../../formatters/registry.ts';
import { type ExpressionFailure, failure } from './failure.ts';
import type { Token } from './lex.ts';
import type { Parser } from './parser.ts';

const BITWISE = new Set(['&', '^', '~', '<<', '>>', '>>>']);
export const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '**=', '??=', '||=', '&&=']);
const BITWISE_ASSIGNMENTS = new Set(['&=', '|=', '^=', '<<=', '>>=', '>>>=']);

const HINTS: ReadonlyMap<string, string> = new Map([
  ['..', 'One point leads into a field: `a.b`. Out of a section leads `../name`.'],
  ['...', '`...` can stand only in a list, in an object or among arguments.'],
]);

/** At a place where the expression could only end, or go on with an operator. */
export const unexpected = (parser: Parser, closing?: string): ExpressionFailure => {
  const token = parser.peek();
  const at = token.start;
  const special = unsupportedOperator(token);
  if (special !== undefined) return special;
  if (token.kind === 'end') {
    return closing === undefined
      ? failure(at, 'The expression ends too early.')
      : failure(at, `A ${closing} is missing at the end of the expression.`);
  }
  if (token.text === '|' && token.kind === 'operator') {
    return failure(
      at,
      'A pipe inside a larger expression needs parentheses.',
      'Write (value | formatter) around the part that is formatted.',
    );
  }
  if (token.kind === 'operator' && ASSIGNMENTS.has(token.text)) return misplacedAssignment(parser, token);
  if (token.kind === 'operator' && token.text === '=>') {
    return failure(
      at,
      'An arrow function cannot stand here.',
      'Put it in parentheses, and name its parameters: (item) => item.price.',
    );
  }
  const decimal = decimalComma(parser);
  if (decimal !== undefined) return decimal;
  if (token.kind === 'operator') {
    const hint = closing === undefined ? HINTS.get(token.text) : `A ${closing} is expected here.`;
    return failure(at, `The sign \`${token.text}\` cannot stand here.`, hint);
  }
  return sideBySide(parser, token);
};

/** `1,19` is two numbers, and hardly ever meant to be. */
export const decimalComma = (parser: Parser): ExpressionFailure | undefined => {
  const [before, behind] = [parser.peek(-1), parser.ahead(1)];
  const digits = parser.source.slice(behind.start, behind.end);
  const isWritten = parser.isOperator(',') && !parser.peek().spaced && !behind.spaced;
  if (!isWritten || before.kind !== 'number' || !/^\d+$/.test(digits)) return undefined;
  const number = `${before.text},${digits}`;
  return failure(
    before.start,
    `\`${number}\` is not a number.`,
    `Fractions are written with a point: \`${number.replace(',', '.')}\`.`,
  );
};

const misplacedAssignment = (parser: Parser, token: Token): ExpressionFailure =>
  parser.mode === 'value'
    ? failure(
        token.start,
        `\`${token.text}\` assigns, which only SET and EXEC do.`,
        token.text === '=' ? 'To compare, write `==`.' : undefined,
      )
    : failure(
        token.start,
        `\`${token.text}\` can assign only to a name at the start of a statement.`,
        'Data is never changed: neither properties nor elements can be set.',
      );

const COMPARING = /^(?:is|isnt|are|equals?|greater|more|less|than|between|includes)$/i;

const sideBySide = (parser: Parser, token: Token): ExpressionFailure => {
  const before = parser.peek(-1);
  if (token.kind === 'chunk') {
    return failure(token.start, 'A template literal cannot be tagged with a function.');
  }
  if (token.kind === 'name' && before.kind === 'name') {
    const isFormatter = before.start === 0 && FORMATTERS.has(before.text);
    const value = parser.source.slice(token.start).trim();
    const formatted = isFormatter
      ? ` A formatter stands behind its value: \`${value} | ${before.text}\`.`
      : '';
    return failure(
      token.start,
      `An operator is missing between \`${before.text}\` and \`${token.text}\`.`,
      COMPARING.test(token.text)
        ? 'Compare with `==`, `!=`, `>`, `<`, `>=`, `<=` or `contains`.'
        : `If the field's name has a space in it, write this["${before.text} ${token.text}"].${formatted}`,
    );
  }
  const text = parser.source.slice(token.start, token.end);
  return failure(token.start, `An operator is missing before ${text}.`);
};

const unsupportedOperator = (token: Token): ExpressionFailure | undefined => {
  if (token.kind !== 'operator') return undefined;
  if (BITWISE.has(token.text) || BITWISE_ASSIGNMENTS.has(token.text)) {
    const hint =
      token.text === '&' ? 'Texts are joined with `+`; a logical and is `&&` or `and`.' : undefined;
    return failure(token.start, `Bitwise operators such as \`${token.text}\` do not exist here.`, hint);
  }
  if (token.text === '++' || token.text === '--') {
    return failure(
      token.start,
      `\`${token.text}\` can stand only beside a name in SET or EXEC.`,
      'To add one, write x + 1.',
    );
  }
  return undefined;
};

/** At a place where a value has to start. */
export const expectedOperand = (parser: Parser): ExpressionFailure => {
  const token = parser.peek();
  const at = token.start;
  const special = unsupportedOperator(token);
  if (special !== undefined) return special;
  if (token.kind === 'end') return failure(at, 'The expression ends where a value is expected.');
  switch (token.text) {
    case '/':
    case '/=':
      return failure(
        at,
        'Regular expressions do not exist here.',
        'Use includes, startsWith, endsWith, split or the formatter `replace`.',
      );
    case '...':
      return failure(at, '`...` can stand only in a list, in an object or among arguments.');
    case '@':
      return failure(at, '`@` needs a name right behind it, as in @index.');
    case '#':
      return failure(at, '`#` has no meaning inside an expression.');
    default:
      return failure(at, `A value is expected before \`${token.text}\`.`);
  }
};

/** statements :: Parser → Expression. SET, EXEC, INS: assignments, `const`/`let`, sequences. */

import type { ArithmeticOperator, Expression, LogicalOperator } from '../tree.ts';
import { failure } from './failure.ts';
import type { Token } from './lex.ts';
import type { Parser } from './parser.ts';
import { ASSIGNMENTS, decimalComma, unexpected } from './unexpected.ts';

/**
 * `const` and `let` are local to their tag, as in JavaScript. A tag that ends with such a declaration would have no
 * effect at all, so there it defines variables of the document: `{EXEC const vat = 0.19}` means what it says.
 */
export const statements = (parser: Parser): Expression => {
  const list: Expression[] = [];
  while (parser.take(';'));
  while (parser.peek().kind !== 'end') {
    list.push(...statement(parser));
    const decimal = decimalComma(parser);
    if (decimal !== undefined) throw decimal;
    const separated = parser.take(';') || parser.take(',');
    while (separated && parser.take(';'));
    const token = parser.peek();
    if (!separated && token.kind !== 'end' && !token.newLine) throw unexpected(parser);
  }
  const last = list.at(-1);
  if (last === undefined) throw failure(0, 'The expression is empty.');
  const all = last.type === 'declare' ? list.map(defineForDocument) : list;
  return all.length === 1 && all[0] !== undefined ? all[0] : { type: 'sequence', statements: all };
};

const defineForDocument = (node: Expression): Expression =>
  node.type === 'declare' ? { type: 'assign', name: node.name, value: node.value, previous: false } : node;

const statement = (parser: Parser): Expression[] => {
  const token = parser.peek();
  const isDeclaration = token.kind === 'name' && ['const', 'let', 'var'].includes(token.text);
  if (isDeclaration && parser.peek(1).kind !== 'operator' && parser.peek(1).kind !== 'end') {
    return declarations(parser);
  }
  if (isDeclaration && (parser.isOperator('{', 1) || parser.isOperator('[', 1))) {
    throw failure(
      parser.peek(1).start,
      'A value cannot be taken apart here.',
      'Declare the names one by one.',
    );
  }
  return [assignmentOrValue(parser)];
};

const declarations = (parser: Parser): Expression[] => {
  const constant = parser.next().text === 'const';
  const result: Expression[] = [];
  do {
    const name = parser.next();
    checkTarget(name);
    const value: Expression = parser.take('=') ? parser.grammar.piped(parser) : { type: 'missing' };
    result.push({ type: 'declare', name: name.text, value });
    parser.declare(name.text, constant);
  } while (parser.isOperator(',') && parser.peek(1).kind === 'name' && parser.take(','));
  return result;
};

const assignmentOrValue = (parser: Parser): Expression => {
  const token = parser.peek();
  const operator = parser.peek(1);
  if (token.kind === 'name' && operator.kind === 'operator') {
    if (ASSIGNMENTS.has(operator.text)) return assignment(parser);
    if (operator.text === '++' || operator.text === '--') {
      parser.next();
      parser.next();
      return step(parser, token, operator.text, true);
    }
  }
  if ((parser.isOperator('++') || parser.isOperator('--')) && operator.kind === 'name') {
    parser.next();
    return step(parser, parser.next(), token.text, false);
  }
  return parser.grammar.piped(parser);
};

const assignment = (parser: Parser): Expression => {
  const name = parser.next();
  checkTarget(name);
  checkConstant(parser, name);
  const operator = parser.next().text;
  const right = parser.nested(() => assignedValue(parser));
  const value = operator === '=' ? right : combined(name.text, operator.slice(0, -1), right);
  return { type: 'assign', name: name.text, value, previous: false };
};

/** `a = b = 3` assigns to both. */
const assignedValue = (parser: Parser): Expression => {
  const next = parser.peek(1);
  const isChained = parser.peek().kind === 'name' && next.kind === 'operator' && ASSIGNMENTS.has(next.text);
  return isChained ? assignment(parser) : parser.grammar.piped(parser);
};

const step = (parser: Parser, name: Token, operator: string, previous: boolean): Expression => {
  checkTarget(name);
  checkConstant(parser, name);
  const value = combined(name.text, operator.charAt(0), { type: 'literal', value: 1 });
  return { type: 'assign', name: name.text, value, previous };
};

const combined = (name: string, operator: string, right: Expression): Expression => {
  const left: Expression = { type: 'path', levels: 0, name, keys: [], optional: false };
  switch (operator) {
    case '??':
    case '||':
    case '&&':
      return { type: 'logical', op: operator satisfies LogicalOperator, left, right };
    default:
      return { type: 'binary', op: operator as ArithmeticOperator, left, right };
  }
};

const FIXED = new Set(['this', 'true', 'false', 'null', 'undefined', '$parent']);

const checkTarget = (name: Token): void => {
  if (name.kind !== 'name' || FIXED.has(name.text) || name.text.startsWith('@')) {
    throw failure(name.start, 'Only a name can be assigned to.', 'Write {SET total = …}.');
  }
};

const checkConstant = (parser: Parser, name: Token): void => {
  if (parser.local(name.text)?.constant === true) {
    throw failure(name.start, `\`${name.text}\` is a constant.`, 'Declare it with `let`.');
  }
};

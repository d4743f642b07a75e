/** operand :: Parser → Expression. A literal, a path, a group, and whatever is attached to it with `.`, `[` or `(`. */

import type { Expression, Item, ObjectEntry } from '../tree.ts';
import { failure } from './failure.ts';
import type { Token } from './lex.ts';
import { checkedCall, checkedMember, checkedMethod, isFunctionName, withKey } from './parse-call.ts';
import type { Parser } from './parser.ts';
import { decimalComma, expectedOperand, unexpected } from './unexpected.ts';

export const operand = (parser: Parser): Expression =>
  parser.nested(() => attachments(parser, primary(parser)));

const primary = (parser: Parser): Expression => {
  const token = parser.peek();
  switch (token.kind) {
    case 'number':
      parser.next();
      return { type: 'literal', value: token.number };
    case 'string':
      parser.next();
      return { type: 'literal', value: token.text };
    case 'chunk':
      return templateLiteral(parser);
    case 'name':
      return named(parser, token);
    case 'operator':
      return bracketed(parser, token);
    case 'bad': // thrown where it was looked at
    case 'end':
      throw expectedOperand(parser);
  }
};

const bracketed = (parser: Parser, token: Token): Expression => {
  switch (token.text) {
    case '(':
      return group(parser);
    case '[':
      return { type: 'array', items: items(parser, ']') };
    case '{':
      return objectLiteral(parser);
    case '.':
      return thisPath(parser);
    case '..':
      return outerPath(parser);
    case '@':
      if (parser.isOperator('..', 1) && !parser.peek(1).spaced) {
        parser.next();
        const path = outerPath(parser); // Handlebars' `@../index`
        if (path.type === 'path') return contextVariable(`@${path.name}`, path.levels, token.start);
      }
      throw expectedOperand(parser);
    default:
      throw expectedOperand(parser);
  }
};

const group = (parser: Parser): Expression => {
  parser.next();
  if (parser.isOperator(')')) throw failure(parser.peek().start, 'The parentheses are empty.');
  const inner = parser.grammar.piped(parser);
  if (parser.isOperator(',')) {
    throw (
      decimalComma(parser) ??
      failure(
        parser.peek().start,
        'A comma cannot stand inside parentheses.',
        'For a list, write [a, b]; an object needs braces as well: ({ a: 1 }).',
      )
    );
  }
  if (!parser.take(')')) throw unexpected(parser, '`)`');
  parser.markGrouped(inner);
  return inner;
};

const LITERALS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['true', { type: 'literal', value: true }],
  ['false', { type: 'literal', value: false }],
  ['null', { type: 'literal', value: null }],
  ['undefined', { type: 'missing' }],
  ['NaN', { type: 'missing' }],
  // Numbers are finite here (and in JSON); what people write it for, `flat(Infinity)` and a start for `min`, works.
  ['Infinity', { type: 'literal', value: Number.MAX_VALUE }],
]);

/** JavaScript's other statements and operators: only where what follows shows that they are meant. */
const REFUSED_WORDS: ReadonlyMap<string, string> = new Map([
  ['function', 'Write an arrow function with an expression: (x) => x * 2.'],
  ['class', 'Classes do not exist here.'],
  ['async', 'Nothing here is asynchronous: write the value itself.'],
  ['await', 'Nothing here is asynchronous: write the value itself.'],
  ['yield', 'Generators do not exist here.'],
  ['delete', 'Data is never changed.'],
  ['void', 'Write `undefined` for a missing value.'],
  ['throw', 'Statements do not exist here.'],
  ['return', 'The last expression is the value.'],
  ['if', 'Use the tag IF, or the operator `a ? b : c`.'],
  ['for', 'Use the tag FOR, or the method `map`.'],
  ['while', 'Use the tag FOR.'],
  ['switch', 'Use the formatter `map`, or the operator `a ? b : c`.'],
  ['try', 'Statements do not exist here.'],
  ['const', 'Only SET, EXEC and INS take declarations.'],
  ['let', 'Only SET, EXEC and INS take declarations.'],
  ['var', 'Only SET, EXEC and INS take declarations.'],
]);

const named = (parser: Parser, token: Token): Expression => {
  const literal = LITERALS.get(token.text);
  if (literal !== undefined) {
    parser.next();
    return literal;
  }
  if (token.text === 'new' && parser.peek(1).kind === 'name') return newDate(parser);
  const refused = REFUSED_WORDS.get(token.text);
  if (refused !== undefined && isFollowedByStatement(parser)) {
    throw failure(token.start, `\`${token.text}\` is not part of the expression language.`, refused);
  }
  parser.next();
  if (token.text.startsWith('@')) return contextVariable(token.text, 0, token.start);
  if (token.text === '$parent') return { ...PATH, levels: 1, name: 'this' };
  return { ...PATH, name: token.text };
};

const isFollowedByStatement = (parser: Parser): boolean => {
  const next = parser.peek(1);
  if (next.kind === 'name') return !isInfixWord(next.text);
  if (next.kind !== 'operator') return next.kind !== 'end' && next.spaced;
  return next.text === '(' || next.text === '{' || (next.text === '[' && next.spaced);
};

const INFIX_WORDS = new Set([
  'and',
  'or',
  'eq',
  'ne',
  'gt',
  'lt',
  'ge',
  'le',
  'contains',
  'in',
  'instanceof',
]);

export const isInfixWord = (text: string): boolean => INFIX_WORDS.has(text.toLowerCase());

const PATH = { type: 'path', levels: 0, keys: [], optional: false } as const;

const CONTEXT_VARIABLES = new Set(['@index', '@first', '@last', '@key', '@root']);

const contextVariable = (name: string, levels: number, at: number): Expression => {
  if (CONTEXT_VARIABLES.has(name)) return { ...PATH, levels, name };
  throw failure(
    at,
    `\`${name}\` does not exist: raw XML from data is not supported.`,
    `For rich text write {HTML ${name.slice(1)}}, for a picture {IMAGE ${name.slice(1)}}; inside loops there are @index, @first, @last, @key and @root.`,
  );
};

/** `.`, `./name`, `.name`; `.["a b"]` goes on as an attachment. */
const thisPath = (parser: Parser): Expression => {
  parser.next();
  const slash = parser.isOperator('/') && !parser.peek().spaced && parser.peek(1).kind === 'name';
  if (slash) parser.next();
  const token = parser.peek();
  if (token.kind === 'name' && !token.spaced) {
    if (slash && token.text.startsWith('@')) return primary(parser);
    parser.next();
    return checkedMember(parser, { ...PATH, name: 'this' }, token, false);
  }
  return { ...PATH, name: 'this' };
};

const outerPath = (parser: Parser): Expression => {
  let levels = 0;
  while (parser.isOperator('..')) {
    parser.next();
    levels += 1;
    const token = parser.peek(1);
    const goesOn =
      token.kind === 'name' || (token.kind === 'operator' && (token.text === '..' || token.text === '.'));
    if (!parser.isOperator('/') || parser.peek().spaced || token.spaced || !goesOn) {
      return { ...PATH, levels, name: 'this' };
    }
    parser.next();
  }
  if (parser.take('.')) return { ...PATH, levels, name: 'this' };
  const name = parser.next();
  return name.text.startsWith('@')
    ? contextVariable(name.text, levels, name.start)
    : { ...PATH, levels, name: name.text };
};

const templateLiteral = (parser: Parser): Expression => {
  const texts: string[] = [];
  const parts: Expression[] = [];
  for (;;) {
    const chunk = parser.next();
    texts.push(chunk.text);
    if (chunk.last) break;
    parts.push(parser.grammar.piped(parser));
    if (parser.peek().kind !== 'chunk') throw unexpected(parser, '`}`');
  }
  return parts.length === 0 ? { type: 'literal', value: texts.join('') } : { type: 'template', texts, parts };
};

/** From the opening bracket to past the closing one. */
const items = (parser: Parser, closing: ']' | ')'): Item[] => {
  parser.next();
  const result: Item[] = [];
  while (!parser.take(closing)) {
    if (parser.isOperator(',')) throw failure(parser.peek().start, 'A value is missing before the comma.');
    const spread = parser.take('...');
    const value = parser.grammar.expression(parser);
    result.push(spread ? { type: 'spread', value } : value);
    if (!parser.take(',') && !parser.isOperator(closing)) throw unexpected(parser, `\`${closing}\``);
  }
  return result;
};

const callArguments = (parser: Parser): Item[] =>
  items(parser, ')').map((item) => functionByName(parser, item));

/** `.map(Number)`: among arguments, and only there, the name of a built-in function is that function. */
const functionByName = (parser: Parser, item: Item): Item =>
  item.type === 'path' && item.levels === 0 && isFunctionName(parser, item)
    ? { type: 'builtin', name: [item.name, ...item.keys].join('.'), args: null }
    : item;

const objectLiteral = (parser: Parser): Expression => {
  parser.next();
  const entries: ObjectEntry[] = [];
  while (!parser.take('}')) {
    entries.push(objectEntry(parser));
    if (!parser.take(',') && !parser.isOperator('}')) throw unexpected(parser, '`}`');
  }
  return { type: 'object', entries };
};

const objectEntry = (parser: Parser): ObjectEntry => {
  if (parser.take('...')) return { spread: parser.grammar.expression(parser) };
  if (parser.take('[')) {
    const computed = parser.grammar.expression(parser);
    if (!parser.take(']')) throw unexpected(parser, '`]`');
    if (!parser.take(':')) throw unexpected(parser, '`:`');
    return { computed, value: parser.grammar.expression(parser) };
  }
  const token = parser.next();
  if (token.kind !== 'name' && token.kind !== 'string' && token.kind !== 'number') {
    throw failure(token.start, 'A key is expected in the object.', 'Write { key: value }.');
  }
  const key = token.kind === 'number' ? String(token.number) : token.text;
  if (parser.take(':')) return { key, value: parser.grammar.expression(parser) };
  const shorthand = token.kind === 'name' && (parser.isOperator(',') || parser.isOperator('}'));
  if (!shorthand) throw unexpected(parser, '`:`');
  return { key, value: LITERALS.get(key) ?? { ...PATH, name: key } };
};

const newDate = (parser: Parser): Expression => {
  parser.next();
  const type = parser.next();
  if (type.text !== 'Date') {
    throw failure(
      type.start,
      `\`new ${type.text}\` does not exist: only dates can be made.`,
      'Write new Date(x).',
    );
  }
  if (!parser.isOperator('(')) return { type: 'date', args: [] };
  const args = items(parser, ')').map((item) => {
    if (item.type !== 'spread') return item;
    throw failure(type.start, '`new Date` does not take `...`.');
  });
  return { type: 'date', args };
};

const attachments = (parser: Parser, start: Expression): Expression => {
  let node = start;
  for (;;) {
    const token = parser.peek();
    const opensTemplate = token.kind === 'chunk' && parser.source.charAt(token.start) === '`';
    if (opensTemplate) throw unexpected(parser);
    if (token.kind !== 'operator') return node;
    if (token.text === '.' || token.text === '?.') {
      parser.next();
      node = attached(parser, node, token.text === '?.');
    } else if (token.text === '[') {
      node = indexed(parser, node, false);
    } else if (token.text === '(') {
      node = checkedCall(parser, node, token, callArguments(parser));
    } else {
      return node;
    }
  }
};

/** Behind a `.` or `?.`. */
const attached = (parser: Parser, object: Expression, optional: boolean): Expression => {
  if (parser.isOperator('[')) return indexed(parser, object, optional); // also Handlebars' `items.[0]`
  const token = parser.peek();
  if (optional && parser.isOperator('(')) return checkedCall(parser, object, token, callArguments(parser));
  if (token.kind !== 'name') throw failure(token.start, 'A name is missing behind the point.');
  parser.next();
  const optionalCall = parser.isOperator('?.') && parser.isOperator('(', 1);
  if (optionalCall) parser.next();
  if (!parser.isOperator('(')) return checkedMember(parser, object, token, optional);
  return checkedMethod(parser, {
    object,
    token,
    args: callArguments(parser),
    optional: optional || optionalCall,
  });
};

const indexed = (parser: Parser, object: Expression, optional: boolean): Expression => {
  const bracket = parser.next();
  const key = parser.grammar.expression(parser);
  if (!parser.take(']')) throw unexpected(parser, '`]`');
  const isConstant =
    key.type === 'literal' && (typeof key.value === 'string' || typeof key.value === 'number');
  if (isConstant && typeof key.value === 'string') {
    return checkedMember(parser, object, { ...bracket, text: key.value.normalize('NFC') }, optional);
  }
  if (isConstant && typeof key.value === 'number' && object.type === 'path') {
    return withKey(object, key.value, { optional, at: bracket.start });
  }
  return { type: 'access', object, key, optional };
};

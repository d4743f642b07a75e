/**
 * Helpers of other engines: functions in front of their arguments (`(eq a "b")`, `lookup list 0`), and the prefixes that
 * docxtpl puts before a value (`{{p subdocument}}`). Platen has none; what they say is said by an expression.
 */

export interface HelperCall {
  readonly name: string;
  readonly args: readonly Argument[];
}

type Argument = string | HelperCall;

const SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['eq', 'equal', 'equals', 'isEqual', 'ifEqual', 'ifEquals', 'ifEq', 'ifeq', 'if_eq', 'is'].map((name) => [
      name,
      '==',
    ]),
  ),
  ...Object.fromEntries(
    ['ne', 'neq', 'noteq', 'notEqual', 'ifNotEquals', 'ifNotEq', 'isnt'].map((name) => [name, '!=']),
  ),
  gt: '>',
  gte: '>=',
  ge: '>=',
  lt: '<',
  lte: '<=',
  le: '<=',
  and: 'and',
  or: 'or',
  contains: 'contains',
  includes: 'contains',
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  concat: '+',
};

/** docxtpl's, by what they put in place of the value. */
const PREFIXES: ReadonlySet<string> = new Set(['p', 'r', 'tr', 'tc', 'cellbg', 'colspan', 'vm', 'hm']);

const OTHERS: ReadonlySet<string> = new Set(['lookup', 'log', 'include', 'not', 'partial']);

/** Only as they are written there: `{P number}` is a field. */
export const isHelper = (word: string): boolean =>
  Object.hasOwn(SIGNS, word) || PREFIXES.has(word) || OTHERS.has(word) || /^docx[A-Z]/.test(word);

const TOKEN = /\s*([()]|"[^"]*"|'[^']*'|[^\s()"']+)/y;
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_-]*$/u;
const OPERAND = /^(?:-?\d+(?:\.\d+)?|"[^"]*"|'[^']*'|(?:\.\.\/)*@?[\p{L}_$][\p{L}\p{N}\p{M}_$.[\]]*|\.)$/u;
/** `rows=items`: an argument by name. */
const NAMED = /^[\p{L}_][\p{L}\p{N}_-]*=(?!=)/u;

/** Levels of parentheses, and characters; nobody writes more. */
const MAX_DEPTH = 8;
const MAX_SOURCE = 500;

/** A tag that is nothing but a helper and its arguments. Undefined for everything else. */
export const helperCall = (source: string): HelperCall | undefined => {
  if (source.length > MAX_SOURCE) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source))
    tokens.push(match[1] ?? '');
  let at = 0;

  const call = (depth: number): HelperCall | undefined => {
    const name = tokens[at++];
    if (name === undefined || !NAME.test(name) || depth > MAX_DEPTH) return undefined;
    const args: Argument[] = [];
    while (at < tokens.length && tokens[at] !== ')') {
      const argument = group(depth) ?? plain();
      if (argument === undefined) return undefined;
      args.push(argument);
    }
    return args.length === 0 ? undefined : { name, args };
  };
  const group = (depth: number): HelperCall | undefined => {
    if (tokens[at] !== '(') return undefined;
    at += 1;
    const inner = call(depth + 1);
    return tokens[at++] === ')' ? inner : undefined;
  };
  const plain = (): string | undefined => {
    const token = tokens[at++] ?? '';
    if (!NAMED.test(token)) return OPERAND.test(token) ? token : undefined;
    // Its value may be the next token: `date="x"` is lexed as two.
    if (token.endsWith('=')) at += 1;
    return token;
  };

  const found = tokens[0] === '(' ? group(0) : call(0);
  return at === tokens.length ? found : undefined;
};

/** The expression that says what the helper would; undefined where nobody knows what it does. */
export const inExpression = ({ name, args }: HelperCall): string | undefined => {
  const written = args.map((arg) => (typeof arg === 'string' ? arg : inExpression(arg)));
  if (written.some((arg) => arg === undefined)) return undefined;
  const operands = args.map((arg, index) => {
    const text = written[index] ?? '';
    return typeof arg === 'string' || arg.name === 'lookup' ? text : `(${text})`;
  });
  const [first = '', second = ''] = operands;
  const sign = Object.hasOwn(SIGNS, name) ? SIGNS[name] : undefined;
  if (sign !== undefined && operands.length > 1) return operands.join(` ${sign} `);
  if (name === 'not' && operands.length === 1) return `not ${first}`;
  if (name === 'lookup' && operands.length === 2) return `${first}[${second}]`;
  return undefined;
};

/** What to write instead of a name that begins with a helper. */
export const hintForHelper = (call: HelperCall): string => {
  const expression = inExpression(call);
  if (expression !== undefined) return `Write \`${expression}\`.`;
  const rest = call.args.filter((arg) => typeof arg === 'string').join(' ');
  if (PREFIXES.has(call.name))
    return `\`${call.name}\` is docxtpl's: write \`HTML ${rest}\` for formatted text, \`${rest}\` for plain text.`;
  const [value = 'value'] = call.args.filter((arg) => typeof arg === 'string' && !arg.includes('='));
  return `Helpers do not exist here: write an expression, or a formatter behind the value, as in \`${value} | upper\`.`;
};

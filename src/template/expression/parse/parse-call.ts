/** Members, methods and calls, checked while they are parsed: what certainly cannot work is refused at once. */
import { BUILTIN_FUNCTIONS, BUILTIN_NAMESPACES, MATH_CONSTANTS } from '../methods/builtins.ts';
import { CHANGING_METHODS, METHOD_NAMES } from '../methods/methods.ts';
import { suggest } from '../suggest.ts';
import type { Expression, Item, PathKey } from '../tree.ts';
import { failure } from './failure.ts';
import type { Token } from './lex.ts';
import { type Parser, tooDeep } from './parser.ts';

/**
 * The doors to the host in other engines. As names they may be data (a builder's `{constructor}`), and are missing
 * otherwise; two in a row, or one that is called, are an attempt to get out and nothing else.
 */
const UNSAFE_NAMES = new Set([
  ...['constructor', 'prototype', '__proto__'],
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
]);

const UNSAFE_FUNCTIONS = new Set([
  'eval',
  'Function',
  'require',
  'import',
  'fetch',
  'setTimeout',
  'setInterval',
]);

/** Keys of one path; data is never that deep. */
const MAX_KEYS = 200;

const unsafe = (at: number, name: string) =>
  failure(
    at,
    `\`${name}\` is not available: templates cannot run code.`,
    'Use the fields of the data, the listed methods and the formatters.',
    'unsafe_name',
  );

export const checkedMember = (
  parser: Parser,
  object: Expression,
  token: Token,
  optional: boolean,
): Expression => {
  const key = token.text;
  if (UNSAFE_NAMES.has(key) && UNSAFE_NAMES.has(String(lastName(object)))) throw unsafe(token.start, key);
  if (object.type !== 'path') {
    return { type: 'access', object, key: { type: 'literal', value: key }, optional };
  }
  const isBare = object.keys.length === 0 && object.levels === 0 && parser.local(object.name) === undefined;
  const constant = isBare && object.name === 'Math' ? MATH_CONSTANTS.get(key) : undefined;
  if (constant !== undefined) return { type: 'literal', value: constant };
  if (key === '$parent' && object.name === 'this' && object.levels > 0 && object.keys.length === 0) {
    return { ...object, levels: object.levels + 1 };
  }
  // `$parent.x` and `../x` are one thing: the name x, looked up from the outside.
  if (object.name === 'this' && object.levels > 0 && object.keys.length === 0)
    return { ...object, name: key };
  return withKey(object, key, { optional, at: token.start });
};

export const withKey = (
  path: Extract<Expression, { type: 'path' }>,
  key: PathKey,
  { optional, at }: { optional: boolean; at: number },
): Expression => {
  if (path.keys.length >= MAX_KEYS) throw tooDeep(at);
  return { ...path, keys: [...path.keys, key], optional: path.optional || optional };
};

const lastName = (node: Expression): PathKey | undefined => {
  if (node.type === 'path') return node.keys.at(-1) ?? node.name;
  if (node.type === 'access' && node.key.type === 'literal' && typeof node.key.value === 'string') {
    return node.key.value;
  }
  return undefined;
};

interface MethodCall {
  readonly object: Expression;
  readonly token: Token;
  readonly args: readonly Item[];
  readonly optional: boolean;
}

export const checkedMethod = (parser: Parser, { object, token, args, optional }: MethodCall): Expression => {
  const name = token.text;
  if (object.type === 'path' && object.keys.length === 0 && object.levels === 0) {
    const builtin = `${object.name}.${name}`;
    if (parser.local(object.name) === undefined) {
      if (BUILTIN_FUNCTIONS.has(builtin)) return { type: 'builtin', name: builtin, args };
      if (BUILTIN_NAMESPACES.has(object.name) && !METHOD_NAMES.has(name))
        throw unknownBuiltin(builtin, token);
    }
  }
  if (UNSAFE_NAMES.has(name)) throw unsafe(token.start, name);
  if (!METHOD_NAMES.has(name)) throw unknownMethod(name, token);
  return { type: 'method', object, name, args, optional };
};

const unknownBuiltin = (name: string, token: Token) => {
  const similar = suggest(name, BUILTIN_FUNCTIONS.keys());
  return failure(
    token.start,
    `\`${name}\` does not exist here.`,
    similar === undefined ? undefined : `Did you mean \`${similar}\`?`,
  );
};

const unknownMethod = (name: string, token: Token) => {
  if (CHANGING_METHODS.has(name)) {
    return failure(
      token.start,
      `The method \`${name}\` would change the list, and data is never changed.`,
      'Make a new list instead: [...list, item], slice, filter or concat.',
    );
  }
  const similar = suggest(name, METHOD_NAMES);
  return failure(
    token.start,
    `There is no method \`${name}\`.`,
    similar === undefined ? undefined : `Did you mean \`${similar}\`?`,
  );
};

export const checkedCall = (
  parser: Parser,
  callee: Expression,
  token: Token,
  args: readonly Item[],
): Expression => {
  if (callee.type === 'path' && callee.keys.length === 0 && callee.levels === 0) {
    const { name } = callee;
    if (parser.local(name) === undefined && BUILTIN_FUNCTIONS.has(name))
      return { type: 'builtin', name, args };
    if (UNSAFE_FUNCTIONS.has(name) || UNSAFE_NAMES.has(name)) throw unsafe(token.start, name);
  }
  const last = lastName(callee);
  if (typeof last === 'string' && UNSAFE_NAMES.has(last)) throw unsafe(token.start, last);
  return { type: 'call', callee, args };
};

/** Whether a path among arguments names a built-in function: `Number`, `Math.abs`. */
export const isFunctionName = (parser: Parser, path: { name: string; keys: readonly PathKey[] }): boolean =>
  parser.local(path.name) === undefined && BUILTIN_FUNCTIONS.has([path.name, ...path.keys].join('.'));

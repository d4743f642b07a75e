/**
 * orHyphenated :: `first-name` → the subtraction, and the key that it may be
 *
 * Data of other engines has such keys, and most templates that are written for them have no expressions. With spaces
 * around the sign it is a subtraction and nothing else.
 */

import type { Expression, PathExpression } from '../tree.ts';
import type { Parser } from './parser.ts';

/** Names, points and hyphens, without a space or a bracket; `../` may lead to them. */
const HYPHENATED = /^(?:\.{1,2}\/)*[^\s()[\]{}?:,+*/%&|=<>!"'`]+$/;

/** `start` is where the expression begins in the source. */
export const orHyphenated = (parser: Parser, node: Expression, start: number): Expression => {
  if (node.type !== 'binary' || node.op !== '-') return node;
  const source = parser.source.slice(start, parser.peek(-1).end);
  if (!HYPHENATED.test(source)) return node;
  const left = node.left.type === 'ambiguous' ? node.left.path : node.left;
  if (left.type !== 'path' || isOfEngine(parser, left)) return node;
  const path = joined(left, node.right, parser);
  if (path === undefined) return node;
  // Of `a-b-c` the whole may be a key; that `a-b` is one, from which `c` is taken, is far-fetched.
  const plain = node.left.type === 'ambiguous' ? { ...node, left: node.left.expression } : node;
  return { type: 'ambiguous', expression: plain, path };
};

/** `$index-1`, `this-1`, a parameter: nothing that data has a key for. */
const isOfEngine = (parser: Parser, { levels, name, keys, optional }: PathExpression): boolean => {
  if (optional || typeof keys.at(-1) === 'number' || keys.at(-1) === 'length') return true;
  return (
    keys.length === 0 && (/^[$@]|^this$/.test(name) || (levels === 0 && parser.local(name) !== undefined))
  );
};

const joined = (left: PathExpression, right: Expression, parser: Parser): PathExpression | undefined => {
  if (right.type === 'literal') {
    const { text } = parser.peek(-1);
    return typeof right.value === 'number' && /^\d+$/.test(text) ? withEnd(left, text, []) : undefined;
  }
  if (right.type !== 'path' || right.levels > 0 || right.optional || isOfEngine(parser, right))
    return undefined;
  return withEnd(left, right.name, right.keys);
};

/** The last key of the path goes on with a hyphen and that word. */
const withEnd = (path: PathExpression, word: string, keys: PathExpression['keys']): PathExpression => {
  const last = path.keys.at(-1);
  return last === undefined
    ? { ...path, name: `${path.name}-${word}`, keys }
    : { ...path, keys: [...path.keys.slice(0, -1), `${last}-${word}`, ...keys] };
};

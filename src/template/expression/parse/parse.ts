/** parse :: string → Expression, or the first problem and where it is. Never throws. */

import { plainSigns } from '../quotes.ts';
import type { Expression, ExpressionMode, ParsedExpression } from '../tree.ts';
import { ExpressionFailure, failure } from './failure.ts';
import { lex, type Token } from './lex.ts';
import { expression } from './parse-operators.ts';
import { piped } from './parse-pipe.ts';
import { statements } from './parse-statements.ts';
import { type Grammar, Parser, tooDeep } from './parser.ts';
import { unexpected } from './unexpected.ts';

const GRAMMAR: Grammar = { expression, piped };

/** Characters. Longer than any template's script; keeps the cost of a hostile tag small. */
const MAX_SOURCE = 50_000;

/** Linking and evaluation recurse over the tree; `a + a + …` is deep without being nested. */
const MAX_DEPTH = 500;

export const parseExpression = (source: string, mode: ExpressionMode): ParsedExpression => {
  try {
    if (source.length > MAX_SOURCE) {
      throw failure(0, `The expression is longer than ${MAX_SOURCE.toLocaleString('en-US')} characters.`);
    }
    return { ok: true, tree: parseTokens(source, lex(plainSigns(source)), mode) };
  } catch (error) {
    if (error instanceof ExpressionFailure) return { ok: false, problem: error.problem };
    throw error;
  }
};

const parseTokens = (source: string, tokens: readonly Token[], mode: ExpressionMode): Expression => {
  if (tokens[0]?.kind === 'end') throw failure(0, 'The expression is empty.');
  const parser = new Parser(source, tokens, mode, GRAMMAR);
  const tree = mode === 'statements' ? statements(parser) : single(parser);
  if (depthOf(tree) > MAX_DEPTH) throw tooDeep(0);
  return tree;
};

const single = (parser: Parser): Expression => {
  const tree = piped(parser);
  if (parser.take(';') && parser.peek().kind !== 'end') {
    throw failure(parser.peek().start, 'Only SET, EXEC and INS take several statements.');
  }
  if (parser.peek().kind !== 'end') throw unexpected(parser);
  return tree;
};

/** Without recursion: it is there to protect what recurses. */
const depthOf = (tree: Expression): number => {
  const open: { node: object; depth: number }[] = [{ node: tree, depth: 1 }];
  let deepest = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    for (const child of Object.values(node)) {
      // Lists of items are not a level of their own.
      if (typeof child === 'object' && child !== null) {
        open.push({ node: child, depth: Array.isArray(child) ? depth : depth + 1 });
      }
    }
  }
  return deepest;
};

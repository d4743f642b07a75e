/**
 * readExpression :: what a tag says, and what for → its tree, or what is wrong with it
 *
 * Beside the expression language there are names that are no expression: of several words, as easy-template-x and
 * docxtemplater take them (`{First name}`), and numbers, where a number would be of no use (`{#2075650}`).
 */
import { parseExpression } from '../expression/parse.ts';
import type { Expression } from '../expression/tree.ts';
import type { ProblemCode } from '../problems.ts';

/** What becomes of the result: `section` is a loop or a condition, as the data are. */
export type Purpose = 'value' | 'statements' | 'loop' | 'condition' | 'section';

export type Read =
  | { readonly ok: true; readonly tree: Expression }
  | {
      readonly ok: false;
      readonly problem: { readonly code: ProblemCode; readonly message: string; readonly hint?: string };
    };

const SEVERAL_WORDS = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?: +[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)+$/u;
const NUMBER = /^\d+(?:\.\d+)*$/;
const SHOUTED = /^[A-Z][A-Z-]+\s+\S/;

export const readExpression = (source: string, purpose: Purpose): Read => {
  // A section is about a field, and a number as such is always true.
  if (purpose === 'section' && NUMBER.test(source)) return { ok: true, tree: field(source) };
  const parsed = parseExpression(source, purpose === 'statements' ? 'statements' : 'value');
  if (parsed.ok) return parsed;
  if (SHOUTED.test(source)) {
    const word = source.split(/\s/, 1)[0] ?? '';
    const message = `\`${word}\` is not a command that exists.`;
    return { ok: false, problem: { code: 'unknown_command', message, hint: COMMANDS_HINT } };
  }
  const name = source.replaceAll('\n', ' ');
  return SEVERAL_WORDS.test(name) ? { ok: true, tree: field(name) } : parsed;
};

const field = (name: string): Expression => ({ type: 'path', levels: 0, name, keys: [], optional: false });

const COMMANDS_HINT =
  'Commands are FOR, IF, ELSE, SET, IMAGE, LINK, HTML, MARKDOWN, QR, BARCODE, DROP, KEEP, PAGE-BREAK and ALIAS.';

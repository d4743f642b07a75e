/**
 * readExpression :: what a tag says, and what for → its tree, or what is wrong with it
 *
 * Beside the expression language there are names that are no expression: of several words, as easy-template-x and
 * docxtemplater take them (`{First name}`), with full-width signs in them, and numbers, where a number would be of no use
 * (`{#2075650}`, `{1}`).
 */
import { parseExpression } from '../expression/parse/parse.ts';
import type { Expression, PathExpression } from '../expression/tree.ts';
import type { ProblemCode, WarningCode } from '../problems.ts';
import { type HelperCall, helperCall, hintForHelper, inExpression, isHelper } from './helpers.ts';
import { inSigns, type Phrase } from './phrases.ts';

/** What becomes of the result: `section` is a loop or a condition, as the data are; `content` a picture or an option. */
export type Purpose = 'value' | 'content' | 'statements' | 'loop' | 'condition' | 'section';

type Said = { readonly message: string; readonly hint?: string };

export type Read =
  | {
      readonly ok: true;
      readonly tree: Expression;
      /** What is read, and hardly meant. */
      readonly warning?: Said & { readonly code: WarningCode };
    }
  | {
      readonly ok: false;
      readonly problem: Said & { readonly code: ProblemCode };
      /** What closes the block that the tag opens, where that is not the whole of it. */
      readonly closer?: string;
    };

const SEVERAL_WORDS = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?: +[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)+$/u;
const NUMBER = /^\d+(?:\.\d+)*$/;
/** `金额（元）`, `附件：名称`: signs as they are set between such letters, where an expression has its own. */
const WIDE_NAME =
  /^(?![A-Za-z])\p{L}[\p{L}\p{N}\p{M}_ ]*[：（）、・《》「」【】][\p{L}\p{N}\p{M}_ ：（）、・《》「」【】]*$/u;
const SHOUTED = /^[A-Z][A-Z-]+\s+\S/;

export const readExpression = (source: string, purpose: Purpose): Read => {
  // Nobody shows a number that he could as well write, and as a section it would always be true.
  const isNamed = purpose === 'section' || purpose === 'value';
  if (isNamed && (NUMBER.test(source) || WIDE_NAME.test(source))) return { ok: true, tree: field(source) };
  const parsed = parseExpression(source, purpose === 'statements' ? 'statements' : 'value');
  if (parsed.ok) return isNamed || purpose === 'content' ? orWords(parsed, source) : parsed;
  if (SHOUTED.test(source) && (purpose === 'value' || purpose === 'content' || purpose === 'statements')) {
    const word = source.split(/\s/, 1)[0] ?? '';
    const message = `\`${word}\` is not a command that exists.`;
    return { ok: false, problem: { code: 'unknown_command', message, hint: COMMANDS_HINT } };
  }
  const segments = parsed.problem.code === 'bad_expression' ? segmentsOf(source) : undefined;
  if (segments !== undefined) return { ok: true, tree: segments };
  const words = source.replaceAll('\n', ' ');
  return SEVERAL_WORDS.test(words) ? severalWords(words, purpose) : asSpoken(source, purpose, parsed);
};

/** `{terms and conditions}`, `{not applicable}` have operators in them, and may be fields all the same. */
const orWords = (read: Read & { ok: true }, source: string): Read => {
  const { tree } = read;
  if (tree.type !== 'logical' && tree.type !== 'binary' && tree.type !== 'unary') return read;
  const words = source.replaceAll('\n', ' ');
  if (!SEVERAL_WORDS.test(words)) return read;
  return { ok: true, tree: { type: 'ambiguous', expression: tree, path: field(words) } };
};

const SEGMENT = /(?:^|\.)(?:\[([^[\]]+)\]|([\p{L}_$][\p{L}\p{N}\p{M}_$]*))/uy;

/** Handlebars' way to write a name that is no identifier: `user.[first name]`. */
const segmentsOf = (source: string): PathExpression | undefined => {
  const outer = /^(?:\.\.\/)*/.exec(source)?.[0] ?? '';
  const path = source.slice(outer.length);
  const names: string[] = [];
  let at = 0;
  while (at < path.length) {
    SEGMENT.lastIndex = at;
    const segment = SEGMENT.exec(path);
    if (segment === null) return undefined;
    names.push((segment[1] ?? segment[2] ?? '').trim().normalize('NFC'));
    at = SEGMENT.lastIndex;
  }
  const [name, ...keys] = names;
  return name === undefined ? undefined : { ...field(name), levels: outer.length / '../'.length, keys };
};

/** A field, unless it has to be true or false: `status is paid` would be neither, and nobody would be told. */
const severalWords = (words: string, purpose: Purpose): Read => {
  const call = helperCall(words);
  const helper = call !== undefined && isHelper(call.name) ? call : undefined;
  if (purpose === 'condition' || purpose === 'section') {
    if (helper !== undefined) return helpersAreNot(helper, purpose);
    const phrase = inSigns(words);
    if (phrase !== undefined || purpose === 'condition') {
      const message = `\`${words}\` is no condition: words that stand side by side compare nothing.`;
      const hint = phrase === undefined ? conditionHint(words) : phraseHint(phrase);
      return { ok: false, problem: { code: 'bad_expression', message, hint } };
    }
  }
  const read = { ok: true, tree: field(words) } as const;
  if (helper === undefined) return read;
  const message = `\`${words}\` is read as a field of that name; \`${helper.name}\` is no command here.`;
  return { ...read, warning: { code: 'foreign_helper', message, hint: hintForHelper(helper) } };
};

/** What cannot be read, with a better hint where it is English or a helper's call. */
const asSpoken = (source: string, purpose: Purpose, parsed: Read & { ok: false }): Read => {
  const phrase = inSigns(source);
  if (phrase !== undefined) return { ok: false, problem: { ...parsed.problem, hint: phraseHint(phrase) } };
  const call = helperCall(source);
  if (call === undefined) return parsed;
  const isCalled =
    isHelper(call.name) || !call.args.every((arg) => typeof arg === 'string' && /^[^"'=]+$/.test(arg));
  return isCalled ? helpersAreNot(call, purpose) : parsed;
};

const helpersAreNot = (call: HelperCall, purpose: Purpose): Read => {
  const message = `\`${call.name}\` is called as a helper, and helpers do not exist here.`;
  const expression = purpose === 'section' ? inExpression(call) : undefined;
  const hint = expression === undefined ? hintForHelper(call) : `Write \`#if ${expression}\`.`;
  return { ok: false, problem: { code: 'unsupported', message, hint }, closer: call.name };
};

const phraseHint = ({ expression, otherwise }: Phrase): string =>
  otherwise === undefined
    ? `Write \`${expression}\`.`
    : `Write \`${expression}\` for a list, \`${otherwise}\` for anything else.`;

const conditionHint = (words: string): string =>
  `Compare with \`==\`, \`!=\`, \`>\`, \`<\` or \`contains\`; a field of that name is \`this[${JSON.stringify(words)}]\`.`;

const field = (name: string): PathExpression => ({
  type: 'path',
  levels: 0,
  name: name.normalize('NFC'),
  keys: [],
  optional: false,
});

const COMMANDS_HINT =
  'Commands are FOR, IF, ELSE, SET, IMAGE, LINK, HTML, MARKDOWN, QR, BARCODE, INCLUDE, DROP, KEEP, PAGE-BREAK and ALIAS.';

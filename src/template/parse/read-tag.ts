/** readTags :: Token[] → Tag[]. Commands are classified, aliases replaced, expressions parsed; problems collected. */
import type { Problem } from '../../errors.ts';
import { checkBarcodeType } from '../content/barcode-emit.ts';
import { checkOption, type OptionProblem } from '../content/content-options.ts';
import type { DelimiterName } from '../delimiters.ts';
import { parseExpression } from '../expression/parse.ts';
import type { Expression, ExpressionMode } from '../expression/tree.ts';
import type { Token } from '../lex/lex.ts';
import { WALL } from '../lex/scan.ts';
import type { ProblemCode, Warning } from '../problems.ts';
import { classify } from './classify.ts';
import type { Command, ContentKind, ContentOption } from './command.ts';
import type { Tag, TagOption, Where } from './tag.ts';

/** Written where a tag is: characters of the paragraph's text that a problem shows. */
const SHOWN_TEXT = 120;
const SHOWN_TAG = 80;

export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

export const whereOf = (token: Token, part: string): Where => {
  const { paragraph } = token.start;
  return {
    part,
    paragraph: {
      number: paragraph.number,
      text: shorten(paragraph.text.replaceAll(WALL, ''), SHOWN_TEXT),
    },
    ...(paragraph.cell !== undefined && { cell: paragraph.cell }),
    tag: shorten(token.raw, SHOWN_TAG),
  };
};

/** What is read across a whole template: aliases hold from where they stand to the end of the last part. */
export interface Reader {
  readonly delimiter: DelimiterName;
  readonly aliases: Map<string, string>;
  readonly problems: Problem[];
  /** What is accepted and hardly meant. */
  readonly warnings: Warning[];
  /** Expressions by mode and source: a long document asks for the same few names again and again. */
  readonly parsed: Map<string, Read>;
}

export interface TagSource {
  readonly inner: string;
  readonly problem: Token['problem'];
  readonly token: Token | undefined;
  readonly where: Where;
  readonly story: object;
}

export const readTag = (reader: Reader, source: TagSource): Tag | undefined => {
  const { where } = source;
  const report = (problem: Pick<Problem, 'code' | 'message' | 'hint'>): undefined => {
    reader.problems.push({ ...problem, ...where });
    return undefined;
  };
  if (source.problem === 'unclosed') {
    return report({
      code: 'unclosed_tag',
      message: `The tag ${where.tag} is not closed.`,
      hint: 'Add the closing delimiter, or write a backslash before the opening one if it is plain text.',
    });
  }
  if (source.problem === 'unbalanced') {
    return report({
      code: 'bad_expression',
      message: `A quote or bracket in ${where.tag} has no counterpart.`,
      hint: 'Close every quote and bracket that the tag opens.',
    });
  }
  const command = resolveAlias(reader, classify(source.inner, reader.delimiter));
  if (command.type === 'problem') {
    const { code, message, hint } = command;
    return report({ code, message, ...(hint !== undefined && { hint }) });
  }
  const read = (text: string, mode: ExpressionMode): Expression | undefined => {
    const parsed = parseOnce(reader, text, mode);
    if (parsed.ok) return parsed.tree;
    const { code, message, hint } = parsed.problem;
    return report({ code, message, ...(hint !== undefined && { hint }) });
  };
  const expression = expressionOf(command);
  const tree = expression === undefined ? undefined : read(expression.source, expression.mode);
  if (expression !== undefined && tree === undefined) return failed(command, source);
  const options: TagOption[] = [];
  for (const option of command.type === 'content' ? command.options : []) {
    const wrong = command.type === 'content' ? checkContentOption(command.kind, option) : undefined;
    if (wrong !== undefined) return report({ code: 'bad_argument', ...wrong });
    if (option.expression === undefined) options.push({ name: option.name, text: option.text ?? '' });
    else {
      const value = read(option.expression, 'value');
      if (value === undefined) return undefined;
      options.push({ name: option.name, tree: value });
    }
  }
  return { command, tree, options, where, story: source.story, token: source.token };
};

/** Names, and values that are written out, are known to be wrong before there is data. */
const checkContentOption = (kind: ContentKind, { name, text }: ContentOption): OptionProblem | undefined => {
  const wrong = checkOption(kind, name, text);
  if (wrong !== undefined || kind !== 'barcode' || name !== 'type' || text === undefined) return wrong;
  return checkBarcodeType(text);
};

/** A block whose expression is wrong still opens, so that its closing tag is not a second error. */
const failed = (command: Command, source: TagSource): Tag | undefined => {
  if (command.type !== 'open' && command.type !== 'else') return undefined;
  const { where, story, token } = source;
  return { command, tree: { type: 'missing' }, options: [], where, story, token };
};

/** An alias may stand for another one; a ring of them ends here. */
const MAX_ALIAS_DEPTH = 10;

const resolveAlias = (reader: Reader, command: Command): Command => {
  let current = command;
  for (let depth = 0; current.type === 'use-alias'; depth++) {
    const source = reader.aliases.get(current.name);
    if (source === undefined || depth >= MAX_ALIAS_DEPTH) {
      return {
        type: 'problem',
        code: 'unknown_alias',
        message: `The alias \`${current.name}\` is not defined.`,
        hint: `Define it before its first use: \`{ALIAS ${current.name} INS …}\`.`,
      };
    }
    current = classify(source, reader.delimiter);
  }
  if (current.type === 'alias') reader.aliases.set(current.name, current.source);
  return current;
};

const expressionOf = (command: Command): { source: string; mode: ExpressionMode } | undefined => {
  switch (command.type) {
    case 'value':
      return { source: command.source, mode: command.statements ? 'statements' : 'value' };
    case 'run':
      return { source: command.source, mode: 'statements' };
    case 'open':
      return { source: command.head.source, mode: 'value' };
    case 'else':
      return command.source === undefined ? undefined : { source: command.source, mode: 'value' };
    case 'drop':
    case 'content':
      return { source: command.source, mode: 'value' };
    default:
      return undefined;
  }
};

/** A name of several words, as easy-template-x and docxtemplater take it: `{First name}`. */
const WORDS = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?: +[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)+$/u;
const SHOUTED = /^[A-Z][A-Z-]+\s+\S/;

export type Read =
  | { readonly ok: true; readonly tree: Expression }
  | {
      readonly ok: false;
      readonly problem: { readonly code: ProblemCode; readonly message: string; readonly hint?: string };
    };

const parseOnce = ({ parsed }: Reader, source: string, mode: ExpressionMode): Read => {
  const key = `${mode} ${source}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const read = readExpression(source, mode);
  parsed.set(key, read);
  return read;
};

const readExpression = (source: string, mode: ExpressionMode): Read => {
  const parsed = parseExpression(source, mode);
  if (parsed.ok) return parsed;
  if (SHOUTED.test(source)) {
    const word = source.split(/\s/, 1)[0] ?? '';
    const message = `\`${word}\` is not a command that exists.`;
    return { ok: false, problem: { code: 'unknown_command', message, hint: COMMANDS_HINT } };
  }
  const name = source.replaceAll('\n', ' ');
  if (WORDS.test(name)) {
    return { ok: true, tree: { type: 'path', levels: 0, name, keys: [], optional: false } };
  }
  return parsed;
};

const COMMANDS_HINT =
  'Commands are FOR, IF, ELSE, SET, IMAGE, LINK, HTML, MARKDOWN, QR, BARCODE, DROP, KEEP, PAGE-BREAK and ALIAS.';

/** readTags :: Token[] → Tag[]. Commands are classified, aliases replaced, expressions parsed; problems collected. */
import type { Problem } from '../../errors.ts';
import { checkOption } from '../content/content-options.ts';
import { DELIMITERS, type DelimiterName } from '../delimiters.ts';
import type { Expression } from '../expression/tree.ts';
import type { Token } from '../lex/lex.ts';
import { checkLook, NONE } from '../looks/look-options.ts';
import { type Warning, warn } from '../problems.ts';
import { classify } from './classify.ts';
import type { BlockKind, Command, ContentOption } from './command.ts';
import { emptyTag, halfDay, hardlyField, leftOut, literalHint } from './hardly-meant.ts';
import { writtenInclude } from './include-command.ts';
import { type Purpose, type Read, readExpression } from './read-expression.ts';
import type { Tag, TagOption, Where } from './tag.ts';

/** What is read across a whole template: aliases hold from where they stand to the end of the last part. */
export interface Reader {
  readonly delimiter: DelimiterName;
  readonly aliases: Map<string, string>;
  readonly problems: Problem[];
  /** What is accepted and hardly meant. */
  readonly warnings: Warning[];
  /** Where tags were not read before, one that is wrong is text, and warned about: the template was accepted with it. */
  readonly isLenient: boolean;
  /** Expressions by purpose and source: a long document asks for the same few names again and again. */
  readonly parsed: Map<string, Read>;
}

interface TagSource {
  readonly inner: string;
  readonly problem: Token['problem'];
  readonly token: Token | undefined;
  readonly where: Where;
  readonly story: object;
}

export const readTag = (reader: Reader, sent: TagSource): Tag | undefined => {
  const source = asItsAuthorWrote(sent, reader.delimiter);
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
  let closer: string | undefined;
  const read = (text: string, purpose: Purpose): Expression | undefined => {
    const parsed = readOnce(reader, text, purpose);
    if (parsed.ok) {
      if (parsed.warning !== undefined) warn(reader.warnings, { ...parsed.warning, ...where });
      return parsed.tree;
    }
    closer = parsed.closer;
    const { code, message } = parsed.problem;
    const hint = literalHint(text, reader.delimiter, parsed.problem) ?? parsed.problem.hint;
    return report({ code, message, ...(hint !== undefined && { hint }) });
  };
  const expression = expressionOf(command);
  const tree = expression === undefined ? undefined : read(expression.source, expression.purpose);
  if (expression !== undefined && tree === undefined) return failed(command, source, closer);
  const idle = idleTag(command, tree, source.inner.trim());
  if (idle !== undefined) warn(reader.warnings, { code: 'no_effect', ...idle, ...where });
  const doubt =
    emptyTag(source.inner, reader.delimiter) ??
    hardlyField(command, tree) ??
    halfDay(tree) ??
    leftOut(expression?.source);
  if (doubt !== undefined) warn(reader.warnings, { ...doubt, ...where });
  const options: TagOption[] = [];
  for (const option of 'options' in command ? command.options : []) {
    // Names, and values that are written out, are known to be wrong before there is data.
    const wrong = wrongOption(command, option);
    if (wrong !== undefined) return report({ code: 'bad_argument', ...wrong });
    if (option.expression === undefined) options.push({ name: option.name, text: option.text ?? '' });
    else {
      const isCondition = command.type !== 'content' && option.name === 'if';
      const value = read(option.expression, isCondition ? 'condition' : 'content');
      if (value === undefined) return undefined;
      options.push({
        name: option.name,
        tree: command.type === 'look' ? withNone(value) : value,
        ...(option.text !== undefined && { text: option.text }),
      });
    }
  }
  if (command.type === 'include' && command.with !== undefined) {
    const scope = read(command.with, 'loop');
    if (scope === undefined) return undefined;
    options.push({ name: 'with', tree: scope });
  }
  return { command, tree, options, where, story: source.story, token: source.token };
};

type OptionProblem = Pick<Problem, 'message' | 'hint'> & { readonly code?: 'bad_argument' | 'unknown_style' };

const wrongOption = (command: Command, { name, text }: ContentOption): OptionProblem | undefined => {
  if (command.type === 'content') return checkOption(command.kind, name, text);
  return command.type === 'look' && name !== 'if' ? checkLook(command.unit, name, text) : undefined;
};

/** `late ? "#FDD" : none`: in a look, `none` is the word. */
const withNone = (tree: Expression): Expression => {
  if (tree.type === 'path' && tree.name === NONE && tree.keys.length === 0 && tree.levels === 0)
    return { type: 'literal', value: NONE };
  if (tree.type === 'conditional')
    // biome-ignore lint/suspicious/noThenProperty: a branch of the tree, never awaited
    return { ...tree, then: withNone(tree.then), otherwise: withNone(tree.otherwise) };
  if (tree.type === 'logical') return { ...tree, left: withNone(tree.left), right: withNone(tree.right) };
  return tree;
};

/** What joining has written is told as the tag that it was made of. */
const asItsAuthorWrote = (source: TagSource, delimiter: DelimiterName): TagSource => {
  const written = writtenInclude(source.inner);
  if (written === undefined) return source;
  const { open, close } = DELIMITERS[delimiter];
  const tag = `${open}${written}${close}`;
  const { paragraph } = source.where;
  return {
    ...source,
    where: { ...source.where, tag, ...(paragraph && { paragraph: { ...paragraph, text: tag } }) },
  };
};

/** A comment that may be a field's name, a field that is only evaluated: nobody would miss what is not shown. */
const idleTag = (
  command: Command,
  tree: Expression | undefined,
  words: string,
): { readonly message: string; readonly hint: string } | undefined => {
  const isComment = command.type === 'comment' && command.looksLikeName === true;
  if (!isComment && (command.type !== 'run' || tree?.type !== 'path')) return undefined;
  const instead = isComment
    ? 'a comment begins with `//`'
    : 'a variable is set as in `SET total = price * 2`';
  return {
    message: `\`${words}\` shows nothing: it is read as ${isComment ? 'a comment' : 'a command that sets nothing'}.`,
    hint: `A field of that name is \`this[${JSON.stringify(words)}]\`; ${instead}.`,
  };
};

/** A block whose expression is wrong still opens, so that its closing tag is not a second error. */
const failed = (command: Command, source: TagSource, closer: string | undefined): Tag | undefined => {
  if (command.type !== 'open' && command.type !== 'else') return undefined;
  const { where, story, token } = source;
  const opens = command.type === 'open' && closer !== undefined && command.head.kind === 'section';
  return {
    command: opens ? { ...command, head: { kind: 'section', source: closer } } : command,
    tree: { type: 'missing' },
    options: [],
    where,
    story,
    token,
  };
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

const expressionOf = (command: Command): { source: string; purpose: Purpose } | undefined => {
  switch (command.type) {
    case 'value':
      return { source: command.source, purpose: command.statements ? 'statements' : 'value' };
    case 'run':
      return { source: command.source, purpose: 'statements' };
    case 'open':
      return { source: command.head.source, purpose: PURPOSES[command.head.kind] };
    case 'else':
      return command.source === undefined ? undefined : { source: command.source, purpose: 'condition' };
    case 'drop':
      return { source: command.source, purpose: 'condition' };
    case 'page-sum':
      return { source: command.source, purpose: 'value' };
    case 'content':
      return { source: command.source, purpose: 'content' };
    case 'include':
      return command.source === undefined ? undefined : { source: command.source, purpose: 'content' };
    case 'chart':
      return { source: command.source, purpose: 'loop' };
    default:
      return undefined;
  }
};

const PURPOSES: Readonly<Record<BlockKind, Purpose>> = {
  for: 'loop',
  each: 'loop',
  with: 'loop',
  section: 'section',
  inverted: 'section',
  if: 'condition',
  unless: 'condition',
  together: 'condition',
};

const readOnce = ({ parsed }: Reader, source: string, purpose: Purpose): Read => {
  const key = `${purpose} ${source}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const read = readExpression(source, purpose);
  parsed.set(key, read);
  return read;
};

/** Commands that are words: `FOR item IN items`, `END-IF`, `PAGE-BREAK`, `IMAGE logo`. */

import { chartCommand } from './chart-command.ts';
import type { BlockKind, Command, DropUnit } from './command.ts';
import { NO_TRIM } from './command.ts';
import {
  ALTERNATIVE,
  BEHIND_WORD,
  CONTENT_KEYWORDS,
  contentCommand,
  elseCommand,
  JOINT,
  NAME,
  open,
  plainName,
  problem,
} from './command-pieces.ts';
import { fitCommand } from './fit-command.ts';
import { includeCommand } from './include-command.ts';
import { lookCommand, mergeCommand } from './look-command.ts';

/** An access follows a name directly (`link[0]`), so that a list may be an operand (`INS [1, 2].length`). */
const KEYWORD = /^([A-Za-z]+(?:-[A-Za-z]+)*)(?=[\s("'`{]|$)\s*(.*)$/s;
const WORDS = /^[\p{L}\p{N}_ ]+$/u;
/** What follows a field of that name rather than a command: an operator (no comment, no sign of a number) or a pipe. */
const CONTINUES = /^(?:[.|?=*<>&,%]|\/(?![/*])|!=|[+-]\s|(?:and|or|eq|ne|gt|lt|ge|le|contains|in)\s+\S)/i;

const PAGE_BREAK = new RegExp(`^page(?:${JOINT}|\\s+)?break$`, 'i');
const END = new RegExp(
  `^end(?:${JOINT}|\\s+)?(if|for(?:${JOINT}|\\s+)?each|for|each|unless|with|together)${BEHIND_WORD}\\s*(.*)$`,
  'isu',
);

const END_STYLE = new RegExp(`^end(?:${JOINT}|\\s+)style$`, 'i');

/** Commands of one or two words that are always commands: `END-IF`, `ENDIF`, `end if`. */
export const classifySpelled = (content: string): Command | undefined => {
  if (content === 'MERGE') return mergeCommand('');
  if (content === 'FIT') return fitCommand('');
  if (content === 'TOGETHER') return open((source) => ({ kind: 'together', source }), 'true');
  if (END_STYLE.test(content)) return { type: 'look-end' };
  if (content === 'END') return { type: 'close', of: 'any', name: '', trim: NO_TRIM };
  if (PAGE_BREAK.test(content)) return { type: 'page-break' };
  const [, block, name = ''] = END.exec(content) ?? [];
  if (block !== undefined && !CONTINUES.test(name)) {
    const of = /^for./i.test(block) ? 'each' : block.toLowerCase();
    return { type: 'close', of: of as BlockKind, name, trim: NO_TRIM };
  }
  const alternative = ALTERNATIVE.exec(content);
  // `{elif}` may be a field.
  return alternative === null || /^els?if$/.test(content) ? undefined : elseCommand(content, NO_TRIM);
};

export const classifyKeyword = (content: string): Command | undefined => {
  const match = KEYWORD.exec(content);
  if (match === null) return undefined;
  const word = (match[1] as string).toUpperCase();
  const rest = (match[2] as string).trim();
  if (word === 'ELSE') return elseCommand(content, NO_TRIM);
  // In small letters it is a field: `{end-date}`.
  if (match[1]?.startsWith('END-')) {
    const hint = 'Blocks end with `{END-FOR}`, `{END-IF}` or `{END-TOGETHER}`, looks with `{END-STYLE}`.';
    return problem('unknown_command', `\`${word}\` does not exist.`, hint);
  }
  if (rest === '') return undefined;
  if (word !== 'IF' && !word.startsWith('FOR') && CONTINUES.test(rest)) return undefined;
  if (CONTENT_KEYWORDS[word] !== undefined) return contentCommand(CONTENT_KEYWORDS[word], rest);
  switch (word) {
    case 'FOR':
    case 'FOREACH':
      return CONTINUES.test(rest) && !/^in\s/i.test(rest) ? undefined : forCommand(rest);
    case 'IF':
      // `{IF .}` asks for the item itself.
      if (/^(?:[|?=*<>&,%]|\/(?![/*])|!=)/.test(rest)) return undefined;
      return open((source) => ({ kind: 'if', source, strict: true }), rest);
    case 'INS':
      return { type: 'value', source: rest, statements: true };
    case 'SET':
    case 'EXEC':
      return { type: 'run', source: rest };
    case 'COMMENT':
    case 'QUERY':
      if (content.startsWith(word) || !WORDS.test(content)) return { type: 'comment' };
      return { type: 'comment', looksLikeName: true };
    case 'ALIAS': {
      const alias = /^(\S+)\s+(.+)$/s.exec(rest);
      if (alias === null)
        return problem(
          'bad_expression',
          'ALIAS needs a name and a command.',
          'Write `{ALIAS n INS $p.name}`, then `{*n}`.',
        );
      return { type: 'alias', name: alias[1] as string, source: (alias[2] as string).trim() };
    }
    case 'DROP':
    case 'KEEP':
      return dropCommand(word === 'KEEP', rest);
    case 'STYLE':
      return lookCommand(rest);
    case 'MERGE':
      return mergeCommand(rest);
    case 'FIT':
      return content.startsWith('FIT') ? fitCommand(rest) : undefined;
    case 'PAGETOTAL':
    case 'CARRY':
      return content.startsWith(word)
        ? { type: 'page-sum', of: word === 'CARRY' ? 'carry' : 'total', source: rest }
        : undefined;
    case 'INCLUDE':
      return includeCommand(rest);
    case 'CHART':
      return chartCommand(rest);
    default:
      return undefined;
  }
};

const forCommand = (rest: string): Command => {
  const match = new RegExp(`^(?:each\\s+(?!in\\s))?(${NAME})\\s+in(?![\\p{L}\\p{N}_])\\s*(.+)$`, 'isu').exec(
    rest,
  );
  if (match === null) {
    return problem(
      'bad_expression',
      `FOR needs a variable and a list: \`FOR ${rest}\`.`,
      'Write `{FOR item IN items}`.',
    );
  }
  const variable = plainName(match[1] as string);
  return open((source) => ({ kind: 'for', variable, source }), (match[2] as string).trim());
};

const DROP = /^(paragraph|row|column|table|picture)\s+if(?![\p{L}\p{N}_])\s*(.+)$/isu;

const dropCommand = (keep: boolean, rest: string): Command => {
  const word = keep ? 'KEEP' : 'DROP';
  const match = DROP.exec(rest);
  if (match === null) {
    return problem(
      'bad_expression',
      `\`${word} ${rest}\` is not complete.`,
      `Write \`{${word} row IF condition}\`; units are paragraph, row, column, table and picture.`,
    );
  }
  return {
    type: 'drop',
    unit: (match[1] as string).toLowerCase() as DropUnit,
    keep,
    source: (match[2] as string).trim(),
  };
};

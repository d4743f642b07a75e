/**
 * classify :: what a tag says → Command
 *
 * One ordered table of spellings. Keywords are case-insensitive, and are commands only where their operand follows:
 * `{link}` is a field.
 */
import type { DelimiterName } from '../delimiters.ts';
import { plainStart } from '../expression/quotes.ts';
import { ASSIGNMENT } from '../lex/scan.ts';
import type { BlockHead, BlockKind, Command, ContentKind, DropUnit, Trim, UnitName } from './command.ts';
import { NO_TRIM } from './command.ts';
import { splitLabel, splitOptions } from './options.ts';

const problem = (
  code: 'bad_expression' | 'unknown_command' | 'unsupported' | 'delimiter_change',
  message: string,
  hint?: string,
): Command =>
  hint === undefined ? { type: 'problem', code, message } : { type: 'problem', code, message, hint };

export const classify = (text: string, delimiter: DelimiterName): Command => {
  const content = plainStart(text.trim());
  if (content === '') return { type: 'comment' };
  const trimmed = classifyTrimmed(content);
  if (trimmed !== undefined) return trimmed;
  return (
    classifySigil(content, delimiter) ??
    classifySpelled(content) ??
    classifyKeyword(content) ??
    value(content)
  );
};

const value = (source: string): Command => ({ type: 'value', source, statements: false });

/** Handlebars' white-space control. `~` before anything but a control tag is rich text. */
const classifyTrimmed = (content: string): Command | undefined => {
  const before = content.startsWith('~');
  const after = content.endsWith('~');
  if (!before && !after) return undefined;
  const inside = content.slice(before ? 1 : 0, after && content.length > 1 ? -1 : undefined).trim();
  if (inside.startsWith('!')) return { type: 'comment' };
  if (!/^(?:[#^/]|else\b)/i.test(inside)) return undefined;
  return classifyControl(inside, { before, after });
};

const LOOP_NAMES = /^@(?:index|first|last|key|root)(?![\p{L}\p{N}_])/u;

const classifySigil = (content: string, delimiter: DelimiterName): Command | undefined => {
  const rest = content.slice(1).trim();
  switch (content[0]) {
    case '#':
    case '^':
    case '/':
      if (content.startsWith('//')) return { type: 'comment' };
      return classifyControl(content, NO_TRIM);
    case '!':
      if (content.startsWith('!--') || !ASSIGNMENT.test(rest)) return { type: 'comment' };
      return { type: 'run', source: rest };
    case '=':
      if (/^=\s*\S+\s+\S+\s*=$/.test(content) || /^=\S*=$/.test(content)) {
        return problem(
          'delimiter_change',
          'The delimiters cannot be changed inside a template.',
          'Choose the delimiter when you upload the template, and use one throughout.',
        );
      }
      return { type: 'value', source: rest, statements: true };
    case '*':
      return { type: 'use-alias', name: rest };
    case '~': {
      const blocks = content.startsWith('~~');
      return contentCommand('html', blocks ? content.slice(2).trim() : rest, blocks ? 'blocks' : 'inline');
    }
    case '%': {
      const centred = content.startsWith('%%');
      const command = contentCommand(
        'image',
        centred ? content.slice(2).trim() : rest,
        centred ? 'blocks' : 'inline',
      );
      return centred && command.type === 'content' ? { ...command, centred: true } : command;
    }
    case '&':
      return value(rest);
    case '>':
      return notYet('INCLUDE');
    case '@':
      if (LOOP_NAMES.test(content)) return undefined;
      return problem(
        'unsupported',
        `\`${content}\` inserts raw XML, which Platen does not do.`,
        rawHint(rest),
      );
    case '-': {
      const dash = /^-(\w+:\w+)\s+(.+)$/s.exec(content);
      return dash === null ? undefined : dashLoop(dash[1] as string, (dash[2] as string).trim());
    }
    case '{':
      return doubledBrace(content, delimiter);
    default:
      return undefined;
  }
};

/** Whatever made XML of the value stands behind a pipe. */
const rawHint = (rest: string): string => {
  const value = rest.split('|', 1)[0]?.trim() ?? rest;
  return `Use \`{HTML ${value}}\` or \`{MARKDOWN ${value}}\` for formatted text, \`{IMAGE ${value}}\` for a picture, \`{${value}}\` for plain text.`;
};

/** `{{{x}}}` is Mustache's unescaped value; everything is escaped here, so it is the plain one. */
const doubledBrace = (content: string, delimiter: DelimiterName): Command | undefined => {
  if (delimiter === 'DOUBLE_BRACES' && content.endsWith('}')) return value(content.slice(1, -1).trim());
  if (delimiter !== 'BRACES' || !/^\{[^{}:,]*\}$/.test(content)) return undefined;
  return problem(
    'bad_expression',
    `\`{${content}}\` has double braces, but the template is read with single ones.`,
    'Upload it with the delimiter DOUBLE_BRACES, or write single braces.',
  );
};

const notYet = (what: string): Command =>
  problem(
    'unsupported',
    `${what} is not supported yet.`,
    'Remove the tag, or put its content into the template itself.',
  );

const DASH_UNITS: Readonly<Record<string, UnitName>> = {
  'w:p': 'paragraph',
  'w:tr': 'row',
  'w:tc': 'cell',
  'w:tbl': 'table',
  'w:r': 'run',
};

const dashLoop = (element: string, source: string): Command => {
  const unit = DASH_UNITS[element];
  if (unit === undefined) {
    return problem(
      'unsupported',
      `A loop over \`${element}\` does not exist.`,
      `It takes ${Object.keys(DASH_UNITS).join(', ')}.`,
    );
  }
  return { type: 'open', head: { kind: 'section', source }, unit, trim: NO_TRIM };
};

const UNIT = /\s+by\s+(run|paragraph|cell|column|row|table)$/i;
const LOOP_OVER = /\s*\[\s*loopOver\s*:\s*["']?(\w+)["']?\s*\]$/i;
const LOOP_OVER_UNITS: ReadonlySet<string> = new Set(['run', 'paragraph', 'cell', 'column', 'row', 'table']);

const open = (head: (source: string) => BlockHead, operand: string, trim: Trim = NO_TRIM): Command => {
  const over = LOOP_OVER.exec(operand);
  if (over !== null) {
    const unit = (over[1] as string).toLowerCase();
    // easy-template-x's "content" is what stands between the tags: the rule that applies anyway.
    if (!LOOP_OVER_UNITS.has(unit) && unit !== 'content') {
      return problem(
        'bad_expression',
        `\`loopOver: "${unit}"\` is not a unit.`,
        'Units are paragraph, row, column, cell, table and content.',
      );
    }
    const source = operand.slice(0, over.index).trim();
    return { type: 'open', head: head(source), trim, ...(unit !== 'content' && { unit: unit as UnitName }) };
  }
  const by = UNIT.exec(operand);
  if (by === null) return { type: 'open', head: head(operand), trim };
  const unit = (by[1] as string).toLowerCase() as UnitName;
  return { type: 'open', head: head(operand.slice(0, by.index).trim()), unit, trim };
};

const NAME = '[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*';
const EACH_AS = new RegExp(
  `^(.+?)\\s+as\\s+(?:\\|\\s*(${NAME})(?:[\\s,]+(${NAME}))?\\s*\\||(${NAME})(?:[\\s,]+(${NAME}))?)$`,
  'isu',
);
const plainName = (name: string): string =>
  (name.startsWith('$') && name.length > 1 ? name.slice(1) : name).normalize('NFC');

const splitAs = (operand: string): { source: string; variable?: string; index?: string } => {
  const by = UNIT.exec(operand);
  const body = by === null ? operand : operand.slice(0, by.index);
  const match = EACH_AS.exec(body);
  if (match === null) return { source: operand };
  const variable = match[2] ?? match[4];
  const index = match[3] ?? match[5];
  return {
    source: (match[1] as string).trim() + (by === null ? '' : by[0]),
    ...(variable !== undefined && { variable: plainName(variable) }),
    ...(index !== undefined && { index: plainName(index) }),
  };
};

/** `#…`, `^…`, `/…` and Handlebars' `else`. */
const classifyControl = (content: string, trim: Trim): Command => {
  if (/^else\b/i.test(content)) return elseCommand(content, trim);
  const sigil = content[0];
  const body = content.slice(1).trim();
  if (sigil === '/') return closeCommand(body, trim);
  if (sigil === '^') {
    if (body === '') return { type: 'else', trim };
    return open((source) => ({ kind: 'inverted', source }), body, trim);
  }
  const word = /^(each|if|unless|with|elseif|else-if|els?if|else)(?![\p{L}\p{N}_.\-[])\s*(.*)$/isu.exec(body);
  if (word === null) {
    if (body === '')
      return problem('bad_expression', 'A section needs a name.', 'Write `{#items}` … `{/items}`.');
    return open((source) => ({ kind: 'section', source }), body, trim);
  }
  const keyword = (word[1] as string).toLowerCase();
  const operand = (word[2] as string).trim();
  if (keyword.startsWith('el')) return elseCommand(`${keyword} ${operand}`, trim);
  if (operand === '') {
    return problem(
      'bad_expression',
      `\`#${keyword}\` needs something to look at.`,
      `A field of that name is reached as \`{#this.${keyword}}\`.`,
    );
  }
  switch (keyword) {
    case 'each': {
      const { source, variable, index } = splitAs(operand);
      const names = { ...(variable !== undefined && { variable }), ...(index !== undefined && { index }) };
      return open((over) => ({ kind: 'each', source: over, ...names }), source, trim);
    }
    case 'if':
      return open((source) => ({ kind: 'if', source, strict: false }), operand, trim);
    case 'unless':
      return open((source) => ({ kind: 'unless', source }), operand, trim);
    default: {
      const { source, variable } = splitAs(operand);
      return open(
        (over) => ({ kind: 'with', source: over, ...(variable !== undefined && { variable }) }),
        source,
        trim,
      );
    }
  }
};

/** What may stand in a command of two words; Word and authors write it with any dash. */
const JOINT = '[-_\\u2010-\\u2015\\u2212]';
const BEHIND_WORD = '(?![\\p{L}\\p{N}_]|[-.[(]\\S)';
const ALTERNATIVE = new RegExp(`^(?:else|(?:else(?:${JOINT}|\\s)*if|els?if)${BEHIND_WORD}\\s*(.*))$`, 'isu');

const elseCommand = (content: string, trim: Trim): Command => {
  const match = ALTERNATIVE.exec(content.trim());
  if (match === null) {
    return problem(
      'unknown_command',
      `\`${content}\` is not a command.`,
      'Write `{ELSE}` or `{ELSE-IF condition}`.',
    );
  }
  if (match[1] === undefined) return { type: 'else', trim };
  if (match[1].trim() === '') return problem('bad_expression', 'ELSE-IF needs a condition.');
  return { type: 'else', source: match[1].trim(), trim };
};

const CLOSE_WORDS: ReadonlySet<string> = new Set(['each', 'for', 'if', 'unless', 'with']);

const closeCommand = (body: string, trim: Trim): Command => {
  const name = body.replace(LOOP_OVER, '').replace(UNIT, '').trim();
  if (name === '') return { type: 'close', of: 'any', name, trim };
  const word = name.toLowerCase();
  return { type: 'close', of: CLOSE_WORDS.has(word) ? (word as BlockKind) : 'section', name, trim };
};

const CONTENT_KEYWORDS: Readonly<Record<string, ContentKind>> = {
  IMAGE: 'image',
  LINK: 'link',
  HTML: 'html',
  MARKDOWN: 'markdown',
  QR: 'qr',
  BARCODE: 'barcode',
};

const contentCommand = (kind: ContentKind, body: string, shape?: 'inline' | 'blocks'): Command => {
  const { operand, options } = splitOptions(body);
  if (operand === '') return problem('bad_expression', `This ${kind} tag does not say what to show.`);
  const { operand: source, label } = kind === 'link' ? splitLabel(operand) : { operand, label: undefined };
  const labels = label === undefined ? [] : [{ name: 'label', expression: label }];
  return {
    type: 'content',
    kind,
    source,
    options: [...options, ...labels],
    ...(shape !== undefined && { shape }),
  };
};

/** An access follows a name directly (`link[0]`), so that a list may be an operand (`INS [1, 2].length`). */
const KEYWORD = /^([A-Za-z]+(?:-[A-Za-z]+)*)(?=[\s("'`{]|$)\s*(.*)$/s;
const WORDS = /^[\p{L}\p{N}_ ]+$/u;
/** What follows a field of that name rather than a command: an operator (no comment, no sign of a number) or a pipe. */
const CONTINUES = /^(?:[.|?=*<>&,%]|\/(?![/*])|!=|[+-]\s|(?:and|or|eq|ne|gt|lt|ge|le|contains|in)\s+\S)/i;

const PAGE_BREAK = new RegExp(`^page(?:${JOINT}|\\s+)?break$`, 'i');
const END = new RegExp(
  `^end(?:${JOINT}|\\s+)?(if|for(?:${JOINT}|\\s+)?each|for|each|unless|with)${BEHIND_WORD}\\s*(.*)$`,
  'isu',
);

/** Commands of one or two words that are always commands: `END-IF`, `ENDIF`, `end if`. */
const classifySpelled = (content: string): Command | undefined => {
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

const classifyKeyword = (content: string): Command | undefined => {
  const match = KEYWORD.exec(content);
  if (match === null) return undefined;
  const word = (match[1] as string).toUpperCase();
  const rest = (match[2] as string).trim();
  if (word === 'ELSE') return elseCommand(content, NO_TRIM);
  // In small letters it is a field: `{end-date}`.
  if (match[1]?.startsWith('END-')) {
    const hint = 'Blocks end with `{END-FOR}` or `{END-IF}`.';
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
    case 'INCLUDE':
    case 'CHART':
      return notYet(word);
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

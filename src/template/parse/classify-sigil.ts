/** classifySigil :: `#items`, `^items`, `/items`, `%logo`, `~html`, `= x` → Command; undefined where no sign leads */
import type { DelimiterName } from '../delimiters.ts';
import { ASSIGNMENT } from '../lex/scan.ts';
import type { Command, Trim, UnitName } from './command.ts';
import { NO_TRIM } from './command.ts';
import {
  closeCommand,
  contentCommand,
  elseCommand,
  NAME,
  open,
  plainName,
  problem,
  UNIT,
  value,
} from './command-pieces.ts';
import { pwndocLook } from './foreign-looks.ts';
import { partialCommand } from './include-command.ts';

/** Handlebars' white-space control. `~` before anything but a control tag is rich text. */
export const classifyTrimmed = (content: string): Command | undefined => {
  const before = content.startsWith('~');
  const after = content.endsWith('~');
  if (!before && !after) return undefined;
  const inside = content.slice(before ? 1 : 0, after && content.length > 1 ? -1 : undefined).trim();
  if (inside.startsWith('!')) return { type: 'comment' };
  if (!/^(?:[#^/]|else\b)/i.test(inside)) return undefined;
  return classifyControl(inside, { before, after });
};

const PLAIN_PATH = /^[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:\.[\p{L}_$][\p{L}\p{N}\p{M}_$]*)*$/u;
const LOOP_NAMES = /^@(?:index|first|last|key|root)(?![\p{L}\p{N}_])/u;

export const classifySigil = (content: string, delimiter: DelimiterName): Command | undefined => {
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
    case '+':
      // poi-tl's, whose marks no sum begins with.
      return delimiter !== 'TRIPLE_PLUS' && PLAIN_PATH.test(rest)
        ? { type: 'include', of: 'docx', source: rest }
        : undefined;
    case '&':
      return value(rest);
    case '>':
      return partialCommand(rest);
    case '@':
      if (LOOP_NAMES.test(content)) return undefined;
      return (
        pwndocLook(rest) ??
        problem('unsupported', `\`${content}\` inserts raw XML, which Platen does not do.`, rawHint(rest))
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

const EACH_AS = new RegExp(
  `^(.+?)\\s+as\\s+(?:\\|\\s*(${NAME})(?:[\\s,]+(${NAME}))?\\s*\\||(${NAME})(?:[\\s,]+(${NAME}))?)$`,
  'isu',
);
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

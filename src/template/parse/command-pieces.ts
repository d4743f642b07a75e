/** Commands that several spellings share: blocks with their unit, ELSE, closing tags, content, and what is wrong. */
import type { BlockHead, BlockKind, Command, ContentKind, Trim, UnitName } from './command.ts';
import { NO_TRIM } from './command.ts';
import { splitLabel, splitOptions } from './options.ts';

export const problem = (
  code: 'bad_argument' | 'bad_expression' | 'unknown_command' | 'unsupported' | 'delimiter_change',
  message: string,
  hint?: string,
): Command =>
  hint === undefined ? { type: 'problem', code, message } : { type: 'problem', code, message, hint };

export const value = (source: string): Command => ({ type: 'value', source, statements: false });

export const UNIT = /\s+by\s+(run|paragraph|cell|column|row|table)$/i;
const LOOP_OVER = /\s*\[\s*loopOver\s*:\s*["']?(\w+)["']?\s*\]$/i;
const LOOP_OVER_UNITS: ReadonlySet<string> = new Set(['run', 'paragraph', 'cell', 'column', 'row', 'table']);

export const open = (head: (source: string) => BlockHead, operand: string, trim: Trim = NO_TRIM): Command => {
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

/** What may stand in a command of two words; Word and authors write it with any dash. */
export const JOINT = '[-_\\u2010-\\u2015\\u2212]';
export const BEHIND_WORD = '(?![\\p{L}\\p{N}_]|[-.[(]\\S)';
export const ALTERNATIVE = new RegExp(
  `^(?:else|(?:else(?:${JOINT}|\\s)*if|els?if)${BEHIND_WORD}\\s*(.*))$`,
  'isu',
);

export const elseCommand = (content: string, trim: Trim): Command => {
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

export const closeCommand = (body: string, trim: Trim): Command => {
  const name = body.replace(LOOP_OVER, '').replace(UNIT, '').trim();
  if (name === '') return { type: 'close', of: 'any', name, trim };
  const word = name.toLowerCase();
  return { type: 'close', of: CLOSE_WORDS.has(word) ? (word as BlockKind) : 'section', name, trim };
};

export const CONTENT_KEYWORDS: Readonly<Record<string, ContentKind>> = {
  IMAGE: 'image',
  LINK: 'link',
  HTML: 'html',
  MARKDOWN: 'markdown',
  QR: 'qr',
  BARCODE: 'barcode',
};

export const contentCommand = (kind: ContentKind, body: string, shape?: 'inline' | 'blocks'): Command => {
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

export const NAME = '[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*';

export const plainName = (name: string): string =>
  (name.startsWith('$') && name.length > 1 ? name.slice(1) : name).normalize('NFC');

/** What a tag says and its author hardly means: braces that are text, and words that are no fields. */
import { DELIMITERS, type DelimiterName } from '../delimiters.ts';
import type { Expression } from '../expression/tree.ts';
import { tellsHalfDay } from '../formatters/date-pattern.ts';
import { formatterOf } from '../formatters/registry.ts';
import type { ProblemCode, WarningCode } from '../problems.ts';
import type { Command } from './command.ts';

interface Doubt {
  readonly code: WarningCode;
  readonly message: string;
  readonly hint: string;
}

/** `"a": 1`, `color: red;`, `return x;`: JSON, style sheets and programs are full of braces. */
const LITERAL = /^\s*(?:"[^"]*"|'[^']*'|[\w$-]+)\s*:|;\s*$/;

const writtenAsText = (delimiter: DelimiterName): string => {
  const { open } = DELIMITERS[delimiter];
  return `If it is meant as text, write \`\\${open}\`, or choose another delimiter at upload.`;
};

/** For what cannot be read, and has no better hint or is no expression at all. */
export const literalHint = (
  source: string,
  delimiter: DelimiterName,
  problem: { readonly code: ProblemCode; readonly hint?: string },
): string | undefined => {
  if (problem.code !== 'bad_expression') return undefined;
  return problem.hint === undefined || LITERAL.test(source) ? writtenAsText(delimiter) : undefined;
};

export const emptyTag = (inner: string, delimiter: DelimiterName): Doubt | undefined => {
  if (inner.trim() !== '') return undefined;
  const { open, close } = DELIMITERS[delimiter];
  return {
    code: 'no_effect',
    message: `The tag \`${open}${close}\` is empty and shows nothing.`,
    hint: writtenAsText(delimiter),
  };
};

const NOT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['TODAY', 'The date of the request is `$now | date`.'],
  ['NOW', 'The time of the request is `$now | datetime`.'],
  ['docxPageBreak', 'A page break is `PAGE-BREAK`.'],
  ['PAGE', "For page numbers, insert Word's own page number field."],
  ['NUMPAGES', "For the number of pages, insert Word's own field."],
]);

/** As they are written elsewhere: `{today}` may well be a field. */
export const hardlyField = (command: Command, tree: Expression | undefined): Doubt | undefined => {
  if (command.type !== 'value' || tree?.type !== 'path' || tree.keys.length > 0 || tree.levels > 0)
    return undefined;
  const hint = NOT_FIELDS.get(tree.name);
  if (hint === undefined) return undefined;
  return {
    code: 'looks_like_command',
    message: `\`${tree.name}\` is no command here, and is read as a field of that name.`,
    hint,
  };
};

/** `total // count`: Python's division, or a remark of one word. Quotes may hold an address, and are left alone. */
const LAST_WORD = /[\p{L}\p{N}_$)\]]\s*\/\/\s*([\p{L}_$][\p{L}\p{N}_$.]*)$/u;

export const leftOut = (source: string | undefined): Doubt | undefined => {
  const text = source?.trim() ?? '';
  if (!text.includes('//') || /["'`\n\r]/.test(text)) return undefined;
  const word = LAST_WORD.exec(text)?.[1];
  if (word === undefined) return undefined;
  return {
    code: 'no_effect',
    message: `\`// ${word}\` is read as a comment and does nothing.`,
    hint: 'To divide and round down, write `Math.floor(a / b)`; a remark is `/* … */`.',
  };
};

/** `hh:mm` is ten past two at night and in the afternoon. */
export const halfDay = (tree: Expression | undefined): Doubt | undefined => {
  const pattern = halfDayIn(tree);
  if (pattern === undefined) return undefined;
  return {
    code: 'ambiguous_time',
    message: `The pattern "${pattern}" counts hours up to twelve and does not say which half of the day.`,
    hint: 'Write `HH` for hours up to 24, or add `a` for morning and afternoon.',
  };
};

const halfDayIn = (node: unknown): string | undefined => {
  if (typeof node !== 'object' || node === null) return undefined;
  if ('type' in node && node.type === 'pipe') {
    const { name, args } = node as Extract<Expression, { type: 'pipe' }>;
    const [format] = formatterOf(name)?.family === 'date' ? args : [];
    const text =
      format?.type === 'literal' ? format.value : format?.type === 'word' ? format.text : undefined;
    if (typeof text === 'string' && tellsHalfDay(text)) return text;
  }
  for (const value of Object.values(node)) {
    const found = halfDayIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
};

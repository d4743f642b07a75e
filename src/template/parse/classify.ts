/**
 * classify :: what a tag says → Command
 *
 * One ordered table of spellings. Keywords are case-insensitive, and are commands only where their operand follows:
 * `{link}` is a field.
 */
import type { DelimiterName } from '../delimiters.ts';
import { plainStart } from '../expression/quotes.ts';
import { classifyKeyword, classifySpelled } from './classify-keyword.ts';
import { classifySigil, classifyTrimmed } from './classify-sigil.ts';
import type { Command } from './command.ts';
import { value } from './command-pieces.ts';
import { docxtplLook, jsreportLook } from './foreign-looks.ts';
import { calledInclude, joinedCommand } from './include-command.ts';

export const classify = (text: string, delimiter: DelimiterName): Command => {
  const content = plainStart(text.trim());
  if (content === '') return { type: 'comment' };
  const trimmed = classifyTrimmed(content);
  if (trimmed !== undefined) return trimmed;
  return (
    docxtplLook(content) ??
    jsreportLook(content) ??
    joinedCommand(content) ??
    classifySigil(content, delimiter) ??
    classifySpelled(content) ??
    calledInclude(content) ??
    classifyKeyword(content) ??
    value(content)
  );
};

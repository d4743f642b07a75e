/** refusalsOf, warningsOf :: ReadTemplate → what it is refused for, and what its author is told though it is accepted */
import type { Problem } from '../../errors.ts';
import type { Warning } from '../problems.ts';
import { unreadTags } from './parts/unread.ts';
import type { ReadTemplate } from './read-template.ts';

/** What the template is refused for. Other problems with another engine's tags say nothing that its author needs. */
export const refusalsOf = ({ problems, foreign, isStatic }: ReadTemplate): readonly Problem[] => {
  const found = isStatic ? undefined : (foreign.tags ?? foreign.instead());
  if (found === undefined) return problems;
  const { finding, isRefusal, covers } = found;
  if (isRefusal) return [finding, ...problems.filter((problem) => !covers(problem))];
  return problems.length > 0 ? [finding, ...problems] : problems;
};

/** Asked for once: the closing check looks at the whole package. */
export const warningsOf = (read: ReadTemplate): readonly Warning[] => {
  const { problems } = read;
  const foreign = read.foreign.tags ?? read.foreign.instead();
  const warnings = [...read.warnings, ...unreadTags(read)];
  if (foreign !== undefined) return [foreign.finding, ...warnings];
  return problems.length === 0 && tagsIn(read) === 0 ? [NO_TAGS, ...warnings] : warnings;
};

const NO_TAGS: Warning = {
  code: 'no_tags',
  message: 'The file has no tag: every document made from it will be the same.',
  hint: 'Write tags such as `{customer.name}` where data belongs, or choose the delimiter that the file uses.',
};

/** Those that the author wrote, and wrote for Platen. */
export const tagsIn = ({ tags, foreign }: ReadTemplate): number => tags - (foreign.tags?.covered ?? 0);

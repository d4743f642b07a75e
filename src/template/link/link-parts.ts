/** linkParts :: Program → what writes each of its parts, in the order of evaluation */

import { KnownMarkup } from '../../ooxml/deflate/known-markup.ts';
import type { Expression } from '../expression/tree.ts';
import type { PartProgram, Program, TagRef } from '../program.ts';
import type { LinkedNote, Step } from '../runtime/state.ts';
import { linkOps } from './link.ts';
import type { LinkContext } from './link-context.ts';

interface LinkedParts {
  readonly parts: readonly { readonly part: PartProgram; readonly write: Step }[];
  /** The expression of each tag: an error then can name the path. */
  readonly trees: ReadonlyMap<TagRef, Expression>;
  readonly markup: KnownMarkup;
}

export const linkParts = (
  program: Program,
  { guard, file, isMapped }: Pick<LinkContext, 'guard' | 'file' | 'isMapped'> = {},
): LinkedParts => {
  const trees = new Map<TagRef, Expression>();
  const notes = new Map<string, LinkedNote>();
  const markup = new KnownMarkup();
  const parts = program.parts.map((part) => {
    const own = { program, part, tape: undefined, trees, notes, markup, ops: linkOps };
    const context: LinkContext = { ...own, guard, file, isMapped };
    for (const [id, ops] of Object.entries(part.notes ?? {}))
      notes.set(`${part.noteKind ?? 'footnote'} ${id}`, { part: part.name, write: linkOps(ops, context) });
    return { part, write: linkOps(part.ops, context) };
  });
  return { parts, trees, markup };
};

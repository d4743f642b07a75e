/** Headers and footers see the data alone: a loop variable of the body in one of them is a mistake worth telling. */
import type { Problem } from '../../../errors.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import { namesIn } from '../../expression/walk.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import type { PartRole } from '../../program.ts';
import type { Field } from '../../word/field-marks.ts';
import type { FoundEdits } from '../edits/edits.ts';
import type { PartTags } from './part-tags.ts';

/** A part that has been read. */
export interface TaggedPart {
  readonly name: string;
  readonly label: string;
  readonly role: PartRole;
  readonly root: XmlElement;
  readonly read: PartTags;
  readonly found: FoundEdits;
  readonly fields: readonly Field[];
}

const variablesOf = (blocks: readonly Block[]): Set<string> =>
  new Set(
    blocks.flatMap(({ head }) =>
      'variable' in head && head.variable !== undefined ? [`$${head.variable}`] : [],
    ),
  );

export const checkHeaderScopes = (parts: readonly TaggedPart[], problems: Problem[]): void => {
  const body = parts.find(({ role }) => role === 'document');
  if (body === undefined) return;
  const loops = variablesOf(body.read.blocks);
  if (loops.size === 0) return;
  for (const part of parts) {
    if (part.role !== 'header' && part.role !== 'footer') continue;
    const own = variablesOf(part.read.blocks);
    const report = (tag: Tag): void => {
      for (const name of tag.tree === undefined ? [] : namesIn(tag.tree)) {
        if (!loops.has(name) || own.has(name)) continue;
        problems.push({
          code: 'scope',
          message: `\`${name}\` is the variable of a loop in the document; a ${part.role} is written once, for all its turns, and cannot see it.`,
          hint: 'Print the value in the document, in a style of its own or a heading, and put a StyleRef field for that style here (Insert, Quick Parts, Field): it shows what each page says.',
          ...tag.where,
        });
      }
    };
    for (const tag of [...part.read.tags, ...part.found.tags]) report(tag);
  }
};

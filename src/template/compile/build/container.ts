/** What elements share when they are written: their start with its properties, and a body that ends in a paragraph. */
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { Op } from '../../program.ts';
import { isSelfClosed, openTag } from '../../word/markup.ts';
import type { Around, PartBuild } from '../context.ts';
import { PROPERTIES } from './atoms.ts';
import { type Built, sequence } from './built.ts';
import { flatten, withoutTails } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { MAYBE, NOTHING } from './status.ts';

/** Start tag and properties. */
export const openElement = (part: PartBuild, element: XmlElement, around: Around): Op[] => {
  const ops: Op[] = [...(part.edits.get(element)?.before ?? [])];
  ops.push(...(isSelfClosed(element) ? [openTag(part.source, element)] : startTag(part, element, around)));
  for (const child of element.children) {
    if (child.kind === 'element' && PROPERTIES.has(child.name)) ops.push(...literal(part, child, around));
  }
  return ops;
};

export const containerBody = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  filler: string,
): Op[] => {
  const lastBlock = items.findLast((item) => item.status !== NOTHING);
  const isStatic =
    !part.dynamic.has(element) || items.every((item) => item.status !== MAYBE && item.block !== undefined);
  const neighbours = isStatic && hasNeighbouringTables(items);
  if (isStatic && lastBlock?.block === 'paragraph' && !neighbours) return withoutTails(sequence(items));
  if (isStatic && !part.dynamic.has(element)) return withoutTails(sequence(items));
  return [{ op: 'container', body: flatten(sequence(items)), filler }];
};

const hasNeighbouringTables = (items: readonly Built[]): boolean => {
  const blocks = items.filter((item) => item.status !== NOTHING);
  return blocks.some((item, index) => item.block === 'table' && blocks[index + 1]?.block === 'table');
};

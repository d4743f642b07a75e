/** What elements share when they are written: their start with its properties, and a body that ends in a paragraph. */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { isSelfClosed, openTag } from '../../../ooxml/xml-markup.ts';
import type { Op } from '../../program.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { type Built, sequence } from './built.ts';
import { flatten, withoutTails } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { PROPERTIES } from './source-items.ts';
import { MAYBE, NOTHING } from './visibility.ts';

/** Start tag and properties. */
export const openElement = (part: PartBuild, element: XmlElement, around: LoopContext): Op[] => {
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
  const lastBlock = items.findLast((item) => item.visibility !== NOTHING);
  const isStatic =
    !part.dynamic.has(element) ||
    items.every((item) => item.visibility !== MAYBE && item.block !== undefined);
  const neighbours = isStatic && hasNeighbouringTables(items);
  if (isStatic && lastBlock?.block === 'paragraph' && !neighbours) return withoutTails(sequence(items));
  if (isStatic && !part.dynamic.has(element)) return withoutTails(sequence(items));
  return [{ op: 'container', body: flatten(sequence(items)), filler }];
};

const hasNeighbouringTables = (items: readonly Built[]): boolean => {
  const blocks = items.filter((item) => item.visibility !== NOTHING);
  return blocks.some((item, index) => item.block === 'table' && blocks[index + 1]?.block === 'table');
};

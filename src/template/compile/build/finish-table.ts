/** Cells, rows and tables: rows go with their tags, cells keep a paragraph, tables without rows go. */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { childOf, elementsOf } from '../../../ooxml/xml.ts';
import { closeTag } from '../../../ooxml/xml-markup.ts';
import type { Op } from '../../program.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { type Built, sequence, silentOf, silentOnly, visibilityOfAll } from './built.ts';
import { containerBody, openElement } from './container.ts';
import { emptied } from './finish-paragraph.ts';
import { flatten } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { MAYBE, NOTHING, SOLID, SPACE } from './visibility.ts';

export const finishCell = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const visibility = visibilityOfAll(items);
  if (part.vanishing.has(element) && visibility <= SPACE) return silentOnly(items);
  const last = elementsOf(element, 'w:p').at(-1);
  const filler = last === undefined ? '<w:p/>' : emptied(part, last);
  const ops = [
    ...openElement(part, element, around),
    ...containerBody(part, element, items, filler),
    closeTag(part.source, element),
  ];
  // A cell is there even where nothing shows in it; SPACE says that it would not hold a row.
  return { visibility: visibility >= MAYBE ? SOLID : SPACE, ops, silent: silentOf(items) };
};

export const finishRow = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const visibility = visibilityOfAll(items);
  if (visibility <= SPACE) return silentOnly(items);
  const open = openElement(part, element, around);
  const close = closeTag(part.source, element);
  const hasFixedCell = items.some((item) => item.visibility === SOLID || item.visibility === SPACE);
  if (hasFixedCell)
    return { visibility: SOLID, ops: [...open, ...sequence(items), close], silent: silentOf(items) };
  return {
    visibility: MAYBE,
    ops: [{ op: 'lazy', open: flatten(open), body: flatten(sequence(items)), close: [close] }],
    silent: silentOf(items),
  };
};

export const finishTable = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const visibility = visibilityOfAll(items);
  if (visibility === NOTHING) return silentOnly(items);
  if (part.counted.has(element)) return finishCountedTable(part, element, items, around);
  const open = openElement(part, element, around);
  const close = closeTag(part.source, element);
  if (visibility === SOLID)
    return { visibility, ops: [...open, ...sequence(items), close], silent: silentOf(items), block: 'table' };
  return {
    visibility: MAYBE,
    ops: [{ op: 'lazy', open: flatten(open), body: flatten(sequence(items)), close: [close], tail: 'table' }],
    silent: silentOf(items),
  };
};

/** See `countedTables`. */
const finishCountedTable = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const grid = childOf(element, 'w:tblGrid');
  const op: Op = {
    op: 'grid',
    open: flatten([
      ...(part.edits.get(element)?.before ?? []),
      ...startTag(part, element, around),
      ...elementsOf(element, 'w:tblPr').flatMap((child) => literal(part, child, around)),
    ]),
    grid: grid === undefined ? [] : literal(part, grid, around),
    widths: elementsOf(grid ?? element, 'w:gridCol').map((column) => Number(column.attribute('w:w') ?? 0)),
    body: flatten(sequence(items)),
    close: closeTag(part.source, element),
  };
  return { visibility: MAYBE, ops: [op], silent: silentOf(items) };
};

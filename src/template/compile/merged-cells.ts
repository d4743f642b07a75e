/**
 * mergeEdits :: tables whose rows come and go → operations in place of `w:vMerge`
 *
 * A vertical merge is told row by row: restart, then continue (ECMA-376 §17.4.84). Where the row with the restart may
 * be missing, the next continuation must become the restart; that is known only while writing.
 */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf } from '../../ooxml/xml.ts';
import { nearest } from '../parse/ancestry.ts';
import type { Placement } from '../parse/place.ts';
import { addEdit, type Edit } from './context.ts';
import type { Op } from './program.ts';

export const mergeEdits = (
  placements: Iterable<Placement>,
  slot: () => number,
  edits: Map<XmlElement, Edit>,
): void => {
  const tables = new Set<XmlElement>();
  for (const { unit, container } of placements) {
    const table = unit === 'row' ? nearest(container, 'w:tbl') : undefined;
    if (table !== undefined) tables.add(table);
  }
  for (const table of tables) editTable(table, slot, edits);
};

interface PlacedCell {
  readonly cell: XmlElement;
  readonly column: number;
  readonly span: number;
  readonly merge: XmlElement | undefined;
}

const editTable = (table: XmlElement, slot: () => number, edits: Map<XmlElement, Edit>): void => {
  const cells = [...descendantsOf(table)]
    .filter((element) => element.name === 'w:tr' && nearest(element.parent, 'w:tbl') === table)
    .flatMap(cellsOf);
  const slots = new Map<number, number>();
  for (const { merge, column } of cells)
    if (merge !== undefined && !slots.has(column)) slots.set(column, slot());
  if (slots.size === 0) return;
  for (const { cell, column, merge } of cells) {
    const at = slots.get(column);
    if (at === undefined) continue;
    if (merge === undefined) addEdit(edits, cell, { before: [{ op: 'merge', column: at, role: 'none' }] });
    else {
      const role = merge.attribute('w:val') === 'restart' ? 'restart' : 'continue';
      addEdit(edits, merge, { whole: [{ op: 'merge', column: at, role }] });
    }
  }
  addEdit(edits, table, {
    before: [...slots.values()].map((at): Op => ({ op: 'merge', column: at, role: 'none' })),
  });
};

const wholeNumber = (element: XmlElement | undefined, fallback: number): number => {
  const value = Number(element?.attribute('w:val') ?? fallback);
  return Number.isInteger(value) && value >= 0 ? value : fallback;
};

/** The cells of a row with the grid column that each begins in. */
export const cellsOf = (row: XmlElement): PlacedCell[] => {
  const cells: PlacedCell[] = [];
  let column = wholeNumber(childOf(childOf(row, 'w:trPr'), 'w:gridBefore'), 0);
  const walk = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'w:tc') {
        const properties = childOf(child, 'w:tcPr');
        const span = Math.max(1, wholeNumber(childOf(properties, 'w:gridSpan'), 1));
        cells.push({ cell: child, column, span, merge: childOf(properties, 'w:vMerge') });
        column += span;
      } else if (child.name === 'w:sdt' || child.name === 'w:sdtContent' || child.name === 'w:customXml')
        walk(child);
    }
  };
  walk(row);
  return cells;
};

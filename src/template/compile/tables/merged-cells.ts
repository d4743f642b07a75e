/**
 * mergeEdits :: tables whose rows come and go → operations in place of `w:vMerge`
 *
 * A vertical merge is told row by row: restart, then continue (ECMA-376 §17.4.84). Where the row with the restart may
 * be missing, the next continuation must become the restart; that is known only while writing.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import type { Placement } from '../../parse/place.ts';
import type { Op } from '../../program.ts';
import { nearest } from '../../word/ancestry.ts';
import { cellsOf } from '../../word/cells.ts';
import { addEdit, type Edit } from '../context.ts';

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

/**
 * countedTables :: blocks over cells → tables whose grid is known only when their rows are written
 *
 * docx-templates' dynamic columns repeat cells within a row. The grid must have as many columns as the widest row, so
 * the rows are counted while they are written, and the grid follows from the count.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import type { Placement } from '../../parse/place.ts';
import { nearest } from '../../word/ancestry.ts';
import { cellsOf } from '../../word/cells.ts';
import { addEdit, type Edit } from '../context.ts';

export const countedTables = (
  placements: Iterable<Placement>,
  edits: Map<XmlElement, Edit>,
): Set<XmlElement> => {
  const tables = new Set<XmlElement>();
  for (const { unit, container } of placements) {
    const table = unit === 'cell' ? nearest(container, 'w:tbl') : undefined;
    if (table !== undefined) tables.add(table);
  }
  for (const table of tables) {
    for (const row of descendantsOf(table)) {
      if (row.name !== 'w:tr' || nearest(row.parent, 'w:tbl') !== table) continue;
      addEdit(edits, row, { before: [{ op: 'row' }] });
      for (const { cell, span } of cellsOf(row)) addEdit(edits, cell, { before: [{ op: 'cell', span }] });
    }
  }
  return tables;
};

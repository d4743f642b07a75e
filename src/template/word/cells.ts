/** cellsOf :: table row → its cells, each with the columns of the grid that it takes */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf } from '../../ooxml/xml.ts';

interface PlacedCell {
  readonly cell: XmlElement;
  readonly column: number;
  readonly span: number;
  readonly merge: XmlElement | undefined;
}

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

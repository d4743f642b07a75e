/** columnWidthOf :: paragraph → twips between the margins of its page, or of its cell */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf, elementsOf } from '../../ooxml/xml.ts';
import { nearest } from './ancestry.ts';
import { cellsOf } from './cells.ts';

/** A4 with an inch of margin on both sides. */
const DEFAULT_WIDTH = 9026;
/** Word's default cell margins, left and right together. */
const CELL_MARGINS = 216;
/** `w:type="pct"` counts in fiftieths of a percent (ECMA-376 §17.18.90). */
const WHOLE = 5000;

const number = (element: XmlElement | undefined, name: string): number | undefined => {
  const text = element?.attribute(name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
};

const sectionWidth = (section: XmlElement): number => {
  const page = number(childOf(section, 'w:pgSz'), 'w:w');
  const margins = childOf(section, 'w:pgMar');
  if (page === undefined) return DEFAULT_WIDTH;
  const width = page - (number(margins, 'w:left') ?? 0) - (number(margins, 'w:right') ?? 0);
  const columns = childOf(section, 'w:cols');
  const count = number(columns, 'w:num') ?? 1;
  const space = number(columns, 'w:space') ?? 720;
  return Math.max(1, Math.floor((width - space * (count - 1)) / count));
};

/** The section of a paragraph is described at the section's end. */
const sectionsOf = (root: XmlElement): XmlElement[] => {
  const found: XmlElement[] = [];
  for (const element of descendantsOf(root)) if (element.name === 'w:sectPr') found.push(element);
  return found;
};

const cache = new WeakMap<XmlElement, readonly XmlElement[]>();

/** Of a cell that does not name its width in twips: what the table's grid gives to its columns. */
const gridWidth = (cell: XmlElement): number | undefined => {
  const row = nearest(cell, 'w:tr');
  const grid = childOf(nearest(row, 'w:tbl'), 'w:tblGrid');
  if (row === undefined || grid === undefined) return undefined;
  const place = cellsOf(row).find((one) => one.cell === cell);
  if (place === undefined) return undefined;
  return elementsOf(grid, 'w:gridCol')
    .slice(place.column, place.column + place.span)
    .reduce((sum, column) => sum + (number(column, 'w:w') ?? 0), 0);
};

/** Without a grid, too (some programs write none): a percentage of what is around, or an equal share of it. */
const sharedWidth = (cell: XmlElement, root: XmlElement): number => {
  const row = nearest(cell, 'w:tr');
  const table = nearest(row, 'w:tbl');
  const around = columnWidthOf(table ?? cell, root);
  const width = childOf(childOf(cell, 'w:tcPr'), 'w:tcW');
  const share = width?.attribute('w:type') === 'pct' ? number(width, 'w:w') : undefined;
  if (share !== undefined && share > 0) return (around * Math.min(share, WHOLE)) / WHOLE;
  return around / Math.max(1, row === undefined ? 1 : cellsOf(row).length);
};

const cellWidth = (cell: XmlElement, root: XmlElement): number => {
  const width = childOf(childOf(cell, 'w:tcPr'), 'w:tcW');
  const own = width?.attribute('w:type') === 'dxa' ? number(width, 'w:w') : undefined;
  for (const found of [own, gridWidth(cell)]) if (found !== undefined && found > CELL_MARGINS) return found;
  return sharedWidth(cell, root);
};

/** Of a paragraph, or of a table. */
export const columnWidthOf = (block: XmlElement, root: XmlElement): number => {
  const cell = nearest(block.parent, 'w:tc');
  if (cell !== undefined) return Math.max(1, Math.floor(cellWidth(cell, root) - CELL_MARGINS));
  const sections = cache.get(root) ?? sectionsOf(root);
  cache.set(root, sections);
  const section = sections.find((one) => one.start > block.start) ?? sections.at(-1);
  return section === undefined ? DEFAULT_WIDTH : sectionWidth(section);
};

/** columnWidthOf :: paragraph → twips between the margins of its page, or of its cell */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf } from '../../ooxml/xml.ts';
import { nearest } from '../parse/ancestry.ts';

/** A4 with an inch of margin on both sides. */
const DEFAULT_WIDTH = 9026;
/** Word's default cell margins, left and right together. */
const CELL_MARGINS = 216;

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

export const columnWidthOf = (paragraph: XmlElement, root: XmlElement): number => {
  const cell = nearest(paragraph, 'w:tc');
  const width = childOf(childOf(cell, 'w:tcPr'), 'w:tcW');
  const own = width?.attribute('w:type') === 'dxa' ? number(width, 'w:w') : undefined;
  if (own !== undefined && own > CELL_MARGINS) return own - CELL_MARGINS;
  const sections = cache.get(root) ?? sectionsOf(root);
  cache.set(root, sections);
  const section = sections.find((one) => one.start > paragraph.start) ?? sections.at(-1);
  return section === undefined ? DEFAULT_WIDTH : sectionWidth(section);
};

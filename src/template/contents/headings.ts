/** headingsOf :: part → the paragraphs that a table of contents lists, in order */
import { childOf, descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { type Style, type StyleCatalogue, styleById } from '../../wml/styles.ts';
import { type ContentsField, contentsFields } from './fields.ts';
import { type ContentsRule, isWithin } from './instruction.ts';

export interface Heading {
  readonly paragraph: XmlElement;
  /** From 1. */
  readonly level: number;
  readonly text: string;
}

export const headingsOf = (
  root: XmlElement,
  rule: ContentsRule,
  styles: StyleCatalogue,
  isListing: (paragraph: XmlElement) => boolean,
): Heading[] => {
  const found: Heading[] = [];
  for (const paragraph of descendantsOf(root)) {
    if (paragraph.name !== 'w:p') continue;
    const level = levelOf(paragraph, rule, styles);
    if (level === undefined || isListing(paragraph) || isAside(paragraph)) continue;
    const text = textOf(paragraph).replace(/\s+/gu, ' ').trim();
    if (text !== '') found.push({ paragraph, level, text });
  }
  return found;
};

/**
 * The tables of contents of a part whose entries are made anew in each document. None where Word numbers a heading:
 * its entry would have to tell the number, which nobody knows before the document is laid out.
 */
export const renewableContents = (root: XmlElement, styles: StyleCatalogue): readonly ContentsField[] => {
  const fields = contentsFields(root);
  if (fields.length === 0) return fields;
  const listing = new Set(fields.flatMap(({ paragraphs }) => paragraphs));
  const isPlain = ({ rule }: ContentsField): boolean =>
    headingsOf(root, rule, styles, (paragraph) => listing.has(paragraph)).every(
      ({ paragraph }) => !isNumbered(paragraph, styles),
    );
  return fields.every(isPlain) ? fields : [];
};

const levelOf = (paragraph: XmlElement, rule: ContentsRule, styles: StyleCatalogue): number | undefined => {
  const properties = childOf(paragraph, 'w:pPr');
  const chain = stylesOf(properties, styles);
  const name = chain[0]?.name.toLowerCase() ?? '';
  const named = name
    .split(',')
    .map((alias) => rule.styles.get(alias.trim()))
    .find((level) => level !== undefined);
  if (named !== undefined) return named;
  const heading = Number(/^heading ([1-9])$/.exec(name)?.[1] ?? 0);
  if (isWithin(heading, rule.headings)) return heading;
  const direct = childOf(properties, 'w:outlineLvl')?.attribute('w:val');
  const outline =
    direct ?? chain.find(({ outlineLevel }) => outlineLevel !== undefined)?.outlineLevel ?? Number.NaN;
  const level = Number(outline) + 1;
  return isWithin(level, rule.outline) ? level : undefined;
};

const isNumbered = (paragraph: XmlElement, styles: StyleCatalogue): boolean => {
  const properties = childOf(paragraph, 'w:pPr');
  const direct = childOf(childOf(properties, 'w:numPr'), 'w:numId')?.attribute('w:val');
  const styled = stylesOf(properties, styles).find(({ numbering }) => numbering !== undefined)?.numbering;
  return Number(direct ?? styled?.numId ?? 0) !== 0;
};

/** The style of a paragraph and those that it is based on. */
const stylesOf = (properties: XmlElement | undefined, styles: StyleCatalogue): Style[] => {
  const chain: Style[] = [];
  let id = childOf(properties, 'w:pStyle')?.attribute('w:val');
  while (id !== undefined) {
    const style = styleById(styles, id);
    if (style === undefined || chain.includes(style)) break;
    chain.push(style);
    id = style.basedOn;
  }
  return chain;
};

/** Text boxes are not listed, and a fallback says what its drawing says. */
const isAside = (paragraph: XmlElement): boolean => {
  for (let at = paragraph.parent; at !== undefined; at = at.parent)
    if (at.name === 'w:txbxContent' || at.name === 'mc:Fallback') return true;
  return false;
};

const GONE: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:pPr', 'w:rPr', 'mc:AlternateContent']);
const SPACES: ReadonlySet<string> = new Set(['w:tab', 'w:ptab', 'w:br', 'w:cr']);

const textOf = (parent: XmlElement): string => {
  let text = '';
  for (const child of parent.children) {
    if (child.kind !== 'element' || GONE.has(child.name)) continue;
    if (child.name === 'w:t' || child.name === 'm:t') text += textContent(child);
    else if (child.name === 'w:noBreakHyphen') text += '\u2011';
    else text += SPACES.has(child.name) ? ' ' : textOf(child);
  }
  return text;
};

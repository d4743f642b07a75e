/** headingsOf :: part → the paragraphs that a table of contents lists, in order */
import { childOf, descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import type { NumberingCatalogue } from '../../wml/numbering.ts';
import { type Style, type StyleCatalogue, styleById } from '../../wml/styles.ts';
import { fieldsOf } from '../word/field-marks.ts';
import { type ContentsField, contentsFields } from './fields.ts';
import { type ContentsRule, isWithin } from './instruction.ts';
import { ListPlaces } from './labels.ts';

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
  const captions = rule.sequence === undefined ? undefined : captionsOf(root, rule.sequence);
  for (const paragraph of descendantsOf(root)) {
    if (paragraph.name !== 'w:p') continue;
    const level =
      captions === undefined ? levelOf(paragraph, rule, styles) : captions.has(paragraph) ? 1 : undefined;
    if (level === undefined || isListing(paragraph) || isAside(paragraph)) continue;
    const text = textOf(paragraph).replace(/\s+/gu, ' ').trim();
    if (text !== '') found.push({ paragraph, level, text });
  }
  return found;
};

/**
 * The tables of contents of a part whose entries are made anew in each document: none where Word numbers a heading in
 * a way that cannot be told here, for then the entry would lack its number.
 */
export const renewableContents = (
  root: XmlElement,
  styles: StyleCatalogue,
  numbering: NumberingCatalogue,
): readonly ContentsField[] => {
  const fields = contentsFields(root);
  if (fields.length === 0) return fields;
  const listing = new Set(fields.flatMap(({ paragraphs }) => paragraphs));
  const places = new ListPlaces(styles, numbering);
  const isTold = ({ rule }: ContentsField): boolean =>
    headingsOf(root, rule, styles, (paragraph) => listing.has(paragraph)).every(({ paragraph }) =>
      places.isTold(paragraph),
    );
  return fields.every(isTold) ? fields : [];
};

/** Paragraphs with a number of the sequence: `SEQ Figure`. */
const captionsOf = (root: XmlElement, sequence: string): ReadonlySet<XmlElement> => {
  const found = new Set<XmlElement>();
  for (const { instruction, begin } of fieldsOf(root)) {
    const [, name] = /^\s*SEQ\s+"?([^\s"\\]+)/i.exec(instruction) ?? [];
    if (name?.toLowerCase() !== sequence) continue;
    let at: XmlElement | undefined = begin;
    while (at !== undefined && at.name !== 'w:p') at = at.parent;
    if (at !== undefined) found.add(at);
  }
  return found;
};

const levelOf = (paragraph: XmlElement, rule: ContentsRule, styles: StyleCatalogue): number | undefined => {
  const properties = childOf(paragraph, 'w:pPr');
  const chain = chainOf(childOf(properties, 'w:pStyle')?.attribute('w:val'), styles);
  const name = chain[0]?.name.toLowerCase() ?? '';
  const named = name
    .split(',')
    .map((alias) => rule.styles.get(alias.trim()))
    .find((level) => level !== undefined);
  if (named !== undefined) return named;
  const direct = childOf(properties, 'w:outlineLvl')?.attribute('w:val');
  const outline = Number(
    direct ?? chain.find(({ outlineLevel }) => outlineLevel !== undefined)?.outlineLevel ?? BODY_TEXT,
  );
  const own = headingLevel(chain[0]);
  // Word lists what is based on a heading ("Appendix 1"), unless it is taken for text again ("TOC Heading") [M].
  const based = outline === BODY_TEXT ? 0 : (chain.map(headingLevel).find((level) => level > 0) ?? 0);
  const heading = own > 0 ? own : based;
  if (isWithin(heading, rule.headings)) return heading;
  return outline !== BODY_TEXT && isWithin(outline + 1, rule.outline) ? outline + 1 : undefined;
};

/** `w:outlineLvl` of what is no heading (ECMA-376 §17.3.1.20). */
const BODY_TEXT = 9;

/** 0 for any other style. */
const headingLevel = (style: Style | undefined): number =>
  Number(/^heading ([1-9])$/i.exec(style?.name ?? '')?.[1] ?? 0);

/** The level of a built-in heading, or of one that the style is based on; 0 for any other style. */
export const headingLevelOf = (styleId: string, styles: StyleCatalogue): number =>
  chainOf(styleId, styles)
    .map(headingLevel)
    .find((level) => level > 0) ?? 0;

/** The style of a paragraph and those that it is based on. */
const chainOf = (styleId: string | undefined, styles: StyleCatalogue): Style[] => {
  const chain: Style[] = [];
  let id = styleId;
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

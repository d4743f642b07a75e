/** How much of an element would be seen: what decides whether a paragraph, a run or a row goes with its tags. */
import type { XmlNode, XmlText } from '../../../ooxml/xml.ts';
import { DELETED, MOVE_MARKS, RANGE_MARKS, TRANSPARENT } from '../../../wml/elements.ts';
import { PROPERTIES } from './source-items.ts';

/** In this order: the visibility of several things together is the highest among them. */
export const NOTHING = 0;
/** White space, which shows only beside something else. */
export const SPACE = 1;
/** Depends on data. */
export const MAYBE = 2;
export const SOLID = 3;
export type Visibility = typeof NOTHING | typeof SPACE | typeof MAYBE | typeof SOLID;

const SILENT: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  ...RANGE_MARKS,
  ...MOVE_MARKS,
  ...DELETED,
  'w:delText',
  'w:lastRenderedPageBreak',
  'w:softHyphen',
]);
const BLANK: ReadonlySet<string> = new Set(['w:tab', 'w:ptab', 'w:cr']);
const SEEN_THROUGH: ReadonlySet<string> = new Set([
  'w:r',
  'w:t',
  'w:hyperlink',
  'w:smartTag',
  'w:sdt',
  ...TRANSPARENT,
  'w:dir',
  'w:bdo',
  'w:p',
  'w:tc',
]);

/** Markers that may stand between paragraphs as well as inside one, so they outlive it. */
export const MOVABLE: ReadonlySet<string> = new Set(
  ['w:bookmarkStart', ...RANGE_MARKS, ...MOVE_MARKS].filter((name) => name !== 'w:proofErr'),
);

export const textVisibility = (text: string): Visibility =>
  text === '' ? NOTHING : /^[\s\u00a0]*$/.test(text) ? SPACE : SOLID;

/** Texts may hold tags, so whoever knows better says what becomes of them. */
export const visibilityOf = (
  node: XmlNode,
  ofText: (text: XmlText) => Visibility = ({ text }) => textVisibility(text),
): Visibility => {
  if (node.kind === 'text') return node.parent.name === 'w:t' ? ofText(node) : NOTHING;
  if (node.kind === 'other' || SILENT.has(node.name) || PROPERTIES.has(node.name)) return NOTHING;
  if (BLANK.has(node.name)) return SPACE;
  if (node.name === 'w:br')
    return (node.attribute('w:type') ?? 'textWrapping') === 'textWrapping' ? SPACE : SOLID;
  if (!SEEN_THROUGH.has(node.name)) return SOLID;
  let visibility: Visibility = NOTHING;
  for (const child of node.children) {
    const one = visibilityOf(child, ofText);
    if (one > visibility) visibility = one;
    if (visibility === SOLID) break;
  }
  return visibility;
};

/** layoutProperties :: Layout → children of `w:pPr` */
import type { DialectNames } from '../dialect.ts';
import { LIST_HANGING } from '../list-numbering.ts';
import type { Layout } from './blocks.ts';
import type { Border, Borders, Edge } from './css.ts';

export type Property = readonly [name: string, xml: string];

const QUOTE_BAR = '<w:left w:val="single" w:sz="18" w:space="10" w:color="BFBFBF"/>';

export const borderXml = (edge: string, { style, size, color }: Border, space: number): string =>
  style === 'none'
    ? `<w:${edge} w:val="nil"/>`
    : `<w:${edge} w:val="${style}" w:sz="${size}" w:space="${space}" w:color="${color}"/>`;

/** CT_PBdr: top, left, bottom, right. */
const EDGES: readonly Edge[] = ['top', 'left', 'bottom', 'right'];

export const paragraphBorders = (borders: Borders | undefined, hasQuoteBar: boolean): readonly Property[] => {
  const edges = EDGES.flatMap((edge) => {
    const border = borders?.[edge];
    if (border !== undefined && border.style !== 'none') return [borderXml(edge, border, 4)];
    return edge === 'left' && hasQuoteBar ? [QUOTE_BAR] : [];
  });
  return edges.length === 0 ? [] : [['w:pBdr', `<w:pBdr>${edges.join('')}</w:pBdr>`]];
};

/** Twips from the margin, and how they come about. */
export interface Indent {
  readonly left: number;
  /** 'own': nothing is added to what style and numbering say themselves. */
  readonly kind: 'own' | 'text' | 'item';
}

const indentProperty = (layout: Layout, indent: Indent, names: DialectNames): readonly Property[] => {
  const first = indent.kind === 'item' ? -LIST_HANGING : (layout.firstLine ?? 0);
  if (indent.kind === 'own' && layout.indentRight === 0 && first === 0) return [];
  const right = layout.indentRight > 0 ? ` w:${names.right}="${layout.indentRight}"` : '';
  const line = first === 0 ? '' : first > 0 ? ` w:firstLine="${first}"` : ` w:hanging="${-first}"`;
  return [['w:ind', `<w:ind w:${names.left}="${indent.left}"${right}${line}/>`]];
};

const spacingProperty = ({ spaceBefore, spaceAfter, line }: Layout): readonly Property[] => {
  const attributes = [
    ...(spaceBefore === undefined ? [] : [`w:before="${spaceBefore}"`]),
    ...(spaceAfter === undefined ? [] : [`w:after="${spaceAfter}"`]),
    ...(line === undefined ? [] : [`w:line="${line.value}" w:lineRule="${line.exact ? 'exact' : 'auto'}"`]),
  ];
  return attributes.length === 0 ? [] : [['w:spacing', `<w:spacing ${attributes.join(' ')}/>`]];
};

export const layoutProperties = (
  layout: Layout,
  indent: Indent,
  names: DialectNames,
): readonly Property[] => {
  const sides = { left: names.left, right: names.right, center: 'center', justify: 'both' } as const;
  const { align, background, keepNext, pageBreakBefore, rightToLeft } = layout;
  return [
    ...indentProperty(layout, indent, names),
    ...spacingProperty(layout),
    ...(align === undefined ? [] : [['w:jc', `<w:jc w:val="${sides[align]}"/>`] as const]),
    ...(background === undefined
      ? []
      : [['w:shd', `<w:shd w:val="clear" w:color="auto" w:fill="${background}"/>`] as const]),
    ...(keepNext === true ? [['w:keepNext', '<w:keepNext/>'] as const] : []),
    ...(pageBreakBefore === true ? [['w:pageBreakBefore', '<w:pageBreakBefore/>'] as const] : []),
    ...(rightToLeft === undefined
      ? []
      : [['w:bidi', rightToLeft ? '<w:bidi/>' : '<w:bidi w:val="0"/>'] as const]),
  ];
};

/**
 * spaceLost :: cell → the space above its first and below its last paragraph that their neighbours outside take away
 *
 * Between paragraphs of one style a contextual space is nothing (§17.3.1.9). To Word the paragraph that follows a cell's last one
 * is the first of the next cell; behind the last cell of a row it is the row's own mark, which has the default style [M].
 */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Block } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { GridCell, TableGrid } from './grid.ts';

interface LostSpace {
  readonly above: number;
  readonly below: number;
}

const NOTHING: LostSpace = { above: 0, below: 0 };

export const spaceLost = (cell: GridCell, { rows }: TableGrid, context: LayoutContext): LostSpace => {
  const [first, last] = [resolved(cell, 0, context), resolved(cell, -1, context)];
  const [asksAbove, asksBelow] = [isContextual(first), isContextual(last)];
  if (!asksAbove && !asksBelow) return NOTHING;
  const cells = rows[cell.row]?.cells ?? [];
  const at = cells.indexOf(cell);
  const [before, after] = [cells[at - 1], cells[at + 1]];
  const mark = context.cascade.paragraph({}, cell.style.layer);
  const above = before === undefined ? (cell.row > 0 ? mark : undefined) : resolved(before, -1, context);
  const below = after === undefined ? mark : resolved(after, 0, context);
  return {
    above: asksAbove && sameStyle(first, above) ? spaceOf(first, 'Before') : 0,
    below: asksBelow && sameStyle(last, below) ? spaceOf(last, 'After') : 0,
  };
};

const resolved = (
  { cell, style }: GridCell,
  at: number,
  { cascade }: LayoutContext,
): ResolvedParagraph | undefined => {
  const block: Block | undefined = cell.blocks.at(at);
  return block?.kind === 'paragraph' ? cascade.paragraph(block.properties, style.layer) : undefined;
};

const isContextual = (paragraph: ResolvedParagraph | undefined): boolean =>
  paragraph?.properties.contextualSpacing === true;

const sameStyle = (one: ResolvedParagraph | undefined, other: ResolvedParagraph | undefined): boolean =>
  one !== undefined && other !== undefined && one.styleId === other.styleId;

const spaceOf = (paragraph: ResolvedParagraph | undefined, side: 'Before' | 'After'): number =>
  paragraph?.properties[`auto${side}`] === true ? Infinity : (paragraph?.properties[`space${side}`] ?? 0);

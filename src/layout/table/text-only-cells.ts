/**
 * textOnlyCells :: RowKind → what the texts of its rows are set in, found once for all of them
 */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { LayoutContext } from '../context.ts';
import type { Extent } from '../text/plain-letters.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { GridCell, RowKind } from './grid.ts';

/** A cell that holds one paragraph of nothing but text. */
export interface TextOnlyCell {
  /** Of the first row of the kind. */
  readonly grid: GridCell;
  readonly resolved: ResolvedParagraph;
  readonly mark: TextFormat;
  /** Of each of its texts; the first of them is the row's `from`th. */
  readonly formats: readonly TextFormat[];
  readonly from: number;
}

const knownCells = (): WeakMap<RowKind, readonly TextOnlyCell[] | null> => new WeakMap();

/** Undefined where some cell has more to it. */
export const textOnlyCells = (kind: RowKind, context: LayoutContext): readonly TextOnlyCell[] | undefined => {
  const known = context.kept.of(knownCells);
  let cells = known.get(kind);
  if (cells === undefined) {
    cells = findCells(kind, context) ?? null;
    known.set(kind, cells);
  }
  return cells ?? undefined;
};

const findCells = (kind: RowKind, context: LayoutContext): readonly TextOnlyCell[] | undefined => {
  const cells: TextOnlyCell[] = [];
  let from = 0;
  for (const grid of kind.cells) {
    const [paragraph, ...more] = grid.cell.blocks;
    if (paragraph?.kind !== 'paragraph' || more.length > 0) return undefined;
    // Numbers are counted for the document, without a table's style.
    if (context.cascade.paragraph(paragraph.properties).list !== undefined) return undefined;
    const resolved = context.cascade.paragraph(paragraph.properties, grid.style.layer);
    const formats = paragraph.inlines.map(({ run }) => context.formatOf(run, resolved));
    if (formats.some(({ properties }) => properties.vanish === true)) return undefined;
    cells.push({ grid, resolved, mark: context.formatOf(paragraph.mark, resolved), formats, from });
    from += formats.length;
  }
  return cells;
};

/** False where only measuring the words says how wide they are. */
export const addTexts = (
  extent: Extent,
  { formats, from }: TextOnlyCell,
  texts: readonly string[],
): boolean => {
  for (let index = 0; index < formats.length; index++)
    if (formats[index]?.extend(extent, texts[from + index] ?? '') !== true) return false;
  return true;
};

/** The columns that blocks `BY column` enclose, as a tree: a block stands inside another where its columns do. */
import { sourceOffset } from '../../lex/source-order.ts';
import type { Block } from '../../parse/tag.ts';

export interface ColumnRange {
  readonly block: Block;
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** Where its copies in the whole table are counted. */
  readonly slot: number;
  readonly children: readonly ColumnRange[];
}

type Open = Omit<ColumnRange, 'children'> & { readonly children: Open[] };

export const nestRanges = (
  found: readonly { readonly block: Block; readonly from: number; readonly to: number }[],
  slot: () => number,
): { readonly ranges: readonly ColumnRange[]; readonly crossing?: Block } => {
  // Wider ones first; of the same columns, the block whose tag comes first stands outside.
  const inOrder = found
    .map((range): Open => ({ ...range, slot: slot(), children: [] }))
    .sort((a, b) => a.from - b.from || b.to - a.to || offsetOf(a.block) - offsetOf(b.block));
  const ranges: Open[] = [];
  const stack: Open[] = [];
  for (const range of inOrder) {
    while ((stack.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= range.from) stack.pop();
    const around = stack.at(-1);
    if (around !== undefined && range.to > around.to) return { ranges, crossing: range.block };
    (around?.children ?? ranges).push(range);
    stack.push(range);
  }
  return { ranges };
};

const offsetOf = ({ open }: Block): number => (open.token === undefined ? 0 : sourceOffset(open.token));

/** Outer ones before those inside them. */
export const withDescendants = (ranges: readonly ColumnRange[]): readonly ColumnRange[] =>
  ranges.flatMap((range) => [range, ...withDescendants(range.children)]);

/** Columns that belong to no range inside. */
export const ownColumns = ({ from, to, children }: ColumnRange): number =>
  children.reduce((rest, child) => rest - (child.to - child.from), to - from);

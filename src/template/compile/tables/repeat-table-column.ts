/**
 * placeColumns :: blocks `BY column` → borders in every row of their table, and a grid that grows with them
 *
 * A column is not an element: it is a cell in each row and a width in `w:tblGrid` (ECMA-376 §17.4.49). The block is
 * therefore laid around its cells row by row. Cells that span more than the block's columns grow instead.
 *
 * How many copies a column has is known before the first row is written: the blocks run once ahead, with counters in
 * place of cells. Blocks inside blocks (the months of each quarter) are counted over the whole table for the grid, and
 * within one turn of the block around for the cells that span them there.
 */
import type { Problem } from '../../../errors.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import { childOf, descendantsOf, elementsOf } from '../../../ooxml/xml.ts';
import type { Placement } from '../../parse/place.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import type { ColumnSum, Op } from '../../program.ts';
import { nearest } from '../../word/ancestry.ts';
import { cellsOf } from '../../word/cells.ts';
import { makeBlockOp } from '../build/block.ts';
import type { Edit, TemplateBuild } from '../context.ts';
import { type ColumnRange, nestRanges, ownColumns, withDescendants } from './column-ranges.ts';

interface ColumnsInput {
  readonly placements: ReadonlyMap<Block, Placement>;
  readonly template: TemplateBuild;
  readonly edits: Map<XmlElement, Edit>;
  readonly problems: Problem[];
}

interface GridCell {
  readonly cell: XmlElement;
  readonly from: number;
  readonly to: number;
}

type Rows = ReadonlyMap<XmlElement, readonly GridCell[]>;

/** Blocks of their own for each row, with their borders. */
export const placeColumns = (input: ColumnsInput): Map<Block, Placement> => {
  const placed = new Map<Block, Placement>();
  const tables = new Map<XmlElement, Block[]>();
  for (const [block, { unit, container }] of input.placements) {
    if (unit !== 'column') continue;
    tables.set(container, [...(tables.get(container) ?? []), block]);
  }
  for (const [table, blocks] of tables) {
    const rows = rowsOf(table);
    const ranges = rangesOf(blocks, rows, input);
    if (ranges === undefined) continue;
    for (const range of withDescendants(ranges)) {
      for (const [row, cells] of rows) {
        const placement = inRow(row, cells, range);
        if (placement !== undefined) placed.set({ ...range.block }, placement);
      }
    }
    for (const cell of [...rows.values()].flat()) fitCell(cell, ranges, input);
    countColumns(table, rows, ranges, input);
    editGrid(table, ranges, input);
  }
  return placed;
};

const rowsOf = (table: XmlElement): Rows =>
  new Map(
    [...descendantsOf(table)]
      .filter((element) => element.name === 'w:tr' && nearest(element.parent, 'w:tbl') === table)
      .map((row) => [
        row,
        cellsOf(row).map(({ cell, column, span }) => ({ cell, from: column, to: column + span })),
      ]),
  );

/** The columns of each block, nested; undefined where something is wrong, which is then among the problems. */
const rangesOf = (
  blocks: readonly Block[],
  rows: Rows,
  { template, problems }: ColumnsInput,
): readonly ColumnRange[] | undefined => {
  const found: { block: Block; from: number; to: number }[] = [];
  const wrong = (block: Block, code: Problem['code'], message: string, hint?: string): undefined => {
    problems.push({ code, message, ...(hint !== undefined && { hint }), ...block.open.where });
    return undefined;
  };
  for (const block of blocks) {
    const { tag } = block.open.where;
    const open = cellOf(block.open, rows);
    const close = cellOf(block.close, rows);
    if (open === undefined || close === undefined || close.to <= open.from)
      return wrong(block, 'block_crosses', `${tag} and its end do not enclose columns.`);
    if (block.elses.length > 0)
      return wrong(
        block,
        'block_crosses',
        `${tag} is a block over columns, which can have no ELSE.`,
        'Write a second block with the opposite condition around the other columns.',
      );
    found.push({ block, from: open.from, to: close.to });
  }
  const { ranges, crossing } = nestRanges(found, template.slot);
  if (crossing !== undefined)
    return wrong(
      crossing,
      'block_crosses',
      `${crossing.open.where.tag} shares some of its columns with another block over columns.`,
      'Let one of the two enclose all columns of the other, or none.',
    );
  for (const { block, from, to } of withDescendants(ranges)) {
    const cut = [...rows.values()]
      .flat()
      .find(
        (cell) =>
          cell.from < to && cell.to > from && !isWithin(cell, { from, to }) && !isWithin({ from, to }, cell),
      );
    if (cut !== undefined)
      return wrong(
        block,
        'bad_column',
        `The columns that ${block.open.where.tag} repeats or removes cut a cell that spans ${cut.to - cut.from} columns.`,
        'Let the block cover the whole of such a cell, or split the cell.',
      );
  }
  return ranges;
};

type Span = { readonly from: number; readonly to: number };
const isWithin = (inner: Span, outer: Span): boolean => inner.from >= outer.from && inner.to <= outer.to;

const cellOf = (tag: Tag, rows: Rows): GridCell | undefined => {
  const cell = nearest(tag.token?.start.paragraph.element, 'w:tc');
  const row = nearest(cell, 'w:tr');
  return row === undefined ? undefined : rows.get(row)?.find((one) => one.cell === cell);
};

const inRow = (row: XmlElement, cells: readonly GridCell[], range: ColumnRange): Placement | undefined => {
  const inside = cells.filter((cell) => isWithin(cell, range));
  const first = inside[0]?.cell;
  const last = inside.at(-1)?.cell;
  if (first === undefined || last === undefined) return undefined;
  return {
    unit: 'cell',
    container: first.parent ?? row,
    open: { before: first },
    elses: [],
    close: { after: last },
    vanishing: [],
  };
};

/** A cell inside a block shares its width with its copies; one that spans a whole block grows with it. */
const fitCell = (cell: GridCell, ranges: readonly ColumnRange[], { template, edits }: ColumnsInput): void => {
  const around = withDescendants(ranges).findLast((range) => isWithin(cell, range));
  if (around !== undefined) shareWidth(cell.cell, around.slot, edits);
  const spanned = (around?.children ?? ranges).filter((range) => isWithin(range, cell));
  const span = childOf(childOf(cell.cell, 'w:tcPr'), 'w:gridSpan');
  if (spanned.length === 0 || span === undefined) return;
  const counters = countersOf(spanned, around, template);
  setAttribute(edits, span, 'w:val', { op: 'span', ...sumOf(cell, spanned, counters) });
  // Counted over the table already, unless it stands in a turn.
  if (around !== undefined) addBefore(edits, cell.cell, [count(template, spanned, counters)]);
};

/** Where the copies of a range are counted: over the table, or within a turn of the range around. */
type Counters = ReadonlyMap<ColumnRange, number>;

const countersOf = (
  ranges: readonly ColumnRange[],
  around: ColumnRange | undefined,
  template: TemplateBuild,
): Counters =>
  new Map(
    withDescendants(ranges).map((range) => [range, around === undefined ? range.slot : template.slot()]),
  );

const sumOf = (span: Span, ranges: readonly ColumnRange[], counters: Counters): ColumnSum => ({
  fixed: ranges.reduce((rest, { from, to }) => rest - (to - from), span.to - span.from),
  counted: withDescendants(ranges).map((range) => ({
    slot: counters.get(range) ?? range.slot,
    columns: ownColumns(range),
  })),
});

/** The blocks alone, each turn counting itself. */
const counting = (template: TemplateBuild, ranges: readonly ColumnRange[], counters: Counters): Op[] =>
  ranges.map((range) => {
    const self: Op = { op: 'count', slot: counters.get(range) ?? range.slot };
    return makeBlockOp(template, range.block, [[self, ...counting(template, range.children, counters)]], []);
  });

const count = (template: TemplateBuild, ranges: readonly ColumnRange[], counters: Counters): Op => ({
  op: 'columns',
  slots: [...counters.values()],
  body: counting(template, ranges, counters),
});

const setAttribute = (edits: Map<XmlElement, Edit>, element: XmlElement, name: string, op: Op): void => {
  const known = edits.get(element);
  edits.set(element, { ...known, attributes: new Map([...(known?.attributes ?? []), [name, [op]]]) });
};

const addBefore = (edits: Map<XmlElement, Edit>, element: XmlElement, ops: readonly Op[]): void => {
  const known = edits.get(element);
  edits.set(element, { ...known, before: [...(known?.before ?? []), ...ops] });
};

/** Copies share the width of the original. */
const shareWidth = (cell: XmlElement, slot: number, edits: Map<XmlElement, Edit>): void => {
  const width = childOf(childOf(cell, 'w:tcPr'), 'w:tcW');
  const value = Number(width?.attribute('w:w'));
  if (width === undefined || !Number.isFinite(value) || width.attribute('w:type') === 'auto') return;
  setAttribute(edits, width, 'w:w', { op: 'share', slot, width: value });
};

/** Counts all columns before the first row is written. */
const countColumns = (
  table: XmlElement,
  rows: Rows,
  ranges: readonly ColumnRange[],
  { placements, template, edits }: ColumnsInput,
): void => {
  const counters = countersOf(ranges, undefined, template);
  const body = ranges.flatMap((range) => {
    const plain = counting(template, [range], counters);
    const loops = rowBlocksAround(range.block, table, placements);
    if (loops.length === 0) return plain;
    // The block may depend on the row that its tags stand in: the widest row decides.
    const slots = withDescendants([range]).map(({ slot }) => slot);
    const ofRows = loops.reduce<Op>((inner, loop) => makeBlockOp(template, loop, [[inner]], []), {
      op: 'widest',
      slots,
      body: plain,
    });
    return [...(areAllRowsIn(loops.at(-1), rows, placements) ? [] : plain), ofRows];
  });
  const width = { from: 0, to: gridOf(table).length };
  addBefore(edits, table, [
    { op: 'columns', slots: [...counters.values()], body, limit: sumOf(width, ranges, counters) },
  ]);
};

/** Innermost first. */
const rowBlocksAround = (
  block: Block,
  table: XmlElement,
  placements: ReadonlyMap<Block, Placement>,
): Block[] => {
  const found: Block[] = [];
  for (let at = block.parent; at !== undefined; at = at.parent) {
    const placement = placements.get(at);
    if (placement?.unit === 'row' && nearest(placement.container, 'w:tbl') === table) found.push(at);
  }
  return found;
};

const areAllRowsIn = (
  block: Block | undefined,
  rows: Rows,
  placements: ReadonlyMap<Block, Placement>,
): boolean => {
  const placement = block === undefined ? undefined : placements.get(block);
  if (placement === undefined || !('before' in placement.open) || !('after' in placement.close)) return false;
  const from = placement.open.before.start;
  const to = placement.close.after.end;
  return [...rows.keys()].every((row) => row.start >= from && row.end <= to);
};

const gridOf = (table: XmlElement): XmlElement[] =>
  elementsOf(childOf(table, 'w:tblGrid') ?? table, 'w:gridCol');

/** The grid's columns repeat as the cells do: the same blocks stand around them. */
const editGrid = (
  table: XmlElement,
  ranges: readonly ColumnRange[],
  { template, edits }: ColumnsInput,
): void => {
  const columns = gridOf(table);
  const width = (index: number): number => Number(columns[index]?.attribute('w:w') ?? 0);
  const inside = (range: ColumnRange): Op => {
    const body: Op[] = [];
    for (let at = range.from; at < range.to; ) {
      const inner = range.children.find(({ from }) => from === at);
      body.push(
        inner === undefined ? { op: 'grid-column', slot: range.slot, width: width(at) } : inside(inner),
      );
      at = inner?.to ?? at + 1;
    }
    return makeBlockOp(template, range.block, [body], []);
  };
  for (const range of ranges) {
    columns.slice(range.from, range.to).forEach((column, index) => {
      if (index > 0) edits.set(column, { whole: [] });
      else if (range.children.length > 0) edits.set(column, { whole: [inside(range)] });
      else {
        const widths = Array.from({ length: range.to - range.from }, (_, at) => width(range.from + at));
        edits.set(column, { whole: [{ op: 'grid-columns', slot: range.slot, widths }] });
      }
    });
  }
};

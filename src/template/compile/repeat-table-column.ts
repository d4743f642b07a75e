/**
 * placeColumns :: blocks `BY column` → borders in every row of their table, and a grid that grows with them
 *
 * A column is not an element: it is a cell in each row and a width in `w:tblGrid` (ECMA-376 §17.4.49). The block is
 * therefore laid around its cells row by row. Cells that span more than the block's columns grow instead.
 */
import type { Problem } from '../../errors.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf, elementsOf } from '../../ooxml/xml.ts';
import { nearest } from '../parse/ancestry.ts';
import type { Placement } from '../parse/place.ts';
import type { Block, Tag } from '../parse/tag.ts';
import type { Edit, TemplateBuild } from './context.ts';
import { cellsOf } from './merged-cells.ts';
import type { ColumnBlock, Op } from './program.ts';

export interface ColumnsInput {
  readonly placements: ReadonlyMap<Block, Placement>;
  readonly template: TemplateBuild;
  readonly edits: Map<XmlElement, Edit>;
  readonly problems: Problem[];
}

interface Range {
  readonly block: Block;
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly slot: number;
}

interface GridCell {
  readonly cell: XmlElement;
  readonly from: number;
  readonly to: number;
}

/** Blocks of their own for each row, with their borders. */
export const placeColumns = (input: ColumnsInput): Map<Block, Placement> => {
  const placed = new Map<Block, Placement>();
  const tables = new Map<XmlElement, Block[]>();
  for (const [block, { unit, container }] of input.placements) {
    if (unit !== 'column') continue;
    tables.set(container, [...(tables.get(container) ?? []), block]);
  }
  for (const [table, blocks] of tables) placeInTable(input, table, blocks, placed);
  return placed;
};

const placeInTable = (
  input: ColumnsInput,
  table: XmlElement,
  blocks: readonly Block[],
  placed: Map<Block, Placement>,
): void => {
  const { template, edits, problems } = input;
  const rows = [...descendantsOf(table)].filter(
    (element) => element.name === 'w:tr' && nearest(element.parent, 'w:tbl') === table,
  );
  const grids = new Map(rows.map((row) => [row, gridCells(row)]));
  const ranges: Range[] = [];
  for (const block of blocks) {
    const open = cellOf(block.open, grids);
    const close = cellOf(block.close, grids);
    if (open === undefined || close === undefined || close.to <= open.from) {
      problems.push({
        code: 'block_crosses',
        message: `${block.open.where.tag} and its end do not enclose columns.`,
        ...block.open.where,
      });
      return;
    }
    const range = { block, from: open.from, to: close.to, slot: template.slot() };
    if (ranges.some((other) => other.from < range.to && range.from < other.to)) {
      problems.push({
        code: 'block_crosses',
        message: `${block.open.where.tag} shares columns with another block over columns.`,
        ...block.open.where,
      });
      return;
    }
    ranges.push(range);
  }
  for (const range of ranges) {
    for (const [row, cells] of grids) {
      const placement = inRow(row, cells, range, problems, edits);
      if (placement !== undefined) placed.set({ ...range.block }, placement);
    }
  }
  editGrid(table, ranges, input);
};

const cellOf = (tag: Tag, grids: ReadonlyMap<XmlElement, readonly GridCell[]>): GridCell | undefined => {
  const cell = nearest(tag.token?.start.paragraph.element, 'w:tc');
  const row = nearest(cell, 'w:tr');
  return row === undefined ? undefined : grids.get(row)?.find((one) => one.cell === cell);
};

const gridCells = (row: XmlElement): GridCell[] =>
  cellsOf(row).map(({ cell, column, span }) => ({ cell, from: column, to: column + span }));

const inRow = (
  row: XmlElement,
  cells: readonly GridCell[],
  range: Range,
  problems: Problem[],
  edits: Map<XmlElement, Edit>,
): Placement | undefined => {
  const touching = cells.filter((cell) => cell.from < range.to && cell.to > range.from);
  const inside = touching.filter((cell) => cell.from >= range.from && cell.to <= range.to);
  for (const { cell, from, to } of touching) {
    if (from >= range.from && to <= range.to) {
      shareWidth(cell, range, edits);
      continue;
    }
    if (from > range.from || to < range.to) {
      problems.push({
        code: 'bad_column',
        message: `The columns that ${range.block.open.where.tag} repeats or removes cut a cell that spans ${to - from} columns.`,
        hint: 'Let the block cover the whole of such a cell, or split the cell.',
        ...range.block.open.where,
      });
      return undefined;
    }
    grow(cell, range, edits);
  }
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

const setAttribute = (
  edits: Map<XmlElement, Edit>,
  element: XmlElement,
  name: string,
  make: (known: readonly Op[] | undefined) => Op,
): void => {
  const known = edits.get(element);
  const attributes = new Map(known?.attributes ?? []);
  attributes.set(name, [make(attributes.get(name))]);
  edits.set(element, { ...known, attributes });
};

/** Copies share the width of the original. */
const shareWidth = (cell: XmlElement, { slot }: Range, edits: Map<XmlElement, Edit>): void => {
  const width = childOf(childOf(cell, 'w:tcPr'), 'w:tcW');
  const value = Number(width?.attribute('w:w'));
  if (width === undefined || !Number.isFinite(value) || width.attribute('w:type') === 'auto') return;
  setAttribute(edits, width, 'w:w', () => ({ op: 'share', slot, width: value }));
};

const grow = (cell: XmlElement, { slot, from, to }: Range, edits: Map<XmlElement, Edit>): void => {
  const span = childOf(childOf(cell, 'w:tcPr'), 'w:gridSpan');
  if (span === undefined) return;
  setAttribute(edits, span, 'w:val', (known) => {
    const op = known?.[0];
    const before = typeof op === 'object' && op.op === 'span' ? op : undefined;
    const blocks = [...(before?.blocks ?? []), { slot, columns: to - from }];
    return { op: 'span', span: before?.span ?? Number(span.attribute('w:val')), blocks };
  });
};

const editGrid = (table: XmlElement, ranges: readonly Range[], { template, edits }: ColumnsInput): void => {
  const columns = elementsOf(childOf(table, 'w:tblGrid') ?? table, 'w:gridCol');
  const widths = columns.map((column) => Number(column.attribute('w:w') ?? 0));
  const blocks: ColumnBlock[] = ranges.map(({ block, from, to, slot }) => ({
    e: block.tree,
    tag: template.tagRef(block.open.where),
    kind:
      block.head.kind === 'for' || block.head.kind === 'each' || block.head.kind === 'section'
        ? 'loop'
        : 'if',
    truth: block.head.kind === 'if' && block.head.strict ? 'js' : 'loose',
    ...(block.negated && { negated: true }),
    slot,
    columns: to - from,
  }));
  const known = edits.get(table);
  edits.set(table, {
    ...known,
    before: [...(known?.before ?? []), { op: 'columns', blocks, fixed: columns.length }],
  });
  for (const { from, to, slot } of ranges) {
    for (let index = from; index < to; index++) {
      const column = columns[index];
      if (column === undefined) continue;
      edits.set(column, {
        whole: index === from ? [{ op: 'grid-columns', slot, widths: widths.slice(from, to) }] : [],
      });
    }
  }
};

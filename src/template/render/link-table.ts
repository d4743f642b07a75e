/** Tables whose shape depends on data: merges, columns that come and go, grids that follow from their rows. */
import { PlatenError } from '../../errors.ts';
import type { ColumnBlock, TableOp } from '../compile/program.ts';
import { isList, isObject, type Value } from '../expression/values.ts';
import { ColumnCount } from './column-count.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import type { RenderState, Step } from './state.ts';
import { isTrue } from './truth.ts';

/** What Word can open (its own limit on a table). */
const MAX_COLUMNS = 63;

export const linkTable = (op: TableOp, context: LinkContext): Step => {
  switch (op.op) {
    case 'merge': {
      const { column, role } = op;
      return (state) => {
        const isOpen = state.merges[column] === true;
        state.merges[column] = role !== 'none';
        if (role === 'restart' || (role === 'continue' && !isOpen))
          state.write('<w:vMerge w:val="restart"/>');
        else if (role === 'continue') state.write('<w:vMerge/>');
      };
    }
    case 'row':
      return (state) => state.columns.row();
    case 'cell': {
      const { span } = op;
      return (state) => state.columns.cell(span);
    }
    case 'grid':
      return linkGrid(op, context);
    case 'columns':
      return linkColumns(op, context);
    case 'grid-columns': {
      const { slot, widths } = op;
      return (state) => {
        const copies = state.slots[slot] ?? 0;
        for (let copy = 0; copy < copies; copy++) {
          for (const width of widths) state.write(`<w:gridCol w:w="${Math.floor(width / copies)}"/>`);
        }
      };
    }
    case 'share': {
      const { slot, width } = op;
      return (state) => state.write(String(Math.floor(width / Math.max(1, state.slots[slot] ?? 1))));
    }
    case 'span': {
      const { span, blocks } = op;
      return (state) => {
        const grown = blocks.reduce(
          (sum, block) => sum + ((state.slots[block.slot] ?? 1) - 1) * block.columns,
          span,
        );
        state.write(String(Math.max(1, grown)));
      };
    }
  }
};

const tooWide = (columns: number): PlatenError =>
  new PlatenError(
    'data_invalid',
    `The table would have ${columns} columns; Word opens tables with up to ${MAX_COLUMNS}.`,
    {
      hint: 'Send fewer items, or let the table grow by rows.',
    },
  );

/** The rows are written first, into memory, because the grid stands before them. */
const linkGrid = (op: Extract<TableOp, { op: 'grid' }>, context: LinkContext): Step => {
  const open = context.ops(op.open, context);
  const grid = context.ops(op.grid, context);
  const body = context.ops(op.body, context);
  const { widths, close } = op;
  const total = widths.reduce((sum, width) => sum + width, 0);
  return (state) => {
    const outer = state.columns;
    state.columns = new ColumnCount();
    const rows = state.capture(() => body(state));
    const { widest } = state.columns;
    state.columns = outer;
    if (rows.length === 0) return;
    if (widest > MAX_COLUMNS) throw tooWide(widest);
    state.gap();
    open(state);
    if (widest === widths.length) grid(state);
    else {
      const width = Math.floor(total / Math.max(1, widest));
      state.write(`<w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(widest)}</w:tblGrid>`);
    }
    state.writeBytes(rows);
    state.write(close);
    state.tail = 'table';
  };
};

const copiesOf = (block: ColumnBlock, value: Value): number => {
  if (block.kind === 'if') return isTrue(value, block.truth) === (block.negated !== true) ? 1 : 0;
  if (isList(value)) return value.length;
  if (typeof value === 'number') return Math.max(0, Math.floor(value));
  if (isObject(value)) return Object.keys(value).length;
  return isTrue(value, 'loose') ? 1 : 0;
};

const linkColumns = (op: Extract<TableOp, { op: 'columns' }>, context: LinkContext): Step => {
  const blocks = op.blocks.map((block) => ({
    block,
    evaluate: linkTree(block.e, 'condition', context, block.tag),
  }));
  return (state: RenderState) => {
    let columns = op.fixed;
    for (const { block, evaluate } of blocks) {
      state.tag = block.tag;
      const copies = copiesOf(block, evaluate(state));
      state.slots[block.slot] = copies;
      columns += (copies - 1) * block.columns;
      if (columns > MAX_COLUMNS) throw tooWide(columns);
    }
  };
};

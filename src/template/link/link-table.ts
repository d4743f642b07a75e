/** Tables whose shape depends on data: merges, columns that come and go, grids that follow from their rows. */
import { PlatenError } from '../../errors.ts';
import type { ColumnSum, TableOp } from '../program.ts';
import { ColumnCount, type RenderState, type Step } from '../runtime/state.ts';
import type { LinkContext } from './link-context.ts';

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
    case 'count': {
      const { slot } = op;
      return (state) => {
        state.slots[slot] = (state.slots[slot] ?? 0) + 1;
      };
    }
    case 'widest':
      return linkWidest(op, context);
    case 'grid-columns': {
      const { slot, widths } = op;
      return (state) => {
        const copies = state.slots[slot] ?? 0;
        for (let copy = 0; copy < copies; copy++)
          for (const width of widths) state.write(gridColumn(width / copies));
      };
    }
    case 'grid-column': {
      const { slot, width } = op;
      return (state) => state.write(gridColumn(width / Math.max(1, state.slots[slot] ?? 1)));
    }
    case 'share': {
      const { slot, width } = op;
      return (state) => state.write(String(Math.floor(width / Math.max(1, state.slots[slot] ?? 1))));
    }
    case 'span':
      return (state) => state.write(String(Math.max(1, columnsOf(op, state))));
  }
};

const gridColumn = (width: number): string => `<w:gridCol w:w="${Math.floor(width)}"/>`;

const columnsOf = ({ fixed, counted }: ColumnSum, state: RenderState): number =>
  counted.reduce((sum, { slot, columns }) => sum + (state.slots[slot] ?? 0) * columns, fixed);

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

const linkColumns = (op: Extract<TableOp, { op: 'columns' }>, context: LinkContext): Step => {
  const body = context.ops(op.body, context);
  const { slots, limit } = op;
  return (state) => {
    for (const slot of slots) state.slots[slot] = 0;
    body(state);
    const columns = limit === undefined ? 0 : columnsOf(limit, state);
    if (columns > MAX_COLUMNS) throw tooWide(columns);
  };
};

const linkWidest = (op: Extract<TableOp, { op: 'widest' }>, context: LinkContext): Step => {
  const body = context.ops(op.body, context);
  const { slots } = op;
  return (state) => {
    const before = slots.map((slot) => state.slots[slot] ?? 0);
    for (const slot of slots) state.slots[slot] = 0;
    body(state);
    slots.forEach((slot, index) => {
      state.slots[slot] = Math.max(before[index] ?? 0, state.slots[slot] ?? 0);
    });
  };
};

/** The rows of a chart's sheet: gone through like any other text, and kept as cells. */
import { decodeReferences } from '../../ooxml/xml-text.ts';
import { lettersOf } from '../charts/cell-ranges.ts';
import type { MadeRow } from '../charts/cells-data.ts';
import { numberOf } from '../charts/chart-data.ts';
import type { Cell } from '../charts/sheet.ts';
import { BYTES } from '../expression/values/memory.ts';
import { textOf } from '../expression/values/text.ts';
import type { Value } from '../expression/values/values.ts';
import type { Op, SheetCellOp } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';

const ROWS = 'chart sheet rows';

/** What the rows have become. */
export const rowsOf = (state: RenderState, write: Step): readonly MadeRow[] => {
  const outer = state.memo.get(ROWS);
  const rows: MadeRow[] = [];
  state.memo.set(ROWS, rows);
  write(state);
  state.memo.set(ROWS, outer);
  return rows;
};

export const linkSheetRow = (op: Extract<Op, { op: 'sheet-row' }>, context: LinkContext): Step => {
  const cells = op.cells.map((cell) => ({
    column: cell.column,
    style: cell.style,
    read: cellReader(cell, op.row, context),
  }));
  return (state) => {
    state.budget.memory(cells.length * BYTES.element);
    const rows = state.memo.get(ROWS) as MadeRow[];
    rows.push({
      from: op.row,
      cells: cells.map(({ column, style, read }) => ({ column, style, value: read(state) })),
    });
  };
};

const cellReader = (
  { column, value, e, ops, tag = -1, isNumber }: SheetCellOp,
  row: number,
  context: LinkContext,
): ((state: RenderState) => Cell) => {
  const number = (text: unknown): number | null =>
    numberOf(text, () => `The cell ${lettersOf(column)}${row} of the chart's sheet`);
  if (e !== undefined) {
    const evaluate = linkTree(e, isNumber === true ? 'condition' : 'value', context, tag);
    return (state) => {
      state.tag = tag;
      const found = evaluate(state);
      if (isNumber === true) return number(found);
      return cellOf(found, state);
    };
  }
  if (ops === undefined) return () => value ?? null;
  const write = context.ops(ops, context);
  return (state) => {
    // Flat text is written as it stands in XML.
    const written = Buffer.from(state.capture(() => write(state))).toString();
    const text = decodeReferences(written) ?? written;
    state.tag = tag;
    return isNumber === true ? number(text) : text;
  };
};

/** A date or an amount that was formatted is a text. */
const cellOf = (value: Value, state: RenderState): Cell => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return textOf(value, state);
};

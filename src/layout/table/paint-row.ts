/**
 * paintRow: shading, content and lines of one row
 *
 * A row draws the lines below it, and those above only where no row of the table has just done so: so a table is closed
 * where a page ends, and nothing is drawn twice.
 */
import type { Border } from '../../wml/borders.ts';
import type { LayoutContext } from '../context.ts';
import { borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import { paintOne } from '../page/anchors.ts';
import { type Lines, sameLine, type TableLines } from './cell-borders.ts';
import type { CellBox, MeasuredRow } from './measure-rows.ts';

/** What the rows of one table share while they are painted. */
export interface TablePainting {
  readonly lines: TableLines;
  /** From the text column's left edge to the table's. */
  readonly x: number;
  /** Left edges of the columns, and the end of the last one. */
  readonly starts: readonly number[];
  /** The lines drawn last: on which page, how far down, above which row. */
  drawn: { readonly canvas: Canvas; readonly y: number; readonly row: number } | undefined;
}

export const paintRow = (
  canvas: Canvas,
  row: MeasuredRow,
  painting: TablePainting,
  context: LayoutContext,
  columnX: number,
  y: number,
): void => {
  const x = columnX + painting.x;
  paintShading(canvas, row, x, y);
  for (const cell of row.cells) if (cell.items.length > 0) paintCell(canvas, cell, row, context, x, y);
  paintLines(canvas, row, painting, x, y);
};

/** Neighbours of one colour are one rectangle: two that touch let the paper shine through. */
const paintShading = (
  canvas: Canvas,
  { cells, height, bottomLine }: MeasuredRow,
  x: number,
  y: number,
): void => {
  let open: { color: number; from: number; to: number } | undefined;
  const flush = (): void => {
    if (open !== undefined)
      canvas.rect(x + open.from, y, open.to - open.from, height - bottomLine, open.color);
    open = undefined;
  };
  for (const { shading, x: from, width } of cells) {
    if (open !== undefined && open.color === shading && Math.abs(open.to - from) < 0.01) {
      open.to = from + width;
      continue;
    }
    flush();
    if (shading !== undefined) open = { color: shading, from, to: from + width };
  }
  flush();
};

const paintCell = (
  canvas: Canvas,
  cell: CellBox,
  row: MeasuredRow,
  context: LayoutContext,
  x: number,
  y: number,
): void => {
  const { grid, items, shift } = cell;
  const left = x + cell.x + grid.margins.left;
  const width = cell.width - grid.margins.left - grid.margins.right;
  const clips = row.exact && grid.rowSpan === 1 && cell.end > row.height + 0.5;
  if (clips) {
    const [right, bottom] = [x + cell.x + cell.width, y + row.height];
    canvas.add({
      kind: 'push',
      clip: [['M', x + cell.x, y], ['L', right, y], ['L', right, bottom], ['L', x + cell.x, bottom], ['Z']],
    });
  }
  for (const item of items) {
    const top = y + item.y + shift;
    for (const anchored of item.piece.anchored)
      paintOne(context, canvas, anchored, { x: left, width }, top, undefined);
    item.piece.paint(canvas, left, top);
  }
  if (clips) canvas.add({ kind: 'pop' });
};

interface Stroke {
  readonly border: Border;
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly vertical: boolean;
}

const paintLines = (
  canvas: Canvas,
  row: MeasuredRow,
  painting: TablePainting,
  x: number,
  y: number,
): void => {
  const { lines, drawn } = painting;
  const bottom = y + row.height - row.bottomLine;
  const strokes: Stroke[] = [];
  const uprights = lines.upright(row.index);
  const isDrawn = drawn?.canvas === canvas && drawn.row === row.index && Math.abs(drawn.y - y) < 0.01;
  if (!isDrawn)
    across(lines.across(row.index), [lines.upright(row.index - 1), uprights], painting, x, y, strokes);
  down(uprights, painting, x, { y, length: bottom - y }, strokes);
  across(lines.across(row.index + 1), [uprights, lines.upright(row.index + 1)], painting, x, bottom, strokes);
  painting.drawn = { canvas, y: bottom, row: row.index + 1 };
  // Where lines cross, the thicker one is on top.
  strokes.sort((a, b) => borderThickness(a.border) - borderThickness(b.border));
  for (const { border, ...stretch } of strokes) paintBorder(canvas, border, stretch);
};

/** Lines that are alike run on through the columns, and over the corners at their ends. */
const across = (
  lines: Lines,
  uprights: readonly [above: Lines, below: Lines],
  { starts }: TablePainting,
  x: number,
  y: number,
  out: Stroke[],
): void => {
  const corner = (column: number): number =>
    Math.max(thicknessOf(uprights[0][column]), thicknessOf(uprights[1][column])) / 2;
  for (let column = 0; column < lines.length; ) {
    const border = lines[column];
    let end = column + 1;
    while (end < lines.length && sameLine(lines[end], border)) end += 1;
    if (border !== undefined) {
      const from = x + (starts[column] ?? 0) - corner(column);
      const to = x + (starts[end] ?? starts.at(-1) ?? 0) + corner(end);
      out.push({ border, x: from, y: y + borderThickness(border) / 2, length: to - from, vertical: false });
    }
    column = end;
  }
};

const down = (
  lines: Lines,
  { starts }: TablePainting,
  x: number,
  stretch: { readonly y: number; readonly length: number },
  out: Stroke[],
): void => {
  for (const [column, border] of lines.entries()) {
    if (border === undefined) continue;
    out.push({ border, x: x + (starts[column] ?? starts.at(-1) ?? 0), ...stretch, vertical: true });
  }
};

const thicknessOf = (border: Border | undefined): number =>
  border === undefined ? 0 : borderThickness(border);

/**
 * paintRow: shading, content and lines of one row
 *
 * A row draws the lines below it, and those above only where no row of the table has just done so: so a table is closed
 * where a page ends, and nothing is drawn twice.
 */
import { type Border, isVisible } from '../../wml/properties/borders.ts';
import { borderColor, borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import { fitsOnPage } from '../fits-height.ts';
import type { CellBox, MeasuredRow, MeasuredTable, RowContent } from '../pieces.ts';
import { type Lines, sameLine, thicknessOf } from '../table/cell-borders.ts';
import { splitPiece } from '../table/row-piece.ts';
import { paintTexts } from './paint-row-texts.ts';
import type { Painter } from './painter.ts';

export const paintRow = (painter: Painter, { row, place }: RowContent, columnX: number, y: number): void => {
  const { canvas, context } = painter;
  const painting = place.measured;
  const x = columnX + painting.x;
  const drawn = canvas.rows.get(painting);
  const bottom = y + row.height - row.bottomLine;
  const isBelow = drawn !== undefined && Math.abs(drawn.y - y) < 0.01;
  const edges: RowEdges = {
    y,
    bottom,
    follows: isBelow ? drawn?.row : undefined,
    isLast: row.part === 'first' || (row.bottomLine === 0 && endsPage(canvas, row, painting, bottom)),
  };
  paintShading(canvas, row, painting, x, edges);
  for (const cell of row.cells) paintApart(canvas, cell, row, painting, x, edges);
  if (row.texts !== undefined) paintTexts(canvas, row.texts, x, y, context);
  else for (const cell of row.cells) if (cell.items.length > 0) paintCell(painter, cell, row, x, y);
  paintLines(canvas, row, painting, x, edges);
  for (const cell of row.cells) {
    const borders = cell.grid.cell.properties.borders;
    if (borders?.diagonalDown !== undefined || borders?.diagonalUp !== undefined)
      paintDiagonals(canvas, cell, row, painting, x, edges);
  }
  if (canvas.seen !== undefined) seeRow(canvas, row, x, y);
  canvas.rows.set(painting, { y: bottom, row: row.part === 'first' ? row.index : row.index + 1 });
  // Nobody looks back.
  if (row.index > painting.kept) painting.rows[row.index - 1] = undefined;
};

const seeRow = (canvas: Canvas, { cells, height }: MeasuredRow, x: number, y: number): void => {
  const left = Math.min(...cells.map((cell) => cell.x));
  const right = Math.max(...cells.map((cell) => cell.x + cell.width));
  if (right > left) canvas.see({ kind: 'row', box: { x: x + left, y, width: right - left, height } });
};

interface RowEdges {
  readonly y: number;
  readonly bottom: number;
  /** The row that another, painted just above, has below it: this one, or the first after repeated header rows. */
  readonly follows: number | undefined;
  /** Of its page, though not of the table. */
  readonly isLast: boolean;
}

/** Whether the next row has to go to another page: found out as the paginator does. */
const endsPage = (canvas: Canvas, row: MeasuredRow, { rows }: MeasuredTable, bottom: number): boolean => {
  const next = rows[row.index + 1];
  const room = canvas.frame.bottom - bottom;
  return next !== undefined && !fitsOnPage(next.height, room) && splitPiece(next, room) === undefined;
};

const isShaded = ({ shading }: CellBox): boolean => shading !== undefined;

/** Neighbours of one colour are one rectangle: two that touch let the paper shine through. */
const paintShading = (
  canvas: Canvas,
  row: MeasuredRow,
  painting: MeasuredTable,
  x: number,
  edges: RowEdges,
): void => {
  if (!row.cells.some(isShaded)) return;
  const above = painting.lines.across(row.index);
  let open: { color: number; from: number; to: number; y: number; bottom: number } | undefined;
  const flush = (): void => {
    if (open !== undefined)
      canvas.rect(x + open.from, open.y, open.to - open.from, open.bottom - open.y, open.color);
    open = undefined;
  };
  for (const cell of row.cells) {
    const { shading, grid, width } = cell;
    // Of a merged cell, once for all of its rows: text that reaches into the next one would be painted over.
    if (
      shading === undefined ||
      cell.apart !== undefined ||
      (grid.origin !== undefined && edges.follows === row.index)
    ) {
      flush();
      continue;
    }
    const y = edges.y + leastThickness(above, grid);
    const bottom = mergedBottom(canvas, cell, row, painting, edges);
    if (
      open?.color === shading &&
      open.y === y &&
      open.bottom === bottom &&
      Math.abs(open.to - cell.x) < 0.01
    )
      open.to = cell.x + width;
    else {
      flush();
      open = { color: shading, from: cell.x, to: cell.x + width, y, bottom };
    }
  }
  flush();
};

/** Of the lines above a cell, which its shading does not reach under. */
const leastThickness = (lines: Lines, { column, span }: CellBox['grid']): number => {
  let least = thicknessOf(lines[column]);
  for (let at = column + 1; at < column + span; at++) least = Math.min(least, thicknessOf(lines[at]));
  return least;
};

/** Down to the last of its rows that stands on this page. */
const mergedBottom = (
  canvas: Canvas,
  { grid }: CellBox,
  row: MeasuredRow,
  { rows }: MeasuredTable,
  edges: RowEdges,
): number => {
  const origin = grid.origin ?? grid;
  let { bottom } = edges;
  if (row.part === 'first') return bottom;
  for (let index = row.index + 1; index < origin.row + origin.rowSpan; index++) {
    const next = bottom + (rows[index]?.height ?? 0);
    if (!fitsOnPage(next, canvas.frame.bottom)) break;
    bottom = next;
  }
  return bottom;
};

const paintCell = (painter: Painter, cell: CellBox, row: MeasuredRow, x: number, y: number): void => {
  const { canvas } = painter;
  const { grid, items, shift } = cell;
  const left =
    x + cell.x + grid.margins.left + (cell.apart?.from.left ?? 0) + thicknessOf(cell.apart?.lines.left);
  const clips = row.exact && grid.rowSpan === 1 && cell.end > row.height + 0.5;
  if (clips && canvas.seen !== undefined)
    canvas.see({
      kind: 'overflow',
      box: { x: x + cell.x, y, width: cell.width, height: row.height },
      of: 'cell',
    });
  if (clips) {
    const [right, bottom] = [x + cell.x + cell.width, y + row.height];
    canvas.add({
      kind: 'push',
      clip: [['M', x + cell.x, y], ['L', right, y], ['L', right, bottom], ['L', x + cell.x, bottom], ['Z']],
    });
  }
  for (const item of items) painter.piece(item.piece, left, y + item.y + shift);
  if (clips) canvas.add({ kind: 'pop' });
};

/** From corner to corner (§17.4.73, §17.4.79), over all rows of a merged cell. */
const paintDiagonals = (
  canvas: Canvas,
  cell: CellBox,
  row: MeasuredRow,
  painting: MeasuredTable,
  x: number,
  edges: RowEdges,
): void => {
  if (cell.grid.origin !== undefined) return;
  const { diagonalDown, diagonalUp } = cell.grid.cell.properties.borders ?? {};
  const [left, right] = [x + cell.x, x + cell.x + cell.width];
  const [top, bottom] = [edges.y + row.topLine, mergedBottom(canvas, cell, row, painting, edges)];
  const line = (border: Border | undefined, from: number, to: number): void => {
    if (!isVisible(border)) return;
    canvas.add({
      kind: 'path',
      path: [
        ['M', left, from],
        ['L', right, to],
      ],
      stroke: { color: borderColor(border), width: border.width },
    });
  };
  line(diagonalDown, top, bottom);
  line(diagonalUp, bottom, top);
};

/** A cell with lines of its own, at a distance from its neighbours. */
const paintApart = (
  canvas: Canvas,
  cell: CellBox,
  row: MeasuredRow,
  painting: MeasuredTable,
  x: number,
  edges: RowEdges,
): void => {
  const { apart, grid, shading } = cell;
  if (apart === undefined || (grid.origin !== undefined && edges.follows === row.index)) return;
  const { from, lines } = apart;
  const [left, right] = [x + cell.x + from.left, x + cell.x + cell.width - from.right];
  const top = edges.y + row.topLine + from.top;
  const bottom = mergedBottom(canvas, cell, row, painting, edges) - from.bottom;
  if (shading !== undefined) canvas.rect(left, top, right - left, bottom - top, shading);
  const level = (border: Border | undefined, y: number, inward: 1 | -1): void => {
    if (border === undefined) return;
    const middle = y + (inward * borderThickness(border)) / 2;
    paintBorder(canvas, border, { x: left, y: middle, length: right - left, vertical: false });
  };
  const upright = (border: Border | undefined, at: number, inward: 1 | -1): void => {
    if (border === undefined) return;
    const middle = at + (inward * borderThickness(border)) / 2;
    paintBorder(canvas, border, { x: middle, y: top, length: bottom - top, vertical: true });
  };
  upright(lines.left, left, 1);
  upright(lines.right, right, -1);
  level(lines.top, top, 1);
  level(lines.bottom, bottom, -1);
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
  painting: MeasuredTable,
  x: number,
  { y, bottom, follows, isLast }: RowEdges,
): void => {
  const { lines } = painting;
  const strokes: Stroke[] = [];
  const uprights = lines.upright(row.index);
  // Whatever row stands above has drawn the line between them; shading may have covered a hair of it.
  const above = follows === undefined ? lines.closing(row.index, 'top') : lines.across(row.index);
  if (follows === undefined || row.cells.some(isShaded))
    across(above, [lines.upright(row.index - 1), uprights], painting, x, y, strokes);
  down(uprights, above, painting, x, { y, bottom }, strokes);
  const below = isLast ? lines.closing(row.index, 'bottom') : lines.across(row.index + 1);
  across(below, [uprights, lines.upright(row.index + 1)], painting, x, bottom, strokes);
  // Where lines cross, the thicker one is on top.
  if (strokes.some(({ border }) => border.width !== strokes[0]?.border.width))
    strokes.sort((a, b) => borderThickness(a.border) - borderThickness(b.border));
  for (const stroke of strokes) paintBorder(canvas, stroke.border, stroke);
};

/** Lines that are alike run on through the columns, and over the corners at their ends. */
const across = (
  lines: Lines,
  uprights: readonly [above: Lines, below: Lines],
  { starts }: MeasuredTable,
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

/** Not through the gaps of double lines. */
const down = (
  lines: Lines,
  above: Lines,
  { starts }: MeasuredTable,
  x: number,
  { y, bottom }: { readonly y: number; readonly bottom: number },
  out: Stroke[],
): void => {
  for (let column = 0; column < lines.length; column++) {
    const border = lines[column];
    if (border === undefined) continue;
    const from = y + Math.max(gapped(above[column - 1]), gapped(above[column]));
    const at = x + (starts[column] ?? starts.at(-1) ?? 0);
    out.push({ border, x: at, y: from, length: bottom - from, vertical: true });
  }
};

const gapped = (border: Border | undefined): number =>
  border !== undefined && borderThickness(border) > border.width ? borderThickness(border) : 0;

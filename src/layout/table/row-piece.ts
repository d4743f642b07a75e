/**
 * rowPiece :: measured row → a piece that a page break may divide where its cells let it
 */
import { roomInside } from '../fits-height.ts';
import type { CellBox, MeasuredRow, Piece, PieceInCell, RowPlace, TableExtent } from '../pieces.ts';
import { alignCells } from './measure-rows.ts';

export const rowPiece = (row: MeasuredRow, place: RowPlace): Piece => ({
  height: row.height,
  // The line that closes the table has to fit on the page as well [M].
  leading: row.bottomLine > 0 ? 0 : -row.closingLine,
  gap: place.gap,
  gapAtTop: place.above,
  gapAfterBreak: place.above,
  after: row.keepsNext ? 'keep' : 'free',
  breakBefore: row.cells[0]?.items[0]?.piece.breakBefore === true,
  notes: notesOf(row),
  anchored: [],
  block: place.table,
  content: { kind: 'row', row, place },
  across: row.index === 0 && row.part !== 'rest' ? extentOf(place) : undefined,
  repeats: place.repeats,
  reserve: place.reserve,
});

/**
 * The part of a piece that fits into `room` and the rest; undefined where not even a first part fits, or nothing divides it.
 * `force` is for what stands alone on a page and still does not fit.
 */
export const splitPiece = (
  { content }: Piece,
  room: number,
  force = false,
): readonly [Piece, Piece] | undefined => {
  if (content.kind !== 'row') return undefined;
  const { row, place } = content;
  // Each of its cells is one line, which no page break divides.
  if (row.texts !== undefined && !force) return undefined;
  const whole = row.texts === undefined ? undefined : place.measured.whole(row.index);
  return splitRow(whole ?? row, place, room, force);
};

const extentOf = ({ table, measured: { x, starts } }: RowPlace): TableExtent => {
  const { verticalAnchor: from, y = 0, yAlign } = table.properties.floating ?? {};
  const isPlaced = (from === 'page' || from === 'margin') && yAlign === undefined && y > 0;
  return { left: x, right: x + (starts.at(-1) ?? 0), ...(isPlaced && { down: { from, y } }) };
};

const NO_NOTES: readonly string[] = [];

const notesOf = ({ cells }: MeasuredRow): readonly string[] => {
  let notes: string[] | undefined;
  for (const { items } of cells)
    for (const { piece } of items) {
      if (piece.notes.length === 0) continue;
      notes ??= [];
      notes.push(...piece.notes);
    }
  return notes ?? NO_NOTES;
};

/**
 * Each cell gives the lines that fit. A row of which some cell could give nothing goes to the next page as a whole;
 * `force` is for a row that has a page for itself and is still too high.
 */
const splitRow = (
  row: MeasuredRow,
  place: RowPlace,
  room: number,
  force: boolean,
): readonly [Piece, Piece] | undefined => {
  const inside = room - row.closingLine;
  // Where not even the height that the row is to have at least fits, nothing of it stays.
  if (row.exact || ((row.cantSplit || row.least > inside) && !force)) return undefined;
  const parts = row.cells.map((cell) => splitCell(cell, row, inside, force));
  const gives = parts.some(([first]) => first.items.length > 0);
  const starves = parts.some(([first, rest]) => first.items.length === 0 && rest.items.length > 0);
  const rests = parts.some(([, rest]) => rest.items.length > 0);
  if (!gives || !rests || (starves && !force)) return undefined;
  const part = (index: 0 | 1, bottomLine: number): MeasuredRow => {
    const cells = parts.map((pair) => pair[index]);
    const height = cells.reduce((most, { end }) => Math.max(most, end), row.topLine);
    return { ...row, cells: alignCells(cells, height), height: height + bottomLine, bottomLine };
  };
  return [
    rowPiece({ ...part(0, 0), keepsNext: false, part: 'first' }, place),
    rowPiece(
      { ...part(1, row.bottomLine), least: 0, part: 'rest' },
      { ...place, gap: 0, above: 0, repeats: place.repeatsWithin ?? place.repeats },
    ),
  ];
};

const splitCell = (
  cell: CellBox,
  row: MeasuredRow,
  room: number,
  force: boolean,
): readonly [CellBox, CellBox] => {
  const { items, grid } = cell;
  const limit = roomInside(room - grid.margins.bottom);
  let count = 0;
  /** How many may stay without parting what belongs together. */
  let cut = 0;
  for (const item of items) {
    if (item.y + item.piece.height > limit) break;
    count += 1;
    if (item.piece.after !== 'keep' || count === items.length) cut = count;
  }
  const next = items[count];
  // A row of a table inside may be divided in its turn.
  const halves =
    next !== undefined && next.y < limit && (cut === count || force)
      ? splitPiece(next.piece, limit - next.y, force && count === 0)
      : undefined;
  if (cut === 0 && force) cut = count;
  if (halves !== undefined && next !== undefined) {
    const rest = [{ piece: halves[1], y: next.y }, ...moved(items.slice(count + 1), halves[1], next)];
    return [part(cell, [...items.slice(0, count), { piece: halves[0], y: next.y }]), restOf(cell, rest, row)];
  }
  return [part(cell, items.slice(0, cut)), restOf(cell, items.slice(cut), row)];
};

/** What follows a piece of which only the second half is left. */
const moved = (items: readonly PieceInCell[], half: Piece, whole: PieceInCell): readonly PieceInCell[] => {
  const up = whole.piece.height - half.height;
  return items.map(({ piece, y }) => ({ piece, y: y - up }));
};

const part = (cell: CellBox, items: readonly PieceInCell[]): CellBox => {
  const last = items.at(-1);
  const end = last === undefined ? 0 : last.y + last.piece.height + cell.grid.margins.bottom;
  return { ...cell, items, end, shift: 0 };
};

/** Begins below the margin again; space above a paragraph stayed behind. The cell's own end keeps its distance. */
const restOf = (cell: CellBox, items: readonly PieceInCell[], row: MeasuredRow): CellBox => {
  const first = items[0];
  const [last, lastBefore] = [items.at(-1), cell.items.at(-1)];
  if (first === undefined || last === undefined || lastBefore === undefined)
    return { ...cell, items: [], end: 0, shift: 0 };
  const up = first.y - row.topLine - row.topMargin;
  const after = cell.end - lastBefore.y - lastBefore.piece.height;
  const end = last.y - up + last.piece.height + Math.max(after, cell.grid.margins.bottom);
  return { ...cell, items: items.map(({ piece, y }) => ({ piece, y: y - up })), end, shift: 0 };
};

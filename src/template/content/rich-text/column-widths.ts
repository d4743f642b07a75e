/**
 * columnWidths :: grid × room → twips of each column
 *
 * Word lays a table out anew only where it is opened and edited; other programs take the grid as it is. So the grid
 * must already be good: widths that are given are kept, the rest of the room is shared by how much text is in them.
 */
import type { Block, Table } from './blocks.ts';
import { readCssLength } from './css.ts';
import type { Grid } from './table-grid.ts';

/** Twips that a character takes on average at the base size, as a share of its height: Calibri and Arial are near it. */
const CHARACTER = 0.55;
/** Left and right margin of a cell together. */
export const CELL_MARGINS = 216;
/** No column is narrower than a word of two letters. */
const NARROWEST = 360;

interface Need {
  /** Longest word and longest line, in characters. */
  readonly word: number;
  readonly line: number;
}

const NO_NEED: Need = { word: 0, line: 0 };

const larger = (a: Need, b: Need): Need => ({
  word: Math.max(a.word, b.word),
  line: Math.max(a.line, b.line),
});

/** Beyond a few lines' worth, more text wants no wider column. */
const MOST_LINE = 60;
const MOST_WORD = 30;

const textNeed = (text: string): Need =>
  text.split('\n').reduce<Need>(
    (need, line) =>
      larger(need, {
        word: Math.min(MOST_WORD, Math.max(0, ...line.split(/\s+/).map((word) => word.length))),
        line: Math.min(MOST_LINE, line.length),
      }),
    NO_NEED,
  );

const blockNeed = (block: Block): Need => {
  if (block.kind === 'table') return { word: 10, line: MOST_LINE };
  const text = block.inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '\n' : 'image…'))
    .join('');
  const indent = block.item === undefined ? 0 : 3 * (block.item.list.level + 1);
  const need = textNeed(text);
  return { word: need.word + indent, line: need.line + indent };
};

/** Of cells that span one column; those that span more only borrow from what their columns need. */
const needs = (grid: Grid): readonly Need[] => {
  const columns = Array.from({ length: grid.columns }, () => NO_NEED);
  for (const slot of grid.rows.flat()) {
    if (slot.cell === undefined || slot.columns > 1 || slot.merge === 'continue') continue;
    const cell = slot.cell.blocks.map(blockNeed).reduce(larger, NO_NEED);
    columns[slot.column] = larger(columns[slot.column] ?? NO_NEED, cell);
  }
  return columns;
};

const given = (table: Table, grid: Grid, room: number, em: number): (number | undefined)[] => {
  const widths: (number | undefined)[] = Array.from({ length: grid.columns }, (_, at) =>
    readCssLength(table.columns[at], em, room),
  );
  for (const slot of grid.rows.flat()) {
    if (slot.columns !== 1 || slot.cell === undefined) continue;
    widths[slot.column] ??= readCssLength(slot.cell.width, em, room);
  }
  return widths.map((width) => (width !== undefined && width > 0 ? Math.max(NARROWEST, width) : undefined));
};

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** `em` in twips. The widths add up to the table's own, which is at most `room`. */
export const columnWidths = (table: Table, grid: Grid, room: number, em: number): readonly number[] => {
  const wanted = readCssLength(table.width, em, room);
  const whole = Math.max(NARROWEST, Math.min(room, wanted !== undefined && wanted > 0 ? wanted : room));
  const fixed = given(table, grid, whole, em);
  const open = needs(grid).map((need, at) => {
    if (fixed[at] !== undefined) return { least: fixed[at], most: fixed[at], isFixed: true };
    const least = Math.max(NARROWEST, need.word * em * CHARACTER + CELL_MARGINS);
    return { least, most: Math.max(least, need.line * em * CHARACTER + CELL_MARGINS), isFixed: false };
  });
  // CSS 2.1 §17.5.2.2: where all lines fit, what is left goes by their lengths; else everyone gets the least, and what
  // is left goes by how much more each could use. Widths that are given stay unless they are all there is.
  const flexible = open.filter((column) => !column.isFixed);
  const most = total(open.map((column) => column.most));
  const spare = whole - (most <= whole ? most : total(open.map((column) => column.least)));
  const appetite = total(
    flexible.map((column) => (most <= whole ? column.most : column.most - column.least)),
  );
  const widths = open.map((column) => {
    const start = most <= whole ? column.most : column.least;
    if (column.isFixed || spare <= 0 || appetite === 0) return start;
    return start + (spare * (most <= whole ? column.most : column.most - column.least)) / appetite;
  });
  // All widths given, and not to the sum: in proportion, as browsers do. Too little room: everyone gives way.
  const factor = whole / total(widths);
  const sized = widths.map((width) => Math.max(1, Math.floor(width * factor)));
  const rest = Math.round(whole - total(sized));
  return sized.map((width, at) => (at === sized.length - 1 ? width + rest : width));
};

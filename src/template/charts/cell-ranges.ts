/** readRange :: `Sheet1!$B$2:$B$5` → the cells that a chart takes its data from */

export interface CellRange {
  readonly sheet: string;
  /** Rows from 1, columns from 0. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

const ADDRESS =
  /^(?:'((?:[^']|'')+)'|([^'!()[\],]+))!\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i;

/** Undefined for several ranges at once, and for names of ranges. */
export const readRange = (formula: string): CellRange | undefined => {
  const found = ADDRESS.exec(formula.trim());
  if (found === null) return undefined;
  const [, quoted, plain = '', left = '', top = '', right = left, bottom = top] = found;
  return {
    sheet: quoted?.replaceAll("''", "'") ?? plain,
    rows: [Number(top), Number(bottom)],
    columns: [columnOf(left), columnOf(right)],
  };
};

export const writeRange = ({ sheet, rows, columns }: CellRange): string => {
  const name = /^[A-Za-z_]\w*$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  const at = (corner: 0 | 1): string => `$${lettersOf(columns[corner])}$${rows[corner]}`;
  return `${name}!${at(0)}${at(0) === at(1) ? '' : `:${at(1)}`}`;
};

const LETTERS = 26;
const A = 64;

export const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A, 0) - 1;

export const lettersOf = (column: number): string =>
  (column >= LETTERS ? lettersOf(Math.floor(column / LETTERS) - 1) : '') +
  String.fromCharCode(A + 1 + (column % LETTERS));

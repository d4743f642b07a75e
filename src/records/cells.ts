/** What tables are made of, whichever file they come from. */

/** A number as a sheet shows it with its leading zeros: 123 as "00123". */
export interface PaddedNumber {
  readonly number: number;
  readonly shown: string;
}

/** A day or a time of a sheet, as ISO 8601 without a zone. */
interface SheetDate {
  readonly date: string;
}

/** `#N/A` and its like, and what looks like a date and is none. */
export interface BrokenCell {
  readonly broken: string;
}

/** Texts of CSV and of sheets; undefined is an empty cell. */
export type Cell = string | number | boolean | PaddedNumber | SheetDate | BrokenCell | undefined;

export interface Row {
  /** Of the sheet, or the line of the file on which it ends, from 1. */
  readonly number: number;
  /** Of a sheet, with holes for empty cells and none at the end. */
  readonly cells: readonly Cell[];
}

export const isEmptyCell = (cell: Cell): boolean => cell === undefined || cell === '';

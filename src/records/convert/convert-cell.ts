/**
 * convert :: cell, what the template takes → the value, or why there is none
 *
 * A text is read as the locale writes numbers and dates; what a sheet holds as a number or a date is taken as it is. What
 * can't be read is the record's problem and never goes on as text.
 */
import type { BrokenCell, Cell, PaddedNumber } from '../cells.ts';
import type { Field } from '../field-kinds.ts';
import { DateReader } from './read-date.ts';
import { NumberReader } from './read-number.ts';
import { YesNoReader } from './read-yes-no.ts';

type Converted =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: { readonly code: string; readonly message: string } };

const unreadable = (message: string): Converted => ({ problem: { code: 'value_unreadable', message } });

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

export class Converter {
  readonly #numbers: NumberReader;
  readonly #dates: DateReader;
  readonly #yesNo: YesNoReader;

  constructor(locale: string) {
    this.#numbers = new NumberReader(locale);
    this.#dates = new DateReader(locale);
    this.#yesNo = new YesNoReader(locale);
  }

  /** `field` is undefined where the template asks for nothing there: then the value stays as the file has it. */
  convert(cell: Cell, field: Field | undefined): Converted {
    if (typeof cell === 'string') return this.#text(cell, field);
    if (typeof cell === 'object' && 'broken' in cell)
      return { problem: { code: 'cell_error', message: `the cell has ${cell.broken}.` } };
    switch (field?.kind ?? 'text') {
      case 'number':
        return this.#asNumber(cell);
      case 'date':
        return this.#asDate(cell, field);
      case 'boolean':
        return asYesNo(cell);
      case 'text':
        return { value: asText(cell, field) };
    }
  }

  #text(text: string, field: Field | undefined): Converted {
    if (field === undefined || field.kind === 'text') return { value: text };
    const trimmed = text.trim();
    if (trimmed === '') return { value: undefined };
    const reader = { number: this.#numbers, date: this.#dates, boolean: this.#yesNo }[field.kind];
    const read = reader.read(trimmed);
    if (read !== undefined) return { value: read };
    if (field.mayBeText) return { value: text };
    return unreadable(`${shown(text)} is no ${reader.wanted}.`);
  }

  #asNumber(cell: SheetValue): Converted {
    if (typeof cell === 'number') return { value: cell };
    if (typeof cell === 'object' && 'number' in cell) return { value: cell.number };
    return unreadable(`the cell is ${typeof cell === 'object' ? 'a date' : 'true or false'}, not a number.`);
  }

  #asDate(cell: SheetValue, field: Field | undefined): Converted {
    if (typeof cell === 'object' && 'date' in cell) return { value: cell.date };
    if (field?.mayBeText === true) return { value: asText(cell, field) };
    const what = typeof cell === 'boolean' ? 'true or false' : 'a number that is not formatted as a date';
    return unreadable(`the cell is ${what}.`);
  }
}

type SheetValue = Exclude<Cell, string | BrokenCell>;

const asYesNo = (cell: SheetValue): Converted => {
  if (typeof cell === 'boolean') return { value: cell };
  const number = typeof cell === 'object' && 'number' in cell ? cell.number : cell;
  if (number === 0 || number === 1) return { value: number === 1 };
  return unreadable('the cell is neither yes nor no.');
};

const asText = (cell: SheetValue, field: Field | undefined): unknown => {
  if (typeof cell === 'object') return 'date' in cell ? cell.date : (cell satisfies PaddedNumber).shown;
  return field?.isTextAlone === true && cell !== undefined ? String(cell) : cell;
};

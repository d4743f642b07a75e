/**
 * readSheet :: sheet part → rows
 *
 * Values as they are stored (§18.3.1.4): of a formula, the result that was saved with it. Rows are handed on as the XML of
 * each piece is through, so the memory is that of a few rows.
 */
import type { ZipEntry } from '../../ooxml/zip-directory.ts';
import { type Cell, isEmptyCell, type Row } from '../cells.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';
import { damaged } from './refusals.ts';
import { dateOfSerial } from './serial-date.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { CellStyle } from './styles.ts';
import { TextCollector, unescaped } from './text-collector.ts';
import { unpack } from './unpack.ts';

/** What the cells of a sheet refer to. */
interface SheetContext {
  readonly strings: SharedStrings;
  readonly styles: readonly CellStyle[];
  readonly isFrom1904: boolean;
}

const MAX_COLUMN = 16_384;
const MAX_ROW = 1_048_576;

export async function* readSheet(
  entry: ZipEntry,
  context: SheetContext,
): AsyncGenerator<Row, void, undefined> {
  const reader = new SheetReader(entry.name, context);
  for await (const _ of readXml(entry.name, unpack(entry), reader)) yield* reader.taken();
}

class SheetReader implements XmlHandlers {
  readonly #part: string;
  readonly #context: SheetContext;
  readonly #collector = new TextCollector();
  #rows: Row[] = [];
  #row = 0;
  #cells: Cell[] = [];
  #isRow = false;
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #isInline = false;

  constructor(part: string, context: SheetContext) {
    this.#part = part;
    this.#context = context;
  }

  taken(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isInline) this.#collector.open(name);
    else if (name === 'v') this.#isValue = true;
    else if (name === 'c' && this.#isRow) this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'is') {
      this.#isInline = true;
      this.#collector.begin();
    }
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
    else if (this.#isInline) this.#collector.text(text);
  }

  close(name: string): void {
    if (name === 'is') {
      this.#isInline = false;
      this.#value = this.#collector.end();
    } else if (this.#isInline) this.#collector.close(name);
    else if (name === 'v') this.#isValue = false;
    else if (name === 'c' && this.#isRow) this.#keep(this.#cell());
    else if (name === 'row') {
      this.#isRow = false;
      this.#rows.push({ number: this.#row, cells: this.#cells });
    }
  }

  /** Empty cells are holes: a row with one cell far to the right costs as much as one cell. */
  #keep(cell: Cell): void {
    if (!isEmptyCell(cell)) this.#cells[this.#column - 1] = cell;
  }

  #openRow(written: string | undefined): void {
    const row = written === undefined ? this.#row + 1 : Number(written);
    if (!(row > this.#row) || row > MAX_ROW)
      throw damaged(`"${this.#part}" has row ${String(written)} after row ${this.#row}.`);
    this.#row = row;
    this.#cells = [];
    this.#column = 0;
    this.#isRow = true;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: reference, t: type = 'n', s: style = '0' } = attributes;
    const column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (!(column > this.#column) || column > MAX_COLUMN)
      throw damaged(`"${this.#part}" has a cell ${String(reference)} out of its order in row ${this.#row}.`);
    this.#column = column;
    this.#type = type;
    this.#style = Number(style);
    this.#value = '';
  }

  #cell(): Cell {
    const written = this.#value;
    switch (this.#type) {
      case 's': {
        if (written === '') return undefined;
        const text = this.#context.strings.at(Number(written));
        if (text === undefined)
          throw damaged(`A cell of row ${this.#row} in "${this.#part}" names a text that is not there.`);
        return text;
      }
      case 'str':
        return unescaped(written);
      case 'inlineStr':
        return written;
      case 'b':
        return written === '' ? undefined : written === '1' || written === 'true';
      case 'e':
        return { broken: written === '' ? 'an error' : written };
      case 'd':
        return written === '' ? undefined : isoDate(written);
      default:
        return written === '' ? undefined : this.#number(written);
    }
  }

  #number(written: string): Cell {
    const number = Number(written);
    if (!Number.isFinite(number))
      throw damaged(`A cell of row ${this.#row} in "${this.#part}" should be a number, and is not.`);
    const style = this.#context.styles[this.#style];
    if (style?.isDate === true) {
      const date = dateOfSerial(number, this.#context.isFrom1904);
      return date === undefined ? { broken: `${written} as a date, which there is not` } : { date };
    }
    if (style !== undefined && style.zeros > 0 && Number.isInteger(number) && number >= 0)
      return { number, shown: String(number).padStart(style.zeros, '0') };
    return number;
  }
}

/** §18.18.11 has dates as ISO 8601 in strict files. */
const isoDate = (written: string): Cell =>
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(written) && !Number.isNaN(Date.parse(written))
    ? { date: written }
    : { broken: `${written} as a date, which there is not` };

/** `AB12` → 28. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const character of reference) {
    const letter = character.toUpperCase().charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
};

/**
 * The sheet behind a chart: Word opens it when somebody edits the chart's data. Rendering is synchronous and libraries for
 * workbooks are not, so that the few small parts are written here.
 */
import { escapeAttribute, escapeText } from '../../ooxml/xml.ts';
import { ZipWriter } from '../../ooxml/zip-write.ts';
import { lettersOf, writeRange } from './cell-ranges.ts';

export type Cell = string | number | null;

export interface SheetCell {
  readonly column: number;
  readonly value: Cell;
  /** Index of its format in the workbook that it came with. */
  readonly style?: string | undefined;
}

/** From the top, without gaps. */
export type SheetRow = readonly SheetCell[];

/** Columns from the left, each from the top; the first cell is its head. */
export class Sheet {
  readonly name: string;
  readonly #columns: (readonly Cell[])[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The addresses of its head and of what is below. */
  add(cells: readonly Cell[]): { readonly head: string; readonly body: string } {
    const column = this.#columns.push(cells) - 1;
    const at = (rows: readonly [number, number]): string =>
      writeRange({ sheet: this.name, rows, columns: [column, column] });
    return { head: at([1, 1]), body: at([2, Math.max(2, cells.length)]) };
  }

  /** `styleOf`: the format that a head (row 1) or what is below it (row 2) had in the template. */
  rows(styleOf: (column: number, row: number) => string | undefined): SheetRow[] {
    const height = Math.max(0, ...this.#columns.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      this.#columns.map((cells, column) => ({
        column,
        value: cells[row] ?? null,
        style: styleOf(column, row === 0 ? 1 : 2),
      })),
    );
  }
}

/** A workbook of one sheet. */
export const plainWorkbook = (name: string, rows: readonly SheetRow[]): Uint8Array => {
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MAIN}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeAttribute(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}">${sheetMarkup(rows)}</worksheet>`,
  };
  const chunks: Uint8Array[] = [];
  const zip = new ZipWriter({ write: (chunk) => void chunks.push(Uint8Array.from(chunk)) });
  for (const [part, text] of Object.entries(parts)) zip.add(part, HEAD + text);
  zip.finish();
  return new Uint8Array(Buffer.concat(chunks));
};

/** With its namespace, whatever prefix is used around it. */
export const sheetMarkup = (rows: readonly SheetRow[], isStrict = false): string =>
  `<sheetData xmlns="${isStrict ? STRICT_SHEETS : SHEETS}">${rows
    .map((cells, index) => `<row r="${index + 1}">${cells.map((one) => cell(one, index + 1)).join('')}</row>`)
    .join('')}</sheetData>`;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT_SHEETS = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationship = (kind: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

const cell = ({ column, value, style }: SheetCell, row: number): string => {
  const start = `<c r="${lettersOf(column)}${row}"${style === undefined ? '' : ` s="${escapeAttribute(style)}"`}`;
  if (value === null) return style === undefined ? '' : `${start}/>`;
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`;
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
};

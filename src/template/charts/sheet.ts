/**
 * workbookOf :: columns → XLSX
 *
 * The workbook behind a chart, with what the chart shows: Word opens it when somebody edits the chart's data. Rendering is
 * synchronous and libraries for workbooks are not, so the five small parts are written here.
 */
import { escapeAttribute, escapeText } from '../../ooxml/xml.ts';
import { ZipWriter } from '../../ooxml/zip-write.ts';

export type Cell = string | number | null;

/** Columns from the left, each from the top; the first cell is its head. */
export class Sheet {
  readonly name: string;
  readonly #columns: (readonly Cell[])[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The addresses of its head and of what is below. */
  add(cells: readonly Cell[]): { readonly head: string; readonly body: string } {
    const column = letters(this.#columns.push(cells) - 1);
    const sheet = /^[A-Za-z_]\w*$/.test(this.name) ? this.name : `'${this.name.replaceAll("'", "''")}'`;
    return {
      head: `${sheet}!$${column}$1`,
      body: `${sheet}!$${column}$2:$${column}$${Math.max(2, cells.length)}`,
    };
  }

  workbook(): Uint8Array {
    const chunks: Uint8Array[] = [];
    const zip = new ZipWriter({ write: (chunk) => void chunks.push(Uint8Array.from(chunk)) });
    for (const [name, text] of Object.entries(this.#parts())) zip.add(name, HEAD + text);
    zip.finish();
    return new Uint8Array(Buffer.concat(chunks));
  }

  #parts(): Record<string, string> {
    return {
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MAIN}.worksheet+xml"/></Types>`,
      '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeAttribute(this.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${this.#rows()}</sheetData></worksheet>`,
    };
  }

  #rows(): string {
    const height = Math.max(0, ...this.#columns.map(({ length }) => length));
    const rows: string[] = [];
    for (let row = 0; row < height; row++) {
      const cells = this.#columns.map((column, index) =>
        cell(column[row] ?? null, `${letters(index)}${row + 1}`),
      );
      rows.push(`<row r="${row + 1}">${cells.join('')}</row>`);
    }
    return rows.join('');
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationship = (kind: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

const cell = (value: Cell, at: string): string => {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
};

const LETTERS = 26;
const letters = (column: number): string =>
  (column >= LETTERS ? letters(Math.floor(column / LETTERS) - 1) : '') +
  String.fromCharCode(65 + (column % LETTERS));

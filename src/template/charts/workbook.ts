/**
 * openBook :: the workbook behind a chart of the template → the cells of its sheets, and the same workbook with one sheet anew
 *
 * What else the workbook has (further sheets, formats, themes) is copied as it is. What speaks of cells by their addresses and
 * stands in the sheet that is written anew (tables, filters, merged cells) goes: rows have come to stand elsewhere.
 */
import { CONTENT_TYPES_PART, readContentTypes, writeContentTypes } from '../../ooxml/content-types.ts';
import { relationshipsPartOf } from '../../ooxml/part-names.ts';
import { type Relationship, readRelationships, writeRelationships } from '../../ooxml/relationships.ts';
import { childOf, decodeXml, elementsOf, parseXml, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { openZip, readEntry, type ZipArchive } from '../../ooxml/zip-read.ts';
import { type Content, packed, ZipWriter } from '../../ooxml/zip-write.ts';
import { columnOf } from './cell-ranges.ts';
import { type SheetRow, sheetMarkup } from './sheet.ts';

export interface BookCell {
  readonly column: number;
  readonly value: string | number | null;
  /** Index of the cell's format. */
  readonly style?: string;
  readonly isFormula: boolean;
}

export interface BookRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly BookCell[];
}

export interface Book {
  /** Undefined where there is no such sheet. */
  rowsOf(sheet: string): readonly BookRow[] | undefined;
  withSheet(sheet: string, rows: readonly SheetRow[]): Uint8Array | undefined;
}

/** Undefined where it is no workbook that can be read: an old one, one with a password. */
export const openBook = (bytes: Uint8Array): Book | undefined => {
  try {
    return new ReadBook(openZip(bytes));
  } catch {
    return undefined;
  }
};

/** Of the elements around the cells, those that say nothing about single cells. */
const BEFORE_CELLS: ReadonlySet<string> = new Set(['x:sheetPr', 'x:sheetViews', 'x:sheetFormatPr', 'x:cols']);
const BEHIND_CELLS: ReadonlySet<string> = new Set(['x:pageMargins']);

interface BookSheet {
  readonly name: string;
  readonly part: string;
}

interface Frame {
  readonly open: string;
  readonly close: string;
  readonly isStrict: boolean;
  readonly kept: readonly { readonly name: string; readonly content: Content }[];
}

class ReadBook implements Book {
  readonly #archive: ZipArchive;
  readonly #main: string;
  readonly #related: readonly Relationship[];
  readonly #sheets: readonly BookSheet[];
  readonly #rows = new Map<string, readonly BookRow[]>();
  readonly #frames = new Map<string, Frame>();

  constructor(archive: ZipArchive) {
    this.#archive = archive;
    const main = this.#relationshipsOf('').find(({ kind }) => kind === 'officeDocument')?.part;
    if (main === undefined) throw new Error('no workbook');
    this.#main = main;
    this.#related = this.#relationshipsOf(main);
    const list = childOf(this.#xml(main), 'x:sheets');
    this.#sheets = elementsOf(list ?? this.#xml(main), 'x:sheet').flatMap((sheet) => {
      const part = this.#related.find(({ id }) => id === sheet.attribute('r:id'))?.part;
      const isThere = part !== undefined && archive.entries.has(part);
      return isThere ? [{ name: sheet.attribute('name') ?? '', part }] : [];
    });
    if (this.#sheets.length === 0) throw new Error('no sheet');
  }

  #text(part: string): string {
    const entry = this.#archive.entries.get(part);
    if (entry === undefined) throw new Error(`no ${part}`);
    return decodeXml(readEntry(entry), part);
  }

  #xml(part: string): XmlElement {
    return parseXml(this.#text(part));
  }

  #relationshipsOf(part: string): Relationship[] {
    const name = relationshipsPartOf(part);
    return this.#archive.entries.has(name) ? readRelationships(this.#text(name), part) : [];
  }

  #sheet(name: string): BookSheet | undefined {
    const wanted = name.toLowerCase();
    return this.#sheets.find((sheet) => sheet.name.toLowerCase() === wanted);
  }

  rowsOf(name: string): readonly BookRow[] | undefined {
    const sheet = this.#sheet(name);
    if (sheet === undefined) return undefined;
    let rows = this.#rows.get(sheet.part);
    if (rows === undefined) {
      rows = readRows(this.#xml(sheet.part), this.#strings());
      this.#rows.set(sheet.part, rows);
    }
    return rows;
  }

  #strings(): readonly string[] {
    const part = this.#related.find(({ kind }) => kind === 'sharedStrings')?.part;
    if (part === undefined || !this.#archive.entries.has(part)) return [];
    return elementsOf(this.#xml(part), 'x:si').map(stringOf);
  }

  withSheet(name: string, rows: readonly SheetRow[]): Uint8Array | undefined {
    const sheet = this.#sheet(name);
    if (sheet === undefined) return undefined;
    let frame = this.#frames.get(sheet.part);
    if (frame === undefined) {
      frame = this.#frame(sheet.part);
      this.#frames.set(sheet.part, frame);
    }
    const chunks: Uint8Array[] = [];
    const zip = new ZipWriter({ write: (chunk) => void chunks.push(Uint8Array.from(chunk)) });
    for (const { name: part, content } of frame.kept) zip.raw(part, content);
    zip.add(sheet.part, `${frame.open}${sheetMarkup(rows, frame.isStrict)}${frame.close}`);
    zip.finish();
    return new Uint8Array(Buffer.concat(chunks));
  }

  /** What every copy has: once for a template. */
  #frame(part: string): Frame {
    const source = this.#text(part);
    const root = parseXml(source);
    const slices = (names: ReadonlySet<string>): string =>
      elementsOf(root)
        .filter((element) => names.has(element.name))
        .map(({ start, end }) => source.slice(start, end))
        .join('');
    // Words of an extension that the root says are ignorable may stand in what is kept.
    const open = source.slice(0, root.openEnd);
    const chain = this.#related.filter(({ kind }) => kind === 'calcChain');
    const gone = new Set([
      part,
      relationshipsPartOf(part),
      ...[...this.#relationshipsOf(part), ...chain].flatMap((one) => one.part ?? []),
    ]);
    const types = readContentTypes(this.#text(CONTENT_TYPES_PART));
    const overrides = new Map([...types.overrides].filter(([name]) => name === part || !gone.has(name)));
    const books = relationshipsPartOf(this.#main);
    const written: Readonly<Record<string, string>> = {
      [CONTENT_TYPES_PART]: writeContentTypes({ defaults: types.defaults, overrides }),
      ...(chain.length > 0 && {
        [books]: writeRelationships(this.#related.filter((one) => !chain.includes(one))),
      }),
    };
    return {
      open: `${open}${slices(BEFORE_CELLS)}`,
      close: `${slices(BEHIND_CELLS)}</${root.rawName}>`,
      isStrict: open.includes('purl.oclc.org/ooxml/spreadsheetml'),
      kept: [...this.#archive.entries.values()]
        .filter(({ name }) => !gone.has(name) && !name.endsWith('/'))
        .map((entry) => {
          const text = written[entry.name];
          return { name: entry.name, content: text === undefined ? entry : packed(text) };
        }),
    };
  }
}

/** Of its runs, without readings. */
const stringOf = (item: XmlElement): string =>
  elementsOf(item)
    .flatMap((child) =>
      child.name === 'x:t'
        ? [textContent(child)]
        : child.name === 'x:r'
          ? elementsOf(child, 'x:t').map((text) => textContent(text))
          : [],
    )
    .join('');

const readRows = (root: XmlElement, strings: readonly string[]): BookRow[] => {
  let last = 0;
  return elementsOf(childOf(root, 'x:sheetData') ?? root, 'x:row').map((element) => {
    // Both say where they stand only where that is not behind the one before.
    const row = Number(element.attribute('r') ?? last + 1);
    last = row;
    let column = -1;
    const cells = elementsOf(element, 'x:c').map((cell): BookCell => {
      const letters = /^[A-Z]+/i.exec(cell.attribute('r') ?? '')?.[0];
      column = letters === undefined ? column + 1 : columnOf(letters);
      const style = cell.attribute('s');
      return {
        column,
        value: cellValue(cell, strings),
        isFormula: childOf(cell, 'x:f') !== undefined,
        ...(style !== undefined && { style }),
      };
    });
    return { row, cells };
  });
};

const cellValue = (cell: XmlElement, strings: readonly string[]): string | number | null => {
  const type = cell.attribute('t') ?? 'n';
  const inline = childOf(cell, 'x:is');
  if (type === 'inlineStr') return inline === undefined ? null : stringOf(inline);
  const stored = childOf(cell, 'x:v');
  if (stored === undefined) return null;
  const text = textContent(stored);
  if (type === 's') return strings[Number(text)] ?? null;
  const number = Number(text);
  return type === 'n' && Number.isFinite(number) ? number : text;
};

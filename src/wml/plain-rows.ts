/**
 * plainRow :: w:tr of nothing but text → PlainRow; rowLike, textOnlyRow :: PlainRow, other texts → TableRow
 *
 * The rows that a template makes from one of its own are read once. All properties of the others are the same objects.
 */
import { childOf, elementsOf, type RepeatRule, type XmlElement } from '../ooxml/xml.ts';
import type { Inline, RowPattern, TableCell, TableRow, TextOnlyRow } from './model.ts';
import type { ParagraphProperties } from './properties/paragraph-properties.ts';
import type { RunProperties } from './properties/run-properties.ts';
import type { CellProperties, RowProperties } from './properties/table-properties.ts';

/** A `w:t`: how it looks, and whether blanks at its ends count (`xml:space`). */
export interface RowText {
  readonly run: RunProperties;
  readonly preserve: boolean;
}

export interface PlainRow {
  readonly properties: RowProperties;
  readonly pattern: RowPattern;
  /** Of all its cells, in order. */
  readonly texts: readonly RowText[];
}

/** What may stand in each; anything else is read in the usual way, row by row. */
const CONTENT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['w:tr', new Set(['w:trPr', 'w:tc'])],
  ['w:tc', new Set(['w:tcPr', 'w:p'])],
  ['w:p', new Set(['w:pPr', 'w:r'])],
  ['w:r', new Set(['w:rPr', 'w:t'])],
]);

/** Change how a paragraph or a row is read, not how it looks: a mark that is deleted, a section that ends. */
const READ_OTHERWISE: readonly (readonly string[])[] = [
  ['w:pPr', 'w:sectPr'],
  ['w:pPr', 'w:rPr', 'w:del'],
  ['w:pPr', 'w:rPr', 'w:moveFrom'],
  ['w:trPr', 'w:del'],
];

const isPlain = (element: XmlElement): boolean => {
  const content = CONTENT.get(element.name);
  if (content === undefined) return true;
  for (const path of READ_OTHERWISE) if (at(element, path) !== undefined) return false;
  return elementsOf(element).every((child) => content.has(child.name) && isPlain(child));
};

const at = (element: XmlElement, path: readonly string[]): XmlElement | undefined => {
  let found: XmlElement | undefined = element;
  for (const name of path) found = childOf(found, name);
  return found;
};

export const PLAIN_ROWS: RepeatRule = { name: 'w:tr', text: 'w:t', accepts: isPlain };

/** As the story reads them: what is written alike is one object. */
export interface PropertyReaders {
  row(element: XmlElement): RowProperties;
  cell(element: XmlElement | undefined): CellProperties;
  paragraph(element: XmlElement | undefined): ParagraphProperties;
  run(element: XmlElement | undefined): RunProperties;
}

export const plainRow = (row: XmlElement, read: PropertyReaders): PlainRow => {
  const texts: RowText[] = [];
  const paragraphOf = (paragraph: XmlElement): RowPattern['cells'][0]['paragraphs'][0] => {
    const runs: RunProperties[] = [];
    for (const element of elementsOf(paragraph, 'w:r')) {
      const run = read.run(childOf(element, 'w:rPr'));
      for (const text of elementsOf(element, 'w:t')) {
        if (text.children.length === 0) continue;
        texts.push({ run, preserve: text.attribute('xml:space') === 'preserve' });
        runs.push(run);
      }
    }
    const properties = childOf(paragraph, 'w:pPr');
    return { properties: read.paragraph(properties), mark: read.run(childOf(properties, 'w:rPr')), runs };
  };
  const cells = elementsOf(row, 'w:tc').map((cell) => ({
    properties: read.cell(childOf(cell, 'w:tcPr')),
    paragraphs: elementsOf(cell, 'w:p').map(paragraphOf),
  }));
  return { properties: read.row(row), pattern: { cells }, texts };
};

/** `addText` makes the content of a text: fields may be open around the table. */
export const rowLike = (
  { properties, pattern, texts: known }: PlainRow,
  texts: readonly string[],
  addText: (known: RowText, text: string, out: Inline[]) => void,
): TableRow => {
  let at = 0;
  return {
    properties,
    cells: cellsOf(pattern, (count) => {
      const inlines: Inline[] = [];
      for (const end = at + count; at < end; at++) {
        const text = known[at];
        if (text !== undefined) addText(text, texts[at] ?? '', inlines);
      }
      // An array that grew has room for more; a large document has too many of them for that.
      return inlines.slice();
    }),
  };
};

/** The same where nothing is open and nothing in the texts is more than a text; undefined where something is. */
export const textOnlyRow = (
  { properties, pattern, texts: known }: PlainRow,
  raw: readonly string[],
): TableRow | undefined => {
  const texts: string[] = new Array(known.length);
  for (let index = 0; index < known.length; index++) {
    const text = shownText(raw[index] ?? '', known[index]?.preserve === true);
    if (text === '' || NOT_ONLY_TEXT.test(text)) return undefined;
    texts[index] = text;
  }
  return new RowOfTexts(properties, { pattern, texts });
};

/** Cells are made for who asks: most are laid out by what their pattern and the texts say. */
class RowOfTexts implements TableRow {
  readonly properties: RowProperties;
  readonly textOnly: TextOnlyRow;
  #cells: readonly TableCell[] | undefined;

  constructor(properties: RowProperties, textOnly: TextOnlyRow) {
    this.properties = properties;
    this.textOnly = textOnly;
  }

  get cells(): readonly TableCell[] {
    this.#cells ??= this.#make();
    return this.#cells;
  }

  #make(): readonly TableCell[] {
    const { pattern, texts } = this.textOnly;
    let at = 0;
    return cellsOf(pattern, (count, runs) => {
      const from = at;
      at += count;
      return runs.map((run, index) => ({ kind: 'text', text: texts[from + index] ?? '', run }));
    });
  }
}

const cellsOf = (
  pattern: RowPattern,
  inlinesOf: (count: number, runs: readonly RunProperties[]) => readonly Inline[],
): readonly TableCell[] =>
  pattern.cells.map(({ properties, paragraphs }) => ({
    properties,
    blocks: paragraphs.map((paragraph) => ({
      kind: 'paragraph' as const,
      properties: paragraph.properties,
      mark: paragraph.mark,
      inlines: inlinesOf(paragraph.runs.length, paragraph.runs),
    })),
  }));

const NOT_ONLY_TEXT = /[\t\r\n]/;
const BLANKS_AT_ENDS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const BLANK = 0x20;

/** §17.3.3.31: without `xml:space="preserve"`, blanks at the ends do not count. */
export const shownText = (raw: string, preserve: boolean): string =>
  preserve || (raw.charCodeAt(0) > BLANK && raw.charCodeAt(raw.length - 1) > BLANK)
    ? raw
    : raw.replace(BLANKS_AT_ENDS, '');

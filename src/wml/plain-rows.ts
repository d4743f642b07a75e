/**
 * plainRow :: w:tr of nothing but text → PlainRow; rowLike :: PlainRow, other texts → TableRow
 *
 * The rows that a template makes from one of its own are read once. All properties of the others are the same objects.
 */
import { childOf, elementsOf, type RepeatRule, type XmlElement } from '../ooxml/xml.ts';
import type { Inline, TableCell, TableRow } from './model.ts';
import type { ParagraphProperties } from './paragraph-properties.ts';
import type { RunProperties } from './run-properties.ts';
import type { CellProperties, RowProperties } from './table-properties.ts';

/** A `w:t`: how it looks, and which of the row's texts it holds. */
export interface SpokenText {
  readonly run: RunProperties;
  /** `xml:space`: blanks at its ends count. */
  readonly preserve: boolean;
  readonly index: number;
}

interface PlainParagraph {
  readonly properties: ParagraphProperties;
  readonly mark: RunProperties;
  readonly texts: readonly SpokenText[];
}

export interface PlainRow {
  readonly properties: RowProperties;
  readonly cells: readonly {
    readonly properties: CellProperties;
    readonly paragraphs: readonly PlainParagraph[];
  }[];
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
  let index = 0;
  const paragraphOf = (paragraph: XmlElement): PlainParagraph => {
    const texts: SpokenText[] = [];
    for (const run of elementsOf(paragraph, 'w:r')) {
      const properties = read.run(childOf(run, 'w:rPr'));
      for (const text of elementsOf(run, 'w:t')) {
        if (text.children.length === 0) continue;
        texts.push({ run: properties, preserve: text.attribute('xml:space') === 'preserve', index });
        index += 1;
      }
    }
    const properties = childOf(paragraph, 'w:pPr');
    return { properties: read.paragraph(properties), mark: read.run(childOf(properties, 'w:rPr')), texts };
  };
  return {
    properties: read.row(row),
    cells: elementsOf(row, 'w:tc').map((cell) => ({
      properties: read.cell(childOf(cell, 'w:tcPr')),
      paragraphs: elementsOf(cell, 'w:p').map(paragraphOf),
    })),
  };
};

/** `speak` makes the content of a paragraph: fields may be open around the table. */
export const rowLike = (
  { properties, cells }: PlainRow,
  texts: readonly string[],
  speak: (spoken: readonly SpokenText[], texts: readonly string[]) => readonly Inline[],
): TableRow => ({
  properties,
  cells: cells.map(
    (cell): TableCell => ({
      properties: cell.properties,
      blocks: cell.paragraphs.map((paragraph) => ({
        kind: 'paragraph' as const,
        properties: paragraph.properties,
        mark: paragraph.mark,
        inlines: speak(paragraph.texts, texts),
      })),
    }),
  ),
});

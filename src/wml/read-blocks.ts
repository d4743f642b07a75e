/**
 * readStory :: part → Block[]; readBody :: document.xml → sections
 */
import type { Relationship } from '../ooxml/relationships.ts';
import { childOf, elementsOf, type Repeat, type XmlElement } from '../ooxml/xml.ts';
import { alternative } from './alternatives.ts';
import { CHANGE_MARKS, DELETED, RANGE_MARKS, TRANSPARENT, WRAPPER_PROPERTIES } from './elements.ts';
import { FieldStack } from './fields.ts';
import type { Block, Inline, Paragraph, Table, TableCell, TableRow } from './model.ts';
import {
  type PlainRow,
  type PropertyReaders,
  plainRow,
  type RowText,
  rowLike,
  textOnlyRow,
} from './plain-rows.ts';
import { type ParagraphProperties, readParagraphProperties } from './properties/paragraph-properties.ts';
import { type PropertyContext, type RunProperties, readRunProperties } from './properties/run-properties.ts';
import {
  type CellProperties,
  gridColumn,
  type RowProperties,
  readCellProperties,
  readRowProperties,
  readTableProperties,
} from './properties/table-properties.ts';
import { InlineReader } from './read-inlines.ts';
import type { OriginCharts, StoryContext } from './story-context.ts';

const SEEN_THROUGH: ReadonlySet<string> = new Set(TRANSPARENT);

const SILENT: ReadonlySet<string> = new Set([
  ...RANGE_MARKS,
  ...CHANGE_MARKS,
  ...DELETED,
  ...WRAPPER_PROPERTIES,
  'w:sectPr',
  'w:tcPr',
  'w:trPr',
  'w:tblPr',
  'w:tblPrEx',
  'w:tblGrid',
]);

/** Tables in tables beyond this are a stack overflow waiting to happen, and no reader of paper. */
const DEEPEST_NESTING = 40;

/** Told where a section ends: after so many blocks of the story. */
type SectionBreak = (properties: XmlElement, blocks: number) => void;

export class StoryReader implements StoryContext {
  readonly theme;
  readonly findings;
  readonly part;
  readonly open: StoryContext['open'];
  readonly charts: OriginCharts | undefined;
  readonly shapeTypes = new Map<string, XmlElement>();
  readonly #relationships: ReadonlyMap<string, Relationship>;
  readonly #source: string;
  readonly #runs = new Map<string, RunProperties>();
  readonly #paragraphs = new Map<string, ParagraphProperties>();
  readonly #cells = new Map<string, CellProperties>();
  readonly #rows = new Map<string, Row>();
  /** By the row that they repeat. */
  readonly #plainRows = new Map<XmlElement, PlainRow>();
  /** Of a row that says nothing. */
  #plainRow: Row | undefined;
  /** Of one story: fields may begin in one paragraph and end in another. */
  #inlines = new InlineReader(this, new FieldStack());
  #depth = 0;

  constructor(
    context: PropertyContext,
    source: {
      readonly text: string;
      readonly relationships: readonly Relationship[];
      readonly charts?: OriginCharts | undefined;
      readonly open: StoryContext['open'];
    },
  ) {
    this.theme = context.theme;
    this.findings = context.findings;
    this.part = context.part;
    this.#source = source.text;
    this.open = source.open;
    this.charts = source.charts;
    this.#relationships = new Map(source.relationships.map((one) => [one.id, one]));
  }

  relationship(id: string | undefined): Relationship | undefined {
    return id === undefined ? undefined : this.#relationships.get(id);
  }

  related(kind: string): Relationship | undefined {
    for (const one of this.#relationships.values()) if (one.kind === kind) return one;
    return undefined;
  }

  runProperties(element: XmlElement | undefined): RunProperties {
    return element === undefined
      ? NO_RUN
      : this.#once(this.#runs, element, () => readRunProperties(element, this));
  }

  #paragraphProperties(element: XmlElement | undefined): ParagraphProperties {
    return element === undefined
      ? NO_PARAGRAPH
      : this.#once(this.#paragraphs, element, () => readParagraphProperties(element, this));
  }

  #cellProperties(element: XmlElement | undefined): CellProperties {
    return element === undefined
      ? NO_CELL
      : this.#once(this.#cells, element, () => readCellProperties(element, this));
  }

  #rowProperties(row: XmlElement): Row {
    const read = (): Row => {
      const { deleted, ...properties } = readRowProperties(row, this);
      return { deleted, properties };
    };
    if (childOf(row, 'w:tblPrEx') !== undefined) return read();
    const element = childOf(row, 'w:trPr');
    if (element !== undefined) return this.#once(this.#rows, element, read);
    this.#plainRow ??= read();
    return this.#plainRow;
  }

  /** What is written alike is one object: read once, and whatever layout derives from it is known by it. */
  #once<Properties>(known: Map<string, Properties>, element: XmlElement, read: () => Properties): Properties {
    const source = this.#source.slice(element.openEnd, element.closeStart);
    let properties = known.get(source);
    if (properties === undefined) {
      properties = read();
      known.set(source, properties);
    }
    return properties;
  }

  /** Of a text box: fields of its own. */
  readBlocks(parent: XmlElement): readonly Block[] {
    const outer = this.#inlines;
    this.#inlines = new InlineReader(this, new FieldStack());
    const blocks = this.story(parent);
    this.#inlines = outer;
    return blocks;
  }

  story(parent: XmlElement, sectionBreak?: SectionBreak): Block[] {
    const out: Block[] = [];
    if (parent.name === 'w:hdr' || parent.name === 'w:ftr') this.#inlines.breaksPages = false;
    if (this.#depth >= DEEPEST_NESTING) {
      this.findings.note('deep-nesting', this.part, parent);
      return out;
    }
    this.#depth += 1;
    this.#blocks(parent, out, sectionBreak);
    this.#depth -= 1;
    return out.slice();
  }

  #blocks(parent: XmlElement, out: Block[], sectionBreak: SectionBreak | undefined): void {
    let joined: Paragraph | undefined;
    let runIn = false;
    for (const [index, child] of parent.children.entries()) {
      if (child.kind !== 'element') continue;
      if (child.name === 'w:p') {
        const paragraph = runIn
          ? runInParagraphs(joined, this.#paragraph(child))
          : joinParagraphs(joined, this.#paragraph(child));
        joined = undefined;
        runIn = false;
        const properties = childOf(child, 'w:pPr');
        // Where the mark is deleted, the paragraph runs on into the next (§17.13.5.15).
        const mark = childOf(properties, 'w:rPr');
        if (childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined) {
          joined = paragraph;
          continue;
        }
        const section = childOf(properties, 'w:sectPr');
        const hidden = paragraph.mark.vanish === true && section === undefined;
        const next = hidden ? nextElement(parent, index)?.name : undefined;
        if (next !== undefined && isHidden(paragraph) && (next === 'w:p' || next === 'w:tbl')) continue;
        // With its mark hidden (a style separator has it so, §17.3.2.36) a paragraph runs into the one that follows.
        if (next === 'w:p') {
          joined = paragraph;
          runIn = true;
          continue;
        }
        out.push(paragraph);
        if (section !== undefined) sectionBreak?.(section, out.length);
      } else if (child.name === 'w:tbl') {
        // Nothing can run into a table.
        if (joined !== undefined) out.push(joined);
        joined = undefined;
        runIn = false;
        const table = this.#table(child);
        if (table.rows.length > 0) out.push(table);
      } else if (SEEN_THROUGH.has(child.name)) this.#nested(child, out, sectionBreak);
      else if (child.name === 'w:sdt') {
        const content = childOf(child, 'w:sdtContent');
        if (content !== undefined) this.#nested(content, out, sectionBreak);
      } else if (child.name === 'mc:AlternateContent') {
        for (const chosen of alternative(child)) if (chosen.name === 'w:p') out.push(this.#paragraph(chosen));
      } else if (child.name === 'w:bookmarkStart') {
        // Between blocks: it marks the paragraph that follows, which `destinations` of a page do well enough without.
      } else if (child.name === 'w:altChunk') this.findings.note('alt-chunk', this.part, child);
      else if (child.name === 'm:oMathPara' || child.name === 'm:oMath')
        this.findings.note('math', this.part, child);
      else if (!SILENT.has(child.name)) this.findings.unknown(this.part, child);
    }
    if (joined !== undefined) out.push(joined);
  }

  #nested(parent: XmlElement, out: Block[], sectionBreak: SectionBreak | undefined): void {
    if (this.#depth >= DEEPEST_NESTING) return;
    this.#depth += 1;
    this.#blocks(parent, out, sectionBreak);
    this.#depth -= 1;
  }

  #paragraph(element: XmlElement): Paragraph {
    const properties = childOf(element, 'w:pPr');
    return {
      kind: 'paragraph',
      properties: this.#paragraphProperties(properties),
      mark: this.runProperties(childOf(properties, 'w:rPr')),
      inlines: this.#inlines.read(element),
    };
  }

  #table(element: XmlElement): Table {
    const grid = childOf(element, 'w:tblGrid');
    return {
      kind: 'table',
      properties: readTableProperties(childOf(element, 'w:tblPr'), this),
      grid: grid === undefined ? [] : elementsOf(grid, 'w:gridCol').map(gridColumn),
      rows: this.#tableRows(element),
    };
  }

  #tableRows(table: XmlElement): readonly TableRow[] {
    const rows: TableRow[] = [];
    const add = (row: TableRow | undefined): void => {
      if (row !== undefined && (row.textOnly?.pattern ?? row).cells.length > 0) rows.push(row);
    };
    this.#through(
      table,
      'w:tr',
      (row) => add(this.#row(row)),
      (repeat) => add(this.#rowLike(repeat)),
    );
    return rows.slice();
  }

  /** Rows of a table or cells of a row, those in content controls and the like included. */
  #through(
    parent: XmlElement,
    name: string,
    take: (element: XmlElement) => void,
    again?: (repeat: Repeat) => void,
  ): void {
    for (const child of parent.children) {
      if (child.kind === 'other' && child.repeat !== undefined) again?.(child.repeat);
      if (child.kind !== 'element') continue;
      if (child.name === name) take(child);
      else if (SEEN_THROUGH.has(child.name)) this.#through(child, name, take, again);
      else if (child.name === 'w:sdt') {
        const content = childOf(child, 'w:sdtContent');
        if (content !== undefined) this.#through(content, name, take, again);
      } else if (!SILENT.has(child.name) && child.name !== 'w:bookmarkStart')
        this.findings.unknown(this.part, child);
    }
  }

  #row(element: XmlElement): TableRow | undefined {
    const { deleted, properties } = this.#rowProperties(element);
    if (deleted) return undefined;
    const cells: TableCell[] = [];
    this.#through(element, 'w:tc', (cell) => cells.push(this.#cell(cell)));
    return { properties, cells: cells.slice() };
  }

  /** A row that is written as an earlier one is, but for its texts. */
  #rowLike({ of, texts }: Repeat): TableRow {
    let pattern = this.#plainRows.get(of);
    if (pattern === undefined) {
      pattern = plainRow(of, this.#propertyReaders);
      this.#plainRows.set(of, pattern);
    }
    const textOnly = this.#inlines.isPlain ? textOnlyRow(pattern, texts) : undefined;
    return textOnly ?? rowLike(pattern, texts, this.#addRowText);
  }

  readonly #propertyReaders: PropertyReaders = {
    row: (element) => this.#rowProperties(element).properties,
    cell: (element) => this.#cellProperties(element),
    paragraph: (element) => this.#paragraphProperties(element),
    run: (element) => this.runProperties(element),
  };

  readonly #addRowText = (textOnly: RowText, text: string, out: Inline[]): void =>
    this.#inlines.addRowText(textOnly, text, out);

  #cell(element: XmlElement): TableCell {
    return { properties: this.#cellProperties(childOf(element, 'w:tcPr')), blocks: this.story(element) };
  }
}

interface Row {
  readonly deleted: boolean;
  readonly properties: RowProperties;
}

const NO_CELL: CellProperties = {};
const NO_RUN: RunProperties = {};
const NO_PARAGRAPH: ParagraphProperties = {};

/** All of a paragraph's text is hidden: with its mark, it is as if it were not there. */
const isHidden = ({ inlines }: Paragraph): boolean =>
  inlines.every(({ run, kind }) => run.vanish === true || kind === 'bookmark');

const nextElement = (parent: XmlElement, index: number): XmlElement | undefined => {
  for (let at = index + 1; at < parent.children.length; at++) {
    const child = parent.children[at];
    if (child?.kind === 'element') return child;
  }
  return undefined;
};

const joinParagraphs = (first: Paragraph | undefined, second: Paragraph): Paragraph =>
  first === undefined ? second : { ...second, inlines: [...first.inlines, ...second.inlines] };

/** Number, indents and spaces are the heading's [M]; how the letters of the text look is its own style's. */
const runInParagraphs = (heading: Paragraph | undefined, text: Paragraph): Paragraph => {
  if (heading === undefined) return text;
  const paragraphStyle = text.properties.styleId ?? '';
  const known = new Map<RunProperties, RunProperties>();
  const own = (run: RunProperties): RunProperties => {
    const made = known.get(run) ?? { ...run, paragraphStyle };
    known.set(run, made);
    return made;
  };
  const inlines = text.inlines.map((inline) => ({ ...inline, run: own(inline.run) }));
  return { ...heading, mark: own(text.mark), inlines: [...heading.inlines, ...inlines] };
};

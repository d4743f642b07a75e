/**
 * DocumentStructure :: WordDocument → the tree of a tagged file, and which element each block is
 *
 * The tree is the document's own order, made before anything is laid out; painting only asks which element it paints. What
 * has no element (headers, footers, lines, grounds) is decoration. Nothing of this exists where tags are not wanted.
 */

import type { Cascade, ResolvedParagraph } from '../../wml/cascade.ts';
import type { Block, Drawing, DrawingContent, Paragraph, Table, WordDocument } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { StructureElement, StructureRole } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Labels } from '../numbering/labels.ts';
import { tableGrid } from '../table/grid.ts';
import { ElementTree } from './element-tree.ts';
import { documentLanguage, languageOf } from './languages.ts';
import { LineTags } from './line-tags.ts';
import { ListNesting } from './list-nesting.ts';

interface Needs {
  readonly document: WordDocument;
  readonly cascade: Cascade;
  readonly labels: Labels;
  /** Tables and boxes deeper than this are not laid out. */
  readonly nesting: number;
}

interface Figure {
  /** Null where it says nothing. */
  readonly element: number | null;
  /** Around it, where it is a link that no text makes. */
  readonly link: number | undefined;
}

const DECORATION: Figure = { element: null, link: undefined };

export class DocumentStructure {
  readonly #needs: Needs;
  readonly #tree = new ElementTree();
  readonly #tags = new Map<Paragraph, LineTags>();
  /** Of drawings that stand at places of their own: the paragraph that they belong to. */
  readonly #anchored = new Map<Drawing, number>();
  readonly #figures = new Map<Drawing, Figure>();
  readonly #notes = new Set<string>();
  readonly #language: string | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#language = documentLanguage(needs.document);
    const root = this.#tree.add('Document');
    for (const { blocks } of needs.document.sections) this.#blocks(blocks, root, 0);
    for (const key of needs.labels.noteTexts.keys()) if (key.startsWith('endnote:')) this.#note(key, root, 0);
  }

  get elements(): readonly StructureElement[] {
    return this.#tree.elements;
  }

  /** Undefined for paragraphs of headers and footers, and of drawings that a description stands for. */
  tagsOf(paragraph: Paragraph): LineTags | undefined {
    return this.#tags.get(paragraph);
  }

  /** The element of a drawing that says something; undefined leaves what is painted to whatever is open. */
  figure(drawing: Drawing, box: Box, canvas: Canvas): Figure | undefined {
    if (!isFigure(drawing)) return this.#isInFigure(canvas) ? undefined : DECORATION;
    const known = this.#figures.get(drawing) ?? this.#newFigure(drawing, canvas.element);
    // A later pass may paint it elsewhere.
    if (known?.element !== undefined && known.element !== null)
      this.#tree.describe(known.element, { box: { ...box, page: canvas.index } });
    return known;
  }

  #isInFigure({ element }: Canvas): boolean {
    return element !== null && this.#tree.elements[element]?.role === 'Figure';
  }

  /** Nothing around it: it stands at a place of its own, or it decorates a header. */
  #newFigure(drawing: Drawing, around: number | null): Figure | undefined {
    const parent = around ?? this.#anchored.get(drawing);
    if (parent === undefined) return undefined;
    const link = around === null && drawing.link !== undefined ? this.#tree.add('Link', parent) : undefined;
    const { description } = drawing;
    const element = this.#tree.add('Figure', link ?? parent, description === '' ? {} : { alt: description });
    const made = { element, link };
    this.#figures.set(drawing, made);
    return made;
  }

  #blocks(blocks: readonly Block[], parent: number, depth: number): void {
    const lists = new ListNesting(this.#tree, parent);
    let contents: number | undefined;
    for (const block of blocks) {
      if (block.kind === 'table') {
        lists.end();
        contents = undefined;
        this.#table(block, parent, depth);
        continue;
      }
      const resolved = this.#needs.cascade.paragraph(block.properties);
      if (isContents(this.#styleName(resolved))) contents ??= this.#tree.add('TOC', parent);
      else if (block.inlines.length > 0) contents = undefined;
      this.#paragraph(block, resolved, { parent, contents, lists, depth });
    }
  }

  #paragraph(
    paragraph: Paragraph,
    resolved: ResolvedParagraph,
    place: {
      readonly parent: number;
      readonly contents: number | undefined;
      readonly lists: ListNesting;
      readonly depth: number;
    },
  ): void {
    const { lists, contents } = place;
    const language = languageOf(paragraph, resolved, this.#needs.cascade);
    const more = language === undefined || language === this.#language ? {} : { language };
    const own = language ?? this.#language;
    const level = resolved.properties.outlineLevel;
    const label = this.#needs.labels.paragraphs.get(paragraph);
    let { parent } = place;
    if (level !== undefined && level <= 8) {
      lists.end();
      this.#open(paragraph, this.#tree.add(HEADINGS[level] ?? 'H6', parent, more), own);
    } else if (contents !== undefined) {
      lists.end();
      this.#open(paragraph, this.#tree.add('TOCI', contents, more), own);
    } else if (label !== undefined && label.text.trim() !== '' && resolved.list !== undefined) {
      const item = lists.item(resolved.list, more);
      parent = item.body;
      this.#open(paragraph, item.body, own, { element: item.label, text: label.text });
    } else {
      if (paragraph.inlines.length > 0) lists.end();
      this.#open(paragraph, this.#tree.add('P', parent, more), own);
    }
    this.#inside(paragraph, parent, place.depth);
  }

  #open(
    paragraph: Paragraph,
    element: number,
    language: string | undefined,
    label?: { readonly element: number; readonly text: string },
  ): void {
    this.#tags.set(paragraph, new LineTags(this.#tree, element, language, label));
  }

  /** Notes and boxes of text come behind the paragraph that they are anchored in, never inside it. */
  #inside(paragraph: Paragraph, parent: number, depth: number): void {
    for (const inline of paragraph.inlines) {
      if (inline.kind === 'note' && inline.note === 'footnote')
        this.#note(`footnote:${inline.id}`, parent, depth);
      if (inline.kind !== 'drawing') continue;
      const { drawing } = inline;
      const element = this.#tags.get(paragraph)?.element;
      if (drawing.anchor !== undefined && element !== undefined) this.#anchored.set(drawing, element);
      if (!isFigure(drawing)) this.#boxes(drawing.content, parent, depth + 1);
    }
  }

  #boxes(content: DrawingContent, parent: number, depth: number): void {
    if (depth > this.#needs.nesting) return;
    if (content.kind === 'shape' && content.text !== undefined)
      this.#blocks(content.text.blocks, this.#tree.add('Sect', parent), depth);
    else if (content.kind === 'group')
      for (const child of content.children) this.#boxes(child.content, parent, depth + 1);
  }

  #note(key: string, parent: number, depth: number): void {
    if (this.#notes.has(key)) return;
    this.#notes.add(key);
    const { footnotes, endnotes } = this.#needs.document;
    const blocks = (key.startsWith('footnote:') ? footnotes : endnotes).get(key.slice(key.indexOf(':') + 1));
    if (blocks !== undefined) this.#blocks(blocks, this.#tree.add('Note', parent), depth);
  }

  #table(table: Table, parent: number, depth: number): void {
    if (depth >= this.#needs.nesting) return;
    const { rows } = tableGrid(table, this.#needs.document.styles);
    const element = this.#tree.add('Table', parent);
    let heads = true;
    for (const { row, cells } of rows) {
      heads &&= row.properties.header === true;
      const line = this.#tree.add('TR', element);
      for (const { cell, span, rowSpan, origin } of cells) {
        if (origin !== undefined) continue;
        const place = this.#tree.add(heads ? 'TH' : 'TD', line, {
          ...(span > 1 && { columnSpan: span }),
          ...(rowSpan > 1 && { rowSpan }),
          ...(heads && { scope: 'Column' as const }),
        });
        this.#cell(cell.blocks, place, depth + 1);
      }
    }
  }

  /** A cell with nothing but one paragraph of text is that paragraph: half the elements of a long table. */
  #cell(blocks: readonly Block[], place: number, depth: number): void {
    const [only] = blocks;
    const plain =
      blocks.length === 1 && only?.kind === 'paragraph' && only.inlines.every(({ kind }) => kind !== 'note');
    const resolved = plain ? this.#needs.cascade.paragraph(only.properties) : undefined;
    if (!plain || resolved === undefined || resolved.list !== undefined || isHeading(resolved)) {
      this.#blocks(blocks, place, depth);
      return;
    }
    const language = languageOf(only, resolved, this.#needs.cascade);
    if (language !== undefined && language !== this.#language) this.#tree.describe(place, { language });
    this.#open(only, place, language ?? this.#language);
    this.#inside(only, place, depth);
  }

  #styleName({ styleId }: ResolvedParagraph): string {
    return (styleId === undefined ? undefined : this.#needs.document.styles.byId.get(styleId)?.name) ?? '';
  }
}

/** Levels beyond the sixth have no type of their own (ISO 32000-1 §14.8.4.3.2). */
const HEADINGS: readonly StructureRole[] = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'];

const isHeading = ({ properties: { outlineLevel } }: ResolvedParagraph): boolean =>
  outlineLevel !== undefined && outlineLevel <= 8;

/** Word's names of the styles are the same in every language. */
const isContents = (styleName: string): boolean => /^toc \d$/i.test(styleName);

/** Pictures, and whatever its author has described; text in boxes is read as text. */
const isFigure = ({ content, description, decorative = false }: Drawing): boolean =>
  !decorative && !hasText(content) && (description !== '' || hasPicture(content));

/** Text that is read for itself; notes in a chart are of the chart. */
const hasText = (content: DrawingContent): boolean =>
  content.kind === 'group'
    ? content.children.every((child) => child.content.kind !== 'chart') &&
      content.children.some((child) => hasText(child.content))
    : content.kind === 'shape' && content.text !== undefined && content.text.blocks.some(saysSomething);

const saysSomething = (block: Block): boolean =>
  block.kind === 'table' || block.inlines.some(({ kind }) => kind !== 'bookmark');

const hasPicture = (content: DrawingContent): boolean =>
  content.kind === 'picture' ||
  content.kind === 'chart' ||
  (content.kind === 'group' && content.children.some((child) => hasPicture(child.content)));

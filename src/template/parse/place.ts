/**
 * place :: Block → the unit that repeats, and where its borders stand
 *
 * "What repeats" in docs/template-rules.md, rules 1 to 6, found from where the tags stand. Borders are either at the
 * tag itself (inline, and between paragraphs, which are split there) or before and after a whole element.
 */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf } from '../../ooxml/xml.ts';
import { spanAt } from '../lex/source-order.ts';
import type { ParagraphText } from '../lex/story.ts';
import { commonAncestor, nearest } from '../word/ancestry.ts';
import type { Block, Tag } from './tag.ts';

export type Border = { readonly at: Tag } | { readonly before: XmlElement } | { readonly after: XmlElement };

export interface Placement {
  readonly unit: 'run' | 'paragraph' | 'cell' | 'row' | 'table' | 'column';
  /** The element whose children (split or whole) the block encloses. */
  readonly container: XmlElement;
  readonly open: Border;
  readonly elses: readonly Border[];
  readonly close: Border;
  /** Cells that hold nothing but the tags of a block over cells: they go with them. */
  readonly vanishing: readonly XmlElement[];
  /** The block begins or ends inside a sentence: its edges and what stands around it are one paragraph. */
  readonly joins?: boolean;
}

interface Misplaced {
  readonly tag: Tag;
  readonly message: string;
  readonly hint?: string;
}

/** What placing needs to know of the rest of the template. */
export interface PlaceContext {
  /** The text of an element without its control tags; blank where tags stand alone. */
  isBlankButTags(element: XmlElement): boolean;
  isListItem(paragraph: XmlElement): boolean;
  /** Does a paragraph say nothing before and after these offsets, control tags apart? */
  isBlankAround(paragraph: ParagraphText, from: number, to: number): boolean;
  /** Is there text, or a picture in the line, beside a tag in its paragraph? */
  hasTextBefore(tag: Tag): boolean;
  hasTextBehind(tag: Tag): boolean;
}

const paragraphOf = (tag: Tag): XmlElement => {
  const { token } = tag;
  if (token === undefined) throw new Error('a tag in flat text has no paragraph');
  return token.start.paragraph.element;
};

export const place = (block: Block, context: PlaceContext): Placement | Misplaced => {
  const tags = [block.open, ...block.elses.map(({ tag }) => tag), block.close];
  if (tags.some(isInEquation)) return placeInEquation(block, tags);
  const paragraphs = tags.map(paragraphOf);
  if (block.unit !== undefined) return placeBy(block, tags, paragraphs, context);
  const [first] = paragraphs;
  if (paragraphs.every((paragraph) => paragraph === first)) return placeInline(block, tags, context);
  const cells = paragraphs.map((paragraph) => nearest(paragraph, 'w:tc'));
  if (cells.every((cell) => cell === cells[0])) return placeParagraphs(block, paragraphs, context);
  return placeInTable(block, tags, cells, context);
};

const runOf = (tag: Tag): XmlElement | undefined =>
  tag.token === undefined ? undefined : spanAt(tag.token.start)?.run;

export const isInEquation = (tag: Tag): boolean => runOf(tag)?.name === 'm:r';

/** An equation cannot be split like a line of text: its runs repeat within one argument of a function. */
const placeInEquation = (block: Block, tags: readonly Tag[]): Placement | Misplaced => {
  const container = runOf(block.open)?.parent;
  const isUnit = block.unit === undefined || block.unit === 'run';
  if (container !== undefined && isUnit && tags.every((tag) => runOf(tag)?.parent === container))
    return { unit: 'run', container, ...atTags(block) };
  return {
    tag: block.open,
    message: `${block.open.where.tag} and ${block.close.where.tag} do not stand in one part of one equation.`,
    hint: 'Put both into the same place of the equation, or both outside of it.',
  };
};

const atTags = (block: Block): Pick<Placement, 'open' | 'elses' | 'close' | 'vanishing'> => ({
  open: { at: block.open },
  elses: block.elses.map(({ tag }) => ({ at: tag })),
  close: { at: block.close },
  vanishing: [],
});

/** Rule 1, and its exception for list items. */
const placeInline = (block: Block, tags: readonly Tag[], context: PlaceContext): Placement => {
  const paragraph = paragraphOf(block.open);
  const { parent } = paragraph;
  if (parent !== undefined && context.isListItem(paragraph) && enclosesAll(block, context)) {
    return { unit: 'paragraph', container: parent, ...atTags(block) };
  }
  const wrappers = tags.map((tag) => runOf(tag)?.parent ?? paragraph);
  // Paragraphs that a deleted mark joins have nothing in common but their container.
  const common = commonAncestor(wrappers);
  const container = common === undefined || nearest(common, 'w:p') === undefined ? paragraph : common;
  return { unit: 'run', container, ...atTags(block) };
};

const enclosesAll = (block: Block, context: PlaceContext): boolean => {
  const start = block.open.token?.start;
  const end = block.close.token?.end;
  return start !== undefined && end !== undefined && context.isBlankAround(start.paragraph, start.at, end.at);
};

/** Rule 2: the nearest element that holds them all, be it the body, a cell or a content control. */
const placeParagraphs = (
  block: Block,
  paragraphs: readonly XmlElement[],
  context: PlaceContext,
): Placement | Misplaced => {
  const container = commonAncestor(paragraphs.map((paragraph) => paragraph.parent ?? paragraph));
  if (container === undefined) return misplaced(block);
  const joins = context.hasTextBefore(block.open) || context.hasTextBehind(block.close);
  return { unit: 'paragraph', container, ...atTags(block), joins };
};

/** Rules 3 and 4. */
const placeInTable = (
  block: Block,
  tags: readonly Tag[],
  cells: readonly (XmlElement | undefined)[],
  context: PlaceContext,
): Placement | Misplaced => {
  const known = cells.filter((cell) => cell !== undefined);
  if (known.length < cells.length) return misplaced(block);
  const rows = known.map((cell) => nearest(cell, 'w:tr'));
  const [row] = rows;
  if (row !== undefined && rows.every((one) => one === row)) {
    const { kind } = block.head;
    const isCommand = kind === 'for' || (kind === 'if' && block.head.strict);
    if (isCommand && known.every((cell) => context.isBlankButTags(cell))) return overCells(block, known);
  }
  return overRows(block, tags, rows, context);
};

const overCells = (block: Block, cells: readonly XmlElement[]): Placement | Misplaced => {
  const [first] = cells;
  const last = cells.at(-1);
  const row = nearest(first, 'w:tr');
  if (first === undefined || last === undefined || row === undefined || nearest(last, 'w:tr') !== row)
    return misplaced(block);
  return {
    unit: 'cell',
    container: commonAncestor(cells.map((cell) => cell.parent ?? cell)) ?? row,
    ...atTags(block),
    vanishing: cells,
  };
};

const overRows = (
  block: Block,
  tags: readonly Tag[],
  rows: readonly (XmlElement | undefined)[],
  context: PlaceContext,
): Placement | Misplaced => {
  const [first] = rows;
  const last = rows.at(-1);
  const table = nearest(first, 'w:tbl');
  if (first === undefined || last === undefined || table === undefined) return misplaced(block);
  if (rows.some((row) => row === undefined || nearest(row, 'w:tbl') !== table)) return misplaced(block);
  // A row that goes with its tags belongs to no block, so that one may end in it and the next begin.
  const goes = new Set(rows.filter((row) => row !== undefined && context.isBlankButTags(row)));
  const elses: Border[] = [];
  for (const [index, row] of rows.slice(1, -1).entries()) {
    const tag = tags[index + 1] ?? block.open;
    if (row === undefined) return misplaced(block);
    if (row === first && row === last) {
      return {
        tag,
        message: `${tag.where.tag} stands inside the row that ${block.open.where.tag} repeats.`,
        hint: 'Put the ELSE into a row of its own, or keep the whole block inside one cell.',
      };
    }
    elses.push(goes.has(row) ? { at: tag } : row === first ? { after: row } : { before: row });
  }
  return {
    unit: 'row',
    container: commonAncestor([first.parent ?? table, last.parent ?? table]) ?? table,
    open: goes.has(first) ? { at: block.open } : { before: first },
    elses,
    close: goes.has(last) ? { at: block.close } : { after: last },
    vanishing: [],
  };
};

/** An explicit unit: `BY row`, `[loopOver: "row"]`, `{-w:tr items}`, and what DROP and KEEP name. */
const placeBy = (
  block: Block,
  tags: readonly Tag[],
  paragraphs: readonly XmlElement[],
  context: PlaceContext,
): Placement | Misplaced => {
  const units = (name: string): (XmlElement | undefined)[] =>
    paragraphs.map((paragraph) => nearest(paragraph, name));
  const around = (
    unit: Placement['unit'],
    elements: readonly (XmlElement | undefined)[],
  ): Placement | Misplaced => {
    const [first] = elements;
    const last = elements.at(-1);
    if (first === undefined || last === undefined) return noSuchUnit(block, unit);
    if (first.parent !== last.parent) return misplaced(block);
    const container = first.parent ?? first;
    const elses: Border[] = elements.slice(1, -1).map((element) => ({ before: element ?? first }));
    return { unit, container, open: { before: first }, elses, close: { after: last }, vanishing: [] };
  };
  switch (block.unit) {
    case 'run': {
      const [first] = paragraphs;
      if (first === undefined || paragraphs.some((paragraph) => paragraph !== first)) return misplaced(block);
      return placeInline(block, tags, NO_CONTEXT);
    }
    case 'paragraph':
      return around('paragraph', paragraphs);
    case 'cell':
      return around('cell', units('w:tc'));
    case 'row':
      return units('w:tr').includes(undefined)
        ? noSuchUnit(block, 'row')
        : overRows(block, tags, units('w:tr'), context);
    case 'table':
      return around('table', units('w:tbl'));
    case 'picture':
      return aroundPicture(block);
    default: {
      const [table] = units('w:tbl');
      if (table === undefined) return noSuchUnit(block, 'column');
      if (units('w:tbl').some((one) => one !== table)) return misplaced(block);
      return { unit: 'column', container: table, ...atTags(block) };
    }
  }
};

const NO_CONTEXT: PlaceContext = {
  isBlankButTags: () => false,
  isListItem: () => false,
  isBlankAround: () => false,
  hasTextBefore: () => false,
  hasTextBehind: () => false,
};

/** `DROP picture`: the picture in the tag's own paragraph, else in its cell. */
const aroundPicture = (block: Block): Placement | Misplaced => {
  const paragraph = paragraphOf(block.open);
  const scope = [paragraph, nearest(paragraph, 'w:tc')];
  for (const element of scope) {
    if (element === undefined) continue;
    for (const run of descendantsOf(element)) {
      if (run.name !== 'w:r' || !PICTURES.some((name) => childOf(run, name) !== undefined)) continue;
      const container = run.parent ?? paragraph;
      return {
        unit: 'run',
        container,
        open: { before: run },
        elses: [],
        close: { after: run },
        vanishing: [],
      };
    }
  }
  return noSuchUnit(block, 'picture');
};

const PICTURES = ['w:drawing', 'w:pict', 'w:object', 'mc:AlternateContent'] as const;

const noSuchUnit = (block: Block, unit: string): Misplaced => ({
  tag: block.open,
  message: `${block.open.where.tag} asks for a ${unit}, but stands in none.`,
});

/** Rule 6. */
const misplaced = (block: Block): Misplaced => ({
  tag: block.open,
  message: `${block.open.where.tag} and ${block.close.where.tag} fit no unit that could repeat: one stands inside a table, a cell or a text box and the other outside of it.`,
  hint: 'Put both into one paragraph, one cell, one row or one table, or both outside of it.',
});

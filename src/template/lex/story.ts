/**
 * readStories :: part → its paragraphs as plain text that knows where each character stands
 *
 * A story is text in which tags may be opened and closed: the body, a cell, a text box, a note. Paragraphs of one
 * container that follow each other directly form a group, over which a single tag may run (ECMA-376 §17.3.1, §17.17).
 */
import type { XmlElement, XmlText } from '../../ooxml/xml.ts';
import { childOf } from '../../ooxml/xml.ts';
import { DELETED, MOVE_MARKS, RANGE_MARKS, TRANSPARENT } from '../../wml/elements.ts';
import { WALL } from './scan.ts';

/** A piece of a paragraph's text and the node that it comes from. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** The text node inside `w:t` or `m:t`, or the element that stands for a character (`w:tab`, `w:br`). */
  readonly node: XmlText | XmlElement;
  /** `w:t` itself, or the same element. */
  readonly owner: XmlElement;
  readonly run: XmlElement;
  /** White space that Word ignores because `xml:space` is missing: cut from both ends of the node's text. */
  readonly cut: number;
}

export interface ParagraphText {
  readonly element: XmlElement;
  /** Paragraphs before it whose mark is deleted: their text begins this one. */
  readonly heads: readonly XmlElement[];
  readonly text: string;
  readonly spans: readonly Span[];
  /** From 1, in document order, fallbacks not counted. */
  readonly number: number;
  readonly cell: { readonly row: number; readonly column: number } | undefined;
}

/** Paragraphs that a tag may join. */
export interface Group {
  readonly paragraphs: readonly ParagraphText[];
}

interface Stories {
  readonly groups: readonly Group[];
  /** `mc:Fallback` elements that hold text of their own, by the `mc:AlternateContent` they stand in. */
  readonly fallbacks: ReadonlyMap<XmlElement, readonly Group[]>;
}

/** Deleted and moved-away content is not there. */
const GONE: ReadonlySet<string> = new Set(DELETED);
/** Around runs, and transparent for text. */
const INLINE_WRAPPERS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'w:smartTag',
  'w:sdt',
  ...TRANSPARENT,
  'w:fldSimple',
  'w:dir',
  'w:bdo',
]);
const CHARACTERS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What is left out holds no tags: its paragraphs are only counted. */
export const readStories = (root: XmlElement, leftOut: ReadonlySet<XmlElement> = new Set()): Stories => {
  const groups: Group[] = [];
  const fallbacks = new Map<XmlElement, readonly Group[]>();
  let number = 0;

  const container = (element: XmlElement, cell: Cell | undefined, into: Group[]): void => {
    let open: ParagraphText[] = [];
    let heads: XmlElement[] = [];
    const readHeads = (): void => {
      const last = heads.at(-1);
      if (last !== undefined) paragraph(last, heads.slice(0, -1));
      heads = [];
    };
    const paragraph = (last: XmlElement, before: readonly XmlElement[]): void => {
      const nested: XmlElement[] = [];
      open.push(readParagraph({ element: last, heads: before, number, cell }, nested));
      for (const inner of nested) embedded(inner, into);
    };
    const flush = (): void => {
      readHeads();
      if (open.length > 0) into.push({ paragraphs: open });
      open = [];
    };
    for (const child of element.children) {
      if (child.kind !== 'element' || GONE.has(child.name)) continue;
      if (child.name === 'w:p') {
        if (into === groups) number++;
        if (leftOut.has(child)) {
          flush();
          continue;
        }
        const properties = childOf(child, 'w:pPr');
        const endsSection = childOf(properties, 'w:sectPr') !== undefined;
        if (!endsSection && hasDeletedMark(properties)) {
          heads.push(child);
          continue;
        }
        paragraph(child, heads);
        heads = [];
        if (endsSection) flush();
      } else if (child.name === 'w:tbl') {
        flush();
        table(child, into);
      } else if (!SILENT.has(child.name)) {
        flush();
        container(child, cell, into);
      }
    }
    flush();
  };

  const table = (element: XmlElement, into: Group[]): void => {
    let row = 0;
    const rows = (parent: XmlElement): void => {
      for (const child of parent.children) {
        if (child.kind !== 'element' || GONE.has(child.name)) continue;
        if (child.name === 'w:tr') {
          row++;
          if (!isDeletedRow(child)) cells(child, { column: 0 });
        } else if (!child.name.startsWith('w:tbl')) rows(child);
      }
    };
    const cells = (parent: XmlElement, count: { column: number }): void => {
      for (const child of parent.children) {
        if (child.kind !== 'element' || GONE.has(child.name)) continue;
        if (child.name === 'w:tc') container(child, { row, column: ++count.column }, into);
        else if (child.name !== 'w:trPr' && child.name !== 'w:tblPrEx') cells(child, count);
      }
    };
    rows(element);
  };

  /** A drawing, picture or alternate content in a run: its text boxes are stories of their own. */
  const embedded = (element: XmlElement, into: Group[]): void => {
    if (element.name === 'w:txbxContent') {
      container(element, undefined, into);
      return;
    }
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'mc:Fallback' && element.name === 'mc:AlternateContent') {
        const own: Group[] = [];
        embedded(child, own);
        if (own.length > 0) fallbacks.set(element, own);
      } else embedded(child, into);
    }
  };

  container(root, undefined, groups);
  return { groups, fallbacks };
};

/** Markers between paragraphs: nothing that would keep a tag from running on. */
const SILENT: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  ...RANGE_MARKS,
  ...MOVE_MARKS,
  'w:tcPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:sectPr',
]);

const isDeletedRow = (row: XmlElement): boolean => childOf(childOf(row, 'w:trPr'), 'w:del') !== undefined;

/** Such a paragraph runs on into the next one (ECMA-376 §17.13.5.15); one that ends a section cannot. */
const hasDeletedMark = (properties: XmlElement | undefined): boolean => {
  const mark = childOf(properties, 'w:rPr');
  return childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined;
};

const readParagraph = (
  paragraph: Pick<ParagraphText, 'element' | 'heads' | 'number' | 'cell'>,
  nested: XmlElement[],
): ParagraphText => {
  const spans: Span[] = [];
  let text = '';
  const add = (piece: string, span: Pick<Span, 'node' | 'owner' | 'run' | 'cut'>): void => {
    if (piece === '') return;
    spans.push({ from: text.length, to: text.length + piece.length, ...span });
    text += piece;
  };
  const run = (owner: XmlElement): void => {
    for (const child of owner.children) {
      if (child.kind !== 'element') continue;
      const char = CHARACTERS[child.name] ?? (isLineBreak(child) ? '\n' : undefined);
      if (child.name === 'w:t' || child.name === 'm:t') texts(child, owner);
      else if (char !== undefined) add(char, { node: child, owner: child, run: owner, cut: 0 });
      else if (EMBEDDING.has(child.name)) nested.push(child);
    }
  };
  const texts = (owner: XmlElement, runElement: XmlElement): void => {
    const preserved = owner.attribute('xml:space') === 'preserve';
    owner.children.forEach((node, index) => {
      if (node.kind !== 'text') return;
      let piece = node.text;
      if (!preserved && index === 0) piece = piece.replace(/^[ \t\r\n]+/, '');
      const cut = node.text.length - piece.length;
      if (!preserved && index === owner.children.length - 1) piece = piece.replace(/[ \t\r\n]+$/, '');
      add(piece, { node, owner, run: runElement, cut });
    });
  };
  const inline = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'w:r') run(child);
      else if (INLINE_WRAPPERS.has(child.name)) inline(child);
      else if (child.name.startsWith('m:')) math(child);
      else if (child.name === 'mc:AlternateContent') nested.push(child);
    }
  };
  /** Office math nests its runs (ECMA-376 §22.1); a tag stands inside one argument of a function. */
  const math = (parent: XmlElement): void => {
    wall();
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'm:r') run(child);
      else math(child);
    }
    wall();
  };
  const wall = (): void => {
    if (text !== '' && !text.endsWith(WALL)) text += WALL;
  };
  for (const head of paragraph.heads) inline(head);
  inline(paragraph.element);
  return { ...paragraph, text, spans };
};

const EMBEDDING: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object', 'mc:AlternateContent']);

const isLineBreak = (element: XmlElement): boolean =>
  element.name === 'w:br' && (element.attribute('w:type') ?? 'textWrapping') === 'textWrapping';

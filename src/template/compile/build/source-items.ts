/**
 * source items :: part + tags + borders → a flat list in document order, each item with the elements it stands in
 *
 * Everything structural follows from this list: an element is written around the source items that share it, so a border
 * whose path leaves an element out splits that element there, and an element without source items is not written at all.
 */
import type { XmlElement, XmlNode } from '../../../ooxml/xml.ts';
import { childOf } from '../../../ooxml/xml.ts';
import type { Token } from '../../lex/lex.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { ParagraphText, Span } from '../../lex/story.ts';
import type { Border, Placement } from '../../parse/place.ts';
import type { Block, Tag } from '../../parse/tag.ts';

export type Path = readonly XmlElement[];

export type SourceItem =
  | { readonly type: 'source'; readonly path: Path; readonly node: XmlNode }
  | { readonly type: 'text'; readonly path: Path; readonly text: string }
  | {
      readonly type: 'tag';
      readonly path: Path;
      readonly tag: Tag;
      readonly run: XmlElement;
      readonly paragraph: XmlElement;
    }
  | {
      readonly type: 'mark';
      readonly path: Path;
      readonly block: Block;
      readonly role: 'open' | 'else' | 'close';
      /** What stands before it and what stands behind it are one paragraph where both are written. */
      readonly joins?: boolean;
    }
  /** The end of a paragraph or a cell: what carries its mark, and keeps it where all else has gone. */
  | { readonly type: 'end'; readonly path: Path; readonly element: XmlElement };

export type Mark = Extract<SourceItem, { type: 'mark' }>;

export interface PlacedPart {
  readonly root: XmlElement;
  /** Every tag of the part, in source order, those of kept fallbacks included. */
  readonly tags: readonly Tag[];
  /** `\{`: the backslash goes. */
  readonly escapes: readonly Token[];
  readonly placements: ReadonlyMap<Block, Placement>;
  /** Elements that must be opened up for other reasons: tagged alternative texts, link targets. */
  readonly opened: Iterable<XmlElement>;
  readonly droppedFallbacks: ReadonlySet<XmlElement>;
  /** Does a paragraph hold nothing but control tags? */
  vanishes(paragraph: XmlElement): boolean;
}

/** Children that describe their parent; they are written with its start tag. */
export const PROPERTIES: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:rPr',
  'm:rPr',
  'm:oMathParaPr',
  'w:tblPr',
  'w:tblGrid',
  'w:tblPrEx',
  'w:trPr',
  'w:tcPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:smartTagPr',
  'w:customXmlPr',
]);

interface Cover {
  readonly from: number;
  readonly to: number;
  /** Undefined where only text goes (an escape's backslash, the rest of a tag in a later paragraph). */
  readonly tag: Tag | undefined;
  /** Where the tag's own source items stand. */
  readonly anchor: number;
}

export interface PartAtoms {
  readonly sourceItems: readonly SourceItem[];
  pathOf(element: XmlElement): Path;
}

export const listSourceItems = (part: PlacedPart): PartAtoms => {
  const { root, placements } = part;
  const covers = new Map<XmlElement, Cover[]>();
  const spansOf = new Map<XmlElement, { span: Span; paragraph: ParagraphText }[]>();
  const touched = new Set<XmlElement>();
  const mergedInto = new Map<XmlElement, XmlElement>();
  const mergedTails = new Map<XmlElement, XmlElement[]>();
  const mergedHeads = new Map<XmlElement, readonly XmlElement[]>();
  const marksAt = new Map<Tag, Mark[]>();
  const marksBefore = new Map<XmlElement, Mark[]>();
  const marksAfter = new Map<XmlElement, Mark[]>();

  const touch = (element: XmlElement | undefined): void => {
    for (let at = element; at !== undefined && !touched.has(at); at = at.parent) touched.add(at);
  };
  const cover = (paragraph: ParagraphText, one: Cover): void => {
    const list = covers.get(paragraph.element);
    if (list === undefined) {
      covers.set(paragraph.element, [one]);
      if (paragraph.heads.length > 0) mergedHeads.set(paragraph.element, paragraph.heads);
      for (const head of paragraph.heads) mergedInto.set(head, paragraph.element);
      for (const element of [...paragraph.heads, paragraph.element]) touch(element);
      for (const span of paragraph.spans) {
        const known = spansOf.get(span.owner);
        if (known === undefined) spansOf.set(span.owner, [{ span, paragraph }]);
        else known.push({ span, paragraph });
      }
    } else list.push(one);
  };

  // Which text the tags take, and which paragraphs they join.
  const coverToken = (token: Token, tag: Tag | undefined): void => {
    const { start, end } = token;
    const trim = tag !== undefined && 'trim' in tag.command ? tag.command.trim : undefined;
    const from =
      trim?.before === true ? start.at - trailingSpace(start.paragraph.text.slice(0, start.at)) : start.at;
    const single = start.paragraph === end.paragraph;
    const trimmedEnd =
      trim?.after === true ? end.at + leadingSpace(end.paragraph.text.slice(end.at)) : end.at;
    const isText = tag !== undefined && tag.command.type === 'value';
    const inside = spanAt({ paragraph: start.paragraph, at: token.inside });
    const anchor =
      isText && inside !== undefined && inside.node.kind === 'text'
        ? Math.min(token.inside, start.paragraph.text.length - 1)
        : start.at;
    cover(start.paragraph, { from, to: single ? trimmedEnd : start.paragraph.text.length, tag, anchor });
    if (single) return;
    const head = mergedInto.get(start.paragraph.element) ?? start.paragraph.element;
    for (const paragraph of token.through) {
      cover(paragraph, {
        from: 0,
        to: paragraph === end.paragraph ? trimmedEnd : paragraph.text.length,
        tag: undefined,
        anchor: -1,
      });
      mergedInto.set(paragraph.element, head);
      mergedTails.set(head, [...(mergedTails.get(head) ?? []), paragraph.element]);
      touch(paragraph.element);
    }
    touch(head);
  };
  for (const tag of part.tags) if (tag.token !== undefined) coverToken(tag.token, tag);
  for (const token of part.escapes) coverToken(token, undefined);
  for (const list of covers.values()) list.sort((a, b) => a.from - b.from || a.to - b.to);
  for (const [owner, spans] of spansOf) {
    const isCovered = ({ span, paragraph }: { span: Span; paragraph: ParagraphText }): boolean => {
      const list = covers.get(paragraph.element) ?? [];
      const first = list[firstCover(list, span.from)];
      return first !== undefined && first.from < span.to;
    };
    if (spans.some(isCovered)) touch(owner);
  }
  for (const element of part.opened) touch(element);

  const paths = new Map<XmlElement, Path>();
  const pathOf = (element: XmlElement): Path => {
    const known = paths.get(element);
    if (known !== undefined) return known;
    let shown = element;
    for (let into = mergedInto.get(shown); into !== undefined; into = mergedInto.get(shown)) shown = into;
    const outer = shown.parent === undefined || shown === root ? [] : pathOf(shown.parent);
    const path = shown === root || shown.name === 'w:sdtContent' ? outer : [...outer, shown];
    paths.set(element, path);
    return path;
  };

  // Borders in the order of their tags, so that several at one place nest as their tags do.
  const order = new Map(part.tags.map((tag, index) => [tag, index]));
  const borders: { border: Border; mark: Mark; tag: Tag; drop: boolean }[] = [];
  for (const [block, placement] of placements) {
    if (placement.unit === 'column') continue;
    const drop = block.open === block.close;
    const mark = {
      type: 'mark',
      path: pathOf(placement.container),
      block,
      ...(placement.joins === true && { joins: true }),
    } as const;
    borders.push({ border: placement.open, mark: { ...mark, role: 'open' }, tag: block.open, drop });
    placement.elses.forEach((border, index) => {
      const tag = block.elses[index]?.tag ?? block.open;
      borders.push({ border, mark: { ...mark, role: 'else' }, tag, drop });
    });
    borders.push({ border: placement.close, mark: { ...mark, role: 'close' }, tag: block.close, drop });
  }
  borders.sort((a, b) => (order.get(a.tag) ?? 0) - (order.get(b.tag) ?? 0));
  const push = <Key>(map: Map<Key, Mark[]>, key: Key, mark: Mark): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [mark]);
    else list.push(mark);
  };
  for (const { border, mark } of borders) {
    if ('at' in border) push(marksAt, border.at, mark);
    else if ('before' in border) {
      push(marksBefore, border.before, mark);
      touch(border.before.parent);
    } else {
      push(marksAfter, border.after, mark);
      touch(border.after.parent);
    }
  }
  for (const placement of placements.values()) for (const cell of placement.vanishing) touch(cell);

  const sourceItems: SourceItem[] = [];
  const walk = (element: XmlElement): void => {
    const path = pathOf(element);
    for (const node of element.children) {
      if (node.kind !== 'element') {
        sourceItems.push({ type: 'source', path, node });
        continue;
      }
      if (PROPERTIES.has(node.name)) continue;
      const before = marksBefore.get(node);
      if (before !== undefined) sourceItems.push(...before);
      if (!mergedInto.has(node)) visit(node, path);
      const after = marksAfter.get(node);
      if (after !== undefined) sourceItems.push(...after);
    }
  };
  const walkJoined = (node: XmlElement): void => {
    for (const head of mergedHeads.get(node) ?? []) walk(head);
    walk(node);
  };
  const visit = (node: XmlElement, path: Path): void => {
    if (part.droppedFallbacks.has(node)) return;
    const spans = spansOf.get(node);
    if (spans !== undefined && touched.has(node)) {
      for (const { span, paragraph } of spans) visitSpan(span, paragraph);
      return;
    }
    if (!touched.has(node)) {
      sourceItems.push({ type: 'source', path, node });
      return;
    }
    const start = sourceItems.length;
    walkJoined(node);
    if (node.name === 'w:tc') sourceItems.push({ type: 'end', path: pathOf(node), element: node });
    if (node.name !== 'w:p') return;
    const tails = mergedTails.get(node) ?? [];
    for (const tail of tails) walkJoined(tail);
    const opened = hasSection(node) && part.vanishes(node) ? takeOpeningMarks(start) : [];
    sourceItems.push({ type: 'end', path: pathOf(node), element: node });
    // A section that ends with the paragraph of an opening tag ends before the block, not inside it.
    sourceItems.push(...opened);
    for (const tail of tails) {
      if (!hasSection(tail)) continue;
      sourceItems.push({ type: 'end', path: [...pathOf(node).slice(0, -1), tail], element: tail });
    }
  };
  /** Removes the marks of blocks that are opened in the source items from `start` on and not closed in them. */
  const takeOpeningMarks = (start: number): Mark[] => {
    const marks = sourceItems.slice(start).filter((item) => item.type === 'mark');
    const closed = new Set(marks.filter(({ role }) => role === 'close').map(({ block }) => block));
    const opening = new Set<SourceItem>(
      marks.filter(({ role, block }) => role === 'open' && !closed.has(block)),
    );
    const kept = sourceItems.splice(start).filter((item) => !opening.has(item));
    sourceItems.push(...kept);
    return marks.filter((mark) => opening.has(mark)).map((mark) => ({ ...mark, joins: false }));
  };
  const visitSpan = (span: Span, paragraph: ParagraphText): void => {
    const list = covers.get(paragraph.element) ?? [];
    const isText = span.node.kind === 'text';
    const textPath = pathOf(isText ? span.owner : span.run);
    let at = span.from;
    const text = (to: number): void => {
      if (to <= at) return;
      if (isText) sourceItems.push({ type: 'text', path: textPath, text: paragraph.text.slice(at, to) });
      else sourceItems.push({ type: 'source', path: textPath, node: span.node });
      at = to;
    };
    for (let index = firstCover(list, span.from); index < list.length; index++) {
      const one = list[index] as Cover;
      if (one.from >= span.to) break;
      if (one.to <= span.from) continue;
      text(Math.min(one.from, span.to));
      if (one.tag !== undefined && one.anchor >= span.from && one.anchor < span.to)
        tagAtoms(one.tag, span, textPath);
      at = Math.max(at, Math.min(one.to, span.to));
    }
    text(span.to);
  };
  const tagAtoms = (tag: Tag, span: Span, textPath: Path): void => {
    const marks = marksAt.get(tag);
    if (marks !== undefined) sourceItems.push(...marks);
    const { type } = tag.command;
    if (type === 'open' || type === 'else' || type === 'close' || type === 'drop') return;
    const paragraph = tag.token?.start.paragraph.element ?? span.run;
    let path = textPath;
    if (type === 'page-break' || type === 'check') path = pathOf(span.run.parent ?? span.run);
    else if (tag.command.type === 'content') {
      path =
        tag.command.shape === 'blocks' ? pathOf(paragraph).slice(0, -1) : pathOf(span.run.parent ?? span.run);
    }
    sourceItems.push({ type: 'tag', path, tag, run: span.run, paragraph });
  };
  walk(root);
  return { sourceItems, pathOf };
};

const hasSection = (paragraph: XmlElement): boolean =>
  childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr') !== undefined;

/** The first cover that may reach `from`; covers of one paragraph do not overlap. */
const firstCover = (list: readonly Cover[], from: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Cover).to <= from) low = middle + 1;
    else high = middle;
  }
  return low;
};

const trailingSpace = (text: string): number => text.length - text.trimEnd().length;
const leadingSpace = (text: string): number => text.length - text.trimStart().length;

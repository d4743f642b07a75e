/**
 * listSourceItems :: part + tags + borders → a flat list in document order, each item with the elements it stands in
 *
 * Everything structural follows from this list: an element is written around the source items that share it, so a border
 * whose path leaves an element out splits that element there, and an element without source items is not written at all.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { childOf } from '../../../ooxml/xml.ts';
import type { Token } from '../../lex/lex.ts';
import type { ParagraphText, Span } from '../../lex/story.ts';
import type { Placement } from '../../parse/place.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import { BorderMarks } from './border-marks.ts';
import { type Cover, CoveredText, firstCover } from './covered-text.ts';
import type { Mark, Path, SourceItem } from './source-item.ts';

interface PlacedPart {
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

interface PartItems {
  readonly sourceItems: readonly SourceItem[];
  pathOf(element: XmlElement): Path;
}

export const listSourceItems = (part: PlacedPart): PartItems => {
  // Which text the tags take, and which paragraphs they join.
  const text = new CoveredText(part);
  // Where each element is written, which is not where it stands once paragraphs are joined.
  const pathOf = pathsWithin(part.root, text.mergedInto);
  // Where blocks begin, branch and end.
  const marks = new BorderMarks(part.tags, part.placements, pathOf);
  for (const element of marks.besides()) text.touch(element.parent);
  for (const placement of part.placements.values()) for (const cell of placement.vanishing) text.touch(cell);
  // All of it in the order of the document.
  return { sourceItems: new ItemWalk(part, { text, marks, pathOf }).items(), pathOf };
};

const pathsWithin = (
  root: XmlElement,
  mergedInto: ReadonlyMap<XmlElement, XmlElement>,
): ((element: XmlElement) => Path) => {
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
  return pathOf;
};

interface Known {
  readonly text: CoveredText;
  readonly marks: BorderMarks;
  pathOf(element: XmlElement): Path;
}

class ItemWalk {
  readonly #part: PlacedPart;
  readonly #text: CoveredText;
  readonly #marks: BorderMarks;
  readonly #pathOf: (element: XmlElement) => Path;
  readonly #items: SourceItem[] = [];

  constructor(part: PlacedPart, { text, marks, pathOf }: Known) {
    this.#part = part;
    this.#text = text;
    this.#marks = marks;
    this.#pathOf = pathOf;
  }

  items(): readonly SourceItem[] {
    this.#inside(this.#part.root);
    return this.#items;
  }

  #inside(element: XmlElement): void {
    const path = this.#pathOf(element);
    for (const node of element.children) {
      if (node.kind !== 'element') {
        this.#items.push({ type: 'source', path, node });
        continue;
      }
      if (PROPERTIES.has(node.name)) continue;
      this.#items.push(...this.#marks.before(node));
      if (!this.#text.mergedInto.has(node)) this.#element(node, path);
      this.#items.push(...this.#marks.after(node));
    }
  }

  #joined(paragraph: XmlElement): void {
    for (const head of this.#text.headsOf(paragraph)) this.#inside(head);
    this.#inside(paragraph);
  }

  #element(node: XmlElement, path: Path): void {
    if (this.#part.droppedFallbacks.has(node)) return;
    if (!this.#text.isTouched(node)) {
      this.#items.push({ type: 'source', path, node });
      return;
    }
    const spans = this.#text.spans.get(node);
    if (spans !== undefined) for (const { span, paragraph } of spans) this.#span(span, paragraph);
    else if (node.name === 'w:p') this.#paragraph(node);
    else {
      this.#joined(node);
      if (node.name === 'w:tc') this.#items.push({ type: 'end', path: this.#pathOf(node), element: node });
    }
  }

  #paragraph(node: XmlElement): void {
    const start = this.#items.length;
    this.#joined(node);
    const tails = this.#text.tailsOf(node);
    for (const tail of tails) this.#joined(tail);
    const opened = hasSection(node) && this.#part.vanishes(node) ? this.#takeOpeningMarks(start) : [];
    const path = this.#pathOf(node);
    this.#items.push({ type: 'end', path, element: node });
    // A section that ends with the paragraph of an opening tag ends before the block, not inside it.
    this.#items.push(...opened);
    for (const tail of tails)
      if (hasSection(tail))
        this.#items.push({ type: 'end', path: [...path.slice(0, -1), tail], element: tail });
  }

  /** Removes the marks of blocks that are opened in the items from `start` on and not closed in them. */
  #takeOpeningMarks(start: number): Mark[] {
    const marks = this.#items.slice(start).filter((item) => item.type === 'mark');
    const closed = new Set(marks.filter(({ role }) => role === 'close').map(({ block }) => block));
    const opening = new Set<SourceItem>(
      marks.filter(({ role, block }) => role === 'open' && !closed.has(block)),
    );
    const kept = this.#items.splice(start).filter((item) => !opening.has(item));
    this.#items.push(...kept);
    return marks.filter((mark) => opening.has(mark)).map((mark) => ({ ...mark, joins: false }));
  }

  /** The text between the tags, and the tags that stand in it. */
  #span(span: Span, paragraph: ParagraphText): void {
    const list = this.#text.covers.get(paragraph.element) ?? [];
    const isText = span.node.kind === 'text';
    const path = this.#pathOf(isText ? span.owner : span.run);
    let at = span.from;
    const write = (to: number): void => {
      if (to <= at) return;
      if (isText) this.#items.push({ type: 'text', path, text: paragraph.text.slice(at, to) });
      else this.#items.push({ type: 'source', path, node: span.node });
      at = to;
    };
    for (let index = firstCover(list, span.from); index < list.length; index++) {
      const one = list[index] as Cover;
      if (one.from >= span.to) break;
      if (one.to <= span.from) continue;
      write(Math.min(one.from, span.to));
      if (one.tag !== undefined && one.anchor >= span.from && one.anchor < span.to)
        this.#tag(one.tag, span, path);
      at = Math.max(at, Math.min(one.to, span.to));
    }
    write(span.to);
  }

  #tag(tag: Tag, { run }: Span, textPath: Path): void {
    this.#items.push(...this.#marks.at(tag));
    const { command } = tag;
    const { type } = command;
    if (type === 'open' || type === 'else' || type === 'close' || type === 'drop') return;
    const paragraph = tag.token?.start.paragraph.element ?? run;
    let path = textPath;
    if (BESIDE_RUNS.has(type)) path = this.#pathOf(run.parent ?? run);
    else if (command.type === 'content')
      path =
        command.shape === 'blocks' ? this.#pathOf(paragraph).slice(0, -1) : this.#pathOf(run.parent ?? run);
    this.#items.push({ type: 'tag', path, tag, run, paragraph });
  }
}

/** A run is cut in two around these. */
const BESIDE_RUNS: ReadonlySet<string> = new Set(['page-break', 'check', 'look', 'look-end', 'merge']);

const hasSection = (paragraph: XmlElement): boolean =>
  childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr') !== undefined;

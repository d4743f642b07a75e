/**
 * coverText :: tags and escapes of a part → the text that they take, the paragraphs that they join, and the elements that have
 * to be opened up for it; everything else is written as it stands
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { Token } from '../../lex/lex.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { ParagraphText, Span } from '../../lex/story.ts';
import type { Tag } from '../../parse/tag.ts';

/** A stretch of a paragraph's text that is not written. */
export interface Cover {
  readonly from: number;
  readonly to: number;
  /** Undefined where only text goes (an escape's backslash, the rest of a tag in a later paragraph). */
  readonly tag: Tag | undefined;
  /** Where the tag's own source items stand. */
  readonly anchor: number;
}

interface SpanOfParagraph {
  readonly span: Span;
  readonly paragraph: ParagraphText;
}

interface CoverInput {
  readonly tags: readonly Tag[];
  readonly escapes: readonly Token[];
  readonly opened: Iterable<XmlElement>;
}

export class CoveredText {
  /** By paragraph, in the order of the text. */
  readonly covers = new Map<XmlElement, Cover[]>();
  /** By the element that holds the text, of paragraphs with covers. */
  readonly spans = new Map<XmlElement, SpanOfParagraph[]>();
  /** Paragraphs that are written inside another one. */
  readonly mergedInto = new Map<XmlElement, XmlElement>();
  readonly #heads = new Map<XmlElement, readonly XmlElement[]>();
  readonly #tails = new Map<XmlElement, XmlElement[]>();
  readonly #touched = new Set<XmlElement>();

  constructor({ tags, escapes, opened }: CoverInput) {
    for (const tag of tags) if (tag.token !== undefined) this.#coverToken(tag.token, tag);
    for (const token of escapes) this.#coverToken(token, undefined);
    for (const list of this.covers.values()) list.sort((a, b) => a.from - b.from || a.to - b.to);
    for (const [owner, spans] of this.spans) if (spans.some((one) => this.#isCovered(one))) this.touch(owner);
    for (const element of opened) this.touch(element);
  }

  /** The element and all around it are written piece by piece. */
  touch(element: XmlElement | undefined): void {
    for (let at = element; at !== undefined && !this.#touched.has(at); at = at.parent) this.#touched.add(at);
  }

  isTouched(element: XmlElement): boolean {
    return this.#touched.has(element);
  }

  /** Paragraphs whose mark is deleted run on into this one. */
  headsOf(paragraph: XmlElement): readonly XmlElement[] {
    return this.#heads.get(paragraph) ?? [];
  }

  /** Paragraphs that a tag of this one ends in or runs through. */
  tailsOf(paragraph: XmlElement): readonly XmlElement[] {
    return this.#tails.get(paragraph) ?? [];
  }

  #coverToken(token: Token, tag: Tag | undefined): void {
    const { start, end } = token;
    const trim = tag !== undefined && 'trim' in tag.command ? tag.command.trim : undefined;
    const from =
      trim?.before === true ? start.at - trailingSpace(start.paragraph.text.slice(0, start.at)) : start.at;
    const single = start.paragraph === end.paragraph;
    const trimmedEnd =
      trim?.after === true ? end.at + leadingSpace(end.paragraph.text.slice(end.at)) : end.at;
    const to = single ? trimmedEnd : start.paragraph.text.length;
    this.#cover(start.paragraph, { from, to, tag, anchor: anchorOf(token, tag) });
    if (single) return;
    const head = this.mergedInto.get(start.paragraph.element) ?? start.paragraph.element;
    for (const paragraph of token.through) {
      const rest = paragraph === end.paragraph ? trimmedEnd : paragraph.text.length;
      this.#cover(paragraph, { from: 0, to: rest, tag: undefined, anchor: -1 });
      this.mergedInto.set(paragraph.element, head);
      this.#tails.set(head, [...this.tailsOf(head), paragraph.element]);
      this.touch(paragraph.element);
    }
    this.touch(head);
  }

  #cover(paragraph: ParagraphText, one: Cover): void {
    const { element, heads, spans } = paragraph;
    const list = this.covers.get(element);
    if (list !== undefined) {
      list.push(one);
      return;
    }
    this.covers.set(element, [one]);
    if (heads.length > 0) this.#heads.set(element, heads);
    for (const head of heads) this.mergedInto.set(head, element);
    for (const shown of [...heads, element]) this.touch(shown);
    for (const span of spans) {
      const known = this.spans.get(span.owner);
      if (known === undefined) this.spans.set(span.owner, [{ span, paragraph }]);
      else known.push({ span, paragraph });
    }
  }

  #isCovered({ span, paragraph }: SpanOfParagraph): boolean {
    const list = this.covers.get(paragraph.element) ?? [];
    const first = list[firstCover(list, span.from)];
    return first !== undefined && first.from < span.to;
  }
}

/** A value is written with the look of the text inside its tag; anything else stands where the tag begins. */
const anchorOf = ({ start, inside }: Token, tag: Tag | undefined): number => {
  if (tag?.command.type !== 'value') return start.at;
  const span = spanAt({ paragraph: start.paragraph, at: inside });
  return span?.node.kind === 'text' ? Math.min(inside, start.paragraph.text.length - 1) : start.at;
};

/** The first cover that may reach `from`; covers of one paragraph do not overlap. */
export const firstCover = (list: readonly Cover[], from: number): number => {
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

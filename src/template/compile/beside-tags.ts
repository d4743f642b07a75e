/**
 * besideTags :: Tag[] → what their paragraphs say besides control tags
 *
 * Decides what goes with its tags and what is inside a sentence. A tag that shows something counts as a letter.
 */
import type { XmlElement } from '../../ooxml/xml.ts';
import { descendantsOf } from '../../ooxml/xml.ts';
import { spanAt } from '../lex/source-order.ts';
import type { ParagraphText } from '../lex/story.ts';
import { nearest } from '../parse/ancestry.ts';
import type { Tag } from '../parse/tag.ts';

/** Stands for a tag that shows something. */
export const SHOWN = '\ufffc';
/** Stands for a page break, which keeps its paragraph but is no text. */
const BREAK = '\ufffb';

const LETTERS: Readonly<Record<string, string>> = { value: SHOWN, content: SHOWN, 'page-break': BREAK };

interface Cut {
  readonly from: number;
  readonly to: number;
  /** What counts in its place. */
  readonly by: string;
}

export class BesideTags {
  /** Of every paragraph that holds tags. */
  readonly rest: ReadonlyMap<XmlElement, string>;
  readonly #cuts: ReadonlyMap<ParagraphText, readonly Cut[]>;

  constructor(tags: readonly Tag[]) {
    this.#cuts = cutsOf(tags);
    this.rest = new Map(
      [...this.#cuts.keys()].map((paragraph) => [
        paragraph.element,
        this.#text(paragraph, 0, paragraph.text.length),
      ]),
    );
  }

  isBlankAround(paragraph: ParagraphText, from: number, to: number): boolean {
    return (this.#text(paragraph, 0, from) + this.#text(paragraph, to, paragraph.text.length)).trim() === '';
  }

  hasTextBefore({ token }: Tag): boolean {
    if (token === undefined) return false;
    const { paragraph, at } = token.start;
    const offset = spanAt(token.start)?.node.start ?? 0;
    return isText(this.#text(paragraph, 0, at)) || hasPicture(paragraph.element, (start) => start < offset);
  }

  hasTextBehind({ token }: Tag): boolean {
    if (token === undefined) return false;
    const { paragraph, at } = token.end;
    const offset = spanAt({ paragraph, at: at - 1 })?.node.end ?? 0;
    return (
      isText(this.#text(paragraph, at, paragraph.text.length)) ||
      hasPicture(paragraph.element, (start) => start >= offset)
    );
  }

  #text(paragraph: ParagraphText, from: number, to: number): string {
    let text = '';
    let at = from;
    for (const cut of this.#cuts.get(paragraph) ?? []) {
      if (cut.from >= to) break;
      if (cut.to <= at) continue;
      if (cut.from >= from) text += paragraph.text.slice(at, cut.from) + cut.by;
      at = cut.to;
    }
    return at < to ? text + paragraph.text.slice(at, to) : text;
  }
}

const cutsOf = (tags: readonly Tag[]): Map<ParagraphText, Cut[]> => {
  const cuts = new Map<ParagraphText, Cut[]>();
  const cut = (paragraph: ParagraphText, one: Cut): void => {
    const list = cuts.get(paragraph);
    if (list === undefined) cuts.set(paragraph, [one]);
    else list.push(one);
  };
  for (const { command, token } of tags) {
    if (token === undefined) continue;
    const { start, end, through } = token;
    const to = through.length === 0 ? end.at : start.paragraph.text.length;
    cut(start.paragraph, { from: start.at, to, by: LETTERS[command.type] ?? '' });
    for (const paragraph of through)
      cut(paragraph, { from: 0, to: paragraph === end.paragraph ? end.at : paragraph.text.length, by: '' });
  }
  for (const list of cuts.values()) list.sort((a, b) => a.from - b.from);
  return cuts;
};

const isText = (text: string): boolean => text.replaceAll(BREAK, '').trim() !== '';

/** What floats belongs to no place in the line. */
const IN_LINE: ReadonlySet<string> = new Set(['wp:inline', 'w:object']);

const hasPicture = (paragraph: XmlElement, isAsked: (start: number) => boolean): boolean => {
  for (const element of descendantsOf(paragraph))
    if (IN_LINE.has(element.name) && isAsked(element.start) && nearest(element, 'w:p') === paragraph)
      return true;
  return false;
};

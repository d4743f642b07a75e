/**
 * besideTags :: Tag[] → what their paragraphs say besides control tags
 *
 * Decides what goes with its tags and what is inside a sentence. A tag that shows something counts as a letter.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { ParagraphText } from '../../lex/story.ts';
import type { Tag } from '../../parse/tag.ts';
import { nearest } from '../../word/ancestry.ts';

/** Stands for a tag that shows something. */
export const SHOWN = '\ufffc';
/** Stands for a page break, which keeps its paragraph but is no text. */
const BREAK = '\ufffb';

const LETTERS: Readonly<Record<string, string>> = {
  value: SHOWN,
  content: SHOWN,
  include: SHOWN,
  'page-sum': SHOWN,
  'page-break': BREAK,
};

interface Cut {
  readonly from: number;
  readonly to: number;
  /** What counts in its place. */
  readonly by: string;
}

/** Offsets of the first and the last thing of a kind; there is none where the first is behind the last. */
interface Extent {
  first: number;
  last: number;
}

const none = (): Extent => ({ first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY });
const reach = (extent: Extent, from: number, to: number): void => {
  extent.first = Math.min(extent.first, from);
  extent.last = Math.max(extent.last, to);
};

/** Asked for every block of a paragraph, so it is found once. */
interface Paragraph {
  /** Offsets in its text: of whatever keeps it, and of text alone. */
  readonly shown: Extent;
  readonly text: Extent;
  /** Offsets in the source. */
  readonly pictures: Extent;
}

export class BesideTags {
  /** Of every paragraph that holds tags. */
  readonly rest = new Map<XmlElement, string>();
  readonly #paragraphs = new Map<ParagraphText, Paragraph>();

  constructor(tags: readonly Tag[]) {
    for (const [paragraph, cuts] of cutsOf(tags)) {
      const shown = none();
      const text = none();
      let rest = '';
      let at = 0;
      const plain = (to: number): void => {
        const piece = paragraph.text.slice(at, to);
        rest += piece;
        const isBlank = piece.trim() === '';
        const from = at + piece.length - piece.trimStart().length;
        for (const extent of isBlank ? [] : [shown, text])
          reach(extent, from, at + piece.trimEnd().length - 1);
      };
      for (const { from, to, by } of cuts) {
        plain(from);
        rest += by;
        if (by !== '') reach(shown, from, to - 1);
        if (by === SHOWN) reach(text, from, to - 1);
        at = to;
      }
      plain(paragraph.text.length);
      this.rest.set(paragraph.element, rest);
      this.#paragraphs.set(paragraph, { shown, text, pictures: picturesOf(paragraph.element) });
    }
  }

  isBlankAround(paragraph: ParagraphText, from: number, to: number): boolean {
    const shown = this.#paragraphs.get(paragraph)?.shown ?? none();
    return shown.first >= from && shown.last < to;
  }

  hasTextBefore({ token }: Tag): boolean {
    const known = token === undefined ? undefined : this.#paragraphs.get(token.start.paragraph);
    if (token === undefined || known === undefined) return false;
    return known.text.first < token.start.at || known.pictures.first < (spanAt(token.start)?.node.start ?? 0);
  }

  hasTextBehind({ token }: Tag): boolean {
    const known = token === undefined ? undefined : this.#paragraphs.get(token.end.paragraph);
    if (token === undefined || known === undefined) return false;
    const { paragraph, at } = token.end;
    return known.text.last >= at || known.pictures.last >= (spanAt({ paragraph, at: at - 1 })?.node.end ?? 0);
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
    // What was joined already shows by other tags.
    const isSilent = command.type === 'include' && command.joined !== undefined;
    cut(start.paragraph, { from: start.at, to, by: isSilent ? '' : (LETTERS[command.type] ?? '') });
    for (const paragraph of through)
      cut(paragraph, { from: 0, to: paragraph === end.paragraph ? end.at : paragraph.text.length, by: '' });
  }
  for (const list of cuts.values()) list.sort((a, b) => a.from - b.from);
  return cuts;
};

/** What floats belongs to no place in the line. */
const IN_LINE: ReadonlySet<string> = new Set(['wp:inline', 'w:object']);

const picturesOf = (paragraph: XmlElement): Extent => {
  const extent = none();
  for (const element of descendantsOf(paragraph))
    if (IN_LINE.has(element.name) && nearest(element, 'w:p') === paragraph)
      reach(extent, element.start, element.start);
  return extent;
};

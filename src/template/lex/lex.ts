/**
 * lex :: Group → Token[]
 *
 * A token is a tag (or an escaped delimiter) with the paragraphs and offsets between which it stands. Plain data but
 * for the paragraphs' own elements.
 */
import { type Delimiter, markFinder } from '../delimiters.ts';
import { plainSource } from '../expression/quotes.ts';
import { PARAGRAPH, type Scanned, type ScanProblem, SHOWN_OF_UNENDED, scan, scanComplete } from './scan.ts';
import type { Group, ParagraphText } from './story.ts';

export interface Token {
  readonly kind: 'tag' | 'escape';
  /** What stands between the delimiters, in plain quotes and spaces; its lines are kept. */
  readonly inner: string;
  /** As the author wrote it, delimiters included. */
  readonly raw: string;
  readonly problem: ScanProblem | undefined;
  readonly start: { readonly paragraph: ParagraphText; readonly at: number };
  readonly end: { readonly paragraph: ParagraphText; readonly at: number };
  /** The paragraphs after the first that the tag runs through, the last one included. */
  readonly through: readonly ParagraphText[];
  /** Offset of the first character after the opening delimiter: its run gives the formatting. */
  readonly inside: number;
}

export const lex = (group: Group, delimiter: Delimiter): Token[] => {
  const { paragraphs } = group;
  const tokens: Token[] = [];
  for (let at = 0; at < paragraphs.length; at++) {
    const paragraph = paragraphs[at] as ParagraphText;
    if (markFinder(paragraph.text)(delimiter.open, 0) < 0) continue;
    const own = lexParagraph(paragraph, delimiter);
    // A tag that does not end where it begins may run on: from here on the paragraphs are read as one text.
    if (own === undefined) return [...tokens, ...lexJoined(paragraphs.slice(at), delimiter)];
    for (const token of own) tokens.push(token);
  }
  return tokens;
};

/** The tokens of a paragraph by itself; undefined where one of them does not end in it. */
const lexParagraph = (paragraph: ParagraphText, delimiter: Delimiter): Token[] | undefined => {
  const { text } = paragraph;
  return scanComplete(text, delimiter)?.map((found) =>
    tokenOf(
      found,
      text.slice(found.from, found.to),
      { paragraph, at: found.from },
      { paragraph, at: found.to },
      [],
    ),
  );
};

const tokenOf = (
  found: Scanned,
  raw: string,
  start: Token['start'],
  end: Token['end'],
  through: Token['through'],
): Token => ({
  kind: found.kind,
  inner: found.kind === 'tag' ? plainSource(found.inner) : '',
  raw,
  problem: found.kind === 'tag' ? found.problem : undefined,
  start,
  end,
  through,
  inside: start.at + (found.kind === 'tag' ? found.inside - found.from : 0),
});

const lexJoined = (paragraphs: readonly ParagraphText[], delimiter: Delimiter): Token[] => {
  const text = paragraphs.map((paragraph) => paragraph.text).join(PARAGRAPH);
  const starts: number[] = [];
  let offset = 0;
  for (const paragraph of paragraphs) {
    starts.push(offset);
    offset += paragraph.text.length + 1;
  }
  let current = 0;
  const place = (at: number): Token['start'] => {
    while (current + 1 < starts.length && (starts[current + 1] as number) <= at) current++;
    while (current > 0 && (starts[current] as number) > at) current--;
    return { paragraph: paragraphs[current] as ParagraphText, at: at - (starts[current] as number) };
  };
  return scan(text, delimiter).map((found: Scanned): Token => {
    const start = place(found.from);
    const first = current;
    // The last character decides where the tag ends: its end may be the end of a paragraph.
    const last = place(found.to - 1);
    const through = paragraphs.slice(first + 1, current + 1);
    const isEnded = found.kind !== 'tag' || found.problem === undefined;
    const shown = isEnded ? found.to : Math.min(found.to, found.from + SHOWN_OF_UNENDED);
    const raw = text.slice(found.from, shown).replaceAll(PARAGRAPH, ' ');
    return tokenOf(found, raw, start, { paragraph: last.paragraph, at: last.at + 1 }, through);
  });
};

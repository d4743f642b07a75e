/**
 * retag :: text of an included document → the same tags between the marks of the template that includes it
 *
 * A document without tags (`from` is undefined) stays as it is: what would be a tag there is escaped.
 */
import { escapeText, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { DELIMITERS, type Delimiter, type DelimiterName, markFinder } from '../delimiters.ts';
import { lex, type Token } from '../lex/lex.ts';
import { type Group, type ParagraphText, readStories } from '../lex/story.ts';

/** At a place in a paragraph's text: so many characters go, and others come. */
interface Change {
  readonly at: number;
  readonly gone: number;
  readonly text: string;
}

export const retag = (
  edits: XmlEdits,
  root: XmlElement,
  from: DelimiterName | undefined,
  to: DelimiterName,
): void => {
  if (from === to) return;
  const target = DELIMITERS[to];
  const { groups, fallbacks } = readStories(root);
  for (const group of [...groups, ...[...fallbacks.values()].flat()]) {
    const changes = new Map<ParagraphText, Change[]>();
    const note = (paragraph: ParagraphText, change: Change): void => {
      const known = changes.get(paragraph);
      if (known === undefined) changes.set(paragraph, [change]);
      else known.push(change);
    };
    const tokens = from === undefined ? [] : lex(group, DELIMITERS[from]);
    for (const token of tokens) marksOf(token, from === undefined ? target : DELIMITERS[from], target, note);
    for (const paragraph of group.paragraphs) {
      for (const at of literalMarks(paragraph, tokens, target, group))
        note(paragraph, { at, gone: 0, text: '\\' });
      writeChanges(edits, paragraph, changes.get(paragraph) ?? []);
    }
  }
};

const marksOf = (
  token: Token,
  from: Delimiter,
  to: Delimiter,
  note: (paragraph: ParagraphText, change: Change) => void,
): void => {
  const { start, end, kind, inside, problem } = token;
  if (kind === 'escape') {
    note(start.paragraph, { at: start.at, gone: 1, text: '' });
    return;
  }
  if (problem !== undefined) return;
  note(start.paragraph, { at: start.at, gone: inside - start.at, text: to.open });
  note(end.paragraph, { at: end.at - from.close.length, gone: from.close.length, text: to.close });
};

/** Outside of all tags. */
function* literalMarks(
  paragraph: ParagraphText,
  tokens: readonly Token[],
  to: Delimiter,
  { paragraphs }: Group,
): Generator<number> {
  const find = markFinder(paragraph.text);
  const number = paragraphs.indexOf(paragraph);
  const isInTag = (at: number): boolean =>
    tokens.some(({ kind, start, end }) => {
      const [first, last] = [paragraphs.indexOf(start.paragraph), paragraphs.indexOf(end.paragraph)];
      if (kind === 'escape' || number < first || number > last) return false;
      return (number > first || at >= start.at) && (number < last || at < end.at);
    });
  for (let at = find(to.open, 0); at >= 0; at = find(to.open, at + to.open.length))
    if (!isInTag(at)) yield at;
}

const writeChanges = (edits: XmlEdits, paragraph: ParagraphText, changes: readonly Change[]): void => {
  if (changes.length === 0) return;
  const inOrder = changes.toSorted((a, b) => a.at - b.at || b.gone - a.gone);
  for (const { from, to, node, cut } of paragraph.spans) {
    if (node.kind !== 'text') continue;
    let text = '';
    let at = from;
    let isChanged = false;
    for (const change of inOrder) {
      const begin = Math.max(change.at, from);
      const end = Math.min(change.at + change.gone, to);
      const isHere = change.at >= from && change.at < to;
      if (!isHere && end <= begin) continue;
      isChanged = true;
      text += paragraph.text.slice(at, Math.max(at, begin)) + (isHere ? change.text : '');
      at = Math.max(at, end);
    }
    if (!isChanged) continue;
    text += paragraph.text.slice(at, to);
    const tail = node.text.slice(cut + to - from);
    edits.replace(node.start, node.end, escapeText(node.text.slice(0, cut) + text + tail));
  }
};

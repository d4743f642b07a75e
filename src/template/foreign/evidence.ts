/**
 * evidenceOf :: parts that have been read → every mark of another engine in them, and where it stands
 *
 * Marks in text, in field codes, in the names of content controls and in comments. What they prove is decided
 * elsewhere: here they are only collected, in the order of the document.
 */
import type { TaggedPart } from '../compile/parts/header-scope.ts';
import type { ParagraphText } from '../lex/story.ts';
import type { Tag, Where } from '../parse/tag.ts';
import { placesIn, whereIn } from '../parse/tag-places.ts';
import type { EngineName } from './engines.ts';
import { type Mark, marksIn } from './marks.ts';

/** A mark in the text of a paragraph, with the well-formed tags that overlap it. */
export interface TextMark extends Mark {
  readonly where: Where;
  readonly text: string;
  readonly tags: readonly Tag[];
}

interface CodeMark {
  readonly engine: EngineName;
  readonly where: Where;
}

export interface Evidence {
  readonly marks: readonly TextMark[];
  readonly codes: readonly CodeMark[];
  /** `[name]` in cells of tables, as poi-tl writes the columns of a list. */
  readonly cells: readonly TextMark[];
  /** Guillemets are quotation marks here: phrases stand in them, or words that name no field. */
  readonly quotes: boolean;
}

const QUOTATION = /«[^«»]{0,100}(?:[\s\u00a0]\p{L}|[^\p{ASCII}])[^«»]{0,100}»/u;
const CELL = /\[[@_]?[a-z][A-Za-z0-9_.]{1,60}\]/g;

export const evidenceOf = (parts: readonly TaggedPart[]): Evidence => {
  const marks: TextMark[] = [];
  const codes: CodeMark[] = [];
  const cells: TextMark[] = [];
  let quotes = false;
  for (const { label, read, fields } of parts) {
    const tags = byParagraph(read.tags);
    for (const paragraph of read.paragraphs) {
      const { text } = paragraph;
      const found = marksIn(text);
      if (found.length > 0) marks.push(...placed(found, tags.get(paragraph) ?? [], paragraph, label));
      quotes ||= text.includes('«') && QUOTATION.test(text);
      if (paragraph.cell === undefined || !text.includes('[')) continue;
      const bracketed = [...text.matchAll(CELL)].map(({ index, 0: { length } }) => ({
        engine: 'poi-tl' as const,
        from: index,
        to: index + length,
      }));
      cells.push(...placed(bracketed, tags.get(paragraph) ?? [], paragraph, label));
    }
    const merged = fields.flatMap(({ instruction, begin }) => {
      const engine = engineOfField(instruction);
      return engine === undefined ? [] : [{ engine, instruction, begin }];
    });
    if (merged.length === 0) continue;
    const placeIn = placesIn(label, read.paragraphs);
    for (const { engine, instruction, begin } of merged)
      codes.push({ engine, where: { ...placeIn(begin), tag: instruction.trim().replace(/\s+/g, ' ') } });
  }
  return { marks, codes, cells, quotes };
};

const byParagraph = (tags: readonly Tag[]): Map<ParagraphText, Tag[]> => {
  const found = new Map<ParagraphText, Tag[]>();
  for (const tag of tags) {
    const paragraph = tag.token?.start.paragraph;
    if (paragraph === undefined) continue;
    const list = found.get(paragraph);
    if (list === undefined) found.set(paragraph, [tag]);
    else list.push(tag);
  }
  return found;
};

/** Both lists are in order. What lies inside a tag is part of its expression: {`${a} and ${b}`}. */
const placed = (
  marks: readonly Mark[],
  tags: readonly Tag[],
  paragraph: ParagraphText,
  part: string,
): TextMark[] => {
  const found: TextMark[] = [];
  let first = 0;
  for (const mark of marks) {
    while (first < tags.length && endOf(tags[first] as Tag, paragraph) <= mark.from) first++;
    const overlapping: Tag[] = [];
    for (let at = first; at < tags.length && startOf(tags[at] as Tag) < mark.to; at++)
      overlapping.push(tags[at] as Tag);
    const [tag] = overlapping;
    if (tag !== undefined && startOf(tag) < mark.from && endOf(tag, paragraph) >= mark.to) continue;
    const text = paragraph.text.slice(mark.from, mark.to);
    found.push({ ...mark, text, where: whereIn(part, paragraph, text), tags: overlapping });
  }
  return found;
};

const startOf = ({ token }: Tag): number => token?.start.at ?? 0;

const endOf = ({ token }: Tag, paragraph: ParagraphText): number =>
  token === undefined ? 0 : token.end.paragraph === paragraph ? token.end.at : paragraph.text.length;

const MERGE = /^\s*(?:MERGEFIELD\s+"?([^"]*)|ADDRESSBLOCK\b|GREETINGLINE\b)/i;
const SABLON = /^\s*(?:[=@]|\S+:(?:each|if|endEach|endIf|else|start|end)\b|comment\b|endComment\b)/;
const XDOCREPORT = /^\s*(?:\$|#|\[\/?#|@(?:before|after)-|<\/?#)/;

const engineOfField = (code: string): EngineName | undefined => {
  const found = MERGE.exec(code);
  if (found === null) return undefined;
  const name = found[1] ?? '';
  if (XDOCREPORT.test(name)) return 'xdocreport';
  return SABLON.test(name) ? 'sablon' : 'mail-merge';
};

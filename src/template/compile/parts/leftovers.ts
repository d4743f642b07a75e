/**
 * leftoversIn :: package → whatever in it looks like a tag, in any part, text or attribute
 *
 * At upload it finds what nothing fills; over a finished document, what should have been filled. Text that is cut into
 * runs counts as one: of a paragraph, of a line in a drawing, of a field's code. Deleted text is not there.
 */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { descendantsOf, textContent, type XmlElement } from '../../../ooxml/xml.ts';
import { DELIMITERS, type DelimiterName } from '../../delimiters.ts';
import { plainSource } from '../../expression/quotes.ts';
import { namesIn } from '../../expression/walk.ts';
import { isGuid, scan } from '../../lex/scan.ts';
import { type ParagraphText, readStories } from '../../lex/story.ts';
import { readTag } from '../../parse/read-tag.ts';
import { type Field, fieldsOf } from '../../word/field-marks.ts';

/** Where something that looks like a tag stands. */
export type Spot =
  | { readonly kind: 'paragraph'; readonly element: XmlElement; readonly paragraph: ParagraphText }
  | { readonly kind: 'code'; readonly element: XmlElement; readonly field: Field }
  | { readonly kind: 'attribute'; readonly element: XmlElement; readonly name: string }
  | { readonly kind: 'text'; readonly element: XmlElement };

export interface Leftover {
  readonly tag: string;
  /** The part's name in the package. */
  readonly part: string;
  readonly spot: Spot;
}

/** What somebody reads, so that its tags are none of ours. */
export interface Known {
  isRead(part: string, spot: Spot): boolean;
  /** The `w:t` elements of a part whose paragraphs are read; undefined where they are not. */
  textsOf(part: string): ReadonlySet<XmlElement> | undefined;
}

const NOTHING: Known = { isRead: () => false, textsOf: () => undefined };

export const leftoversIn = (
  docx: DocxPackage,
  delimiter: DelimiterName,
  known: Known = NOTHING,
): Leftover[] => {
  const found: Leftover[] = [];
  for (const part of docx.archive.entries.keys()) {
    if (!/\.(?:xml|rels|vml)$/i.test(part)) continue;
    const source = textOf(docx, part);
    const marks = source === undefined ? [] : marksIn(source, delimiter);
    const root = marks.length === 0 ? undefined : rootOf(docx, part);
    if (root === undefined) continue;
    for (const { text, spot } of spotsIn(root, marks, known.textsOf(part))) {
      if (!text.includes(DELIMITERS[delimiter].open) || known.isRead(part, spot)) continue;
      for (const tag of tagsIn(text, delimiter)) found.push({ tag, part, spot });
    }
  }
  return found;
};

/** Parts that nothing else reads may be damaged: nobody finds a tag in them, Word neither. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
const textOf = (docx: DocxPackage, part: string): string | undefined => attempt(() => docx.text(part));
const rootOf = (docx: DocxPackage, part: string): XmlElement | undefined => attempt(() => docx.xml(part));

/** Offsets at which a tag may begin: the first character of its mark, plain, as a reference or percent-encoded. */
const marksIn = (source: string, delimiter: DelimiterName): number[] => {
  const [first = ''] = DELIMITERS[delimiter].open;
  const offsets: number[] = [];
  for (const mark of [first, '&#', encodeURIComponent(first), encodeURIComponent(first).toLowerCase()])
    for (let at = source.indexOf(mark); at >= 0; at = source.indexOf(mark, at + 1)) offsets.push(at);
  return offsets.sort((a, b) => a - b);
};

const STORIES: ReadonlySet<string> = new Set([
  ...['w:document', 'w:hdr', 'w:ftr', 'w:footnotes', 'w:endnotes', 'w:comments', 'w:glossaryDocument'],
]);

/** Read together with their paragraphs or fields, or not there at all. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['m:t', 'a:t', 'w:instrText', 'w:delText', 'w:delInstrText'],
]);

interface Told {
  readonly text: string;
  readonly spot: Spot;
}

function* spotsIn(
  root: XmlElement,
  marks: readonly number[],
  known: ReadonlySet<XmlElement> | undefined,
): Generator<Told> {
  let next = 0;
  /** Elements come in the order of the source, so that each mark is looked at once. */
  const hasMark = (from: number, to: number): boolean => {
    while (next < marks.length && (marks[next] as number) < from) next++;
    return (marks[next] ?? to) < to;
  };
  const texts = new Set<XmlElement>(known);
  if (STORIES.has(root.name)) {
    if (known === undefined) yield* paragraphSpots(root, texts);
    for (const field of fieldsOf(root))
      yield { text: decoded(field.instruction), spot: { kind: 'code', element: field.begin, field } };
  }
  for (const element of [root, ...descendantsOf(root)]) {
    // A field's instruction is read with the fields; old drawings carry a copy of themselves in base64.
    if (hasMark(element.start, element.openEnd))
      for (const [name, value] of element.attributes) {
        if (name === 'w:instr' || name === 'o:gfxdata') continue;
        const text = element.name === 'rel:Relationship' ? decoded(value) : value;
        yield { text, spot: { kind: 'attribute', element, name } };
      }
    if (element.name === 'a:p') yield { text: lineOf(element), spot: { kind: 'text', element } };
    else if (READ_ELSEWHERE.has(element.name) || texts.has(element)) continue;
    else if (element.children.some(({ kind }) => kind === 'text')) {
      const own = element.children.map((node) => (node.kind === 'text' ? node.text : '')).join('');
      if (!isGone(element)) yield { text: own, spot: { kind: 'text', element } };
    }
  }
}

/** Text that stands in no paragraph as Platen reads it, such as a phonetic guide, is left for whoever asks next. */
function* paragraphSpots(root: XmlElement, texts: Set<XmlElement>): Generator<Told> {
  const stories = readStories(root);
  for (const { paragraphs } of [...stories.groups, ...[...stories.fallbacks.values()].flat()])
    for (const paragraph of paragraphs) {
      for (const { owner } of paragraph.spans) texts.add(owner);
      yield { text: paragraph.text, spot: { kind: 'paragraph', element: paragraph.element, paragraph } };
    }
}

const isGone = (text: XmlElement): boolean => {
  if (text.name !== 'w:t') return false;
  for (let at = text.parent; at !== undefined; at = at.parent)
    if (at.name === 'w:del' || at.name === 'w:moveFrom') return true;
  return false;
};

const lineOf = (paragraph: XmlElement): string => {
  let text = '';
  for (const element of descendantsOf(paragraph)) if (element.name === 'a:t') text += textContent(element);
  return text;
};

const decoded = (target: string): string => {
  if (!target.includes('%')) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

/** What would be read as a tag if the text stood in a paragraph. Ids, numbers, JSON and style sheets would not. */
export const tagsIn = (text: string, delimiter: DelimiterName): string[] => {
  const marks = DELIMITERS[delimiter];
  if (!text.includes(marks.open)) return [];
  return scan(text, marks).flatMap((found) =>
    found.kind === 'tag' && found.problem === undefined && isTag(found.inner, delimiter)
      ? [text.slice(found.from, found.to)]
      : [],
  );
};

/** Doubled marks are a template's alone: what begins with a sign and a name in them is a tag, though of another engine. */
const SIGNED_NAME = /^\s*[@?=+*%#^/>~&]+\s*[\p{L}_$#]/u;

const isTag = (inner: string, delimiter: DelimiterName): boolean => {
  if (isGuid(inner)) return false;
  const reader = {
    ...{ delimiter, aliases: new Map(), problems: [], warnings: [], isLenient: false, parsed: new Map() },
  };
  const source = { inner: plainSource(inner), problem: undefined, token: undefined, where: {}, story: {} };
  const tag = readTag(reader, source);
  if (tag === undefined || reader.problems.length > 0)
    return DELIMITERS[delimiter].open.length > 1 && SIGNED_NAME.test(inner);
  if (tag.command.type === 'comment') return false;
  // `{0}` is a place in a text of a program, more often than a key.
  return tag.tree === undefined || [...namesIn(tag.tree)].some((name) => !/^\d+$/.test(name));
};

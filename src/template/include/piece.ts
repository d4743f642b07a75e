/**
 * takePiece :: an included document, where it goes → its text, as the document that includes it is to have it
 *
 * As Word inserts a file: the text with its lists, notes, pictures and links, sections inside of it with their headers; the
 * last section is that of the place. Comments stay behind.
 */
import { rewriteInstruction } from '../../merge/instructions.ts';
import type { RecordLists } from '../../merge/joined-numbering.ts';
import type { RelationshipSet } from '../../merge/joined-parts.ts';
import { RecordNumbers } from '../../merge/numbers.ts';
import { editStory, type StoryRules } from '../../merge/story.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { isSelfClosed } from '../../ooxml/xml-markup.ts';
import type { DelimiterName } from '../delimiters.ts';
import type { HostDocument, NoteKind } from './host-document.ts';
import { retag } from './retag.ts';
import { type SourceLook, sourceLook } from './source-look.ts';
import { defaultStyleOf, stylePartOf } from './style-part.ts';
import { explicitTheme } from './theme-fonts.ts';

export interface IncludedDocument {
  readonly docx: DocxPackage;
  /** Undefined for a document, which has no tags. */
  readonly delimiter: DelimiterName | undefined;
}

export interface PiecePlace {
  /** The part that it goes into. */
  readonly part: string;
  /** Sections may end here: directly in the body. */
  readonly inBody: boolean;
  /** Notes may be referred to here: not in headers, nor in notes. */
  readonly takesNotes: boolean;
  /** The marks of the template that includes it. */
  readonly delimiter: DelimiterName;
  readonly keepsSource: boolean;
  /** Tags around what is looked up in another scope, as in the text itself. */
  readonly scope?: { readonly open: string; readonly close: string };
}

export interface Piece {
  readonly blocks: string;
  /** What its only paragraph holds; undefined where it has several, or a table. */
  readonly inline: string | undefined;
  /** Of paragraphs and tables. */
  readonly count: number;
  readonly startsWithTable: boolean;
  readonly endsWithTable: boolean;
  readonly hasSections: boolean;
  /** Notes that had to stay behind. */
  readonly leftNotes: boolean;
}

export const takePiece = (host: HostDocument, included: IncludedDocument, place: PiecePlace): Piece => {
  const { docx } = included;
  const source = docx.text(docx.mainPart);
  const root = docx.xml(docx.mainPart);
  const body = childOf(root, 'w:body') ?? root;
  const rules = rulesOf(host, included, place);
  const edits = editStory(source, body, {
    ...rules.story,
    relationship: rules.relationships(docx.mainPart, host.relationshipsOf(place.part)),
  });
  retag(edits, root, included.delimiter, place.delimiter);
  const isOut = (element: XmlElement): boolean => isLeftOut(element, place);
  const taken = new Map<NoteKind, Set<string>>();
  let leftNotes = false;
  let hasSections = false;
  for (const element of descendantsOf(body)) {
    const kind = NOTE_MARKS[element.name];
    if (kind !== undefined && place.takesNotes) {
      const ids = taken.get(kind) ?? new Set<string>();
      taken.set(kind, ids.add(element.attribute('w:id') ?? ''));
    }
    leftNotes ||= kind !== undefined && !place.takesNotes;
    const isSection = element.name === 'w:sectPr' && element.parent?.name === 'w:pPr';
    hasSections ||= isSection && place.inBody;
  }
  for (const [kind, ids] of taken) takeNotes(host, included, { kind, ids, rules, place });
  const last = elementsOf(body).at(-1);
  const blocks = elementsOf(body).filter((one) => !(one === last && one.name === 'w:sectPr') && !isOut(one));
  if (rules.defaultStyle !== undefined)
    for (const block of blocks) nameStyle(edits, block, rules.defaultStyle);
  const missing = host.missingIn(place.part, source, root);
  if (missing !== '')
    for (const block of blocks) edits.insert(block.start + 1 + block.rawName.length, missing);
  const text = (from: number, to: number): string => withoutRanges(edits, body, from, to, isOut);
  const shown = blocks.filter(({ name }) => name === 'w:p' || name === 'w:tbl' || name === 'w:sdt');
  // What follows the only paragraph and is empty was left by whoever pressed Enter at the end.
  const [first, ...others] = shown;
  const isOneParagraph = first?.name === 'w:p' && others.every(isEmptyParagraph);
  return {
    blocks: blocks.map((block) => text(block.start, block.end)).join(''),
    inline: !isOneParagraph
      ? undefined
      : isSelfClosed(first)
        ? ''
        : text(childOf(first, 'w:pPr')?.end ?? first.openEnd, first.closeStart),
    count: shown.length,
    startsWithTable: shown[0]?.name === 'w:tbl',
    endsWithTable: shown.at(-1)?.name === 'w:tbl',
    hasSections,
    leftNotes,
  };
};

const isEmptyParagraph = (block: XmlElement): boolean =>
  block.name === 'w:p' &&
  elementsOf(block).every(({ name }) => name === 'w:pPr' || name.startsWith('w:bookmark'));

const NOTE_MARKS: Readonly<Record<string, NoteKind>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
};

const COMMENT_MARKS: ReadonlySet<string> = new Set([
  ...['w:commentRangeStart', 'w:commentRangeEnd', 'w:commentReference', 'w:annotationRef'],
]);

/** What the place can't have. */
const isLeftOut = (element: XmlElement, { inBody, takesNotes }: PiecePlace): boolean =>
  COMMENT_MARKS.has(element.name) ||
  (NOTE_MARKS[element.name] !== undefined && !takesNotes) ||
  (element.name === 'w:sectPr' && !inBody);

/** A stretch of the edited text without what is left out. */
const withoutRanges = (
  edits: XmlEdits,
  body: XmlElement,
  from: number,
  to: number,
  isOut: (element: XmlElement) => boolean,
): string => {
  let text = '';
  let at = from;
  for (const element of descendantsOf(body)) {
    if (element.start < at || element.start >= to || !isOut(element)) continue;
    text += edits.text(at, element.start);
    at = element.end;
  }
  return text + edits.text(at, to);
};

interface PieceRules {
  readonly story: Omit<StoryRules, 'relationship'>;
  relationships(part: string, into: RelationshipSet): (id: string) => string;
  /** What paragraphs without a style have, where that is not the template's own default. */
  readonly defaultStyle: string | undefined;
}

const rulesOf = (host: HostDocument, included: IncludedDocument, place: PiecePlace): PieceRules => {
  const { docx } = included;
  const number = ++host.documents;
  const numbers = new RecordNumbers(host.next, number, bookmarksOf(docx));
  const lists = host.numbering.record(docx, number, (text, root) =>
    listMarkup(text, root, host.missingInNumbering(docx.text(docx.partsOf('numbering')[0] ?? ''), root)),
  );
  const styles = stylePartOf(docx);
  const look: SourceLook | undefined = place.keepsSource
    ? sourceLook(styles, host.stylePart, explicitTheme(docx, host.docx))
    : undefined;
  const style = host.styles.of(docx, { lists, missing: (part) => host.missingInStyles(part), look });
  const ownDefault = styles && defaultStyleOf(styles);
  const hostDefault = host.stylePart && defaultStyleOf(host.stylePart);
  const named = look === undefined || ownDefault === undefined ? undefined : style(ownDefault);
  const story: PieceRules['story'] = {
    numbers,
    lists: kept(lists),
    styles: { listOf: () => undefined },
    style: (_, id) => style(id),
    instruction: (code) =>
      rewriteInstruction(code, {
        bookmark: (name) => numbers.bookmark(name),
        pageCount: undefined,
        whole: () => undefined,
      }),
  };
  const relationships: PieceRules['relationships'] = (part, into) => {
    const known = new Map(docx.relationshipsOf(part).map((one) => [one.id, one]));
    return (id) => {
      const given = known.get(id);
      if (given === undefined) return id;
      const { part: target, type, kind } = given;
      if (target === undefined || !docx.has(target)) return into.add(given);
      if (kind !== 'header' && kind !== 'footer') return into.toPart(type, host.parts.take(docx, target));
      const text = docx.text(target);
      const name = host.parts.takeStory(docx, target, `included ${number}`, () => {
        const edits = editStory(text, docx.xml(target), { ...story, relationship: (old) => old });
        const edge = docx.xml(target);
        retag(edits, edge, included.delimiter, place.delimiter);
        edits.insert(edge.openEnd, place.scope?.open ?? '');
        edits.insert(edge.closeStart, place.scope?.close ?? '');
        return edits.text(0, text.length);
      });
      return into.toPart(type, name);
    };
  };
  return { story, relationships, defaultStyle: named === hostDefault ? undefined : named };
};

/** Lists come with their paragraphs and styles; those of the template's own styles count on. */
const kept = (lists: RecordLists): StoryRules['lists'] => ({
  isKept: true,
  number: (old) => lists.number(old),
  isCounted: (old) => lists.isCounted(old),
  levelOf: (old, style) => lists.levelOf(old, style),
});

const bookmarksOf = (docx: DocxPackage): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { name, kind } of docx.parts) {
    if (kind !== 'document' && kind !== 'footnotes' && kind !== 'endnotes') continue;
    for (const element of descendantsOf(docx.xml(name)))
      if (element.name === 'w:bookmarkStart') names.add(element.attribute('w:name') ?? '');
  }
  return names;
};

/** Without what leads to parts and styles that it does not bring along: pictures as bullets, styles of levels and lists. */
const listMarkup = (text: string, root: XmlElement, missing: string): string => {
  const link = /<w:numStyleLink\s+w:val="([^"]*)"\s*\/>/.exec(text)?.[1];
  const linked = link === undefined ? undefined : levelsOfStyle(root, link);
  const levels =
    linked === undefined ? text : text.replace(/<\/w:abstractNum>/, () => `${linked}</w:abstractNum>`);
  const own = levels.replace(/<w:(?:pStyle|numStyleLink|styleLink|lvlPicBulletId)\s[^>]*\/>/g, '');
  return missing === '' ? own : own.replace(/^<[\w.-]+:abstractNum/, (tag) => `${tag}${missing}`);
};

const levelsOfStyle = (root: XmlElement, style: string): string | undefined => {
  const abstract = elementsOf(root, 'w:abstractNum').find(
    (one) => childOf(one, 'w:styleLink')?.attribute('w:val') === style,
  );
  return abstract === undefined ? undefined : elementsOf(abstract, 'w:lvl').map(markupOf).join('');
};

const markupOf = (element: XmlElement): string => {
  const attributes = [...element.attributes]
    .map(
      ([name, value]) =>
        ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
    )
    .join('');
  return `<${element.name}${attributes}>${elementsOf(element).map(markupOf).join('')}</${element.name}>`;
};

/** Children of the body, and of cells and boxes in it. */
const nameStyle = (edits: XmlEdits, block: XmlElement, style: string): void => {
  for (const paragraph of [block, ...descendantsOf(block)]) {
    if (paragraph.name !== 'w:p') continue;
    const properties = childOf(paragraph, 'w:pPr');
    if (childOf(properties, 'w:pStyle') !== undefined) continue;
    const named = `<w:pStyle w:val="${style}"/>`;
    if (properties === undefined) {
      if (isSelfClosed(paragraph))
        edits.replace(paragraph.end - 2, paragraph.end, `><w:pPr>${named}</w:pPr></${paragraph.rawName}>`);
      else edits.insert(paragraph.openEnd, `<w:pPr>${named}</w:pPr>`);
    } else if (isSelfClosed(properties))
      edits.replace(properties.start, properties.end, `<w:pPr>${named}</w:pPr>`);
    else edits.insert(properties.openEnd, named);
  }
};

const takeNotes = (
  host: HostDocument,
  included: IncludedDocument,
  {
    kind,
    ids,
    rules,
    place,
  }: {
    readonly kind: NoteKind;
    readonly ids: ReadonlySet<string>;
    readonly rules: PieceRules;
    readonly place: PiecePlace;
  },
): void => {
  const { docx } = included;
  const [part] = docx.partsOf(`${kind}s`);
  if (part === undefined) return;
  const [source, root] = [docx.text(part), docx.xml(part)];
  const notes = host.notesOf(kind, docx, part);
  const edits = editStory(source, root, {
    ...rules.story,
    relationship: rules.relationships(part, notes.relationships),
  });
  retag(edits, root, included.delimiter, place.delimiter);
  const missing = host.missingIn(notes.root, source, root);
  for (const note of elementsOf(root, `w:${kind}`)) {
    const id = note.attribute('w:id') ?? '';
    if (!ids.has(id)) continue;
    if (rules.defaultStyle !== undefined) nameStyle(edits, note, rules.defaultStyle);
    edits.attribute(note, 'w:id', rules.story.numbers.of(kind, id));
    if (missing !== '') edits.insert(note.start + 1 + note.rawName.length, missing);
    notes.text += edits.of(note);
  }
};

/**
 * unreadTags :: template that has been read → warnings of every tag that nothing fills
 *
 * The closing check of an upload: whatever looks like a tag and stands in no place that is read.
 */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { relationshipsPartOf } from '../../../ooxml/part-names.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { DelimiterName } from '../../delimiters.ts';
import { placesIn, shorten } from '../../parse/tag-places.ts';
import { type Warning, warn } from '../../problems.ts';
import { FILLED_ATTRIBUTES } from '../../word/filled-attributes.ts';
import { isDrawingText } from './drawing-texts.ts';
import type { TaggedPart } from './header-scope.ts';
import { type Known, type Leftover, leftoversIn, type Spot } from './leftovers.ts';
import { drawingParts, partLabels, propertyParts } from './part-list.ts';

interface UnreadInput {
  readonly docx: DocxPackage;
  readonly delimiter: DelimiterName;
  readonly parts: readonly TaggedPart[];
}

export const unreadTags = ({ docx, delimiter, parts }: UnreadInput): Warning[] => {
  const warnings: Warning[] = [];
  const leftovers = leftoversIn(docx, delimiter, knownSpots(docx, parts));
  if (leftovers.length === 0) return warnings;
  const labelOf = partLabels(docx);
  const placeOf = placesOf(parts, labelOf);
  for (const leftover of leftovers) {
    const { what, hint } = wordsFor(leftover, labelOf(leftover.part));
    const tag = shorten(leftover.tag, 80);
    warn(warnings, {
      code: 'unread_tag',
      message: `${tag} stands in ${what}, where nothing is filled: it stays as it is.`,
      hint,
      ...placeOf(leftover),
      tag,
    });
  }
  return warnings;
};

const knownSpots = (docx: DocxPackage, parts: readonly TaggedPart[]): Known => {
  const stories = new Map(parts.map((part) => [part.name, part]));
  const links = new Set(parts.map(({ name }) => relationshipsPartOf(name)));
  const drawings = new Set(drawingParts(docx).map(({ name }) => name));
  const properties = new Set(propertyParts(docx));
  const isRead = (part: string, spot: Spot): boolean => {
    if (properties.has(part)) return spot.kind === 'text';
    if (drawings.has(part)) return spot.kind === 'text' && isDrawingText(spot.element);
    if (links.has(part)) return isHyperlink(spot.element);
    const story = stories.get(part);
    if (story === undefined) return false;
    if (spot.kind === 'paragraph') return true;
    if (spot.kind === 'code') return story.found.codes.has(spot.field.begin);
    if (spot.kind === 'text') return isMadeAnew(spot.element, story);
    return FILLED_ATTRIBUTES[spot.element.name]?.includes(spot.name) === true;
  };
  return { isRead, textsOf: (part) => textsOf(stories.get(part)) };
};

const textsOf = (story: TaggedPart | undefined): ReadonlySet<XmlElement> | undefined =>
  story === undefined
    ? undefined
    : new Set(story.read.paragraphs.flatMap(({ spans }) => spans.map(({ owner }) => owner)));

/** Entries of a table of contents, and what a drawing says a second time for old versions of Word. */
const isMadeAnew = (text: XmlElement, { read }: TaggedPart): boolean => {
  for (let at = text.parent; at !== undefined; at = at.parent)
    if (at.name === 'mc:Fallback' || read.contents.has(at)) return true;
  return false;
};

const isHyperlink = (relationship: XmlElement): boolean =>
  /\/hyperlink$/.test(relationship.attribute('Type') ?? '');

const placesOf = (
  parts: readonly TaggedPart[],
  labelOf: (part: string) => string,
): ((leftover: Leftover) => Omit<Warning, 'code' | 'message'>) => {
  const known = new Map<string, ReturnType<typeof placesIn>>();
  return ({ part, spot }) => {
    const story = parts.find(({ name }) => name === part);
    if (story === undefined) return { part: labelOf(part) };
    const places = known.get(part) ?? placesIn(story.label, story.read.paragraphs);
    known.set(part, places);
    return places(spot.element);
  };
};

interface Words {
  readonly what: string;
  readonly hint: string;
}

const WRITE_TEXT =
  'Write the tag where text stands: in a paragraph, a table, a text box, a header or a footer.';

/** By the element, or one of those around it. */
const ELEMENTS: Readonly<Record<string, Words>> = {
  'w:listItem': {
    what: 'an item of a drop-down list',
    hint: 'The items of a list stay as they are; use a tag in place of the list.',
  },
  'w:ffData': {
    what: 'a form field of the old kind',
    hint: 'Write the tag as the text of the field, or in its place.',
  },
  'w:docVar': { what: 'a document variable', hint: WRITE_TEXT },
  'w:sdtPr': {
    what: 'the name of a content control',
    hint: 'Platen fills the text of a content control: write the tag there.',
  },
  'w:lvl': { what: 'the numbering of a list', hint: WRITE_TEXT },
  'w:style': { what: 'the name of a style', hint: WRITE_TEXT },
  'w:bookmarkStart': { what: 'the name of a bookmark', hint: WRITE_TEXT },
  'w:ruby': { what: 'a phonetic guide', hint: WRITE_TEXT },
  'rel:Relationship': {
    what: 'the address of a linked file',
    hint: 'Only links that a reader may click on are filled; for a picture write `{IMAGE logo}`.',
  },
};

const PARTS: Readonly<Record<string, Words>> = {
  comments: { what: 'a comment', hint: 'Comments stay as they are; write the tag into the text.' },
  'building blocks': { what: 'a building block of the file', hint: WRITE_TEXT },
  'custom XML': {
    what: 'custom XML',
    hint: 'Data bindings are not filled; write the tag as the text of the content control.',
  },
};

const wordsFor = ({ spot }: Leftover, label: string): Words => {
  if (spot.kind === 'code') return wordsForCode(spot.field.instruction);
  for (let at: XmlElement | undefined = spot.element; at !== undefined; at = at.parent) {
    const known = ELEMENTS[at.name];
    if (known !== undefined) return known;
  }
  return PARTS[label] ?? { what: `${nameOf(spot)} (${label})`, hint: WRITE_TEXT };
};

const wordsForCode = (code: string): Words => {
  const [, kind = ''] = /^\s*(\w*)/.exec(code) ?? [];
  const name = kind.toUpperCase();
  const what = `the code of ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name} field`;
  if (name === 'INCLUDEPICTURE')
    return { what, hint: 'Pictures come from `{IMAGE logo}`, or from the alternative text of a picture.' };
  if (name === 'IF') return { what, hint: 'Write `{IF paid}…{END-IF}` as text, in place of the field.' };
  if (name === 'HYPERLINK')
    return { what, hint: 'The address is filled where it is one text; a field inside it is in the way.' };
  return { what, hint: 'Write the tag as text, in place of the field.' };
};

const nameOf = (spot: Spot): string => {
  if (spot.kind !== 'attribute') return 'a text that Platen does not read';
  return spot.name === 'name' ? 'the name of an object' : `a setting (${spot.element.rawName})`;
};

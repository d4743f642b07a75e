/**
 * editStory :: text of a document, a header or notes → the changes that make it part of another document
 *
 * Everything that is known by a number or a name in its own document gets one that is its own in the other.
 */
import type { XmlElement } from '../ooxml/xml.ts';
import { childOf, descendantsOf, elementsOf, escapeText, textContent } from '../ooxml/xml.ts';
import { XmlEdits } from '../ooxml/xml-edits.ts';
import { findAttribute } from '../ooxml/xml-markup.ts';
import type { RecordLists } from './joined-numbering.ts';
import type { RecordNumbers } from './numbers.ts';

/** The list that paragraphs of a style count in. */
export interface StyleList {
  readonly list: string;
  /** Undefined where the list's levels say which is the style's. */
  readonly level: number | undefined;
  /** The indent that counts more than the list's as long as the list comes with the style. */
  readonly indent: string | undefined;
  /** The style that names the list. */
  readonly style: string;
}

type StyleKind = 'paragraph' | 'character' | 'table';

const STYLE_REFERENCES: Readonly<Record<string, StyleKind>> = {
  'w:pStyle': 'paragraph',
  'w:rStyle': 'character',
  'w:tblStyle': 'table',
};

export interface StoryRules {
  readonly numbers: RecordNumbers;
  readonly lists: Pick<RecordLists, 'isKept' | 'number' | 'isCounted' | 'levelOf'>;
  readonly styles: { listOf(style: string | undefined): StyleList | undefined };
  /** What a style is called in the one document; as before where left out. */
  readonly style?: (kind: StyleKind, id: string) => string;
  readonly relationship: (id: string) => string;
  readonly instruction: (code: string) => string;
}

/** Marks of comments and notes, and what they are counted as. */
const REFERENCES: Readonly<Record<string, 'footnote' | 'endnote' | 'comment'>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
  'w:commentRangeStart': 'comment',
  'w:commentRangeEnd': 'comment',
};

/** Their own number is given by whoever writes the part. */
const NUMBERED_ELSEWHERE: ReadonlySet<string> = new Set(['w:footnote', 'w:endnote', 'w:comment']);

export const editStory = (source: string, root: XmlElement, rules: StoryRules): XmlEdits => {
  const edits = new XmlEdits(source);
  let skipUntil = 0;
  for (const element of descendantsOf(root)) {
    if (element.start < skipUntil) continue;
    if (element.name === 'w:dataBinding' || element.name === 'w15:dataBinding') {
      // What it would fill in anew is another record's, or the first one's for all of them.
      edits.replace(element.start, element.end, '');
      skipUntil = element.end;
    } else editElement(edits, element, rules);
  }
  return edits;
};

const editElement = (edits: XmlEdits, element: XmlElement, rules: StoryRules): void => {
  const { numbers } = rules;
  switch (element.name) {
    case 'w:p':
      countInStyle(edits, element, rules);
      break;
    case 'w:numId':
      setNumber(edits, element, 'w:val', (old) => rules.lists.number(old));
      break;
    case 'w:id':
      if (element.parent?.name === 'w:sdtPr')
        setNumber(edits, element, 'w:val', (old) => numbers.of('control', old));
      break;
    case 'wp:docPr':
      setNumber(edits, element, 'id', (old) => numbers.of('drawing', old));
      break;
    case 'w:bookmarkStart':
      setNumber(edits, element, 'w:name', (old) => numbers.bookmark(old));
      break;
    case 'w:hyperlink':
      setNumber(edits, element, 'w:anchor', (old) => numbers.bookmark(old));
      break;
    case 'w:fldSimple':
      setNumber(edits, element, 'w:instr', rules.instruction);
      break;
    case 'w:instrText':
      setText(edits, element, rules.instruction);
      break;
    default:
  }
  const styled = rules.style === undefined ? undefined : STYLE_REFERENCES[element.name];
  if (styled !== undefined) setNumber(edits, element, 'w:val', (old) => rules.style?.(styled, old) ?? old);
  const reference = REFERENCES[element.name];
  if (reference !== undefined) setNumber(edits, element, 'w:id', (old) => numbers.of(reference, old));
  else if (!NUMBERED_ELSEWHERE.has(element.name) && element.attribute('w:id') !== undefined)
    setNumber(edits, element, 'w:id', (old) => numbers.of('annotation', old));
  editRelationships(edits, element, rules);
  // Of no use to readers, and the same in every record.
  for (const name of ['w14:paraId', 'w14:textId'])
    if (element.attribute(name) !== undefined) edits.attribute(element, name, undefined);
};

const setNumber = (
  edits: XmlEdits,
  element: XmlElement,
  name: string,
  change: (old: string) => string,
): void => {
  const old = element.attribute(name);
  if (old === undefined) return;
  const value = change(old);
  if (value !== old) edits.attribute(element, name, value);
};

const setText = (edits: XmlEdits, element: XmlElement, change: (text: string) => string): void => {
  const old = textContent(element);
  const text = change(old);
  if (text !== old) edits.replace(element.openEnd, element.closeStart, escapeText(text));
};

/** Attributes of the namespace of relationships, whatever element they stand on. */
const editRelationships = (edits: XmlEdits, element: XmlElement, { relationship }: StoryRules): void => {
  // Most elements have none; a look at the tag is cheaper than a table of its attributes.
  if (!edits.source.slice(element.start, element.openEnd).includes(':')) return;
  for (const [name, value] of element.attributes) {
    if (!name.startsWith('r:') || value === '') continue;
    const range = findAttribute(edits.source, element, name);
    if (range !== undefined) edits.attribute(element, name, relationship(value));
  }
};

/** Children of `w:pPr` that come before `w:numPr`, and before `w:ind` (§17.3.1.26). */
const BEFORE_LIST = 'pStyle keepNext keepLines pageBreakBefore framePr widowControl'.split(' ');
const BEFORE_INDENT = [
  ...BEFORE_LIST,
  ...'numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct'.split(' '),
  ...'topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing'.split(' '),
];

/**
 * A paragraph that counts in the list of its style counts in the record's own list. The list then comes with the paragraph, and
 * its indent would count more than the style's: the style's goes along.
 */
const countInStyle = (edits: XmlEdits, paragraph: XmlElement, { lists, styles }: StoryRules): void => {
  if (lists.isKept) return;
  const properties = childOf(paragraph, 'w:pPr');
  const own = childOf(properties, 'w:numPr');
  if (childOf(own, 'w:numId') !== undefined) return;
  const style = styles.listOf(childOf(properties, 'w:pStyle')?.attribute('w:val'));
  if (style === undefined || !lists.isCounted(style.list)) return;
  const level =
    childOf(own, 'w:ilvl')?.attribute('w:val') ?? style.level ?? lists.levelOf(style.list, style.style);
  const list = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${lists.number(style.list)}"/></w:numPr>`;
  const indent = style.indent !== undefined && childOf(properties, 'w:ind') === undefined ? style.indent : '';
  if (properties === undefined) {
    edits.insert(paragraph.openEnd, `<w:pPr>${list}${indent}</w:pPr>`);
    return;
  }
  if (own === undefined) edits.insert(placeIn(properties, BEFORE_LIST), list);
  else edits.replace(own.start, own.end, list);
  if (indent !== '') edits.insert(placeIn(properties, BEFORE_INDENT), indent);
};

/** Behind those of its children that come before. */
const placeIn = (properties: XmlElement, before: readonly string[]): number =>
  elementsOf(properties).findLast(({ name }) => before.includes(name.slice(2)))?.end ?? properties.openEnd;

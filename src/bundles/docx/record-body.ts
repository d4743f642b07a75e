/** bodyOf :: a record's document, edited → its text for the bundle, in two pieces: all but the end, and the end */
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { closeTag, isSelfClosed, openTag } from '../../ooxml/xml-markup.ts';
import { HAIRLINE } from '../../wml/elements.ts';

interface RecordBody {
  readonly text: string;
  /** The end where another record follows: the section ends with its last paragraph. */
  readonly endBefore: string;
  /** The end where none does: the section's properties are the body's. */
  readonly endLast: string;
}

export interface BodySections {
  /** `w:sectPr` of all sections but the last, in order, each with the end of its paragraph. */
  readonly inner: readonly { readonly element: XmlElement; readonly end: number }[];
  readonly last: XmlElement | undefined;
}

export const sectionsOf = (body: XmlElement): BodySections => {
  const inner = [...descendantsOf(body)].flatMap((element) => {
    const paragraph = element.parent?.parent;
    return element.name === 'w:sectPr' && element.parent?.name === 'w:pPr' && paragraph?.name === 'w:p'
      ? [{ element, end: paragraph.end }]
      : [];
  });
  const last = elementsOf(body).at(-1);
  return { inner, last: last?.name === 'w:sectPr' ? last : undefined };
};

/** Notes of a kind in each section. */
export const notesIn = (
  body: XmlElement,
  kind: 'footnote' | 'endnote',
  { inner }: BodySections,
): number[] => {
  const counts = Array.from({ length: inner.length + 1 }, () => 0);
  for (const element of descendantsOf(body)) {
    if (element.name !== `w:${kind}Reference` || element.attribute('w:customMarkFollows') === '1') continue;
    const at = inner.findIndex(({ end }) => element.start < end);
    const section = at < 0 ? inner.length : at;
    counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
};

interface BodyOrder {
  readonly body: XmlElement;
  readonly sections: BodySections;
  /** Of each section, as it is to be written. */
  readonly texts: readonly string[];
  /** Attributes for each block. */
  readonly missing: string;
  /** Bookmarks that begin with the record, and that end with it. */
  readonly begin: string;
  readonly end: string;
}

export const bodyOf = (edits: XmlEdits, order: BodyOrder): RecordBody => {
  const { body, sections, texts, missing } = order;
  const blocks = elementsOf(body).filter((one) => one !== sections.last);
  if (missing !== '')
    for (const block of blocks) edits.insert(block.start + 1 + block.rawName.length, missing);
  const lastText = texts.at(-1) ?? '';
  const paragraph = blocks.at(-1);
  const ownSection = childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr');
  const holdsEnd = paragraph?.name === 'w:p' && ownSection === undefined;
  const contentEnd = sections.last?.start ?? body.closeStart;
  const end = holdsEnd ? paragraph.start : contentEnd;
  let text = order.begin;
  let at = body.openEnd;
  for (const [index, { element }] of sections.inner.entries()) {
    text += edits.text(at, element.start) + (texts[index] ?? '');
    at = element.end;
  }
  text += edits.text(at, end);
  if (!holdsEnd) {
    const unseen = `<w:p><w:pPr>${HAIRLINE}${lastText}</w:pPr></w:p>`;
    return { text: text + order.end, endBefore: unseen, endLast: lastText };
  }
  const rest = edits.text(paragraph.end, contentEnd);
  return {
    text,
    endBefore: paragraphWith(edits, paragraph, lastText, order.end) + rest,
    endLast: paragraphWith(edits, paragraph, '', order.end) + rest + lastText,
  };
};

/** A paragraph with a section's properties among its own, and marks at its end. */
const paragraphWith = (edits: XmlEdits, paragraph: XmlElement, section: string, end: string): string => {
  const { source } = edits;
  const properties = childOf(paragraph, 'w:pPr');
  const open = isSelfClosed(paragraph)
    ? openTag(source, paragraph)
    : edits.text(paragraph.start, properties?.start ?? paragraph.openEnd);
  const content = isSelfClosed(paragraph)
    ? ''
    : edits.text(properties?.end ?? paragraph.openEnd, paragraph.closeStart);
  return `${open}${propertiesWith(edits, properties, section)}${content}${end}${closeTag(source, paragraph)}`;
};

const propertiesWith = (edits: XmlEdits, properties: XmlElement | undefined, section: string): string => {
  if (properties === undefined) return section === '' ? '' : `<w:pPr>${section}</w:pPr>`;
  if (section === '') return edits.of(properties);
  const place = childOf(properties, 'w:pPrChange')?.start ?? properties.closeStart;
  if (isSelfClosed(properties)) return `<w:pPr>${section}</w:pPr>`;
  return edits.text(properties.start, place) + section + edits.text(place, properties.end);
};

/**
 * Sections of a record, as the bundle has them: the first begins on a new page and counts from one, none takes over headers of
 * the record before, and notes are counted and placed by record.
 */
import { elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { childValue, wholeNumber } from '../../wml/properties/word-values.ts';

/** Children of `w:sectPr` in their order (§17.6.17). */
const ORDER = (
  'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt ' +
  'vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange'
).split(' ');

/** What a document says of one kind of notes. */
export interface NoteSettings {
  readonly restart: string | undefined;
  readonly start: number | undefined;
}

export const noteSettings = (element: XmlElement | undefined): NoteSettings => ({
  restart: childValue(element, 'w:numRestart'),
  start: wholeNumber(childValue(element, 'w:numStart')),
});

/** `header default`, `footer first`, … */
export type EdgeKind = `${'header' | 'footer'} ${string}`;

interface SectionPlace {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Of the record: there is nothing before the first one. */
  readonly record: number;
  readonly pageNumbers: 'record' | 'through';
  /** Headers and footers that the record before has left in force. */
  readonly inForce: ReadonlySet<EdgeKind>;
  /** A reference to an empty header or footer. */
  readonly empty: (edge: EdgeKind) => string;
  readonly notes: Readonly<Record<'footnote' | 'endnote', SectionNotes>>;
}

/** Notes of one kind in a record. */
interface SectionNotes {
  readonly document: NoteSettings;
  /** In the record's sections before this one. */
  readonly before: number;
  readonly inRecord: number;
}

interface Child {
  readonly name: string;
  readonly text: string;
}

/** The section's properties; `section` is undefined where a document has none. */
export const sectionText = (
  section: XmlElement | undefined,
  edits: XmlEdits,
  place: SectionPlace,
): { readonly text: string; readonly edges: readonly EdgeKind[] } => {
  const elements = section === undefined ? [] : elementsOf(section);
  let children: Child[] = elements.map((one) => ({ name: one.name.slice(2), text: edits.of(one) }));
  const edges = elements.flatMap((one): EdgeKind[] => {
    const kind =
      one.name === 'w:headerReference' ? 'header' : one.name === 'w:footerReference' ? 'footer' : undefined;
    return kind === undefined ? [] : [`${kind} ${one.attribute('w:type') ?? 'default'}`];
  });
  const set = (name: string, text: string): void => {
    children = children.filter((child) => child.name !== name);
    if (text !== '') children.push({ name, text });
  };
  const attributeOf = (name: string, attribute: string): string | undefined =>
    elements.find((one) => one.name === `w:${name}`)?.attribute(attribute);
  if (place.isFirst && place.record > 1) {
    const type = attributeOf('type', 'w:val');
    // Anything else would begin the record on the page of the one before.
    if (type !== 'oddPage' && type !== 'evenPage') set('type', '<w:type w:val="nextPage"/>');
    for (const edge of place.inForce)
      if (!edges.includes(edge))
        children.push({ name: `${edge.split(' ')[0]}Reference`, text: place.empty(edge) });
  }
  if (place.isFirst) set('pgNumType', pageNumbering(elements, edits, place));
  for (const kind of ['footnote', 'endnote'] as const) {
    const notes = place.notes[kind];
    if (notes.inRecord > 0) {
      const given = elements.find((one) => one.name === `w:${kind}Pr`);
      set(`${kind}Pr`, notePlace(kind, given, edits, notes));
    }
  }
  // Endnotes wait for the record's last section.
  if (place.notes.endnote.inRecord > 0) set('noEndnote', place.isLast ? '' : '<w:noEndnote/>');
  const sorted = children
    .map((child, index) => ({ ...child, index, order: orderOf(child.name) }))
    .sort((a, b) => a.order - b.order || a.index - b.index);
  return { text: `<w:sectPr>${sorted.map(({ text }) => text).join('')}</w:sectPr>`, edges };
};

/** Headers and footers may stand in any order among each other. */
const orderOf = (name: string): number => Math.max(1, ORDER.indexOf(name));

const pageNumbering = (
  elements: readonly XmlElement[],
  edits: XmlEdits,
  { record, pageNumbers }: SectionPlace,
): string => {
  const given = elements.find(({ name }) => name === 'w:pgNumType');
  const text = given === undefined ? '<w:pgNumType/>' : edits.of(given);
  const hasStart = given?.attribute('w:start') !== undefined;
  if (record === 1) return given === undefined ? '' : text;
  if (pageNumbers === 'through') return text.replace(/\s[\w-]*:?start\s*=\s*("[^"]*"|'[^']*')/, '');
  return hasStart ? text : text.replace(/\/?>/, ' w:start="1"$&');
};

/** Counted anew in each record: from where its sections before have left off, where they are counted through. */
const notePlace = (
  kind: 'footnote' | 'endnote',
  given: XmlElement | undefined,
  edits: XmlEdits,
  { document, before }: SectionNotes,
): string => {
  const own = noteSettings(given);
  const restart = own.restart ?? document.restart ?? 'continuous';
  if (restart !== 'continuous') return given === undefined ? '' : edits.of(given);
  const kept = (given === undefined ? [] : elementsOf(given)).filter(
    ({ name }) => name === 'w:pos' || name === 'w:numFmt',
  );
  const start = (own.start ?? document.start ?? 1) + before;
  return (
    `<w:${kind}Pr>${kept.map((one) => edits.of(one)).join('')}<w:numStart w:val="${start}"/>` +
    `<w:numRestart w:val="eachSect"/></w:${kind}Pr>`
  );
};

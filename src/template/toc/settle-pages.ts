/**
 * settlePages :: rendered part, what layout has found out → the same with pages in the fields that tell them
 *
 * Word fills in PAGE and its like in headers by itself; PAGEREF, the entries of a table of contents, and the number of
 * pages in the text stay as the file has them until somebody updates them.
 */
import { RENDERED } from '../../ooxml/limits.ts';
import { parseXml, type XmlElement } from '../../ooxml/xml.ts';
import { type Field, fieldsOf, isDirty } from '../word/field-marks.ts';
import { type Change, changed } from './changes.ts';
import { resultChanges } from './field-result.ts';
import { contentsFields } from './fields.ts';

/** Where things have come to stand. */
export interface SettledPages {
  readonly pages: number;
  /** Of each section, from the first. */
  readonly sectionPages: readonly number[];
  /** Page numbers as they are shown, by bookmark. */
  readonly bookmarks: ReadonlyMap<string, string>;
}

/** Whose results depend on pages, and that Word does not renew by itself. */
export const TELLS_PAGES = /^\s*(?:PAGEREF|NUMPAGES|SECTIONPAGES)(?=[\s\\]|$)/i;

/** `isRenewed`: the entries of its tables of contents are those of this document. */
export const settlePages = (source: string, facts: SettledPages, isRenewed: boolean): string => {
  const root = parseXml(source, RENDERED);
  const changes: Change[] = [];
  const sections = sectionEnds(root);
  const unsettled: Field[] = [];
  const renewed = new Set(isRenewed ? contentsFields(root).map(({ separate }) => separate) : []);
  const contents: Field[] = [];
  for (const field of fieldsOf(root)) {
    const { separate } = field;
    if (separate?.parent !== undefined && renewed.has(separate.parent)) contents.push(field);
    if (!TELLS_PAGES.test(field.instruction)) continue;
    const value = shownValue(field, facts, sections);
    const written = value === undefined ? undefined : resultChanges(field, value);
    if (written === undefined) unsettled.push(field);
    else changes.push(...written, ...cleanChanges(source, field));
  }
  // A list with a page that nobody knows is left to Word, which then makes all of it anew.
  for (const field of contents)
    if (!unsettled.some((one) => isInside(one, field))) changes.push(...cleanChanges(source, field));
  return changes.length === 0 ? source : changed(source, changes);
};

const isInside = (field: Field, around: Field): boolean =>
  field.begin.start > around.begin.start && field.end.start < around.end.start;

const shownValue = (
  { instruction, begin, isNested }: Field,
  facts: SettledPages,
  sections: readonly number[],
): string | undefined => {
  if (isNested) return undefined;
  const [name = '', ...words] = instruction.trim().split(/\s+/);
  // "on page 3", "above"; numbers in letters or with a format of their own.
  if (!isPlain(words)) return undefined;
  switch (name.toUpperCase()) {
    case 'PAGEREF':
      return facts.bookmarks.get((words[0] ?? '').replaceAll('"', ''));
    case 'NUMPAGES':
      return String(facts.pages);
    default: {
      const section = sections.filter((end) => end < begin.start).length;
      const pages = facts.sectionPages[section];
      return pages === undefined ? undefined : String(pages);
    }
  }
};

const PLAIN_FORMATS: ReadonlySet<string> = new Set(['mergeformat', 'charformat', 'arabic']);

const isPlain = (words: readonly string[]): boolean => {
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] ?? '').toLowerCase();
    if (word === '\\*') {
      if (!PLAIN_FORMATS.has((words[++at] ?? '').toLowerCase())) return false;
    } else if (word.startsWith('\\') && word !== '\\h') return false;
  }
  return true;
};

/** Word is not asked to do again what is done. */
const cleanChanges = (source: string, field: Field): Change[] => {
  if (!isDirty(field)) return [];
  const { start, openEnd } = field.begin;
  const markup = source.slice(start, openEnd).replace(/\s+\w+:dirty="[^"]*"/, '');
  return [{ from: start, to: openEnd, markup }];
};

/** Where each section but the last ends. */
const sectionEnds = (root: XmlElement): number[] => {
  const ends: number[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (child.name === 'w:sectPr' && child.parent?.name === 'w:pPr')
        ends.push(child.parent.parent?.end ?? 0);
      else if (child.name !== 'w:txbxContent') visit(child);
    }
  };
  visit(root);
  return ends.sort((a, b) => a - b);
};

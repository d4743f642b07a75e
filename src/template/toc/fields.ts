/**
 * contentsFields :: part → its tables of contents, as far as they can be made anew
 *
 * A table of contents is a field whose result runs over paragraphs: `begin`, instruction and `separate` stand in the
 * first of them, `end` in the last, or at the beginning of the paragraph behind, whatever that is: an empty one, one
 * that ends a section, the first heading.
 */
import { childOf, descendantsOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { type Field, fieldsOf } from '../word/field-marks.ts';
import { type ContentsRule, readContentsRule } from './instruction.ts';

export interface ContentsField {
  readonly rule: ContentsRule;
  /** The run that the entries stand behind. */
  readonly separate: XmlElement;
  /** The run behind the last entry, where it stands in the same paragraph. */
  readonly end: XmlElement | undefined;
  /** Those of the entries. */
  readonly paragraphs: readonly XmlElement[];
  /** Bookmarks and the like among the entries: their other ends may stand elsewhere. */
  readonly marks: readonly XmlElement[];
}

export const contentsFields = (root: XmlElement): ContentsField[] =>
  fieldsOf(root).flatMap((field) => contentsField(field) ?? []);

const contentsField = ({ begin, instruction, separate, end }: Field): ContentsField | undefined => {
  const rule = readContentsRule(instruction);
  // Libraries that write documents put all that comes before the entries into one run.
  const opening = (child: XmlElement): boolean =>
    child === begin || child === separate || child.name === 'w:instrText';
  const beginRun = runOf(begin, opening);
  const separateRun = runOf(separate, opening);
  const endRun = runOf(end, (child) => child === end);
  if (rule === undefined || beginRun === undefined || separateRun === undefined || endRun === undefined)
    return undefined;
  const { parent: first } = separateRun;
  const { parent: last } = endRun;
  if (first === undefined || last === undefined) return undefined;
  if (last.parent !== first.parent || beginRun.parent !== first) return undefined;
  const isBehind = last !== first && firstRunOf(last) === endRun;
  const between = elementsOf(first.parent as XmlElement).filter(
    ({ start }) => start >= first.start && (isBehind ? start < last.start : start <= last.start),
  );
  const paragraphs = between.filter(({ name }) => name === 'w:p');
  const isListing =
    between.every(({ name }) => name === 'w:p' || MARKS.has(name)) && !paragraphs.some(endsSection);
  if (!isListing || hasText(first, ({ start }) => start < beginRun.start)) return undefined;
  if (!isBehind && hasText(last, ({ start }) => start > endRun.start)) return undefined;
  const marks = between
    .flatMap((element) => [element, ...descendantsOf(element)])
    .filter(
      ({ name, start }) => MARKS.has(name) && start > separateRun.end && (isBehind || start < endRun.start),
    );
  return { rule, separate: separateRun, end: isBehind ? undefined : endRun, paragraphs, marks };
};

const MARKS: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
]);

/** A run of a paragraph that holds nothing but what it may. */
const runOf = (
  mark: XmlElement | undefined,
  isOfIt: (child: XmlElement) => boolean,
): XmlElement | undefined => {
  const run = mark?.parent;
  if (run === undefined || run.name !== 'w:r' || run.parent?.name !== 'w:p') return undefined;
  return elementsOf(run).every((child) => isOfIt(child) || BESIDE.has(child.name)) ? run : undefined;
};

const BESIDE: ReadonlySet<string> = new Set(['w:rPr', 'w:lastRenderedPageBreak']);

const firstRunOf = (paragraph: XmlElement): XmlElement | undefined => {
  for (const element of descendantsOf(paragraph)) if (element.name === 'w:r') return element;
  return undefined;
};

const endsSection = (paragraph: XmlElement): boolean =>
  childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr') !== undefined;

const hasText = (paragraph: XmlElement, isAsked: (text: XmlElement) => boolean): boolean => {
  for (const element of descendantsOf(paragraph))
    if (element.name === 'w:t' && isAsked(element) && textContent(element).trim() !== '') return true;
  return false;
};

/**
 * contentsFields :: part → its tables of contents, as far as they can be made anew
 *
 * A table of contents is a field whose result runs over paragraphs: `begin`, instruction and `separate` stand in the
 * first of them, `end` in the last or in one of its own behind it.
 */
import { childOf, descendantsOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { type ContentsRule, readContentsRule } from './instruction.ts';

export interface ContentsField {
  readonly rule: ContentsRule;
  /** Runs that hold nothing else. */
  readonly separate: XmlElement;
  readonly end: XmlElement;
  /** From the one with `separate` to the one with `end`. */
  readonly paragraphs: readonly XmlElement[];
}

interface OpenField {
  readonly begin: XmlElement;
  instruction: string;
  separate: XmlElement | undefined;
}

export const contentsFields = (root: XmlElement): ContentsField[] => {
  const found: ContentsField[] = [];
  const open: OpenField[] = [];
  for (const element of descendantsOf(root)) {
    const top = open.at(-1);
    if (element.name === 'w:instrText' && top !== undefined && top.separate === undefined)
      top.instruction += textContent(element);
    if (element.name !== 'w:fldChar') continue;
    const type = element.attribute('w:fldCharType');
    if (type === 'begin') open.push({ begin: element, instruction: '', separate: undefined });
    else if (type === 'separate' && top !== undefined) top.separate = element;
    else if (type === 'end' && top !== undefined) {
      open.pop();
      const field = fieldOf(top, element);
      if (field !== undefined) found.push(field);
    }
  }
  return found;
};

const fieldOf = ({ begin, instruction, separate }: OpenField, end: XmlElement): ContentsField | undefined => {
  const rule = readContentsRule(instruction);
  const runs = [begin, separate, end].map(runOf);
  const [beginRun, separateRun, endRun] = runs;
  if (rule === undefined || beginRun === undefined || separateRun === undefined || endRun === undefined)
    return undefined;
  const paragraphs = paragraphsBetween(separateRun.parent, endRun.parent);
  if (paragraphs === undefined || beginRun.parent !== separateRun.parent) return undefined;
  if (hasText(paragraphs[0], (run) => run.start < beginRun.start)) return undefined;
  if (hasText(paragraphs.at(-1), (run) => run.start > endRun.start)) return undefined;
  return { rule, separate: separateRun, end: endRun, paragraphs };
};

const runOf = (mark: XmlElement | undefined): XmlElement | undefined => {
  const run = mark?.parent;
  if (run === undefined || run.name !== 'w:r' || run.parent?.name !== 'w:p') return undefined;
  return elementsOf(run).every((child) => child === mark || child.name === 'w:rPr') ? run : undefined;
};

/** Undefined where they are not neighbours, or something else stands between them. */
const paragraphsBetween = (
  first: XmlElement | undefined,
  last: XmlElement | undefined,
): XmlElement[] | undefined => {
  if (first?.parent === undefined || last?.parent !== first.parent) return undefined;
  const siblings = elementsOf(first.parent);
  const between = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1);
  return between.length > 0 && between.every(isPlainParagraph) ? between : undefined;
};

const isPlainParagraph = (element: XmlElement): boolean =>
  element.name === 'w:p' && childOf(childOf(element, 'w:pPr'), 'w:sectPr') === undefined;

const hasText = (paragraph: XmlElement | undefined, isAsked: (text: XmlElement) => boolean): boolean => {
  if (paragraph === undefined) return false;
  for (const element of descendantsOf(paragraph))
    if (element.name === 'w:t' && isAsked(element) && textContent(element).trim() !== '') return true;
  return false;
};

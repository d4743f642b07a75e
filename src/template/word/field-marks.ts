/**
 * fieldsOf :: part → its fields (ECMA-376 §17.16.2), in the order in which they end
 *
 * A field is an element of its own, or begins, separates and ends with marks in runs; fields may stand inside each other.
 */
import { descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';

export interface Field {
  readonly instruction: string;
  /** `w:fldChar` marks, or the `w:fldSimple` that is all three of them. */
  readonly begin: XmlElement;
  readonly separate: XmlElement | undefined;
  readonly end: XmlElement;
  /** `w:t` elements of the result that belong to no field inside it. */
  readonly texts: readonly XmlElement[];
  /** `w:instrText` elements of the instruction. */
  readonly codes: readonly XmlElement[];
  /** Another field is part of the instruction. */
  readonly isNested: boolean;
}

interface OpenField {
  readonly begin: XmlElement;
  instruction: string;
  separate: XmlElement | undefined;
  readonly texts: XmlElement[];
  readonly codes: XmlElement[];
  isNested: boolean;
}

const opened = (begin: XmlElement, instruction: string, separate?: XmlElement): OpenField => ({
  begin,
  instruction,
  separate,
  texts: [],
  codes: [],
  isNested: false,
});

export const fieldsOf = (root: XmlElement): Field[] => {
  const found: Field[] = [];
  const open: OpenField[] = [];
  const leaveSimple = (next: XmlElement): void => {
    for (
      let top = open.at(-1);
      top?.begin.name === 'w:fldSimple' && top.begin.end <= next.start;
      top = open.at(-1)
    ) {
      found.push({ ...top, end: top.begin });
      open.pop();
    }
  };
  for (const element of descendantsOf(root)) {
    leaveSimple(element);
    const top = open.at(-1);
    if (element.name === 'w:fldSimple') {
      const instruction = element.attribute('w:instr') ?? '';
      open.push(opened(element, instruction, element));
    } else if (element.name === 'w:t') {
      if (top?.separate !== undefined) top.texts.push(element);
    } else if (element.name === 'w:instrText') {
      if (top === undefined || top.separate !== undefined) continue;
      top.instruction += textContent(element);
      top.codes.push(element);
    } else if (element.name === 'w:fldChar') {
      const type = element.attribute('w:fldCharType');
      if (type === 'begin') {
        if (top !== undefined && top.separate === undefined) top.isNested = true;
        open.push(opened(element, ''));
      } else if (type === 'separate' && top !== undefined) top.separate = element;
      else if (type === 'end' && top !== undefined) {
        open.pop();
        found.push({ ...top, end: element });
      }
    }
  }
  for (const top of open.toReversed())
    if (top.begin.name === 'w:fldSimple') found.push({ ...top, end: top.begin });
  return found;
};

/** A field whose result Word makes anew when it opens the document. */
export const DIRTY = ' w:dirty="true"';
export const isDirty = ({ begin }: Field): boolean => begin.attribute('w:dirty') !== undefined;
